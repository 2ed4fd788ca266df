"""Trid: a triangle of circles, all different along every line, sums in the small triangles."""

import random
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import permutations

from ..boards.entries import Entry, entries, texts
from ..caches import kept
from ..family import Family, Setting
from ..model import Count, Differ, Is, Model, Rule, Sum
from ..phrases import Phrase, all_of, say
from ..puzzle import Cell, Clue, ParseError, Puzzle, Shape, Solution, number_of
from ..reader import Line, Reader, Word
from ..shapes import Disc, Drawing, Label, Stroke, Tone, shifted
from ..shapes import Shape as Drawn

UNKNOWN = "."
LARGEST_SIDE = 999
RANGE = re.compile(r"(-?[0-9]{1,6})\.\.(-?[0-9]{1,6})", re.ASCII)

# From here on (circles times values) writing the rules out takes far longer than laying values.
TOO_MANY_FACTS = 50_000
# How often laying the circles under clues may go wrong before it is left to an engine.
MOST_TRIES = 20_000


def header(words: tuple[Word, ...]) -> Shape:
    if len(words) != 3:
        raise words[-1].error("a header 'trid N LO..HI', such as 'trid 5 1..5'")
    side = words[1].number(f"the number of circles on a side, 1 to {LARGEST_SIDE}", 1, LARGEST_SIDE)
    span = RANGE.fullmatch(words[2].text)
    if not span or int(span[1]) > int(span[2]):
        raise words[2].error(
            "a range of values LO..HI, LO not above HI, at most six digits each, such as 1..5"
        )
    return side, int(span[1]), int(span[2])


def parse(words: tuple[Word, ...], reader: Reader) -> Puzzle:
    shape = header(words)
    return Puzzle("trid", shape, tuple(_clues(reader, *size(shape))))


def _clues(reader: Reader, side: int, low: int, high: int) -> Iterator[Clue]:
    for i in range(1, side + 1):
        circles = reader.take(f"row {i} of {side}, {number_of(i, 'circle')}")
        for j, word in enumerate(_entries(circles, i, "circle", f"in row {i}"), start=1):
            if word.text != UNKNOWN:
                value = word.number(f"a value {low}..{high} or '.'", low, high)
                yield Clue(circle(i, j), str(value))
        if i < side:
            count = 2 * i - 1
            sums = reader.take(f"{number_of(count, 'triangle')} below row {i}")
            for j, word in enumerate(_entries(sums, count, "triangle", f"below row {i}"), 1):
                if word.text != UNKNOWN:
                    yield Clue(
                        triangle(i, j),
                        str(
                            word.number(
                                "a sum of at most seven digits or '.'", -9_999_999, 9_999_999
                            )
                        ),
                    )


def _entries(line: Line, expected: int, thing: str, where: str) -> list[Word]:
    words = line.words()
    if len(words) == 1 < expected == len(words[0].text):
        words = line.characters()
    if len(words) != expected:
        raise ParseError(
            f"expected {number_of(expected, thing)} {where}, found {len(words)}",
            line=line.number,
            column=len(line.text) + 1,
        )
    return words


def show(puzzle: Puzzle, solution: Solution | None) -> str:
    side, low, high = size(puzzle.shape)
    seen = texts(puzzle, solution)
    places, form = _form(side, 1 + max(map(len, seen.values()), default=1))
    rows = form % tuple([seen.get(place, UNKNOWN) for place in places])
    return f"trid {side} {low}..{high}\n{rows}"


@kept(8)
def _form(side: int, step: int) -> tuple[list[str], str]:
    """All places in reading order, and how to set out what they hold: a triangle takes a step."""
    places, lines = list[str](), list[str]()
    for i, circles in enumerate(circle_rows(side), start=1):
        triangles = [triangle(i, j) for j in range(1, 2 * i) if i < side]
        for row, width in ((circles, 2 * step), (triangles, step)):
            if row:
                places += row
                lines.append(" " * (step * (side - i)) + f"%-{width}s" * (len(row) - 1) + "%s\n")
    return places, "".join(lines)


@kept(8)
def circle_rows(side: int) -> list[tuple[Cell, ...]]:
    return [tuple([circle(i, j) for j in range(1, i + 1)]) for i in range(1, side + 1)]


def size(shape: Shape) -> tuple[int, int, int]:
    side, low, high = shape
    assert isinstance(side, int) and isinstance(low, int) and isinstance(high, int)
    return side, low, high


