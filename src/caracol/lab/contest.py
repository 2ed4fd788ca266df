"""Caracol beside what a user would pick instead: solve, prove unique, generate, explain.

All work on the same puzzles, one after the other on the same core, and take turns, so that a busy
machine slows all alike. Each is a process of its own: one that crashes or hangs is a row that says
so. Imports and the start of programs are not counted.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from functools import partial
from itertools import product
from math import inf
from types import MappingProxyType
from typing import NamedTuple

from ..formats import parse
from ..generation.order import Order
from ..puzzle import Puzzle
from ..registry import family
from ..solve import check
from . import experiment, explanations
from .contestants import COLD, CONTESTANTS, FLOOR, US, Contestant, Reply, find, make, reply
from .samples import SEED, puzzles
from .tables import Picture, Round, Section, median_ratio, meets, milliseconds, race
from .worker import Trouble, Worker

ROUNDS = 5
# Time limit of a turn (a few puzzles); contestants slower than SLOW get only one turn.
TURN, SLOW = 60.0, 4.0
SIZES = {"magic-snail": "7 ABC", "mno": "7", "trid": "6 1..6", "turn-12": "24"}
# Puzzles of each family, and fewer to leave out clues of: some take seconds for each.
PUZZLES, MADE = 5, 2
# Puzzles checked per contestant and round.
CHECKED = 20
# Facts explained by CPMpy too, of each family, and seconds for each.
FACTS, FACT_SECONDS = 10, 2.0
# How many times as long as the bare solver caracol may take.
MOST = "<= 2x bare"
LIMITS = {"solve": 1, "prove unique": 2}


def add_options(parser: argparse.ArgumentParser) -> None:
    turn = "time limit of a tool's turn in seconds (default: %(default)g)"
    parser.add_argument("--turn", type=experiment.positive, default=TURN, metavar="S", help=turn)
    some = f"one of {', '.join(SIZES)}; can be given several times (default: all)"
    parser.add_argument("--family", action="append", choices=SIZES, metavar="FAMILY", help=some)


def measure(options: argparse.Namespace) -> Iterator[Section]:
    names, turn = options.family or list(SIZES), options.turn
    with tools(*CONTESTANTS) as workers:
        for (task, limit), name in product(LIMITS.items(), names):
            asked = puzzles(name, SIZES[name], PUZZLES)
            work = partial(find, puzzles=asked, limit=limit)
            rounds = [Work(work, turn, SLOW)] * ROUNDS
            yield from duel(section(f"{_title(name)}: {task}"), workers, rounds)
        makers = {name: workers[name] for name in workers if name not in (COLD, FLOOR)}
        for name in names:
            if family(name).setting:
                order = Order(name, SIZES[name], SEED)
                work = partial(make, order=order, count=MADE, seconds=turn)
                rounds = [Work(work, turn, SLOW)] * ROUNDS
                yield from duel(section(f"{_title(name)}: generate"), makers, rounds)
    yield from explanations.duels(names, FACTS, FACT_SECONDS)


main = experiment.Experiment("peers", __doc__, 1800, measure, add_options)


def _title(name: str) -> str:
    return f"{family(name).title} {SIZES[name]}"


def section(title: str) -> Section:
    return Section(title, "ms per puzzle, ratio to caracol", picture=Picture("bars", log=True))


@contextmanager
def tools(*names: str) -> Iterator[Mapping[str, Worker]]:
    """Each in a process of its own."""
    # Once for nothing: some import more when they are first asked.
    example = parse(family("magic-snail").example)
    warm_up = partial(find, puzzles=[example], limit=2)
    with ExitStack() as stack:
        yield {
            name: stack.enter_context(closing(Worker(partial(reply, name, warm_up))))
            for name in names
        }


class Work(NamedTuple):
    """A task for all tools, and the seconds after which one that is not done is stopped."""

    task: Callable[[Contestant], Reply]
    seconds: float
    slow: float = inf  # who takes longer has no more turns


def duel(
    section: Section,
    workers: Mapping[str, Worker],
    rounds: Sequence[Work],
    wanted: Mapping[str, str] = MappingProxyType({}),
    unit: Callable[[float], float] = milliseconds,
) -> Iterator[Section]:
    """All tools in turns; caracol, warm and cold, is compared with the bare solver too."""
    notes: list[str] = []
    for found in race(section, _rounds(section.title, workers, rounds, notes), wanted, unit):
        yield replace(compared(found), notes=tuple(notes))


def _rounds(
    title: str, workers: Mapping[str, Worker], rounds: Sequence[Work], notes: list[str]
) -> Iterator[Round]:
    staying = dict(workers)
    for work in experiment.progress(rounds, title):
        found = {name: answered(worker, name, work) for name, worker in staying.items()}
        yield {name: one if isinstance(one, str) else each(one) for name, one in found.items()}
        for name, one in found.items():
            if isinstance(one, str):
                notes += [f"{name}: {one}"] if ":" in one else []
            if isinstance(one, str) or one.seconds > work.slow:
                del staying[name]


def each(found: Reply) -> float:
    """Seconds a puzzle."""
    return found.seconds / len(found.answers)


def answered(worker: Worker, name: str, work: Work) -> Reply | str:
    """What a tool found, or what went wrong; some of its answers are checked."""
    try:
        found = worker.call(partial(reply, name, work.task), work.seconds)
    except Trouble as trouble:
        return str(trouble)
    if isinstance(found, str) or all(map(_is_right, found.answers[:CHECKED])):
        return found
    return "wrong answers"


def _is_right(answer: int | Puzzle) -> bool:
    """Every puzzle asked about has one board."""
    if isinstance(answer, int):
        return answer == 1
    found = check(answer)
    return bool(found.unique and found.irreducible)


def compared(section: Section) -> Section:
    """The same with the target: how many times as long as the bare solver caracol may take."""
    bare = next((row.figures for row in section.rows if row.name == FLOOR), ())
    if not bare:
        return section
    rows = (
        replace(row, wanted=MOST, met=meets(median_ratio(row.figures, bare), MOST))
        if row.name in (US, COLD) and row.figures
        else row
        for row in section.rows
    )
    return replace(section, rows=tuple(rows))
