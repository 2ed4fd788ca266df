"""Drawings in plain shapes: what every family draws, and every format shows."""

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import NamedTuple

from .phrases import ENGLISH, Phrase

Point = tuple[float, float]
Text = Phrase | str


class Tone(Enum):
    """What a shape is, for a theme to colour."""

    PAPER = "paper"  # a cell's ground
    OPEN = "open"  # that of a cell still to be filled
    FIELD = "field"  # a ground that is no cell
    GIVEN = "given"
    FOUND = "found"
    FAINT = "faint"
    THIN = "thin"  # lines between cells
    WALL = "wall"
    CONTACT = "contact"


class Role(Enum):
    """What a span of a picture is."""

    WALL = "wall"
    GIVEN = "given"
    FOUND = "found"
    OPEN = "open"
    TARGET = "target"  # what a step is about
    READ = "read"  # what it reads
    SCOPE = "scope"  # what else its rules speak of
    WRONG = "wrong"  # an entry that cannot stay
    CURSOR = "cursor"  # where a player is


class Area(NamedTuple):
    """A polygon; that of a cell carries its name, and a description for those who cannot see it."""

    outline: tuple[Point, ...]
    tone: Tone = Tone.PAPER
    cell: str = ""
    description: Text = ""
    role: Role | None = None


class Disc(NamedTuple):
    """A filled circle, which may be a cell too."""

    centre: Point
    radius: float
    tone: Tone = Tone.PAPER
    cell: str = ""
    description: Text = ""
    role: Role | None = None


class Stroke(NamedTuple):
    """A line through points, as thick as a part of a cell."""

    points: tuple[Point, ...]
    thickness: float
    tone: Tone = Tone.WALL
    fine: bool = False  # left out where characters are all there is


class Label(NamedTuple):
    """Text around a point, as high as a part of a cell."""

    at: Point
    text: Text
    height: float
    tone: Tone = Tone.GIVEN
    fine: bool = False  # left out where characters are all there is


class Spot(NamedTuple):
    """Where a clue stands that is in no cell: seen only where a step points at it."""

    centre: Point
    radius: float
    place: str
    role: Role | None = None


class Notes(NamedTuple):
    """Small in a cell, inside a box: the values that it can still have, each at its own place."""

    box: tuple[Point, Point]
    cell: str
    texts: tuple[str, ...] = ()  # of all its values; nothing where one is ruled out
    struck: frozenset[str] = frozenset()  # those of them that a step rules out


class Name(NamedTuple):
    """Beside a line, how it is called for short; seen where sentences speak of it."""

    at: Point
    text: str
    line: Text  # its name
    role: Role | None = None


Shape = Area | Disc | Stroke | Label | Spot | Notes | Name


class Drawing(NamedTuple):
    """Shapes on a page whose unit is the side of a cell."""

    width: float
    height: float
    title: str
    description: Text  # a sentence for those who cannot see it
    shapes: tuple[Shape, ...]
    grain: Point = (4, 2)  # how many columns and rows of characters a unit takes
    names: tuple[Name, ...] = ()  # of lines, outside of the page

    @property
    def cells(self) -> tuple[Area | Disc, ...]:
        return tuple(
            shape for shape in self.shapes if isinstance(shape, Area | Disc) and shape.cell
        )


def highlighted(drawing: Drawing, roles: Mapping[str, Role]) -> Drawing:
    """The drawing with the cells of a step marked, the clues it points at, and names of lines."""

    def mark(shape: Shape) -> Shape:
        if isinstance(shape, Area | Disc) and shape.cell in roles:
            return shape._replace(role=roles[shape.cell])
        if isinstance(shape, Spot) and shape.place in roles:
            return shape._replace(role=roles[shape.place])
        if isinstance(shape, Name) and str(shape.line) in roles:
            return shape._replace(role=roles[str(shape.line)])
        return shape

    return drawing._replace(shapes=tuple(map(mark, drawing.shapes)))


# In cells: the height of the letters of a name, and how far it reaches around its middle.
NAME, REACH = 0.22, 0.3


def named(drawing: Drawing) -> Drawing:
    """The drawing with the names of its lines around it."""
    if not drawing.names:
        return drawing
    xs, ys = zip(*(name.at for name in drawing.names), strict=True)
    left, top = (max(0.0, REACH - min(numbers)) for numbers in (xs, ys))
    right = max(drawing.width, max(xs) + REACH)
    bottom = max(drawing.height, max(ys) + REACH)
    return drawing._replace(
        width=left + right,
        height=top + bottom,
        shapes=shifted((*drawing.shapes, *drawing.names), left, top),
        names=(),
    )


def spoken(drawing: Drawing, language: str) -> Drawing:
    """The drawing with all that it says in a language."""

    def say(text: Text) -> str:
        return text.told(language) if isinstance(text, Phrase) else text

    def speak(shape: Shape) -> Shape:
        match shape:
            case Label():
                return shape._replace(text=say(shape.text))
            case Area() | Disc():
                return shape._replace(description=say(shape.description))
            case Name():
                return shape._replace(line=say(shape.line))
        return shape

    if language == ENGLISH:
        return drawing  # phrases are English anyway
    return drawing._replace(
        description=say(drawing.description), shapes=tuple(map(speak, drawing.shapes))
    )


