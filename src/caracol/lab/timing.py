"""Clocks: how long calls and whole processes take, and programs that end in time."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ..caches import forget
from . import launch

# Where this is set, Python compiles every module anew at each start, which no user waits for.
NOT_KEPT = "PYTHONDONTWRITEBYTECODE"

Thing = TypeVar("Thing")


def timed(
    call: Callable[[], Thing], clock: Callable[[], float] = time.perf_counter
) -> tuple[Thing, float]:
    """What a call returns, and the seconds that it took."""
    start = clock()
    found = call()
    return found, clock() - start


def timed_cold(call: Callable[[], Thing]) -> tuple[Thing, float]:
    """The same with empty caches."""
    forget()
    return timed(call)


def in_turns(
    calls: Mapping[str, Sequence[Callable[[], Thing]]], turn: int
) -> dict[str, list[tuple[Thing, float]]]:
    """The results and seconds of each contestant's calls; after some, the next one has its turn."""
    taken: dict[str, list[tuple[Thing, float]]] = {name: [] for name in calls}
    for at in range(0, max(map(len, calls.values())), turn):
        for name, its in calls.items():
            taken[name] += [timed(call) for call in its[at : at + turn]]
    return taken


def for_seconds(
    things: Iterable[Thing], seconds: float, clock: Callable[[], float] = time.perf_counter
) -> tuple[list[Thing], float]:
    """As many things as come in that time, at least one, and the seconds that one takes."""
    start = clock()
    found = []
    for thing in things:
        found.append(thing)
        spent = clock() - start
        if spent >= seconds:
            break
    return found, spent / len(found)


@dataclass(frozen=True, slots=True)
class Output:
    """What a program printed, or that it had to be stopped."""

    status: int
    text: str
    errors: str = ""
    stopped: bool = False


def execute(words: Sequence[str], seconds: float | None) -> Output:
    """Run a command; when the time is up, stop it and all that it started."""
    with subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
        start_new_session=True,
        env={name: value for name, value in os.environ.items() if name != NOT_KEPT},
    ) as process:
        try:
            text, errors = process.communicate(timeout=seconds)
            return Output(process.returncode, text, errors)
        except subprocess.TimeoutExpired:
            return Output(-1, "", stopped=True)
        finally:  # whatever ends us ends what we started, too
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


@dataclass(frozen=True, slots=True)
class Usage:
    """What a process took."""

    status: int
    seconds: float
    processor: float  # its seconds of processor time
    megabytes: float  # at its peak


def usage(words: Sequence[str], seconds: int = 60) -> Usage:
    """Run a command without its output, for at most the given seconds."""
    printed = execute((sys.executable, "-I", "-S", launch.__file__, str(seconds), *words), None)
    status, spent, processor, kilobytes = printed.text.split()
    return Usage(int(status), float(spent), float(processor), int(kilobytes) / 1024)


def processes(
    commands: Mapping[str, Sequence[str]], rounds: int, seconds: int = 60
) -> Iterator[dict[str, Usage]]:
    """Run every command in every round, so that a busy machine slows all alike."""
    for _ in range(rounds):
        yield {name: usage(words, seconds) for name, words in commands.items()}
