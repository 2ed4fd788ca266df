"""The rules of a puzzle in people's units: what people read as one thought is one rule.

A rule in pieces is taken as a whole where that is one thought as well. What a family says to follow
from its rules is added, and so is what follows for any family: a sum of cells that differ has few
combinations, and a value stands to exactly two ends. A rule that is part of another thought at no
higher cost is left out. All thoughts together mean the same as the rules.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations as subsets
from typing import NamedTuple

from .. import registry
from ..caches import kept
from ..kinds import Constraint, Count, Differ, Domains, Is, Stands, Sum, Together
from ..model import Rule
from ..phrases import say
from ..puzzle import Cell, Puzzle, Shape

ONLY = "{rule}, which is only {values}"
DIFFERENT = "{rule}, all different"
HOLDS = "{cell} is not blank"
# What a cell holds that holds none of its values: where somebody has yet to see which one is left.
BLANK = ""


def thoughts(puzzle: Puzzle) -> tuple[Rule, ...]:
    """The rules and clues of a puzzle, as steps use them; clues that give a cell apart."""
    return (*shape_thoughts(puzzle.family, puzzle.shape), *clue_thoughts(puzzle))


def shape_thoughts(family: str, shape: Shape) -> tuple[Rule, ...]:
    """Those that all puzzles of a shape have in common."""
    return _shape_thoughts(family, shape).rules


def clue_thoughts(puzzle: Puzzle) -> tuple[Rule, ...]:
    """Those of the clues."""
    lines = _shape_thoughts(puzzle.family, puzzle.shape).lines
    domains = registry.model(puzzle.family, puzzle.shape).cells
    clues = (rule for rule in registry.clues(puzzle) if not isinstance(rule.constraint, Is))
    return tuple(_narrowed(rule, lines, domains) for rule in clues)


@kept(64)
def _settling(family: str, shape: Shape) -> tuple[Rule, ...]:
    model, wording = registry.model(family, shape), registry.family(family).wording
    if model.settling is None:
        return ()
    return tuple(
        Rule(say(HOLDS, cell=wording.cell(cell)), Count((cell,), held, 1, 1), model.settling)
        for cell, held in model.cells.items()
    )


def settling_rules(puzzle: Puzzle) -> tuple[Rule, ...]:
    """That each cell holds one of its values, where that costs something to see."""
    return _settling(puzzle.family, puzzle.shape)


def without_blanks(left: Domains) -> Domains:
    """The values themselves: a cell holds one of them."""
    return {cell: tuple(v for v in held if v != BLANK) for cell, held in left.items()}


def combinations(total: Sum, domains: Domains) -> list[tuple[int, ...]]:
    """The sets of different values with that sum, each in rising order."""
    values = {value for cell in total.cells for value in domains[cell]}
    numbers = sorted(value for value in values if isinstance(value, int))
    return [some for some in subsets(numbers, len(total.cells)) if sum(some) == total.total]


# By cell the lines on which all values differ.
Lines = dict[Cell, set[tuple[Cell, ...]]]


class _Shape(NamedTuple):
    rules: tuple[Rule, ...]
    lines: Lines


@kept(64)
def _shape_thoughts(family: str, shape: Shape) -> _Shape:
    """What all puzzles of a shape have in common."""
    model = registry.model(family, shape)
    lines: Lines = {}
    for rule in model.rules:
        if isinstance(rule.constraint, Differ):
            for cell in rule.constraint.cells:
                lines.setdefault(cell, set()).add(rule.constraint.cells)
    rules = [thought for rule in model.rules for thought in _one_by_one(rule)]
    rules = [_narrowed(rule, lines, model.cells) for rule in _two_ends(rules)]
    implied = model.implied() if model.implied else ()
    return _Shape(tuple(_needed([*rules, *implied])), lines)


def _one_by_one(rule: Rule) -> Iterator[Rule]:
    """A rule, or its pieces; and the whole where that is one thought too.

    A piece that costs as much as the whole is not needed.
    """
    if not rule.pieces:
        yield rule
        return
    if rule.own_cost is not None:
        yield rule
    for piece in rule.pieces():
        if rule.own_cost is None or piece.cost < rule.own_cost:
            yield piece


def _two_ends(rules: list[Rule]) -> Iterator[Rule]:
    """What stands among ends of which its line holds exactly two is read with these."""
    exact = {
        (one.cells, one.values[0]): one
        for one in (rule.constraint for rule in rules)
        if isinstance(one, Count) and len(one.values) == 1 and one.low == one.high == 2
    }
    for rule in rules:
        stands = rule.constraint
        two = exact.get((stands.line, stands.ends)) if isinstance(stands, Stands) else None
        yield replace(rule, constraint=Together((stands, two))) if two else rule


def _narrowed(rule: Rule, lines: Lines, domains: Domains) -> Rule:
    """A sum of cells every two of which are on a line that differs, read with that."""
    total = rule.constraint
    if not isinstance(total, Sum) or total.weights or len(total.cells) < 2:
        return rule
    pairs = subsets((lines.get(cell, set()) for cell in total.cells), 2)
    if len({*total.cells}) < len(total.cells) or not all(one & other for one, other in pairs):
        return rule
    found = combinations(total, domains)
    values = "+".join(map(str, found[0])) if len(found) == 1 else ""
    sentence = say(ONLY if values else DIFFERENT, rule=rule.sentence, values=values)
    return replace(rule, sentence=sentence, constraint=Together((total, Differ(total.cells))))


def _needed(rules: Iterable[Rule]) -> Iterator[Rule]:
    """Without those that are part of another at no higher cost."""
    rules = list(rules)
    part_of: dict[Constraint, int] = {}
    for rule in rules:
        if isinstance(rule.constraint, Together):
            for part in rule.constraint.parts:
                part_of[part] = min(rule.cost, part_of.get(part, rule.cost))
    return (rule for rule in rules if part_of.get(rule.constraint, rule.cost + 1) > rule.cost)
