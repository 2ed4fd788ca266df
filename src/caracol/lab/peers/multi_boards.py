"""multi-puzzle-solver from PyPI: Magic Snails with a key of three; it finds all their boards."""

import numpy
from puzzle_solver import snail_solver

from .snail import EMPTY, Snail

OPEN = " "


def snail(puzzle: Snail, limit: int) -> int:
    """Its way to ask for fewer boards than all is not part of what it offers."""
    side = puzzle.side
    digits = {EMPTY: "0"} | {letter: str(i) for i, letter in enumerate(puzzle.key, start=1)}
    board = [
        [digits[puzzle.given[i, j]] if (i, j) in puzzle.given else OPEN for j in range(side)]
        for i in range(side)
    ]
    found = snail_solver.Board(board=numpy.array(board)).solve_and_print(verbose=False)
    return min(len(found), limit)
