"""`caracol generate`: where the puzzles go, and telling how far it has come."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, Protocol

from .contract import family
from .puzzle import OutOfTime
from .records import Found, Pool, as_json, as_text
from .setter import Draw, Made, Order, check, produce


class Place(NamedTuple):
    """Where to write, and how; without a file, standard output."""

    file: Path | None
    lines_of_json: bool
    resume: bool


class Workers(NamedTuple):
    jobs: int
    cluster: str


class Advance(Protocol):
    """Called with the number of puzzles more that are done."""

    def __call__(self, done: int, /) -> None: ...


def run(order: Order, count: int, place: Place, workers: Workers) -> int:
    """Make puzzles up to the count; how many there are in the end."""
    family(order.family)
    check(order)
    pool = Pool(place.file, order, lines_of_json=place.lines_of_json) if place.file else None
    found = Found()
    if pool and place.resume:
        found = pool.resume()
    elif pool:
        pool.start()
    total, hopeless, is_late = len(found.puzzles), 0, False
    start = time.perf_counter()
    draws = produce(
        order, after=found.last, seen=found.puzzles, jobs=workers.jobs, cluster=workers.cluster
    )
    with _progress(count, total) as advance:
        for made in _until_late(draws) if total < count else ():
            match made:
                case Made():
                    _write(order, made, pool, place.lines_of_json)
                    total += 1
                    advance(1)
                case OutOfTime():
                    is_late = True
                case None:
                    hopeless += 1
            if total == count:
                break
    if is_late:
        told = "; --resume goes on from there" if pool else ""
        raise OutOfTime(f"out of time after {total} of {count} puzzles{told}")
    if pool and total:
        pool.finish()
    _tell_shortfall(order, total, count, hopeless)
    _tell_rate(order, total - len(found.puzzles), time.perf_counter() - start)
    return total


def _until_late(draws: Iterator[Draw]) -> Iterator[Draw | OutOfTime]:
    """The draws, and that time ran out if it did."""
    try:
        yield from draws
    except OutOfTime as late:
        yield late


def _write(order: Order, made: Made, pool: Pool | None, lines_of_json: bool) -> None:
    if pool:
        pool.add(made)
    else:
        sys.stdout.write((as_json if lines_of_json else as_text)(order, made))
        sys.stdout.flush()


def _tell_shortfall(order: Order, total: int, count: int, hopeless: int) -> None:
    kinds = ", ".join(order.clues) or "the usual kinds"
    if hopeless and order.level:
        sys.stderr.write(f"caracol: for {hopeless} boards no puzzle of that level was found\n")
    elif hopeless:
        sys.stderr.write(f"caracol: {hopeless} boards have no unique puzzle with {kinds}\n")
    if total < count:
        sys.stderr.write(f"caracol: only {total} different puzzles were found\n")


def _tell_rate(order: Order, made: int, seconds: float) -> None:
    """How fast puzzles of a level come; others come too fast to be worth a word."""
    if order.level:
        told = f"{made} puzzles of level {order.band}, {made / seconds:.2g} a second"
        sys.stderr.write(f"caracol: {told}\n")


@contextmanager
def _progress(count: int, done: int) -> Iterator[Advance]:
    """A bar on standard error, where that is a terminal and the work not a moment's."""
    if not sys.stderr.isatty() or count < 2:
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(
        *columns,
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    ) as progress:
        task = progress.add_task("", total=count, completed=done, rate="")

        def advance(done: int) -> None:
            progress.advance(task, done)
            speed = progress.tasks[task].speed
            progress.update(task, rate=f"{speed:,.0f} a second" if speed else "")

        yield advance
