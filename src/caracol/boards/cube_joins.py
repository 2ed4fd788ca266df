"""Cubes solved and counted by joining small tables, face by face along the edges.

What a turn of a face puts on its four edges is a reading; faces that share an edge must agree
there. However long the rings, there are few readings.

To find solutions: between top and bottom runs a belt of four faces. Cut where left meets front and
where right meets back, it falls into two halves. What a half can show at the two cuts, given its
digits above and below, is a set of pairs of digits. A top and a bottom are part of solutions
wherever the sets of both halves share a pair.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import product

from ..deadline import Tick
from .cube import CONTACTS, FACES

# What stands on some edges, a digit each.
Reading = tuple[int, ...]
# In how many ways each reading can come about.
Ways = dict[Reading, int]
# For each reading of a face, its edges in the order of CONTACTS, the turns that lead to it.
Table = Mapping[Reading, list[int]]
# By two digits below, the pairs of digits at the cuts: a set, as bits of a number.
Cuts = Mapping[Reading, int]
# What a half can show at the cuts, by its two digits above.
Half = Callable[[int, int], Cuts]

OPPOSITE = {"top": "bottom", "front": "back", "left": "right"}
OPPOSITE |= {other: face for face, other in OPPOSITE.items()}
# The edges of each face by number of the contact: its side there, and whether it is named first.
EDGES = {
    face: {
        number: (side, i == 0)
        for number, contact in enumerate(CONTACTS)
        for i, (own, side) in enumerate(contact)
        if own == face
    }
    for face in FACES
}


def surroundings(face: str, faces: Mapping[str, Mapping[Reading, int]], tick: Tick) -> Ways:
    """In how many ways the five other faces leave each reading of this face's edges.

    Of each face it is known in how many ways it puts each reading on its edges.

    Face by face, keeping only how many ways lead to each reading of the open edges, those of which
    one face has been looked at. There are never more than six, with seven digits each, however
    long the rings.
    """
    open_edges: tuple[int, ...] = ()
    ways: Ways = {(): 1}
    for other in _before(face):
        edges = tuple(EDGES[other])
        closed = tuple(edge for edge in edges if edge in open_edges)
        kept = tuple(edge for edge in open_edges if edge not in closed)
        opened = tuple(edge for edge in edges if edge not in closed)
        table = _by_closed(edges, closed, faces[other])
        ways = _joined(ways, open_edges, closed, kept, table, tick)
        open_edges = kept + opened
    order = [open_edges.index(edge) for edge in EDGES[face]]
    return {tuple(reading[i] for i in order): times for reading, times in ways.items()}


def _before(face: str) -> Iterator[str]:
    """The five other faces, each touching those before it where it can."""
    yield OPPOSITE[face]
    ring = [other for other in FACES if other not in (face, OPPOSITE[face])]
    first = ring[0]
    second = next(other for other in ring[1:] if other != OPPOSITE[first])
    yield from (first, second, OPPOSITE[first], OPPOSITE[second])


def _by_closed(
    edges: tuple[int, ...], closed: tuple[int, ...], table: Mapping[Reading, int]
) -> dict[Reading, Ways]:
    """A face's readings sorted by what they put on the edges that it closes."""
    found: dict[Reading, Ways] = {}
    for reading, times in table.items():
        seen = dict(zip(edges, reading, strict=True))
        rest = tuple(digit for edge, digit in seen.items() if edge not in closed)
        ways = found.setdefault(tuple(seen[edge] for edge in closed), {})
        ways[rest] = ways.get(rest, 0) + times
    return found


def _joined(
    ways: Ways,
    open_edges: tuple[int, ...],
    closed: tuple[int, ...],
    kept: tuple[int, ...],
    table: dict[Reading, Ways],
    tick: Tick,
) -> Ways:
    at_closed = [open_edges.index(edge) for edge in closed]
    at_kept = [open_edges.index(edge) for edge in kept]
    longer: Ways = defaultdict(int)
    for reading, times in ways.items():
        tick()
        kept_digits = tuple(reading[i] for i in at_kept)
        for rest, more in table.get(tuple(reading[i] for i in at_closed), {}).items():
            longer[kept_digits + rest] += times * more
    return dict(longer)


def solutions(tables: Mapping[str, Table], tick: Tick) -> Iterator[dict[str, int]]:
    """The turns of all faces wherever these agree, each once, in a fixed order."""
    ahead = _half(tables["front"], tables["right"], tick)
    behind = _half(tables["left"], tables["back"], tick)
    bottoms: dict[Reading, list[Reading]] = {}
    for bottom in tables["bottom"]:
        bottoms.setdefault(bottom[2:], []).append(bottom)
    for top in tables["top"]:
        tick()
        back, right, front, left = top
        fitting = (
            (bottom, pairs & behind(left, back).get((bottom[1], bottom[0]), 0))
            for below, pairs in ahead(front, right).items()
            for bottom in bottoms.get(below, ())
        )
        for bottom, shared in fitting:
            for found in _turned(tables, top, bottom, shared) if shared else ():
                tick()
                yield found


def _half(one: Table, other: Table, tick: Tick) -> Half:
    """Two neighbours on the belt joined: front and right, or left and back.

    Their edges come in the order top, shared, cut, bottom, and top, cut, shared, bottom.
    """
    ones: dict[int, list[tuple[int, int, int]]] = {}
    for above, shared, cut, below in one:
        ones.setdefault(above, []).append((shared, below, 1 << 10 * cut))
    others: dict[Reading, list[tuple[int, int]]] = {}
    for above, cut, shared, below in other:
        others.setdefault((above, shared), []).append((below, cut))

    @cache
    def cuts(above: int, other_above: int) -> Cuts:
        tick()
        found: dict[Reading, int] = {}
        for shared, below, bit in ones.get(above, ()):
            for other_below, cut in others.get((other_above, shared), ()):
                place = below, other_below
                found[place] = found.get(place, 0) | bit << cut
        return found

    return cuts


def _turned(
    tables: Mapping[str, Table], top: Reading, bottom: Reading, pairs: int
) -> Iterator[dict[str, int]]:
    """The solutions with these digits around top and bottom and one of these pairs at the cuts."""
    caps = tables["top"][top], tables["bottom"][bottom]
    front, left = (top[2], bottom[2]), (top[3], bottom[1])
    right, back = (top[1], bottom[3]), (top[0], bottom[0])
    while pairs:
        last = pairs.bit_length() - 1
        pairs -= 1 << last
        cuts = divmod(last, 10)
        ahead = _neighbours(tables["front"], tables["right"], front, right, cuts)
        behind = _neighbours(tables["left"], tables["back"], left, back, cuts)
        for (fronts, rights), (lefts, backs) in product(ahead, behind):
            for turns in product(*caps, fronts, backs, lefts, rights):
                yield dict(zip(FACES, turns, strict=True))


def _neighbours(
    one: Table, other: Table, around: Reading, other_around: Reading, cuts: Reading
) -> list[tuple[list[int], list[int]]]:
    """The turns of two neighbours on the belt, for each digit that can stand between them."""
    above, below = around
    other_above, other_below = other_around
    cut, other_cut = cuts
    return [
        (one[reading], other[other_reading])
        for shared in range(10)
        if (reading := (above, shared, cut, below)) in one
        and (other_reading := (other_above, other_cut, shared, other_below)) in other
    ]
