"""Clocks: how long calls and whole processes take, and processes that end in time."""

import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeVar

from ..caches import forget
from . import launch

# Where this is set, Python compiles every module anew at each start, which no user waits for.
NOT_KEPT = "PYTHONDONTWRITEBYTECODE"

Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class Times:
    """What something took, in seconds, one figure a round."""

    rounds: tuple[float, ...]

    @property
    def median(self) -> float:
        return median(self.rounds)

    @property
    def milliseconds(self) -> tuple[float, ...]:
        return tuple(seconds * 1000 for seconds in self.rounds)

    @property
    def rates(self) -> tuple[float, ...]:
        """How often in a second."""
        return tuple(1 / seconds for seconds in self.rounds)

    def over(self, other: "Times") -> float:
        """The median ratio to the other, over the rounds that both had."""
        return median(one / two for one, two in zip(self.rounds, other.rounds, strict=False))


def timed(call: Callable[[], Thing]) -> tuple[Thing, float]:
    """What a call returns, and the seconds that it took."""
    start = time.perf_counter()
    found = call()
    return found, time.perf_counter() - start


def timed_cold(call: Callable[[], Thing]) -> tuple[Thing, float]:
    """The same, with nothing known before."""
    forget()
    return timed(call)


def keep_collector_off() -> None:
    """A collection would visit the many objects of one contestant's packages in another's time."""
    gc.collect()
    gc.freeze()


@dataclass(frozen=True, slots=True)
class Said:
    """What a process said, or that it had to be ended."""

    status: int
    output: str
    errors: str = ""
    ended: bool = False


def say(words: Sequence[str], seconds: float | None, told: str = "") -> Said:
    """Run a command with this input; when the time is up, end it and all that it started."""
    with subprocess.Popen(
        words,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
        env={name: value for name, value in os.environ.items() if name != NOT_KEPT},
    ) as process:
        try:
            output, errors = process.communicate(told, timeout=seconds)
            return Said(process.returncode, output, errors)
        except subprocess.TimeoutExpired:
            return Said(-1, "", ended=True)
        finally:  # whatever ends us ends what we started, too
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


@dataclass(frozen=True, slots=True)
class Finished:
    """What a process took."""

    status: int
    seconds: float
    megabytes: float  # at its peak


def run(words: Sequence[str], seconds: int) -> Finished:
    """Run a command without its output, for at most the given seconds."""
    said = say((sys.executable, "-I", "-S", launch.__file__, str(seconds), *words), None)
    status, spent, kilobytes = said.output.split()
    return Finished(int(status), float(spent), int(kilobytes) / 1024)


def run_in_turn(
    commands: Mapping[str, Sequence[str]], rounds: int, seconds: int
) -> dict[str, list[Finished]]:
    """Run every command in every round, so that noise hits all alike."""
    runs: dict[str, list[Finished]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, words in commands.items():
            runs[name].append(run(words, seconds))
    return runs
