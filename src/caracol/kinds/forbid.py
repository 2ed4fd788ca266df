"""Forbidden combinations."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from ..puzzle import Cell, Fact, Value, Values
from .constraint import OTHER, Cells, Clause, Domains
from .lowering import Lowering


@dataclass(frozen=True, slots=True)
class Forbid:
    """The cells hold none of these combinations of values together.

    >>> not_both = Forbid(("r1c1", "r1c2"), frozenset({("*", "*")}))
    >>> not_both.holds({"r1c1": "*", "r1c2": "-"}), not_both.holds({"r1c1": "*", "r1c2": "*"})
    (True, False)
    """

    cost: ClassVar = OTHER
    topic: ClassVar = "combination"

    cells: Cells
    combinations: frozenset[tuple[Value, ...]]

    @property
    def is_plain(self) -> bool:
        return False

    def holds(self, board: Values) -> bool:
        found = tuple(map(board.get, self.cells))
        return None in found or found not in self.combinations

    def lower(self, out: Lowering) -> None:
        literals = [out.literals[cell] for cell in self.cells]
        out.claim_all(
            [
                [-held[value] for held, value in zip(literals, values, strict=True)]
                for values in self._possible(out.literals)
            ]
        )

    def distinguishes(self, cell: Cell, one: Value, other: Value) -> bool:
        return self._with(cell, one) != self._with(cell, other)

    def _with(self, cell: Cell, value: Value) -> set[tuple[Value, ...]]:
        """What the other cells must not hold, if this cell holds the value."""
        return {
            tuple(held for at, held in zip(self.cells, values, strict=True) if at != cell)
            for values in self.combinations
            if all(held == value for at, held in zip(self.cells, values, strict=True) if at == cell)
        }

    def moved(self, to: Mapping[Cell, Cell]) -> "Forbid":
        return replace(self, cells=tuple([to[cell] for cell in self.cells]))

    def direct(self, domains: Domains) -> Iterator[Clause]:
        for values in self._possible(domains):
            cells = zip(self.cells, values, strict=True)
            yield tuple(Fact(cell, value, False) for cell, value in cells)

    def _possible(self, domains: Mapping[Cell, Collection[Value]]) -> list[tuple[Value, ...]]:
        """Those combinations that the cells could hold, in an order that depends on them alone."""
        held = [domains[cell] for cell in self.cells]
        return sorted(
            (
                values
                for values in self.combinations
                if all(value in domain for value, domain in zip(values, held, strict=True))
            ),
            key=lambda values: [*map(str, values)],
        )
