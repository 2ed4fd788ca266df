"""Grids divided into regions, with walls between these."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import count, groupby, islice, pairwise

from ..phrases import say
from ..puzzle import Cell, Value, number_of
from ..reader import Reader
from ..shapes import Drawing, Name, Point, Stroke
from .board import Contents, Entry, Line, Map, Style
from .grid import Grid

WALL = 0.06


@dataclass(frozen=True)
class Parted:
    """A grid, each cell of which belongs to at most one region."""

    grid: Grid
    regions: dict[str, Line]  # by what they are called for short

    @property
    def domains(self) -> dict[Cell, tuple[Value, ...]]:
        return self.grid.domains

    @property
    def places(self) -> tuple[str, ...]:
        return self.grid.places

    @property
    def lines(self) -> tuple[Line, ...]:
        """Rows, columns and regions."""
        return (*self.grid.lines, *self.regions.values())

    @cached_property
    def maps(self) -> dict[str, Map]:
        """Those of the grid that lead from regions to regions."""
        regions = {frozenset(region.cells) for region in self.regions.values()}
        return {
            name: to
            for name, to in self.grid.maps.items()
            if all(frozenset(map(to.__getitem__, region)) in regions for region in regions)
        }

    def parse(self, reader: Reader) -> Contents:
        return self.grid.parse(reader)

    def show(self, seen: Mapping[str, str]) -> str:
        return self.grid.show(seen)

    def draw(self, seen: Mapping[str, Entry], style: Style) -> Drawing:
        drawing = self.grid.draw(seen, replace(style, walls=style.walls or self.walls))
        return drawing._replace(names=(*drawing.names, *self._names()))

    def _names(self) -> Iterator[Name]:
        """On the wall above the first cell of each region."""
        for short, region in self.regions.items():
            x, y = self.grid.middle(region.cells[0])
            yield Name((x, y - 0.5), short, region.name)

    @cached_property
    def walls(self) -> tuple[Stroke, ...]:
        """The frame, and a line wherever neighbours belong to different regions."""
        number = {
            cell: i for i, region in enumerate(self.regions.values()) for cell in region.cells
        }
        columns = (column.cells for column in self.grid.columns)
        across = _between([*columns], number.get, lambda x, y: (x, y))
        down = _between([*self.grid.row_cells], number.get, lambda y, x: (x, y))
        return (self.grid.frame, *across, *down)


def _between(
    lines: list[tuple[Cell, ...]],
    region: Callable[[Cell], int | None],
    point: Callable[[int, int], Point],
) -> Iterator[Stroke]:
    """Walls between neighbouring lines, as long as possible."""
    for i, (one, other) in enumerate(pairwise(lines), start=1):
        apart = [region(a) != region(b) for a, b in zip(one, other, strict=True)]
        start = 0
        for is_wall, run in groupby(apart):
            end = start + len([*run])
            if is_wall:
                yield Stroke((point(i, start), point(i, end)), WALL)
            start = end


def boxes(grid: Grid, height: int, width: int) -> dict[str, Line]:
    """The grid in boxes, numbered in reading order."""
    corners = [(i, j) for i in range(0, grid.height, height) for j in range(0, grid.width, width)]
    return {
        f"b{n}": Line(say("box {n}", n=n), (*_box(grid.row_cells[i : i + height], j, j + width),))
        for n, (i, j) in enumerate(corners, start=1)
    }


def _box(rows: tuple[tuple[Cell, ...], ...], left: int, right: int) -> Iterator[Cell]:
    for row in rows:
        yield from row[left:right]


def letters(number: int) -> str:
    """That many letters, the capitals first."""
    return "".join(islice(filter(str.isalpha, map(chr, count(ord("A")))), number))


@dataclass(frozen=True)
class Lettered:
    """A grid and its regions, as many as it has rows, which stand before it as rows of letters.

    Cells with the same letter are a region. The letters are no clues but the board itself; a board
    without them can only parse and say what holds whatever the regions are.
    """

    grid: Grid
    per_line: int  # how many of a kind every row, column and region is to hold
    letters: tuple[str, ...] = ()

    @property
    def blank(self) -> tuple[str, ...]:
        """Regions to be written over: each row is one."""
        return tuple(letter * self.grid.width for letter in letters(self.grid.height))

    @cached_property
    def letter_of(self) -> dict[Cell, str]:
        rows = zip(self.grid.row_cells, self.letters, strict=bool(self.letters))
        return {cell: letter for row in rows for cell, letter in zip(*row, strict=True)}

    @cached_property
    def parted(self) -> Parted:
        regions: dict[str, list[Cell]] = {}
        for cell, letter in self.letter_of.items():
            regions.setdefault(letter, []).append(cell)
        return Parted(
            self.grid,
            {
                letter: Line(say("region {letter}", letter=letter), tuple(regions[letter]))
                for letter in sorted(regions)
            },
        )

    @property
    def domains(self) -> dict[Cell, tuple[Value, ...]]:
        return self.grid.domains

    @property
    def places(self) -> tuple[str, ...]:
        return self.grid.places

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.parted.lines

    @property
    def maps(self) -> dict[str, Map]:
        return self.parted.maps

    def parse(self, reader: Reader) -> Contents:
        """Rows of letters, then the board, which may be left out."""
        number = self.grid.height
        rows = tuple([self._parse_letters(reader, i) for i in range(number)])
        regions = len({*"".join(rows)})
        if regions != number:
            reason = f"expected {number_of(number, 'region')}, as many as rows, found {regions}"
            raise reader.last.error(reason)
        return Contents(self.grid.parse_if_any(reader), rows)

    def _parse_letters(self, reader: Reader, i: int) -> str:
        line = reader.take(f"row {i + 1} of {self.grid.height} of the regions")
        words = line.characters()
        for word in words:
            if not word.text.isalpha():
                raise word.error("a letter")
        if len(words) != self.grid.width:
            expected = number_of(self.grid.width, "letter")
            raise line.error(f"expected {expected} in row {i + 1}, found {len(words)}")
        return "".join([word.text for word in words])

    def show(self, seen: Mapping[str, str]) -> str:
        return "".join([f"{row}\n" for row in self.letters]) + self.grid.show(seen)

    def draw(self, seen: Mapping[str, Entry], style: Style) -> Drawing:
        return self.parted.draw(seen, style)
