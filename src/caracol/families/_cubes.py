"""Cubes whose touching digits sum to 12: what turns put on the edges, composing unique cubes."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import islice

from ..boards.cube import CONTACTS, DIGITS, FACES
from ..boards.cube_joins import EDGES, Reading, Ways, surroundings
from ..deadline import Tick

TOTAL = 12
# What a digit counts, and what it leaves for the digit that it touches: int() for whole rings.
WORTH = bytes.maketrans(DIGITS.encode(), bytes(map(int, DIGITS)))
REST = bytes.maketrans(DIGITS.encode(), bytes(TOTAL - int(digit) for digit in DIGITS))


def contact_digits(ring: str, side: int) -> tuple[int, ...]:
    """The digit on a side of a face, by the turn of the face."""
    return tuple(_turned(ring, side).translate(WORTH))


def _turned(ring: str, side: int) -> bytes:
    start = len(ring) // 4 * side
    return (ring[start:] + ring[:start]).encode()


def readings(face: str, ring: str) -> list[Reading]:
    """What each turn of a face puts on its edges: the digit of the face named first there."""
    digits = [
        _turned(ring, side).translate(WORTH if is_first else REST)
        for side, is_first in EDGES[face].values()
    ]
    return list(zip(*digits, strict=True))


# Four digits that a turn puts on the four sides. A ring of N digits is N / 4 of them, interleaved:
# the up digits of all quads, then the right ones, the down ones, the left ones.
Quad = tuple[str, ...]
# Digits to draw the quads of a face from: one of these, the same for all four.
Digits = tuple[str, ...]
LOW, SIX, HIGH = "345", "6", "789"
# What faces share on short rings, or nothing; then they have that many digits of their own.
SHARED, OWN = (DIGITS, "45678", "4578", ""), (4, 6)
# Up to this length of a ring, random digits leave next to no accidental solution.
SHORT = 40
# How often faces are looked through for accidental solutions before the cube is begun again.
MOST_SWEEPS = 12
# How many quads are drawn to replace one that lets an accidental solution through.
DRAWS = 40


def compose(length: int, rng: random.Random, tick: Tick) -> tuple[dict[str, str], dict[str, int]]:
    """Rings with exactly one solution and no two equal neighbours, and that solution.

    A solution is planted, the rest is random; then, face by face, every quad that lets other
    solutions through is drawn anew. Long rings of random digits have thousands of solutions, so
    there a quad is drawn all low or all high: of the three faces that meet in a corner two are
    then both low or both high, and cannot sum to 12 unless by sixes.
    """
    while True:
        tick()
        digits = _digits(length, rng)
        quads = {}
        for face, plan in _plan(digits, rng).items():
            quads[face] = _random_quads(plan, length // 4, digits[face], rng)
        if len(quads) == len(FACES) and all(quads.values()) and _repaired(quads, digits, rng, tick):
            return _shuffled({face: _ring(own) for face, own in quads.items()}, rng)


def _digits(length: int, rng: random.Random) -> dict[str, Digits]:
    """The digits that each face draws its quads from.

    Short rings of all digits are all alike hard. Where faces have digits of their own, a contact
    alone rules out many turns; where all have the same few, many contacts must be looked at.
    """
    if length > SHORT:
        return dict.fromkeys(FACES, (SIX + 2 * LOW, SIX + 2 * HIGH))
    same = rng.choice(SHARED)
    if same:
        return dict.fromkeys(FACES, (same,))
    return {face: ("".join(rng.sample(DIGITS, rng.randint(*OWN))),) for face in FACES}


def _plan(digits: Mapping[str, Digits], rng: random.Random) -> dict[str, Quad]:
    """Four digits for each face that fit together: the solution; none where nothing fits."""
    sides: dict[str, dict[int, str]] = {face: {} for face in FACES}
    for (face, side), (other, other_side) in CONTACTS:
        theirs = "".join(digits[other])
        ours = sorted({*"".join(digits[face])})
        fitting = [digit for digit in ours if str(TOTAL - int(digit)) in theirs]
        if not fitting:
            return {}
        digit = rng.choice(fitting)
        sides[face][side] = digit
        sides[other][other_side] = str(TOTAL - int(digit))
    return {face: tuple(own[side] for side in range(4)) for face, own in sides.items()}


def _random_quads(first: Quad, number: int, digits: Digits, rng: random.Random) -> list[Quad]:
    """The planted quad and random others; none at all if like comes to stand beside like."""
    quads = [first]
    for i in range(1, number):
        quads.append(first)  # for now
        quads[i] = next(_draws(quads, i, digits, rng), first)
    return quads if all(_differs(quads, i, quad) for i, quad in enumerate(quads)) else []


def _draws(quads: list[Quad], i: int, digits: Digits, rng: random.Random) -> Iterator[Quad]:
    """Random quads for place i of a face that differ from their neighbours; not without end."""
    for _ in range(1000):
        quad = tuple(rng.choices(rng.choice(digits), k=4))
        if _differs(quads, i, quad):
            yield quad


def _differs(quads: list[Quad], i: int, quad: Quad) -> bool:
    """Whether a quad at place i stands nowhere beside its like; the ring closes with a shift."""
    after = quads[i + 1] if i + 1 < len(quads) else quads[0][1:] + quads[0][:1]
    before = quads[i - 1] if i else quads[-1][3:] + quads[-1][:3]
    if len(quads) == 1:
        after, before = quad[1:] + quad[:1], quad[3:] + quad[:3]
    return all(a != b != c for a, b, c in zip(before, quad, after, strict=True))


def _repaired(
    quads: dict[str, list[Quad]], digits: Mapping[str, Digits], rng: random.Random, tick: Tick
) -> bool:
    """Draw anew what lets accidental solutions through; whether only the planted one is left."""
    for _ in range(MOST_SWEEPS):
        for face, own in quads.items():
            rings = {other: _ring(theirs) for other, theirs in quads.items() if other != face}
            counted = {other: Counter(readings(other, ring)) for other, ring in rings.items()}
            around = surroundings(face, counted, tick)
            accidental = _accidental(face, own, around)
            if sum(accidental) == 0:
                return True
            for i, ways in enumerate(accidental):
                if ways and i:
                    tick()
                    drawn = islice(_draws(own, i, digits[face], rng), DRAWS)
                    # The first that lets nothing through, or else the best of many.
                    own[i] = min(drawn, key=partial(_let_through, face, around), default=own[i])
    return False


def _accidental(face: str, quads: list[Quad], around: Ways) -> list[int]:
    """How many solutions each quad of a face takes part in, the planted one apart."""
    found = [_let_through(face, around, quad) for quad in quads]
    found[0] -= 1
    return found


def _let_through(face: str, around: Ways, quad: Quad) -> int:
    return sum(around.get(reading, 0) for reading in readings(face, "".join(quad)))


def _ring(quads: list[Quad]) -> str:
    return "".join(quad[side] for side in range(4) for quad in quads)


def _shuffled(rings: dict[str, str], rng: random.Random) -> tuple[dict[str, str], dict[str, int]]:
    """The same rings begun anywhere, and where the solution is then."""
    turned, turns = {}, {}
    for face, ring in rings.items():
        turns[face] = rng.randrange(len(ring))
        cut = len(ring) - turns[face]
        turned[face] = ring[cut:] + ring[:cut]
    return turned, turns
