"""Refutations that anyone can re-check: clauses that follow one on another, to the empty one."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pysat.solvers import Glucose4, Minisat22

from . import NEVER, Deadline
from .sat import adder

# After so many conflicts a solver looks at the clock.
PATIENCE = 20_000
# Up to so many cases are told apart one by one, in a solver that has the rules already. Beyond, and
# where clues are more than single facts, a fresh solver learns from its conflicts: slower to set
# up, but the proofs are shorter.
FEW_CASES = 60
# Cells with more values than this are always told apart case by case: what a solver learns of a
# Turn 12 with 72 digits a face takes ten times as much room.
MANY_VALUES = 16
# A solver that has refuted so much holds many dead clauses and is made anew.
MOST_RUNS = 500

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
    most = FEW_CASES if max(map(len, formula.cells)) <= MANY_VALUES else None
    found: list[list[int]] = []
    if most is None or all(len(clause) == 1 for clause in more[:-1]):
        found = _prepared(formula).refutation(more, most, deadline)
    return found or _learned([*formula.clauses, *more], deadline)


def _learned(clauses: Sequence[Clause], deadline: Deadline) -> list[list[int]]:
    """What a solver learned on its way to "no solution"."""
    with Glucose4(with_proof=True) as solver:
        deque(map(adder(solver), clauses), maxlen=0)
        found = None
        while found is None:
            deadline.left()
            solver.conf_budget(PATIENCE)
            found = solver.solve_limited()
        assert found is False, "only what has no solution can be refuted"
        lines = [line for line in solver.get_proof() if line[0] != "d"]
    learned = [[int(word) for word in line.split()[:-1]] for line in lines]
    return [*(clause for clause in learned if clause), []]


def _prepared(formula: Formula) -> "_Cases":
    slot = _slot(formula)
    if not slot or slot[0].runs >= MOST_RUNS:
        slot[:] = [_Cases(formula)]
    return slot[0]


@lru_cache(maxsize=8)
def _slot(_formula: Formula) -> "list[_Cases]":
    return []


class _Cases:
    """Refutes case by case, always of a cell with the fewest values left."""

    def __init__(self, formula: Formula) -> None:
        self.runs = 0
        self._cells = formula.cells
        self._solver = Minisat22()
        # The solver does not tell what follows from nothing, so all follows from this.
        self._always = self._top = formula.variables + 1
        add = adder(self._solver)
        for clause in formula.clauses:
            add([*clause, -self._always] if len(clause) == 1 else clause)

    def refutation(
        self, more: Sequence[Clause], most: int | None, deadline: Deadline
    ) -> list[list[int]]:
        """A proof, or nothing if it would take more cases than that."""
        self.runs += 1
        self._top += 1
        now = self._top
        for clause in more:
            self._solver.add_clause([*clause, -now])
        proof: list[list[int]] = []
        try:
            is_closed = self._close([self._always, now], proof, most, deadline)
        finally:
            self._solver.add_clause([-now])
        return proof if is_closed else []

    def _close(
        self, case: list[int], proof: list[list[int]], most: int | None, deadline: Deadline
    ) -> bool:
        """Refute a case by refuting all but one value of a cell, until it contradicts itself."""
        deadline.left()
        while values := self._fewest_left(case):
            for value in values[1:]:
                if most is not None and len(proof) >= most:
                    return False
                if not self._close([*case, value], proof, most, deadline):
                    return False
        _, now, *assumed = case
        proof.append([-value for value in assumed])
        self._solver.add_clause([*proof[-1], -now])
        return True

    def _fewest_left(self, case: list[int]) -> list[int]:
        """The values left to a cell that has the fewest, but more than one.

        None if the case contradicts itself by unit propagation.
        """
        possible, implied = self._solver.propagate(assumptions=case)
        if not possible:
            return []
        best: list[int] = []
        known = set(implied)
        for cell in self._cells:
            left = [value for value in cell if -value not in known]
            if len(left) == 2:
                return left
            if len(left) > 2 and (not best or len(left) < len(best)):
                best = left
        assert best, "only what has no solution can be refuted"
        return best
