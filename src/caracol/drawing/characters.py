"""Drawings as lines of characters, for a terminal and for plain text."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise, takewhile
from math import ceil
from typing import NamedTuple, TypeGuard

from ..shapes import (
    Area,
    Disc,
    Drawing,
    Label,
    Name,
    Notes,
    Point,
    Role,
    Spot,
    Stroke,
    Tone,
    box,
    middle,
)
from .picture import Picture, Span, columns

ROLES = {Tone.GIVEN: Role.GIVEN, Tone.FOUND: Role.FOUND, Tone.FAINT: Role.OPEN}
# What is put around the cells of a step, for those who see no colours.
BRACKETS = {Role.TARGET: "[]", Role.READ: "<>", Role.WRONG: "!!", Role.CURSOR: "▐▌"}
# And around the name of a line that it speaks of.
NAMED = "‹›"
# What joins the walls that meet in a point, by which of them are there.
CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
# A cell narrower than this is drawn as a line.
NARROW = 0.5
OPEN, DOT, RING, BLOCK, STAR, CROSSED = "·", "●", "○", "■", "★", "×"
# The widest row of candidates, in columns; more candidates stand in rows of three.
ONE_ROW, ROW = 7, 3
SLOPES = {"/", "\\"}


class Mark(NamedTuple):
    """What a character is, and the cell that it stands in, if any."""

    role: Role = Role.WALL
    cell: str = ""


class Piece(NamedTuple):
    """Text to be written, where characters have fractions of rows and columns."""

    row: float
    start: float
    text: str
    mark: Mark = Mark()


def characters(drawing: Drawing) -> Picture:
    """The drawing as far as characters can show it.

    >>> from caracol.drawing.picture import plain
    >>> cell = Area(((0, 0), (1, 0), (1, 1), (0, 1)), Tone.OPEN, "r1c1")
    >>> frame = Stroke(((0, 0), (1, 0), (1, 1), (0, 1), (0, 0)), 0.1)
    >>> print(plain(characters(Drawing(1, 1, "", "", (cell, frame)))), end="")
    ┌───┐
    │ · │
    └───┘
    """
    drawing = with_room_for_notes(drawing)
    walls, pieces = list(_walls(drawing)), list(_pieces(drawing))
    top = min([row for (_, row), _ in walls] + [piece.row for piece in pieces])
    left = min([column for (column, _), _ in walls] + [piece.start for piece in pieces])
    if walls:  # they stand on whole columns and rows, whatever stands outside
        column, row = walls[0][0]
        left, top = column - ceil(column - left), row - ceil(row - top)
    canvas = _Canvas(top, left)
    for wall in walls:
        canvas.build(*wall)
    for line in filter(_is_narrow, drawing.cells):
        start, end = box(line.outline)
        canvas.claim(_scaled(drawing, start), _scaled(drawing, end), _mark(line))
    for piece in pieces:
        canvas.write(piece)
    for shape in drawing.shapes:
        match shape:
            case Area(cell=place) | Disc(cell=place) | Spot(place=place) if shape.role in BRACKETS:
                canvas.embrace(_scaled(drawing, middle(shape)), place, BRACKETS[shape.role])
    return canvas.picture()


def width(drawing: Drawing) -> float:
    """How many columns the drawing takes."""
    return drawing.width * with_room_for_notes(drawing).grain[0]


def _is_narrow(shape: Area | Disc) -> TypeGuard[Area]:
    """Whether a cell lies on a line, so that there is no room in it to write on."""
    if not isinstance(shape, Area):
        return False
    (left, top), (right, bottom) = box(shape.outline)
    return min(right - left, bottom - top) < NARROW


def _mark(shape: Area) -> Mark:
    return Mark(shape.role or Role.WALL, shape.cell)


def _scaled(drawing: Drawing, point: Point) -> Point:
    """Where a point lies, in columns and rows."""
    return point[0] * drawing.grain[0], point[1] * drawing.grain[1]


def _segments(drawing: Drawing, stroke: Stroke) -> Iterator[tuple[Point, Point]]:
    """The straight parts of a stroke, downwards or to the right."""
    for ends in pairwise(_scaled(drawing, point) for point in stroke.points):
        start, end = sorted(ends, key=lambda end: (end[1], end[0]))
        yield start, end


def _walls(drawing: Drawing) -> Iterator[tuple[Point, Point]]:
    """Lines across and down."""
    for shape in drawing.shapes:
        if isinstance(shape, Stroke) and not shape.fine:
            for start, end in _segments(drawing, shape):
                if start[0] == end[0] or start[1] == end[1]:
                    yield start, end


def _slopes(drawing: Drawing, stroke: Stroke) -> Iterator[Piece]:
    """All other lines, a character in every row."""
    mark = Mark(ROLES.get(stroke.tone, Role.WALL))
    for (x, y), (far, low) in _segments(drawing, stroke):
        if x != far and y != low:
            lean, rows = (far - x) / (low - y), int(low - y + 0.01)
            if not rows:  # as short as a character: it stands in the middle
                x, y = (x + far) / 2, (y + low) / 2
            for i in range(rows + 1):
                yield Piece(y + i, x + i * lean, "\\" if lean > 0 else "/", mark)


def _pieces(drawing: Drawing) -> Iterator[Piece]:
    circles = {shape.centre for shape in drawing.cells if isinstance(shape, Disc)}
    wide, widest = _widths(drawing)
    noted = {shape.cell: shape for shape in drawing.shapes if isinstance(shape, Notes)}
    for shape in drawing.shapes:
        match shape:
            case Area(cell=str(cell)) if cell:
                yield from _ground(drawing, shape, noted.get(cell))
            case Disc(cell=str(cell)) if cell:
                text = (OPEN if shape.tone is Tone.OPEN else "").rjust(wide)
                if cell in noted:
                    text = _row(noted[cell])
                mark = Mark(shape.role or Role.WALL, cell)
                yield _around(drawing, shape.centre, f"({_centred(text, widest)})", mark)
            case Area() | Disc():
                yield from _glyph(drawing, shape)
            case Spot(centre, place=place) if shape.role:
                yield _around(drawing, centre, "   ", Mark(shape.role, place))
            case Stroke(fine=False):
                yield from _slopes(drawing, shape)
            case Label(at, text, _, tone) if not shape.fine:
                padded = _centred(str(text).rjust(wide), widest) if at in circles else str(text)
                yield _around(drawing, at, padded, Mark(ROLES.get(tone, Role.WALL)))
            case Name(at, text, _, role):
                shown = f"{NAMED[0]}{text}{NAMED[1]}" if role else text
                yield _around(drawing, at, shown, Mark(role or Role.OPEN))


def _glyph(drawing: Drawing, shape: Area | Disc) -> Iterator[Piece]:
    if shape.tone in ROLES:
        text = DOT if isinstance(shape, Disc) else BLOCK if len(shape.outline) == 4 else STAR
        yield _around(drawing, middle(shape), text, Mark(ROLES[shape.tone]))
    elif isinstance(shape, Disc) and shape.tone is Tone.PAPER:
        yield _around(drawing, shape.centre, RING, Mark(Role.GIVEN))


def _widths(drawing: Drawing) -> tuple[int, int]:
    """How wide the widest text in a circle is, first without candidates, then with them."""
    discs = {shape.centre: shape.cell for shape in drawing.cells if isinstance(shape, Disc)}
    cells = {*discs.values()}
    wide = widest = 1
    for shape in drawing.shapes:
        match shape:
            case Label(at, text, fine=False) if at in discs:
                wide = max(wide, columns(str(text)))
            case Notes(cell=cell, texts=texts) if cell in cells and any(texts):
                # As wide as all its values, unless these are many: what is marked may change.
                widest = max(widest, columns(_row(shape)), min(len(texts), ONE_ROW))
    return wide, max(wide, widest)


def _centred(text: str, width: int) -> str:
    missing = width - columns(text)
    return " " * (missing - missing // 2) + text + " " * (missing // 2)


def with_room_for_notes(drawing: Drawing) -> Drawing:
    """With as many columns and rows to a cell as its candidates take."""
    cells = {shape.cell: shape for shape in drawing.cells}
    across, down = drawing.grain
    for notes in (
        shape for shape in drawing.shapes if isinstance(shape, Notes) and any(shape.texts)
    ):
        shape = cells[notes.cell]
        if isinstance(shape, Disc):
            _, widest = _widths(drawing)
            # With this number of columns edges meet circles evenly.
            half = max(round(across / 2), (widest + 5) // 2)
            return drawing._replace(grain=(2 * (half + (half + widest + 1) % 2), down))
        if _is_narrow(shape):
            continue  # there is never more room than for a few signs
        (left, top), (right, bottom) = box(shape.outline)
        if notes.box[1][0] - notes.box[0][0] < 0.7 * (right - left):
            continue  # they have a room of their own, which is large enough
        rows = _rows(notes)
        wide = max(map(columns, rows)) + 3
        across = max(across, (wide + wide % 2) / (right - left))
        down = max(down, (len(rows) + 1) / (bottom - top))
    return drawing._replace(grain=(across, down))


def _row(notes: Notes) -> str:
    """The candidates that are left in one row, without gaps if they are single characters."""
    left = [text for text in _texts(notes) if text]
    if len(left) == 1 < len(notes.texts):
        return f"{left[0]}?"  # else it would look like an entry
    return ("" if max(map(columns, left), default=1) == 1 else " ").join(left)


def _rows(notes: Notes) -> list[str]:
    """Candidates in one row if all values fit there, else in threes, each at its own place."""
    texts = _texts(notes)
    wide = max(map(columns, texts))
    if len(texts) <= ROW or len(texts) * (wide + (wide > 1)) <= ONE_ROW + (wide > 1):
        return [_row(notes)]
    slots = [(text or OPEN).rjust(wide) for text in texts]
    return [" ".join(slots[i : i + ROW]) for i in range(0, len(slots), ROW)]


def _texts(notes: Notes) -> list[str]:
    return [CROSSED if text in notes.struck else text for text in notes.texts]


def _notes(drawing: Drawing, notes: Notes) -> Iterator[Piece]:
    """Around the middle of their box; what does not fit there is left out."""
    (left, top), (right, bottom) = (_scaled(drawing, corner) for corner in notes.box)
    rows, room = _rows(notes), int(right - left) + 3
    if len(rows) > bottom - top + 1:
        rows = [_row(notes)]
    for i, row in enumerate(rows):
        text = row if columns(row) <= room else f"{row[: room - 1].rstrip()}…"
        at = (left + right) / 2, (top + bottom) / 2 + i - (len(rows) - 1) / 2
        yield Piece(at[1], at[0] - (columns(text) - 1) / 2, text, Mark(Role.OPEN))


def _ground(drawing: Drawing, shape: Area, notes: Notes | None) -> Iterator[Piece]:
    """The inside of a cell, for what is written there to belong to it."""
    (left, top), (right, bottom) = (_scaled(drawing, corner) for corner in box(shape.outline))
    for i in range(1, ceil(bottom - top - 0.01) if not _is_narrow(shape) else 0):
        yield Piece(top + i, left + 1, " " * (ceil(right - left - 0.01) - 1), _mark(shape))
    if notes and any(notes.texts):
        yield from _notes(drawing, notes)
    elif shape.tone is Tone.OPEN:
        yield _around(drawing, middle(shape), OPEN, Mark(Role.OPEN))


def _around(drawing: Drawing, at: Point, text: str, mark: Mark) -> Piece:
    column, row = _scaled(drawing, at)
    return Piece(row, column - (columns(text) - 1) / 2, text, mark)


class _Canvas:
    """Characters and their marks, row by row; it grows as it is written on."""

    def __init__(self, top: float, left: float) -> None:
        self.top, self.left = top, left
        self.texts: list[list[str]] = []
        self.marks: list[list[Mark]] = []

    def at(self, column: float, row: float) -> tuple[int, int]:
        """The nearest column and row, the left one of two."""
        return ceil(column - self.left - 0.51), ceil(row - self.top - 0.51)

    def reach(self, column: int, row: int) -> None:
        """Have room up to there."""
        while len(self.texts) <= row:
            self.texts.append([])
            self.marks.append([])
        missing = column - len(self.texts[row])
        if missing > 0:
            self.texts[row] += " " * missing
            self.marks[row] += [Mark()] * missing

    def build(self, start: Point, end: Point) -> None:
        """A wall across or down, joined to those that it meets."""
        (left, top), (right, bottom) = self.at(*start), self.at(*end)
        for row in range(top, bottom + 1):
            self.reach(right + 1, row)
            texts = self.texts[row]
            down = UP * (row > top) | DOWN * (row < bottom)
            for column in range(left, right + 1):
                across = LEFT * (column > left) | RIGHT * (column < right)
                texts[column] = CORNERS[CORNERS.index(texts[column]) | down | across]

    def claim(self, start: Point, end: Point, mark: Mark) -> None:
        """What stands on the line in the middle of a narrow box, but not at its ends."""
        (left, top), (right, bottom) = self.at(*start), self.at(*end)
        column, row = self.at((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        if end[0] - start[0] > end[1] - start[1]:
            places = [(i, row) for i in range(left + 1, right)]
        else:
            places = [(column, j) for j in range(top + 1, bottom)]
        for i, j in places:
            self.reach(i + 1, j)
            self.marks[j][i] = mark

    def write(self, piece: Piece) -> None:
        """What is written in a cell belongs to it, and shows what part it has in a step."""
        column, row = self.at(piece.start, piece.row)
        # A wide character takes two columns.
        letters: Sequence[str] = piece.text
        if columns(piece.text) > len(piece.text):
            letters = [part for letter in piece.text for part in (letter, "")[: columns(letter)]]
        end = column + len(letters)
        self.reach(end, row)
        role, cell = piece.mark
        below = self.marks[row][column]
        if below.cell and not cell:
            role, cell = role if below.role is Role.WALL else below.role, below.cell
        if piece.text in SLOPES and self.texts[row][column] in SLOPES - {piece.text}:
            letters = CROSSED
        self.texts[row][column:end] = letters
        self.marks[row][column:end] = [Mark(role, cell)] * len(letters)

    def embrace(self, middle: Point, cell: str, brackets: str) -> None:
        """Brackets around what stands in the middle of a cell, where there is room."""
        centre, line = self.at(*middle)
        texts, marks = self.texts[line], self.marks[line]
        for bracket, step in zip(brackets, (-1, 1), strict=True):
            outwards = range(centre + step, len(texts) if step > 0 else -1, step)
            own = takewhile(lambda i: marks[i].cell == cell, outwards)
            free = {texts[i]: i for i in reversed([*own]) if texts[i] in " ()"}
            # Instead of a circle's own, else at the first blank.
            column = free.get("(", free.get(")", free.get(" ")))
            if column is not None:
                texts[column] = bracket

    def picture(self) -> Picture:
        return tuple(map(_spans, self.texts, self.marks))


def _spans(texts: list[str], marks: list[Mark]) -> tuple[Span, ...]:
    """A row, neighbours of one mark made one."""
    spans, end = [], 0
    for mark, run in groupby(marks):
        start, end = end, end + len([*run])
        spans.append(Span("".join(texts[start:end]), *mark))
    return tuple(spans)
