"""The cheapest hitting sets of correction sets, against trying every set of rules."""

import random
from itertools import combinations

import pytest
from ortools.sat.python import cp_model

from caracol.explanations import hitting_sets
from caracol.explanations.correction_sets import CorrectionSets
from caracol.explanations.hitting_sets import NodeLimitReached

RULES = 9
NODES = 10**6
FACT, OTHER = 1, 2


def some_sets(rng: random.Random, count: int) -> list[list[int]]:
    return [rng.sample(range(RULES), rng.randint(1, 4)) for _ in range(count)]


def cheapest_by_trying(costs: list[int], sets: list[list[int]]) -> int:
    return min(
        sum(costs[rule] for rule in rules)
        for size in range(RULES + 1)
        for rules in combinations(range(RULES), size)
        if all(set(rules) & set(broken) for broken in sets)
    )


def climbed(pool: CorrectionSets, costs: list[int], sets: list[list[int]]) -> int:
    """What the cheapest rules cost, found from below; on the way no bound may be too high."""
    least, cost = cheapest_by_trying(costs, sets), min(costs)
    while True:
        bound, rules = pool.hitting_set(FACT, cost, NODES)
        if rules:
            assert all(set(rules) & set(broken) for broken in sets)
            return sum(costs[rule] for rule in rules)
        assert cost < bound <= least
        cost = bound


@pytest.mark.parametrize("few_nodes", [0, 3, 500])
def test_the_cheapest_rules_are_found(few_nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hitting_sets, "FEW_NODES", few_nodes)
    for seed in range(60):
        rng = random.Random(seed)
        costs = [rng.choice((10, 12, 17)) for _ in range(RULES)]
        pool, sets = CorrectionSets(costs), some_sets(rng, 8)
        for broken in sets:
            pool.add([FACT], broken)
        assert climbed(pool, costs, sets) == cheapest_by_trying(costs, sets)
        more = some_sets(rng, 3)
        for broken in more:
            pool.add([FACT, OTHER], broken)
        pool.compact()
        assert climbed(pool, costs, sets + more) == cheapest_by_trying(costs, sets + more)


def test_greedy_hitting_sets_hit_all_sets() -> None:
    for seed in range(60):
        rng = random.Random(seed)
        pool, sets = CorrectionSets([10, 12, 17] * (RULES // 3)), some_sets(rng, 8)
        for broken in sets:
            pool.add([FACT], broken)
        rules = set(pool.greedy_hitting_set(FACT))
        assert all(rules & set(broken) for broken in sets)


def test_sets_of_counterexamples_that_hold_what_is_known_to_be_false_count_no_more() -> None:
    pool = CorrectionSets([10] * RULES)
    pool.add([FACT], [0, 1])
    pool.add([FACT, OTHER], [2, 3])
    assert pool.hitting_set(FACT, 10, NODES) == (20, [])
    pool.rule_out(OTHER, [1, 5])
    assert pool.hitting_set(FACT, 10, NODES) == (10, [1])


def test_below_an_earlier_bound_a_rule_touched_since_is_needed() -> None:
    pool = CorrectionSets([10] * RULES)
    pool.add([FACT], [0, 1])
    pool.add([FACT, OTHER], [2, 3])
    assert pool.hitting_set(FACT, 10, NODES) == (20, [])
    pool.rule_out(OTHER, [7])
    assert pool.hitting_set(FACT, 10, NODES) == (20, [])
    bound, rules = pool.hitting_set(FACT, 20, NODES)
    assert bound == 10 and rules in ([0], [1])


def test_a_long_search_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hitting_sets, "FEW_NODES", 0)
    pool = CorrectionSets([10] * RULES)
    for broken in combinations(range(RULES), 2):
        pool.add([FACT], broken)
    with pytest.raises(NodeLimitReached):
        pool.hitting_set(FACT, 80, 1)
    assert pool.hitting_set(FACT, 80, NODES)[0] == 80


def test_the_cheapest_rules_are_found_however_long_it_takes() -> None:
    """Among sets of three of thirty rules no rules are hitting_set, and that takes long to show."""
    rng = random.Random(5)
    costs = [rng.choice((10, 12)) for _ in range(30)]
    sets = [rng.sample(range(30), 3) for _ in range(120)]
    pool = hitting_sets.HittingSets(costs)
    live = sum(pool.add(some) for some in sets)
    cost = 10
    while not (found := pool.hitting_set(live, cost, NODES))[1]:
        cost = found[0]
    assert pool.was_long
    assert cost == found[0] == cheapest_by_cpsat(costs, sets)
    assert all(set(found[1]) & set(some) for some in sets)


def cheapest_by_cpsat(costs: list[int], sets: list[list[int]]) -> int:
    model = cp_model.CpModel()
    bought = [model.new_bool_var("") for _ in costs]
    for some in sets:
        model.add_bool_or([bought[rule] for rule in some])
    model.minimize(sum(cost * buy for cost, buy in zip(costs, bought, strict=True)))
    solver = cp_model.CpSolver()
    assert solver.solve(model) == cp_model.OPTIMAL
    return round(solver.objective_value)


def test_rules_common_to_all_sets_are_found() -> None:
    pool = hitting_sets.HittingSets([10] * 4)
    first, second, third = (pool.add(some) for some in ([2, 0, 1], [1, 2], [3]))
    assert pool.common(first) == [0, 1, 2] and pool.common(first | second) == [1, 2]
    assert pool.common(first | third) == []
    pool.retain([2, 0])
    assert pool.common(1) == [3] and pool.common(2) == [0, 1, 2]
