"""Puzzles as one would set them with any solver: leave out clues while there is no second board."""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from ..families import magic_snail, mno, trid, turn_12
from ..generation.order import Made, Order
from ..generation.setter import wanted_clues
from ..puzzle import Clue, Puzzle
from ..registry import family
from .peers.puzzles import Board, Cube, Known, Mno, Place, Snail, Trid, Unknown


def every_clue(order: Order, made: Made) -> list[Clue]:
    """What can be printed of a board, in the order in which it is tried to be left out."""
    setting = family(order.family).setting
    assert setting, "only families with clues can do without some"
    clues = list(wanted_clues(setting, order, order.shape, made.solution).values())
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
    return by_place({cell: str(value) for cell, value in made.solution.values.items()})


def known(puzzle: Puzzle) -> Known:
    """A puzzle as the peers know it."""
    given, shape = by_place(dict(puzzle.clues)), puzzle.shape
    match puzzle.family:
        case "magic-snail":
            return Snail(*magic_snail.size(shape), given)
        case "mno":
            return Mno(mno.size(shape), given)
        case "trid":
            return Trid(*trid.size(shape), {at: int(value) for at, value in given.items()})
        case "turn-12":
            return Cube(turn_12.size(shape)[1])
        case name:
            raise Unknown(f"does not know {name}")


def by_place(values: Mapping[str, str]) -> dict[Place, str]:
    return {place(name): value for name, value in values.items()}


@cache
def place(name: str) -> Place:
    """Row and column, from 0, of a cell such as r1c2 or a triangle such as t1.2."""
    i, j = re.findall(r"\d+", name)
    return int(i) - 1, int(j) - 1
