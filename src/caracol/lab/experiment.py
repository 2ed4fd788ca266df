"""What experiments have in common: options, the clock, progress, Ctrl-C, the written run, pictures.

An experiment is a module with `main = Experiment(…)`, whose `measure` yields sections.
"""

import argparse
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

from ..puzzle import UsageError
from . import charts
from .machine import machine, versions
from .report import Row, Run, Section, tell, write
from .samples import SEED

DONE, OUT_OF_TIME, INTERRUPTED = 0, 3, 130
COMPLETE, LATE, BROKEN_OFF = "complete", "out of time", "broken off"

Thing = TypeVar("Thing")


class TimeIsUp(BaseException):
    """The experiment has had its seconds. Like Ctrl-C, it is nobody's to catch on the way."""


class Parser(argparse.ArgumentParser):
    """The options of a command of the lab."""

    def __init__(self, name: str, told: str | None) -> None:
        super().__init__(prog=f"caracol lab {name}", description=told)

    def number(self, name: str, told: str, default: float | None = None) -> None:
        """An option for a number of one or more."""
        self._figure(name, _whole, "N", told, default)

    def seconds(self, name: str, told: str, default: float) -> None:
        self._figure(name, positive, "S", told, default)

    def _figure(
        self, name: str, kind: Callable[[str], float], unit: str, told: str, default: float | None
    ) -> None:
        usual = f" (default: {default:g})" if default else ""
        self.add_argument(name, type=kind, default=default, metavar=unit, help=told + usual)


def positive(word: str) -> float:
    try:
        number = float(word)
    except ValueError:
        number = 0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a number, more than none; found {word!r}")
    return number


def _whole(word: str) -> int:
    if not word.isdecimal() or int(word) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number, one or more; found {word!r}")
    return int(word)


def _no_options(_parser: Parser) -> None:
    """Those that all experiments have are enough."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """Called with the words after `caracol lab NAME`, it returns the exit status."""

    name: str
    told: str | None
    seconds: float
    measure: Callable[[argparse.Namespace], Iterable[Section]]
    add_options: Callable[[Parser], None] = _no_options
    seeds: tuple[int, ...] = (SEED,)

    def __call__(self, arguments: Sequence[str]) -> int:
        parser = Parser(self.name, self.told)
        parser.seconds("--seconds", "end the run then, and keep what is done", self.seconds)
        parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
        parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw the tables there")
        self.add_options(parser)
        options = parser.parse_args(arguments)
        for target in filter(None, (options.json, options.plot)):
            check_target(target, ".svg" if target == options.plot else "")
        return self._run(arguments, options)

    def _run(self, arguments: Sequence[str], options: argparse.Namespace) -> int:
        """Print the sections as they come and write them, also those of a run that is cut short."""
        date, start = datetime.now(UTC), time.perf_counter()
        sections: list[Section] = []
        status, ended = DONE, BROKEN_OFF
        try:
            with alarm(options.seconds):
                for section in tell(self.measure(options)):
                    sections.append(section)  # noqa: PERF402 what came before the exception counts
            ended = COMPLETE
        except TimeIsUp:
            status, ended = OUT_OF_TIME, LATE
            sys.stderr.write(f"caracol: out of time after {options.seconds:g} seconds\n")
        except KeyboardInterrupt:
            status = INTERRUPTED
            sys.stderr.write("caracol: interrupted\n")
        finally:
            if options.json and (sections or ended == COMPLETE):
                done = Run(
                    experiment=self.name,
                    arguments=tuple(_without_targets(arguments)),
                    date=date.isoformat(timespec="seconds"),
                    seconds=round(time.perf_counter() - start, 1),
                    ended=ended,
                    machine=machine(),
                    versions=versions(),
                    seeds=self.seeds,
                    sections=tuple(sections),
                )
                write(options.json, done)
            if options.plot:
                charts.write(options.plot, sections)
        return status


def check_target(path: Path, suffix: str = "") -> None:
    """Refuse a file that could not be written, before the run."""
    if not path.name.endswith(suffix):
        raise UsageError(f"{path}: expected a name ending in {suffix}")
    if not path.parent.is_dir():
        raise UsageError(f"{path}: there is no such directory")


def need_packages(*modules: str) -> None:
    if not all(map(find_spec, modules)):
        raise UsageError("the peers are not installed: pip install 'caracol[lab]'")


def _without_targets(arguments: Sequence[str]) -> Iterator[str]:
    """The arguments, but for where the run is written: that is no part of it."""
    words = iter(arguments)
    for word in words:
        if word in ("--json", "--plot"):
            next(words, None)
        elif not word.startswith(("--json=", "--plot=")):
            yield word


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


def kept(work: Iterable[object], sections: Callable[[], Iterable[Section]]) -> Iterator[Section]:
    """The sections of what the work has brought, also where the run is cut short."""
    try:
        for _ in work:
            pass
    except (KeyboardInterrupt, TimeIsUp):
        yield from sections()
        raise
    yield from sections()


def growing(section: Section, rows: Iterable[Row]) -> Iterator[Section]:
    """The section with these rows; with those that there are, if the run is cut short."""
    found: list[Row] = []

    def work() -> Iterator[None]:
        for row in rows:
            found.append(row)
            yield

    return kept(work(), lambda: [replace(section, rows=tuple(found))] if found else [])


def progress(things: Sequence[Thing], what: str) -> Iterable[Thing]:
    """The things, with a bar on standard error where that is a terminal."""
    from rich.console import Console
    from rich.progress import track

    shown = Console(stderr=True)
    return track(things, what, console=shown, transient=True, disable=not shown.is_terminal)
