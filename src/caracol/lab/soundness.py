"""Do all told steps follow, and is the grade the puzzle's own? Of every family.

Told steps pass the step checker part by part, until there are enough of them. The hardest step of
each puzzle is found again under random orders of its cells, values and rules; puzzles whose steps
are not all proved to be cheapest are counted apart. Puzzles are generated from a fixed seed.
"""

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from ..deadline import Deadline
from ..explanations.alone import Alone
from ..explanations.grade import graded
from ..explanations.reasons import ReasonSearch
from ..explanations.telling import Telling
from ..explanations.thoughts import BLANK
from ..explanations.told import Told
from ..explanations.walk import Walk
from ..generation.order import Order
from ..puzzle import OutOfTime, Puzzle, Values
from . import experiment
from .samples import SEED, made
from .stepcheck import after, told_faults
from .tables import Row, Section, table

# Of each family one size; each has an equal share.
SIZES = {
    "magic-snail": "5 ABC",
    "mno": "6",
    "trid": "5 1..5",
    "turn-12": "24",
    "sudoku": "9",
    "futoshiki": "5",
    "skyscrapers": "5",
    "easy-as-abc": "5 ABC",
    "takuzu": "8",
    "star-battle": "8 1",
    "nonogram": "10 10",
    "hitori": "6",
    "slitherlink": "5 5",
}
# Time limits in seconds: of the check of a step, and of the told steps of a family.
CHECK_SECONDS, FAMILY_SECONDS = 10.0, 1200.0
BRIEF_STEPS, BRIEF_PUZZLES, BRIEF_ORDERS = 400, 13, 3
FULL_STEPS, FULL_PUZZLES, FULL_ORDERS = 20_800, 208, 20

_CHECKS = ("puzzles", "told steps", "proof steps", "too long to check")
_ORDERS = ("puzzles", "orders", "same", "not all proved")


class Wanted(NamedTuple):
    """How much to measure, of all families together."""

    steps: int
    puzzles: int
    orders: int


def add_options(parser: argparse.ArgumentParser) -> None:
    for name, what in (
        ("--steps", "told steps of all families together"),
        ("--puzzles", "puzzles of all families together, for the orders"),
        ("--orders", "random orders of each puzzle"),
    ):
        parser.add_argument(name, type=experiment.whole, metavar="N", help=what)
    part = "only this part"
    parser.add_argument("--part", choices=("checks", "orders"), help=part)
    full = f"{FULL_STEPS:,} steps, {FULL_ORDERS} orders of {FULL_PUZZLES} puzzles; takes an hour"
    parser.add_argument("--full", action="store_true", help=full)


def measure(options: argparse.Namespace) -> Iterator[Section]:
    brief = (BRIEF_STEPS, BRIEF_PUZZLES, BRIEF_ORDERS)
    usual = (FULL_STEPS, FULL_PUZZLES, FULL_ORDERS) if options.full else brief
    asked = (options.steps, options.puzzles, options.orders)
    wanted = Wanted(*(some or most for some, most in zip(asked, usual, strict=True)))
    if options.part != "orders":
        yield from checks(wanted)
    if options.part != "checks":
        yield from orders(wanted)


main = experiment.Experiment("soundness", __doc__, 14_400, measure, add_options)


def _puzzles(family: str) -> Iterator[Puzzle]:
    return (one.puzzle for one in made(Order(family, SIZES[family], SEED)))


@table(Section("told steps through the checker", "every step", "failed", headings=_CHECKS))
def checks(wanted: Wanted) -> Iterator[Row]:
    """Told steps of each family, until there are enough or the time of a family is up."""
    share = -(-wanted.steps // len(SIZES))
    for family in experiment.progress([*SIZES], "families"):
        puzzles = steps = parts = late = failed = 0
        end = time.monotonic() + FAMILY_SECONDS
        for puzzle in _puzzles(family):
            puzzles += 1
            for told, fault in faults_of(puzzle):
                steps += 1
                parts += len(told.parts)
                late += fault is None
                failed += bool(fault)
            if steps >= share or time.monotonic() > end:
                break
        figures = (puzzles, steps, parts, late)
        yield Row(f"{family} {SIZES[family]}", figures, str(failed), "0", not failed)


def faults_of(puzzle: Puzzle) -> Iterator[tuple[Told, list[str] | None]]:
    """Told steps and what is wrong with each; None if that takes too long to check."""
    walk = Walk(puzzle)
    left, domains = dict(walk.left), walk.domains
    for told in Telling(walk):
        try:
            yield told, [*told_faults(domains, left, told, Deadline(CHECK_SECONDS))]
        except OutOfTime:
            yield told, None
        left = after(left, told.derives)


class Shuffled(Walk):
    """A walk that looks at cells, values and rules in a random order."""

    def __init__(self, puzzle: Puzzle, rng: random.Random) -> None:
        self._rng = rng
        super().__init__(puzzle)

    def _searching(self, board: Values, metric: str) -> ReasonSearch:
        rng = self._rng
        self._rules = (*rng.sample(self._rules, len(self._rules)),)
        cells = rng.sample([*self.domains], len(self.domains))
        self.domains = {cell: _shuffled(self.domains[cell], rng) for cell in cells}
        self.left = {
            cell: tuple(value for value in self.domains[cell] if value in self.left[cell])
            for cell in cells
        }
        self._alone = Alone(self.domains, [rule.constraint for rule in self._rules])
        return super()._searching(board, metric)


def _shuffled(values: Sequence[str | int], rng: random.Random) -> tuple[str | int, ...]:
    """In a random order; that a cell is blank stays last."""
    others = [value for value in values if value != BLANK]
    return (*rng.sample(others, len(others)), *values[len(others) :])


@table(Section("the hardest step", "all shuffled", "differing", headings=_ORDERS))
def orders(wanted: Wanted) -> Iterator[Row]:
    """The hardest step of puzzles whose cells, values and rules are shuffled."""
    share = -(-wanted.puzzles // len(SIZES))
    for family in experiment.progress([*SIZES], "families"):
        same = unproved = 0
        for puzzle in islice(_puzzles(family), share):
            rng = random.Random(SEED)
            found = {hardest(puzzle, rng) for _ in range(wanted.orders)}
            unproved += None in found
            same += None not in found and len(found) == 1
        differing = share - same - unproved
        figures = (share, wanted.orders, same, unproved)
        yield Row(f"{family} {SIZES[family]}", figures, str(differing), "0", not differing)


def hardest(puzzle: Puzzle, rng: random.Random) -> int | None:
    """What the hardest step costs in a random order; None where not all are proved cheapest."""
    grade = graded([*Shuffled(puzzle, rng)])
    return grade.hardest if grade.proved else None
