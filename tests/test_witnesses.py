"""The cheapest rules that break all witnesses, against trying every set of rules."""

import random
from itertools import combinations

import pytest

from caracol.engines import NEVER, Deadline, witnesses
from caracol.engines.witnesses import Witnesses
from caracol.puzzle import OutOfTime

RULES = 9
FACT, OTHER = 1, 2


def some_sets(rng: random.Random, count: int) -> list[list[int]]:
    return [rng.sample(range(RULES), rng.randint(1, 4)) for _ in range(count)]


def cheapest_by_trying(prices: list[int], sets: list[list[int]]) -> int:
    return min(
        sum(prices[rule] for rule in rules)
        for size in range(RULES + 1)
        for rules in combinations(range(RULES), size)
        if all(set(rules) & set(broken) for broken in sets)
    )


def climbed(pool: Witnesses, prices: list[int], sets: list[list[int]]) -> int:
    """What the cheapest rules cost, found from below; on the way no bound may be too high."""
    least, price = cheapest_by_trying(prices, sets), min(prices)
    while True:
        bound, rules = pool.break_all(FACT, price, NEVER)
        if rules:
            assert all(set(rules) & set(broken) for broken in sets)
            return sum(prices[rule] for rule in rules)
        assert price < bound <= least
        price = bound


@pytest.mark.parametrize("most_nodes", [1, 3, 2000])
def test_the_cheapest_rules_are_found(most_nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witnesses, "MOST_NODES", most_nodes)
    for seed in range(60):
        rng = random.Random(seed)
        prices = [rng.choice((10, 12, 17)) for _ in range(RULES)]
        pool, sets = Witnesses(prices), some_sets(rng, 8)
        for broken in sets:
            pool.add([FACT], broken)
        assert climbed(pool, prices, sets) == cheapest_by_trying(prices, sets)
        more = some_sets(rng, 3)
        for broken in more:
            pool.add([FACT, OTHER], broken)
        pool.tidy()
        assert climbed(pool, prices, sets + more) == cheapest_by_trying(prices, sets + more)


def test_rules_chosen_greedily_break_all_witnesses() -> None:
    for seed in range(60):
        rng = random.Random(seed)
        pool, sets = Witnesses([10, 12, 17] * (RULES // 3)), some_sets(rng, 8)
        for broken in sets:
            pool.add([FACT], broken)
        rules = set(pool.break_greedily(FACT))
        assert all(rules & set(broken) for broken in sets)


def test_witnesses_that_hold_what_is_known_to_be_false_count_no_more() -> None:
    pool = Witnesses([10] * RULES)
    pool.add([FACT], [0, 1])
    pool.add([FACT, OTHER], [2, 3])
    assert pool.break_all(FACT, 10, NEVER) == (20, [])
    pool.settle(OTHER, [1, 5])
    assert pool.break_all(FACT, 10, NEVER) == (10, [1])


def test_below_an_earlier_bound_a_rule_touched_since_is_needed() -> None:
    pool = Witnesses([10] * RULES)
    pool.add([FACT], [0, 1])
    pool.add([FACT, OTHER], [2, 3])
    assert pool.break_all(FACT, 10, NEVER) == (20, [])
    pool.settle(OTHER, [7])
    assert pool.break_all(FACT, 10, NEVER) == (20, [])
    bound, rules = pool.break_all(FACT, 20, NEVER)
    assert bound == 10 and rules in ([0], [1])


def test_a_deep_search_looks_at_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(witnesses, "MOST_NODES", 1)
    pool = Witnesses([10] * RULES)
    for broken in combinations(range(RULES), 2):
        pool.add([FACT], broken)
    with pytest.raises(OutOfTime):
        pool.break_all(FACT, 70, Deadline(1e-9))
