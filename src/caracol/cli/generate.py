"""The command that generates: where the puzzles go, and how far it has come."""

import argparse
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from ..generation.order import Made, Order, parse_order
from ..generation.pool import Found, Pool, as_json, as_text
from ..generation.production import produce, remade, with_kinds_for_level
from ..generation.tables import holds_records
from ..puzzle import OutOfTime, UsageError, number_of
from ..registry import family
from .console import DONE, NO, warn
from .progress import progress


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


def generate(options: argparse.Namespace) -> int:
    _check(options)
    order = _order(options)
    place = Place(options.output, options.json, options.resume)
    if options.serial is not None:
        return DONE if _run_one(order, options.serial, place) else NO
    workers = Workers(options.jobs, options.cluster)
    return DONE if _run(order, options.count, place, workers) else NO


def _check(options: argparse.Namespace) -> None:
    if (options.certify or options.certify_every) and not (options.json or options.output):
        raise UsageError("certificates need --json or -o FILE")
    if options.resume and not options.output:
        raise UsageError("--resume needs -o FILE")
    if options.resume and options.serial is not None:
        raise UsageError("--serial cannot be used with --resume")


def _order(options: argparse.Namespace) -> Order:
    order = parse_order(
        options.family,
        " ".join(options.size),
        seed=options.seed,
        clues=tuple(filter(None, options.clues.split(","))),
        symmetry=options.symmetry,
        fewest=options.fewest,
        seconds=options.seconds,
        distinct=options.distinct,
        level=options.level,
        certify_every=options.certify_every or int(bool(options.certify)),
    )
    order = replace(order, is_graded=options.json or holds_records(options.output or Path()))
    is_unsaid = options.certify is None and options.certify_every is None
    if is_unsaid and order.is_graded:
        return replace(order, certify_every=int(order.is_cheap_to_certify))
    return order


def _run(order: Order, count: int, place: Place, workers: Workers) -> int:
    """Make puzzles up to the count; how many there are in the end."""
    wanted = order
    try:
        order = with_kinds_for_level(order)
    except OutOfTime:
        raise OutOfTime("out of time before a puzzle was made") from None
    if order.clues != wanted.clues:
        kinds = " and ".join(order.clues)
        warn(f"the usual clues alone are not enough for level {wanted.level}; using {kinds}")
    with _opened(place, order) as (pool, found):
        return _fill(order, count, Output(pool, place.lines_of_json), found, workers)


def _run_one(order: Order, serial: int, place: Place) -> bool:
    """Make the puzzle of that serial; whether there is one."""
    with _opened(place, order) as (pool, _):
        made = remade(order, serial)
        if made is None:
            warn(f"there is no puzzle number {serial} in this series")
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


def _fill(order: Order, count: int, output: Output, found: Found, workers: Workers) -> int:
    total, hopeless = found.count, 0
    start = time.perf_counter()
    attempts = produce(
        order, after=found.last, seen=found.seen, jobs=workers.jobs, cluster=workers.cluster
    )
    try:
        with progress(count, total) as advance, closing(attempts):
            for made in attempts if total < count else ():
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
    _warn_of_shortfall(order, total, count, hopeless)
    _report_rate(order, total - found.count, time.perf_counter() - start)
    return total


def _write(order: Order, made: Made, output: Output) -> None:
    if output.pool:
        output.pool.add(made)
    else:
        sys.stdout.write((as_json if output.lines_of_json else as_text)(order, made))
        sys.stdout.flush()


def _warn_of_shortfall(order: Order, total: int, count: int, hopeless: int) -> None:
    setting = family(order.family).setting
    usual, every = (setting.usual, (*setting.kinds,)) if setting else ((), ())
    kinds = ", ".join(order.clues or usual)
    more = "" if order.clues or usual == every else f"; try --clues {','.join(every)}"
    boards = number_of(hopeless, "board")
    if hopeless and order.level:
        warn(f"no puzzle of level {order.level} was found for {boards}")
    elif hopeless:
        warn(f"no unique puzzle with {kinds} exists for {boards}{more}")
    if total < count:
        warn(f"found only {number_of(total, 'different puzzle')}")


def _report_rate(order: Order, made: int, seconds: float) -> None:
    """How fast puzzles of a level come; others come too fast for it to matter."""
    if order.level:
        warn(f"{number_of(made, 'puzzle')} of level {order.level}, {made / seconds:.2g} per second")
