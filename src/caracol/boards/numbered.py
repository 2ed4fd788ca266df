"""Grids with a number printed in every cell, which is no clue but the board itself."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from ..phrases import say
from ..puzzle import Cell, Value, number_of
from ..reader import Reader
from ..shapes import Area, Drawing, Label, Tone
from ..shapes import Shape as Drawn
from .board import Contents, Entry, Line, Map, Style
from .grid import LETTERS, Grid

NUMBERS = "123456789" + LETTERS


@dataclass(frozen=True)
class Numbered:
    """A grid, and the numbers in its cells in reading order, each as the character it is written.

    The rows of numbers come first, then what is filled in, which may be left out if nothing is.
    """

    grid: Grid
    numbers: str = ""

    @property
    def blank(self) -> tuple[str, ...]:
        """Numbers to be written over: each row holds all of them, in order."""
        return (NUMBERS[: self.grid.width] * self.grid.height,)

    @cached_property
    def number_in(self) -> dict[Cell, str]:
        return dict(zip(self.grid.cells, self.numbers, strict=bool(self.numbers)))

    @property
    def domains(self) -> dict[Cell, tuple[Value, ...]]:
        return self.grid.domains

    @property
    def places(self) -> tuple[str, ...]:
        return self.grid.places

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.grid.lines

    @property
    def maps(self) -> dict[str, Map]:
        return {}  # turned, it would have other numbers

    def parse(self, reader: Reader) -> Contents:
        numbers = "".join(self._parse_numbers(reader, i) for i in range(self.grid.height))
        return Contents(self.grid.parse_if_any(reader), (numbers,))

    def _parse_numbers(self, reader: Reader, i: int) -> str:
        line = reader.take(f"row {i + 1} of {self.grid.height} of the numbers")
        words = line.characters()
        for word in words:
            if word.text not in NUMBERS:
                raise word.error("a number, 1 to 9 or a capital letter")
        if len(words) != self.grid.width:
            expected = number_of(self.grid.width, "number")
            raise line.error(f"expected {expected} in row {i + 1}, found {len(words)}")
        return "".join(word.text for word in words)

    def show(self, seen: Mapping[str, str]) -> str:
        return self.grid.show(self.number_in) + self.grid.show(seen)

    def draw(self, seen: Mapping[str, Entry], style: Style) -> Drawing:
        """The numbers stand on the ground of the cells, below what is filled in."""
        drawing = self.grid.draw(seen, style)
        first = len(self.grid.cells)
        grounds = map(self._described, drawing.shapes[:first])
        shapes = (*grounds, *self._draw_numbers(), *drawing.shapes[first:])
        return drawing._replace(shapes=shapes)

    def _described(self, shape: Drawn) -> Drawn:
        if not isinstance(shape, Area) or not self.numbers:
            return shape
        number = self.number_in[shape.cell]
        described = say("{cell}, number {n}", cell=shape.description, n=number)
        return shape._replace(description=described)

    def _draw_numbers(self) -> Iterator[Drawn]:
        for cell, number in self.number_in.items():
            yield Label(self.grid.middle(cell), number, 0.46, Tone.GIVEN)

    def with_numbers(self, numbers: Mapping[Cell, str]) -> "Numbered":
        return replace(self, numbers="".join(numbers[cell] for cell in self.grid.cells))
