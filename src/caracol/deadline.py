"""Time limits: deadlines that work looks at, and limits for work that does not.

An alarm ends what is Python's own; what may be in the midst of a library runs in a process that can
be ended.
"""

import _thread
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, TypeVar

from .caches import forget
from .puzzle import OutOfTime, PuzzleError, UsageError

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

Result = TypeVar("Result")

# What long work calls now and then, such as `Deadline.check`.
Tick = Callable[[], None]


class Deadline:
    """When the time is up; without seconds, never."""

    def __init__(self, seconds: float | None = None) -> None:
        if seconds is not None and not seconds > 0:  # so written, it finds "not a number" too
            raise UsageError(f"expected a number of seconds greater than 0, found {seconds}")
        self._end = None if seconds is None else time.monotonic() + seconds

    def check(self) -> None:
        """Raise OutOfTime when the time is up."""
        if self._end is not None and time.monotonic() >= self._end:
            raise OutOfTime("out of time")

    def left(self) -> float | None:
        """Seconds left, if they are bounded; raises OutOfTime when there are none."""
        if self._end is None:
            return None
        left = self._end - time.monotonic()
        if left <= 0:
            raise OutOfTime("out of time")
        return left

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """What is done meanwhile takes no time, such as waiting for a person."""
        start = time.monotonic()
        yield
        if self._end is not None:
            self._end += time.monotonic() - start

    def part(self, share: float) -> "Deadline":
        """A deadline after some share of the time that is left."""
        left = self.left()
        return self if left is None else Deadline(share * left)


NEVER = Deadline()


# Work that looks at the clock ends in order: the alarm rings LATER seconds after the end. What is
# raised while an object is deleted would be lost, and what is raised on the way out of a context
# would leave the alarm ringing: then it waits until it rings AGAIN.
LATER, AGAIN = 0.15, 0.1
CALLED_BACK = ("weakref", "_weakrefset")
# What rings. Windows has no alarms: there a thread lets a signal arrive that nobody else uses. In a
# browser nothing rings: only work that looks at the clock ends.
RINGING = "SIGALRM" if hasattr(signal, "setitimer") else "SIGBREAK"
SIGNAL: signal.Signals | None = getattr(signal, RINGING, None)


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

    def ring(_: int, frame: FrameType | None) -> None:
        nonlocal rung
        rung = True
        if armed and not _is_deleting(frame) and not _is_leaving(frame):
            raise OutOfTime("out of time")

    assert SIGNAL, "it can ring"
    clock = _Clock(SIGNAL)
    signal.signal(SIGNAL, ring)
    try:
        clock.start(seconds + LATER)
        yield deadline
    finally:
        armed = False
        clock.stop()
        signal.signal(SIGNAL, signal.SIG_DFL)
        if rung:
            forget()  # what was stopped in the middle of its work is not to be used again


def _is_deleting(frame: FrameType | None) -> bool:
    """Whether Python is in a method or a callback for objects that are deleted."""
    while frame:
        if frame.f_code.co_name == "__del__" or frame.f_globals.get("__name__") in CALLED_BACK:
            return True
        frame = frame.f_back
    return False


def _is_leaving(frame: FrameType | None) -> bool:
    """Whether Python is between a context's body and what ends the context, or before the body."""
    return frame is not None and frame.f_globals.get("__name__") == "contextlib"


def _can_ring() -> bool:
    return (
        SIGNAL is not None
        and threading.current_thread() is threading.main_thread()
        and signal.getsignal(SIGNAL) is signal.SIG_DFL
    )


class _Clock:
    """Lets a signal arrive after some seconds, and again and again until it is stopped."""

    def __init__(self, number: signal.Signals) -> None:
        self._number = number
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, seconds: float) -> None:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
        else:
            self._thread = threading.Thread(target=self._tick, args=(seconds,), daemon=True)
            self._thread.start()

    def stop(self) -> None:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
        self._stopped.set()
        if self._thread:
            self._thread.join()

    def _tick(self, seconds: float) -> None:
        while not self._stopped.wait(seconds):
            _thread.interrupt_main(self._number)
            seconds = AGAIN


def in_time(work: Callable[[], Result], seconds: float) -> Result:
    """What the work returns or raises, done in a process of its own, which can be stopped.

    The time that the process takes to start is not counted.
    """
    from multiprocessing import get_context  # loading it would slow down every start

    context = get_context("spawn")  # a copy of this process would share open solvers
    here, there = context.Pipe()
    process = context.Process(target=_send, args=(work, seconds, there), daemon=True)
    with ctrl_c_held_back():
        process.start()
    there.close()
    try:
        here.recv()  # it has started
        if not here.poll(seconds):
            raise OutOfTime("out of time")
        result: Result | PuzzleError = here.recv()
    except EOFError:
        raise UsageError("the worker process was killed") from None
    finally:
        process.kill()
        process.join()
    if isinstance(result, PuzzleError):
        raise result
    return result


@contextmanager
def ctrl_c_held_back() -> Iterator[None]:
    """Processes started meanwhile never hear Ctrl-C; this one hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # it comes with the first process, and lets Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _send(work: Callable[[], object], seconds: float, there: "Connection") -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent to act on
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, seconds + 1)  # the end, should the parent be gone
    there.send(None)
    try:
        there.send(work())
    except PuzzleError as error:
        there.send(error)
