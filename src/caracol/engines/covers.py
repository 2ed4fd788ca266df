"""Clues of a board reduced where every rule says that just one of some facts holds: exact covers.

That is so where all lines differ and hold every value, as in a Sudoku. There, counting what is left
of each line answers the questions of a reduction in a third of the time that a solver takes.
"""

import ctypes
import weakref
from collections.abc import Iterator, Sequence
from threading import Lock

from ..kinds import Differ
from ..model import Model
from ..puzzle import Cell, Value
from . import Assignment, NotUnique, TooLong
from . import native as compiled
from .native import address, checked, terminated

# As in covers.c.
IRREDUCIBLE, NOT_UNIQUE = 1, 2
# Facts that may be tried for all clues of a board; a Sudoku of 9 takes a few hundred.
MOST_TRIES = 100_000

Facts = Sequence[tuple[Cell, Value]]


def is_exact(model: Model) -> bool:
    """Whether all rules say that a line holds every value once."""
    domains = {frozenset(values) for values in model.cells.values()}
    if len(domains) > 1:
        return False
    (values,) = domains
    return all(
        isinstance(rule.constraint, Differ) and len(rule.constraint.cells) == len(values)
        for rule in model.rules
    )


class Covers:
    """The boards of a model, which must be exact; answers one question at a time."""

    def __init__(self, model: Model, library: ctypes.CDLL) -> None:
        self._library, self._lock = library, Lock()
        facts = [(cell, value) for cell, values in model.cells.items() for value in values]
        self._facts = [None, *facts]
        self._numbers = {fact: i for i, fact in enumerate(facts, start=1)}
        sets = terminated(list(self._sets(model)))
        made = ctypes.c_void_p()
        start = library.covers_start
        checked(start(len(facts), len(sets), address(sets), ctypes.byref(made)))
        self._covers = made
        weakref.finalize(self, library.covers_forget, made)

    def _sets(self, model: Model) -> Iterator[list[int]]:
        """Facts of which one holds: a cell's values, and the places of a value in a line."""
        for cell, values in model.cells.items():
            yield [self._numbers[cell, value] for value in values]
        for rule in model.rules:
            cells = rule.constraint.cells
            for value in model.cells[cells[0]]:
                yield [self._numbers[cell, value] for cell in cells]

    def irreducible(self, board: Assignment, clues: Sequence[Facts]) -> dict[int, Assignment]:
        """The clues of which none can be left out, by number, each with a second board without it.

        A clue is some facts. Each is left out, from the last to the first, unless the rest then
        leaves a second board.
        """
        numbers = self._numbers
        given = terminated([[numbers[fact] for fact in clue] for clue in clues])
        whole = terminated([[numbers[fact] for fact in board.items()]])
        with self._lock:
            result = checked(
                self._library.covers_reduce(
                    *(self._covers, len(whole), address(whole), len(given), address(given)),
                    MOST_TRIES,
                )
            )
            if result == IRREDUCIBLE:
                return dict(self._found(len(board)))
        raise NotUnique if result == NOT_UNIQUE else TooLong

    def _found(self, cells: int) -> Iterator[tuple[int, Assignment]]:
        found = ctypes.POINTER(ctypes.c_int)()
        size = self._library.covers_result(self._covers, ctypes.byref(found))
        numbers, facts = found[:size] if size else [], self._facts
        for start in range(0, size, cells + 2):
            board = [facts[number] for number in numbers[start + 1 : start + 1 + cells]]
            yield numbers[start], dict(filter(None, board))


def covers(model: Model) -> Covers | None:
    """The boards of a model, where it is exact and the compiled parts are there."""
    return Covers(model, compiled.LIBRARY) if compiled.LIBRARY and is_exact(model) else None
