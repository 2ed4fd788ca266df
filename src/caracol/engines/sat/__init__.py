"""The default engine: one incremental SAT solver per shape; a puzzle is only assumptions.

Enter at `run`. `session` is a solver that holds the rules of one model, `encoder` writes linear
sums as clauses, `deletion` makes sets of assumptions irreducible (deletion with cores), `solvers`
is the only module that touches pysat.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

from ...caches import kept
from ...deadline import Deadline
from ...kinds import Domains
from ...model import Model, Rule
from .. import Assignment, Engine, Run, Statistics, paths
from .session import Session
from .solvers import MainSolver, Undecided

# After that many puzzles a solver holds many dead clauses and is replaced.
MOST_RUNS = 5_000
# A puzzle that takes more gets a solver of its own.
MOST_CONFLICTS = 2_000
# So is one that holds that many clauses of clues: lists of a Nonogram have thousands each.
MOST_CLAUSES = 300_000
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
    if paths.has_paths(model, clues):
        yield from _read(model, clues, deadline, statistics)
        return
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
    if paths.has_paths(model, clues):
        return Run(_read(model, clues, deadline, statistics), statistics)
    return Run(_lasting(model, _taken(model), clues, deadline, statistics), statistics)


def _read(
    model: Model, clues: tuple[Rule, ...], deadline: Deadline, statistics: Statistics
) -> Iterator[Assignment]:
    """Every board that automata accept: once they are read, there is little left to encode."""
    start = time.perf_counter()
    left = paths.narrowed(model, clues, deadline)
    board = left and paths.only_board(left)
    statistics.solve_seconds += time.perf_counter() - start
    if board:
        statistics.method = "read"
        yield board
    elif left:
        yield from _alone(Model(left, model.rules), clues, [], deadline, statistics)


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
    found: list[Assignment] = []
    try:
        for board in session.boards(
            assumptions, deadline, statistics, MOST_CONFLICTS if clues else None
        ):
            found.append(board)
            yield board
    except Undecided:
        yield from _alone(session.model, clues, found, deadline, statistics)


def _alone(
    model: Model,
    clues: tuple[Rule, ...],
    found: list[Assignment],
    deadline: Deadline,
    statistics: Statistics,
) -> Iterator[Assignment]:
    """The other boards, by a solver for this puzzle alone, to which clues are rules as all others.

    What is assumed is decided again at every restart, and stands in what is learned: a Sudoku of
    25 takes a minute that way, and six seconds this way.
    """
    start = time.perf_counter()
    session = Session(Model(model.cells, (*model.rules, *clues)), deadline)
    guard = 0
    for board in found:
        guard = session.block(session.facts(board), guard)
    statistics.build_seconds += time.perf_counter() - start
    yield from session.boards([guard] if guard else [], deadline, statistics)


def second(
    left: Domains | None,
    model: Model,
    clues: Sequence[Rule],
    board: Assignment,
    deadline: Deadline,
    solver: Callable[[], Any] = MainSolver,  # Any: pysat has no types
) -> Assignment | None:
    """Another board, where automata that were read leave these values."""
    if left is None or paths.only_board(left) == board:
        return None
    session = Session(Model(left, (*model.rules, *clues)), deadline, solver)
    facts = session.ask([session.block(session.facts(board))], deadline)
    return None if facts is None else session.board(facts)


def needed(
    model: Model, clues: tuple[Rule, ...], board: Assignment, deadline: Deadline
) -> Iterator[bool | None]:
    """Of each clue, whether there is a second board without it, where the board given is the only
    one with all of them; None where that takes long."""
    if paths.has_paths(model, clues):
        for i in range(len(clues)):
            others = (*clues[:i], *clues[i + 1 :])
            left = paths.narrowed(model, others, deadline)
            yield second(left, model, others, board, deadline) is not None
        return
    with borrowed(model, deadline) as session:
        assumptions = session.assumptions(clues, deadline)
        guard = session.block(session.facts(board))
        try:
            for i in range(len(clues)):
                rest = [*assumptions[:i], *assumptions[i + 1 :]]
                session.activate(rest)
                try:
                    yield session.possible([guard, *rest], deadline, MOST_CONFLICTS)
                except Undecided:
                    yield None
        finally:
            session.retire(guard)


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
    is_worn = session.runs >= MOST_RUNS or session.written > session.of_rules + MOST_CLAUSES
    if not is_worn and len(idle) < MOST_IDLE:
        idle.append(session)


@kept(32)
def _idle(model: Model) -> "list[Session]":
    """The sessions of a model that nobody is using; those of other models go after a while."""
    assert model.cells, "a model has cells"
    return []
