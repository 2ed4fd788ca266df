"""The fewest rules that clash, against trying all of them."""

import random
from itertools import combinations, product

from caracol.deadline import Deadline
from caracol.explanations.conflict import conflict
from caracol.kinds import Constraint, Count, Differ, Is, Regular
from caracol.kinds.automata import goes_on

CELLS = tuple("abcdef")
VALUES = tuple("xyz")
BOARDS = [dict(zip(CELLS, values, strict=True)) for values in product(VALUES, repeat=len(CELLS))]


def random_rule(rng: random.Random) -> Constraint:
    match rng.randrange(4):
        case 0:
            return Is(rng.choice(CELLS), rng.choice(VALUES))
        case 1:
            low, high = rng.choice([(0, 1), (1, 1), (1, 2), (2, 2)])
            counted = rng.sample(VALUES, rng.randint(1, 2))
            return Count(tuple(rng.sample(CELLS, 3)), tuple(counted), low, high)
        case 2:
            return Differ(tuple(rng.sample(CELLS, 2)))
        case _:
            return Regular(tuple(rng.sample(CELLS, 4)), goes_on(VALUES[:2], VALUES[2]))


def fewest_clashing(rules: list[Constraint]) -> int | None:
    """How many rules must be taken so that every board breaks one of them."""
    broken = {frozenset(rule for rule in rules if not rule.holds(board)) for board in BOARDS}
    if frozenset() in broken:
        return None
    return next(
        count
        for count in range(len(rules) + 1)
        for chosen in map(frozenset, combinations(rules, count))
        if all(chosen & lost for lost in broken)
    )


def test_no_fewer_rules_clash() -> None:
    rng = random.Random(1)
    clashes = 0
    for _ in range(150):
        rules = list(dict.fromkeys(random_rule(rng) for _ in range(14)))
        fewest = fewest_clashing(rules)
        if fewest is not None:
            found = conflict(dict.fromkeys(CELLS, VALUES), rules, Deadline(10))
            assert found.smallest and found.irreducible and len(found.rules) == fewest
            clashes += 1
    assert clashes > 100
