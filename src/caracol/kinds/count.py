"""Counting: how many of some cells hold one of some values."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, product
from typing import ClassVar

from ..puzzle import Cell, Fact, Value, Values
from .constraint import COUNTING, Cells, Clause, Domains
from .lowering import Lowering


@dataclass(frozen=True, slots=True)
class Count:
    """At least `low` and at most `high` of the cells hold one of the values.

    >>> two_stars = Count(("r1c1", "r1c2", "r1c3"), ("*",), 2, 2)
    >>> two_stars.holds({"r1c1": "*", "r1c2": "-"}), two_stars.holds({"r1c1": "-", "r1c2": "-"})
    (True, False)
    """

    cost: ClassVar = COUNTING
    topic: ClassVar = "line"

    cells: Cells
    values: tuple[Value, ...]
    low: int
    high: int

    @property
    def is_plain(self) -> bool:
        return len(self.values) == 1

    def holds(self, board: Values) -> bool:
        found = tuple(map(board.get, self.cells))
        hits = sum(map(found.count, self.values))
        return hits <= self.high and (hits >= self.low or hits + found.count(None) >= self.low)

    def lower(self, out: Lowering) -> None:
        if self.low == self.high == len(self.values) == 1 and out.is_certain:
            out.once.setdefault(self.cells, set()).update(self.values)
        out.count(out.holding(self.cells, self.values), self.low, self.high)

    def distinguishes(self, _cell: Cell, one: Value, other: Value) -> bool:
        return (one in self.values) != (other in self.values)

    def moved(self, to: Mapping[Cell, Cell]) -> "Count":
        return replace(self, cells=tuple([to[cell] for cell in self.cells]))

    def direct(self, domains: Domains) -> Iterator[Clause]:
        held = [
            [Fact(cell, value) for value in self.values if value in domains[cell]]
            for cell in self.cells
        ]
        for few in combinations(held, max(0, len(held) - self.low + 1)):
            yield tuple(fact for facts in few for fact in facts)
        for many in combinations(held, self.high + 1):
            for facts in product(*many):
                yield tuple(fact._replace(holds=False) for fact in facts)
