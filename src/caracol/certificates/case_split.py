"""Refutations case by case, and boards: both ways, compiled and in Python, give the same answers.

To refute, in each case all values of all cells are tried. What contradicts itself by unit
propagation is refuted at once; if that is not enough, the cell is split that takes least work.
Every case that is closed becomes a clause of the proof. All decisions depend only on what unit
propagation finds, so the same question has the same answer whatever was asked before.
"""

import ctypes
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, repeat
from math import inf
from operator import mul
from threading import Lock
from typing import NamedTuple, Protocol

from ..engines import native as compiled
from ..engines.native import TOO_LONG, address, checked, terminated
from ..engines.sat.solvers import MainSolver, load, propagator

REFUTED, HAS_SOLUTION = 1, 2  # as in case_split.c

# The estimated work of refuting a value shrinks by this factor with each fact that follows from it.
LESS = 0.8908987181403393
# Work that small is done at once, without a look at the other cells.
LITTLE = 0.1

Clause = Sequence[int]


@dataclass(frozen=True, eq=False, slots=True)
class Formula:
    """Clauses that many questions share, and the literals of each cell's values."""

    clauses: Sequence[Clause]
    variables: int
    cells: Sequence[Clause]


class Answer(NamedTuple):
    """REFUTED, HAS_SOLUTION or TOO_LONG; a proof, each clause followed by a zero, or a board."""

    result: int
    numbers: list[int]


class Cases(Protocol):
    """Answers about the clauses of a formula and some more, whichever thread asks.

    The last of these says that a cell differs from the solution. At most `facts` facts may
    follow on the way.
    """

    def refute(self, more: Sequence[Clause], facts: int) -> Answer: ...

    def find(self, more: Sequence[Clause], facts: int) -> Answer: ...


def cases(formula: Formula) -> Cases:
    return Compiled(formula, compiled.LIBRARY) if compiled.LIBRARY else Plain(formula)


class Compiled:
    """By case_split.c, which answers one question at a time."""

    def __init__(self, formula: Formula, library: ctypes.CDLL) -> None:
        self._library, self._lock = library, Lock()
        clauses, cells = terminated(formula.clauses), terminated(formula.cells)
        made = ctypes.c_void_p()
        sizes_and_places = len(clauses), address(clauses), len(cells), address(cells)
        start = library.cases_start
        checked(start(formula.variables, *sizes_and_places, ctypes.byref(made)))
        self._cases = made
        weakref.finalize(self, library.cases_forget, made)

    def refute(self, more: Sequence[Clause], facts: int) -> Answer:
        return self._answer(self._library.cases_refute, more, facts)

    def find(self, more: Sequence[Clause], facts: int) -> Answer:
        return self._answer(self._library.cases_find, more, facts)

    def _answer(self, ask: Callable[..., int], more: Sequence[Clause], facts: int) -> Answer:
        clauses = terminated(more)
        with self._lock:
            result = checked(ask(self._cases, len(clauses), address(clauses), facts))
            found = ctypes.POINTER(ctypes.c_int)()
            size = self._library.cases_result(self._cases, ctypes.byref(found))
            return Answer(result, found[:size] if size else [])


class Plain:
    """In Python, with the unit propagation of a solver."""

    def __init__(self, formula: Formula) -> None:
        _check(formula.clauses, formula.variables)
        _check(formula.cells, formula.variables)
        self._formula = formula

    def refute(self, more: Sequence[Clause], facts: int) -> Answer:
        with _Search(self._formula, more, facts) as search:
            return search.refute()

    def find(self, more: Sequence[Clause], facts: int) -> Answer:
        with _Search(self._formula, more, facts) as search:
            return search.find()


def _check(clauses: Sequence[Clause], variables: int) -> None:
    for clause in clauses:
        if 0 in clause or any(abs(literal) > variables for literal in clause):
            raise ValueError("expected literals of the formula's variables")


class _Over(Exception):
    """The search ends here, with that result."""

    def __init__(self, result: int) -> None:
        self.result = result


