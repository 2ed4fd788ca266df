"""A family of puzzles: the record that a module must offer to be one."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from .deadline import Tick
from .model import Model, Rule
from .phrases import Phrase, say
from .puzzle import Cell, Clue, Puzzle, Shape, Solution, Value
from .reader import Reader, Word
from .shapes import Drawing


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """How puzzles of a family are set: what may be printed of a board, and what looks alike."""

    kinds: tuple[str, ...]  # of clues
    usual: tuple[str, ...]  # those given unless others are asked for
    all_clues: Callable[[Shape, Solution], Iterator[tuple[str, Clue]]]  # every clue, with its kind
    symmetries: Mapping[str, Callable[[Shape, str], str]]  # by name: where a place goes
    copies: Callable[[Puzzle], Iterator[Puzzle]]  # all symmetric copies of a puzzle
    strength: Callable[[Shape, Clue], float] | None = None
    """How much a clue helps to solve: on large boards the strong ones are kept if possible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """A family of puzzles. To add one: a module with this record, and an entry point naming it."""

    name: str
    title: str
    size: str  # how its size is written after the name in the header line
    rules: str  # for people, a few sentences
    example: str  # a puzzle with one solution, as text

    header: Callable[[tuple[Word, ...]], Shape]  # the shape, as far as the header says it
    parse: Callable[[tuple[Word, ...], Reader], Puzzle]  # from the header's words and what follows
    show: Callable[[Puzzle, Solution | None], str]  # the text that `parse` reads
    draw: Callable[[Puzzle, Solution | None], Drawing]
    views: Mapping[str, Callable[[Puzzle, Solution | None], Drawing]] = field(default_factory=dict)
    """Other ways to draw, by name."""

    model: Callable[[Shape], Model]  # what all puzzles of a shape have in common
    clue: Callable[[Puzzle, str, str], Rule]  # what a clue at a place says
    pieces: Callable[[Shape], Iterator[Rule]] | None = None
    """The same rules in the smallest pieces that make one thought, where the model's are larger."""
    cell: Callable[[Cell], Phrase] = lambda cell: say("{cell}", cell=cell)
    """What a cell is called in a sentence."""
    value: Callable[[Value, bool], Phrase] = lambda value, _several: say("{value}", value=value)
    """What a value is called in a sentence about one cell, or about several."""
    setting: Setting | None = None
    compose: Callable[[Shape, random.Random, Tick], tuple[Puzzle, Solution]] | None = None
    """A puzzle with one solution, where it is not made by leaving out clues."""
    construct: Callable[[Puzzle], Iterator[Solution]] | None = None
    """Up to two boards of a puzzle too large to search, where there is a way to build them."""
    join: Callable[[Puzzle, Tick], Iterator[Solution]] | None = None
    """Every solution, each once, where joining small tables is faster than to search."""
    count: Callable[[Puzzle, Tick], int] | None = None
    """The exact number of solutions, where there is a better way than to search."""
    answer: Callable[[Puzzle, Solution], Phrase] | None = None
    """A solution in a line of words, where its picture takes much room."""
    plain: Callable[[Reader], Puzzle | None] | None = None
    """Reads a text without header, where such texts are about; None: it is none of these."""
