"""Partly filled boards from files: what a player has entered, and the candidates noted below."""

from ..explanations.explanation import entries_of
from ..explanations.walk import Entries
from ..formats import parse_boards
from ..puzzle import ParseError, Puzzle, UsageError
from .inputs import located, read_text


def entries_in(file: str, puzzle: Puzzle) -> Entries:
    """What a board says beyond the clues; a cell that is filled needs no candidates."""
    try:
        found = list(parse_boards(read_text(file)))
    except ParseError as error:
        raise located(file, error) from None
    if len(found) != 1:
        raise UsageError(f"{file}: expected one board, found {len(found)}")
    ((board, marks),) = found
    given = {clue.place for clue in puzzle.clues}
    left = {cell: values for cell, values in marks.items() if cell not in given}
    return {**left, **entries_of(puzzle, board)}
