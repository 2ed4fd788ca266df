"""How values stand to others on their line, as clauses."""

from collections.abc import Callable, Sequence
from functools import partial
from operator import itemgetter, neg

from ...caches import kept
from ...model import Stands, Where
from .clauses import Clauses, Literals

# On lines longer than this, what M and N demand is written only once they are needed, and what O
# demands with helper variables.
LONG_LINE = 12

# Picks the literals of a clause out of those of a line. Lines of a length have the same clauses
# again and again, and picking one takes a third of the time of thinking about it.
Pick = Callable[[Sequence[int]], Sequence[int]]
# For the length of a line and the place of a value on it, the clauses of what it demands there: of
# literals that say where ends are, where none are, and, last, that the value does not stand there.
Demands = Callable[[int, int], list[Pick]]


def add_stands(out: Clauses, stands: Stands) -> None:
    value, literals = stands.value, out.literals
    here = [
        (at, held[value])
        for at, cell in enumerate(stands.line)
        if value in (held := literals[cell])
    ]
    if not here:
        return
    ends = out.held_in(stands.line, stands.ends)
    demands = DEMANDS[stands.where]
    if len(ends) <= LONG_LINE:
        _demand(out, demands, here, ends)
    elif stands.where is Where.OUTSIDE:
        _outside(out, here, ends)
    elif out.unless:
        _demand(out, demands, here, ends)
    else:
        for at, literal in here:
            later = partial(_demand, out, demands, [(at, literal)], ends)
            out.deferred.setdefault(literal, []).append(later)


def _demand(out: Clauses, demands: Demands, here: list[tuple[int, int]], ends: Literals) -> None:
    """What a value demands wherever it stands."""
    literals = [*ends, *map(neg, ends), 0]
    for at, literal in here:
        literals[-1] = -literal
        out.post_all([pick(literals) for pick in demands(len(ends), at)])


def _outside(out: Clauses, here: list[tuple[int, int]], ends: Literals) -> None:
    """The same with helper variables, for values that stand outside."""
    before, after = out.any_so_far(ends), out.any_so_far(ends[::-1])[::-1]
    inner = range(1, len(ends) - 1)
    out.post_all(
        [(-literal, -before[at - 1], -after[at + 1]) for at, literal in here if at in inner]
    )


@kept(128)
def _midway(length: int, at: int) -> list[Pick]:
    clauses: list[tuple[int, ...]] = []
    for i in range(length):
        mirror = 2 * at - i
        if not 0 <= mirror < length:
            clauses.append((-1, length + i))
        elif i != at:
            clauses.append((-1, length + i, mirror))
    return [*map(_pick, clauses)]


@kept(128)
def _between(length: int, at: int) -> list[Pick]:
    nearer = range(max(0, 2 * at - length + 1), at)
    clauses = [
        (-1, *range(at)),
        (-1, *range(at + 1, length)),
        *((-1, length + i, length + 2 * at - i) for i in nearer),
    ]
    return [*map(_pick, clauses)]


@kept(128)
def _not_between(length: int, at: int) -> list[Pick]:
    before, after = range(length, length + at), range(length + at + 1, 2 * length)
    return [itemgetter(-1, left, right) for left in before for right in after]


DEMANDS: dict[Where, Demands] = {
    Where.MIDWAY: _midway,
    Where.BETWEEN: _between,
    Where.OUTSIDE: _not_between,
}


def _pick(places: tuple[int, ...]) -> Pick:
    if len(places) == 1:  # where an itemgetter would give a literal instead of a clause
        return lambda literals: (literals[places[0]],)
    return itemgetter(*places)
