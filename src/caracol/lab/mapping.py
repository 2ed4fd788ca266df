"""A map of small sizes: which have any board, how many, and how few clues can suffice.

Every figure is exact and proved, or says that it is not: of `some` boards it is proved that there
are any, but not how many; `?` is open; 3..5 clues means that fewer than 3 are never enough, and
that a puzzle with 5 was found.
"""

import argparse
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from math import inf
from typing import NamedTuple

from ..formats import shape
from ..puzzle import OutOfTime, Puzzle
from ..registry import family
from ..solve import count, solutions
from . import experiment
from .fewest import Fewest, fewest
from .published import KEY
from .report import Figure, Picture, Row, Section

# So much of the time is for counting, the rest for the fewest clues.
COUNTING = 0.35
# No single figure gets more, however much is left, and none gets less.
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
    side: tuple(f"{side} {KEY[:length]}" if length <= side else "" for length in KEY_LENGTHS)
    for side in range(2, 11)
}
TRIDS = {side: tuple(f"{side} 1..{side + more}" for more in range(3)) for side in range(1, 10)}
MNOS = {side: (str(side),) for side in range(1, 11)}
AREAS = (
    Area(
        "Magic Snail by side and length of the key",
        "magic-snail",
        tuple(map(str, KEY_LENGTHS)),
        SNAILS,
    ),
    Area("Trid by side N and range", "trid", ("1..N", "1..N+1", "1..N+2"), TRIDS),
    Area("MNO by side", "mno", ("N x N",), MNOS),
)


def add_options(parser: experiment.Parser) -> None:
    parser.number("--largest", "no larger sides than this")


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
    shares = Shares(start + COUNTING * seconds, columns)
    empty: set[tuple[str, str]] = set()
    for area in areas:
        yield from _boards(area, shares, empty)
    # A tenth is kept for ends that come late.
    shares = Shares(start + 0.9 * seconds, columns)
    found: dict[str, Fewest] = {}
    for area in areas:
        yield from _few_clues(area, shares, empty, found)
    yield puzzles(found)


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


def _boards(area: Area, shares: Shares, empty: set[tuple[str, str]]) -> Iterator[Section]:
    def cell(column: Column, size: str) -> Cell:
        found = boards(area.family, size, shares.seconds(column))
        if found.told == NONE:
            empty.add((area.family, size))
        elif found.figure is None:
            shares.end(column)
        return found

    notes = (
        f"Exact. {NONE}: proved that there is none; {SOME}: there are, but counting them took too"
        f" long; {OPEN}: open.",
    )
    section = Section(f"{area.title}: boards", picture=Picture("heat", log=True), notes=notes)
    return _heat(area, section, cell)


def _heat(area: Area, section: Section, cell: Callable[[Column, str], "Cell"]) -> Iterator[Section]:
    def rows() -> Iterator[Row]:
        for side, sizes in experiment.progress(list(area.sizes.items()), area.title):
            cells = [
                cell((area.title, heading), size) if size else Cell()
                for heading, size in zip(area.across, sizes, strict=True)
            ]
            figures, shown = zip(*cells, strict=True)
            yield Row(str(side), figures, shown=shown)

    return experiment.growing(replace(section, headings=area.across), rows())


class Cell(NamedTuple):
    figure: Figure = None
    told: str = ""


def boards(name: str, size: str, seconds: float) -> Cell:
    """How many boards there are, as far as it is known within the time limit."""
    empty = Puzzle(name, shape(name, size))
    start = time.monotonic()
    try:
        if next(solutions(empty, 1, seconds=seconds), None) is None:
            return Cell(0, NONE)
    except OutOfTime:
        return Cell(None, OPEN)
    try:
        counted = count(empty, seconds=max(0.1, seconds - (time.monotonic() - start)))
    except OutOfTime:
        return Cell(None, SOME)
    return Cell(counted, str(counted))


def _few_clues(
    area: Area, shares: Shares, empty: set[tuple[str, str]], found: dict[str, Fewest]
) -> Iterator[Section]:
    def cell(column: Column, size: str) -> Cell:
        if (area.family, size) in empty:
            return Cell()
        one = fewest(area.family, size, seconds=shares.seconds(column))
        found[f"{family(area.family).title} {size}"] = one
        if not one.proved:
            shares.end(column)
        return told(one)

    setting = family(area.family).setting
    assert setting, "only families with clues can have fewer"
    kinds = " and ".join(setting.usual)
    notes = (
        f"Over all boards of a size, the fewest {kinds} with which any puzzle has one solution:"
        " all smaller sets of clues are proved to leave no board or more than one. 3..5: not"
        f" proved which; {NONE}: no puzzle of such clues is ever unique.",
    )
    section = Section(f"{area.title}: fewest clues", picture=Picture("heat"), notes=notes)
    return _heat(area, section, cell)


def told(found: Fewest) -> Cell:
    if found.impossible:
        return Cell(None, NONE)
    if found.puzzle is None:
        return Cell(None, f"{found.at_least}..{OPEN}")
    clues = len(found.puzzle.clues)
    return Cell(clues, str(clues) if found.proved else f"{found.at_least}..{clues}")


def puzzles(found: dict[str, Fewest]) -> Section:
    """A puzzle of each size that is proved to have the fewest clues."""
    rows = tuple(
        Row(name, (one.at_least, one.witnesses), " ".join(map(str, one.puzzle.clues)))
        for name, one in found.items()
        if one.puzzle and one.proved
    )
    notes = (
        "Witnesses are the boards that the proof needed: each smaller set of clues is kept by two"
        " of them, or by none.",
    )
    title, headings = "puzzles with the fewest clues, proved", ("clues", "witnesses")
    return Section(title, "", "such a puzzle", rows, headings, notes=notes)
