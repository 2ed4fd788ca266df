"""A map of small sizes: which have any board, how many, and how few clues can suffice.

Every figure is exact and proved, or says that it is not: of `some` boards it is proved that there
are any, but not how many; `?` is open; 3..5 clues means that fewer than 3 are never enough, and
that a puzzle with 5 was found.
"""

import argparse
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import inf
from string import ascii_uppercase
from typing import NamedTuple

from ..formats import shape
from ..puzzle import OutOfTime, Puzzle
from ..registry import family
from ..solve import count, solutions
from . import experiment
from .fewest import Fewest, fewest
from .tables import Figure, Picture, Row, Section, growing

# The share of the time for counting; the rest is for the fewest clues, but for a tenth that is
# kept for ends that come late.
COUNTING, END = 0.35, 0.9
# No single figure gets more seconds, however many are left, and none gets fewer.
PATIENCE, LEAST = 240.0, 4.0
NONE, SOME, OPEN = "none", "some", "?"
# With one letter a snail is any permutation: there are N! boards, and all clues but one are needed.
KEY_LENGTHS = range(2, 8)


class Area(NamedTuple):
    """A table of shapes: by side, sizes as written in headers; empty where there is none."""

    title: str
    family: str
    across: tuple[str, ...]
    sizes: Mapping[int, tuple[str, ...]]


SNAILS = {
    side: tuple(
        f"{side} {ascii_uppercase[:length]}" if length <= side else "" for length in KEY_LENGTHS
    )
    for side in range(2, 11)
}
TRIDS = {side: tuple(f"{side} 1..{side + more}" for more in range(3)) for side in range(1, 10)}
MNOS = {side: (str(side),) for side in range(1, 11)}
SNAIL_TITLE = "Magic Snail by side and length of the key"
AREAS = (
    Area(SNAIL_TITLE, "magic-snail", tuple(map(str, KEY_LENGTHS)), SNAILS),
    Area("Trid by side N and range", "trid", ("1..N", "1..N+1", "1..N+2"), TRIDS),
    Area("MNO by side", "mno", ("N x N",), MNOS),
)
BOARDS_NOTE = (
    f"Exact. {NONE}: proved that there is none; {SOME}: there are, but counting them took too"
    f" long; {OPEN}: open."
)
CLUES_NOTE = (
    "Over all boards of a size, the fewest {kinds} with which any puzzle has one solution: all"
    " smaller sets of clues are proved to leave no board or more than one. 3..5: not proved which;"
    f" {NONE}: no puzzle of such clues is ever unique."
)
PUZZLES_NOTE = (
    "Witnesses are the boards that the proof needed: each smaller set of clues is kept by two of"
    " them, or by none."
)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--largest", type=experiment.whole, metavar="N", help="the largest side")


def measure(options: argparse.Namespace) -> Iterator[Section]:
    return mapped(options.seconds, options.largest or inf)


main = experiment.Experiment("map", __doc__, 600, measure, add_options)


def mapped(seconds: float, largest: float = inf) -> Iterator[Section]:
    start = time.monotonic()
    areas = [
        area._replace(sizes={side: area.sizes[side] for side in area.sizes if side <= largest})
        for area in AREAS
    ]
    columns = [(area.title, heading) for area in areas for heading in area.across]
    counted: dict[tuple[str, str], Cell] = {}
    found: dict[str, Fewest] = {}

    def count_boards(name: str, size: str, seconds: float) -> Cell:
        counted[name, size] = boards(name, size, seconds)
        return counted[name, size]

    def search_fewest(name: str, size: str, seconds: float) -> Cell:
        if counted[name, size].text == NONE:
            return Cell()
        one = found[f"{family(name).title} {size}"] = fewest(name, size, seconds=seconds)
        return shown(one)

    shares, heat = Shares(start + COUNTING * seconds, columns), Picture("heat", log=True)
    for area in areas:
        section = Section(f"{area.title}: boards", "", "", (), area.across, heat, (BOARDS_NOTE,))
        yield from growing(section, _rows(area, shares, count_boards))
    shares, heat = Shares(start + END * seconds, columns), Picture("heat")
    for area in areas:
        setting = family(area.family).setting
        notes = (CLUES_NOTE.format(kinds=" and ".join(setting.usual if setting else ())),)
        section = Section(f"{area.title}: fewest clues", "", "", (), area.across, heat, notes)
        yield from growing(section, _rows(area, shares, search_fewest))
    headings = ("clues", "witnesses")
    title = "puzzles with the fewest clues, proved"
    section = Section(title, "", "such a puzzle", (), headings, notes=(PUZZLES_NOTE,))
    yield from growing(section, _puzzles(found))


Column = tuple[str, str]


class Shares:
    """Time that is shared among columns of sizes that grow.

    The first size that takes longer than its column's share is too large, and so will be those
    after it: they get little.
    """

    def __init__(self, end: float, columns: Iterable[Column]) -> None:
        self._end, self._columns = end, set(columns)

    def seconds(self, column: Column) -> float:
        if column not in self._columns:
            return LEAST
        share = (self._end - time.monotonic()) / len(self._columns)
        return min(PATIENCE, max(LEAST, share))

    def end(self, column: Column) -> None:
        self._columns.discard(column)


class Cell(NamedTuple):
    figure: Figure = None
    text: str = ""
    settled: bool = True  # else larger sizes will not be either


# What is found for a family and a size in some seconds.
Fill = Callable[[str, str, float], Cell]


def _rows(area: Area, shares: Shares, fill: Fill) -> Iterator[Row]:
    for side, sizes in experiment.progress(list(area.sizes.items()), area.title):
        cells = []
        for heading, size in zip(area.across, sizes, strict=True):
            column = (area.title, heading)
            cells.append(fill(area.family, size, shares.seconds(column)) if size else Cell())
            if not cells[-1].settled:
                shares.end(column)
        figures, texts, _ = zip(*cells, strict=True)
        yield Row(str(side), figures, shown=texts)


def boards(name: str, size: str, seconds: float) -> Cell:
    """How many boards there are, as far as it is known within the time limit."""
    empty = Puzzle(name, shape(name, size))
    start, known = time.monotonic(), OPEN
    try:
        if next(solutions(empty, 1, seconds=seconds), None) is None:
            return Cell(0, NONE)
        known = SOME
        counted = count(empty, seconds=max(0.1, seconds - (time.monotonic() - start)))
    except OutOfTime:
        return Cell(None, known, settled=False)
    return Cell(counted, str(counted))


def shown(found: Fewest) -> Cell:
    if found.impossible:
        return Cell(None, NONE)
    if found.puzzle is None:
        return Cell(None, f"{found.at_least}..{OPEN}", settled=False)
    clues = len(found.puzzle.clues)
    text = str(clues) if found.proved else f"{found.at_least}..{clues}"
    return Cell(clues, text, settled=found.proved)


def _puzzles(found: dict[str, Fewest]) -> Iterator[Row]:
    """A puzzle of each size that is proved to have the fewest clues."""
    for name, one in found.items():
        if one.puzzle and one.proved:
            yield Row(name, (one.at_least, one.witnesses), " ".join(map(str, one.puzzle.clues)))
