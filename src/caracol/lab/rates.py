"""How many puzzles a second caracol makes: unique, irreducible, and proved so twice.

Peers remove clues one by one, asking a fresh model each time whether there is a second board; the
random boards they start from are free. All work on one core and take turns, so that a busy machine
slows all alike. Last comes how evenly boards are drawn.
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import islice

from pysat.formula import CNF

from ..exports import export
from ..extras import need
from ..generation.all_boards import all_boards
from ..generation.order import Order
from ..generation.setter import Setter
from ..puzzle import Puzzle
from ..registry import family, model
from . import experiment
from .contest import Work, duel, tools
from .contestants import TWICE, US, make
from .machine import resident_megabytes
from .samples import SEED, made
from .tables import Picture, Row, Section, growing
from .timing import for_seconds, timed

# One a round; fewer rounds for caracol alone.
SEEDS = range(1, 6)
SIZE_SEEDS = SEEDS[:3]
TURN = 2.0
# Puzzles after which caracol is warm, more puzzles than a turn has, and the time limit of a turn.
FEW, MANY, LIMIT = 10, 100_000, 300.0
# How many times as long as caracol a peer is to take. CP-SAT is used twice: as most people would,
# and tuned: given the board there is, tables in place of rules, and none of its methods that do
# not pay.
WANTED = {TWICE: ">= 100x", "CP-SAT": ">= 100x", "clingo": ">= 40x"}
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

# A shape with few boards, and how many are drawn: every one should come up equally often.
FEW_BOARDS = Order("magic-snail", "6 ABC")
DRAWS = 5000
UNIGEN_DRAWS = 400  # each takes fifty milliseconds
VARIETY = ("draws", "% seen", "if fair", "most", "chi²", "ms")

Draws = Iterator[Hashable]  # boards, or whatever differs where boards do


def add_options(parser: argparse.ArgumentParser) -> None:
    turn = "seconds of each turn of each contestant (default: %(default)g)"
    parser.add_argument("--turn", type=experiment.positive, default=TURN, metavar="S", help=turn)
    long = "instead, generate N puzzles and report the memory"
    parser.add_argument("--long", type=experiment.whole, metavar="N", help=long)


def measure(options: argparse.Namespace) -> Iterator[Section]:
    if options.long:
        title = f"a long run: {family(LONG.family).title} {LONG.size}"
        section = Section(title, "resident memory", headings=("MB",))
        yield from growing(section, _looks(options.long))
        return
    yield from duels(options.turn)
    for name, sizes in SIZES.items():
        title = f"{family(name).title} by size: unique and irreducible"
        section = Section(title, "puzzles a second", "earlier", picture=Picture("bars"))
        yield from growing(section, _rates(name, sizes, options.turn))
    yield from variety()


main = experiment.Experiment("rates", __doc__, 900, measure, add_options, tuple(SEEDS))


def duels(seconds: float) -> Iterator[Section]:
    """Every round is on other boards."""
    need("lab", "ortools", "clingo")
    with tools(US, *WANTED) as workers:
        for name, size in DUELS:
            title = f"{family(name).title} {size}: unique and irreducible"
            section = Section(title, "puzzles a second", picture=Picture("bars", log=True))
            orders = (Order(name, size, seed) for seed in SEEDS)
            rounds = [
                Work(partial(make, order=order, count=MANY, seconds=seconds, before=FEW), LIMIT)
                for order in orders
            ]
            yield from duel(section, workers, rounds, WANTED, per_second)


def per_second(seconds: float) -> float:
    return 1 / seconds


def _rates(name: str, sizes: Mapping[str, str], seconds: float) -> Iterator[Row]:
    """Caracol alone, a few rounds of each size."""
    for size, earlier in experiment.progress(list(sizes.items()), name):
        for _ in islice(made(Order(name, size)), FEW):
            pass
        spent = (for_seconds(made(Order(name, size, seed)), seconds)[1] for seed in SIZE_SEEDS)
        yield Row(size, tuple(map(per_second, spent)), earlier)


def _looks(count: int) -> Iterator[Row]:
    """The memory held while many puzzles are made in one go."""
    for done, _ in enumerate(islice(made(LONG), count), start=1):
        if done % max(1, count // LOOKS) == 0:
            yield Row(f"{done} puzzles", (resident_megabytes(),))


def variety() -> Iterator[Section]:
    """Ways to draw boards: which share of all is seen; the most frequent, over the mean."""
    every = all_boards(FEW_BOARDS.family, FEW_BOARDS.shape)
    assert every, "of a shape with few boards"
    title = f"variety: draws of the {every.size} boards of {FEW_BOARDS.family} {FEW_BOARDS.size}"
    section = Section(title, "chi² per degree of freedom is 1 if fair", headings=VARIETY)
    return growing(section, _samplers(every.size))


def _samplers(boards: int) -> Iterator[Row]:
    for name, draw in SAMPLERS.items():
        if name.startswith("caracol") or find_spec(name):
            yield _sampler(name, islice(draw(), DRAWS), boards)
        else:
            yield Row(f"{name}: absent", ())


def _sampler(name: str, draws: Draws, boards: int) -> Row:
    drawn, spent = timed(lambda: Counter(draws))
    count = drawn.total()
    mean = count / boards
    often = [*drawn.values(), *[0] * (boards - len(drawn))]
    square = sum((times - mean) ** 2 / mean for times in often) / (boards - 1)
    seen, fair = 100 * len(drawn) / boards, 100 * (1 - (1 - 1 / boards) ** count)
    return Row(name, (count, seen, fair, max(often) / mean, square, 1000 * spent / count))


def _listed() -> Draws:
    sampler, rng = Setter(FEW_BOARDS).sampler, random.Random(SEED)
    while True:
        yield tuple(sampler.sample(rng).board.items())


def _searched() -> Draws:
    sampler, rng = Setter(FEW_BOARDS).sampler, random.Random(SEED)
    while True:
        yield tuple(sampler.search(rng).items())


def _cmsgen() -> Draws:
    solver, (clauses, facts) = import_module("pycmsgen").Solver(seed=SEED), _formula()
    solver.add_clauses(clauses)
    while True:
        yield solver.solve()[1][1 : facts + 1]


def _unigen() -> Draws:
    sampler, (clauses, facts) = import_module("pyunigen").Sampler(seed=SEED), _formula()
    for clause in clauses:
        sampler.add_clause(clause)
    *_, samples = sampler.sample(num=UNIGEN_DRAWS, sampling_set=list(range(1, facts + 1)))
    yield from map(tuple, samples)


def _formula() -> tuple[list[list[int]], int]:
    """The clauses of the shape, and how many of its variables are the cells'."""
    text = export(Puzzle(FEW_BOARDS.family, FEW_BOARDS.shape), "dimacs")
    cells = model(FEW_BOARDS.family, FEW_BOARDS.shape).cells
    return CNF(from_string=text).clauses, sum(map(len, cells.values()))


SAMPLERS: dict[str, Callable[[], Draws]] = {
    "caracol, from a list": _listed,
    "caracol, by search": _searched,
    "pycmsgen": _cmsgen,
    "pyunigen": _unigen,
}
