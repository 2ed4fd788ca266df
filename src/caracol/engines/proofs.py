"""Refutations that anyone can re-check: clauses that follow one on another, to the empty one."""

import ctypes
import os
import weakref
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pysat.solvers import Glucose4

from ..puzzle import UsageError
from . import NEVER, Deadline
from .compiled import LIBRARY, checked, ended, started
from .sat import load

# After so many conflicts a solver looks at the clock.
PATIENCE = 20_000
# So many facts may unit propagation find while cases are tried: some hundredths of a second, over
# three times what any of 2,300 Trids 7 took. Beyond, a solver learns from its conflicts: it gets to
# an end with large boards, but its proofs are longer.
MOST_FACTS = 1_000_000

# A solver may write so many bytes of proof: verify.py checks no larger certificates.
MOST_BYTES = 64 << 20

REFUTED = 1  # as in cases.c

Clause = Sequence[int]


@dataclass(frozen=True, eq=False, slots=True)
class Formula:
    """Clauses that many questions share, and the literals of each cell's values."""

    clauses: Sequence[Clause]
    variables: int
    cells: Sequence[Clause]


def refutation(
    formula: Formula, more: Sequence[Clause], deadline: Deadline = NEVER
) -> list[list[int]]:
    """Clauses each of which follows from those before it by unit propagation, the last empty."""
    deadline.left()
    return _cases(formula).refutation(more) or _learned([*formula.clauses, *more], deadline)


def _learned(clauses: Sequence[Clause], deadline: Deadline) -> list[list[int]]:
    """What a solver learned on its way to "no solution"."""
    with Glucose4(with_proof=True) as solver:
        load(solver, clauses)
        found = None
        while found is None:
            deadline.left()
            solver.conf_budget(PATIENCE)
            found = solver.solve_limited()
            if os.fstat(solver.prfile.fileno()).st_size > MOST_BYTES:
                raise UsageError("too large to certify: the proof is too long")
        assert found is False, "only what has no solution can be refuted"
        lines = [line for line in solver.get_proof() if line[0] != "d"]
    learned = [[int(word) for word in line.split()[:-1]] for line in lines]
    return [*(clause for clause in learned if clause), []]


@lru_cache(maxsize=8)
def _cases(formula: Formula) -> "_Cases":
    return _Cases(formula)


class _Cases:
    """Refutes case by case, and looks ahead which: the proofs are much shorter than learned ones.

    How is told in cases.c.
    """

    def __init__(self, formula: Formula) -> None:
        clauses, cells = ended(formula.clauses), ended(formula.cells)
        made = LIBRARY.cases_start(formula.variables, len(clauses), clauses, len(cells), cells)
        self._cases = started(made)
        weakref.finalize(self, LIBRARY.cases_forget, self._cases)

    def refutation(self, more: Sequence[Clause]) -> list[list[int]] | None:
        """None if there are too many cases, or if values for all cells contradict nothing."""
        clauses = ended(more)
        most = ctypes.c_int64(MOST_FACTS)
        result = checked(LIBRARY.cases_refute(self._cases, len(clauses), clauses, most))
        return self._proof() if result == REFUTED else None

    def _proof(self) -> list[list[int]]:
        found = ctypes.POINTER(ctypes.c_int)()
        size = LIBRARY.cases_proof(self._cases, ctypes.byref(found))
        proof: list[list[int]] = [[]]
        for number in found[:size]:
            if number:
                proof[-1].append(number)
            else:
                proof.append([])
        return proof[:-1]
