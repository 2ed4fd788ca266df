"""What stands in the lines of cells already, as one sees it when scanning the board."""

from collections.abc import Iterator, Sequence

from .. import registry
from ..boards.board import EMPTY
from ..kinds import Count, Differ
from ..model import Rule
from ..phrases import Listing, Phrase, all_of, say
from ..puzzle import Cell, Fact, Value
from .candidates import Candidates
from .single_rules import line_of

# The most values in the lines of a cell that are listed, if these are all but one.
MOST_SEEN = 3
# The most places of a line that are named besides those that its other lines rule out.
MOST_BESIDES = 3

Parts = dict[str, Phrase | Listing]


class Scanning:
    """Says why a value can stand nowhere else, or nothing else in a cell."""

    def __init__(self, left: Candidates) -> None:
        self._left, self._speaker = left, left.speaker
        puzzle = left.speaker.puzzle
        self._rules = registry.model(puzzle.family, puzzle.shape).rules

    def only_places(
        self, value: Value, there: Sequence[Cell], others: Sequence[Cell]
    ) -> Phrase | None:
        """Which cells that hold a value keep it out of the others of a line."""
        keeping: dict[Cell, set[Cell]] = {}
        for cells in self._lines_without_two(value):
            kept_out = {*others}.intersection(cells)
            for holder in cells:
                if kept_out and self._left.only_value(holder) == value:
                    keeping.setdefault(holder, set()).update(kept_out)
        holders, besides = _few(keeping, {*others})
        if not holders or len(besides) > MOST_BESIDES:
            return None
        parts: Parts = {
            "value": self._speaker.value(value),
            "holders": self._speaker.cells(holders),
            "cells": self._speaker.cells(there),
        }
        if not besides:
            return say("with {value} in {holders}, only in {cells}", **parts)
        template = "with {value} in {holders}, and not in {others}, only in {cells}"
        return say(template, others=self._speaker.any_cell(besides), **parts)

    def _lines_without_two(self, value: Value) -> Iterator[Sequence[Cell]]:
        """The lines that hold a value once at most."""
        for rule in self._rules:
            constraint = rule.constraint
            if isinstance(constraint, Differ):
                yield constraint.cells
            elif isinstance(constraint, Count) and constraint.values == (value,):
                yield from [constraint.cells] if constraint.high == 1 else []

    def only_value(self, fact: Fact) -> Phrase | None:
        """Why nothing else can stand in a cell: what its lines hold already, and what is out."""
        cell, value, _ = fact
        seen = self._seen(cell)
        if not seen:
            return None
        named, domain = self._speaker.value, self._speaker.domains[cell]
        parts: Parts = {"cell": self._speaker.cell(cell), "value": named(value)}
        full = next(filter(None, (self._full(rule, cell) for rule in self._rules)), None)
        if full:
            return say("{line} lacks only {value}, in {cell}", line=full, **parts)
        others = [v for v in domain if v not in seen and v not in (value, EMPTY)]
        if not others and len(seen) > MOST_SEEN:
            return say("{cell} is {value}: its lines hold all others", **parts)
        parts["seen"] = all_of(map(named, seen))
        if not others:
            return say("{cell} is {value}: its lines hold {seen}", **parts)
        if len(seen) > MOST_SEEN:
            template = "{cell} is {value}: its lines hold all others but {others}, out already"
            return say(template, **parts, others=all_of(map(named, others)))
        return say("only {value} is left for {cell}, with {seen} in its lines", **parts)

    def _full(self, rule: Rule, cell: Cell) -> Phrase | None:
        """The name of a line of different values that lacks nothing but what this cell holds."""
        cells = rule.constraint.cells
        if not isinstance(rule.constraint, Differ) or cell not in cells:
            return None
        known = [other for other in cells if self._left.only_value(other) is not None]
        is_full = len(cells) == len(self._speaker.domains[cell]) == len(known) + 1
        return line_of(rule) if is_full else None

    def _seen(self, cell: Cell) -> list[Value]:
        """The values that stand in lines with a cell, and only once there."""
        seen = set()
        for rule in self._rules:
            constraint = rule.constraint
            if isinstance(constraint, Count | Differ) and cell in constraint.cells:
                known = map(self._left.only_value, constraint.cells)
                held = [value for value in known if value is not None]
                if isinstance(constraint, Count):
                    held = held if constraint.high == 1 else []
                    held = [value for value in held if value in constraint.values]
                seen.update(held)
        return [value for value in self._speaker.domains[cell] if value in seen - {EMPTY}]


def _few(keeping: dict[Cell, set[Cell]], others: set[Cell]) -> tuple[list[Cell], set[Cell]]:
    """Few holders that keep a value out of most of the others, and those that remain."""
    holders: list[Cell] = []
    while keeping and others:
        best = max(keeping, key=lambda holder: len(keeping[holder] & others))
        if not keeping[best] & others:
            break
        holders.append(best)
        others = others - keeping.pop(best)
    return holders, others
