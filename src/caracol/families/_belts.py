"""Every solution of a cube of digit rings, by joining small tables.

Between top and bottom runs a belt of four faces. Cut where left meets front and where right meets
back, it falls into two halves. What a half can show at the two cuts, given its digits above and
below, is a set of pairs of digits. A top and a bottom are part of solutions wherever the sets of
both halves share a pair. A face has at most 2,401 readings, however long its ring.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import product

from ..boards.cube import DIGITS, FACES
from ..deadline import Tick
from ._cubes import Reading, Rings, Turns, readings

# For each reading of a face, its edges in the order of CONTACTS, the turns that lead to it.
Table = dict[Reading, list[int]]
# By two digits below, the pairs of digits at the cuts: a set, as bits of a number.
Cuts = Mapping[Reading, int]
# What a half can show at the cuts, by its two digits above.
Half = Callable[[int, int], Cuts]


def solutions(rings: Rings, turns: Turns, tick: Tick) -> Iterator[dict[str, int]]:
    """Every solution in which these faces have these turns, each once, in a fixed order."""
    tables = {face: _table(face, rings[face], turns) for face in FACES}
    ahead = _half(tables["front"], tables["right"], tick)
    behind = _half(tables["left"], tables["back"], tick)
    bottoms: dict[Reading, list[Reading]] = {}
    for bottom in tables["bottom"]:
        bottoms.setdefault(bottom[2:], []).append(bottom)
    for top in tables["top"]:
        tick()
        back, right, front, left = top
        for below, pairs in ahead(front, right).items():
            for bottom in bottoms.get(below, ()):
                shared = pairs & behind(left, back).get((bottom[1], bottom[0]), 0)
                if shared:
                    for found in _turned(tables, top, bottom, shared):
                        tick()
                        yield found


def _table(face: str, ring: str, turns: Turns) -> Table:
    possible = [turns[face]] if face in turns else range(len(ring))
    table: Table = {}
    for turn, reading in zip(possible, readings(face, ring, turns), strict=True):
        table.setdefault(reading, []).append(turn)
    return table


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
        for shared in map(int, DIGITS)
        if (reading := (above, shared, cut, below)) in one
        and (other_reading := (other_above, other_cut, shared, other_below)) in other
    ]
