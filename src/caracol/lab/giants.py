"""Puzzles at the far end of what each family allows, and how long they may take."""

import random
from typing import NamedTuple

from ..boards.cube import CONTACTS, DIGITS, FACES
from ..families._cubes import TOTAL
from ..puzzle import Puzzle
from .samples import SEED


class Giant(NamedTuple):
    name: str
    puzzle: Puzzle
    seconds: float  # it may take
    options: tuple[str, ...] = ()


def giants() -> tuple[Giant, ...]:
    return (
        Giant("Snail 9/3, empty", Puzzle("magic-snail", (9, "ABC")), 0.5),
        Giant("Snail 50/3, empty", Puzzle("magic-snail", (50, "ABC")), 2),
        Giant("MNO 100, empty", Puzzle("mno", (100,)), 2),
        Giant("Trid 200, empty", Puzzle("trid", (200, 1, 290)), 2),
        Giant("Turn 12, 72 digits", cube(72), 0.5),
        Giant("Turn 12, 1000 digits", cube(1000), 3, ("--limit", "1")),
    )


def cube(length: int) -> Puzzle:
    """Random rings with a solution planted in them."""
    rng = random.Random(SEED)
    rings = {face: rng.choices(DIGITS, k=length) for face in FACES}
    turns = {face: rng.randrange(length) for face in FACES}
    for contact in CONTACTS:
        digit = int(rng.choice(DIGITS))
        for (face, side), touching in zip(contact, (digit, TOTAL - digit), strict=True):
            rings[face][(turns[face] + side * length // 4) % length] = str(touching)
    return Puzzle("turn-12", (length, *("".join(rings[face]) for face in FACES)))
