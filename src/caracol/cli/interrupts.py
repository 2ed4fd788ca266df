"""Ctrl-C at any moment of a program: it is heard, it is not lost, and the status is the same.

Python raises KeyboardInterrupt wherever it is at work. That alone is not enough:

- in a method or a callback for objects that are deleted, what is raised is reported and dropped:
  then it is sent again a moment later;
- libraries turn it into errors of their own: `heard` tells what was behind them;
- somebody presses twice: what is being closed because of the first is not disturbed;
- all is done and Python is closing: then there is nothing to interrupt.
"""

import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

# Seconds in which pressing again means the same, and until what was dropped is sent again.
IMPATIENT, AGAIN = 1.0, 0.05


class CtrlC:
    """Whether it was heard, and how it is heard."""

    def __init__(self) -> None:
        self.heard = False
        self._deaf_until = 0.0

    def hear(self, *_: object) -> None:
        """As the handler of the signal."""
        now = time.monotonic()
        if now >= self._deaf_until:
            self.heard, self._deaf_until = True, now + IMPATIENT
            raise KeyboardInterrupt

    def dropped(self, what: "UnraisableHookArgs") -> None:
        """As the hook for what is raised where nobody can catch it."""
        if what.exc_type is not KeyboardInterrupt:
            sys.__unraisablehook__(what)
            return
        self._deaf_until = 0.0
        later = threading.Timer(AGAIN, _send)
        later.daemon = True
        later.start()


def _send() -> None:
    if hasattr(signal, "pthread_kill"):  # which wakes the main thread, whatever it waits for
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
    else:
        signal.raise_signal(signal.SIGINT)


@contextmanager
def interruptible(to_the_end: bool) -> Iterator[CtrlC]:
    """Ctrl-C is heard meanwhile, and if Python is closed afterwards, no more from then on.

    Nothing changes where somebody else handles it already, or ignores it, as `nohup` does.
    """
    ctrl_c = CtrlC()
    is_main = threading.current_thread() is threading.main_thread()
    if not is_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield ctrl_c
        return
    hook = sys.unraisablehook
    sys.unraisablehook = ctrl_c.dropped
    signal.signal(signal.SIGINT, ctrl_c.hear)
    try:
        yield ctrl_c
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN if to_the_end else signal.default_int_handler)
        sys.unraisablehook = hook
