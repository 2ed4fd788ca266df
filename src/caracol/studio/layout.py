"""A board as the page shows it: its cells and places in the picture, what can stand there, and how
that is entered. All of it comes from the board, the family's look, and their drawing."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass

from .. import registry
from ..boards.board import EMPTY, Board, Entry
from ..boards.cube import CONTACTS, Cube
from ..boards.edges import OFF, Edges
from ..boards.frame import Framed
from ..boards.lists import Listed
from ..boards.numbered import NUMBERS, Numbered
from ..boards.order_signs import SMALLER, Ordered
from ..boards.regions import Lettered
from ..boards.signs import Signed
from ..drawing.boards import draw, style
from ..drawing.svg import MARGIN, THEMES, fragment, in_colours
from ..family import AnyFamily
from ..formats import header, show
from ..kinds import Sum
from ..phrases import catalogue
from ..puzzle import Cell, Puzzle, Solution, Value
from ..shapes import (
    Area,
    Disc,
    Drawing,
    Label,
    Point,
    Role,
    Shape,
    Spot,
    Stroke,
    Text,
    Tone,
    middle,
    shifted,
)

# Colours of the page's own style sheet; those of the light theme where it says none.
COLOURS = {
    what: f"var(--{what.value if isinstance(what, Tone | Role) else what}, {colour})"
    for what, colour in THEMES["light"].items()
} | {"page": "none"}
# How far from the board names of lines may be, in cells.
BESIDE = 0.3
# What stands in a cell is drawn in the colour of its text.
INK = dict.fromkeys(COLOURS, "currentColor") | {Tone.PAPER: COLOURS[Tone.PAPER]}


@dataclass(frozen=True, slots=True)
class CellOnPage:
    """A cell: where it is, and what it can hold. Rows and columns are counted from 1."""

    name: Cell
    label: str
    row: int
    column: int
    x: float
    y: float
    values: tuple[Value, ...]
    given: Value | None
    outline: tuple[Point, ...] | None = None
    radius: float | None = None


@dataclass(frozen=True, slots=True)
class PlaceOnPage:
    """A place for a clue that is no cell, and what is printed there, if anything."""

    name: str
    x: float
    y: float
    radius: float
    text: str
    values: tuple[str, ...]  # what can be printed there; none where it is any number
    several: bool  # whether it is a list of these


@dataclass(frozen=True, slots=True)
class ValueOnPage:
    """A value: what it is called, which key enters it, how it looks."""

    value: Value
    label: str
    key: str  # several where it is a number of several digits
    glyph: str  # text, or a fragment of SVG around the middle of a cell that is 1 wide
    middle: Point  # that of the glyph, from the middle of the cell


@dataclass(frozen=True, slots=True)
class NameOnPage:
    """What a line is called for short, beside it, and in sentences."""

    text: str
    line: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Printed:
    """What belongs to the cells of a board itself, and what can; a region is seen by its walls."""

    cells: Mapping[Cell, str]
    texts: tuple[str, ...]
    shown: bool  # in each cell


@dataclass(frozen=True, slots=True)
class Contact:
    """Where two faces of a cube touch, by their sides (0 up, 1 right, 2 down, 3 left)."""

    face: str
    side: int
    other: str
    other_side: int
    total: int | None


@dataclass(frozen=True, slots=True)
class CubeOnPage:
    """What a cube has besides: the digits of its rings, and where faces touch."""

    rings: Mapping[str, str]
    contacts: tuple[Contact, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """A board with its clues, ready to be shown and played."""

    family: str
    title: str
    header: str
    puzzle: str  # as it is written again
    width: float
    height: float
    margin: float  # around the board in the picture, on all sides
    cells: tuple[CellOnPage, ...]
    places: tuple[PlaceOnPage, ...]
    values: tuple[ValueOnPage, ...]
    blank: Value | None  # that of cells which players may leave as they are
    names: tuple[NameOnPage, ...]
    printed: Printed | None
    svg: str
    rules: str
    description: str
    views: tuple[str, ...]
    kinds: tuple[str, ...]  # of clues
    cube: CubeOnPage | None

    def to_json(self) -> dict[str, object]:
        return asdict(self)


def layout(puzzle: Puzzle, language: str) -> Layout:
    """The layout of a puzzle's board, in words of a language."""
    record, board = registry.family(puzzle.family), registry.board(puzzle.family, puzzle.shape)
    drawing = draw(puzzle)
    setting = record.setting
    return Layout(
        family=puzzle.family,
        title=record.title,
        header=header(puzzle.family, puzzle.shape),
        puzzle=show(puzzle),
        width=drawing.width,
        height=drawing.height,
        margin=MARGIN,
        cells=tuple(_cells(puzzle, drawing, language)),
        places=tuple(_places(puzzle, board, record)),
        values=tuple(_values(puzzle, record, language)),
        blank=_blank(puzzle),
        names=tuple(_names(drawing, language)),
        printed=_printed(board),
        svg=in_colours(_unnamed(drawing), COLOURS),
        rules=rules(record, language),
        description=_told(drawing.description, language),
        views=(*record.look.views,),
        kinds=(*setting.kinds,) if setting else (),
        cube=_cube(puzzle, board),
    )


