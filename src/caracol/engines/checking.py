"""Boards and proofs checked by unit propagation as standalone/verify.py does it, but in MiniSat."""

from collections.abc import Sequence
from functools import lru_cache
from operator import neg
from threading import Lock

from pysat.solvers import Minisat22

from . import NEVER, Deadline
from .proofs import Clause, Formula
from .sat import adder, load, propagator

# Clauses of single puzzles stay in the solver: after so many puzzles it is replaced.
MOST_PUZZLES = 200


@lru_cache(maxsize=8)
def checker(formula: Formula) -> "Checker":
    return Checker(formula)


class Checker:
    """What holds by the clauses of a formula; proofs are none of the checker's own making."""

    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self._lock = Lock()
        self._load()

    def _load(self) -> None:
        self._solver = Minisat22()
        self._add, self._propagate = adder(self._solver), propagator(self._solver)
        clauses, self._top = self._formula.clauses, self._formula.variables
        load(self._solver, (clause for clause in clauses if len(clause) != 1))
        units = [clause[0] for clause in clauses if len(clause) == 1]
        # Later on, what follows from these clauses alone is not among what propagation tells.
        self._fixed = len(self._propagate(units)[1])
        load(self._solver, ([unit] for unit in units))
        self._puzzles = 0

    def keeps(self, facts: list[int]) -> bool:
        """Whether the facts of a board decide all variables without a contradiction."""
        with self._lock:
            is_possible, implied = self._propagate(facts)
        return bool(is_possible) and self._fixed + len(implied) == self._formula.variables

    def refutes(
        self, more: Sequence[Clause], proof: Sequence[Clause], deadline: Deadline = NEVER
    ) -> bool:
        """Whether each clause of a proof follows, given some more; the last alone must be empty."""
        if not proof or proof[-1] or not all(proof[:-1]):
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
            deadline.left()
            is_possible, _ = self._propagate([guard, *map(neg, clause)])
            if is_possible:
                return False
            self._add([-guard, *clause])
        return True
