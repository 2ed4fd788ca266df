"""The order of characters on a path as clauses."""

from collections.abc import Iterator

from ...model import Cycle, First, Next
from ...puzzle import Cell, Value
from .clauses import Clauses, Literals


def add_cycle(out: Clauses, cycle: Cycle) -> None:
    """Before each cell of the path, which character of the key comes next: derived both ways."""
    known = {cycle.blank, *cycle.key}
    assert all(known.issuperset(out.literals[cell]) for cell in cycle.path)
    size, first = len(cycle.key), out.top + 1
    places = range(first, first + size * (len(cycle.path) + 1), size)
    turns = [list(range(place, place + size)) for place in places]
    out.top = turns[-1][-1]
    out.post([turns[0][0]])
    out.post([turns[-1][0]])
    post = out.post if out.unless else out.clauses.append
    for cell, turn, after in zip(cycle.path, turns, turns[1:], strict=False):
        for i, value in enumerate(cycle.key):
            letter, following = out.held(cell, value), (i + 1) % size
            post([-letter, turn[i]])
            post([-letter, after[following]])
            post([letter, -turn[i], after[i]])
            post([letter, turn[following], -after[following]])
    for turn in turns:
        out.at_most_one(turn)
    for start, end, unless in _full_stretches(out, cycle):
        for one, other in zip(turns[start], turns[end], strict=True):
            post([*unless, -one, other])
            post([*unless, one, -other])


def _full_stretches(out: Clauses, cycle: Cycle) -> Iterator[tuple[int, int, Literals]]:
    """Stretches of the path that hold each character once: the turn is the same after them.

    They are lines, or lines but for one cell, unless this is filled. All that follows from the
    rest, but saying so halves the conflicts on Magic Snails, whose outer lines are such.
    """
    place = {cell: i for i, cell in enumerate(cycle.path)}
    for line, values in out.once.items():
        if not values.issuperset(cycle.key) or not all(cell in place for cell in line):
            continue
        apart, *rest = places = sorted(place[cell] for cell in line)
        if _gapless(places):
            yield places[0], places[-1] + 1, []
        elif _gapless(rest):
            filled = -out.literals[cycle.path[apart]][cycle.blank]
            yield rest[0], rest[-1] + 1, [filled]


def add_first(out: Clauses, first: First) -> None:
    found = _leads(out, first.path, first.value, first.blank)
    if found:
        out.post([found])


def add_next(out: Clauses, constraint: Next) -> None:
    start, key = out.literals[constraint.path[0]], constraint.key
    for i, value in enumerate(key):
        if value in start:
            following = key[(i + 1) % len(key)]
            found = _leads(out, constraint.path[1:], following, constraint.blank)
            if found:
                out.post([-start[value], found])


def _leads(out: Clauses, path: tuple[Cell, ...], value: Value, blank: Value) -> int:
    """A literal that lets no other value come first on the path; 0 if none can come at all.

    All rules of a path share what is said of its end.
    """
    unsaid, literal = [], 0
    for at, cell in enumerate(path):
        held, rest = out.literals[cell], path[at:]
        if blank not in held:
            literal = out.held(cell, value)
            break
        if (rest, value, blank) in out.helpers:
            literal = out.helpers[rest, value, blank]
            break
        if len(held) > 1:
            unsaid.append(rest)
    for rest in reversed(unsaid):
        held, after, literal = out.literals[rest[0]], literal, out.new()
        out.helpers[rest, value, blank] = literal
        out.clauses += [
            (-literal, -other) for wrong, other in held.items() if wrong not in (value, blank)
        ]
        if after:
            out.clauses.append((-literal, -held[blank], after))
    return literal


def _gapless(places: list[int]) -> bool:
    return places[-1] - places[0] + 1 == len(places)
