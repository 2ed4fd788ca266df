"""Two lines that are not the same."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import ClassVar

from ..puzzle import Cell, Fact, Value, Values
from .constraint import OTHER, Cells, Clause, Domains
from .lowering import Lowering

# The direct encoding is given up beyond that many clauses.
MOST_DIRECT = 20_000


@dataclass(frozen=True, slots=True)
class Unlike:
    """Cell by cell, the two lines do not hold the same values; they have no cell in common.

    >>> lines = Unlike(("r1c1", "r1c2"), ("r2c1", "r2c2"))
    >>> lines.holds({"r1c1": 0, "r1c2": 1, "r2c1": 0, "r2c2": 1})
    False
    """

    cost: ClassVar = OTHER
    topic: ClassVar = "likeness"

    one: Cells
    other: Cells

    @property
    def cells(self) -> Cells:
        return self.one + self.other

    @property
    def is_plain(self) -> bool:
        return True

    def holds(self, board: Values) -> bool:
        pairs = zip(map(board.get, self.one), map(board.get, self.other), strict=True)
        return any(a is None or b is None or a != b for a, b in pairs)

    def lower(self, out: Lowering) -> None:
        """One of the pairs of cells differs; whether it does is defined for each pair."""
        out.claim([_differs(out, a, b) for a, b in zip(self.one, self.other, strict=True)])

    def distinguishes(self, _cell: Cell, one: Value, other: Value) -> bool:
        return one != other

    def moved(self, to: Mapping[Cell, Cell]) -> "Unlike":
        one, other = (tuple([to[cell] for cell in line]) for line in (self.one, self.other))
        return Unlike(one, other)

    def direct(self, domains: Domains) -> Iterator[Clause] | None:
        shared = [
            [value for value in domains[a] if value in domains[b]]
            for a, b in zip(self.one, self.other, strict=True)
        ]
        if prod(map(len, shared)) > MOST_DIRECT:
            return None
        return (
            tuple(
                fact
                for a, b, value in zip(self.one, self.other, values, strict=True)
                for fact in (Fact(a, value, False), Fact(b, value, False))
            )
            for values in product(*shared)
        )


def _differs(out: Lowering, one: Cell, other: Cell) -> int:
    """A literal that says that two cells hold different values."""
    key = ("differs", one, other)
    if key not in out.helpers:
        out.helpers[key] = helper = out.new()
        here, there = out.literals[one], out.literals[other]
        for value, literal in here.items():
            if value in there:
                out.define((-helper, -literal, -there[value]), (helper, -literal, there[value]))
            else:
                out.define((helper, -literal))
    return out.helpers[key]
