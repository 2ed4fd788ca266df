"""Grids with signs between neighbouring cells."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from ..puzzle import Cell, Clue, Value
from ..reader import Reader, TextLine, Word
from ..shapes import Drawing, Label, Point, Spot, Tone
from ..shapes import Shape as Drawn
from .board import UNKNOWN, Contents, Entry, Line, Map, Style
from .grid import Grid, cell, character


def between(one: Cell, other: Cell) -> str:
    """The place between two cells, the first of which is left of the other or above it."""
    return f"{one}-{other}"


@dataclass(frozen=True)
class Signed:
    """A grid with places for signs on the edges between cells."""

    grid: Grid
    signs: tuple[str, ...]

    @cached_property
    def edges(self) -> dict[str, tuple[Cell, Cell]]:
        """The two cells of each place for a sign."""
        return {between(*pair): pair for pair in self.grid.neighbours}

    @property
    def places(self) -> tuple[str, ...]:
        return (*self.grid.cells, *self.edges)

    @property
    def domains(self) -> dict[Cell, tuple[Value, ...]]:
        return self.grid.domains

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.grid.lines

    @cached_property
    def maps(self) -> dict[str, Map]:
        return {name: self._with_edges(to) for name, to in self.grid.maps.items()}

    def _with_edges(self, to: Map) -> Map:
        place_of = {frozenset(pair): place for place, pair in self.edges.items()}
        moved = {
            place: place_of[frozenset((to[one], to[other]))]
            for place, (one, other) in self.edges.items()
        }
        return {**to, **moved}

    def parse(self, reader: Reader) -> Contents:
        """Rows with signs between the cells, and under a row the signs below its cells, if any."""
        clues: list[Clue] = []
        for i in range(self.grid.height):
            line = reader.take(f"row {i + 1} of {self.grid.height}")
            cells, signs = self._split(i, line)
            clues += [*self.grid.parse_row(i, line, cells), *signs]
            if i + 1 < self.grid.height and self._are_signs_next(reader):
                clues += self._parse_below(i, reader.take("signs"), cells)
        return Contents(tuple(clues))

    def _split(self, i: int, line: TextLine) -> tuple[list[Word], list[Clue]]:
        """The cells of a row, and the signs between them."""
        cells: list[Word] = []
        signs: dict[int, Clue] = {}
        for word in line.characters():
            if word.text not in self.signs:
                cells.append(word)
                continue
            j = len(cells)
            if j in signs or not 0 < j < self.grid.width:
                raise word.error("a cell: a sign stands between two cells")
            signs[j] = Clue(between(cell(i, j - 1), cell(i, j)), word.text)
        return cells, [*signs.values()]

    def _are_signs_next(self, reader: Reader) -> bool:
        return bool(reader) and all(w.text in self.signs for w in reader.peek().characters())

    def _parse_below(self, i: int, line: TextLine, cells: list[Word]) -> Iterator[Clue]:
        columns = {word.column: j for j, word in enumerate(cells)}
        for word in line.characters():
            if word.column not in columns:
                raise word.error("a sign right below a cell")
            j = columns[word.column]
            yield Clue(between(cell(i, j), cell(i + 1, j)), word.text)

    def show(self, seen: Mapping[str, str]) -> str:
        """Cells two columns apart; a line under a row only where it has signs."""
        lines = []
        for row, below in zip(self.grid.row_cells, (*self.grid.row_cells[1:], ()), strict=True):
            texts = [character(seen.get(name, UNKNOWN)) for name in row]
            signs = [seen.get(between(*pair), " ") for pair in pairwise(row)]
            lines.append("".join(map("".join, zip(texts, (*signs, ""), strict=True))))
            down = [seen.get(between(*pair), " ") for pair in zip(row, below, strict=False)]
            lines.append(" ".join(down).rstrip())
        return "\n".join(filter(None, lines)) + "\n"

    def draw(self, seen: Mapping[str, Entry], style: Style) -> Drawing:
        inside = self.grid.draw(seen, style)
        return inside._replace(shapes=(*inside.shapes, *self._draw_signs(seen, style)))

    def _draw_signs(self, seen: Mapping[str, Entry], style: Style) -> Iterator[Drawn]:
        for place in self.edges:
            if place in seen:
                at, text = self._spot(place), seen[place].text
                yield Spot(at, 0.26, place)
                if text in style.glyphs:
                    yield from style.glyphs[text](at, Tone.GIVEN)
                else:
                    yield Label(at, text, 0.3, Tone.GIVEN)

    def _spot(self, place: str) -> Point:
        """The middle of the edge."""
        (a, b), (x, y) = map(self.grid.middle, self.edges[place])
        return (a + x) / 2, (b + y) / 2
