"""A family of puzzles: the record that a module must offer to be one."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from .boards.board import EMPTY, Board, Entry, Glyph, Style
from .boards.sizes import Size
from .deadline import Tick
from .model import Model, Rule
from .phrases import Phrase, say
from .puzzle import Cell, Clue, Puzzle, Solution, Value
from .reader import Reader
from .shapes import Drawing, Stroke, Text

B = TypeVar("B", bound=Board)
# Parts by name, what kind of part each is, and which of them belong together.
Structure = tuple[Mapping[str, str], Iterable[tuple[str, str]]]
# The text of a clue of some kind at a place of a solved board, if one can stand there.
Dressing = Callable[[B, Solution, str], str | None]


# These records need no comparison, and are loaded at every start: that is why eq is false.
@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Wording:
    """What things are called in sentences."""

    cell: Callable[[Cell], Phrase] = lambda cell: say("{cell}", cell=cell)
    """What a cell is called."""
    plurals: Mapping[str, str] = field(default_factory=dict)
    """What several cells with such a name are called, with the gap {cells}."""
    sides: Mapping[str, str] = field(default_factory=dict)
    """By such a name, which side of a place it is, where several sides of one are said together."""
    around: str = ""
    """What several sides of a place are called, with the gaps {sides} and {cell}."""
    values: Mapping[Value, tuple[str, str]] = field(default_factory=dict)
    """What values are called, about one cell and about several, where not by themselves.

    Where both are the same word, the second has the gap {several}, which stays empty: in other
    languages they may differ.
    """
    states: bool = False
    """Whether values say in what state a cell is left; other languages have another verb for it."""
    groups: Mapping[tuple[Value, ...], tuple[str, str]] = field(default_factory=dict)
    """What some values are called together, one of them and several."""
    bearer: Callable[[Cell], Phrase] | None = None
    """What shows the numbers that a cell's value turns up, where that is not the cell."""
    translations: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """By code of the language: what the family says in English, and how that is said there."""

    def value(self, value: Value, several: bool = False) -> Phrase:
        if value in self.values:
            return say(self.values[value][several], **({"several": ""} if several else {}))
        if value == EMPTY:
            return say("empty{several}", several="") if several else say("empty")
        return say("{value}", value=value)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Look(Generic[B]):
    """How puzzles look, where that is not up to the board alone."""

    description: Callable[[B], Phrase] | None = None
    """What is said to those who cannot see the picture."""
    walls: Callable[[B], tuple[Stroke, ...]] | None = None
    """Walls instead of the board's own."""
    glyphs: Mapping[str, Glyph] = field(default_factory=dict)
    """Values that are drawn and not written."""
    note: Callable[[B], Text] | None = None
    """A line of text below the board."""
    views: Mapping[str, Callable[[B, Mapping[str, Entry], Style], Drawing]] = field(
        default_factory=dict
    )
    """Other ways to draw, by name."""
    keys: Mapping[Value, str] = field(default_factory=dict)
    """Which key enters a value, where not the one it is written with."""
    answer: Callable[[Mapping[str, str]], Phrase] | None = None
    """A solution in a line of words, where its picture takes much room."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Setting(Generic[B]):
    """How puzzles are set: what may be printed of a solved board, and what looks alike."""

    kinds: Mapping[str, Dressing[B]]
    """Kinds of clues, by name, and what a solved board offers of each."""
    usual: tuple[str, ...]
    """The kinds that are given unless others are asked for."""
    keep: tuple[str, ...] = ()
    """Those of the board's maps that keep the rules."""
    exchange: Callable[[B, Clue], Clue] | None = None
    """A clue with its values exchanged in a way that keeps the rules; twice is as before."""
    structure: Callable[[B, tuple[Clue, ...]], Structure] | None = None
    """What a puzzle consists of, where so much keeps the rules that copies cannot be listed: two
    puzzles look alike if their structures are the same but for the names of the parts."""
    most_for_fewest: int | None = None
    """How many facts (cells times values) a shape may have for its fewest clues to be found."""
    board: Callable[[B, random.Random], Solution] | None = None
    """A random board, where search would find dull ones."""
    strength: Callable[[B, Clue], float] | None = None
    """How much a clue helps to solve: on large boards the strong ones are kept if possible."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Shortcuts(Generic[B]):
    """Ways that a family knows better, where search is the wrong tool.

    What may take long calls `tick` now and then, which raises OutOfTime when the time is up.
    """

    compose: Callable[[B, random.Random, Tick], tuple[Puzzle, Solution]] | None = None
    """A puzzle with one solution, where it is not made by leaving out clues."""
    mend: Callable[[B, Solution, Sequence[Solution], random.Random], Puzzle | None] | None = None
    """What is composed may have other solutions: a puzzle with that one and none of those others
    that were found so far; None if there is none, and another has to be composed."""
    construct: Callable[[B, tuple[Clue, ...]], Iterator[Solution]] | None = None
    """Up to two boards of a puzzle too large to search, where there is a way to build them."""
    join: Callable[[B, tuple[Clue, ...], Tick], Iterator[Solution]] | None = None
    """Every solution, each once, where joining small tables is faster than to search."""
    count: Callable[[B, tuple[Clue, ...], Tick], int] | None = None
    """The exact number of solutions, where there is a better way than to search."""
    without_header: Callable[[Reader], Puzzle | None] | None = None
    """Reads a text without header, where such texts are about; None: it is none of these."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Family(Generic[B]):
    """A family of puzzles. To add one: a module with this record, and an entry point naming it."""

    name: str
    """The first word of the header of its puzzles."""
    title: str
    """What people call it."""
    rules: str
    """The rules for people, in a few sentences."""
    example: str
    """A puzzle with one solution, as text."""
    size: tuple[Size, ...]
    """The words of the header after the name."""
    board: Callable[..., B]
    """Makes the board of a shape, from the values of the shape."""
    model: Callable[[B], Model]
    """What all puzzles of a shape have in common: cells, values and rules."""
    usual_sizes: tuple[str, ...] = ()
    """Sizes to offer; the first is that of the daily puzzle."""
    lacking: Callable[[B], Mapping[str, str]] = lambda _board: {}
    """Levels that puzzles of a board are never found to have, and why."""
    clue: Callable[[B, str, str], Rule] | None = None
    """What is said by a clue at a place that is more than "this cell holds this value"."""
    wording: Wording = field(default_factory=Wording)
    """What things are called in sentences."""
    look: Look[B] = field(default_factory=Look)
    """How puzzles look, where that is not up to the board alone."""
    setting: Setting[B] | None = None
    """How puzzles are set; without it none can be generated."""
    shortcuts: Shortcuts[B] = field(default_factory=Shortcuts)
    """Better ways than search."""


# Whatever its board is: only the functions of a family itself know.
AnyFamily = Family[Any]


def too_small(size: int, first: Mapping[str, int]) -> dict[str, str]:
    """Levels that are first found at a larger size, and why there are none at this."""
    return {level: f"they begin at size {at}" for level, at in first.items() if size < at}


def givens(values: Iterable[Value]) -> Dressing[B]:
    """The kind of clues that give a cell with one of these values.

    >>> from caracol.boards.grid import Grid
    >>> board = Grid(2, 1, ("-", "A"))
    >>> stars = givens("A")
    >>> [stars(board, Solution({"r1c1": "A", "r1c2": "-"}), place) for place in board.cells]
    ['A', None]
    """
    chosen = frozenset(values)

    def text(_board: B, solution: Solution, place: str) -> str | None:
        value = solution.values.get(place)
        return str(value) if value in chosen else None

    return text


def filled(_board: Board, solution: Solution, place: str) -> str | None:
    """The kind of clues that give a cell with anything in it."""
    value = solution.values.get(place, EMPTY)
    return None if value == EMPTY else str(value)
