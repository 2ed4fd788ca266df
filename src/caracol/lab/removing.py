"""Puzzles as one would set them with any solver: leave out clues while there is no second board."""

import random
import re
from collections.abc import Callable
from typing import Protocol

from ..families import magic_snail, mno, trid
from ..generation.production import Made, Order, wanted_clues
from ..puzzle import Clue, Puzzle
from ..registry import family
from .peers.mno import Mno
from .peers.snail import Place, Snail
from .peers.trid import Trid

Given = dict[Place, str]


class Tool(Protocol):
    """What a peer can tell: is there another board than this one that keeps the clues?"""

    def snail_has_second(self, snail: Snail, board: dict[Place, str]) -> bool: ...
    def mno_has_second(self, puzzle: Mno, board: dict[Place, str]) -> bool: ...
    def trid_has_second(self, puzzle: Trid, board: dict[Place, int]) -> bool: ...


def removal(tool: Tool, order: Order, made: Made) -> Callable[[], Puzzle]:
    """What a tool is to be timed at: an irreducible puzzle of the same solution."""
    clues = {place(clue.place): clue for clue in every_clue(order, made)}
    every = {place: clue.value for place, clue in clues.items()}
    has_second = _question(tool, made)

    def remove() -> Puzzle:
        kept = irreducible(every, has_second)
        left = tuple(clue for place, clue in clues.items() if place in kept)
        return Puzzle(order.family, order.shape, left)

    return remove


def every_clue(order: Order, made: Made) -> list[Clue]:
    """What can be printed of a board, in the order in which it is tried to be left out."""
    setting = family(order.family).setting
    assert setting, "only families with clues can do without some"
    clues = list(wanted_clues(setting, order, order.shape, made.solution).values())
    random.Random(made.serial).shuffle(clues)
    return clues


def irreducible(given: Given, has_second: Callable[[Given], bool]) -> Given:
    """The clues without those that can be spared, tried in their order."""
    for place in list(given):
        fewer = {other: value for other, value in given.items() if other != place}
        if not has_second(fewer):
            given = fewer
    return given


def _question(tool: Tool, made: Made) -> Callable[[Given], bool]:
    """Is there a second board? As the tool wants to be asked about this family."""
    shape = made.puzzle.shape
    board = {place(cell): str(value) for cell, value in made.solution.values.items()}
    match made.puzzle.family:
        case "magic-snail":
            side, key = magic_snail.size(shape)
            return lambda given: tool.snail_has_second(Snail(side, key, given), board)
        case "mno":
            side = mno.size(shape)
            return lambda given: tool.mno_has_second(Mno(side, given), board)
        case "trid":
            side, low, high = trid.size(shape)
            circles = _numbers(board)
            return lambda given: tool.trid_has_second(
                Trid(side, low, high, _numbers(given)), circles
            )
        case name:
            raise AssertionError(f"the peers do not know {name}")


def place(name: str) -> Place:
    """Row and column, from 0, of a cell such as r1c2 or a triangle such as t1.2."""
    i, j = re.findall(r"\d+", name)
    return int(i) - 1, int(j) - 1


def _numbers(given: Given) -> dict[Place, int]:
    return {place: int(value) for place, value in given.items()}
