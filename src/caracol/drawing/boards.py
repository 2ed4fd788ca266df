"""Puzzles as plain shapes: the board's picture in the look of its family, with candidates."""

from collections.abc import Collection, Mapping

from .. import formats, registry
from ..boards.board import EMPTY, Board, Glyph, Style, entries
from ..family import AnyFamily
from ..puzzle import Cell, Fact, Puzzle, Solution, UsageError, Value, expected_one
from ..shapes import Area, Disc, Drawing, Label, Notes, Shape, Stroke, Tone, inside

# The most values that each have a place of their own in a cell; where there are more, the most
# candidates that are listed.
MOST_PLACES, MOST_LISTED = 16, 6
# A disc of no more than that is a point.
SPECK = 0.1


def draw(puzzle: Puzzle, solution: Solution | None = None, view: str = "") -> Drawing:
    """The puzzle, filled in as far as a solution is known, in one of the views of its family."""
    record, board = registry.family(puzzle.family), registry.board(puzzle.family, puzzle.shape)
    look = record.look
    if view and view not in look.views:
        if not look.views:
            raise UsageError(f"{record.title} has no other views; found {view!r}")
        raise UsageError(expected_one(f"a view of {record.title}", look.views, view))
    seen, looks = entries(puzzle, solution), style(record, board)
    drawing: Drawing = look.views[view](board, seen, looks) if view else board.draw(seen, looks)
    title = f"{record.title} {formats.size(puzzle.family, puzzle.shape)}"
    description = look.description(board) if look.description else drawing.description
    return drawing._replace(title=title, description=description)


def style(record: AnyFamily, board: Board) -> Style:
    """How a family wants its board drawn."""
    look = record.look
    return Style(
        called=record.wording.value,
        walls=look.walls(board) if look.walls else (),
        glyphs=look.glyphs,
        note=look.note(board) if look.note else "",
    )


def noted(
    drawing: Drawing,
    puzzle: Puzzle,
    candidates: Mapping[Cell, Collection[Value]],
    struck: Collection[Fact] = (),
) -> Drawing:
    """The drawing with candidates of cells that hold nothing yet, those of facts struck."""
    domains = registry.board(puzzle.family, puzzle.shape).domains
    glyphs = registry.family(puzzle.family).look.glyphs
    rooms = {shape.cell: shape for shape in drawing.shapes if isinstance(shape, Notes)}
    notes = []
    for shape in (shape for shape in drawing.cells if shape.cell in candidates):
        domain, left = domains[shape.cell], candidates[shape.cell]
        small = {value: glyph_text(str(value), glyphs) for value in domain}
        gone = {fact.value for fact in struck if fact.cell == shape.cell}
        texts = tuple(small[value] if value in left else "" for value in domain)
        if len(domain) > MOST_PLACES:
            texts = listed([v for v in domain if v in left and v not in gone], domain)
        room = rooms.get(shape.cell, Notes(inside(shape), shape.cell))
        notes.append(room._replace(texts=texts, struck=frozenset(small[value] for value in gone)))
    kept = (shape for shape in drawing.shapes if not isinstance(shape, Notes))
    return drawing._replace(shapes=(*kept, *notes))


def listed(values: list[Value], domain: tuple[Value, ...]) -> tuple[str, ...]:
    """Values as few texts: neighbouring numbers together, or how many there are of how many.

    >>> listed([0, 1, 2, 7], (*range(24),)), listed([*range(0, 24, 2)], (*range(24),))
    (('0–2', '7'), ('12/24',))
    """
    runs: list[list[Value]] = []
    for value in values:
        last = runs[-1][-1] if runs else None
        if isinstance(value, int) and isinstance(last, int) and value == last + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    if len(runs) > MOST_LISTED:
        return (f"{len(values)}/{len(domain)}",)
    return tuple(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def glyph_text(value: str, glyphs: Mapping[str, Glyph]) -> str:
    """A value in a character or a few, where there is no room for its glyph."""
    if value not in glyphs:
        return "–" if value == EMPTY else value
    shapes = [*glyphs[value]((0, 0), Tone.GIVEN)]
    return _as_text(shapes) or value


def _as_text(shapes: list[Shape]) -> str:
    match shapes:
        case [Disc(), Disc(tone=Tone.PAPER), *_]:
            return "○"
        case [Disc(radius=radius), *_]:
            return "●" if radius > SPECK else "·"
        case [Area(outline=outline), *_]:
            return "■" if len(outline) == 4 else "★"
        case [Stroke()]:
            return "–"
        case [Stroke(), Stroke()]:
            return "×"
        case [Stroke(), *_]:
            return "/"
        case [Label(text=text), *_]:
            return str(text)
    return ""
