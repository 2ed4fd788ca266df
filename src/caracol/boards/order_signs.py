"""Grids with signs between neighbouring cells that say which of the two is smaller."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from ..puzzle import Cell, Clue, Value
from ..reader import Reader
from ..shapes import Drawing, Label, Spot
from ..shapes import Shape as Drawn
from .board import Contents, Entry, Line, Map, Style
from .grid import Grid
from .signs import Signed, between

# What is written between cells side by side, and under a cell: the first or the second is smaller.
ACROSS, DOWN = ("<", ">"), ("^", "v")
SMALLER = "<"
DRAWN = {"<": "<", ">": ">", "^": "∧", "v": "∨"}
# How far from the smaller cell to the other one a place lies.
NEARER = 0.38


@dataclass(frozen=True)
class Ordered:
    """A grid with places for signs between cells: one where either of the two is the smaller.

    So a place is named by its cells, the smaller one first (r1c2<r1c1), and is turned and mirrored
    with them; all signs are the same.
    """

    grid: Grid

    @cached_property
    def pairs(self) -> dict[str, tuple[Cell, Cell]]:
        """The two cells of each place for a sign, the smaller one first."""
        both = (pair for edge in self.grid.neighbours for pair in (edge, edge[::-1]))
        return {SMALLER.join(pair): pair for pair in both}

    @cached_property
    def _written(self) -> dict[str, Clue]:
        """How each sign is written, at which place of a grid with signs."""
        return {
            SMALLER.join(pair): Clue(between(*edge), sign)
            for edges, signs in ((self.grid.rows, ACROSS), (self.grid.columns, DOWN))
            for line in edges
            for edge in pairwise(line.cells)
            for pair, sign in zip((edge, edge[::-1]), signs, strict=True)
        }

    @cached_property
    def _signed(self) -> Signed:
        return Signed(self.grid, ACROSS, DOWN)

    @property
    def places(self) -> tuple[str, ...]:
        return (*self.grid.cells, *self.pairs)

    @property
    def domains(self) -> dict[Cell, tuple[Value, ...]]:
        return self.grid.domains

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.grid.lines

    @cached_property
    def maps(self) -> dict[str, Map]:
        return {
            name: {**to, **{p: SMALLER.join((to[a], to[b])) for p, (a, b) in self.pairs.items()}}
            for name, to in self.grid.maps.items()
        }

    def parse(self, reader: Reader) -> Contents:
        """As a grid with signs."""
        places = {clue: place for place, clue in self._written.items()}
        found = self._signed.parse(reader).clues
        return Contents(tuple([Clue(places[c], SMALLER) if c in places else c for c in found]))

    def show(self, seen: Mapping[str, str]) -> str:
        written = self._written
        signs = dict(written[place] for place in seen if place in written)
        return self._signed.show({**seen, **signs})

    def draw(self, seen: Mapping[str, Entry], style: Style) -> Drawing:
        inside = self.grid.draw(seen, style)
        return inside._replace(shapes=(*inside.shapes, *self._draw_signs(seen)))

    def _draw_signs(self, seen: Mapping[str, Entry]) -> Iterator[Drawn]:
        for place, pair in self.pairs.items():
            if place in seen:
                (a, b), (x, y) = map(self.grid.middle, pair)
                # Nearer to the smaller cell, so that the two places of an edge are apart.
                yield Spot((a + (x - a) * NEARER, b + (y - b) * NEARER), 0.17, place)
                yield Label(((a + x) / 2, (b + y) / 2), DRAWN[self._written[place].value], 0.34)
