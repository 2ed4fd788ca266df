"""The default engine: one incremental SAT solver per shape; a puzzle is only assumptions.

Enter at `run`. `session` is a solver that holds the rules of one model, `encoder` writes linear
sums as clauses, `deletion` makes sets of assumptions irreducible (deletion with cores), `solvers`
is the only module that touches pysat.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

from ...caches import kept
from ...deadline import Deadline
from ...model import Model, Rule
from .. import Assignment, Engine, Run, Statistics
from .session import Session

# After that many puzzles a solver holds many dead clauses and is replaced.
MOST_RUNS = 5_000
# How many sessions of a model are kept for later; threads use one each.
MOST_IDLE = 8


def engine(_solver: str = "") -> Engine:
    return run


def run(model: Model, clues: tuple[Rule, ...], deadline: Deadline) -> Run:
    statistics = Statistics("sat")
    return Run(_boards(model, clues, deadline, statistics), statistics)


def _boards(
    model: Model, clues: tuple[Rule, ...], deadline: Deadline, statistics: Statistics
) -> Iterator[Assignment]:
    """Every board, in an order that depends on the puzzle alone.

    What a solver finds first depends on what it was asked before. One that was used before only
    says whether there are several boards; these are then asked of a solver of their own.
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
) -> Iterator[Assignment]:
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
) -> Iterator[Assignment]:
    start = time.perf_counter()
    assumptions = session.assumptions(clues, deadline)
    statistics.build_seconds += time.perf_counter() - start
    yield from session.boards(assumptions, deadline, statistics)


@contextmanager
def borrowed(model: Model, deadline: Deadline) -> Iterator[Session]:
    """A session for questions of any kind, kept for later afterwards."""
    session = _taken(model) or Session(model, deadline)
    try:
        yield session
    finally:
        _give_back(model, session)


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
