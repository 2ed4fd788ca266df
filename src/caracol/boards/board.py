"""What every board says about itself, whatever it is made of."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from ..phrases import Phrase
from ..puzzle import Cell, Clue, Puzzle, Shape, Solution, Value
from ..reader import Reader
from ..shapes import Drawing, Point, Stroke, Text, Tone
from ..shapes import Shape as Drawn

UNKNOWN = "."
EMPTY = "-"

# For each place of a board the place that it is turned or mirrored to.
Map = Mapping[str, str]
# Draws what stands at a point.
Glyph = Callable[[Point, Tone], Iterator[Drawn]]


class Line(NamedTuple):
    """Cells in a row, and what they are called together."""

    name: Phrase
    cells: tuple[Cell, ...]


class Entry(NamedTuple):
    """What is written at a place, and whether the puzzle gives it."""

    text: str
    is_given: bool


class Contents(NamedTuple):
    """What a text says after its header: the clues, and what else belongs to the shape."""

    clues: tuple[Clue, ...]
    shape: Shape = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """How a family wants its board drawn."""

    called: Callable[[str], Phrase]  # what a value is called
    walls: tuple[Stroke, ...] = ()  # instead of the board's own
    glyphs: Mapping[str, Glyph] = field(default_factory=dict)  # values that are no text
    note: Text = ""  # below the board


class Board(Protocol):
    """Where things stand on the puzzles of a shape, and what can stand there.

    It is made of the values of the shape. Where the header does not say all of the shape, a board
    made of the header alone can do no more than `parse`, which finds the rest.
    """

    @property
    def domains(self) -> Mapping[Cell, tuple[Value, ...]]:
        """The possible values of each cell."""

    @property
    def places(self) -> tuple[str, ...]:
        """Where clues can stand, in reading order: the cells, and places around or between them."""

    @property
    def lines(self) -> tuple[Line, ...]: ...

    @property
    def maps(self) -> Mapping[str, Map]:
        """By name, turns and mirrors from which all symmetries of the board follow."""

    def parse(self, reader: Reader) -> Contents:
        """What follows the header."""

    def show(self, seen: Mapping[str, str]) -> str:
        """The text that `parse` reads, by what is written at each place."""

    def draw(self, seen: Mapping[str, Entry], style: Style) -> Drawing:
        """The picture, which has no title yet."""


def texts(puzzle: Puzzle, solution: Solution | None) -> dict[str, str]:
    """What is written at each place."""
    found = solution.values.items() if solution else ()
    return {cell: str(value) for cell, value in found} | dict(puzzle.clues)


def entries(puzzle: Puzzle, solution: Solution | None) -> dict[str, Entry]:
    """What is written at each place, and whether it is given."""
    found = solution.values.items() if solution else ()
    return {cell: Entry(str(value), False) for cell, value in found} | {
        clue.place: Entry(clue.value, True) for clue in puzzle.clues
    }


def any_of(known: Iterable[str]) -> str:
    """What is expected where one of these is written, or nothing yet.

    >>> any_of("AB")
    "'A', 'B' or '.'"
    """
    return f"{', '.join(map(repr, known))} or {UNKNOWN!r}"


def group(board: Board, names: tuple[str, ...]) -> list[Map]:
    """Every way to turn and mirror a board by these of its maps; doing nothing comes first."""
    maps = [board.maps[name] for name in names]
    found: list[Map] = [{place: place for place in board.places}]
    for one in found:
        for step in maps:
            moved = {place: step[to] for place, to in one.items()}
            if moved not in found:
                found.append(moved)
    return found
