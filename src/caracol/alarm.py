"""A time limit that no phase of the work can overrun: the last resort behind all deadlines."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from .puzzle import OutOfTime

# Questions that look at the clock themselves stop in order; the alarm leaves them time to do so.
LEEWAY = 0.15
# An exception raised while an object is deleted is lost: the alarm rings again.
AGAIN = 0.5


@contextmanager
def alarm(seconds: float | None) -> Iterator[None]:
    """Raise OutOfTime in the work below once the seconds and a little more have passed.

    Only the main thread can be stopped so, and not on Windows; elsewhere the work has only its own
    deadlines.
    """
    able = threading.current_thread() is threading.main_thread() and hasattr(signal, "setitimer")
    if seconds is None or not able:
        yield
        return
    armed, rung = True, False

    def ring(*_: object) -> None:
        nonlocal rung
        rung = True
        if armed:
            raise OutOfTime("out of time")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds + LEEWAY, AGAIN)
    try:
        yield
    finally:
        armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if rung:
            _forget()


def _forget() -> None:
    """What was stopped in the middle of its work is not to be used again."""
    from .engines import sat

    sat.forget()
