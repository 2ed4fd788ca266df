"""OR-Tools CP-SAT: is there another board than this one? A fresh model each time, one worker.

The board is forbidden, so that a single solve decides.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations

from ortools.sat.python import cp_model

from . import mno, trid
from .cpsat import candidates, pruned, snail_model
from .mno import Mno
from .snail import EMPTY, Place, Snail
from .trid import Trid

Cells = dict[Place, cp_model.IntVar]


def snail_has_second(snail: Snail, board: dict[Place, str]) -> bool:
    # Pruning makes it half as fast again.
    model, holds = snail_model(snail, pruned(candidates(snail)))
    letters = {place: snail.key.index(held) + 1 for place, held in board.items() if held != EMPTY}
    model.add_bool_or(holds[letter].negated() for letter in letters.items())
    return _is_feasible(model)


def mno_has_second(puzzle: Mno, board: dict[Place, str]) -> bool:
    model, cells = mno_model(puzzle)
    _forbid(model, cells, {place: mno.VALUES.index(held) for place, held in board.items()})
    return _is_feasible(model)


def mno_model(puzzle: Mno) -> tuple[cp_model.CpModel, Cells]:
    """Every line is a row of the table of all lines: three times as fast as clauses per letter."""
    model = cp_model.CpModel()
    last, side = len(mno.VALUES) - 1, range(puzzle.side)
    cells = {(i, j): model.new_int_var(0, last, "") for i in side for j in side}
    for place, told in puzzle.given.items():
        model.add(cells[place] == mno.VALUES.index(told))
    for line in mno.lines(puzzle.side):
        model.add_allowed_assignments([cells[place] for place in line], _mno_lines(puzzle.side))
    return model, cells


@cache
def _mno_lines(side: int) -> list[list[int]]:
    """What a line can hold: a letter, two dots, and the letter true."""
    found = []
    for letter in range(side):
        for one, two in combinations([at for at in range(side) if at != letter], 2):
            line = [mno.VALUES.index(mno.EMPTY)] * side
            line[one] = line[two] = mno.VALUES.index(mno.DOT)
            true = "O" if not one < letter < two else "M" if one + two == 2 * letter else "N"
            line[letter] = mno.VALUES.index(true)
            found.append(line)
    return found


def trid_has_second(puzzle: Trid, board: dict[Place, int]) -> bool:
    model, circles = trid_model(puzzle)
    _forbid(model, circles, board)
    return _is_feasible(model)


def trid_model(puzzle: Trid) -> tuple[cp_model.CpModel, Cells]:
    model = cp_model.CpModel()
    side, low, high, given = puzzle
    circles = {place: model.new_int_var(low, high, "") for place in trid.circles(side)}
    for line in trid.lines(side):
        model.add_all_different(circles[place] for place in line)
    for triangle, total in given.items():
        # Listing the ways to sum is half as fast again as a linear equation.
        corners = [circles[place] for place in trid.corners(triangle)]
        model.add_allowed_assignments(corners, list(_ways(low, high, total)))
    return model, circles


def _ways(low: int, high: int, total: int) -> Iterator[tuple[int, ...]]:
    """All ways to sum three different values to a total."""
    return (way for way in permutations(range(low, high + 1), 3) if sum(way) == total)


def _forbid(model: cp_model.CpModel, cells: Cells, board: dict[Place, int]) -> None:
    model.add_forbidden_assignments(list(cells.values()), [[board[place] for place in cells]])


def _is_feasible(model: cp_model.CpModel) -> bool:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False  # or Ctrl-C is lost to Python afterwards
    # A tenth faster; looking for symmetries, OR-Tools 9.15 aborts on some MNOs. Nothing else helps.
    solver.parameters.symmetry_level = 0
    return bool(solver.solve(model) != cp_model.INFEASIBLE)
