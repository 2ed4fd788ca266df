"""A cell holds a value."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from ..puzzle import Cell, Fact, Value, Values
from .constraint import OTHER, Cells, Clause, Domains

if TYPE_CHECKING:
    from .lowering import Lowering


@dataclass(frozen=True, slots=True)
class Is:
    """The cell holds the value.

    >>> Is("r1c1", 3).holds({"r1c1": 4}), Is("r1c1", 3).holds({})
    (False, True)
    """

    cost: ClassVar = OTHER
    topic: ClassVar = "line"

    cell: Cell
    value: Value

    @property
    def cells(self) -> Cells:
        return (self.cell,)

    @property
    def is_plain(self) -> bool:
        return True

    def holds(self, board: Values) -> bool:
        return board.get(self.cell, self.value) == self.value

    def lower(self, out: "Lowering") -> None:
        out.claim([out.held(self.cell, self.value)])

    def distinguishes(self, cell: Cell, one: Value, other: Value) -> bool:
        return cell == self.cell and (one == self.value) != (other == self.value)

    def moved(self, to: Mapping[Cell, Cell]) -> "Is":
        return Is(to[self.cell], self.value)

    def direct(self, domains: Domains) -> Iterator[Clause]:
        known = self.value in domains[self.cell]
        yield (Fact(self.cell, self.value),) if known else ()
