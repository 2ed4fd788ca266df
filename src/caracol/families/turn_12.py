"""Turn 12: six rings of digits on a cube, turned so that touching digits sum to 12."""

import random
import re
from collections.abc import Iterable, Iterator
from math import cos, pi, sin

from ..deadline import Tick
from ..family import Family
from ..model import Is, Model, Rule, Sum
from ..phrases import Listing, Phrase, say
from ..puzzle import Cell, Clue, Puzzle, Shape, Solution
from ..reader import Reader, Word
from ..shapes import Area, Drawing, Label, Point, Stroke, Tone, shifted, square
from ..shapes import Shape as Drawn
from . import _belts, _cubes
from ._cubes import CONTACTS, DIGITS, FACES, TOTAL, contact_digits

LARGEST_RING = 99_996


def header(words: tuple[Word, ...]) -> Shape:
    if len(words) != 2:
        raise words[-1].error("a header 'turn-12 N', such as 'turn-12 24'")
    expected = f"the number of digits of a ring, a multiple of 4 from 4 to {LARGEST_RING}"
    length = words[1].number(expected, 4, LARGEST_RING)
    if length % 4:
        raise words[1].error(expected)
    return (length,)


def parse(words: tuple[Word, ...], reader: Reader) -> Puzzle:
    length = int(header(words)[0])
    rings: dict[str, str] = {}
    clues: dict[str, Clue] = {}
    for i in range(6):
        missing = [face for face in FACES if face not in rings]
        name, *rest = reader.take(f"face {i + 1} of 6, one of {', '.join(missing)}").words()
        if name.text not in missing:
            raise name.error(f"a face, one of {', '.join(missing)}")
        rings[name.text], turn = _ring(name, rest, length)
        if turn:
            value = turn.number(f"a turn from 0 to {length - 1}", 0, length - 1)
            clues[name.text] = Clue(name.text, str(value))
    shape: Shape = (length, *(rings[face] for face in FACES))
    return Puzzle("turn-12", shape, tuple(clues[face] for face in FACES if face in clues))


def plain(reader: Reader) -> Puzzle | None:
    """Six rings of digits: top, bottom, front, back, left, right.

    They are written in a line each, all in one line, or as a list of lists as Prolog prints it.
    """
    first = reader.peek()
    words = [word.text for word in first.words()]
    if first.text.lstrip().startswith("["):
        return _listed(reader)
    if not words[0].isdecimal():
        return None
    if len(words) == 6 and len(reader) < 6 and len({*map(len, words)}) == 1:
        reader.take("six rings")
        return _cube(first.words())
    return _in_lines(reader)


def _listed(reader: Reader) -> Puzzle | None:
    """A list of six lists of digits, on one line or several, as far as it is nothing else."""
    rings: list[Word] = []
    depth = 0
    while reader and (depth or not rings):
        line = reader.take("a list")
        for match in re.finditer(r"\[|\]|[^\[\]]+", line.text):
            depth += {"[": 1, "]": -1}.get(match[0], 0)
            digits = re.sub(r"[,\s]", "", match[0])
            if depth == 2 and match[0] not in "[]":
                rings.append(Word(digits, line.number, match.start() + 1))
    return _cube(rings) if len(rings) == 6 else None


def _cube(rings: list[Word]) -> Puzzle:
    length = len(rings[0].text)
    if length % 4:
        raise rings[0].error("a ring with a multiple of 4 digits")
    return Puzzle("turn-12", (length, *(_ring(None, [ring], length)[0] for ring in rings)))


def _in_lines(reader: Reader) -> Puzzle:
    rings: list[str] = []
    for face in FACES:
        words = reader.take(f"the digits of {face}, line {len(rings) + 1} of 6").words()
        length = len(rings[0]) if rings else sum(len(word.text) for word in words)
        ring, turn = _ring(None, words, length)
        if turn:
            raise turn.error(f"{length} digits, as many as on the top")
        if length % 4:
            raise words[0].error("a ring with a multiple of 4 digits")
        rings.append(ring)
    return Puzzle("turn-12", (len(rings[0]), *rings))


