"""Drawings in plain shapes: what every family draws, and every format shows."""

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import NamedTuple

from .picture import Role

Point = tuple[float, float]


class Tone(Enum):
    """What a shape is, for a theme to colour."""

    PAPER = "paper"  # a cell's ground
    FIELD = "field"  # a ground that is no cell
    GIVEN = "given"
    FOUND = "found"
    FAINT = "faint"
    THIN = "thin"  # lines between cells
    WALL = "wall"
    CONTACT = "contact"


class Area(NamedTuple):
    """A polygon; that of a cell carries its name, and what is said of it to those who hear."""

    outline: tuple[Point, ...]
    tone: Tone = Tone.PAPER
    cell: str = ""
    told: str = ""
    role: Role | None = None


class Disc(NamedTuple):
    """A filled circle, which may be a cell too."""

    centre: Point
    radius: float
    tone: Tone = Tone.PAPER
    cell: str = ""
    told: str = ""
    role: Role | None = None


class Stroke(NamedTuple):
    """A line through points, as thick as a part of a cell."""

    points: tuple[Point, ...]
    thickness: float
    tone: Tone = Tone.WALL


class Label(NamedTuple):
    """Text around a point, as high as a part of a cell."""

    at: Point
    text: str
    height: float
    tone: Tone = Tone.GIVEN


Shape = Area | Disc | Stroke | Label


class Drawing(NamedTuple):
    """Shapes on a page whose unit is the side of a cell."""

    width: float
    height: float
    title: str
    told: str  # a sentence for those who hear it
    shapes: tuple[Shape, ...]

    @property
    def cells(self) -> tuple[Area | Disc, ...]:
        return tuple(
            shape for shape in self.shapes if isinstance(shape, Area | Disc) and shape.cell
        )


def highlighted(drawing: Drawing, roles: Mapping[str, Role]) -> Drawing:
    """The drawing with the cells of a step marked."""

    def mark(shape: Shape) -> Shape:
        if isinstance(shape, Area | Disc) and shape.cell in roles:
            return shape._replace(role=roles[shape.cell])
        return shape

    return drawing._replace(shapes=tuple(map(mark, drawing.shapes)))


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
            case Disc():
                return shape._replace(centre=to(shape.centre))
            case Stroke():
                return shape._replace(points=tuple(map(to, shape.points)))
            case Label():
                return shape._replace(at=to(shape.at))

    return tuple(map(move, shapes))
