"""How many puzzles a second caracol makes: unique, irreducible, and proved so twice.

Peers remove clues one by one, asking a fresh model each time whether there is a second board; the
random boards they start from are free. All work on one core and take turns, so that a busy machine
slows all alike.
"""

import argparse
import gc
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from importlib.util import find_spec
from itertools import islice
from operator import attrgetter
from pathlib import Path
from typing import TypeVar

from ..generation.production import Made, Order, produce
from ..puzzle import Puzzle, UsageError
from ..registry import family
from ..solve import check
from . import experiment
from .removing import Tool, removal
from .report import Picture, Row, Section, duels
from .timing import Times
from .variety import variety

ROUNDS = 5
SIZE_ROUNDS = 3
SECONDS = 900.0
TURN = 2.0
# After so many puzzles caracol is warm.
FEW = 10
# Of each contestant, so many puzzles a round are checked.
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


def main(arguments: list[str]) -> int:
    options = _options(arguments)
    sections = _long(options.long) if options.long else measure(options.turn, options.plot)
    return experiment.run("rates", arguments, options, sections, seeds=range(1, 1 + ROUNDS))


def measure(seconds: float, picture: Path | None) -> Iterator[Section]:
    tools = _tools()
    for name, size in DUELS:
        yield duel(name, size, tools, seconds)
    by_size = []
    for name, sizes in SIZES.items():
        by_size.append(rates(name, sizes, seconds))
        yield by_size[-1]
    if picture:
        from . import plot

        plot.write(picture, by_size)
    yield variety()


def _tools() -> Tools:
    if not (find_spec("ortools") and find_spec("clingo")):
        raise UsageError("the peers are not installed: pip install 'caracol[lab]'")
    from .peers import clingo_second, cpsat_plain, cpsat_second

    return {TWICE: cpsat_plain, TUNED: cpsat_second, CLINGO: clingo_second}


def duel(name: str, size: str, tools: Tools, seconds: float) -> Section:
    """Caracol and its peers in turns, in every round on other boards."""
    _warm_up(Order(name, size))
    _round(Order(name, size), tools, seconds=0)
    _keep_collector_off()
    rounds = [_round(Order(name, size, 1 + i), tools, seconds) for i in range(ROUNDS)]
    times = {who: Times(tuple(one[who] for one in rounds)) for who in rounds[0]}
    rows = duels(times, WANTED, attrgetter("rates"))
    title = f"{family(name).title} {size}: unique and irreducible"
    return Section(title, "puzzles a second", "ratio", rows, picture=Picture("bars", log=True))


def _round(order: Order, tools: Tools, seconds: float) -> dict[str, float]:
    """Seconds per puzzle for each contestant, all on the same boards as far as they get."""
    made, spent = _clocked(_made(order), seconds)
    _verify(one.puzzle for one in made)
    taken = {US: spent}
    for name, tool in tools.items():
        removals = [removal(tool, order, one) for one in made]
        left, taken[name] = _clocked((remove() for remove in removals), seconds)
        _verify(left)
    return taken


def _made(order: Order) -> Iterator[Made]:
    return (made for made in produce(order) if made)


def _warm_up(order: Order) -> None:
    for _ in islice(_made(order), FEW):
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


def _keep_collector_off() -> None:
    """A collection would visit the many objects of one contestant's packages in another's time."""
    gc.collect()
    gc.freeze()


def rates(name: str, sizes: Mapping[str, str], seconds: float) -> Section:
    """Caracol alone, a few rounds of each size."""
    rows = []
    for size, earlier in sizes.items():
        _warm_up(Order(name, size))
        spent = (_clocked(_made(Order(name, size, 1 + i)), seconds)[1] for i in range(SIZE_ROUNDS))
        rows.append(Row(size, Times(tuple(spent)).rates, earlier))
    title = f"{family(name).title} by size: unique and irreducible"
    return Section(title, "puzzles a second", "earlier", tuple(rows), picture=Picture("bars"))


def _long(count: int) -> Iterator[Section]:
    """The memory held while many puzzles are made in one go."""
    title = f"a long run: {family(LONG.family).title} {LONG.size}"
    return experiment.growing(
        _looks(count), lambda rows: Section(title, "resident memory", "", rows, ("MB",))
    )


def _looks(count: int) -> Iterator[Row]:
    for done, _ in enumerate(islice(_made(LONG), count), start=1):
        if done % max(1, count // LOOKS) == 0:
            yield Row(f"{done} puzzles", (_resident_megabytes(),))


def _resident_megabytes() -> float:
    status = Path("/proc/self/status").read_text("utf-8")
    (kilobytes,) = (line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
    return int(kilobytes) / 1024


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = experiment.options("rates", __doc__, SECONDS)
    parser.add_argument(
        "--turn",
        type=experiment.positive,
        default=TURN,
        metavar="S",
        help=f"seconds for each turn of each (default: {TURN:g})",
    )
    parser.add_argument("--plot", type=Path, metavar="FILE.svg", help="draw the rates by size")
    parser.add_argument(
        "--long", type=int, metavar="N", help="instead, make so many puzzles and tell the memory"
    )
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
