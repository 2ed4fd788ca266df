"""Sums as clauses."""

from collections.abc import Sequence
from itertools import combinations
from typing import cast

from ...model import Sum
from ...puzzle import Cell, Value
from .clauses import Clauses, Literals

# More values of the same weight share a helper variable that says that one of them holds.
LONG = 40


def add_sum(out: Clauses, constraint: Sum) -> None:
    if len(constraint.cells) == 2:
        _pair(out, constraint)
        return
    terms = [_weights(out, constraint, i) for i in range(len(constraint.cells))]
    differ = not constraint.weights and _all_differ(out, constraint.cells)
    while len(terms) > 3:
        terms, differ = [_partial_sums(out, terms[0], terms[1]), *terms[2:]], False
    match terms:
        case [third, one, other]:  # deriving one from the two others is enough, and faster
            _third_fits(out, third, one, other, constraint.total, differ)
        case [only]:
            _one_of(out, only, {constraint.total})


def _pair(out: Clauses, constraint: Sum) -> None:
    """With each value of one cell, one of the values of the other whose weight is the rest."""
    unless, total = out.unless, constraint.total
    one, other = (
        list(zip(constraint.weights_of(i, held), held.values(), strict=True))
        for i, held in enumerate(map(out.literals.__getitem__, constraint.cells))
    )
    for held, left in ((one, other), (other, one)):
        counting: dict[int, Literals] = {}
        for weight, literal in left:
            counting.setdefault(weight, []).append(literal)
        for weight, literals in counting.items():
            if len(literals) > LONG:
                counting[weight] = [out.any_of(literals)]
        out.clauses += [
            (-literal, *counting.get(total - weight, ()), *unless) for weight, literal in held
        ]


def _third_fits(
    out: Clauses,
    third: dict[int, int],
    one: dict[int, int],
    other: dict[int, int],
    total: int,
    differ: bool,
) -> None:
    """Whatever the weights of the two others, the third has the rest."""
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


def _one_of(out: Clauses, term: dict[int, int], weights: set[int]) -> None:
    unless = out.unless
    out.clauses += [(-term[weight], *unless) for weight in term if weight not in weights]


def _all_differ(out: Clauses, cells: tuple[Cell, ...]) -> bool:
    """Whether every two of the cells stand on a line of different values."""
    lines = (out.different.get(cell, set()) for cell in cells)
    return all(one & other for one, other in combinations(lines, 2))


def _weights(out: Clauses, constraint: Sum, i: int) -> dict[int, int]:
    """For each weight that a cell can have, a literal that says that it has it."""
    cell = constraint.cells[i]
    held = out.literals[cell]
    if not constraint.weights:
        return cast("dict[int, int]", held)  # only numbers are summed
    values: dict[int, list[Value]] = {}
    for weight, value in zip(constraint.weights_of(i, held), held, strict=True):
        values.setdefault(weight, []).append(value)
    return {weight: out.member(cell, tuple(some)) for weight, some in values.items()}


def _partial_sums(out: Clauses, one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    totals = sorted({a + b for a in one for b in other})
    sums = {total: out.new() for total in totals}
    for a, b in ((a, b) for a in one for b in other):
        out.clauses.append([-one[a], -other[b], sums[a + b]])
    out.at_most_one(list(sums.values()))
    return sums
