"""Work that ends in time, whatever library it is in the midst of."""

import signal
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import TypeVar

from .puzzle import OutOfTime, PuzzleError, UsageError

Result = TypeVar("Result")


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
