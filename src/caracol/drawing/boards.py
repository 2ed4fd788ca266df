"""Puzzles as plain shapes: the board's picture in the look of its family."""

from .. import formats, registry
from ..boards.board import Board, Style, entries
from ..family import AnyFamily
from ..puzzle import Puzzle, Solution, UsageError, expected_one
from ..shapes import Drawing


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
