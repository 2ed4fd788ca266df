"""What experiments share: options, the time limit, progress, Ctrl-C, the saved run.

An experiment is a module with `main = Experiment(…)`, whose `measure` yields sections.
"""

import argparse
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from ..extras import need
from ..files import check_directory
from ..puzzle import UsageError, expected_one
from .machine import machine, versions
from .samples import SEED
from .tables import Run, Section, printed, write

DONE, OUT_OF_TIME, INTERRUPTED = 0, 3, 130
COMPLETE, LATE, BROKEN_OFF = "complete", "out of time", "broken off"

Thing = TypeVar("Thing")


class TimeIsUp(BaseException):
    """The experiment has reached its time limit; like Ctrl-C, only the runner catches it."""


def positive(word: str) -> float:
    """The type of an option."""
    try:
        number = float(word)
    except ValueError:
        number = 0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a number greater than 0, found {word!r}")
    return number


def whole(word: str) -> int:
    """The type of an option."""
    if not word.isdecimal() or int(word) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number, one or more; found {word!r}")
    return int(word)


def one_of(what: str, known: Sequence[str]) -> Callable[[str], str]:
    """The type of an argument; `choices` would refuse an empty list of them (Python 3.11)."""

    def read(word: str) -> str:
        if word not in known:
            raise argparse.ArgumentTypeError(expected_one(what, known, word))
        return word

    return read


def _no_options(_parser: argparse.ArgumentParser) -> None:
    """The shared ones are enough."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """Called with the words after `caracol lab NAME`, it returns the exit status."""

    name: str
    description: str | None
    seconds: float
    measure: Callable[[argparse.Namespace], Iterable[Section]]
    add_options: Callable[[argparse.ArgumentParser], None] = _no_options
    seeds: tuple[int, ...] = (SEED,)

    def __call__(self, arguments: Sequence[str]) -> int:
        targets = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
        targets.add_argument("--json", type=Path, metavar="FILE", help="save all results there")
        targets.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw the tables there")
        # Where a run is saved is not part of it.
        target, words = targets.parse_known_args(arguments)
        parser = argparse.ArgumentParser(
            prog=f"caracol lab {self.name}", description=self.description, parents=[targets]
        )
        limit = "time limit of the run; results up to then are kept (default: %(default)g)"
        parser.add_argument(
            "--seconds", type=positive, default=self.seconds, metavar="S", help=limit
        )
        self.add_options(parser)
        options = parser.parse_args(words)
        if not hasattr(os, "fork"):  # what ends programs in time and measures them needs it
            raise UsageError("experiments need a system such as Linux or macOS")
        if target.json:
            check_target(target.json)
        if target.plot:
            check_target(target.plot, ".svg")
            need("lab", "matplotlib")
        return self._run(words, options, target)

    def _run(
        self, words: Sequence[str], options: argparse.Namespace, target: argparse.Namespace
    ) -> int:
        """Print the sections as they come and save them, also those of a run cut short."""
        date, start = datetime.now(UTC), time.perf_counter()
        sections: list[Section] = []
        status, ended = DONE, BROKEN_OFF
        try:
            with alarm(options.seconds):
                for section in printed(self.measure(options)):
                    sections.append(section)  # noqa: PERF402 what came before the exception counts
            ended = COMPLETE
        except TimeIsUp:
            status, ended = OUT_OF_TIME, LATE
            sys.stderr.write(f"caracol: out of time after {options.seconds:g} seconds\n")
        except KeyboardInterrupt:
            status = INTERRUPTED
            sys.stderr.write("caracol: interrupted\n")
        finally:
            if target.json and (sections or ended == COMPLETE):
                run = Run(
                    experiment=self.name,
                    arguments=tuple(words),
                    date=date.isoformat(timespec="seconds"),
                    seconds=round(time.perf_counter() - start, 1),
                    ended=ended,
                    machine=machine(),
                    versions=versions(),
                    seeds=self.seeds,
                    sections=tuple(sections),
                )
                write(target.json, run)
            if target.plot:
                from . import charts  # matplotlib takes long to import

                charts.write(target.plot, sections)
        return status


def check_target(path: Path, suffix: str = "") -> None:
    """Refuse a file that could not be written, before the run."""
    if not path.name.endswith(suffix):
        raise UsageError(f"{path}: expected a name ending in {suffix}")
    check_directory(path)


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise TimeIsUp here after the given seconds, whatever is running."""

    def ring(*_: object) -> None:
        raise TimeIsUp

    # Not SIGALRM: experiments use that themselves, for what they time.
    before = signal.signal(signal.SIGUSR1, ring)
    main = threading.get_ident()
    timer = threading.Timer(seconds, lambda: signal.pthread_kill(main, signal.SIGUSR1))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        signal.signal(signal.SIGUSR1, before)


def progress(things: Sequence[Thing], what: str) -> Iterable[Thing]:
    """The things, with a bar on standard error where that is a terminal."""
    from rich.console import Console
    from rich.progress import track

    shown = Console(stderr=True)
    return track(things, what, console=shown, transient=True, disable=not shown.is_terminal)