def circle(i: int, j: int) -> Cell:
    """Circle j of row i, counted from 1."""
    return f"r{i}c{j}"


def triangle(i: int, j: int) -> str:
    """Triangle j between rows i and i + 1: odd ones point up, even ones down."""
    return f"t{i}.{j}"


@kept(10_000)
def corners(place: str) -> tuple[Cell, Cell, Cell]:
    """The three circles of a triangle."""
    i, j = map(int, place.removeprefix("t").split("."))
    left = (j + 1) // 2
    if j % 2:
        return circle(i, left), circle(i + 1, left), circle(i + 1, left + 1)
    return circle(i, left), circle(i, left + 1), circle(i + 1, left + 1)


def lines(side: int) -> Iterator[tuple[Phrase, tuple[Cell, ...]]]:
    """Every straight line of two circles or more, in the three directions."""
    rows = circle_rows(side)
    for i, row in enumerate(rows[1:], start=2):
        yield say("row {n}", n=i), row
    for j in range(1, side):
        yield say("rising line {n}", n=j), tuple([row[j - 1] for row in rows[j - 1 :]])
        yield say("falling line {n}", n=j), tuple([row[-j] for row in rows[j - 1 :]])


def model(shape: Shape) -> Model:
    side, low, high = size(shape)
    values = tuple(range(low, high + 1))
    circles = [name for row in circle_rows(side) for name in row]
    return Model(dict.fromkeys(circles, values), tuple(every_line_differs(side)))


def every_line_differs(side: int) -> Iterator[Rule]:
    for name, line in lines(side):
        yield Rule(say("the numbers in {line} all differ", line=name), Differ(line))


def pieces(shape: Shape) -> Iterator[Rule]:
    """Number by number; a line of as many circles as there are numbers holds each of them."""
    side, low, high = size(shape)
    for name, line in lines(side):
        full = len(line) == high - low + 1
        sentence = (
            "{line} holds exactly one {value}" if full else "{line} holds at most one {value}"
        )
        for value in range(low, high + 1):
            yield Rule(say(sentence, line=name, value=value), Count(line, (value,), int(full), 1))


def clue(_puzzle: Puzzle, place: str, value: str) -> Rule:
    if place.startswith("t"):
        names = corners(place)
        sentence = say("{cells} sum to {total}", cells=all_of(names), total=value)
        return Rule(sentence, Sum(names, int(value)))
    sentence = say("{cell} is given as {value}", cell=place, value=value)
    return Rule(sentence, Is(place, int(value)))


def construct(puzzle: Puzzle) -> Iterator[Solution]:
    """Two different boards of a large puzzle if possible: enough to know that there are many."""
    side, low, high = size(puzzle.shape)
    if side * (side + 1) // 2 * (high - low + 1) < TOO_MANY_FACTS:
        return
    first = _laid(puzzle, random.Random(0))
    if first:
        yield first
    second = _laid(puzzle, random.Random(1))
    if second and second != first:
        yield second


def _laid(puzzle: Puzzle, rng: random.Random) -> Solution | None:
    """A board laid circle by circle in reading order, each the first value free on its lines.

    The circles that clues speak of are laid first, going back where that fails. Which value counts
    as the first is up to chance. On wide ranges this never fails (50 circles a side need 63 values,
    100 need 128, 200 need 255).
    """
    side, low, high = size(puzzle.shape)
    order = list(range(low, high + 1))
    rng.shuffle(order)
    board = _Layout(side, order)
    if not board.lay_clues(puzzle.clues) or not board.fill():
        return None
    return Solution(board.laid)


