"""Triangles of circles: lines in three directions, and places for clues between three circles."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ..caches import kept
from ..phrases import Phrase, say
from ..puzzle import Cell, Clue, Value, number_of
from ..reader import Reader, TextLine, Word
from ..shapes import Disc, Drawing, Label, Name, Point, Spot, Stroke, Tone, shifted
from ..shapes import Shape as Drawn
from .board import UNKNOWN, Contents, Entry, Line, Map, Style

# A row of circles lies so far below the one above.
RISE = 3**0.5 / 2
RADIUS = 0.3
LARGEST_SUM = 9_999_999


def circle(i: int, j: int) -> Cell:
    """Circle j of row i, counted from 1."""
    return f"r{i}c{j}"


def triangle(i: int, j: int) -> str:
    """Triangle j between rows i and i + 1: odd ones point up, even ones down."""
    return f"t{i}.{j}"


def is_triangle(place: str) -> bool:
    return place.startswith("t")


@kept(10_000)
def corners(place: str) -> tuple[Cell, Cell, Cell]:
    """The three circles of a triangle."""
    i, j = row_and_number(place)
    left = (j + 1) // 2
    if j % 2:
        return circle(i, left), circle(i + 1, left), circle(i + 1, left + 1)
    return circle(i, left), circle(i, left + 1), circle(i + 1, left + 1)


def row_and_number(place: str) -> tuple[int, int]:
    """The row of a circle or a triangle, and which of that row it is, both counted from 1."""
    row, _, number = place[1:].partition("." if is_triangle(place) else "c")
    return int(row), int(number)


@dataclass(frozen=True)
class Triangle:
    """Circles for the numbers of a range; in each small triangle may stand a number of any size."""

    side: int
    low: int
    high: int

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(range(self.low, self.high + 1))

    @cached_property
    def rows(self) -> tuple[tuple[Cell, ...], ...]:
        return tuple(
            [tuple([circle(i, j) for j in range(1, i + 1)]) for i in range(1, self.side + 1)]
        )

    @cached_property
    def triangle_rows(self) -> tuple[tuple[str, ...], ...]:
        """The places between each row of circles and the next."""
        return tuple(
            [tuple([triangle(i, j) for j in range(1, 2 * i)]) for i in range(1, self.side)]
        )

    @cached_property
    def places(self) -> tuple[str, ...]:
        rows = zip(self.rows, (*self.triangle_rows, ()), strict=True)
        return tuple([place for pair in rows for row in pair for place in row])

    @property
    def domains(self) -> dict[Cell, tuple[Value, ...]]:
        circles = [name for row in self.rows for name in row]
        return dict.fromkeys(circles, self.values)

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every straight line of two circles or more, in the three directions."""
        return tuple(self._lines())

    def _lines(self) -> Iterator[Line]:
        rows = self.rows
        for i, row in enumerate(rows[1:], start=2):
            yield Line(say("row {n}", n=i), row)
        for j in range(1, self.side):
            yield Line(say("rising line {n}", n=j), tuple([row[j - 1] for row in rows[j - 1 :]]))
            yield Line(say("falling line {n}", n=j), tuple([row[-j] for row in rows[j - 1 :]]))

    @cached_property
    def maps(self) -> dict[str, Map]:
        """A third of a turn, and left and right exchanged."""
        return {"turn": self._moved((1, 2, 0)), "mirror": self._moved((0, 2, 1))}

    def _moved(self, order: tuple[int, int, int]) -> Map:
        moved: dict[str, str] = {}
        for i in range(1, self.side + 1):
            for j in range(1, i + 1):
                # How far the circle lies from each of the three sides; the sum is always the same.
                distances = (self.side - i, j - 1, i - j)
                above, left, _ = (distances[k] for k in order)
                moved[circle(i, j)] = circle(self.side - above, left + 1)
        names = {frozenset(corners(place)): place for row in self.triangle_rows for place in row}
        for circles, place in names.items():
            moved[place] = names[frozenset(moved[name] for name in circles)]
        return moved

    def parse(self, reader: Reader) -> Contents:
        """Rows of circles, and between them rows of triangles."""
        return Contents(tuple(self._clues(reader)))

    def _clues(self, reader: Reader) -> Iterator[Clue]:
        value, most = f"a value {self.low}..{self.high} or '.'", LARGEST_SUM
        for i, row in enumerate(self.rows, start=1):
            line = reader.take(f"row {i} of {self.side}, {number_of(i, 'circle')}")
            words = zip(row, _words(line, i, "circle", f"in row {i}"), strict=True)
            for place, word in words:
                if word.text != UNKNOWN:
                    yield Clue(place, str(word.number(value, self.low, self.high)))
            if i == self.side:
                return
            below, count = self.triangle_rows[i - 1], 2 * i - 1
            line = reader.take(f"{number_of(count, 'triangle')} below row {i}")
            words = zip(below, _words(line, count, "triangle", f"below row {i}"), strict=True)
            for place, word in words:
                if word.text != UNKNOWN:
                    total = word.number("a sum of at most seven digits or '.'", -most, most)
                    yield Clue(place, str(total))

    def show(self, seen: Mapping[str, str]) -> str:
        form = _form(self, 1 + max(map(len, seen.values()), default=1))
        return form % tuple([seen.get(place, UNKNOWN) for place in self.places])

    def draw(self, seen: Mapping[str, Entry], _style: Style) -> Drawing:
        """Circles on the corners of a lattice, sums in its triangles."""
        description = say(
            "A triangle of {side} rows of circles, for the numbers from {low} to {high}.",
            side=self.side,
            low=self.low,
            high=self.high,
        )
        width, height = self.side - 1 + 2 * RADIUS, (self.side - 1) * RISE + 2 * RADIUS
        shapes = shifted(self._shapes(seen), width / 2, RADIUS)
        grain = 2 * _half(seen), 2 / RISE
        names = tuple(self._names(width / 2, RADIUS))
        return Drawing(width, height, "", description, shapes, grain, names)

    def _names(self, right: float, down: float) -> Iterator[Name]:
        """Of rows at their left, of the other lines where they leave the triangle at the bottom."""

        def name(end: Cell, away: Point, text: str, line: Phrase) -> Name:
            (x, y), (dx, dy) = _spot(end), away
            return Name((x + right + dx, y + down + dy), text, line)

        for i in range(1, self.side + 1):
            yield name(circle(i, 1), (-0.62, 0), f"r{i}", say("row {n}", n=i))
        for j in range(1, self.side):
            from_left, from_right = circle(self.side, j), circle(self.side, self.side - j + 1)
            yield name(from_left, (-0.27, 0.53), f"/{j}", say("rising line {n}", n=j))
            yield name(from_right, (0.27, 0.53), f"\\{j}", say("falling line {n}", n=j))

    def _shapes(self, seen: Mapping[str, Entry]) -> Iterator[Drawn]:
        for line in self.lines:
            yield Stroke((_spot(line.cells[0]), _spot(line.cells[-1])), 0.03, Tone.THIN)
        for row in self.rows:
            for name in row:
                yield from _circle(name, seen.get(name))
        for place, entry in seen.items():
            if is_triangle(place):
                yield Spot(_spot(place), 0.24, place)
                yield Label(_spot(place), entry.text, _fitting(entry.text, 0.2), Tone.GIVEN)


