"""The default engine: one incremental SAT solver per shape; a puzzle is only assumptions."""

import gc
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice, repeat
from operator import neg
from threading import Lock, Thread
from typing import Any

import pysolvers
from pysat.solvers import Cadical153, Minisat22

from ..caches import kept
from ..deadline import NEVER, Deadline
from ..model import Cycle, Model, Rule
from ..puzzle import Cell, Value
from . import Board, Engine, Run, Statistics
from .encode import Encoder

# So many clauses are handed to the solver at once; between two portions the clock is read.
PORTION = 10_000
# A solver that has answered for so many puzzles holds many dead clauses and is made anew.
MOST_RUNS = 5_000
# So many sessions of a model are kept for later; threads use one each.
MOST_IDLE = 8

# A solver is first asked for so many conflicts, and for the square of that in propagations: some
# milliseconds, longer than all but the hardest questions take, shorter than anybody waits.
MOMENT = 500
NO_BUDGET = -1

DefaultMake = Minisat22
# A solver that shares no code with the first, for a second opinion.
OtherMake = Cadical153


class Undecided(Exception):
    """A question was not answered within the conflicts allowed for it."""


def engine(_solver: str = "") -> Engine:
    return run


def run(model: Model, clues: tuple[Rule, ...], deadline: Deadline) -> Run:
    statistics = Statistics("sat")
    return Run(_boards(model, clues, deadline, statistics), statistics)


def _boards(
    model: Model, clues: tuple[Rule, ...], deadline: Deadline, statistics: Statistics
) -> Iterator[Board]:
    """Every board, in an order that depends on the puzzle alone.

    What a solver finds first depends on what it was asked before. One that was used before only
    tells whether there are several boards; these are then asked of a solver of their own.
    """
    session = _taken(model)
    if session:
        found = list(islice(_asked(session, clues, deadline, statistics), 2))
        if len(found) < 2:
            _give_back(model, session)
            yield from found
            return
    yield from _lasting(model, None, clues, deadline, statistics)


def some(model: Model, clues: tuple[Rule, ...], deadline: Deadline) -> Run:
    """Every board, in an order that depends on what was asked before: faster where any will do."""
    statistics = Statistics("sat")
    return Run(_lasting(model, _taken(model), clues, deadline, statistics), statistics)


def _lasting(
    model: Model,
    session: "Session | None",
    clues: tuple[Rule, ...],
    deadline: Deadline,
    statistics: Statistics,
) -> Iterator[Board]:
    """The boards; once nobody wants more of them, the session is kept for later."""
    start = time.perf_counter()
    session = session or Session(model, deadline)
    statistics.build_seconds += time.perf_counter() - start
    try:
        yield from _asked(session, clues, deadline, statistics)
    finally:
        _give_back(model, session)


def _asked(
    session: "Session", clues: tuple[Rule, ...], deadline: Deadline, statistics: Statistics
) -> Iterator[Board]:
    start = time.perf_counter()
    assumptions = session.assumptions(clues, deadline)
    statistics.build_seconds += time.perf_counter() - start
    yield from session.boards(assumptions, deadline, statistics)


def _taken(model: Model) -> "Session | None":
    """A session that was used before; it belongs to one search alone while that lasts."""
    try:
        return _idle(model).pop()
    except IndexError:
        return None


def _give_back(model: Model, session: "Session") -> None:
    session.runs += 1
    idle = _idle(model)
    if session.runs < MOST_RUNS and len(idle) < MOST_IDLE:
        idle.append(session)


@kept(32)
def _idle(model: Model) -> "list[Session]":
    """The sessions of a model that nobody is using; those of other models go after a while."""
    assert model.cells, "a model has cells"
    return []


def solve(
    solver: Any,  # noqa: ANN401 pysat has no types
    assumptions: list[int],
    deadline: Deadline = NEVER,
    conflicts: int | None = None,
) -> bool:
    """Ask a solver: at first for a moment, which is almost always enough, then for longer.

    When time is up, raise OutOfTime; after so many conflicts, if they are bounded, Undecided.
    """
    deadline.left()
    if conflicts is not None:
        return _within(conflicts, solver, assumptions, deadline)
    found = briefly(solver, assumptions)
    while found is None:
        found = _for_longer(solver, assumptions, deadline)
    return found


