"""Grids with clues outside: above, left, right, below."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from ..phrases import Phrase, say
from ..puzzle import Cell, Clue, Value
from ..reader import Reader, TextLine, Word
from ..shapes import Drawing, Label, Point, Spot, Tone, shifted
from ..shapes import Shape as Drawn
from .board import UNKNOWN, Contents, Entry, Line, Map, Style, any_of
from .grid import Grid, character, noted

ABOVE, LEFT, RIGHT, BELOW = "above", "left", "right", "below"
# Where one looks from.
SIDES = {ABOVE: say("above"), LEFT: say("the left"), RIGHT: say("the right"), BELOW: say("below")}


@dataclass(frozen=True)
class Framed:
    """A grid with places for clues on some of its sides, each at the end of a line.

    A place is named by its side and the number of its row or column: above1, left3.
    """

    grid: Grid
    sides: tuple[str, ...]
    clues: tuple[Value, ...]  # what can stand outside

    @cached_property
    def seen_from(self) -> dict[str, Line]:
        """The line at each place outside, its nearest cell first."""
        rows, columns = self.grid.rows, self.grid.columns
        seen: dict[str, Line] = {}
        for side, lines in ((ABOVE, columns), (LEFT, rows), (RIGHT, rows), (BELOW, columns)):
            if side in self.sides:
                step = 1 if side in (ABOVE, LEFT) else -1
                for i, (name, cells) in enumerate(lines, start=1):
                    seen[f"{side}{i}"] = Line(name, cells[::step])
        return seen

    def side(self, place: str) -> Phrase:
        """What the side is called where a clue stands."""
        return next(said for side, said in SIDES.items() if place.startswith(side))

    def _places_on(self, side: str) -> list[str]:
        return [place for place in self.seen_from if place.startswith(side)]

    @cached_property
    def places(self) -> tuple[str, ...]:
        places = self._places_on(ABOVE)
        for i, row in enumerate(self.grid.row_cells, start=1):
            line = (f"{LEFT}{i}", *row, f"{RIGHT}{i}")
            places += [place for place in line if place in row or place in self.seen_from]
        return (*places, *self._places_on(BELOW))

    @property
    def domains(self) -> dict[Cell, tuple[Value, ...]]:
        return self.grid.domains

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.grid.lines

    @cached_property
    def maps(self) -> dict[str, Map]:
        """Those of the grid that lead from sides with clues to sides with clues."""
        found = {name: self._with_sides(to) for name, to in self.grid.maps.items()}
        return {name: to for name, to in found.items() if to}

    def _with_sides(self, to: Map) -> Map:
        """A clue goes to where its line is seen from, or to the other end where there is none."""
        place_of = {line.cells: place for place, line in self.seen_from.items()}
        moved = dict(to)
        for place, line in self.seen_from.items():
            there = tuple([to[cell] for cell in line.cells])
            new = place_of.get(there) or place_of.get(there[::-1])
            if not new:
                return {}
            moved[place] = new
        return moved

    @cached_property
    def _expected(self) -> str:
        texts = [*map(str, self.clues)]
        if all(isinstance(value, int) for value in self.clues):
            return f"a number from {texts[0]} to {texts[-1]} or '.'"
        return any_of(texts)

    def parse(self, reader: Reader) -> Contents:
        """Clues above, then each row with the clues beside it, then clues below."""
        clues = [*self._parse_line(reader, ABOVE)]
        for i in range(self.grid.height):
            clues += self._parse_row(reader.take(f"row {i + 1} of {self.grid.height}"), i)
        clues += self._parse_line(reader, BELOW)
        return Contents(tuple(clues))

    def _parse_line(self, reader: Reader, side: str) -> Iterator[Clue]:
        places = self._places_on(side)
        if not places:
            return
        line = reader.take(f"{len(places)} clues {side} the board")
        words = line.words()
        if len(words) == 1:
            words = line.characters()
        if len(words) != len(places):
            raise line.error(f"expected {len(places)} clues {side} the board, found {len(words)}")
        for place, word in zip(places, words, strict=True):
            yield from self._parse_clue(place, word)

    def _parse_row(self, line: TextLine, i: int) -> Iterator[Clue]:
        beside = [side for side in (LEFT, RIGHT) if side in self.sides]
        words, cells = line.words(), line.characters()
        if len(cells) == self.grid.width + len(beside):
            words = cells  # all written together, or all apart
        if len(words) <= len(beside):
            expected = " and ".join(f"a clue {side}" for side in beside)
            raise line.error(f"expected {expected} of the cells in row {i + 1}")
        if LEFT in beside:
            yield from self._parse_clue(f"{LEFT}{i + 1}", words[0])
            cells = [word for word in cells if word.column >= words[1].column]
        if RIGHT in beside:
            yield from self._parse_clue(f"{RIGHT}{i + 1}", words[-1])
            cells = [word for word in cells if word.column < words[-1].column]
        yield from self.grid.parse_row(i, line, cells)

    def _parse_clue(self, place: str, word: Word) -> Iterator[Clue]:
        if word.text == UNKNOWN:
            return
        text = word.text.lstrip("0") or "0" if word.text.isdecimal() else word.text
        known = {written: clue for clue, written in self._written.items()}
        if text not in known and text not in self._written:
            raise word.error(self._expected)
        yield Clue(place, known.get(text, text))

    @cached_property
    def _written(self) -> dict[str, str]:
        """How clues are written: what can stand in a cell too is one character there and here."""
        inside = {*self.grid.values}
        return {str(n): character(str(n)) if n in inside else str(n) for n in self.clues}

    def show(self, seen: Mapping[str, str]) -> str:
        """In columns, which are as wide as the widest clue above or below."""
        rows = [[character(seen.get(cell, UNKNOWN)) for cell in row] for row in self.grid.row_cells]
        above, below, left, right = (
            [self._text(seen, place) for place in self._places_on(side)]
            for side in (ABOVE, BELOW, LEFT, RIGHT)
        )
        step = max(map(len, [*above, *below]), default=1)
        beside = max(map(len, left), default=0)
        indent = " " * (beside + 1 if left else 0)
        lines = []
        for i, row in enumerate(rows):
            start = f"{left[i]:>{beside}} " if left else ""
            end = f" {right[i]}" if right else ""
            lines.append(start + _spread(row, step) + end)
        top, bottom = ([indent + _spread(some, step)] if some else [] for some in (above, below))
        return "\n".join([*top, *lines, *bottom]) + "\n"

    def _text(self, seen: Mapping[str, str], place: str) -> str:
        return self._written.get(seen[place], seen[place]) if place in seen else UNKNOWN

    def draw(self, seen: Mapping[str, Entry], style: Style) -> Drawing:
        """The grid with clues around it."""
        inside = self.grid.draw(seen, replace(style, note=""))
        shapes = (*inside.shapes, *self._draw_clues(seen))
        right, down = LEFT in self.sides, ABOVE in self.sides
        framed = inside._replace(
            width=inside.width + right + (RIGHT in self.sides),
            height=inside.height + down + (BELOW in self.sides),
            shapes=shifted(shapes, right, down),
            names=self.grid.names_beyond(right, down),
        )
        return noted(framed, style.note)

    def _draw_clues(self, seen: Mapping[str, Entry]) -> Iterator[Drawn]:
        for place in self.seen_from:
            if place in seen:
                yield Spot(self._spot(place), 0.4, place)
                yield Label(self._spot(place), seen[place].text, 0.36, Tone.GIVEN)

    def _spot(self, place: str) -> Point:
        """Outside the cell that is the nearest to the place."""
        x, y = self.grid.middle(self.seen_from[place].cells[0])
        if place.startswith((ABOVE, BELOW)):
            return x, y + (-1 if place.startswith(ABOVE) else 1)
        return x + (-1 if place.startswith(LEFT) else 1), y


def _spread(texts: list[str], width: int) -> str:
    """Single characters together, longer texts apart."""
    return "".join(texts) if width == 1 else " ".join(f"{text:>{width}}" for text in texts)
