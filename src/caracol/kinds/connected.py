"""Hanging together: one area of cells, of any form."""

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from ..puzzle import Cell, Fact, Value, Values
from .constraint import OTHER, Cells, Clause, Domains, cuts_of_few_boards
from .joining import Joining
from .lowering import Lowering


@dataclass(frozen=True)
class Connected:
    """Those of the cells that hold one of the values hang together, neighbour by neighbour.

    >>> row = Connected(("r1c1", "r1c2", "r1c3"), ("X",), (("r1c1", "r1c2"), ("r1c2", "r1c3")))
    >>> row.holds({"r1c1": "X", "r1c2": "X", "r1c3": "-"})
    True
    >>> row.holds({"r1c1": "X", "r1c2": "-", "r1c3": "X"})
    False
    """

    cost: ClassVar = OTHER
    topic: ClassVar = "connection"

    cells: Cells
    values: tuple[Value, ...]
    neighbours: tuple[tuple[Cell, Cell], ...]

    @property
    def is_plain(self) -> bool:
        return False

    @cached_property
    def _beside(self) -> dict[Cell, list[Cell]]:
        """The neighbours of each cell."""
        beside: dict[Cell, list[Cell]] = {cell: [] for cell in self.cells}
        for one, other in self.neighbours:
            beside[one].append(other)
            beside[other].append(one)
        return beside

    def holds(self, board: Values) -> bool:
        inside = [cell for cell in self.cells if board.get(cell) in self.values]
        if not inside:
            return True
        passable = {cell for cell in self.cells if cell not in board}.union(inside)
        reached = self._reached(inside[0], passable)
        return all(cell in reached for cell in inside)

    def _reached(self, start: Cell, passable: Collection[Cell]) -> set[Cell]:
        """The cells that hang together with one, going through these alone."""
        beside, reached, waiting = self._beside, {start}, [start]
        for cell in waiting:  # which grows meanwhile
            for other in beside[cell]:
                if other in passable and other not in reached:
                    reached.add(other)
                    waiting.append(other)
        return reached

    def cuts(self, board: Values) -> Iterator[Clause]:
        """For each area but the largest: a way out of it to that one is through its border."""
        *small, largest = sorted(self._areas(board), key=len) or [set()]
        for area in small:
            border = {other for cell in area for other in self._beside[cell]} - area
            far = min(largest)
            beyond = self._reached(far, {*self.cells} - border)
            yield (
                *(Fact(cell, board[cell], False) for cell in (min(area), far)),
                *(
                    Fact(cell, value)
                    for cell in self.cells
                    if cell in border and not beyond.isdisjoint(self._beside[cell])
                    for value in self.values
                ),
            )

    def _areas(self, board: Values) -> Iterator[set[Cell]]:
        left = {cell for cell in self.cells if board[cell] in self.values}
        for cell in self.cells:
            if cell in left:
                area = self._reached(cell, left)
                left -= area
                yield area

    def lower(self, out: Lowering) -> None:
        """Cells are joined to those before them, and leave once they have met all neighbours.

        One that leaves is joined to one that stays, if any that stays is inside as it is.
        """
        if out.postpone(self):
            return
        inside = {cell: self._inside(out, cell) for cell in self.cells}
        place = {cell: i for i, cell in enumerate(self.cells)}
        last_met = {c: max(place[o] for o in (c, *self._beside[c])) for c in self.cells}
        leaving = deque(sorted(self.cells, key=last_met.__getitem__))
        backwards = [*reversed(leaving)]
        any_left = out.any_so_far([inside[cell] for cell in backwards])
        stays = dict(zip(backwards, any_left, strict=True))
        joining = Joining(out)
        for cell in self.cells:
            for other in self._beside[cell]:
                if place[other] < place[cell]:
                    joining.join(other, cell, -out.one_of([-inside[other], -inside[cell]]))
            while leaving and last_met[leaving[0]] == place[cell]:
                gone = leaving.popleft()
                joined = joining.remove(gone)
                if leaving:
                    out.claim([-inside[gone], -stays[leaving[0]], *joined])

    def _inside(self, out: Lowering, cell: Cell) -> int:
        held = [literal for v, literal in out.literals[cell].items() if v in self.values]
        return out.one_of(held) if held else out.never()

    def distinguishes(self, _cell: Cell, one: Value, other: Value) -> bool:
        return (one in self.values) != (other in self.values)

    def moved(self, to: Mapping[Cell, Cell]) -> "Connected":
        pairs = tuple([(to[one], to[other]) for one, other in self.neighbours])
        return replace(self, cells=tuple([to[cell] for cell in self.cells]), neighbours=pairs)

    def direct(self, domains: Domains) -> Iterator[Clause] | None:
        return cuts_of_few_boards(self, domains)
