"""Refutations that anyone can re-check: clauses that follow one on another, to the empty one."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pysat.solvers import Glucose4, Minisat22

from . import NEVER, Deadline
from .sat import adder, load, propagator

# After so many conflicts a solver looks at the clock.
PATIENCE = 20_000
# So many facts may unit propagation find while cases are tried: a sixth of a second, over three
# times what any of 2,300 Trids 7 took. Beyond, a solver learns from its conflicts: it gets to an
# end with large boards, but its proofs are longer.
MOST_FACTS = 1_000_000
# So many facts more that follow from a value are taken to halve the work of refuting it. With 4 or
# 8 the proofs of Trid 7 are a fifth longer.
HALVING = 6
# Work that small is done at once, without a look at the other cells.
LITTLE = 0.1
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
    try:
        return _prepared(formula).refutation(more, deadline)
    except _TooMuch:
        return _learned([*formula.clauses, *more], deadline)


def _learned(clauses: Sequence[Clause], deadline: Deadline) -> list[list[int]]:
    """What a solver learned on its way to "no solution"."""
    with Glucose4(with_proof=True) as solver:
        load(solver, clauses)
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


class _TooMuch(Exception):
    """The cases are too many, or take too long."""


class _Cases:
    """Refutes case by case, and looks ahead which: the proofs are much shorter than learned ones.

    In each case all values of all cells are tried. What contradicts itself by unit propagation is
    refuted at once; if that is not enough, the cell is split whose values tell most.
    """

    def __init__(self, formula: Formula) -> None:
        self.runs = 0
        self._denied = [(cell, {-value for value in cell}) for cell in formula.cells]
        self._solver = Minisat22()
        self._add = adder(self._solver)
        self._propagate = propagator(self._solver)
        # The solver does not tell what follows from nothing, so all follows from this.
        self._always = self._now = formula.variables + 1
        for clause in formula.clauses:
            self._add([*clause, -self._always] if len(clause) == 1 else clause)

    def refutation(self, more: Sequence[Clause], deadline: Deadline) -> list[list[int]]:
        self.runs += 1
        self._now += 1
        self._proof: list[list[int]] = []
        self._facts = 0
        # What says that some cell differs from the solution comes last, if there is one.
        self._last = {-literal for clause in more[-1:] for literal in clause}
        for clause in more:
            self._add([*clause, -self._now])
        try:
            self._close([], deadline)
        finally:
            self._add([-self._now])
            # No question at all, but before any the solver throws away what is true for good.
            self._solver.solve(assumptions=[self._always, -self._always])
        return self._proof

    def _close(self, case: list[int], deadline: Deadline) -> None:
        """Refute a case by refuting all but one value of a cell, until it contradicts itself."""
        deadline.left()
        while values := self._split(case):
            for value in values[:-1]:
                self._close([*case, value], deadline)
        self._learn(case)

    def _learn(self, case: list[int]) -> None:
        self._proof.append([-value for value in case])
        self._add([*self._proof[-1], -self._now])

    def _follow(self, case: list[int]) -> list[int]:
        """What follows from a case by unit propagation; nothing if it contradicts itself."""
        is_open, found = self._propagate([self._always, self._now, *case])
        if not is_open:
            return []
        self._facts += len(found)
        if self._facts > MOST_FACTS:
            raise _TooMuch
        return found

    def _split(self, case: list[int]) -> list[int]:
        """The values of a cell that are least work to refute, those from which most follows first.

        On the way all that contradicts itself is refuted. None are left if the case does so itself.
        """
        known = set(self._follow(case))
        if not known:
            return []
        least, values = math.inf, list[int]()
        for cell in self._open_cells(known):
            open_values = [value for value in cell if -value not in known]
            if len(open_values) < 2:
                continue
            follow = self._tried(case, open_values)
            if 0 in follow.values():
                known = set(self._follow(case))
                if not known:
                    return []
            left = [value for value in follow if follow[value] and -value not in known]
            if len(left) > 1:
                work = sum([0.5 ** ((follow[value] - len(known)) / HALVING) for value in left])
                if work < least:
                    least, values = work, sorted(left, key=follow.__getitem__, reverse=True)
            if least < LITTLE:
                break
        return values or self._split(case)

    def _open_cells(self, known: set[int]) -> list[Clause]:
        """Those with more than one value left; the fewest first, for they are soon closed."""
        left = [(len(denied - known), cell) for cell, denied in self._denied]
        found = [cell for count, cell in sorted(left) if count > 1]
        assert found, "only what has no solution can be refuted"
        return found

    def _tried(self, case: list[int], values: list[int]) -> dict[int, int]:
        """How many facts follow from each value; where none do, it is refuted."""
        follow = {v: len(self._follow([*case, v])) for v in values if v not in self._last}
        if any(follow.values()):  # else the last goes without saying
            follow |= {v: len(self._follow([*case, v])) for v in values if v in self._last}
        refuted = [value for value in follow if not follow[value]]
        for value in refuted[: len(values) - 1]:
            self._learn([*case, value])
        return follow
