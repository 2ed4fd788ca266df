"""The default engine: one incremental SAT solver per shape; a puzzle is only assumptions."""

import time
from collections.abc import Iterator
from functools import lru_cache
from threading import Lock, Timer

from pysat.solvers import Minisat22

from ..model import Model, Rule
from ..puzzle import OutOfTime
from . import Board, Deadline, Engine, Run, Statistics
from .encode import Encoder

# So many clauses are handed to the solver at once; between two portions the clock is read.
PORTION = 10_000
# A solver that has answered for so many puzzles holds many dead clauses and is made anew.
MOST_RUNS = 20_000


def engine(_solver: str = "") -> Engine:
    return run


def run(model: Model, clues: tuple[Rule, ...], deadline: Deadline) -> Run:
    statistics = Statistics("sat")
    return Run(_boards(model, clues, deadline, statistics), statistics)


def _boards(
    model: Model, clues: tuple[Rule, ...], deadline: Deadline, statistics: Statistics
) -> Iterator[Board]:
    start = time.perf_counter()
    session = compiled(model, deadline)
    assumptions = session.assumptions(clues, deadline)
    statistics.build_seconds += time.perf_counter() - start
    yield from session.boards(assumptions, deadline, statistics)


def compiled(model: Model, deadline: Deadline) -> "Session":
    """The session of a model, kept from puzzle to puzzle."""
    slot = _slot(model)
    if not slot or slot[0].runs >= MOST_RUNS:
        slot[:] = [Session(model, deadline)]
    slot[0].runs += 1
    return slot[0]


@lru_cache(maxsize=32)
def _slot(model: Model) -> "list[Session]":
    """Where a model's session is kept; emptied of the models not asked for longest."""
    assert model.cells, "a model has cells"
    return []


class Session:
    """A solver that holds the rules of one model and answers for any clues."""

    def __init__(self, model: Model, deadline: Deadline) -> None:
        self.runs = 0
        self.written = 0
        self._lock = Lock()
        # Guards no longer needed. They wait here because a run may be dropped at any moment, even
        # in the middle of another one's question.
        self._retired: list[list[int]] = []
        self._solver = Minisat22()
        self._encoder = Encoder(model.cells)
        self._places = [(cell, value) for cell, values in model.cells.items() for value in values]
        for rule in model.rules:
            self._encoder.add(rule.constraint)
            if len(self._encoder.clauses) > PORTION:
                self._hand_over(deadline)
        self._hand_over(deadline)

    def assumptions(self, clues: tuple[Rule, ...], deadline: Deadline) -> list[int]:
        """The literals that, assumed, demand the clues."""
        with self._lock:
            literals = [self._encoder.switch(clue.constraint) for clue in clues]
            self._write_deferred(literals, deadline)
            return literals

    def boards(
        self, assumptions: list[int], deadline: Deadline, statistics: Statistics
    ) -> Iterator[Board]:
        """Every board under the assumptions, each once, whatever the helpers say."""
        given = set(assumptions)
        guard = 0  # while it is assumed, boards found before do not count
        try:
            while True:
                start = time.perf_counter()
                with self._lock:
                    asked = [*assumptions, guard] if guard else assumptions
                    found = self._ask(asked, deadline, statistics)
                    if found:
                        guard = guard or self._encoder.new()
                        others = [-literal for literal in found if literal not in given]
                        self._solver.add_clause([-guard, *others])
                statistics.solve_seconds += time.perf_counter() - start
                if not found:
                    return
                yield dict(self._places[literal - 1] for literal in found)
        finally:
            if guard:
                self._retired.append([-guard])

    def _ask(
        self, assumptions: list[int], deadline: Deadline, statistics: Statistics
    ) -> list[int] | None:
        """The facts of some board, or None when there is none.

        Values whose clauses are not yet written are assumed away; where that is to blame for
        finding nothing, their clauses are written after all.
        """
        deferred = self._encoder.deferred
        while True:
            asked = [*assumptions, *(-literal for literal in deferred)]
            found = self._solve(asked, deadline, statistics)
            statistics.variables, statistics.clauses = self._encoder.top, self.written
            if found:
                facts = self._solver.get_model()[: self._encoder.facts]
                return [literal for literal in facts if literal > 0]
            core = self._solver.get_core() or []
            if not self._write_deferred([-literal for literal in core], deadline):
                return None

    def _solve(self, assumptions: list[int], deadline: Deadline, statistics: Statistics) -> bool:
        before = self._solver.accum_stats()
        left = deadline.left()
        if left is None:
            found = self._solver.solve(assumptions=assumptions)
        else:
            alarm = Timer(left, self._solver.interrupt)
            alarm.start()
            found = self._solver.solve_limited(assumptions=assumptions, expect_interrupt=True)
            alarm.cancel()
            alarm.join()
            self._solver.clear_interrupt()
        after = self._solver.accum_stats()
        statistics.add(**{name: after[name] - before[name] for name in after})
        if found is None:
            raise OutOfTime("the time is up")
        return bool(found)

    def _write_deferred(self, literals: list[int], deadline: Deadline) -> bool:
        """Write what is deferred for these literals; whether there was anything."""
        needed = [literal for literal in literals if literal in self._encoder.deferred]
        for literal in needed:
            self._encoder.write(literal)
        self._hand_over(deadline)
        return bool(needed)

    def _hand_over(self, deadline: Deadline) -> None:
        deadline.left()
        while self._retired:
            self._solver.add_clause(self._retired.pop())
        clauses = self._encoder.clauses
        self.written += len(clauses)
        self._solver.append_formula(clauses)
        clauses.clear()
