"""The direct encoding: constraints as clauses over facts alone, without helper variables.

Such clauses can be many (a line of n cells may need n³), but each is a plain consequence of its
rule, so they suit explanations, small boards, and as the yardstick for faster encodings.
"""

from collections.abc import Iterator
from itertools import combinations, product
from typing import assert_never

from .model import Constraint, Count, Cycle, Differ, Domains, First, Is, Next, Stands, Sum, Where
from .puzzle import Cell, Fact, Value

Clause = tuple[Fact, ...]


def clauses(constraint: Constraint, domains: Domains) -> Iterator[Clause]:
    """Clauses that hold together exactly when the constraint does."""
    match constraint:
        case Is(cell, value):
            yield (Fact(cell, value),)
        case Count():
            yield from _count(constraint, domains)
        case Differ(cells):
            yield from _differ(cells, domains)
        case Sum():
            yield from _sum(constraint, domains)
        case Cycle():
            yield from _cycle(constraint)
        case First(path, value, blank):
            yield from _first(path, value, blank, domains)
        case Next():
            yield from _next(constraint, domains)
        case Stands():
            yield from _stands(constraint)
        case _:
            assert_never(constraint)


def is_plain(constraint: Constraint) -> bool:
    """Whether unit propagation on its clauses finds all that a constraint says of single values."""
    match constraint:
        case Is() | First() | Next():
            return True
        case Count(_, values):
            return len(values) == 1
        case Sum(cells):
            return len(cells) == 2
        case _:
            return False


def one_value(domains: Domains) -> Iterator[Clause]:
    """Every cell holds exactly one of its values."""
    for cell, values in domains.items():
        yield tuple(Fact(cell, value) for value in values)
        for one, other in combinations(values, 2):
            yield Fact(cell, one, False), Fact(cell, other, False)


def _count(count: Count, domains: Domains) -> Iterator[Clause]:
    held = [
        [Fact(cell, value) for value in count.values if value in domains[cell]]
        for cell in count.cells
    ]
    for few in combinations(held, max(0, len(held) - count.low + 1)):
        yield tuple(fact for facts in few for fact in facts)
    for many in combinations(held, count.high + 1):
        for facts in product(*many):
            yield tuple(fact._replace(holds=False) for fact in facts)


def _differ(cells: tuple[Cell, ...], domains: Domains) -> Iterator[Clause]:
    for one, other in combinations(cells, 2):
        for value in domains[one]:
            if value in domains[other]:
                yield Fact(one, value, False), Fact(other, value, False)


def _sum(constraint: Sum, domains: Domains) -> Iterator[Clause]:
    if len(constraint.cells) == 2:
        yield from _leaving(constraint, 1, 0, domains)
        yield from _leaving(constraint, 0, 1, domains)
        return
    *cells, last = constraint.cells
    fitting: dict[int, list[Fact]] = {}
    for value in domains[last]:
        fitting.setdefault(constraint.weight(len(cells), value), []).append(Fact(last, value))
    for values in product(*(domains[cell] for cell in cells)):
        rest = constraint.total - sum(map(constraint.weight, range(len(cells)), values))
        seen = (Fact(cell, value, False) for cell, value in zip(cells, values, strict=True))
        yield (*seen, *fitting.get(rest, ()))


def _leaving(constraint: Sum, one: int, other: int, domains: Domains) -> Iterator[Clause]:
    """What each value of one cell of two leaves to the other."""
    here, there = constraint.cells[one], constraint.cells[other]
    fitting: dict[int, list[Fact]] = {}
    for value in domains[there]:
        fitting.setdefault(constraint.weight(other, value), []).append(Fact(there, value))
    for value in domains[here]:
        rest = constraint.total - constraint.weight(one, value)
        yield (Fact(here, value, False), *fitting.get(rest, ()))


def _cycle(cycle: Cycle) -> Iterator[Clause]:
    """The character after each is the next of the key; the first and the last are its ends."""
    path, key = cycle.path, cycle.key
    filled = [Fact(cell, cycle.blank, False) for cell in path]
    for i, value in product(range(len(path)), key):
        following = key[(key.index(value) + 1) % len(key)]
        here = Fact(path[i], value, False)
        for j, wrong in product(range(i + 1, len(path)), key):
            if wrong != following:
                yield (here, Fact(path[j], wrong, False), *filled[i + 1 : j])
        if value != key[0]:
            yield (here, *filled[:i])
        if value != key[-1]:
            yield (here, *filled[i + 1 :])


def _first(
    path: tuple[Cell, ...], value: Value, blank: Value, domains: Domains
) -> Iterator[Clause]:
    filled = [Fact(cell, blank, False) for cell in path]
    for i, cell in enumerate(path):
        for wrong in domains[cell]:
            if wrong not in (value, blank):
                yield (Fact(cell, wrong, False), *filled[:i])


def _next(constraint: Next, domains: Domains) -> Iterator[Clause]:
    key = constraint.key
    start, *path = constraint.path
    for i, value in enumerate(key):
        here = Fact(start, value, False)
        following = key[(i + 1) % len(key)]
        for clause in _first(tuple(path), following, constraint.blank, domains):
            yield (here, *clause)


def _stands(stands: Stands) -> Iterator[Clause]:
    line = stands.line
    ends = [Fact(cell, stands.ends) for cell in line]
    none = [fact._replace(holds=False) for fact in ends]
    for at, cell in enumerate(line):
        here = Fact(cell, stands.value, False)
        mirrored = [(at - d, at + d) for d in range(1, min(at, len(line) - 1 - at) + 1)]
        match stands.where:
            case Where.OUTSIDE:
                for i, j in product(range(at), range(at + 1, len(line))):
                    yield here, none[i], none[j]
            case Where.MIDWAY:
                for i, j in mirrored:
                    yield here, none[i], ends[j]
                    yield here, none[j], ends[i]
                reach = len(mirrored)
                for i in (*range(at - reach), *range(at + reach + 1, len(line))):
                    yield here, none[i]
            case Where.BETWEEN:
                yield (here, *ends[:at])
                yield (here, *ends[at + 1 :])
                for i, j in mirrored:
                    yield here, none[i], none[j]
