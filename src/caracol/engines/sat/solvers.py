"""SAT solvers of python-sat, asked within time limits.

This is the one place that knows the solvers' own packages.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import repeat
from threading import Thread
from typing import Any

import pysolvers
from pysat.solvers import Cadical153, Glucose4, Minisat22

from ...deadline import NEVER, Deadline
from ...kinds.lowering import Lowering

# A solver is first asked for that many conflicts, and for the square of that in propagations: some
# milliseconds, longer than all but the hardest questions take, shorter than anybody waits.
MOMENT = 500
NO_BUDGET = -1

MainSolver = Minisat22
# A solver that shares no code with the first, for a second opinion.
SecondSolver = Cadical153
# One that writes down what it learns.
ProofSolver = Glucose4


class Undecided(Exception):
    """A question was not answered within the conflicts allowed for it."""


def solve(
    solver: Any,  # noqa: ANN401 pysat has no types
    assumptions: list[int],
    deadline: Deadline = NEVER,
    conflicts: int | None = None,
) -> bool:
    """Ask a solver: at first for a moment, which is almost always enough, then for longer.

    When time is up, raise OutOfTime; after the given number of conflicts, if any, Undecided.
    """
    deadline.check()
    if conflicts is not None:
        return _within(conflicts, solver, assumptions, deadline)
    found = briefly(solver, assumptions)
    while found is None:
        found = _for_longer(solver, assumptions, deadline)
    return found


def solve_lazily(
    solver: Any,  # noqa: ANN401 pysat has no types
    ask: Callable[[], bool | None],
    out: Lowering,
    load: Callable[[], object],
) -> bool:
    """Ask until the board that is found keeps what was postponed, too; `load` adds new clauses."""
    while ask():
        if not out.refine(solver.get_model):
            return True
        load()
    return False


def _within(conflicts: int, solver: Any, assumptions: list[int], deadline: Deadline) -> bool:  # noqa: ANN401
    """A moment at a time, so that the deadline is observed."""
    for spent in range(0, conflicts, MOMENT):
        deadline.check()
        found = briefly(solver, assumptions, min(MOMENT, conflicts - spent))
        if found is not None:
            return found
    raise Undecided


def briefly(solver: Any, assumptions: list[int], conflicts: int = MOMENT) -> bool | None:  # noqa: ANN401
    """The answer, or None where it takes longer than a moment, measured in conflicts."""
    found: bool | None
    if isinstance(solver, MainSolver):
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
    """In a thread of its own: a running solver reacts neither to Ctrl-C nor to the deadline.

    One that cannot be interrupted is asked for a moment at a time, and so is every one where no
    thread can be started.
    """
    left = deadline.left()
    if not isinstance(solver, MainSolver):
        return briefly(solver, assumptions)
    solver.conf_budget(NO_BUDGET)
    solver.prop_budget(NO_BUDGET)
    answers: list[bool | None] = []
    asking = Thread(
        target=lambda: answers.append(solver.solve_limited(assumptions, True)), daemon=True
    )
    try:
        asking.start()
    except RuntimeError:
        return briefly(solver, assumptions)
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
