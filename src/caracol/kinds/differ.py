"""All different."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from ..puzzle import Cell, Fact, Value, Values
from .constraint import COUNTING, Cells, Clause, Domains
from .lowering import Literals, Lowering


@dataclass(frozen=True, slots=True)
class Differ:
    """No two of the cells hold the same value.

    >>> Differ(("r1c1", "r1c2", "r1c3")).holds({"r1c1": 1, "r1c3": 1})
    False
    """

    cost: ClassVar = COUNTING
    topic: ClassVar = "line"

    cells: Cells

    @property
    def is_plain(self) -> bool:
        return False

    def holds(self, board: Values) -> bool:
        found = set(map(board.get, self.cells))
        if None not in found:
            return len(found) == len(self.cells)
        held = [board[cell] for cell in self.cells if cell in board]
        return len(set(held)) == len(held)

    def lower(self, out: Lowering) -> None:
        if out.is_certain:
            for cell in self.cells:
                out.different.setdefault(cell, set()).add(self.cells)
        holders: dict[Value, Literals] = {}
        for cell in self.cells:
            for value, literal in out.literals[cell].items():
                holders.setdefault(value, []).append(literal)
        if len(holders) < len(self.cells):
            out.claim([])
        every = int(len(holders) == len(self.cells))  # value stands somewhere: it follows
        for literals in holders.values():
            out.count(literals, every, 1)

    def distinguishes(self, _cell: Cell, one: Value, other: Value) -> bool:
        return one != other

    def moved(self, to: Mapping[Cell, Cell]) -> "Differ":
        return Differ(tuple([to[cell] for cell in self.cells]))

    def direct(self, domains: Domains) -> Iterator[Clause]:
        for one, other in combinations(self.cells, 2):
            for value in domains[one]:
                if value in domains[other]:
                    yield Fact(one, value, False), Fact(other, value, False)
