"""Lattices of square cells whose edges are filled in, with clues in the cells between them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise, zip_longest

from ..phrases import Phrase, say
from ..puzzle import Cell, Clue, Value, number_of
from ..reader import Reader, TextLine
from ..shapes import Area, Disc, Drawing, Label, Point, Spot, Stroke, Tone
from ..shapes import Shape as Drawn
from .board import UNKNOWN, Contents, Entry, Line, Map, Style, any_of
from .grid import Grid

ON, OFF = "on", "off"
ACROSS, DOWN, CROSSED, CORNER = "-", "|", "x", "+"
# How far to both sides an edge reaches on the page.
REACH = 0.2


def called(edge: Cell) -> Phrase:
    """
    >>> str(called("left_r1c2"))
    'the edge left of r1c2'
    """
    side, _, cell = edge.partition("_")
    return say(NAMES[side], cell=cell)


NAMES = {
    "above": "the edge above {cell}",
    "below": "the edge below {cell}",
    "left": "the edge left of {cell}",
    "right": "the edge right of {cell}",
}
# Several edges of a cell, by what one is called.
SIDES = {
    "the edge above {cell}": "above{edges}",
    "the edge below {cell}": "below{edges}",
    "the edge left of {cell}": "left of{edges}",
    "the edge right of {cell}": "right of{edges}",
}
AROUND = "the edges {sides} {cell}"
PLURALS = {
    "the edge above {cell}": "the edges above {cells}",
    "the edge below {cell}": "the edges below {cells}",
    "the edge left of {cell}": "the edges left of {cells}",
    "the edge right of {cell}": "the edges right of {cells}",
}


def is_across(edge: Cell) -> bool:
    return edge.startswith(("above", "below"))


@dataclass(frozen=True)
class Edges:
    """The edges of a grid's cells, which are on or off, and places for clues in the cells."""

    grid: Grid  # its values are the clues

    @property
    def width(self) -> int:
        return self.grid.width

    @property
    def height(self) -> int:
        return self.grid.height

    @cached_property
    def _rows(self) -> tuple[tuple[Cell, ...], ...]:
        """Edges as they are written: a row across, a row down, and so on, the last across."""
        rows: list[tuple[Cell, ...]] = []
        for row in self.grid.row_cells:
            rows.append(tuple([f"above_{cell}" for cell in row]))
            rows.append((*(f"left_{cell}" for cell in row), f"right_{row[-1]}"))
        return (*rows, tuple([f"below_{cell}" for cell in self.grid.row_cells[-1]]))

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        return tuple([edge for row in self._rows for edge in row])

    @property
    def places(self) -> tuple[str, ...]:
        return (*self.grid.cells, *self.cells)

    @property
    def domains(self) -> dict[Cell, tuple[Value, ...]]:
        return dict.fromkeys(self.cells, (OFF, ON))

    @property
    def lines(self) -> tuple[Line, ...]:
        return ()

    @cached_property
    def _corners(self) -> Grid:
        """Corners have names like cells: that of the cell below and right of them, if any."""
        return Grid(self.width + 1, self.height + 1, ())

    @cached_property
    def ends(self) -> dict[Cell, tuple[str, str]]:
        """The two corners that each edge joins."""
        rows = self._corners.row_cells
        across = (pairwise(row) for row in rows)
        down = (zip(*pair, strict=True) for pair in pairwise(rows))
        every = chain.from_iterable(zip_longest(across, down, fillvalue=()))
        return dict(zip(self.cells, chain.from_iterable(every), strict=True))

    @cached_property
    def around(self) -> dict[str, tuple[Cell, ...]]:
        """The edges of each cell: above, below, left, right."""
        found: dict[str, tuple[Cell, ...]] = {}
        for i, row in enumerate(self.grid.row_cells):
            above, beside, below = self._rows[2 * i : 2 * i + 3]
            edges = zip(above, below, beside, beside[1:], strict=False)
            found |= dict(zip(row, edges, strict=True))
        return found

    @cached_property
    def meeting(self) -> dict[str, tuple[Cell, ...]]:
        """The edges that meet at each corner."""
        found: dict[str, list[Cell]] = {}
        for edge, corners in self.ends.items():
            for corner in corners:
                found.setdefault(corner, []).append(edge)
        return {corner: tuple(edges) for corner, edges in found.items()}

    @cached_property
    def maps(self) -> dict[str, Map]:
        """Those of the grid: an edge goes with its corners."""
        edge_of = {frozenset(ends): edge for edge, ends in self.ends.items()}
        maps: dict[str, Map] = {}
        for name, to in self.grid.maps.items():
            corner = self._corners.maps[name]
            edges = {
                e: edge_of[frozenset((corner[a], corner[b]))] for e, (a, b) in self.ends.items()
            }
            maps[name] = {**to, **edges}
        return maps

    def corner(self, name: str) -> Phrase:
        """What a corner is called, by a cell that has it."""
        row, column = (int(n) for n in name.removeprefix("r").split("c"))
        template = CORNERS[row > self.height, column > self.width]
        cell = f"r{min(row, self.height)}c{min(column, self.width)}"
        return say(template, cell=cell)

    def parse(self, reader: Reader) -> Contents:
        """Rows of clues, then the edges, which may be left out if none is known."""
        clues = [*self.grid.parse(reader).clues]
        if reader and reader.peek().characters()[0].text in (CORNER, ACROSS, CROSSED, UNKNOWN):
            for i, row in enumerate(self._rows):
                line = reader.take(f"line {i + 1} of {len(self._rows)} of the edges")
                clues += _parse_edges(line, row)
        return Contents(tuple(clues))

    def show(self, seen: Mapping[str, str]) -> str:
        lines = [self.grid.show(seen)]
        for row in self._rows:
            mark = ACROSS if is_across(row[0]) else DOWN
            shown = {ON: mark, OFF: CROSSED}
            texts = [shown.get(seen.get(edge, ""), UNKNOWN) for edge in row]
            line = CORNER.join(["", *texts, ""]) if mark == ACROSS else " ".join(texts)
            lines.append(line + "\n")
        return "".join(lines)

    def draw(self, seen: Mapping[str, Entry], style: Style) -> Drawing:
        """Dots at the corners, and what is filled in on the edges between them."""
        width, height = self.width + 1, self.height + 1
        page = (0, 0), (width, 0), (width, height), (0, height)
        shapes = [Area(page, Tone.PAPER), *self._grounds(seen, style)]
        shapes += (Disc(self._point(corner), 0.06, Tone.WALL) for corner in self._corners.cells)
        for cell in self.grid.cells:
            if cell in seen:
                x, y = self.grid.middle(cell)
                at = x + 0.5, y + 0.5
                shapes += Spot(at, 0.3, cell), Label(at, seen[cell].text, 0.46, Tone.GIVEN)
        for edge in self.cells:
            if edge in seen:
                shapes += self._entry(edge, seen[edge], style)
        description = say(
            "A board of {height} rows and {width} columns.", height=self.height, width=self.width
        )
        names = (*self.grid.row_names, *self.grid.column_names)
        beside = tuple(name._replace(at=(name.at[0] + 0.5, name.at[1] + 0.5)) for name in names)
        return Drawing(width, height, "", description, tuple(shapes), names=beside)

    def _grounds(self, seen: Mapping[str, Entry], style: Style) -> Iterator[Drawn]:
        for edge in self.cells:
            tone, description = Tone.OPEN, say("{cell}: open", cell=called(edge))
            if edge in seen:
                value = style.called(seen[edge].text)
                tone = Tone.PAPER
                description = say("{cell}: {value}", cell=called(edge), value=value)
            yield Area(self._outline(edge), tone, edge, description)

    def _entry(self, edge: Cell, entry: Entry, style: Style) -> Iterator[Drawn]:
        """What is drawn across on an edge across is turned on the others."""
        middle = self._middle(edge)
        tone = Tone.GIVEN if entry.is_given else Tone.FOUND
        for shape in style.glyphs[entry.text](middle, tone):
            yield shape if is_across(edge) else _turned(shape, middle)

    def _outline(self, edge: Cell) -> tuple[Point, ...]:
        """A narrow ground from corner to corner."""
        x, y = self._middle(edge)
        half, near = 0.5, 0.5 - REACH
        ways = (
            (-half, 0),
            (-near, -REACH),
            (near, -REACH),
            (half, 0),
            (near, REACH),
            (-near, REACH),
        )
        return tuple((x + a, y + b) if is_across(edge) else (x + b, y + a) for a, b in ways)

    def _middle(self, edge: Cell) -> Point:
        (a, b), (x, y) = map(self._point, self.ends[edge])
        return (a + x) / 2, (b + y) / 2

    def _point(self, corner: str) -> Point:
        """There is room for half a cell around the board, so that it is the middle of a cell."""
        return self._corners.middle(corner)


def _turned(shape: Drawn, at: Point) -> Drawn:
    """A stroke a quarter of a turn around a point; nothing else changes by that."""
    if not isinstance(shape, Stroke):
        return shape
    x, y = at
    return shape._replace(points=tuple((x + b - y, y + a - x) for a, b in shape.points))


CORNERS = {
    (False, False): "{cell}'s upper left corner",
    (False, True): "{cell}'s upper right corner",
    (True, False): "{cell}'s lower left corner",
    (True, True): "{cell}'s lower right corner",
}


def _parse_edges(line: TextLine, row: tuple[Cell, ...]) -> Iterator[Clue]:
    mark = ACROSS if is_across(row[0]) else DOWN
    words = [word for word in line.characters() if word.text != CORNER]
    for edge, word in zip(row, words, strict=False):
        if word.text in (mark, CROSSED):
            yield Clue(edge, OFF if word.text == CROSSED else ON)
        elif word.text != UNKNOWN:
            raise word.error(any_of((mark, CROSSED)))
    if len(words) != len(row):
        raise line.error(f"expected {number_of(len(row), 'edge')}, found {len(words)}")
