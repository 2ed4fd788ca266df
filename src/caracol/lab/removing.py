"""Puzzles as one would set them with any solver: leave out clues while there is no second board."""

import random
import re
from collections.abc import Callable, Sequence
from functools import cache
from typing import Protocol

from ..boards.cube import FACES
from ..generation.order import Made, Order
from ..generation.setter import wanted_clues
from ..puzzle import Clue, Puzzle, Shape
from .peers.puzzles import Board, Cube, Known, Mno, Place, Snail, Trid, Unknown


class Tool(Protocol):
    """What a peer can tell: is there another board than this one that keeps the clues?"""

    def has_second(self, puzzle: Known, board: Board, /) -> bool: ...


def removal(tool: Tool, order: Order, made: Made) -> Callable[[], Puzzle]:
    """What a tool is to be timed at: an irreducible puzzle of the same solution."""
    clues, board = every_clue(order, made), board_of(made)

    def is_enough(some: Sequence[Clue]) -> bool:
        return not tool.has_second(known(order.family, order.shape, some), board)

    return lambda: Puzzle(order.family, order.shape, irreducible(clues, is_enough))


def every_clue(order: Order, made: Made) -> list[Clue]:
    """What can be printed of a board, in the order in which it is tried to be left out."""
    clues = list(wanted_clues(order, order.shape, made.solution).values())
    random.Random(made.serial).shuffle(clues)
    return clues


def irreducible(
    clues: Sequence[Clue], is_enough: Callable[[Sequence[Clue]], bool]
) -> tuple[Clue, ...]:
    """The clues without those that can be spared, tried in their order."""
    kept = tuple(clues)
    for clue in clues:
        fewer = tuple(other for other in kept if other != clue)
        if is_enough(fewer):
            kept = fewer
    return kept


def board_of(made: Made) -> Board:
    return {place(cell): str(value) for cell, value in made.solution.values.items()}


def known(name: str, shape: Shape, clues: Sequence[Clue]) -> Known:
    """A puzzle as the peers know it."""
    match name:
        case "magic-snail":
            return Snail(int(shape[0]), str(shape[1]), _given(clues))
        case "mno":
            return Mno(int(shape[0]), _given(clues))
        case "trid":
            sums = {at: int(value) for at, value in _given(clues).items()}
            side, low, high = map(int, shape)
            return Trid(side, low, high, sums)
        case "turn-12":
            return Cube(dict(zip(FACES, map(str, shape[1:]), strict=True)))
        case _:
            raise Unknown(f"does not know {name}")


def _given(clues: Sequence[Clue]) -> dict[Place, str]:
    return {place(clue.place): clue.value for clue in clues}


@cache
def place(name: str) -> Place:
    """Row and column, from 0, of a cell such as r1c2 or a triangle such as t1.2."""
    i, j = re.findall(r"\d+", name)
    return int(i) - 1, int(j) - 1
