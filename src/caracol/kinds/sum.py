"""Linear sums."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, product
from operator import getitem
from typing import ClassVar, cast

from ..puzzle import Cell, Fact, Value, Values
from .constraint import OTHER, Cells, Clause, Domains
from .lowering import Lowering


@dataclass(frozen=True, slots=True)
class Sum:
    """The weights of the cells' values sum to the total.

    A value's weight is itself, or, where `weights` are given, that of value v of cell i is
    `weights[i][v]`. A cell may stand in the sum more than once.

    >>> Sum(("r1c1", "r1c2", "r2c1"), 12).holds({"r1c1": 3, "r1c2": 4, "r2c1": 5})
    True
    """

    cost: ClassVar = OTHER
    topic: ClassVar = "sum"

    cells: Cells
    total: int
    weights: tuple[tuple[int, ...], ...] = ()

    @property
    def is_plain(self) -> bool:
        return len(self.cells) == 2

    def weight(self, i: int, value: Value | None) -> int:
        assert isinstance(value, int), "only numbers can be summed"
        return self.weights[i][value] if self.weights else value

    def weights_of(self, i: int, values: Iterable[Value]) -> Iterable[int]:
        """The weight of each of these values of a cell."""
        numbers = cast("Iterable[int]", values)
        return map(self.weights[i].__getitem__, numbers) if self.weights else numbers

    def holds(self, board: Values) -> bool:
        found = [board.get(cell) for cell in self.cells]
        if None in found:
            return True
        numbers = cast("list[int]", found)
        return sum(map(getitem, self.weights, numbers) if self.weights else numbers) == self.total

    def lower(self, out: Lowering) -> None:
        groups = [
            dict(zip(held.values(), self.weights_of(i, held), strict=True))
            for i, held in enumerate(map(out.literals.__getitem__, self.cells))
        ]
        out.total(groups, self.total, distinct=not self.weights and self._all_differ(out))

    def _all_differ(self, out: Lowering) -> bool:
        """Whether every two of the cells stand on a line of different values."""
        lines = (out.different.get(cell, set()) for cell in self.cells)
        are_different_cells = len({*self.cells}) == len(self.cells)
        return are_different_cells and all(one & other for one, other in combinations(lines, 2))

    def distinguishes(self, cell: Cell, one: Value, other: Value) -> bool:
        return any(
            at == cell and self.weight(i, one) != self.weight(i, other)
            for i, at in enumerate(self.cells)
        )

    def moved(self, to: Mapping[Cell, Cell]) -> "Sum":
        return replace(self, cells=tuple([to[cell] for cell in self.cells]))

    def direct(self, domains: Domains) -> Iterator[Clause]:
        if len(self.cells) == 2:
            yield from self._leaving(1, 0, domains)
            yield from self._leaving(0, 1, domains)
            return
        *cells, last = self.cells
        fitting = self._by_weight(len(cells), domains[last])
        for values in product(*(domains[cell] for cell in cells)):
            rest = self.total - sum(map(self.weight, range(len(cells)), values))
            seen = (Fact(cell, value, False) for cell, value in zip(cells, values, strict=True))
            yield (*seen, *fitting.get(rest, ()))

    def _leaving(self, one: int, other: int, domains: Domains) -> Iterator[Clause]:
        """What each value of one cell of two leaves to the other."""
        here = self.cells[one]
        fitting = self._by_weight(other, domains[self.cells[other]])
        for value in domains[here]:
            rest = self.total - self.weight(one, value)
            yield (Fact(here, value, False), *fitting.get(rest, ()))

    def _by_weight(self, i: int, values: Iterable[Value]) -> dict[int, list[Fact]]:
        found: dict[int, list[Fact]] = {}
        for value in values:
            found.setdefault(self.weight(i, value), []).append(Fact(self.cells[i], value))
        return found
