"""How many puzzles a second caracol makes: unique, irreducible, and proved so twice.

Peers remove clues one by one, asking a fresh model each time whether there is a second board; the
random boards they start from are free. All work on one core and take turns, so that a busy machine
slows all alike.
"""

import argparse
import time
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import TypeVar

from ..generation.order import Order
from ..puzzle import Puzzle
from ..registry import family
from ..solve import check
from . import experiment
from .removing import Tool, removal
from .report import Picture, Row, Section, duels
from .samples import made
from .timing import Times, keep_collector_off
from .variety import variety

# One a round, and rounds of caracol alone.
SEEDS = range(1, 6)
SIZE_SEEDS = SEEDS[:3]
TURN = 2.0
# Puzzles after which caracol is warm.
FEW = 10
# Puzzles checked per contestant and round.
CHECKED = 20

US, TWICE, TUNED, CLINGO = "caracol", "CP-SAT, two solves", "CP-SAT, tuned", "clingo"
# How many times as long as caracol a peer is to take. Tuned, CP-SAT is told the one board there is,
# tables in place of rules, and which of its own methods do not pay.
WANTED = {TWICE: 100, TUNED: 100, CLINGO: 40}
DUELS = (("magic-snail", "7 ABC"), ("mno", "7"), ("trid", "6 1..6"))

# What to measure, with the rate of an earlier prototype that did not prove anything twice.
SIZES = {
    "magic-snail": {
        "5 ABC": "",
        "6 ABC": "",
        "7 ABC": "1500",
        "8 ABC": "",
        "9 ABC": "700",
        "10 ABC": "",
        "10 ABCDE": "45-75",
    },
    "mno": {"5": "2500", "6": "", "7": "1700", "8": "", "9": "", "10": "650", "25": "55"},
    "trid": {"5 1..5": "1000", "6 1..6": "", "7 1..7": "100", "8 1..8": ""},
    "turn-12": {"24": "", "60": "", "100": ""},
}

# A long run, and how often its memory is looked at.
LONG = Order("magic-snail", "7 ABC")
LOOKS = 10

Tools = Mapping[str, Tool]
Thing = TypeVar("Thing")


def add_options(parser: experiment.Parser) -> None:
    parser.seconds("--turn", "seconds for each turn of each", TURN)
    parser.number("--long", "instead, generate this many puzzles and report the memory")


def measure(options: argparse.Namespace) -> Iterator[Section]:
    if options.long:
        yield from _long(options.long)
        return
    tools = _tools()
    for name, size in DUELS:
        yield from duel(name, size, tools, options.turn)
    for name, sizes in SIZES.items():
        yield from rates(name, sizes, options.turn)
    yield from variety()


main = experiment.Experiment("rates", __doc__, 900, measure, add_options, tuple(SEEDS))


def _tools() -> Tools:
    experiment.need_packages("ortools", "clingo")
    from .peers import clingo, cpsat, cpsat_plain

    return {TWICE: cpsat_plain, TUNED: cpsat, CLINGO: clingo}


def duel(name: str, size: str, tools: Tools, seconds: float) -> Iterator[Section]:
    """Caracol and its peers in turns, in every round on other boards."""
    _warm_up(Order(name, size))
    _round(Order(name, size), tools, seconds=0)
    keep_collector_off()
    title, rounds = f"{family(name).title} {size}: unique and irreducible", list[dict[str, float]]()

    def race() -> Iterator[None]:
        for seed in experiment.progress(SEEDS, title):
            rounds.append(_round(Order(name, size, seed), tools, seconds))
            yield

    def sections() -> Iterator[Section]:
        if rounds:
            rows, picture = duels(rounds, WANTED, attrgetter("rates")), Picture("bars", log=True)
            yield Section(title, "puzzles a second", "ratio", rows, picture=picture)

    return experiment.kept(race(), sections)


def _round(order: Order, tools: Tools, seconds: float) -> dict[str, float]:
    """Seconds per puzzle for each contestant, all on the same boards as far as they get."""
    drawn, spent = _clocked(made(order), seconds)
    _verify(one.puzzle for one in drawn)
    taken = {US: spent}
    for name, tool in tools.items():
        removals = [removal(tool, order, one) for one in drawn]
        left, taken[name] = _clocked((remove() for remove in removals), seconds)
        _verify(left)
    return taken


def _warm_up(order: Order) -> None:
    for _ in islice(made(order), FEW):
        pass


def _clocked(things: Iterable[Thing], seconds: float) -> tuple[list[Thing], float]:
    """As many as come in that time, at least one, and the seconds that one takes."""
    start = time.perf_counter()
    found = []
    for thing in things:
        found.append(thing)
        spent = time.perf_counter() - start
        if spent >= seconds:
            break
    return found, spent / len(found)


def _verify(puzzles: Iterable[Puzzle]) -> None:
    for puzzle in islice(puzzles, CHECKED):
        found = check(puzzle)
        assert found.unique and found.irreducible, f"not as it should be: {puzzle}"


def rates(name: str, sizes: Mapping[str, str], seconds: float) -> Iterator[Section]:
    """Caracol alone, a few rounds of each size."""

    def rows() -> Iterator[Row]:
        for size, earlier in experiment.progress(list(sizes.items()), name):
            _warm_up(Order(name, size))
            spent = (_clocked(made(Order(name, size, seed)), seconds)[1] for seed in SIZE_SEEDS)
            yield Row(size, Times(tuple(spent)).rates, earlier)

    title = f"{family(name).title} by size: unique and irreducible"
    section = Section(title, "puzzles a second", "earlier", picture=Picture("bars"))
    return experiment.growing(section, rows())


def _long(count: int) -> Iterator[Section]:
    """The memory held while many puzzles are made in one go."""
    title = f"a long run: {family(LONG.family).title} {LONG.size}"
    section = Section(title, "resident memory", headings=("MB",))
    return experiment.growing(section, _looks(count))


def _looks(count: int) -> Iterator[Row]:
    for done, _ in enumerate(islice(made(LONG), count), start=1):
        if done % max(1, count // LOOKS) == 0:
            yield Row(f"{done} puzzles", (_resident_megabytes(),))


def _resident_megabytes() -> float:
    status = Path("/proc/self/status").read_text("utf-8")
    (kilobytes,) = (line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
    return int(kilobytes) / 1024
