"""A solver that holds the rules of one model: a puzzle is only assumptions."""

import gc
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from operator import neg
from threading import Lock
from typing import Any

from ...deadline import NEVER, Deadline
from ...model import Model, Rule
from ...puzzle import Cell, Value
from .. import Assignment, Statistics
from .encoder import encoder
from .solvers import MainSolver, adder, load, propagator, solve, solve_lazily

# How many clauses are handed to the solver at once; between two portions the clock is read.
PORTION = 10_000


class _CollectorOff:
    """Clauses make no garbage, and looking through thousands of them for some takes its time.

    The collector comes back on when the last thread that wants it off is done.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._wanted = 0
        self._was_on = False

    def __enter__(self) -> None:
        with self._lock:
            if not self._wanted:
                self._was_on = gc.isenabled()
                gc.disable()
            self._wanted += 1

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._wanted -= 1
            if not self._wanted and self._was_on:
                gc.enable()


_COLLECTOR_OFF = _CollectorOff()


class Session:
    """A solver that holds the rules of one model and answers for any clues."""

    def __init__(
        self,
        model: Model,
        deadline: Deadline,
        solver: Callable[[], Any] = MainSolver,  # Any: pysat has no types
    ) -> None:
        self.model = model
        self.runs = 0
        self.written = 0
        self._solver = solver()
        self._add_clause = adder(self._solver)
        self._propagate = propagator(self._solver)
        self._counted = self._solver.accum_stats()
        self._encoder = encoder(model.cells, deadline.check)
        self._encoder.postponed = []
        # Guards no longer needed, until the next question.
        self._retired: list[list[int]] = []
        # Selectors that are assumed false: left open, they would cost the solver time.
        self._off: frozenset[int] = frozenset()
        self._off_literals: list[int] = []
        self._places = self._encoder.facts.places
        self._facts = frozenset(range(1, len(self._places)))
        with _COLLECTOR_OFF:
            for rule in model.rules:
                deadline.check()
                rule.constraint.lower(self._encoder)
                if len(self._encoder.clauses) > PORTION:
                    self._hand_over(deadline)
            self._hand_over(deadline)
        self.of_rules = self.written  # clauses; those of clues follow

    def fact(self, cell: Cell, value: Value) -> int:
        """The literal that says so."""
        return self._encoder.literals[cell][value]

    def facts(self, board: Assignment) -> list[int]:
        """What a board says of its cells."""
        literals = self._encoder.literals
        return [literals[cell][value] for cell, value in board.items()]

    def board(self, facts: list[int]) -> Assignment:
        return dict(map(self._places.__getitem__, facts))

    def assumptions(self, clues: Iterable[Rule], deadline: Deadline) -> list[int]:
        """The literals that, assumed, demand the clues."""
        literals = []
        for clue in clues:
            literals.append(self._encoder.selector(clue.constraint))
            deadline.check()
        self._write_deferred(literals, deadline)
        return literals

    def activate(self, literals: Iterable[int]) -> None:
        """From here on all selectors but these are assumed false."""
        if self._encoder.selectors:
            self._off = frozenset(self._encoder.selectors).difference(literals)
            self._off_literals = [*map(neg, self._off)]

    def boards(
        self,
        assumptions: list[int],
        deadline: Deadline,
        statistics: Statistics,
        conflicts: int | None = None,
    ) -> Iterator[Assignment]:
        """Every board under the assumptions, each once, whatever the helper variables.

        Undecided where one takes more than the given conflicts to find.
        """
        start = time.perf_counter()
        self.activate(assumptions)
        forced = self.forced(assumptions)
        self._account(statistics)
        statistics.solve_seconds += time.perf_counter() - start
        if forced is None:
            yield from self._search(assumptions, deadline, statistics, conflicts)
        elif forced:
            yield self.board(forced)

    def forced(self, assumptions: list[int]) -> list[int] | None:
        """The facts of the only board where propagation finds it, and that takes half the time of
        asking twice; no facts where it finds a contradiction, None where something stays open."""
        if not assumptions or self._encoder.deferred or not isinstance(self._solver, MainSolver):
            return None
        asked = [*self._off_literals, *assumptions]
        if self._retired:
            self._hand_over(NEVER)
        possible, implied = self._propagate(asked)
        if not possible:
            return []
        facts = self._facts.intersection(implied)
        if len(facts) < len(self._encoder.literals):
            return None
        return [] if self._encoder.refine(lambda: facts.union(asked)) else sorted(facts)

    def _search(
        self,
        assumptions: list[int],
        deadline: Deadline,
        statistics: Statistics,
        conflicts: int | None,
    ) -> Iterator[Assignment]:
        guard = 0
        given = set(assumptions)
        try:
            while True:
                start = time.perf_counter()
                asked = [*assumptions, guard] if guard else assumptions
                try:
                    found = self.ask(asked, deadline, conflicts)
                finally:
                    self._account(statistics)
                if found:
                    # Given facts need not be blocked.
                    guard = self.block([fact for fact in found if fact not in given], guard)
                statistics.solve_seconds += time.perf_counter() - start
                if not found:
                    return
                yield self.board(found)
        finally:
            self.retire(guard)

    def block(self, facts: list[int], guard: int = 0) -> int:
        """Do not find a board of these facts again while the guard, a literal, is assumed."""
        guard = guard or self._encoder.new()
        self._add_clause([-guard, *map(neg, facts)])
        return guard

    def retire(self, guard: int) -> None:
        """The guard will not be assumed again."""
        if guard:
            self._retired.append([-guard])

    def ask(
        self, assumptions: list[int], deadline: Deadline = NEVER, conflicts: int | None = None
    ) -> list[int] | None:
        """The facts of some board, or None when there is none; Undecided after these conflicts."""
        if not self.possible(assumptions, deadline, conflicts):
            return None
        facts = self._solver.get_model()[: len(self._places) - 1]
        return [literal for literal in facts if literal > 0]

    def possible(
        self, assumptions: list[int], deadline: Deadline = NEVER, conflicts: int | None = None
    ) -> bool:
        """Whether there is any board.

        Values whose clauses are not yet written are assumed away; where they are in the core of
        finding nothing, their clauses are written after all.
        """
        assert self._off.isdisjoint(assumptions), "what is off cannot be asked about"
        deferred = self._encoder.deferred
        while True:
            asked = [*self._off_literals, *assumptions, *map(neg, deferred)]
            if self._retired:
                self._hand_over(deadline)
            ask = partial(solve, self._solver, asked, deadline, conflicts)
            if solve_lazily(self._solver, ask, self._encoder, partial(self._hand_over, deadline)):
                return True
            if not deferred or not self._write_deferred(
                [-literal for literal in self.core()], deadline
            ):
                return False

    def core(self) -> list[int]:
        """Assumptions that together leave no board, after none was found."""
        return self._solver.get_core() or []

    def prefer(self, literals: list[int]) -> None:
        """Which way to decide first."""
        self._solver.set_phases(literals)

    def _account(self, statistics: Statistics) -> None:
        """Add what the solver has counted since the last time."""
        before, self._counted = self._counted, self._solver.accum_stats()
        statistics.variables, statistics.clauses = self._encoder.top, self.written
        statistics.add(**{name: count - before[name] for name, count in self._counted.items()})

    def _write_deferred(self, literals: list[int], deadline: Deadline) -> bool:
        """Write what is deferred for these literals; whether there was anything."""
        written = self._encoder.write(literals)
        self._hand_over(deadline)
        return written

    def _hand_over(self, deadline: Deadline) -> None:
        deadline.check()
        while self._retired:
            self._solver.add_clause(self._retired.pop())
        clauses = self._encoder.clauses
        self.written += len(clauses)
        for start in range(0, len(clauses), PORTION):
            deadline.check()
            load(self._solver, clauses[start : start + PORTION])
        clauses.clear()
