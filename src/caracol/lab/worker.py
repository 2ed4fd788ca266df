"""Functions called in a process of their own: one that crashes or hangs does not end the run."""

import os
import signal
import sys
import tempfile
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import TypeVar

# To start and to import, and to end after the time is up.
START, GRACE = 60.0, 5.0

Result = TypeVar("Result")


class Trouble(Exception):
    """The process has crashed or took too long."""


class Worker:
    """A process, started when it is needed and not running; `prepare` is called there first."""

    def __init__(self, prepare: Callable[[], object] = int) -> None:
        self._prepare = prepare
        self._running: tuple[SpawnProcess, Connection] | None = None
        # Whatever files are left there, also when the process is killed, go with this folder.
        self._folder = tempfile.TemporaryDirectory()

    def close(self) -> None:
        self._end()
        self._folder.cleanup()

    def call(self, function: Callable[[], Result], seconds: float) -> Result:
        """What the function returns there; its time starts when the process is ready."""
        try:
            if self._running is None:
                self._start()
                self._answer(self._prepare, START)
            return self._answer(function, seconds)
        except BaseException:
            self._end()
            raise

    def _start(self) -> None:
        context = get_context("spawn")  # a copy of this process would share its solvers
        here, there = context.Pipe()
        process = context.Process(target=_serve, args=(there, self._folder.name), daemon=True)
        self._running = process, here
        process.start()
        there.close()

    def _answer(self, function: Callable[[], Result], seconds: float) -> Result:
        assert self._running, "it has been started"
        process, connection = self._running
        try:
            connection.send(function)
            if not connection.poll(seconds + GRACE):
                raise Trouble(f"> {seconds:g} s")
            result: Result = connection.recv()
            return result
        except (EOFError, ConnectionError):
            process.join(GRACE)
            raise Trouble(f"crashed, status {process.exitcode}") from None

    def _end(self) -> None:
        if self._running is None:
            return
        (process, connection), self._running = self._running, None
        for end in (process.terminate, process.kill):
            if process.is_alive():
                end()
                process.join(GRACE)
        connection.close()


def _serve(there: Connection, folder: str) -> None:
    """Call what comes, on one core; what libraries print goes nowhere."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    # Ended softly, so that programs under way are ended too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the run to act on
    tempfile.tempdir = folder
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    while True:
        try:
            function = there.recv()
        except EOFError:  # the run has ended
            return
        there.send(function())
