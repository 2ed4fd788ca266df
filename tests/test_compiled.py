"""What is compiled: proofs case by case, against all ways to fill cells; and that it is there."""

import random
from collections.abc import Sequence
from itertools import combinations, product

import pytest

from caracol.engines import compiled
from caracol.engines.proofs import Formula, refutation

CELLS = [[1, 2, 3], [4, 5, 6], [7, 8], [9, 10, 11]]
HELPERS = [12, 13]


def formula(rng: random.Random) -> Formula:
    """Each cell holds one value, and some clauses more, of helpers too."""
    clauses = [*CELLS]
    clauses += [[-one, -other] for cell in CELLS for one, other in combinations(cell, 2)]
    return Formula([*clauses, *some_clauses(rng, 12)], 13, CELLS)


def some_clauses(rng: random.Random, count: int) -> list[list[int]]:
    literals = [sign * number for cell in [*CELLS, HELPERS] for number in cell for sign in (1, -1)]
    return [rng.sample(literals, rng.choice((1, 2, 2, 3, 3, 3, 4))) for _ in range(count)]


def has_solution(clauses: Sequence[Sequence[int]]) -> bool:
    for held in product(*CELLS):
        for helpers in product((True, False), repeat=len(HELPERS)):
            true = {*held, *(one for one, is_on in zip(HELPERS, helpers, strict=True) if is_on)}
            if all(any((abs(one) in true) == (one > 0) for one in clause) for clause in clauses):
                return True
    return False


def follows(clause: Sequence[int], clauses: Sequence[Sequence[int]]) -> bool:
    """By unit propagation: whether the contrary contradicts the clauses."""
    false = {*clause}
    while True:
        left = [[one for one in some if one not in false] for some in clauses]
        if any(not some for some in left):
            return True
        new = {-some[0] for some in left if len(some) == 1} - false
        if not new:
            return False
        false |= new


def test_cases_are_refuted_if_and_only_if_there_is_no_solution() -> None:
    refuted = found = 0
    for seed in range(60):
        rng = random.Random(seed)
        shared = formula(rng)
        for _ in range(6):  # the last must leave nothing behind for the next
            more = some_clauses(rng, rng.randint(1, 12))
            clauses = [*shared.clauses, *more]
            if has_solution(clauses):
                found += 1
                with pytest.raises(AssertionError, match="no solution"):
                    refutation(shared, more)
                continue
            refuted += 1
            for line in refutation(shared, more):
                assert follows(line, clauses), (seed, line)
                clauses.append(line)
            assert clauses[-1] == []
    assert min(refuted, found) > 50


def test_a_library_that_was_not_built_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "NAME", "nowhere.so")
    with pytest.raises(ImportError, match="install caracol with pip"):
        compiled._loaded()