class _Layout:
    """Circles being laid: per line, which values are taken, as bits in the order of preference."""

    def __init__(self, side: int, order: list[int]) -> None:
        self.side = side
        self.order = order
        self.low, self.high = min(order), max(order)
        self.rank = {value: i for i, value in enumerate(order)}
        self.laid: dict[Cell, int] = {}
        self.taken = {name: [0] * (side + 1) for name in ("row", "rising", "falling")}

    def used(self, i: int, j: int) -> int:
        taken = self.taken
        return taken["row"][i] | taken["rising"][j] | taken["falling"][i - j]

    def flip(self, i: int, j: int, bit: int) -> None:
        """Take a value on the three lines of a circle, or give it back."""
        self.taken["row"][i] ^= bit
        self.taken["rising"][j] ^= bit
        self.taken["falling"][i - j] ^= bit

    def fill(self) -> bool:
        """Lay the first free value everywhere else; false where there is none."""
        for i in range(1, self.side + 1):
            for j in range(1, i + 1):
                if circle(i, j) not in self.laid:
                    used = self.used(i, j)
                    bit = ~used & (used + 1)
                    if bit.bit_length() > len(self.order):
                        return False
                    self.flip(i, j, bit)
                    self.laid[circle(i, j)] = self.order[bit.bit_length() - 1]
        return True

    def lay_clues(self, clues: tuple[Clue, ...]) -> bool:
        """Lay the circles that clues speak of by a short search; false where it finds no way."""
        sums = {corners(place): int(total) for place, total in clues if place.startswith("t")}
        given = {place: int(value) for place, value in clues if not place.startswith("t")}
        cells = list(dict.fromkeys([*given, *(cell for names in sums for cell in names)]))
        triangles: dict[Cell, list[tuple[Cell, Cell, Cell]]] = {cell: [] for cell in cells}
        for names in sums:
            for cell in names:
                triangles[cell].append(names)

        def choices(cell: Cell) -> Iterator[int]:
            i, j = map(int, cell.removeprefix("r").split("c"))
            values = [given[cell]] if cell in given else self.order
            for value in values:
                bit = 1 << self.rank[value]
                if self.used(i, j) & bit:
                    continue
                self.laid[cell] = value
                if all(self._may_sum(names, sums[names]) for names in triangles[cell]):
                    self.flip(i, j, bit)
                    yield value
                    self.flip(i, j, bit)
                del self.laid[cell]

        return _search(cells, choices)

    def _may_sum(self, names: Iterable[Cell], total: int) -> bool:
        values = [self.laid[cell] for cell in names if cell in self.laid]
        missing = 3 - len(values)
        return self.low * missing <= total - sum(values) <= self.high * missing


def _search(cells: list[Cell], choices: Callable[[Cell], Iterator[int]]) -> bool:
    """Depth first, one open iterator of choices per cell laid; bounded."""
    tries = 0
    path: list[Iterator[int]] = []
    while len(path) < len(cells):
        path.append(choices(cells[len(path)]))
        while path and next(path[-1], None) is None:
            path.pop()
        tries += 1
        if not path or tries > MOST_TRIES + len(cells):
            return False
    return True


# A row of circles lies so far below the one above.
RISE = 3**0.5 / 2
RADIUS = 0.3


def draw(puzzle: Puzzle, solution: Solution | None) -> Drawing:
    """Circles on the corners of a lattice, sums in its triangles."""
    side, low, high = size(puzzle.shape)
    description = say(
        "A triangle of {side} rows of circles, for the numbers from {low} to {high}.",
        side=side,
        low=low,
        high=high,
    )
    width, height = side - 1 + 2 * RADIUS, (side - 1) * RISE + 2 * RADIUS
    seen = entries(puzzle, solution)
    shapes = shifted(_lattice(seen, side), width / 2, RADIUS)
    title = f"Trid {side} {low}..{high}"
    return Drawing(width, height, title, description, shapes, (2 * _half(seen), 2 / RISE))


def _half(seen: dict[str, Entry]) -> int:
    """How many columns of characters half the side of a triangle takes, for all to stand evenly."""
    widths = {place: len(entry.text) for place, entry in seen.items()}
    width = max((n for place, n in widths.items() if not place.startswith("t")), default=1)
    half = max(4, 1 + max(widths.values(), default=1))
    # The middle of an even number of characters lies between two: then only odd steps have edges
    # that meet both circles evenly.
    return half + (half + width + 1) % 2


def _lattice(seen: dict[str, Entry], side: int) -> Iterator[Drawn]:
    for _, line in lines(side):
        yield Stroke((_spot(line[0]), _spot(line[-1])), 0.03, Tone.THIN)
    for i in range(1, side + 1):
        for j in range(1, i + 1):
            name = circle(i, j)
            entry = seen.get(name)
            yield Disc(_spot(name), RADIUS, Tone.WALL)
            inside = Disc(_spot(name), RADIUS - 0.035, Tone.OPEN, name)
            if not entry:
                yield inside._replace(description=say("{cell}: open", cell=name))
            else:
                description = say("{cell}: {value}", cell=name, value=entry.text)
                yield inside._replace(tone=Tone.PAPER, description=description)
                tone = Tone.GIVEN if entry.is_given else Tone.FOUND
                yield Label(_spot(name), entry.text, _fitting(entry.text, 0.28), tone)
    for place, entry in seen.items():
        if place.startswith("t"):
            spots = [_spot(name) for name in corners(place)]
            middle = sum(x for x, _ in spots) / 3, sum(y for _, y in spots) / 3
            yield Label(middle, entry.text, _fitting(entry.text, 0.2), Tone.GIVEN)


