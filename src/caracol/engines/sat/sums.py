"""Sums as clauses."""

from collections.abc import Sequence
from itertools import combinations
from typing import cast

from ...model import Sum
from ...puzzle import Cell, Value
from .clauses import Clauses, Literals

# So many values that count the same have a helper that says one of them holds.
LONG = 40


def add_sum(out: Clauses, constraint: Sum) -> None:
    if len(constraint.cells) == 2:
        _pair(out, constraint)
        return
    terms = [_worths(out, constraint, i) for i in range(len(constraint.cells))]
    differ = not constraint.worths and _all_differ(out, constraint.cells)
    while len(terms) > 3:
        terms, differ = [_partial_sums(out, terms[0], terms[1]), *terms[2:]], False
    match terms:
        case [third, one, other]:  # telling one by the two others is enough, and faster
            _third_fits(out, third, one, other, constraint.total, differ)
        case [only]:
            _one_of(out, only, {constraint.total})


def _pair(out: Clauses, constraint: Sum) -> None:
    """With each value of one cell, one of the values of the other that count the rest."""
    unless, total = out.unless, constraint.total
    one, other = (
        list(zip(constraint.counted(i, held), held.values(), strict=True))
        for i, held in enumerate(map(out.literals.__getitem__, constraint.cells))
    )
    for held, left in ((one, other), (other, one)):
        counting: dict[int, Literals] = {}
        for counted, literal in left:
            counting.setdefault(counted, []).append(literal)
        for counted, literals in counting.items():
            if len(literals) > LONG:
                counting[counted] = [out.any_of(literals)]
        out.clauses += [
            (-literal, *counting.get(total - counted, ()), *unless) for counted, literal in held
        ]


def _third_fits(
    out: Clauses,
    third: dict[int, int],
    one: dict[int, int],
    other: dict[int, int],
    total: int,
    differ: bool,
) -> None:
    """Whatever the two others count, the third counts the rest."""
    fitting: list[tuple[int, int, int]] = []
    clauses: list[Sequence[int]] = []
    unless = out.unless
    for a, holds_a in one.items():
        for b, holds_b in other.items():
            if differ and a == b:  # forbidden by their lines
                continue
            rest = total - a - b
            if rest in third and not (differ and rest in (a, b)):
                fitting.append((rest, a, b))
                clauses.append((-holds_a, -holds_b, third[rest], *unless))
            else:
                clauses.append((-holds_a, -holds_b, *unless))
    _one_of(out, third, {rest for rest, _, _ in fitting})
    _one_of(out, one, {a for _, a, _ in fitting})
    _one_of(out, other, {b for _, _, b in fitting})
    out.clauses += clauses


def _one_of(out: Clauses, term: dict[int, int], worths: set[int]) -> None:
    unless = out.unless
    out.clauses += [(-term[worth], *unless) for worth in term if worth not in worths]


def _all_differ(out: Clauses, cells: tuple[Cell, ...]) -> bool:
    """Whether every two of the cells stand on a line of different values."""
    lines = (out.different.get(cell, set()) for cell in cells)
    return all(one & other for one, other in combinations(lines, 2))


def _worths(out: Clauses, constraint: Sum, i: int) -> dict[int, int]:
    """For each number that a cell can count, a literal that says it counts so much."""
    cell = constraint.cells[i]
    held = out.literals[cell]
    if not constraint.worths:
        return cast("dict[int, int]", held)  # only numbers are summed
    values: dict[int, list[Value]] = {}
    for worth, value in zip(constraint.counted(i, held), held, strict=True):
        values.setdefault(worth, []).append(value)
    return {worth: out.member(cell, tuple(some)) for worth, some in values.items()}


def _partial_sums(out: Clauses, one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    totals = sorted({a + b for a in one for b in other})
    sums = {total: out.new() for total in totals}
    for a, b in ((a, b) for a in one for b in other):
        out.clauses.append([-one[a], -other[b], sums[a + b]])
    out.at_most_one(list(sums.values()))
    return sums
