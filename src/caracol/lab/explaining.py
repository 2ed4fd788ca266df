"""How fast, how cheap and how right the explanations are.

Every step of some walks is timed and put to a checker that shares nothing with the explainer; the
first hint is timed with nothing known before; CPMpy explains the same facts; and the grade is
compared under random orders of cells, values and rules. Puzzles are made from a fixed seed.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import islice
from statistics import median
from typing import NamedTuple

from ..caches import forget
from ..deadline import Deadline
from ..explanations.reasons import ReasonSearch
from ..explanations.walk import Step, Walk, rule_cost, rules_in_pieces
from ..generation.production import Made, Order, produce
from ..model import Domains
from ..puzzle import Fact, OutOfTime, Puzzle, UsageError
from ..registry import family
from ..solve import solutions
from . import experiment
from .report import Row, Section
from .stepcheck import faults, unknown

SEED = 12
SECONDS = 7200.0
# So many sums has a Trid with seven circles a side that is not pared down to what it needs, as in
# collections; irreducible ones have six to eight.
UNPARED_SUMS = (9, 12)


class Kind(NamedTuple):
    """Puzzles of one size, and how many milliseconds a step and the first hint may take."""

    name: str
    order: Order
    wanted: tuple[int, ...] = (10, 100, 1000)  # half of the steps, 95 %, all; then all proved
    hint: int | None = 200
    more_sums: bool = False


KINDS = (
    Kind("Magic Snail 5/3", Order("magic-snail", "5 ABC", SEED), hint=50),
    Kind("Magic Snail 6/3", Order("magic-snail", "6 ABC", SEED)),
    Kind("Magic Snail 7/3", Order("magic-snail", "7 ABC", SEED)),
    Kind("Magic Snail 7/4", Order("magic-snail", "7 ABCD", SEED)),
    Kind("MNO 5", Order("mno", "5", SEED), hint=50),
    Kind("MNO 6", Order("mno", "6", SEED)),
    Kind("MNO 7", Order("mno", "7", SEED)),
    Kind("Trid 5 1..5", Order("trid", "5 1..5", SEED), hint=50),
    Kind("Turn 12, 24", Order("turn-12", "24", SEED), hint=None),
    Kind("Trid 7, 9..12 sums", Order("trid", "7 1..7", SEED), (30, 500), more_sums=True),
    Kind("Trid 7, irreducible", Order("trid", "7 1..7", SEED), (30, 500)),
)
DUELS = (("magic-snail", "5 ABC"), ("mno", "5"), ("trid", "5 1..5"), ("turn-12", "24"))
PARTS = ("hints", "walks", "peers", "orders")
# The grade is compared on these.
ORDERED = ("Magic Snail 5/3", "MNO 5", "MNO 6", "Trid 5 1..5", "Turn 12, 24")


@dataclass(frozen=True, slots=True)
class Extent:
    """How much to measure."""

    puzzles: int  # of each kind
    kind_seconds: float  # for the walks of one kind; those not ended by then are broken off
    literals: int  # of each family, to be explained by CPMpy too
    literal_seconds: float  # for each of them
    ordered: int  # puzzles graded in several orders
    orders: int


BRIEF = Extent(4, 8, 4, 2, 10, 4)
FULL = Extent(30, 120, 100, 3, 200, 20)
# A check may take so long.
CHECK_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Timed:
    """A step, what was known before it, and how long it took."""

    step: Step
    domains: Domains
    left: Domains
    seconds: float


def main(arguments: list[str]) -> int:
    options = _options(arguments)
    sections = measure(_extent(options), options.part or PARTS)
    return experiment.run("explain", arguments, options, sections, seeds=(SEED,))


def measure(extent: Extent, parts: Sequence[str]) -> Iterator[Section]:
    if "hints" in parts:
        yield first_hints(_puzzles(extent))
    if "walks" in parts:
        yield from _walks(extent)
    if "peers" in parts:
        yield from _duels(extent)
    if "orders" in parts:
        yield orders(extent)


def _puzzles(extent: Extent) -> dict[Kind, list[Puzzle]]:
    return {kind: list(islice(made(kind), extent.puzzles)) for kind in KINDS}


def _walks(extent: Extent) -> Iterator[Section]:
    puzzles, rows, walked = _puzzles(extent), [], {}
    for kind in experiment.progress(KINDS, "walks"):
        row, walked[kind] = walks(kind, puzzles[kind], extent.kind_seconds)
        rows.append(row)
    headings = ("puzzles", "ended", "steps", "% proved", "p50", "p95", "most")
    yield Section("steps of walks", "ms", "dearest", tuple(rows), headings)
    yield checked(walked)


def made(kind: Kind) -> Iterator[Puzzle]:
    """Unique puzzles, irreducible unless sums are added."""
    rng = random.Random(SEED)
    for one in produce(kind.order):
        if one:
            yield with_more_sums(one, rng) if kind.more_sums else one.puzzle


def with_more_sums(one: Made, rng: random.Random) -> Puzzle:
    """All sums that are needed, and any others."""
    puzzle, setting = one.puzzle, family(one.puzzle.family).setting
    assert setting, "sums are clues"
    every = [clue for kind, clue in setting.all_clues(puzzle.shape, one.solution) if kind == "sums"]
    spare = [clue for clue in every if clue not in puzzle.clues]
    more = max(0, rng.randint(*UNPARED_SUMS) - len(puzzle.clues))
    clues = (*puzzle.clues, *rng.sample(spare, more))
    return Puzzle(puzzle.family, puzzle.shape, tuple(sorted(clues)))


def first_hints(puzzles: dict[Kind, list[Puzzle]]) -> Section:
    """From the printed puzzle to the first step, everything forgotten before."""
    rows = []
    for kind in experiment.progress(KINDS, "first hints"):
        taken = [_first_hint(puzzle) for puzzle in puzzles[kind]]
        wanted, met = "", None
        if kind.hint:
            wanted, met = f"<= {kind.hint}", max(taken) <= kind.hint
        rows.append(Row(kind.name, tuple(taken), str(len(taken)), wanted, met))
    return Section("first hint: nothing known before", "ms", "puzzles", tuple(rows))


def _first_hint(puzzle: Puzzle) -> float:
    """The middle of three, so that a hiccup of the machine is not taken for the puzzle's."""
    taken = []
    for _ in range(3):
        forget()
        start = time.perf_counter()
        next(Walk(puzzle))
        taken.append(1000 * (time.perf_counter() - start))
    return median(taken)


