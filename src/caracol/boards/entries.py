"""What stands at each place of a board: the clues, and what a solution adds."""

from typing import NamedTuple

from ..puzzle import Puzzle, Solution


class Entry(NamedTuple):
    """What is written at a place, and whether the puzzle gives it."""

    text: str
    is_given: bool


def texts(puzzle: Puzzle, solution: Solution | None) -> dict[str, str]:
    """What is written at each place."""
    found = solution.values.items() if solution else ()
    return {cell: str(value) for cell, value in found} | dict(puzzle.clues)


def entries(puzzle: Puzzle, solution: Solution | None) -> dict[str, Entry]:
    """The same, and whether it is given."""
    found = solution.values.items() if solution else ()
    return {cell: Entry(str(value), False) for cell, value in found} | {
        clue.place: Entry(clue.value, True) for clue in puzzle.clues
    }
