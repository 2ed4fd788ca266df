"""How fast, how cheap and how correct the explanations are.

Every step of some walks is timed and checked by a checker that shares nothing with the explainer;
the first hint is timed with empty caches; and CPMpy explains the same facts. Puzzles are generated
from a fixed seed.
"""

import argparse
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from itertools import islice
from statistics import mean, median
from typing import NamedTuple

from ..deadline import Deadline
from ..explanations.step import Step
from ..explanations.walk import Walk
from ..generation.clues import all_clues
from ..generation.order import Made, Order
from ..kinds import Domains
from ..puzzle import OutOfTime, Puzzle
from . import experiment
from .samples import SEED, made, puzzles
from .stepcheck import faults, unknown
from .tables import Row, Section, meets, milliseconds, table
from .timing import timed, timed_cold

# Sums of a Trid with seven circles a side that is not irreducible, as in collections; irreducible
# ones have six to eight.
MANY_SUMS = (9, 12)


class Kind(NamedTuple):
    """Puzzles of one size, and how many milliseconds a step and the first hint may take."""

    name: str
    family: str
    size: str
    hint: str = "<= 200"
    steps: tuple[int, ...] = (10, 100, 1000)  # half of the steps, 95 %, all; then all proved
    more_sums: bool = False

    def puzzles(self, count: int) -> list[Puzzle]:
        """Unique puzzles, irreducible unless sums are added."""
        rng, drawn = random.Random(SEED), islice(made(Order(self.family, self.size, SEED)), count)
        return [with_more_sums(one, rng) if self.more_sums else one.puzzle for one in drawn]


SMALL = (
    Kind("Magic Snail 5/3", "magic-snail", "5 ABC", "<= 50"),
    Kind("MNO 5", "mno", "5", "<= 50"),
    Kind("MNO 6", "mno", "6"),
    Kind("Trid 5 1..5", "trid", "5 1..5", "<= 50"),
    Kind("Turn 12, 24", "turn-12", "24", ""),
)
LARGER = (
    Kind("Magic Snail 6/3", "magic-snail", "6 ABC"),
    Kind("Magic Snail 7/3", "magic-snail", "7 ABC"),
    Kind("Magic Snail 7/4", "magic-snail", "7 ABCD"),
    Kind("MNO 7", "mno", "7"),
    Kind("Trid 7, 9..12 sums", "trid", "7 1..7", steps=(30, 500), more_sums=True),
    Kind("Trid 7, irreducible", "trid", "7 1..7", steps=(30, 500)),
)
KINDS = (*SMALL, *LARGER)
# Of these sizes CPMpy explains some facts, too.
EXPLAINED = {"magic-snail": "5 ABC", "mno": "5", "trid": "5 1..5", "turn-12": "24"}


@dataclass(frozen=True, slots=True)
class Extent:
    """How much to measure."""

    puzzles: int  # of each kind
    kind_seconds: float  # for the walks of one kind; those not ended by then are broken off
    facts: int  # of each family, to be explained by CPMpy too
    fact_seconds: float  # for each of them


BRIEF = Extent(4, 8, 4, 2)
FULL = Extent(30, 120, 100, 3)
# Time limit of a check in seconds.
CHECK_SECONDS = 10.0


def add_options(parser: argparse.ArgumentParser) -> None:
    for name, what in (("--puzzles", "of each kind"), ("--facts", "of each family, for the peers")):
        parser.add_argument(name, type=experiment.whole, metavar="N", help=what)
    part = "only this part; can be given several times"
    parser.add_argument("--part", choices=PARTS, action="append", help=part)
    parser.add_argument("--full", action="store_true", help="all figures; takes more than an hour")


def measure(options: argparse.Namespace) -> Iterator[Section]:
    extent = FULL if options.full else BRIEF
    if options.facts:
        extent = replace(extent, facts=options.facts)
    if options.puzzles:
        extent = replace(extent, puzzles=options.puzzles)
    for name, part in PARTS.items():
        if name in (options.part or PARTS):
            yield from part(extent)


main = experiment.Experiment("explain", __doc__, 7200, measure, add_options)


@table(Section("first hint: empty caches", "ms", "puzzles"))
def hints(extent: Extent) -> Iterator[Row]:
    """From the printed puzzle to the first step."""
    for kind in experiment.progress(KINDS, "first hints"):
        taken = tuple(map(_first_hint, kind.puzzles(extent.puzzles)))
        yield Row(kind.name, taken, str(len(taken)), kind.hint, meets(max(taken), kind.hint))


def _first_hint(puzzle: Puzzle) -> float:
    """The middle of three, so that a hiccup of the machine is not taken for the puzzle's."""
    return milliseconds(median(timed_cold(lambda: next(Walk(puzzle)))[1] for _ in range(3)))


