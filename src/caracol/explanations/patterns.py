"""Counts that together make a pattern players know: pairs and triples, lines that cross, wings.

A pattern is seen in what a step reads and in what it strikes out, whatever its family.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from .. import registry
from ..kinds import Count
from ..model import Rule
from ..puzzle import Cell, Value
from .chains import spelt_out
from .step import Step

# The most lines that cross as many others, and the most cells of a pair or triple.
MOST_LINES, MOST_CELLS = 3, 3
# How many rules a wing has at most.
MOST_IN_WING = 5

Left = dict[Cell, set[Value]]


@dataclass(frozen=True, slots=True)
class Naked:
    """Cells that hold some values between them, so that no other cell does."""

    cells: tuple[Cell, ...]
    rules: tuple[Rule, ...]  # that count the values


@dataclass(frozen=True, slots=True)
class Hidden:
    """Cells that alone can hold some values of their lines, so that they hold nothing else."""

    cells: tuple[Cell, ...]
    rules: tuple[Rule, ...]  # that count the values


@dataclass(frozen=True, slots=True)
class Crossing:
    """Lines all places of which for something are on as many others, so that it is nowhere else
    on these."""

    lines: tuple[Rule, ...]
    others: tuple[Rule, ...]
    places: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Wing:
    """A cell each value of which forces the same value on another cell, if it is not that."""

    pivot: Cell
    forced: tuple[tuple[Value, Cell], ...]  # by the pivot's value
    value: Value


Pattern = Naked | Hidden | Crossing | Wing
Marks = set[tuple[Cell, Value]]


def pattern(step: Step) -> Pattern | None:
    """The pattern of a step of several counts, if it is one."""
    rules = along_lines(step)
    counts = [rule.constraint for rule in rules if isinstance(rule.constraint, Count)]
    if not 1 < len(counts) == len(rules) <= 2 * MOST_LINES:
        return None
    domains = registry.model(step.puzzle.family, step.puzzle.shape).cells
    left: Left = {cell: {*domains[cell]} for count in counts for cell in count.cells}
    for cell, value, _ in spelt_out(step.reads, domains):
        if cell in left:
            left[cell].discard(value)
    struck = {
        (cell, value)
        for cell, value, _ in spelt_out(step.derives, domains)
        if value in left.get(cell, ())
    }
    return (
        _naked(rules, left, struck, {*step.cells_read})
        or _hidden(rules, left, struck)
        or _crossing(rules, left, struck)
        or _wing(counts, left, struck)
    )


def along_lines(step: Step) -> tuple[Rule, ...]:
    """The rules of a step, but for those that a cell is not blank."""
    return tuple(rule for rule in step.because if len(rule.constraint.cells) > 1)


def _naked(rules: Sequence[Rule], left: Left, struck: Marks, read: set[Cell]) -> Naked | None:
    counts = [*map(_count, rules)]
    values = _values(counts)
    shared = set.intersection(*({*count.cells} for count in counts))
    cells = [cell for cell in counts[0].cells if cell in shared and left[cell] <= {*values}]
    is_full = sum(count.high for count in counts) == len(cells) <= MOST_CELLS
    if not is_full or len({*values}) < len(values):
        return None
    outside = all(cell not in cells and value in values for cell, value in struck)
    # Else it is all that these cells can hold anyway.
    is_found = bool(read & {*cells})
    return Naked(tuple(cells), tuple(rules)) if outside and is_found else None


def _hidden(rules: Sequence[Rule], left: Left, struck: Marks) -> Hidden | None:
    counts = [*map(_count, rules)]
    values = _values(counts)
    places = [(c, {*count.values}) for count in counts for c in count.cells]
    cells = [*dict.fromkeys(cell for cell, some in places if left[cell] & some)]
    is_full = sum(count.low for count in counts) == len(cells) <= MOST_CELLS
    if not is_full or len({*values}) < len(values):
        return None
    inside = all(cell in cells and value not in values for cell, value in struck)
    return Hidden(tuple(cells), tuple(rules)) if inside else None


def _values(counts: Iterable[Count]) -> list[Value]:
    return [value for count in counts for value in count.values]


def _crossing(rules: Sequence[Rule], left: Left, struck: Marks) -> Crossing | None:
    half = len(rules) // 2
    if len(rules) % 2 or len({_count(rule).values for rule in rules}) > 1:
        return None
    values = {*_count(rules[0]).values}
    for lines in combinations(rules, half):
        others = tuple(rule for rule in rules if rule not in lines)
        low, high = sum(_count(r).low for r in lines), sum(_count(r).high for r in others)
        places = [cell for cell in _cells(lines) if left[cell] & values]
        if (
            low >= high
            and {*places} <= {*_cells(others)}
            and len({*_cells(lines)}) == len([*_cells(lines)])
            and not {cell for cell, _ in struck} & {*places}
        ):
            return Crossing(lines, others, tuple(places))
    return None


def _count(rule: Rule) -> Count:
    assert isinstance(rule.constraint, Count)
    return rule.constraint


def _cells(rules: Iterable[Rule]) -> Iterator[Cell]:
    return (cell for rule in rules for cell in rule.constraint.cells)


def _wing(counts: Sequence[Count], left: Left, struck: Marks) -> Wing | None:
    targets, gone = {cell for cell, _ in struck}, {value for _, value in struck}
    if len(gone) != 1 or len(counts) > MOST_IN_WING or not all(_is_single(c) for c in counts):
        return None
    (value,) = gone
    ends = [cell for cell, values in left.items() if len(values) == 2 and value in values]
    for pivot, values in left.items():
        others = values - {value}
        if len(others) != 2 or pivot in targets:
            continue
        for pair in permutations(sorted(ends), 2):
            forced = tuple(zip(sorted(others, key=str), pair, strict=True))
            if all(left[end] == {other, value} for other, end in forced):
                seeing = [*pair, *([pivot] if value in values else [])]
                if all(_meet(counts, other, pivot, end) for other, end in forced) and all(
                    _meet(counts, value, one, target) for one in seeing for target in targets
                ):
                    return Wing(pivot, forced, value)
    return None


def _is_single(count: Count) -> bool:
    return len(count.values) == count.high == 1


def _meet(counts: Iterable[Count], value: Value, one: Cell, other: Cell) -> bool:
    """Whether two different cells are counted together."""
    pair = {one, other}
    return any(
        len(pair) == 2 and count.values == (value,) and pair <= {*count.cells} for count in counts
    )
