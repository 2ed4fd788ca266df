"""How OR-Tools CP-SAT is run: one worker, and a search that ends after a number of solutions."""

from collections.abc import Sequence

from ortools.sat.python import cp_model


def solver() -> cp_model.CpSolver:
    made = cp_model.CpSolver()
    made.parameters.num_workers = 1
    made.parameters.catch_sigint_signal = False  # or Ctrl-C is lost to Python afterwards
    return made


def without_symmetry() -> cp_model.CpSolver:
    """A tenth faster; looking for symmetries, OR-Tools 9.15 aborts on some MNOs.

    No other setting of presolve, probing or linearization is faster than the defaults.
    """
    made = solver()
    made.parameters.symmetry_level = 0
    return made


def enumerated(model: cp_model.CpModel, limit: int, cells: Sequence[cp_model.IntVar] = ()) -> int:
    """How many solutions there are, up to a limit; of some variables alone, if these are named."""
    made, counter = without_symmetry(), _AtMost(limit, cells)
    made.parameters.enumerate_all_solutions = limit > 1
    made.solve(model, counter)
    return counter.found


class _AtMost(cp_model.CpSolverSolutionCallback):
    """Counts solutions and stops at the last that is wanted.

    Expanding an automaton OR-Tools makes variables that it then enumerates, too: solutions that
    are the same but for these are counted once.
    """

    def __init__(self, limit: int, cells: Sequence[cp_model.IntVar]) -> None:
        super().__init__()
        self.found = 0
        self._limit, self._cells = limit, cells
        self._seen: set[tuple[int, ...]] = set()

    def on_solution_callback(self) -> None:
        if self._cells:
            board = tuple([self.value(cell) for cell in self._cells])
            if board in self._seen:
                return
            self._seen.add(board)
        self.found += 1
        if self.found == self._limit:
            self.stop_search()
