"""multi-puzzle-solver from PyPI: Magic Snails with a key of three; it finds all their boards."""

import numpy
from puzzle_solver import snail_solver

from .puzzles import EMPTY, Known, Snail, Unknown

OPEN = " "


def count(puzzle: Known, limit: int) -> int:
    """Its way to ask for fewer boards than all is not part of what it offers."""
    if not isinstance(puzzle, Snail) or len(puzzle.key) != len("ABC"):
        raise Unknown("does not know such puzzles")
    digits = {EMPTY: "0"} | {letter: str(i) for i, letter in enumerate(puzzle.key, start=1)}
    side, held = range(puzzle.side), {at: digits[value] for at, value in puzzle.given.items()}
    board = [[held.get((i, j), OPEN) for j in side] for i in side]
    found = snail_solver.Board(board=numpy.array(board)).solve_and_print(verbose=False)
    return min(len(found), limit)