def rules(record: AnyFamily, language: str) -> str:
    """What the rulebook says, in a language if it is translated."""
    return catalogue(language).get(record.rules, record.rules)


def _told(text: Text, language: str) -> str:
    return text if isinstance(text, str) else text.told(language)


def _names(drawing: Drawing, language: str) -> Iterable[NameOnPage]:
    """Where the board draws them, but close to it."""
    for (x, y), text, line, _ in drawing.names:
        beside = (
            min(max(at, -BESIDE), length + BESIDE)
            for at, length in ((x, drawing.width), (y, drawing.height))
        )
        yield NameOnPage(text, _told(line, language), *beside)


def _blank(puzzle: Puzzle) -> Value | None:
    """Where cells are either marked or not, those that are not."""
    domains = {*registry.model(puzzle.family, puzzle.shape).cells.values()}
    if len(domains) != 1:
        return None
    (values,) = domains
    return next((value for value in values if value in (EMPTY, OFF) and len(values) == 2), None)


def _printed(board: Board) -> Printed | None:
    match board:
        case Lettered(letter_of=cells):
            return Printed(cells, tuple(sorted({*cells.values()})), shown=False)
        case Numbered(number_in=cells, grid=grid):
            return Printed(cells, (*NUMBERS[: grid.width],), shown=True)
    return None


def _cells(puzzle: Puzzle, drawing: Drawing, language: str) -> Iterable[CellOnPage]:
    shapes = {shape.cell: shape for shape in drawing.cells}
    domains = registry.model(puzzle.family, puzzle.shape).cells
    middles = {cell: middle(shape) for cell, shape in shapes.items()}
    rows, columns = (_ranks(point[axis] for point in middles.values()) for axis in (1, 0))
    given = dict(puzzle.clues)
    labels = _labels(puzzle, language)
    for cell, shape in shapes.items():
        x, y = middles[cell]
        value = next((v for v in domains[cell] if str(v) == given.get(cell)), None)
        yield CellOnPage(
            cell,
            labels[cell],
            rows[round(y, 3)],
            columns[round(x, 3)],
            x,
            y,
            domains[cell],
            value,
            shape.outline if isinstance(shape, Area) else None,
            shape.radius if isinstance(shape, Disc) else None,
        )


def _labels(puzzle: Puzzle, language: str) -> dict[Cell, str]:
    """What cells are called: by the lines that they are on, or as the family calls them."""
    lines: dict[Cell, list[str]] = {}
    for line in registry.board(puzzle.family, puzzle.shape).lines:
        for cell in line.cells:
            lines.setdefault(cell, []).append(line.name.told(language))
    called = registry.family(puzzle.family).wording.cell
    cells = registry.model(puzzle.family, puzzle.shape).cells
    return {
        cell: ", ".join(lines[cell]) if cell in lines else called(cell).told(language)
        for cell in cells
    }