def _within(conflicts: int, solver: Any, assumptions: list[int], deadline: Deadline) -> bool:  # noqa: ANN401
    """Moment by moment, so that the clock is heeded."""
    for spent in range(0, conflicts, MOMENT):
        deadline.left()
        found = briefly(solver, assumptions, min(MOMENT, conflicts - spent))
        if found is not None:
            return found
    raise Undecided


def briefly(solver: Any, assumptions: list[int], conflicts: int = MOMENT) -> bool | None:  # noqa: ANN401
    """The answer, or None where it takes longer than a moment, measured in conflicts."""
    found: bool | None
    if isinstance(solver, DefaultMake):
        # Past pysat's own methods, which take a tenth of the time of short questions.
        inside = solver.minisat
        pysolvers.minisat22_cbudget(inside, conflicts)
        pysolvers.minisat22_pbudget(inside, MOMENT * MOMENT)
        solver.status = found = pysolvers.minisat22_solve_lim(inside, assumptions, 0, 1)
    else:
        solver.conf_budget(conflicts)
        found = solver.solve_limited(assumptions)
    return found


def _for_longer(solver: Any, assumptions: list[int], deadline: Deadline) -> bool | None:  # noqa: ANN401
    """Aside, in a thread: a solver at work hears neither Ctrl-C nor the clock.

    One that nobody can stop is asked for a moment after the other.
    """
    left = deadline.left()
    if not isinstance(solver, DefaultMake):
        return briefly(solver, assumptions)
    solver.conf_budget(NO_BUDGET)
    solver.prop_budget(NO_BUDGET)
    answers: list[bool | None] = []
    asking = Thread(
        target=lambda: answers.append(solver.solve_limited(assumptions, True)), daemon=True
    )
    asking.start()
    try:
        asking.join(left)
    finally:
        solver.interrupt()
        asking.join()
        solver.clear_interrupt()
    return answers[0]


def adder(solver: Any) -> Callable[[Sequence[int]], object]:  # noqa: ANN401 pysat has no types
    """How to add a clause: past pysat's own method if possible."""
    return _inner(solver, "add_cl") or solver.add_clause


def load(solver: Any, clauses: Iterable[Sequence[int]]) -> None:  # noqa: ANN401
    """Add many clauses: without a call of Python's own for each, a third of the time to compile."""
    inner = _inner(solver, "add_cl")
    if inner:
        deque(map(inner.func, repeat(*inner.args), clauses), maxlen=0)
    else:
        deque(map(solver.add_clause, clauses), maxlen=0)


def propagator(solver: Any) -> Callable[[list[int]], tuple[object, list[int]]]:  # noqa: ANN401
    """How to propagate assumptions: past pysat's own method if possible, half of the time."""
    inner = _inner(solver, "propagate")
    # Neither phases to save nor a handler of Ctrl-C to set up each time; it would also jump out of
    # the solver's midst.
    return (lambda literals: inner(literals, 0, 0)) if inner else solver.propagate