@kept(8)
def _form(board: Triangle, step: int) -> str:
    """How to set out what all places hold: a triangle takes a step."""
    lines = list[str]()
    for i, circles in enumerate(board.rows, start=1):
        triangles = 2 * i - 1 if i < board.side else 0
        for count, width in ((len(circles), 2 * step), (triangles, step)):
            if count:
                indent = " " * (step * (board.side - i))
                lines.append(indent + f"%-{width}s" * (count - 1) + "%s\n")
    return "".join(lines)


def _words(line: TextLine, expected: int, thing: str, where: str) -> list[Word]:
    words = line.words()
    if len(words) == 1 < expected == len(words[0].text):
        words = line.characters()
    if len(words) != expected:
        raise line.error(f"expected {number_of(expected, thing)} {where}, found {len(words)}")
    return words


def _circle(name: Cell, entry: Entry | None) -> Iterator[Drawn]:
    at = _spot(name)
    yield Disc(at, RADIUS, Tone.WALL)
    inside = Disc(at, RADIUS - 0.035, Tone.OPEN, name)
    if not entry:
        yield inside._replace(description=say("{cell}: open", cell=name))
        return
    description = say("{cell}: {value}", cell=name, value=entry.text)
    yield inside._replace(tone=Tone.PAPER, description=description)
    tone = Tone.GIVEN if entry.is_given else Tone.FOUND
    yield Label(at, entry.text, _fitting(entry.text, 0.28), tone)


def _spot(place: str) -> Point:
    """Where the middle of a circle or of a triangle lies."""
    if is_triangle(place):
        spots = [_spot(name) for name in corners(place)]
        return sum(x for x, _ in spots) / 3, sum(y for _, y in spots) / 3
    i, j = row_and_number(place)
    return j - 1 - (i - 1) / 2, (i - 1) * RISE


def _fitting(text: str, height: float) -> float:
    """As high as there is room for that many characters."""
    return min(height, 1.2 * height / max(1, len(text) - 1))


def _half(seen: Mapping[str, Entry]) -> int:
    """How many columns of characters half the side of a triangle takes, for all to stand evenly."""
    widths = {place: len(entry.text) for place, entry in seen.items()}
    width = max((n for place, n in widths.items() if not is_triangle(place)), default=1)
    half = max(4, 1 + max(widths.values(), default=1))
    # The middle of an even number of characters lies between two: then only odd steps have edges
    # that meet both circles evenly.
    return half + (half + width + 1) % 2
