"""A canonical form of structures: the same for two of them if they differ in names alone.

Parts are told apart by their kinds and those that they belong to, again and again (colour
refinement); where that does not tell all apart, one is picked, each in turn, and the least result
counts (individualisation, as in McKay's nauty, with fewer refinements: structures are small).
"""

from collections import Counter
from collections.abc import Iterable, Mapping

# A colour for each part, the same for those not told apart so far: 64 bits, mixed from the colours
# around it. Two that are mixed alike by chance only make the search longer.
Colours = tuple[int, ...]
Neighbours = list[frozenset[int]]
BITS = 2**64 - 1
ODD = 0x9E3779B97F4A7C15


def canonical(parts: Mapping[str, str], joined: Iterable[tuple[str, str]]) -> str:
    """The form of a structure: the kind of each part by its name, and which belong together.

    >>> canonical({"a": "dot", "b": "dot", "c": "box"}, [("a", "c")])
    '2 box dot dot; 0-1'
    >>> canonical({"x": "dot", "y": "box", "z": "dot"}, [("y", "z")])
    '2 box dot dot; 0-1'
    """
    number = {name: i for i, name in enumerate(parts)}
    beside: list[set[int]] = [set() for _ in parts]
    for one, other in joined:
        beside[number[one]].add(number[other])
        beside[number[other]].add(number[one])
    neighbours = [frozenset(others) for others in beside]
    kinds = sorted({*parts.values()})
    first = _refined(tuple(kinds.index(kind) for kind in parts.values()), neighbours)
    edges = min(_forms(first, neighbours))
    named = " ".join(sorted(parts.values()))
    return f"{len(kinds)} {named}; " + " ".join(f"{a}-{b}" for a, b in edges)


def _forms(colours: Colours, neighbours: Neighbours) -> Iterable[list[tuple[int, int]]]:
    """The edges by the colours of their ends, in every way that parts not told apart are picked."""
    sizes = Counter(colours)
    if len(sizes) == len(colours):
        rank = {colour: i for i, colour in enumerate(sorted(colours))}
        places = [rank[colour] for colour in colours]
        edges = ((places[a], places[b]) for a, near in enumerate(neighbours) for b in near)
        yield sorted(edge for edge in edges if edge[0] < edge[1])
        return
    chosen = min((size, colour) for colour, size in sizes.items() if size > 1)[1]
    # Parts that belong to the same others may be exchanged: any of them will do.
    alike = {neighbours[i]: i for i, colour in enumerate(colours) if colour == chosen}
    picked = [_refined(_individual(colours, i), neighbours) for i in alike.values()]
    least = min(map(sorted, picked))
    for one in picked:
        if sorted(one) == least:
            yield from _forms(one, neighbours)


def _individual(colours: Colours, i: int) -> Colours:
    """One part gets a colour of its own."""
    return (*colours[:i], _mixed(colours[i]), *colours[i + 1 :])


def _refined(colours: Colours, neighbours: Neighbours) -> Colours:
    """Parts are told apart by the colours around them, until that tells no more apart."""
    known = 0
    while known < (known := len({*colours})):
        seen = [*map(_mixed, colours)]
        around = [sum([seen[j] for j in near]) for near in neighbours]
        colours = tuple([a * ODD + b & BITS for a, b in zip(seen, around, strict=True)])
    return colours


def _mixed(colour: int) -> int:
    """Another number of 64 bits, all of which depend on the colour."""
    product = (colour + ODD ^ colour >> 32) * ODD & BITS
    return product ^ product >> 29
