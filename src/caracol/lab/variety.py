"""How evenly boards are drawn: every board of a small shape should come up equally often."""

import random
from collections import Counter
from collections.abc import Hashable, Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import islice

from ..boards.board import EMPTY
from ..engines.sat.encoder import encoder
from ..generation.all_boards import all_boards
from ..generation.order import Order
from ..generation.setter import Setter
from ..kinds.lowering import Lowering
from ..registry import model
from . import experiment
from .report import Row, Section
from .samples import SEED
from .timing import timed

ORDER = Order("magic-snail", "6 ABC")
DRAWS = 5000
UNIGEN_DRAWS = 400  # each takes fifty milliseconds
HEADINGS = ("draws", "% seen", "if fair", "most", "chi²", "ms")

Draws = Iterator[Hashable]  # boards, each told from the others somehow


def variety() -> Iterator[Section]:
    """Ways to draw boards: which share of all is seen; the most frequent, over the mean."""
    every = all_boards(ORDER.family, ORDER.shape)
    assert every, "of a shape with few boards"
    title = f"variety: draws of the {every.size} boards of {ORDER.family} {ORDER.size}"
    section = Section(title, "chi² per degree of freedom is 1 if fair", headings=HEADINGS)
    return experiment.growing(section, _rows(every.size))


def _rows(boards: int) -> Iterator[Row]:
    yield _row("caracol, from a list", islice(_enumerated(), DRAWS), boards)
    yield _row("caracol, by search", islice(_searched(), DRAWS), boards)
    for name, draw in {"pycmsgen": _cmsgen, "pyunigen": _unigen}.items():
        if find_spec(name):
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


def _enumerated() -> Draws:
    sampler, rng = Setter(ORDER).sampler, random.Random(SEED)
    while True:
        yield tuple(sampler.sample(rng).board.items())


def _searched() -> Draws:
    sampler, rng = Setter(ORDER).sampler, random.Random(SEED)
    while True:
        yield tuple(sampler.search(rng).items())


def _cmsgen() -> Draws:
    out = _encoded()
    solver = import_module("pycmsgen").Solver(seed=SEED)
    solver.add_clauses(out.clauses)
    while True:
        _, values = solver.solve()
        yield values[1 : out.facts + 1]


def _unigen() -> Draws:
    out = _encoded()
    sampler = import_module("pyunigen").Sampler(seed=SEED)
    for clause in out.clauses:
        sampler.add_clause(clause)
    # Where the letters stand tells everything, and it is faster with less to look at.
    letters = [
        literal
        for held in out.literals.values()
        for value, literal in held.items()
        if value != EMPTY
    ]
    *_, samples = sampler.sample(num=UNIGEN_DRAWS, sampling_set=letters)
    yield from map(tuple, samples)


def _encoded() -> Lowering:
    rules = model(ORDER.family, ORDER.shape)
    out = encoder(rules.cells)
    for rule in rules.rules:
        rule.constraint.lower(out)
    return out
