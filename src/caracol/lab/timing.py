"""Clocks: how long calls and whole processes take, in turns, so that noise hits all alike."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from . import launch

# Contestants take turns after so many questions.
TURN = 10
# Where this is set, Python compiles every module anew at each start, which no user waits for.
NOT_KEPT = "PYTHONDONTWRITEBYTECODE"


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
        """How many times as long as the other in the same round: the median of that."""
        return median(one / two for one, two in zip(self.rounds, other.rounds, strict=True))


Questions = Mapping[str, Sequence[Callable[[], bool]]]


def race(questions: Questions) -> dict[str, float]:
    """Seconds per question for each contestant; all must give the same answers."""
    seconds = dict.fromkeys(questions, 0.0)
    answers: dict[str, list[bool]] = {name: [] for name in questions}
    length = max(map(len, questions.values()))
    for at in range(0, length, TURN):
        for name, calls in questions.items():
            start = time.perf_counter()
            answers[name] += [call() for call in calls[at : at + TURN]]
            seconds[name] += time.perf_counter() - start
    first, *others = answers.values()
    assert all(other == first for other in others), "the contestants disagree"
    return {name: spent / length for name, spent in seconds.items()}


@dataclass(frozen=True, slots=True)
class Command:
    """What to run as a process of its own; `path` is where it finds more modules."""

    words: tuple[str, ...]
    path: str = ""


@dataclass(frozen=True, slots=True)
class Finished:
    """What a process took."""

    status: int
    seconds: float
    megabytes: float  # at its peak


def run(command: Command, seconds: int) -> Finished:
    """Run a command without its output, for at most so many seconds."""
    with subprocess.Popen(
        (sys.executable, "-I", "-S", launch.__file__, str(seconds), *command.words),
        env=_surroundings(command.path),
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as launched:
        try:
            told, _ = launched.communicate()
        except BaseException:  # whatever ends us ends what we started, too
            os.killpg(launched.pid, signal.SIGKILL)
            raise
    status, spent, kilobytes = told.split()
    return Finished(int(status), float(spent), int(kilobytes) / 1024)


def _surroundings(path: str) -> dict[str, str]:
    """The environment of a command: as on most machines, Python keeps its compiled modules."""
    usual = {name: value for name, value in os.environ.items() if name != NOT_KEPT}
    return usual | ({"PYTHONPATH": path} if path else {})


def run_in_turn(
    commands: Mapping[str, Command], rounds: int, seconds: int
) -> dict[str, list[Finished]]:
    """Run every command in every round."""
    runs: dict[str, list[Finished]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            runs[name].append(run(command, seconds))
    return runs
