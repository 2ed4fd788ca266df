"""Grids of square cells: rows of single characters, and pictures with lines between the cells."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from ..phrases import say
from ..puzzle import Cell, Clue, Value, number_of
from ..reader import Reader, TextLine, Word
from ..shapes import Area, Drawing, Label, Name, Point, Stroke, Tone, square
from ..shapes import Shape as Drawn
from .board import EMPTY, UNKNOWN, Contents, Entry, Line, Map, Style, any_of
from .glyphs import cross

# Numbers from 10 on are written as letters where each cell is one character.
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def cell(row: int, column: int) -> Cell:
    return f"r{row + 1}c{column + 1}"


@dataclass(frozen=True)
class Grid:
    """Rows and columns of cells that all have the same possible values."""

    width: int
    height: int
    values: tuple[Value, ...]

    @cached_property
    def row_cells(self) -> tuple[tuple[Cell, ...], ...]:
        columns = range(self.width)
        return tuple([tuple([cell(i, j) for j in columns]) for i in range(self.height)])

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        return tuple([name for row in self.row_cells for name in row])

    @property
    def places(self) -> tuple[str, ...]:
        return self.cells

    @property
    def domains(self) -> dict[Cell, tuple[Value, ...]]:
        return dict.fromkeys(self.cells, self.values)

    @cached_property
    def rows(self) -> tuple[Line, ...]:
        return tuple(Line(say("row {n}", n=i), row) for i, row in enumerate(self.row_cells, 1))

    @cached_property
    def columns(self) -> tuple[Line, ...]:
        columns = enumerate(zip(*self.row_cells, strict=True), start=1)
        return tuple(Line(say("column {n}", n=j), column) for j, column in columns)

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.rows + self.columns

    @cached_property
    def neighbours(self) -> tuple[tuple[Cell, Cell], ...]:
        """Cells that share an edge, those side by side first."""
        return tuple([pair for line in self.lines for pair in pairwise(line.cells)])

    @cached_property
    def maps(self) -> dict[str, Map]:
        """Half a turn, left and right exchanged, and on a square a quarter of a turn."""
        bottom, right = self.height - 1, self.width - 1
        maps = {
            "rotate": self._moved(lambda i, j: (bottom - i, right - j)),
            "mirror": self._moved(lambda i, j: (i, right - j)),
        }
        if self.width == self.height:
            maps["turn"] = self._moved(lambda i, j: (j, right - i))
        return maps

    def _moved(self, move: Callable[[int, int], tuple[int, int]]) -> Map:
        return {
            name: cell(*move(i, j))
            for i, row in enumerate(self.row_cells)
            for j, name in enumerate(row)
        }

    @cached_property
    def _by_character(self) -> dict[str, str]:
        """What is given by the character that it is written as."""
        return {character(str(value)): str(value) for value in self.values}

    def parse(self, reader: Reader) -> Contents:
        """Each character is a cell, spaces are free."""
        clues: list[Clue] = []
        for i in range(self.height):
            line = reader.take(f"row {i + 1} of {self.height}")
            clues += self.parse_row(i, line, line.characters())
        return Contents(tuple(clues))

    def parse_row(self, i: int, line: TextLine, characters: list[Word]) -> Iterator[Clue]:
        known = self._by_character
        for j, word in enumerate(characters):
            if word.text in known:
                yield Clue(cell(i, j), known[word.text])
            elif word.text != UNKNOWN:
                raise word.error(any_of(known))
        if len(characters) != self.width:
            expected = number_of(self.width, "cell")
            raise line.error(f"expected {expected} in row {i + 1}, found {len(characters)}")

    def show(self, seen: Mapping[str, str]) -> str:
        shown = [seen.get(place, UNKNOWN) for place in self.cells]
        if any(len(text) > 1 for text in shown):
            shown = [*map(character, shown)]
        return self._form % tuple(shown)

    @cached_property
    def _form(self) -> str:
        """How to set out what all cells hold."""
        return ("%s" * self.width + "\n") * self.height

    def draw(self, seen: Mapping[str, Entry], style: Style) -> Drawing:
        """Cells with lines between them; other walls than the frame leave only fine lines."""
        walls = style.walls or (self.frame,)
        shapes = [*self.draw_cells(seen, style), *walls]
        height = float(self.height)
        if style.note:
            shapes.append(Label((self.width / 2, height + 0.45), style.note, 0.26, Tone.FAINT))
            height += 0.7
        description = say(
            "A board of {height} rows and {width} columns.", height=self.height, width=self.width
        )
        names = (*self.row_names, *self.column_names)
        return Drawing(self.width, height, "", description, tuple(shapes), names=names)

    @property
    def row_names(self) -> tuple[Name, ...]:
        """Left of the rows."""
        rows = enumerate(self.rows)
        return tuple(Name((-0.5, i + 0.5), f"r{i + 1}", line.name) for i, line in rows)

    @property
    def column_names(self) -> tuple[Name, ...]:
        """Above the columns."""
        columns = enumerate(self.columns)
        return tuple(Name((j + 0.5, -0.4), f"c{j + 1}", line.name) for j, line in columns)

    @property
    def frame(self) -> Stroke:
        right, bottom = self.width, self.height
        return Stroke(((0, 0), (right, 0), (right, bottom), (0, bottom), (0, 0)), 0.08)

    def draw_cells(self, seen: Mapping[str, Entry], style: Style) -> Iterator[Drawn]:
        """The cells, the thin lines between them, and what stands in them."""
        for i, row in enumerate(self.row_cells):
            for j, name in enumerate(row):
                tone, description = Tone.OPEN, say("{cell}: open", cell=name)
                if name in seen:
                    value = style.called(seen[name].text)
                    tone, description = Tone.PAPER, say("{cell}: {value}", cell=name, value=value)
                yield Area(square(j, i), tone, name, description)
        fine = bool(style.walls)
        for i in range(1, max(self.width, self.height)):
            if i < self.width:
                yield Stroke(((i, 0), (i, self.height)), 0.02, Tone.THIN, fine=fine)
            if i < self.height:
                yield Stroke(((0, i), (self.width, i)), 0.02, Tone.THIN, fine=fine)
        cells = {*self.cells}
        filled = [name for name in seen if name in cells]
        for name in filled:
            yield from self._entry(name, seen[name], style, len(filled) == len(self.cells))

    def _entry(self, name: Cell, entry: Entry, style: Style, is_full: bool) -> Iterator[Drawn]:
        """What stands in a cell; one found to be empty looks so unless others are still open."""
        at, tone = self.middle(name), Tone.GIVEN if entry.is_given else Tone.FOUND
        if entry.text in style.glyphs:
            yield from style.glyphs[entry.text](at, tone)
        elif entry.text != EMPTY:
            yield Label(at, entry.text, 0.46, tone)
        elif entry.is_given:
            yield from cross(at, tone)
        elif not is_full:
            yield Label(at, "–", 0.3, Tone.FAINT)

    def middle(self, name: Cell) -> Point:
        row, _, column = name.removeprefix("r").partition("c")
        return int(column) - 0.5, int(row) - 0.5


def character(text: str) -> str:
    """What is written for a value where each is one character.

    >>> character("9"), character("10")
    ('9', 'A')
    """
    return text if len(text) == 1 else LETTERS[int(text) - 10]