@dataclass(frozen=True, slots=True)
class Timed:
    """A step, what was known before it, and how long it took."""

    step: Step
    domains: Domains
    left: Domains
    seconds: float


def walks(extent: Extent) -> Iterator[Section]:
    """Every step is timed, then checked."""
    walked: dict[Kind, list[Timed]] = {}
    yield from _walk_rows(extent, walked)
    yield from checks(walked)


_STEPS = ("puzzles", "ended", "steps", "% proved", "p50", "p95", "most")
_CHECKS = ("steps", "ms each", "out of time")


@table(Section("steps of walks", "ms", "hardest", headings=_STEPS))
def _walk_rows(extent: Extent, walked: dict[Kind, list[Timed]]) -> Iterator[Row]:
    for kind in experiment.progress(KINDS, "walks"):
        row, walked[kind] = walk(kind, kind.puzzles(extent.puzzles), extent.kind_seconds)
        yield row


def with_more_sums(one: Made, rng: random.Random) -> Puzzle:
    """All sums that are needed, and any others."""
    puzzle = one.puzzle
    every = [clue for _, clue in all_clues(puzzle.family, puzzle.shape, one.solution, ("sums",))]
    spare = [clue for clue in every if clue not in puzzle.clues]
    more = max(0, rng.randint(*MANY_SUMS) - len(puzzle.clues))
    clues = (*puzzle.clues, *rng.sample(spare, more))
    return Puzzle(puzzle.family, puzzle.shape, tuple(sorted(clues)))


def walk(kind: Kind, puzzles: Sequence[Puzzle], most: float) -> tuple[Row, list[Timed]]:
    """The walks of some puzzles, until the time is up."""
    deadline, steps, ended = Deadline(most), list[Timed](), 0
    with suppress(OutOfTime):
        for puzzle in puzzles:
            for one in _timed_steps(puzzle):
                steps.append(one)
                deadline.check()
            ended += 1
    taken = sorted(milliseconds(one.seconds) for one in steps)
    found = (taken[len(taken) // 2], taken[len(taken) * 95 // 100], taken[-1])
    proved = 100 * sum(one.step.proved for one in steps) / len(steps)
    figures = (len(puzzles), ended, len(steps), proved, *found)
    in_time = all(taken <= most for taken, most in zip(found, kind.steps, strict=False))
    met = in_time and (proved == 100 or len(kind.steps) < len(found))
    hardest_cost = str(max(one.step.cost for one in steps))
    wanted = "<= " + ", ".join(map(str, kind.steps))
    return Row(kind.name, figures, hardest_cost, wanted, met), steps


def _timed_steps(puzzle: Puzzle) -> Iterator[Timed]:
    walk = Walk(puzzle)
    while True:
        left = dict(walk.left)
        step, spent = timed(partial(next, walk, None))
        if step is None:
            return
        yield Timed(step, walk.domains, left, spent)


@table(Section("checker: implied, nothing unneeded", "every step", "failed", headings=_CHECKS))
def checks(walked: dict[Kind, list[Timed]]) -> Iterator[Row]:
    """Every step through the step checker."""
    for kind in experiment.progress([*walked], "checks"):
        timings = [timed(partial(_failures, one)) for one in walked[kind]]
        found, times = zip(*timings, strict=True)
        failed = sum(map(bool, found))
        figures = (len(found), milliseconds(mean(times)), found.count(None))
        yield Row(kind.name, figures, str(failed), "0", not failed)


def _failures(one: Timed) -> list[str] | None:
    """What is wrong with a step; None if that takes too long to check."""
    try:
        wrong = list(faults(one.domains, one.step, Deadline(CHECK_SECONDS)))
    except OutOfTime:
        return None
    return [*wrong, *unknown(one.left, one.step)]


def peers(extent: Extent) -> Iterator[Section]:
    return duels(list(EXPLAINED), extent.facts, extent.fact_seconds)


def duels(names: Sequence[str], facts: int, seconds: float) -> Iterator[Section]:
    """The cheapest reasons for some facts of each family, from caracol and from CPMpy."""
    if find_spec("cpmpy") is None:
        absent, note = Row("CPMpy", (), "absent"), "CPMpy: pip install cpmpy"
        yield Section("the cheapest reason for one fact", rows=(absent,), notes=(note,))
        return
    from .reasons import duel, sample

    for name in experiment.progress(names, "CPMpy"):
        # Few facts of each, so that they come from many puzzles.
        drawn = puzzles(name, EXPLAINED[name], max(2, facts // 10))
        questions = sample(drawn, facts, random.Random(SEED))
        yield duel(name, EXPLAINED[name], list(questions), seconds)


PARTS: dict[str, Callable[[Extent], Iterator[Section]]] = {
    "hints": hints,
    "walks": walks,
    "peers": peers,
}