def walks(kind: Kind, puzzles: Sequence[Puzzle], most: float) -> tuple[Row, list[Timed]]:
    until, steps, ended = time.monotonic() + most, list[Timed](), 0
    for puzzle in puzzles:
        for timed in walked(puzzle):
            steps.append(timed)
            if time.monotonic() > until:
                break
        else:
            ended += 1
        if time.monotonic() > until:
            break
    taken = sorted(1000 * timed.seconds for timed in steps)
    found = (taken[len(taken) // 2], taken[len(taken) * 95 // 100], taken[-1])
    proved = 100 * sum(timed.step.proved for timed in steps) / len(steps)
    figures = (len(puzzles), ended, len(steps), proved, *found)
    in_time = all(one <= most for one, most in zip(found, kind.wanted, strict=False))
    met = in_time and (proved == 100 or len(kind.wanted) < len(found))
    dearest = str(max(timed.step.cost for timed in steps))
    wanted = "<= " + ", ".join(map(str, kind.wanted))
    return Row(kind.name, figures, dearest, wanted, met), steps


def walked(puzzle: Puzzle) -> Iterator[Timed]:
    walk = Walk(puzzle)
    while True:
        left, start = dict(walk.left), time.perf_counter()
        step = next(walk, None)
        if step is None:
            return
        yield Timed(step, walk.domains, left, time.perf_counter() - start)


def checked(walked: dict[Kind, list[Timed]]) -> Section:
    """Every step through the step checker."""
    rows = []
    for kind in experiment.progress([*walked], "checks"):
        start = time.perf_counter()
        found = [_failures(timed) for timed in walked[kind]]
        spent = 1000 * (time.perf_counter() - start) / len(found)
        failed, undecided = sum(map(bool, found)), found.count(None)
        figures = (len(found), spent, undecided)
        rows.append(Row(kind.name, figures, str(failed), "0", not failed))
    headings = ("steps", "ms each", "out of time")
    return Section(
        "checker: implied, none to spare",
        "every step of the walks",
        "failed",
        tuple(rows),
        headings,
    )


def _failures(timed: Timed) -> list[str] | None:
    """What is wrong with a step; None if that takes too long to tell."""
    try:
        wrong = list(faults(timed.domains, timed.step, Deadline(CHECK_SECONDS)))
    except OutOfTime:
        return None
    return [*wrong, *unknown(timed.left, timed.step)]


def orders(extent: Extent) -> Section:
    """The dearest step of puzzles whose cells, values and rules are shuffled."""
    rows = []
    kinds = [kind for kind in KINDS if kind.name in ORDERED]
    for kind in experiment.progress(kinds, "orders"):
        same = unproved = 0
        puzzles = list(islice(made(kind), extent.ordered // len(kinds)))
        for puzzle in puzzles:
            rng = random.Random(SEED)
            found = {hardest(puzzle, rng) for _ in range(extent.orders)}
            unproved += None in found
            same += None not in found and len(found) == 1
        differing = len(puzzles) - same - unproved
        figures = (len(puzzles), extent.orders, same, unproved)
        rows.append(Row(kind.name, figures, str(differing), "0", not differing))
    headings = ("puzzles", "orders", "same", "unproved")
    return Section(
        "order: the dearest step",
        "cells, values and rules shuffled",
        "differing",
        tuple(rows),
        headings,
    )


def hardest(puzzle: Puzzle, rng: random.Random) -> int | None:
    """What the dearest step costs in a random order; None where a step is not proved cheapest."""
    given = Walk(puzzle)
    domains = {
        cell: tuple(rng.sample(values, len(values)))
        for cell, values in rng.sample([*given.left.items()], len(given.left))
    }
    constraints = [rule.constraint for rule in rules_in_pieces(puzzle)]
    rng.shuffle(constraints)
    costs = [rule_cost(constraint, "price") for constraint in constraints]
    solution = next(solutions(puzzle)).values
    search = ReasonSearch(domains, constraints, costs, solution)
    facts = (Fact(cell, value) for cell, values in domains.items() for value in values)
    search.set_targets(search.number(fact) for fact in facts if solution[fact.cell] != fact.value)
    dearest = 0
    while search.targets:
        reason = search.cheapest()
        if not reason.proved:
            return None
        dearest = max(dearest, reason.cost)
        search.rule_out(search.implied(reason.rules, search.targets))
    return dearest


def _duels(extent: Extent) -> Iterator[Section]:
    if not find_spec("cpmpy"):
        raise UsageError("the peer is not installed: pip install 'caracol[lab]'")
    from .mus import duel, sample

    for name, size in experiment.progress(DUELS, "CPMpy"):
        kind = Kind(name, Order(name, size, SEED))
        # Few facts of each, so that they come from many puzzles.
        puzzles = list(islice(made(kind), max(2, extent.literals // 10)))
        questions = list(sample(puzzles, extent.literals, random.Random(SEED)))
        yield duel(name, size, questions, extent.literal_seconds)


def _extent(options: argparse.Namespace) -> Extent:
    extent = FULL if options.full else BRIEF
    if options.facts is not None:
        if options.facts < 1:
            raise UsageError(f"expected one fact or more of each family, found {options.facts}")
        extent = replace(extent, literals=options.facts)
    if options.puzzles is None:
        return extent
    if options.puzzles < 1:
        raise UsageError(f"expected one puzzle or more of each kind, found {options.puzzles}")
    ordered = options.puzzles * len(ORDERED)
    return replace(extent, puzzles=options.puzzles, ordered=ordered)


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = experiment.options("explain", __doc__, SECONDS)
    parser.add_argument("--puzzles", type=int, metavar="N", help="of each kind")
    parser.add_argument("--facts", type=int, metavar="N", help="of each family, for the peers")
    parser.add_argument(
        "--part",
        choices=PARTS,
        action="append",
        help="only that part; can be given several times",
    )
    parser.add_argument("--full", action="store_true", help="all figures; takes more than an hour")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
