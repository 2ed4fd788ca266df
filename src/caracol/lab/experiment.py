"""What experiments have in common: options, the clock, progress, Ctrl-C, and the written run.

An experiment is a module with `main(arguments)`, which reads its options with `options` and hands
its sections, as they come, to `run`.
"""

import argparse
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

from ..puzzle import UsageError
from .machine import machine, versions
from .report import Row, Run, Section, tell, write

DONE, OUT_OF_TIME, INTERRUPTED = 0, 3, 130
COMPLETE, LATE, BROKEN_OFF = "complete", "out of time", "broken off"

Thing = TypeVar("Thing")


class TimeIsUp(BaseException):
    """The experiment has had its seconds. Like Ctrl-C, it is nobody's to catch on the way."""


def options(name: str, told: str | None, seconds: float) -> argparse.ArgumentParser:
    """The options that every experiment has; it adds its own."""
    parser = argparse.ArgumentParser(prog=f"caracol lab {name}", description=told)
    parser.add_argument(
        "--seconds",
        type=positive,
        default=seconds,
        metavar="S",
        help=f"end after so long, and keep what there is by then (default: {seconds:g})",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    return parser


def positive(word: str) -> float:
    try:
        number = float(word)
    except ValueError:
        number = 0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"expected a number, more than none; found {word!r}")
    return number


def run(
    name: str,
    arguments: Sequence[str],
    options: argparse.Namespace,
    sections: Iterable[Section],
    seeds: Sequence[int] = (),
) -> int:
    """Tell the sections as they come and write them, also those of a run that is cut short."""
    target: Path | None = options.json
    if target and not target.parent.is_dir():
        raise UsageError(f"{target}: there is no such directory")
    date, start = datetime.now(UTC), time.perf_counter()
    told: list[Section] = []
    status, ended = DONE, BROKEN_OFF
    try:
        with alarm(options.seconds):
            for section in tell(sections):
                told.append(section)  # noqa: PERF402 what came before the exception counts
        ended = COMPLETE
    except TimeIsUp:
        status, ended = OUT_OF_TIME, LATE
        sys.stderr.write(f"caracol: out of time after {options.seconds:g} seconds\n")
    except KeyboardInterrupt:
        status = INTERRUPTED
        sys.stderr.write("caracol: interrupted\n")
    finally:
        if target and (told or ended == COMPLETE):
            done = Run(
                experiment=name,
                arguments=tuple(_without_target(arguments)),
                date=date.isoformat(timespec="seconds"),
                seconds=round(time.perf_counter() - start, 1),
                ended=ended,
                machine=machine(),
                versions=versions(),
                seeds=tuple(dict.fromkeys(seeds)),
                sections=tuple(told),
            )
            write(target, done)
    return status


def _without_target(arguments: Sequence[str]) -> Iterator[str]:
    """The arguments, but for where the run is written: that is no part of it."""
    words = iter(arguments)
    for word in words:
        if word == "--json":
            next(words, None)
        elif not word.startswith("--json="):
            yield word


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise TimeIsUp here after so long, whatever is under way."""

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


def growing(
    rows: Iterable[Row], section: Callable[[tuple[Row, ...]], Section]
) -> Iterator[Section]:
    """The section of the rows; of those that there are, if the run is cut short."""
    found: list[Row] = []
    try:
        for row in rows:
            found.append(row)  # noqa: PERF402 what came before the exception counts
    except (KeyboardInterrupt, TimeIsUp):
        if found:
            yield section(tuple(found))
        raise
    yield section(tuple(found))


def progress(things: Sequence[Thing], what: str) -> Iterable[Thing]:
    """The things, with a bar on standard error where that is a terminal."""
    from rich.console import Console
    from rich.progress import track

    shown = Console(stderr=True)
    return track(things, what, console=shown, transient=True, disable=not shown.is_terminal)


def kept(sections: Iterable[Section], told: list[Section]) -> Iterator[Section]:
    """The sections, each kept in a list besides, for whoever wants to draw what there was."""
    for section in sections:
        told.append(section)
        yield section


def plot_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--plot", type=_svg, metavar="FILE.svg", help="draw it, and as .png too")


def _svg(word: str) -> Path:
    path = Path(word)
    if path.suffix != ".svg" or not path.parent.is_dir():
        told = f"expected a name ending in .svg in a directory that there is; found {word!r}"
        raise argparse.ArgumentTypeError(told)
    if find_spec("matplotlib") is None:
        raise argparse.ArgumentTypeError("drawing needs matplotlib: pip install 'caracol[lab]'")
    return path
