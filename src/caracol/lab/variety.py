"""How evenly boards are drawn: every board of a small shape should come up equally often."""

import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import islice

from pysat.formula import CNF

from ..exports import export
from ..generation.all_boards import all_boards
from ..generation.order import Order
from ..generation.setter import Setter
from ..puzzle import Puzzle
from ..registry import model
from .samples import SEED
from .tables import Row, Section, growing
from .timing import timed

ORDER = Order("magic-snail", "6 ABC")
DRAWS = 5000
UNIGEN_DRAWS = 400  # each takes fifty milliseconds
HEADINGS = ("draws", "% seen", "if fair", "most", "chi²", "ms")

Draws = Iterator[Hashable]  # boards, or whatever differs where boards do


def variety() -> Iterator[Section]:
    """Ways to draw boards: which share of all is seen; the most frequent, over the mean."""
    every = all_boards(ORDER.family, ORDER.shape)
    assert every, "of a shape with few boards"
    title = f"variety: draws of the {every.size} boards of {ORDER.family} {ORDER.size}"
    section = Section(title, "chi² per degree of freedom is 1 if fair", headings=HEADINGS)
    return growing(section, _rows(every.size))


def _rows(boards: int) -> Iterator[Row]:
    for name, draw in SAMPLERS.items():
        if name.startswith("caracol") or find_spec(name):
            yield _row(name, islice(draw(), DRAWS), boards)
        else:
            yield Row(f"{name}: absent", ())


def _row(name: str, draws: Draws, boards: int) -> Row:
    drawn, spent = timed(lambda: Counter(draws))
    count = drawn.total()
    mean = count / boards
    often = [*drawn.values(), *[0] * (boards - len(drawn))]
    square = sum((times - mean) ** 2 / mean for times in often) / (boards - 1)
    seen, fair = 100 * len(drawn) / boards, 100 * (1 - (1 - 1 / boards) ** count)
    return Row(name, (count, seen, fair, max(often) / mean, square, 1000 * spent / count))


def _listed() -> Draws:
    sampler, rng = Setter(ORDER).sampler, random.Random(SEED)
    while True:
        yield tuple(sampler.sample(rng).board.items())


def _searched() -> Draws:
    sampler, rng = Setter(ORDER).sampler, random.Random(SEED)
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
    text = export(Puzzle(ORDER.family, ORDER.shape), "dimacs")
    cells = model(ORDER.family, ORDER.shape).cells
    return CNF(from_string=text).clauses, sum(map(len, cells.values()))


SAMPLERS: dict[str, Callable[[], Draws]] = {
    "caracol, from a list": _listed,
    "caracol, by search": _searched,
    "pycmsgen": _cmsgen,
    "pyunigen": _unigen,
}
