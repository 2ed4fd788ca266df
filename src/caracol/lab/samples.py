"""Puzzles that experiments work on: generated from a seed, giants, or read from a user's file."""

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from ..families._cubes import CONTACTS, DIGITS, FACES, TOTAL
from ..files import write_error
from ..formats import parse_all
from ..generation.order import Made, Order
from ..generation.production import produce
from ..puzzle import Puzzle, UsageError

SEED = 12


def made(order: Order) -> Iterator[Made]:
    """Unique, irreducible puzzles with their solutions."""
    return (draw for draw in produce(order) if draw)


def puzzles(name: str, size: str, count: int) -> list[Puzzle]:
    return [one.puzzle for one in islice(made(Order(name, size, SEED)), count)]


def read_puzzles(path: Path, name: str, expected: str, least: int = 1) -> list[Puzzle]:
    """The puzzles of a file, all of one family."""
    try:
        found = list(parse_all(path.read_text("utf-8")))
    except OSError as error:
        raise write_error(path, error) from None
    if len(found) < least or any(puzzle.family != name for puzzle in found):
        raise UsageError(f"{path}: expected {expected}")
    return found


class Giant(NamedTuple):
    """A puzzle at the far end of what its family allows."""

    puzzle: Puzzle
    seconds: float  # it may take
    options: tuple[str, ...] = ()


def giants() -> dict[str, Giant]:
    return {
        "Snail 9/3, empty": Giant(Puzzle("magic-snail", (9, "ABC")), 0.5),
        "Snail 50/3, empty": Giant(Puzzle("magic-snail", (50, "ABC")), 2),
        "MNO 100, empty": Giant(Puzzle("mno", (100,)), 2),
        "Trid 200, empty": Giant(Puzzle("trid", (200, 1, 290)), 2),
        "Turn 12, 72 digits": Giant(cube(72), 0.5),
        "Turn 12, 1000 digits": Giant(cube(1000), 3, ("--limit", "1")),
    }


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
