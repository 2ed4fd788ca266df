"""Pictures of cubes with rings of digits: unfolded, and from two sides."""

from collections.abc import Iterable, Iterator, Mapping
from math import cos, pi, sin

from ..phrases import say
from ..shapes import Area, Drawing, Label, Notes, Point, Stroke, Text, Tone, shifted, square
from ..shapes import Shape as Drawn
from .board import Entry

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

Rings = Mapping[str, str]
Seen = Mapping[str, Entry]


def net(rings: Rings, seen: Seen, note: Text) -> Drawing:
    """The unfolded cube, each ring turned as far as that is known, and what touches marked."""
    shapes: list[Drawn] = []
    for face, (row, column) in NET.items():
        drawn = _face(face, rings[face], seen.get(face))
        shapes += shifted(drawn, (column + 0.5) * FACE, (row + 0.5) * FACE)
    height = 3 * FACE
    if note:
        shapes.append(Label((2 * FACE, height + 0.5), note, 0.26, Tone.FOUND))
        height += 0.7
    length = len(rings["top"])
    description = say("An unfolded cube; each face has a ring of {length} digits.", length=length)
    return Drawing(4 * FACE, height, "", description, tuple(shapes), GRAIN)


def cube(rings: Rings, seen: Seen) -> Drawing:
    """The cube from the front, above and right, and from behind, below and left."""
    shapes: list[Drawn] = []
    for i, view in enumerate((FROM_FRONT, FROM_BEHIND)):
        for face, frame in view.items():
            drawn = _leaning(_face(face, rings[face], seen.get(face)), frame)
            shapes += shifted(drawn, (COS + i * (2 * COS + 0.25)) * FACE, FACE)
    length = len(rings["top"])
    description = say(
        "A cube from two sides; each face has a ring of {length} digits.", length=length
    )
    return Drawing((4 * COS + 0.25) * FACE, 2 * FACE, "", description, tuple(shapes))


def _face(face: str, ring: str, entry: Entry | None) -> Iterator[Drawn]:
    """A face around the origin: its ring of digits, the first one up, or the one turned there."""
    half = FACE / 2
    name = say(face)
    description = say("{cell}: open", cell=name)
    if entry:
        description = say("{cell}: turned by {turn}", cell=name, turn=entry.text)
    yield Area(square(-half, -half, FACE), Tone.FIELD, face, description)
    yield Stroke((*square(-half, -half, FACE), (-half, -half)), 0.06)
    yield Label((0, 0), name, 0.34, Tone.FAINT)
    if entry:
        tone = Tone.GIVEN if entry.is_given else Tone.FOUND
        yield Label((0, 0.6), f"↻ {entry.text}", 0.3, tone)
        for dx, dy in SIDES:
            inside = dx * (half - 0.26), dy * (half - 0.26)
            yield Stroke((inside, (dx * half, dy * half)), 0.12, Tone.CONTACT, fine=True)
    else:
        yield Notes(((-0.95, 0.28), (0.95, 0.88)), face)
    yield from _ring_of_digits(ring, int(entry.text) if entry else None, half - 0.36)


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
            case Notes(((a, b), (c, d))):
                x, y = to((0, 0))
                yield shape._replace(box=((x + 0.8 * a, y + b), (x + 0.8 * c, y + 0.9 * d)))


def _around(radius: float, angle: float) -> Point:
    return radius * sin(angle), -radius * cos(angle)
