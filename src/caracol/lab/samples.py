"""Puzzles that experiments work on: generated from a seed, giants, read from a user's file, or set
as with any solver, by leaving out clues while there is no second board."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from ..boards.cube import CONTACTS, DIGITS, FACES
from ..families._cubes import TOTAL
from ..files import file_error
from ..formats import parse_all
from ..generation.order import Made, Order
from ..generation.production import produce
from ..generation.setter import wanted_clues
from ..puzzle import Clue, Puzzle, UsageError
from .peers.puzzles import CLASSICS, Board, Classic, Cube, Known, Mno, Place, Snail, Trid, Unknown

SEED = 12


def made(order: Order) -> Iterator[Made]:
    """Unique, irreducible puzzles with their solutions."""
    return (made for made in produce(order) if made)


def puzzles(name: str, size: str, count: int) -> list[Puzzle]:
    return [one.puzzle for one in islice(made(Order(name, size, SEED)), count)]


def snails() -> list[Puzzle]:
    """The Magic Snails that come with caracol: 100, then 100 more of the same shapes."""
    return list(parse_all(files(__package__).joinpath("snails.txt").read_text("utf-8")))


def sudokus() -> list[Puzzle]:
    """Well-known 9 x 9 Sudokus that come with caracol: some of 17 clues, some known as hard."""
    return list(parse_all(files(__package__).joinpath("sudokus.txt").read_text("utf-8")))


def read_puzzles(path: Path, name: str, expected: str, least: int = 1) -> list[Puzzle]:
    """The puzzles of a file, all of one family."""
    found = read_all(path)
    if len(found) < least or any(puzzle.family != name for puzzle in found):
        raise UsageError(f"{path}: expected {expected}")
    return found


def read_all(path: Path) -> list[Puzzle]:
    """The puzzles of a file."""
    try:
        return list(parse_all(path.read_text("utf-8")))
    except OSError as error:
        raise file_error(path, error) from None


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


def every_clue(order: Order, made: Made) -> list[Clue]:
    """What can be printed of a board, in the order in which it is tried to be left out."""
    clues = list(wanted_clues(order, order.shape, made.solution).values())
    random.Random(made.serial).shuffle(clues)
    return clues


def irreducible(
    clues: Sequence[Clue], is_enough: Callable[[Sequence[Clue]], bool]
) -> tuple[Clue, ...]:
    """The clues without those that are not needed, tried in their order."""
    kept = tuple(clues)
    for clue in clues:
        fewer = tuple(other for other in kept if other != clue)
        if is_enough(fewer):
            kept = fewer
    return kept


def board_of(made: Made) -> Board:
    puzzle, values = made.puzzle, made.solution.values
    at = partial(_place, _classic(puzzle)) if puzzle.family in CLASSICS else partial(place)
    return {at(cell): str(value) for cell, value in values.items()}


def known(puzzle: Puzzle) -> Known:
    """A puzzle as the peers know it."""
    if puzzle.family in CLASSICS:
        return _classic(puzzle)
    given = {place(at): value for at, value in puzzle.clues}
    match puzzle.family, puzzle.shape:
        case "magic-snail", (int(side), str(key)):
            return Snail(side, key, given)
        case "mno", (int(side),):
            return Mno(side, given)
        case "trid", (int(side), int(low), int(high)):
            return Trid(side, low, high, {at: int(value) for at, value in given.items()})
        case "turn-12", (_, *rings):
            return Cube(dict(zip(FACES, map(str, rings), strict=True)))
        case name, _:
            raise Unknown(f"does not know {name}")


def _classic(puzzle: Puzzle) -> Classic:
    empty = Classic(puzzle.family, puzzle.shape, {})
    signs = [clue.place.split("<") for clue in puzzle.clues if "<" in clue.place]
    return empty._replace(
        given={_place(empty, at): value for at, value in puzzle.clues if "<" not in at},
        less=tuple((place(less), place(more)) for less, more in signs),
    )


def _place(puzzle: Classic, name: str) -> Place:
    """Where something stands, as `Classic` has it: r1c2, above2, left_r1c2."""
    side, _, cell = name.partition("_")
    if puzzle.family == "slitherlink":
        i, j = place(cell or name)
        down, right = {"above": (0, 1), "below": (2, 1), "left": (1, 0), "right": (1, 2)}.get(
            side, (1, 1)
        )
        return 2 * i + down, 2 * j + right
    if re.fullmatch(r"r\d+c\d+", name):
        return place(name)
    side, number = re.findall(r"[a-z]+|\d+", name)
    at = int(number) - 1
    beside = {"above": (-1, at), "below": (puzzle.height, at)}
    return (beside | {"left": (at, -1), "right": (at, puzzle.width)})[side]


@cache
def place(name: str) -> Place:
    """Row and column, from 0, of a cell such as r1c2 or a triangle such as t1.2."""
    i, j = re.findall(r"\d+", name)
    return int(i) - 1, int(j) - 1
