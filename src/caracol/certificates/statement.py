"""What a certificate states of a puzzle whose rules verify.py does not know: its model, as JSON."""

from collections.abc import Mapping
from math import comb

from .. import registry
from ..caches import kept
from ..engines.sat.encoder import encoder
from ..kinds import (
    DONE,
    Automaton,
    Connected,
    Constraint,
    Count,
    Differ,
    Domains,
    Forbid,
    Is,
    Loop,
    Regular,
    Sum,
)
from ..kinds.lowering import lowered
from ..puzzle import Clue, Puzzle, Shape, Value

# verify.py writes a count out in clauses: in more than that, it is stated as a sum.
MOST_CLAUSES = 1000

# The kind and its fields: lists of lists of words and numbers.
Stated = list[object]


# By the number of a rule: clauses that it implies.
Cuts = Mapping[int, list[list[int]]]


def statement(puzzle: Puzzle, cuts: Cuts) -> dict[str, object]:
    """The cells in groups with the same values, the rules, and the clues by name.

    Of a lazy rule it states what is meant, and cuts that a proof needs.
    """
    cells, rules = _shape(puzzle.family, puzzle.shape)
    rules = [[*rule[:-1], cuts[i]] if i in cuts else rule for i, rule in enumerate(rules)]
    clues = {str(clue): clue_stated(puzzle.family, puzzle.shape, clue) for clue in puzzle.clues}
    return {"cells": cells, "rules": rules, "clues": clues}


@kept(8)
def _shape(family: str, shape: Shape) -> tuple[list[object], list[Stated]]:
    model = registry.model(family, shape)
    groups: dict[tuple[Value, ...], list[str]] = {}
    for cell, values in model.cells.items():
        groups.setdefault(values, []).append(cell)
    cells: list[object] = [[[*values], names] for values, names in groups.items()]
    return cells, [_rule_stated(rule.constraint, model.cells) for rule in model.rules]


def _rule_stated(constraint: Constraint, domains: Domains) -> Stated:
    """A rule of the game; lazy ones, which no clue can be, are stated without cuts at first."""
    match constraint:
        case Connected(cells, values, neighbours):
            return ["Connected", [*cells], [*values], [*map(list, neighbours)], []]
        case Loop(cells, ends, value):
            return ["Loop", [*cells], [*map(list, ends)], value, []]
        case _:
            return stated(constraint, domains)


@kept(1000)
def clue_stated(family: str, shape: Shape, clue: Clue) -> Stated:
    """What a clue says."""
    cells = registry.model(family, shape).cells
    return stated(registry.rule(family, shape, clue).constraint, cells)


def stated(constraint: Constraint, domains: Domains) -> Stated:
    """A constraint as verify.py reads it; of a kind unknown to it, what it is lowered to."""
    match constraint:
        case Is(cell, value):
            return ["Is", cell, value]
        case Differ(cells):
            return ["Differ", [*cells]]
        case Count(cells, values, low, high) if _is_short(len(cells), low, high):
            return ["Count", [*cells], [*values], low, high]
        case Count(cells, values, low, high):
            ones = [[int(value in values) for value in domains[cell]] for cell in cells]
            return ["Sum", [*cells], ones, low, high]
        case Sum(cells, total):
            weights = [[*constraint.weights_of(i, domains[cell])] for i, cell in enumerate(cells)]
            return ["Sum", [*cells], weights, total, total]
        case Forbid(cells, combinations):
            several = sorted(map(list, combinations), key=lambda values: [*map(str, values)])
            return ["Forbid", [*cells], several]
        case Regular(path, automaton):
            held = dict.fromkeys(value for cell in path for value in domains[cell])
            return ["Regular", [*path], *_automaton(automaton, held)]
        case _:
            return lowered_to(constraint, {cell: domains[cell] for cell in constraint.cells})


def _is_short(cells: int, low: int, high: int) -> bool:
    """Whether all combinations of cells that may not hold too few or too many can be written."""
    return comb(cells, max(low - 1, 0)) + comb(cells, max(high + 1, 0)) <= MOST_CLAUSES


def _automaton(automaton: Automaton, values: Mapping[Value, None]) -> tuple[object, object]:
    """The moves of each state and the accepting states; DONE becomes a state that stays."""
    done = len(automaton.moves)
    moves = [
        [[value, done if to == DONE else to] for value, to in moves.items() if value in values]
        for moves in automaton.moves
    ]
    return [*moves, [[value, done] for value in values]], [*sorted(automaton.accepting), done]


def lowered_to(constraint: Constraint, domains: Domains) -> Stated:
    """Its clauses over facts, numbered from 1, and helper variables after them."""
    out = encoder(domains)
    out.take()  # that every cell holds one value
    clauses = [[*part] for part in lowered(out, constraint)]
    facts = [[cell, value] for cell, values in domains.items() for value in values]
    return ["Clauses", facts, out.top - len(out.facts), clauses]
