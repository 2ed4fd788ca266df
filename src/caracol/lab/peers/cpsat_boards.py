"""OR-Tools CP-SAT: how many boards, up to a limit? A fresh model each time, one worker."""

from ortools.sat.python import cp_model

from .cpsat import candidates, pruned, snail_model
from .cpsat_second import mno_model, trid_model
from .cube import CONTACTS, FACES, TOTAL, Cube
from .mno import Mno
from .snail import Snail
from .trid import Trid


def snail(puzzle: Snail, limit: int) -> int:
    model, _ = snail_model(puzzle, pruned(candidates(puzzle)))
    return _count(model, limit)


def mno(puzzle: Mno, limit: int) -> int:
    model, _ = mno_model(puzzle)
    return _count(model, limit)


def trid(puzzle: Trid, limit: int) -> int:
    model, _ = trid_model(puzzle)
    return _count(model, limit)


def cube(puzzle: Cube, limit: int) -> int:
    """For each contact the pairs of turns that fit are listed."""
    model, turns = cp_model.CpModel(), range(puzzle.length)
    turn = {face: model.new_int_var(0, puzzle.length - 1, face) for face in FACES}
    for face, side, other, at in CONTACTS:
        digits = {second: puzzle.digit(other, at, second) for second in turns}
        fitting = [
            (first, second)
            for first in turns
            for second in turns
            if puzzle.digit(face, side, first) + digits[second] == TOTAL
        ]
        model.add_allowed_assignments([turn[face], turn[other]], fitting)
    return _count(model, limit)


def _count(model: cp_model.CpModel, limit: int) -> int:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False  # or Ctrl-C is lost to Python afterwards
    # Looking for symmetries, OR-Tools 9.15 aborts on some MNOs.
    solver.parameters.symmetry_level = 0
    solver.parameters.enumerate_all_solutions = limit > 1
    counter = _AtMost(limit)
    solver.solve(model, counter)
    return counter.found


class _AtMost(cp_model.CpSolverSolutionCallback):
    """Counts solutions and stops at the last that is wanted."""

    def __init__(self, limit: int) -> None:
        super().__init__()
        self.found = 0
        self._limit = limit

    def on_solution_callback(self) -> None:
        self.found += 1
        if self.found == self._limit:
            self.stop_search()
