"""How well explanations read: proof steps against told steps on the same puzzles.

How many steps a person reads, how many words each takes, how many put something into a cell, how
long the longest chain is, which techniques they are. Every told step is checked by the step
checker; telling is timed against finding the proof.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from statistics import mean, median
from typing import NamedTuple

from ..deadline import Deadline
from ..explanations.grade import Level, graded
from ..explanations.hint import hint
from ..explanations.step import Step
from ..explanations.techniques import TECHNIQUES, technique
from ..explanations.telling import Telling
from ..explanations.told import Told, places
from ..explanations.walk import Walk
from ..formats import parse
from ..generation.order import Order
from ..generation.targets import band
from ..puzzle import OutOfTime, Puzzle
from ..registry import family
from . import experiment
from .samples import SEED, made
from .stepcheck import after, told_faults
from .tables import Row, Section, meets, milliseconds, table
from .timing import timed

# Words that the steps of levels up to hard may take, and half of all steps.
MOST_WORDS, USUAL_WORDS = 60, 25
READABLE = (Level.EASY, Level.MEDIUM, Level.HARD)
# How much longer telling may take than the proof alone.
MOST_TIMES = 1.5
# Time limit of the check of a step in seconds.
CHECK_SECONDS = 10.0


class Kind(NamedTuple):
    """Puzzles of one size and level, and the most steps that a person should have to read."""

    name: str
    family: str
    size: str
    level: Level | None = None
    most: int | None = None

    def puzzles(self, count: int) -> list[Puzzle]:
        order = Order(
            self.family, self.size, SEED, level=band(self.level.value) if self.level else None
        )
        return [one.puzzle for one in islice(made(order), count)]


KINDS = (
    Kind("Magic Snail 5/3, easy", "magic-snail", "5 ABC", Level.EASY, 15),
    Kind("Magic Snail 5/3", "magic-snail", "5 ABC"),
    Kind("MNO 6, easy", "mno", "6", Level.EASY, 22),
    Kind("MNO 5", "mno", "5"),
    Kind("Trid 5 1..5, medium", "trid", "5 1..5", Level.MEDIUM, 25),
    Kind("Trid 5 1..5", "trid", "5 1..5"),
    Kind("Turn 12, 24", "turn-12", "24"),
)
# First hints: the size, and how many milliseconds 95 % of them may take.
HINTS = (
    ("Magic Snail 5/3", "magic-snail", "5 ABC", "<= 50"),
    ("MNO 5", "mno", "5", "<= 50"),
    ("Trid 5 1..5", "trid", "5 1..5", "<= 50"),
    ("Magic Snail 7/3", "magic-snail", "7 ABC", "<= 200"),
    ("MNO 7", "mno", "7", "<= 200"),
)


@dataclass(slots=True)
class Read:
    """What a person reads of some puzzles."""

    steps: list[int] = field(default_factory=list)  # of each puzzle
    words: list[int] = field(default_factory=list)  # of each step
    wordy: int = 0  # steps of readable puzzles that take too many words
    placing: int = 0  # steps that put something into a cell
    links: int = 0  # lines of the longest step
    techniques: Counter[str] = field(default_factory=Counter)

    def add(self, steps: Sequence[Step | Told], level: Level) -> None:
        self.steps.append(len(steps))
        for step in steps:
            sentence = step.sentence()
            count = len(sentence.split())
            self.words.append(count)
            self.wordy += count > MOST_WORDS and level in READABLE
            self.placing += places(step.parts if isinstance(step, Told) else [step])
            self.links = max(self.links, sentence.count("\n") + sentence.count(". Then "))
            self.techniques[str(technique(step))] += 1


class Compared(NamedTuple):
    """The proof and the telling of the same puzzles."""

    kind: Kind
    proof: Read
    told: Read
    seconds: tuple[float, float]  # for the proofs, for proofs and telling
    checked: int
    failed: int
    late: int


_READ = ("puzzles", "steps", "most", "words p50", "words max", "over 60", "% placing", "lines")
_TIMES = ("proof ms", "told ms", "times")
_CHECKS = ("told steps", "out of time")


def add_options(parser: argparse.ArgumentParser) -> None:
    puzzles = "of each kind (default: %(default)s)"
    parser.add_argument("--puzzles", type=experiment.whole, default=5, metavar="N", help=puzzles)
    full = "200 puzzles and 20,000 told steps; takes hours"
    parser.add_argument("--full", action="store_true", help=full)


def measure(options: argparse.Namespace) -> Iterator[Section]:
    count = 200 if options.full else options.puzzles
    found: list[Compared] = []
    yield from read(count, found)
    yield from techniques(found)
    yield from times(found)
    yield from checks(found)
    yield from hints(count)


main = experiment.Experiment("telling", __doc__, 14_400, measure, add_options)


@table(Section("what a person reads: the proof, then told", "each step", "steps", headings=_READ))
def read(count: int, found: list[Compared]) -> Iterator[Row]:
    example = parse(family("trid").example)
    yield from _rows(compared(Kind("Trid, the example", "trid", "", None, 25), [example], found))
    for kind in experiment.progress(KINDS, "explanations"):
        yield from _rows(compared(kind, kind.puzzles(count), found))


def compared(kind: Kind, puzzles: Sequence[Puzzle], found: list[Compared]) -> Compared:
    """Both explanations of each puzzle; the told steps are checked."""
    proof, told = Read(), Read()
    taken = [0.0, 0.0]
    failed = late = 0
    for puzzle in puzzles:
        walked, spent = timed(partial(_proof, puzzle))
        taken[0] += spent
        level = graded(walked).level
        proof.add(walked, level)
        steps, spent = timed(partial(_told, puzzle))
        taken[1] += spent
        told.add(steps, level)
        for fault in _faults(puzzle, steps):
            late += fault is None
            failed += bool(fault)
    checked = sum(told.steps)
    result = Compared(kind, proof, told, (taken[0], taken[1]), checked, failed, late)
    found.append(result)
    return result


def _proof(puzzle: Puzzle) -> list[Step]:
    return [*Walk(puzzle)]


def _told(puzzle: Puzzle) -> list[Told]:
    """The told steps, put into words."""
    steps = [*Telling(Walk(puzzle))]
    for step in steps:
        step.sentence()
    return steps


def _faults(puzzle: Puzzle, steps: Sequence[Told]) -> Iterator[list[str] | None]:
    """What is wrong with each step; None if that takes too long to check."""
    walk = Walk(puzzle)
    left = dict(walk.left)
    for step in steps:
        try:
            yield [*told_faults(walk.domains, left, step, Deadline(CHECK_SECONDS))]
        except OutOfTime:
            yield None
        left = after(left, step.derives)


def _rows(one: Compared) -> Iterator[Row]:
    for name, reading in (("proof", one.proof), ("told", one.told)):
        figures = (
            len(reading.steps),
            mean(reading.steps),
            max(reading.steps),
            median(reading.words),
            max(reading.words),
            reading.wordy,
            100 * reading.placing / len(reading.words),
            reading.links,
        )
        title = f"{one.kind.name}: {name}"
        if name == "proof":
            yield Row(title, figures, f"{mean(reading.steps):.0f}")
            continue
        is_short = median(reading.words) <= USUAL_WORDS and not reading.wordy
        is_few = one.kind.most is None or max(reading.steps) <= one.kind.most
        wanted = f"<= {one.kind.most}" if one.kind.most else "short"
        yield Row(title, figures, f"{mean(reading.steps):.0f}", wanted, is_short and is_few)


@table(Section("techniques", "% of told steps", "", headings=TECHNIQUES))
def techniques(found: Sequence[Compared]) -> Iterator[Row]:
    for one in found:
        steps = sum(one.told.techniques.values())
        shares = tuple(100 * one.told.techniques[name] / steps for name in TECHNIQUES)
        yield Row(one.kind.name, shares)


@table(Section("time: the proof, and the proof told", "all puzzles", "times", headings=_TIMES))
def times(found: Sequence[Compared]) -> Iterator[Row]:
    for one in found:
        proof, told = one.seconds
        figures = (milliseconds(proof), milliseconds(told), told / proof)
        met = told <= MOST_TIMES * proof
        yield Row(one.kind.name, figures, f"{told / proof:.2f}", f"<= {MOST_TIMES}", met)


@table(Section("checker: every told step", "", "failed", headings=_CHECKS))
def checks(found: Sequence[Compared]) -> Iterator[Row]:
    for one in found:
        figures = (one.checked, one.late)
        yield Row(one.kind.name, figures, str(one.failed), "0", not one.failed)


@table(Section("hints, told", "ms", "95 %"))
def hints(count: int) -> Iterator[Row]:
    """The first hint of each puzzle, in words, once the rules are compiled."""
    for name, of, size, most in experiment.progress(HINTS, "hints"):
        puzzles = [one.puzzle for one in islice(made(Order(of, size, SEED)), count)]
        hint(puzzles[0])
        taken = sorted(milliseconds(timed(partial(hint, puzzle))[1]) for puzzle in puzzles)
        late = taken[min(len(taken) - 1, len(taken) * 95 // 100)]
        yield Row(name, tuple(taken), f"{late:.0f}", most, meets(late, most))
