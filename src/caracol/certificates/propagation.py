"""Proofs checked by unit propagation as certificates/verify.py does it, but in MiniSat."""

from collections.abc import Sequence
from itertools import chain
from operator import neg
from threading import Lock

from ..caches import kept
from ..deadline import NEVER, Deadline
from ..engines.sat.solvers import MainSolver, adder, load, propagator
from .case_split import Clause, Formula

# Clauses of single puzzles stay in the solver: after that many puzzles it is replaced.
MOST_PUZZLES = 200


@kept(8)
def checker(formula: Formula) -> "Checker":
    return Checker(formula)


class Checker:
    """Checks proofs, which are none of its own making, from the clauses of a formula."""

    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self._lock = Lock()
        self._load()

    def _load(self) -> None:
        self._solver = MainSolver()
        self._add, self._propagate = adder(self._solver), propagator(self._solver)
        load(self._solver, self._formula.clauses)
        self._top, self._puzzles = self._formula.variables, 0

    def refutes(
        self, more: Sequence[Clause], proof: Sequence[Clause], deadline: Deadline = NEVER
    ) -> bool:
        """Whether each clause of a proof follows, given some more; the last alone must be empty."""
        if not proof or proof[-1] or not all(proof[:-1]):
            return False
        if max(map(abs, chain.from_iterable(proof)), default=0) > self._formula.variables:
            return False
        with self._lock:
            if self._puzzles == MOST_PUZZLES:
                self._load()
            self._puzzles += 1
            self._top += 1
            # Clauses of this puzzle hold only while the guard is assumed.
            try:
                return self._follow(self._top, more, proof, deadline)
            finally:
                self._add([-self._top])

    def _follow(
        self, guard: int, more: Sequence[Clause], proof: Sequence[Clause], deadline: Deadline
    ) -> bool:
        for clause in more:
            self._add([-guard, *clause])
        for clause in proof:
            deadline.check()
            is_possible, _ = self._propagate([guard, *map(neg, clause)])
            if is_possible:
                return False
            self._add([-guard, *clause])
        return True