def _ring(name: Word | None, words: list[Word], length: int) -> tuple[str, Word | None]:
    """The digits of a ring, together or apart, and the turn behind them if there is one."""
    ring = ""
    while words and len(ring) < length:
        word, *words = words
        for i, digit in enumerate(word.text):
            if digit not in DIGITS:
                raise Word(digit, word.line, word.column + i).error("a digit from 3 to 9")
        ring += word.text
        if len(ring) > length:
            raise word.wrong(f"expected {length} digits, found {len(ring)}")
    if len(ring) < length:
        place = name or word
        raise place.wrong(f"expected {length} digits, found {len(ring)}")
    if len(words) > 1:
        raise words[1].error("the end of the line")
    return ring, words[0] if words else None


def show(puzzle: Puzzle, solution: Solution | None) -> str:
    length, rings = size(puzzle.shape)
    turns = _turns(puzzle, solution)
    lines = [f"turn-12 {length}"]
    lines += [f"{face:<6} {rings[face]} {turns.get(face, '')}".rstrip() for face in FACES]
    return "\n".join(lines) + "\n"


def _turns(puzzle: Puzzle, solution: Solution | None) -> dict[str, int]:
    found = solution.values if solution else {clue.place: clue.value for clue in puzzle.clues}
    return {face: int(turn) for face, turn in found.items()}


def size(shape: Shape) -> tuple[int, dict[str, str]]:
    length, *rings = shape
    assert isinstance(length, int), "a cube's shape starts with the length of its rings"
    return length, dict(zip(FACES, map(str, rings), strict=True))


def model(shape: Shape) -> Model:
    length, rings = size(shape)
    return Model(dict.fromkeys(FACES, tuple(range(length))), tuple(touching_digits_sum(rings)))


def touching_digits_sum(rings: dict[str, str]) -> Iterator[Rule]:
    for (face, side), (other, other_side) in CONTACTS:
        weights = contact_digits(rings[face], side), contact_digits(rings[other], other_side)
        yield Rule(
            say(
                "where {one} and {other} touch, the digits sum to {total}",
                one=say(face),
                other=say(other),
                total=TOTAL,
            ),
            Sum((face, other), TOTAL, weights),
        )


def join(puzzle: Puzzle, tick: Tick) -> Iterator[Solution]:
    """Every solution."""
    _, rings = size(puzzle.shape)
    found = [] if _contradictory(puzzle) else _belts.solutions(rings, _turns(puzzle, None), tick)
    return map(Solution, found)


def count(puzzle: Puzzle, tick: Tick) -> int:
    """The number of solutions, however many."""
    _, rings = size(puzzle.shape)
    return 0 if _contradictory(puzzle) else _cubes.count(rings, _turns(puzzle, None), tick)


def _contradictory(puzzle: Puzzle) -> bool:
    """Whether clues give a face two turns."""
    given = {(clue.place, int(clue.value)) for clue in puzzle.clues}
    return len(given) > len(dict(given))


def compose(shape: Shape, rng: random.Random, tick: Tick) -> tuple[Puzzle, Solution]:
    rings, turns = _cubes.compose(int(shape[0]), rng, tick)
    puzzle = Puzzle("turn-12", (shape[0], *(rings[face] for face in FACES)))
    return puzzle, Solution(dict(turns))


def clue(_puzzle: Puzzle, place: str, value: str) -> Rule:
    sentence = say("{cell} is given as {value}", cell=named(place), value=value)
    return Rule(sentence, Is(place, int(value)))


def named(face: Cell) -> Phrase:
    return say("the turn of {face}", face=say(face))


