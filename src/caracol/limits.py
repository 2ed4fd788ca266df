"""Time limits that hold even where the work at hand does not look at the clock."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from . import listed
from .engines import Deadline, sat
from .puzzle import OutOfTime

# The alarm rings so much after the deadline, which most work keeps by itself; and again if whoever
# was at work did not hear it.
LATE, AGAIN = 0.1, 1.0


@contextmanager
def within(seconds: float | None) -> Iterator[Deadline]:
    """A deadline, with an alarm behind it that raises OutOfTime wherever Python is at work.

    Only the main thread of a process can have an alarm, and none where somebody else uses it.
    """
    deadline = Deadline(seconds)
    if seconds is None or not _can_ring():
        yield deadline
        return

    def ring(*_: object) -> None:
        # What was being written just now may be half done.
        sat.forget()
        listed.forget()
        raise OutOfTime("out of time")

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds + LATE, AGAIN)
    try:
        yield deadline
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


def _can_ring() -> bool:
    return (
        hasattr(signal, "setitimer")
        and threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
    )
