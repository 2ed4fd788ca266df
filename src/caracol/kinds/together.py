"""Several constraints that people read as one thought."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar

from ..puzzle import Cell, Value, Values
from .constraint import OTHER, Cells, Clause, Constraint, Domains
from .lowering import Lowering


@dataclass(frozen=True, slots=True)
class Together:
    """All of the parts; the first is what it is about."""

    cost: ClassVar = OTHER

    parts: tuple[Constraint, ...]

    @property
    def topic(self) -> str:
        return self.parts[0].topic

    @property
    def cells(self) -> Cells:
        return tuple(dict.fromkeys(cell for part in self.parts for cell in part.cells))

    @property
    def is_plain(self) -> bool:
        return False

    def holds(self, board: Values) -> bool:
        return all(part.holds(board) for part in self.parts)

    def lower(self, out: Lowering) -> None:
        for part in self.parts:
            part.lower(out)

    def distinguishes(self, cell: Cell, one: Value, other: Value) -> bool:
        about = (part for part in self.parts if cell in part.cells)
        return any(part.distinguishes(cell, one, other) for part in about)

    def moved(self, to: Mapping[Cell, Cell]) -> "Together":
        return Together(tuple([part.moved(to) for part in self.parts]))

    def direct(self, domains: Domains) -> Iterator[Clause] | None:
        direct = [part.direct(domains) for part in self.parts]
        known = [clauses for clauses in direct if clauses is not None]
        return chain.from_iterable(known) if len(known) == len(direct) else None