# The unfolded cube: faces by row and column of the net.
NET = {
    "back": (0, 1),
    "left": (1, 0),
    "top": (1, 1),
    "right": (1, 2),
    "bottom": (1, 3),
    "front": (2, 1),
}
# A face's side in the drawing's units.
FACE = 4.0
# In characters, a face takes 14 columns and 6 rows.
GRAIN = 14 / FACE, 6 / FACE
# Where the digits of a ring are smaller than this, those that touch are shown again, that large.
LEGIBLE, LARGE = 0.2, 0.34
# Of longer rings only the digits at the four sides are shown.
LONGEST_SHOWN = 120
# Where the sides of a face lie, up first, clockwise.
SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))


def draw(puzzle: Puzzle, solution: Solution | None) -> Drawing:
    """The unfolded cube, each ring turned as far as that is known, and what touches marked."""
    length, rings = size(puzzle.shape)
    turns = _turns(puzzle, solution)
    given = {clue.place for clue in puzzle.clues}
    shapes: list[Drawn] = []
    for face, (row, column) in NET.items():
        drawn = _face(face, rings[face], turns.get(face), face in given)
        shapes += shifted(drawn, (column + 0.5) * FACE, (row + 0.5) * FACE)
    height = 3 * FACE
    if turns:
        shapes.append(Label((2 * FACE, height + 0.5), turns_in_words(turns), 0.26, Tone.FOUND))
        height += 0.7
    description = say("An unfolded cube; each face has a ring of {length} digits.", length=length)
    title = f"Turn 12 {length}"
    return Drawing(4 * FACE, height, title, description, tuple(shapes), GRAIN)


def answer(puzzle: Puzzle, solution: Solution) -> Phrase:
    return turns_in_words(_turns(puzzle, solution))


def turns_in_words(turns: dict[str, int]) -> Phrase:
    items = (
        say("{face} {turn}", face=say(face), turn=turns[face]) for face in FACES if face in turns
    )
    return say("{turns}", turns=Listing(tuple(items), "{some}, {last}"))


def _face(face: str, ring: str, turn: int | None, given: bool) -> Iterator[Drawn]:
    """A face around the origin: its ring of digits, the first one up, or the one turned there."""
    half = FACE / 2
    name = say(face)
    description = say("{cell}: open", cell=name)
    if turn is not None:
        description = say("{cell}: turned by {turn}", cell=name, turn=turn)
    yield Area(square(-half, -half, FACE), Tone.FIELD, face, description)
    yield Stroke((*square(-half, -half, FACE), (-half, -half)), 0.06)
    yield Label((0, 0), name, 0.34, Tone.FAINT)
    if turn is not None:
        yield Label((0, 0.6), f"↻ {turn}", 0.3, Tone.GIVEN if given else Tone.FOUND)
        for dx, dy in SIDES:
            inside = dx * (half - 0.26), dy * (half - 0.26)
            yield Stroke((inside, (dx * half, dy * half)), 0.12, Tone.CONTACT, fine=True)
    yield from _ring_of_digits(ring, turn, half - 0.36)