# Beyond that many units across, what is written in a cell is too small to be read.
LEGIBLE = 40


def overview(drawing: Drawing) -> Drawing:
    """A drawing too large for text with marks instead: where something stands, but not what."""
    grounds = {middle(shape): shape for shape in drawing.cells}

    def coarse(shape: Shape) -> Shape | None:
        match shape:
            case Label(at, _, _, tone) if at in grounds and tone is not Tone.FAINT:
                return _patch(grounds[at], tone)
            case Disc(tone=Tone.GIVEN | Tone.FOUND):
                return shape._replace(radius=0.3)
            case Label() | Notes() | Name() | Stroke(tone=Tone.THIN, fine=True):
                return None
        return shape

    return drawing._replace(shapes=tuple(filter(None, map(coarse, drawing.shapes))))


def _patch(ground: Area | Disc, tone: Tone) -> Area | Disc:
    """Most of a cell, all in one tone."""
    if isinstance(ground, Disc):
        return Disc(ground.centre, 0.75 * ground.radius, tone)
    x, y = middle(ground)
    return Area(tuple((x + 0.7 * (a - x), y + 0.7 * (b - y)) for a, b in ground.outline), tone)


def box(outline: tuple[Point, ...]) -> tuple[Point, Point]:
    """The upper left and the lower right corner of what an outline lies in."""
    xs, ys = zip(*outline, strict=True)
    return (min(xs), min(ys)), (max(xs), max(ys))


def middle(shape: Area | Disc | Spot) -> Point:
    if isinstance(shape, Disc | Spot):
        return shape.centre
    (left, top), (right, bottom) = box(shape.outline)
    return (left + right) / 2, (top + bottom) / 2


def part(drawing: Drawing, cell: str) -> Drawing:
    """One cell and all that lies in it, as a drawing of its own."""
    (shape,) = (shape for shape in drawing.cells if shape.cell == cell)
    (left, top), (right, bottom) = box(shape.outline) if isinstance(shape, Area) else inside(shape)

    def is_inside(point: Point) -> bool:
        return left <= point[0] <= right and top <= point[1] <= bottom

    def belongs(shape: Shape) -> bool:
        match shape:
            case Area(outline=points) | Stroke(points=points) | Notes(box=points):
                return all(map(is_inside, points))
            case Disc() | Spot():
                return is_inside(shape.centre)
            case Label() | Name():
                return is_inside(shape.at)

    shapes = shifted(filter(belongs, drawing.shapes), -left, -top)
    return drawing._replace(width=right - left, height=bottom - top, shapes=shapes, names=())


def in_detail(drawing: Drawing, factor: int) -> Drawing:
    """The drawing this much larger in characters, none of its letters left out."""
    shapes = (s._replace(fine=False) if isinstance(s, Label) else s for s in drawing.shapes)
    across, down = drawing.grain
    return drawing._replace(shapes=tuple(shapes), grain=(factor * across, factor * down))


def lowest(drawing: Drawing) -> float:
    """The height of the smallest letters, if the drawing has any."""
    heights = (shape.height for shape in drawing.shapes if isinstance(shape, Label))
    return min(heights, default=float("inf"))


def without_faint(drawing: Drawing) -> Drawing:
    """The drawing without the letters that only the curious read."""
    shapes = (s for s in drawing.shapes if not (isinstance(s, Label) and s.tone is Tone.FAINT))
    return drawing._replace(shapes=tuple(shapes))


def inside(shape: Area | Disc) -> tuple[Point, Point]:
    """What of a cell has room for notes: most of its box, or of the square in its circle."""
    if isinstance(shape, Disc):
        (x, y), reach = shape.centre, 0.78 * shape.radius
        return (x - reach, y - reach), (x + reach, y + reach)
    (left, top), (right, bottom) = box(shape.outline)
    by = 0.13 * (right - left)
    return (left + by, top + by), (right - by, bottom - by)


def square(x: float, y: float, side: float = 1) -> tuple[Point, ...]:
    return (x, y), (x + side, y), (x + side, y + side), (x, y + side)


def shifted(shapes: Iterable[Shape], x: float, y: float) -> tuple[Shape, ...]:
    """The shapes elsewhere."""

    def to(point: Point) -> Point:
        return point[0] + x, point[1] + y

    def move(shape: Shape) -> Shape:
        match shape:
            case Area():
                return shape._replace(outline=tuple(map(to, shape.outline)))
            case Disc() | Spot():
                return shape._replace(centre=to(shape.centre))
            case Stroke():
                return shape._replace(points=tuple(map(to, shape.points)))
            case Label() | Name():
                return shape._replace(at=to(shape.at))
            case Notes(box=(start, end)):
                return shape._replace(box=(to(start), to(end)))

    return tuple(map(move, shapes))
