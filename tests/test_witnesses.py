"""The cheapest rules that break all witnesses, against trying every set of rules."""

import random
from itertools import combinations

import pytest

from caracol.engines import breaking, worths
from caracol.engines.breaking import LongSearch
from caracol.engines.witnesses import Witnesses

RULES = 9
NODES = 10**6
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
        bound, rules = pool.break_all(FACT, price, NODES)
        if rules:
            assert all(set(rules) & set(broken) for broken in sets)
            return sum(prices[rule] for rule in rules)
        assert price < bound <= least
        price = bound


@pytest.mark.parametrize("few_nodes", [0, 3, 500])
def test_the_cheapest_rules_are_found(few_nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(breaking, "FEW_NODES", few_nodes)
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


def test_rules_found_at_once_break_all_witnesses() -> None:
    for seed in range(60):
        rng = random.Random(seed)
        pool, sets = Witnesses([10, 12, 17] * (RULES // 3)), some_sets(rng, 8)
        for broken in sets:
            pool.add([FACT], broken)
        rules = set(pool.break_quickly(FACT))
        assert all(rules & set(broken) for broken in sets)


def test_witnesses_that_hold_what_is_known_to_be_false_count_no_more() -> None:
    pool = Witnesses([10] * RULES)
    pool.add([FACT], [0, 1])
    pool.add([FACT, OTHER], [2, 3])
    assert pool.break_all(FACT, 10, NODES) == (20, [])
    pool.settle(OTHER, [1, 5])
    assert pool.break_all(FACT, 10, NODES) == (10, [1])


def test_below_an_earlier_bound_a_rule_touched_since_is_needed() -> None:
    pool = Witnesses([10] * RULES)
    pool.add([FACT], [0, 1])
    pool.add([FACT, OTHER], [2, 3])
    assert pool.break_all(FACT, 10, NODES) == (20, [])
    pool.settle(OTHER, [7])
    assert pool.break_all(FACT, 10, NODES) == (20, [])
    bound, rules = pool.break_all(FACT, 20, NODES)
    assert bound == 10 and rules in ([0], [1])


def test_a_long_search_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(breaking, "FEW_NODES", 0)
    pool = Witnesses([10] * RULES)
    for broken in combinations(range(RULES), 2):
        pool.add([FACT], broken)
    with pytest.raises(LongSearch):
        pool.break_all(FACT, 80, 1)
    assert pool.break_all(FACT, 80, NODES)[0] == 80


def test_rules_cost_at_least_what_all_they_break_is_worth() -> None:
    for seed in range(60):
        rng = random.Random(seed)
        prices, sets = [rng.choice((10, 12, 17)) for _ in range(RULES)], some_sets(rng, 12)
        least = cheapest_by_trying(prices, sets)
        bound, found = worths.improved(sets, prices, [0] * len(sets), least * worths.PARTS)
        assert 0 < bound <= least * worths.PARTS
        again, _ = worths.improved(sets, prices, found, least * worths.PARTS)
        assert bound <= again <= least * worths.PARTS
        coarse = worths.affordable(sets, prices, found, parts=4)
        assert min(coarse) >= 0 and sum(coarse) <= 4 * least
        assert min(worths.unspent(sets, [4 * price for price in prices], coarse)) >= 0