class _Search:
    """The functions of case_split.c, under the same names.

    All clauses hold only where a guard does, the first literal of every case: so all that follows
    from them follows from it, and is counted.
    """

    def __init__(self, formula: Formula, more: Sequence[Clause], facts: int) -> None:
        _check(more, formula.variables)
        self._cells, self._spare = formula.cells, facts
        # By number of facts, what they leave of the work: multiplied as in C, to the same bits.
        self._less = [*accumulate(repeat(LESS, formula.variables), mul, initial=1.0)]
        self._last = {-literal for literal in more[-1]} if more else set()
        self._guard = formula.variables + 1
        self._path = [self._guard]
        self._proof: list[int] = []
        self._solver = MainSolver()
        load(self._solver, [[-self._guard, *clause] for clause in (*formula.clauses, *more)])
        self._propagate = propagator(self._solver)
        self._held = self._propagated()

    def __enter__(self) -> "_Search":
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    def refute(self) -> Answer:
        try:
            if self._held:
                self._close()
        except _Over as over:
            return Answer(over.result, [])
        return Answer(REFUTED, [*self._proof, 0])

    def find(self) -> Answer:
        try:
            if not self._held or not self._fill():
                return Answer(REFUTED, [])
        except _Over as over:
            return Answer(over.result, [])
        return Answer(
            HAS_SOLUTION, [value for cell in self._cells for value in cell if value in self._held]
        )

    def _propagated(self) -> set[int]:
        """All that holds in the present case; nothing if it contradicts itself."""
        possible, implied = self._propagate(self._path)
        return set(implied) if possible else set()

    def _learn(self, value: int) -> bool:
        """The present case and that value cannot be; whether the case can still be after that."""
        clause = [*(-literal for literal in self._path), -value]
        self._proof += (*clause[1:], 0)
        self._solver.add_clause(clause)
        self._held = self._propagated()
        return bool(self._held)

    def _follow(self, value: int) -> int:
        """How many facts follow from a value; none if it contradicts itself."""
        possible, implied = self._propagate([*self._path, value])
        found = len(implied) - 1 if possible else 0
        self._spend(found)
        return found

    def _spend(self, facts: int) -> None:
        self._spare -= facts
        if self._spare < 0:
            raise _Over(TOO_LONG)

    def _open(self, cell: Clause) -> list[int]:
        """The values a cell has left; none of interest where one holds."""
        if not self._held.isdisjoint(cell):
            return []
        return [value for value in cell if -value not in self._held]

    def _tried(self, values: list[int]) -> list[tuple[int, int]] | None:
        """What follows from each value, the solution's last; None if the case is closed."""
        tried = [(value, self._follow(value)) for value in values if value not in self._last]
        if not tried or any(found for _, found in tried):
            tried += [(value, self._follow(value)) for value in values if value in self._last]
        refuted = [value for value, found in tried if not found]
        for value in refuted[: len(values) - 1]:
            if -value not in self._held and not self._learn(value):
                return None
        return None if len(refuted) == len(values) else tried

    def _work_left(self, tried: list[tuple[int, int]]) -> tuple[list[int], float]:
        """The values that are left, those from which most follows first; how much work they are."""
        work, left = 0.0, []
        for value, found in tried:
            if found and -value not in self._held:
                more = found - len(self._held) + 1
                less = self._less[abs(more)]
                work += less if more >= 0 else 1 / less if less else inf
                left.append((value, found))
        left.sort(key=lambda one: -one[1])
        return [value for value, _ in left], work

    def _split(self) -> list[int]:
        """The values of a cell that are least work to refute; none if the case is closed."""
        chosen: list[int] = []
        while not chosen:
            queue = [cell for cell in self._cells if len(self._open(cell)) > 1]
            if not queue:
                raise _Over(HAS_SOLUTION)
            least = 1e300
            for cell in sorted(queue, key=lambda cell: len(self._open(cell))):
                values = self._open(cell)
                if len(values) < 2:
                    continue
                tried = self._tried(values)
                if tried is None:
                    return []
                left, work = self._work_left(tried)
                if len(left) > 1 and work < least:
                    least, chosen = work, left
                if least < LITTLE:
                    break
        return chosen

    def _close(self) -> None:
        """Refute all but one value of a cell until the case contradicts itself."""
        while chosen := self._split():
            for value in chosen[:-1]:
                if -value not in self._held and not self._refuted(value):
                    return

    def _refuted(self, value: int) -> bool:
        """Refute a value of the present case; whether the case can still be after that."""
        self._path.append(value)
        self._held = self._propagated()
        if self._held:
            self._close()
        self._path.pop()
        return self._learn(value)

    def _fill(self) -> bool:
        """Fill all cells, depth first."""
        held = self._held
        cells = [cell for cell in self._cells if len(self._open(cell)) > 1]
        if not cells:
            return True
        smallest = min(cells, key=lambda cell: len(self._open(cell)))
        for value in sorted(self._open(smallest), key=lambda value: value not in self._last):
            self._path.append(value)
            self._held = self._propagated()
            self._spend(len(self._held) - len(held) if self._held else 1)
            if self._held and self._fill():
                return True
            self._path.pop()
            self._held = held
        return False
