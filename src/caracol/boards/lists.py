"""Grids with lists of numbers for rows and columns: what the lines hold, in order."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ..puzzle import Cell, Clue, Value
from ..reader import Reader, TextLine
from ..shapes import Drawing, Label, Spot, Stroke, shifted
from ..shapes import Shape as Drawn
from .board import UNKNOWN, Contents, Entry, Line, Map, Style
from .frame import ABOVE, LEFT
from .grid import Grid, cell

LARGEST = 999
NONE = "0"
# How far apart the numbers of a list stand: across, the more so if some have two digits; and down.
ACROSS, WIDE, DOWN = 0.5, 0.75, 0.5
FIVE = 5


@dataclass(frozen=True)
class Listed:
    """A grid with places for a list on the left of each row and above each column.

    A list is one clue, its numbers with spaces between: "2 1", or "0" where there are none.
    """

    grid: Grid

    @cached_property
    def described(self) -> dict[str, Line]:
        """The line that is described at each place, from the left or from above."""
        sides = ((LEFT, self.grid.rows), (ABOVE, self.grid.columns))
        return {f"{side}{i}": line for side, ls in sides for i, line in enumerate(ls, start=1)}

    @property
    def places(self) -> tuple[str, ...]:
        return (*self.described, *self.grid.cells)

    @property
    def domains(self) -> dict[Cell, tuple[Value, ...]]:
        return self.grid.domains

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.grid.lines

    @cached_property
    def maps(self) -> dict[str, Map]:
        """Rows and columns of a square exchanged: all else would reverse the lists."""
        if self.grid.width != self.grid.height:
            return {}
        numbers = range(1, self.grid.width + 1)
        lists = {f"{LEFT}{i}": f"{ABOVE}{i}" for i in numbers}
        lists |= {above: left for left, above in lists.items()}
        cells = {
            name: cell(j, i)
            for i, row in enumerate(self.grid.row_cells)
            for j, name in enumerate(row)
        }
        return {"transpose": lists | cells}

    def rotated(self, clue: Clue) -> Clue:
        """The clue on a board that is turned by half a turn."""
        line = self.described.get(clue.place)
        if not line:
            return clue._replace(place=self.grid.maps["rotate"][clue.place])
        side = LEFT if clue.place.startswith(LEFT) else ABOVE
        last = self.grid.height if side == LEFT else self.grid.width
        number = last + 1 - int(clue.place.removeprefix(side))
        return Clue(f"{side}{number}", " ".join(clue.value.split()[::-1]))

    def parse(self, reader: Reader) -> Contents:
        """Lists of the rows, those of the columns, and the board, which may be left out."""
        clues: list[Clue] = []
        for place, line in self.described.items():
            text = _parse_list(reader.take(f"the numbers of {line.name}"))
            if text != UNKNOWN:
                clues.append(Clue(place, text))
        return Contents((*clues, *self.grid.parse_if_any(reader)))

    def show(self, seen: Mapping[str, str]) -> str:
        lists = (seen.get(place, UNKNOWN) for place in self.described)
        return "\n".join([*lists, self.grid.show(seen)])

    def draw(self, seen: Mapping[str, Entry], style: Style) -> Drawing:
        """The grid with its lists at its left and above it."""
        inside = self.grid.draw(seen, style)
        lists = {place: seen[place].text.split() for place in self.described if place in seen}
        numbers = [number for numbers in lists.values() for number in numbers]
        across = WIDE if any(len(number) > 1 for number in numbers) else ACROSS
        longest = {
            side: max((len(lists[p]) for p in lists if p.startswith(side)), default=1) or 1
            for side in (LEFT, ABOVE)
        }
        left, above = across * (longest[LEFT] - 1) + 0.85, DOWN * (longest[ABOVE] - 1) + 0.7
        shapes = [*inside.shapes, *self._every_fifth()]
        for place, numbers in lists.items():
            shapes += self._draw_list(place, numbers, across)
        return inside._replace(
            width=inside.width + left,
            height=inside.height + above,
            shapes=shifted(shapes, left, above),
            names=self.grid.names_beyond(left, above),
        )

    def _every_fifth(self) -> Iterator[Drawn]:
        """Lines that help to count cells."""
        width, height = self.grid.width, self.grid.height
        for x in range(FIVE, width, FIVE):
            yield Stroke(((x, 0), (x, height)), 0.04, fine=True)
        for y in range(FIVE, height, FIVE):
            yield Stroke(((0, y), (width, y)), 0.04, fine=True)

    def _draw_list(self, place: str, numbers: list[str], across: float) -> Iterator[Drawn]:
        """The last number is the nearest to the line."""
        x, y = self.grid.middle(self.described[place].cells[0])
        is_row = place.startswith(LEFT)
        ends = [
            (-0.5 - across * i, y) if is_row else (x, -0.4 - DOWN * i)
            for i in range(max(1, len(numbers)))
        ]
        yield Spot(ends[0], 0.22, place)
        for at, number in zip(ends, reversed(numbers), strict=False):
            yield Label(at, number, 0.34)


def _parse_list(line: TextLine) -> str:
    words = line.words()
    if [word.text for word in words] in ([UNKNOWN], [NONE]):
        return words[0].text
    expected = f"numbers from 1 to {LARGEST} with spaces between, {NONE} alone, or {UNKNOWN}"
    return " ".join([str(word.number(expected, 1, LARGEST)) for word in words])