def _ranks(numbers: Iterable[float]) -> dict[float, int]:
    """Which of all different numbers each is, counted from 1."""
    different = sorted({round(number, 3) for number in numbers})
    return {number: i for i, number in enumerate(different, start=1)}


def _places(puzzle: Puzzle, board: Board, record: AnyFamily) -> Iterable[PlaceOnPage]:
    """Where clues stand that are no cells: the board draws a spot there once there is one."""
    given = dict(puzzle.clues)
    cells = board.domains
    places = (place for place in board.places if place not in cells)
    everywhere = {place: Entry(given.get(place, ""), True) for place in places}
    for shape in board.draw(everywhere, style(record, board)).shapes:
        if isinstance(shape, Spot):
            (x, y), name = shape.centre, shape.place
            text, several = given.get(name, ""), isinstance(board, Listed)
            yield PlaceOnPage(name, x, y, shape.radius, text, _printable(board), several)


def _printable(board: Board) -> tuple[str, ...]:
    match board:
        case Framed(clues=clues):
            return tuple(map(str, clues))
        case Signed(signs=signs):
            return signs
        case Ordered():
            return (SMALLER,)
        case Edges(grid=grid):
            return tuple(map(str, grid.values))
    return ()


def _values(puzzle: Puzzle, record: AnyFamily, language: str) -> Iterable[ValueOnPage]:
    domains = registry.model(puzzle.family, puzzle.shape).cells
    holders = {value: cell for cell, values in domains.items() for value in values}
    values = sorted(holders, key=[*dict.fromkeys(v for vs in domains.values() for v in vs)].index)
    for value in values:
        label = record.wording.value(value).told(language)
        key = record.look.keys.get(value, str(value))
        yield ValueOnPage(value, label, key, *_glyph(puzzle, holders[value], value))


def _glyph(puzzle: Puzzle, cell: Cell, value: Value) -> tuple[str, Point]:
    """What a board draws into a cell for a value: the text, where it is nothing else."""
    empty = Puzzle(puzzle.family, puzzle.shape)
    before, after = draw(empty), draw(empty, Solution({cell: value}))
    known = {*before.shapes}
    new = [shape for shape in after.shapes if shape not in known and not _is_ground(shape)]
    match new:
        case [Label(text=text)]:
            return str(text), (0, 0)
        case [] | [Label(), *_]:
            return str(value), (0, 0)
    x, y = next(middle(shape) for shape in before.cells if shape.cell == cell)
    around = shifted(new, -x, -y)
    points = [point for shape in around for point in _points(shape)]
    return fragment(around, INK), middle(Area(tuple(points)))


def _points(shape: Shape) -> tuple[Point, ...]:
    match shape:
        case Area(outline=points) | Stroke(points=points):
            return points
        case Disc(centre=point) | Label(at=point):
            return (point,)
    return ()


def _is_ground(shape: Shape) -> bool:
    return isinstance(shape, Area | Disc) and bool(shape.cell)


def _unnamed(drawing: Drawing) -> Drawing:
    """The drawing without names of cells: on the page, other elements carry these."""

    def bare(shape: Shape) -> Shape:
        return shape._replace(cell="", description="") if isinstance(shape, Area | Disc) else shape

    return drawing._replace(shapes=tuple(map(bare, drawing.shapes)))


def _cube(puzzle: Puzzle, board: Board) -> CubeOnPage | None:
    if not isinstance(board, Cube):
        return None
    totals = {
        frozenset(rule.constraint.cells): rule.constraint.total
        for rule in registry.model(puzzle.family, puzzle.shape).rules
        if isinstance(rule.constraint, Sum)
    }
    contacts = (
        Contact(face, side, other, other_side, totals.get(frozenset((face, other))))
        for (face, side), (other, other_side) in CONTACTS
    )
    return CubeOnPage(board.by_face, tuple(contacts))
