"""What everybody talks about: puzzles, clues, solutions, facts, and what can go wrong."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from .caches import kept

Cell = str
Value = int | str
Values = Mapping[Cell, Value]
Shape = tuple[int | str, ...]


def reading_order(cells: Iterable[Cell]) -> list[Cell]:
    """
    >>> reading_order(["r1c1", "r1c2", "r10c1", "r2c1"])
    ['r1c1', 'r1c2', 'r2c1', 'r10c1']
    """
    return sorted(cells, key=lambda cell: natural(cell)[1::2])


@kept(100_000)
def natural(name: str) -> tuple[str | int, ...]:
    """Sorts names by the numbers in them, which are every second part: r2c1 before r10c1.

    >>> natural("r10c1")
    ('r', 10, 'c', 1, '')
    """
    parts = re.split("([0-9]+)", name)
    return tuple(int(part) if i % 2 else part for i, part in enumerate(parts))


class Clue(NamedTuple):
    """One printed clue: the place it stands at and what is printed there.

    >>> str(Clue("r2c3", "A"))
    'r2c3=A'
    """

    place: str
    value: str

    def __str__(self) -> str:
        return f"{self.place}={self.value}"


class Fact(NamedTuple):
    """What is known of a cell: that it holds a value, or that it does not."""

    cell: Cell
    value: Value
    holds: bool = True


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A board of some family: its shape is everything that is no clue.

    Whoever makes it, it has each clue once, in the order of the places.

    >>> Puzzle("mno", (12,), (Clue("r10c1", "*"), Clue("r2c1", "O"), Clue("r2c1", "O"))).clues
    (Clue(place='r2c1', value='O'), Clue(place='r10c1', value='*'))
    """

    family: str
    shape: Shape
    clues: tuple[Clue, ...] = ()

    def __post_init__(self) -> None:
        if self.clues:
            ordered = sorted(set(self.clues), key=lambda clue: (natural(clue.place), clue.value))
            object.__setattr__(self, "clues", tuple(ordered))

    def without(self, clue: Clue) -> "Puzzle":
        """The same puzzle with one clue left out."""
        return replace(self, clues=tuple(other for other in self.clues if other != clue))


@dataclass(frozen=True, slots=True)
class Solution:
    """A value for every cell, and the puzzle that it solves, where that is known.

    >>> Solution({"r1c1": "A", "r1c2": "-"})["r1c1"]
    'A'
    """

    values: Values = field(hash=False)
    puzzle: Puzzle | None = field(default=None, compare=False, repr=False)

    def __getitem__(self, cell: Cell) -> Value:
        return self.values[cell]


class PuzzleError(ValueError):
    """Whatever can be wrong with a puzzle or a question about it."""


class ParseError(PuzzleError):
    """Text that is no puzzle, and where it stops being one.

    >>> import caracol
    >>> try:
    ...     caracol.parse("mno 2\\n..\\n.x\\n")
    ... except caracol.ParseError as error:
    ...     print(error.line, error.column)
    3 2
    """

    def __init__(self, reason: str, *, line: int = 1, column: int = 1) -> None:
        super().__init__(f"line {line}, column {column}: {reason}")
        self.reason = reason
        self.line = line
        self.column = column


class UsageError(PuzzleError):
    """A question that makes no sense: an unknown family, an engine that is not installed."""


def expected_one(what: str, known: Iterable[str], found: str) -> str:
    """What to say of a word that is none of those known.

    >>> expected_one("a family", ["mno", "magic-snail"], "magicsnail")
    "expected a family, one of mno, magic-snail; found 'magicsnail'; did you mean magic-snail?"
    """
    known = list(known)
    message = f"expected {what}, one of {', '.join(known)}; found {found!r}"
    return message + did_you_mean(found, known)


def did_you_mean(found: str, known: Iterable[str]) -> str:
    """
    >>> did_you_mean("turn12", ["mno", "turn-12"])
    '; did you mean turn-12?'
    >>> did_you_mean("sudoku", ["mno", "turn-12"])
    ''
    """
    from difflib import get_close_matches

    close = get_close_matches(found.lower(), list(known), n=1)
    return f"; did you mean {close[0]}?" if close else ""


def number_of(count: int, thing: str) -> str:
    """
    >>> number_of(1, "puzzle"), number_of(2, "puzzle")
    ('1 puzzle', '2 puzzles')
    """
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def check_number(what: str, number: int | None, low: int) -> None:
    """Refuse a number that is too small; None stands for no limit."""
    if number is not None and number < low:
        raise UsageError(f"expected {what}, a whole number of at least {low}; found {number}")


class NoSolution(PuzzleError):
    """The puzzle has no solution."""


class ManySolutions(PuzzleError):
    """The puzzle has more than one solution."""


class OutOfTime(PuzzleError):
    """The time given ran out before the answer was known."""