def _inner(solver: Any, task: str) -> "partial[Any] | None":  # noqa: ANN401
    """The function of pysat's inside that a method wraps."""
    name = {"Glucose4": "glucose41"}.get(type(solver).__name__, type(solver).__name__.lower())
    function = getattr(pysolvers, f"{name}_{task}", None)
    insides = (getattr(solver, inside, None) for inside in ("minisat", "cadical", "glucose"))
    inside = next(filter(None, insides), None)
    return partial(function, inside) if function and inside else None


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
        solver: Callable[[], Any] = DefaultMake,  # Any: pysat has no types
    ) -> None:
        self.runs = 0
        self.written = 0
        self._solver = solver()
        self._add_clause = adder(self._solver)
        self._propagate = propagator(self._solver)
        self._counted = self._solver.accum_stats()
        constraints = (rule.constraint for rule in model.rules)
        cycles = [constraint for constraint in constraints if isinstance(constraint, Cycle)]
        self._encoder = Encoder(model.cells, cycles, deadline.left)
        # Guards no longer needed, until the next question.
        self._retired: list[list[int]] = []
        # Switches that are assumed off: left open, they would cost the solver time.
        self._off: frozenset[int] = frozenset()
        self._off_literals: list[int] = []
        # By literal; none is 0.
        self._places: list[tuple[Cell, Value]] = [("", "")]
        for cell, held in model.cells.items():
            deadline.left()
            self._places += [(cell, value) for value in held]
        self._facts = frozenset(range(1, len(self._places)))
        with _COLLECTOR_OFF:
            for rule in model.rules:
                deadline.left()
                self._encoder.add(rule.constraint)
                if len(self._encoder.clauses) > PORTION:
                    self._hand_over(deadline)
            self._hand_over(deadline)

    def fact(self, cell: Cell, value: Value) -> int:
        """The literal that says so."""
        return self._encoder.literals[cell][value]

    def facts(self, board: Board) -> list[int]:
        """What a board says of its cells."""
        literals = self._encoder.literals
        return [literals[cell][value] for cell, value in board.items()]

    def board(self, facts: list[int]) -> Board:
        return dict(map(self._places.__getitem__, facts))

    def assumptions(self, clues: Iterable[Rule], deadline: Deadline) -> list[int]:
        """The literals that, assumed, demand the clues."""
        literals = []
        for clue in clues:
            literals.append(self._encoder.switch(clue.constraint))
            deadline.left()
        self._write_deferred(literals, deadline)
        return literals

    def attend(self, literals: Iterable[int]) -> None:
        """Until told otherwise, only these switches are assumed, and all others are off."""
        if self._encoder.switches:
            self._off = frozenset(self._encoder.switches).difference(literals)
            self._off_literals = [*map(neg, self._off)]

    def boards(
        self, assumptions: list[int], deadline: Deadline, statistics: Statistics
    ) -> Iterator[Board]:
        """Every board under the assumptions, each once, whatever the helpers say."""
        start = time.perf_counter()
        self.attend(assumptions)
        forced = self._forced(assumptions)
        self._account(statistics)
        statistics.solve_seconds += time.perf_counter() - start
        if forced is None:
            yield from self._searched(assumptions, deadline, statistics)
        elif forced:
            yield self.board(forced)

    def _forced(self, assumptions: list[int]) -> list[int] | None:
        """The facts of the only board where propagation finds it, and that takes half the time of
        asking twice; no facts where it finds a contradiction, None where something stays open."""
        if not assumptions or self._encoder.deferred or not isinstance(self._solver, DefaultMake):
            return None
        asked = [*self._off_literals, *assumptions]
        if self._retired:
            self._hand_over(NEVER)
        possible, implied = self._propagate(asked)
        if not possible:
            return []
        facts = self._facts.intersection(implied)
        return sorted(facts) if len(facts) == len(self._encoder.literals) else None

    def _searched(
        self, assumptions: list[int], deadline: Deadline, statistics: Statistics
    ) -> Iterator[Board]:
        guard = 0
        given = set(assumptions)
        try:
            while True:
                start = time.perf_counter()
                found = self.ask([*assumptions, guard] if guard else assumptions, deadline)
                self._account(statistics)
                if found:
                    # What is given anyway needs no mention.
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
        facts = self._solver.get_model()[: self._encoder.facts]
        return [literal for literal in facts if literal > 0]

    def possible(
        self, assumptions: list[int], deadline: Deadline = NEVER, conflicts: int | None = None
    ) -> bool:
        """Whether there is any board.

        Values whose clauses are not yet written are assumed away; where that is to blame for
        finding nothing, their clauses are written after all.
        """
        assert self._off.isdisjoint(assumptions), "what is off cannot be asked about"
        deferred = self._encoder.deferred
        while True:
            asked = [*self._off_literals, *assumptions, *map(neg, deferred)]
            if self._retired:
                self._hand_over(deadline)
            if solve(self._solver, asked, deadline, conflicts):
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
        for start in range(0, len(clauses), PORTION):
            deadline.left()
            load(self._solver, clauses[start : start + PORTION])
        clauses.clear()
