"""`caracol generate`: where the puzzles go, and telling how far it has come."""

import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple, Protocol

from ..generation.order import Made, Order, check
from ..generation.pool import Found, Pool, as_json, as_text
from ..generation.production import produce, remade, with_kinds_for_level
from ..puzzle import OutOfTime, number_of
from ..registry import family


class Place(NamedTuple):
    """Where to write, and how; without a file, standard output."""

    file: Path | None
    lines_of_json: bool
    resume: bool


class Output(NamedTuple):
    """An open file, or standard output."""

    pool: Pool | None
    lines_of_json: bool


class Workers(NamedTuple):
    jobs: int
    cluster: str


class Advance(Protocol):
    """Called with the number of puzzles more that are done."""

    def __call__(self, done: int, /) -> None: ...


def run(order: Order, count: int, place: Place, workers: Workers) -> int:
    """Make puzzles up to the count; how many there are in the end."""
    check(order)
    wanted = order
    try:
        order = with_kinds_for_level(order)
    except OutOfTime:
        raise OutOfTime("out of time before a puzzle was made") from None
    if order.clues != wanted.clues:
        kinds = " and ".join(order.clues)
        _tell(f"the usual clues alone are not enough for level {wanted.band}; using {kinds}")
    with _opened(place, order) as (pool, found):
        return _run(order, count, Output(pool, place.lines_of_json), found, workers)


def run_one(order: Order, serial: int, place: Place) -> bool:
    """Make the puzzle of that serial; whether there is one."""
    with _opened(place, order) as (pool, _):
        made = remade(order, serial)
        if made is None:
            _tell(f"there is no puzzle number {serial} in this series")
            return False
        _write(order, made, Output(pool, place.lines_of_json))
        if pool:
            pool.finish()
        return True


@contextmanager
def _opened(place: Place, order: Order) -> Iterator[tuple[Pool | None, Found]]:
    """The file to write to, if any, and what an earlier run has left in it."""
    if not place.file:
        yield None, Found()
        return
    with closing(Pool(place.file, order, lines_of_json=place.lines_of_json)) as pool:
        if place.resume:
            yield pool, pool.resume()
        else:
            pool.start()
            yield pool, Found()


def _run(order: Order, count: int, output: Output, found: Found, workers: Workers) -> int:
    total, hopeless = len(found.puzzles), 0
    start = time.perf_counter()
    draws = produce(
        order, after=found.last, seen=found.puzzles, jobs=workers.jobs, cluster=workers.cluster
    )
    try:
        with _progress(count, total) as advance, closing(draws):
            for made in draws if total < count else ():
                if made is None:
                    hopeless += 1
                    continue
                _write(order, made, output)
                total += 1
                advance(1)
                if total == count:
                    break
    except (OutOfTime, KeyboardInterrupt) as end:
        what = "out of time" if isinstance(end, OutOfTime) else "interrupted"
        how = "; use --resume to continue" if output.pool else ""
        raise type(end)(f"{what} after {total} of {number_of(count, 'puzzle')}{how}") from None
    if output.pool and total:
        output.pool.finish()
    _tell_shortfall(order, total, count, hopeless)
    _tell_rate(order, total - len(found.puzzles), time.perf_counter() - start)
    return total


def _write(order: Order, made: Made, output: Output) -> None:
    if output.pool:
        output.pool.add(made)
    else:
        sys.stdout.write((as_json if output.lines_of_json else as_text)(order, made))
        sys.stdout.flush()


def _tell(line: str) -> None:
    sys.stderr.write(f"caracol: {line}\n")


def _tell_shortfall(order: Order, total: int, count: int, hopeless: int) -> None:
    setting = family(order.family).setting
    usual, every = (setting.usual, (*setting.kinds,)) if setting else ((), ())
    kinds = ", ".join(order.clues or usual)
    more = "" if order.clues or usual == every else f"; try --clues {','.join(every)}"
    boards = number_of(hopeless, "board")
    if hopeless and order.level:
        _tell(f"no puzzle of level {order.band} was found for {boards}")
    elif hopeless:
        _tell(f"no unique puzzle with {kinds} exists for {boards}{more}")
    if total < count:
        _tell(f"found only {number_of(total, 'different puzzle')}")


def _tell_rate(order: Order, made: int, seconds: float) -> None:
    """How fast puzzles of a level come; others come too fast to be worth a word."""
    if order.level:
        _tell(f"{number_of(made, 'puzzle')} of level {order.band}, {made / seconds:.2g} per second")


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
            progress.update(task, rate=f"{speed:,.0f} per second" if speed else "")

        yield advance