def _spot(name: Cell) -> tuple[float, float]:
    i, j = map(int, name.removeprefix("r").split("c"))
    return j - 1 - (i - 1) / 2, (i - 1) * RISE


def _fitting(text: str, height: float) -> float:
    """As high as there is room for that many characters."""
    return min(height, 1.2 * height / max(1, len(text) - 1))


def all_clues(shape: Shape, solution: Solution) -> Iterator[tuple[str, Clue]]:
    side, _, _ = size(shape)
    for place, cells in clue_places(side):
        if len(cells) == 1:
            yield "circles", Clue(place, str(solution[place]))
        else:
            yield "sums", Clue(place, str(sum([int(solution[cell]) for cell in cells])))


@kept(8)
def clue_places(side: int) -> list[tuple[str, tuple[Cell, ...]]]:
    """Every circle and every triangle, row by row, and the circles that a clue there is about."""
    places: list[tuple[str, tuple[Cell, ...]]] = []
    for i in range(1, side + 1):
        places += [(circle(i, j), (circle(i, j),)) for j in range(1, i + 1)]
        if i < side:
            places += [(triangle(i, j), corners(triangle(i, j))) for j in range(1, 2 * i)]
    return places


def strength(shape: Shape, clue: Clue) -> float:
    """Sums of small or large values say most, and those far from the sides; circles are all alike.

    Of the orders tried for 15 and 20 circles a side, this one led to the shortest proofs by far.
    """
    if not clue.place.startswith("t"):
        return 0.0
    side, low, high = size(shape)
    extreme = abs(int(clue.value) - 3 * (low + high) / 2) / max(1, high - low)
    i, j = map(int, clue.place.removeprefix("t").split("."))
    left = (j + 1) // 2 - 1
    return extreme + 4 * min(side - i, left, i - left) / side


def copies(puzzle: Puzzle) -> Iterator[Puzzle]:
    """The triangle may be turned and mirrored, and its values counted down instead of up."""
    side, low, high = size(puzzle.shape)
    ends = low + high
    for moved in _symmetries(side):
        for down in (False, True):
            clues = []
            for place, value in puzzle.clues:
                circles = 3 if place.startswith("t") else 1
                value_there = circles * ends - int(value) if down else int(value)
                clues.append(Clue(moved[place], str(value_there)))
            yield Puzzle(puzzle.family, puzzle.shape, tuple(clues))


def _symmetries(side: int) -> Iterator[dict[str, str]]:
    """The six ways to turn and mirror the triangle, as what becomes of each place."""
    circles = [(i, j) for i in range(1, side + 1) for j in range(1, i + 1)]
    names = {frozenset(corners(place)): place for place in _triangles_of(side)}
    for order in permutations(range(3)):
        moved: dict[str, str] = {}
        for i, j in circles:
            # How far the circle lies from each of the three sides; the sum is always the same.
            distances = (side - i, j - 1, i - j)
            above, left, _ = (distances[k] for k in order)
            moved[circle(i, j)] = circle(side - above, left + 1)
        for corner_names, place in names.items():
            moved_corners = frozenset(moved[name] for name in corner_names)
            moved[place] = names[moved_corners]
        yield moved


def _triangles_of(side: int) -> Iterator[str]:
    return (triangle(i, j) for i in range(1, side) for j in range(1, 2 * i))


FAMILY = Family(
    name="trid",
    title="Trid",
    size="N LO..HI",
    rules=(
        "Put a number of the range into every circle, all different along every straight line in"
        " the three directions. A number in a small triangle is the sum of its three circles."
    ),
    example=(
        "trid 5 1..5\n"
        "        .\n"
        "        10\n"
        "      .   .\n"
        "      . . .\n"
        "    .   .   .\n"
        "    8 . 10 . 8\n"
        "  .   .   .   .\n"
        "  . . . . 8 . .\n"
        ".   .   .   .   .\n"
    ),
    header=header,
    parse=parse,
    show=show,
    draw=draw,
    model=model,
    pieces=pieces,
    clue=clue,
    setting=Setting(
        kinds=("sums", "circles"),
        usual=("sums",),
        all_clues=all_clues,
        symmetries={},
        copies=copies,
        strength=strength,
    ),
    construct=construct,
)