def _ring_of_digits(ring: str, turn: int | None, radius: float) -> Iterator[Drawn]:
    """The digits around the origin; those that touch others stand out.

    All stand upright: upside down, a 6 would be taken for a 9.
    """
    height = min(0.42, 0.62 * 2 * pi * radius / len(ring) / 0.9)
    shown = range(len(ring)) if len(ring) <= LONGEST_SHOWN else range(0, len(ring), len(ring) // 4)
    if len(ring) > LONGEST_SHOWN:
        around = tuple(_around(radius, 2 * pi * i / 72) for i in range(73))
        yield Stroke(around, 0.03, Tone.FAINT, fine=True)
    for i in shown:
        touches = turn is not None and i % (len(ring) // 4) == 0
        twice = touches and height < LEGIBLE
        angle = 2 * pi * i / len(ring)
        digit = ring[(i + (turn or 0)) % len(ring)]
        tone = Tone.GIVEN if touches else Tone.FAINT
        yield Label(
            _around(radius - height / 2, angle), digit, height, tone, fine=twice or not touches
        )
        if twice:
            inside = _around(radius - height - 0.06 - LARGE / 2, angle)
            yield Label(inside, digit, LARGE, tone)


COS, SIN = 3**0.5 / 2, 0.5
# Of each face seen from a corner: where its upper left corner lies, seen from the corner nearest to
# us, and which way its upper and its left edge go; the edge of the cube is 1.
FROM_FRONT = {
    "top": ((0.0, -1.0), (COS, SIN), (-COS, SIN)),
    "front": ((-COS, -SIN), (COS, SIN), (0.0, 1.0)),
    "right": ((COS, -SIN), (0.0, 1.0), (-COS, SIN)),
}
FROM_BEHIND = {
    "bottom": ((COS, -SIN), (-COS, SIN), (-COS, -SIN)),
    "back": ((0.0, 0.0), (COS, -SIN), (0.0, 1.0)),
    "left": ((0.0, 0.0), (0.0, 1.0), (-COS, -SIN)),
}


def draw_cube(puzzle: Puzzle, solution: Solution | None) -> Drawing:
    """The cube from the front, above and right, and from behind, below and left."""
    length, rings = size(puzzle.shape)
    turns = _turns(puzzle, solution)
    given = {clue.place for clue in puzzle.clues}
    shapes: list[Drawn] = []
    for i, view in enumerate((FROM_FRONT, FROM_BEHIND)):
        for face, frame in view.items():
            drawn = _leaning(_face(face, rings[face], turns.get(face), face in given), frame)
            shapes += shifted(drawn, (COS + i * (2 * COS + 0.25)) * FACE, FACE)
    description = say(
        "A cube from two sides; each face has a ring of {length} digits.", length=length
    )
    title = f"Turn 12 {length}"
    return Drawing((4 * COS + 0.25) * FACE, 2 * FACE, title, description, tuple(shapes))


def _leaning(shapes: Iterable[Drawn], frame: tuple[Point, Point, Point]) -> Iterator[Drawn]:
    """The shapes of a face, drawn around the origin, on a face of a cube; text stays upright."""
    (left, top), (ax, ay), (bx, by) = frame

    def to(point: Point) -> Point:
        a, b = point[0] + FACE / 2, point[1] + FACE / 2
        return FACE * left + a * ax + b * bx, FACE * top + a * ay + b * by

    for shape in shapes:
        match shape:
            case Area(outline):
                yield shape._replace(outline=tuple(map(to, outline)))
            case Stroke(points):
                yield shape._replace(points=tuple(map(to, points)))
            case Label(at, _, height):
                # What stands in the middle stays together, the ring leans with the face.
                x, y = to((0, 0))
                in_middle = abs(at[0]) + abs(at[1]) < FACE / 4
                spot = (x + at[0], y + 0.8 * at[1]) if in_middle else to(at)
                yield shape._replace(at=spot, height=0.85 * height)


def _around(radius: float, angle: float) -> tuple[float, float]:
    return radius * sin(angle), -radius * cos(angle)


FAMILY = Family(
    name="turn-12",
    title="Turn 12",
    size="N",
    rules=(
        "Each face of a cube carries a ring of digits from 3 to 9 and can be turned. Where two"
        " faces meet, one digit of each touches the other: each of the twelve pairs must sum to"
        " 12. Find the turn of every face."
    ),
    example=(
        "turn-12 24\n"
        "top    356735869637537564374649\n"
        "bottom 343574954363596738547975\n"
        "front  353748635975458485676439\n"
        "back   349576573795398457964379\n"
        "left   357863653739359498735895\n"
        "right  348765738453874583769785\n"
    ),
    header=header,
    parse=parse,
    show=show,
    draw=draw,
    views={"cube": draw_cube},
    model=model,
    clue=clue,
    cell=named,
    compose=compose,
    join=join,
    count=count,
    answer=answer,
    plain=plain,
)
