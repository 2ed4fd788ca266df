"""Time limits that hold even where the work at hand does not look at the clock.

An alarm ends what is Python's own; what may be in the midst of a library runs in a process that can
be ended.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import TypeVar

from .engines import Deadline
from .puzzle import OutOfTime, PuzzleError, UsageError

Result = TypeVar("Result")

# Work that looks at the clock ends in order: the alarm rings so much later. An exception that is
# raised while an object is deleted is lost, so it rings again.
LATER, AGAIN = 0.15, 0.5


@contextmanager
def within(seconds: float | None) -> Iterator[Deadline]:
    """A deadline, with an alarm behind it that raises OutOfTime wherever Python is at work.

    Only the main thread of a process can have an alarm, and none where somebody else uses it.
    """
    deadline = Deadline(seconds)
    if seconds is None or not _can_ring():
        yield deadline
        return
    armed, rung = True, False

    def ring(*_: object) -> None:
        nonlocal rung
        rung = True
        if armed:
            raise OutOfTime("out of time")

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds + LATER, AGAIN)
    try:
        yield deadline
    finally:
        armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        if rung:
            _forget()


def _can_ring() -> bool:
    return (
        hasattr(signal, "setitimer")
        and threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
    )


def _forget() -> None:
    """What was stopped in the middle of its work is not to be used again."""
    from . import listed
    from .engines import sat

    sat.forget()
    listed.forget()


def in_time(work: Callable[[], Result], seconds: float) -> Result:
    """What the work returns or raises, done in a process of its own, which can be stopped.

    The time that the process takes to start is not counted.
    """
    context = get_context("spawn")  # a copy of this process would share open solvers
    here, there = context.Pipe()
    process = context.Process(target=_send, args=(work, seconds, there), daemon=True)
    process.start()
    there.close()
    try:
        here.recv()  # it has started
        if not here.poll(seconds):
            raise OutOfTime("out of time")
        result: Result | PuzzleError = here.recv()
    except EOFError:
        raise UsageError("the process that did the work was ended from outside") from None
    finally:
        process.kill()
        process.join()
    if isinstance(result, PuzzleError):
        raise result
    return result


def _send(work: Callable[[], object], seconds: float, there: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent to act on
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds + 1)  # the end, should the parent be gone
    there.send(None)
    try:
        there.send(work())
    except PuzzleError as error:
        there.send(error)
