"""The contract: what a module must offer to be a family of puzzles, and how families are found."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import import_module

from .drawing import Drawing
from .model import Constraint, Domains, Is, Model, Rule
from .puzzle import Cell, Clue, ParseError, Puzzle, Shape, Solution, UsageError, Value
from .text import Line, Reader, Word
from .words import Phrase, say

BUILT_IN = ("magic-snail", "mno", "trid", "turn-12")


# What long work calls now and then: it raises OutOfTime when the time is up.
Tick = Callable[[], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """How puzzles of a family are set: what may be printed of a board, and what looks alike."""

    kinds: tuple[str, ...]  # of clues
    usual: tuple[str, ...]  # those given unless others are asked for
    dress: Callable[[Shape, Solution], Iterator[tuple[str, Clue]]]  # every clue, with its kind
    symmetries: Mapping[str, Callable[[Shape, str], str]]  # by name: where a place goes
    copies: Callable[[Puzzle], Iterator[Puzzle]]  # the puzzle in every guise the rules allow
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

    header: Callable[[tuple[Word, ...]], Shape]  # the shape, as far as the header tells it
    parse: Callable[[tuple[Word, ...], Reader], Puzzle]  # from the header's words and what follows
    show: Callable[[Puzzle, Solution | None], str]  # the text that `parse` reads
    draw: Callable[[Puzzle, Solution | None], Drawing]
    views: Mapping[str, Callable[[Puzzle, Solution | None], Drawing]] = field(default_factory=dict)
    """Other ways to draw, by name."""

    model: Callable[[Shape], Model]  # what all puzzles of a shape have in common
    clue: Callable[[Puzzle, str, str], Rule]  # what a clue at a place says
    told: Callable[[Shape], Iterator[Rule]] | None = None
    """The same rules in the smallest pieces people would tell, where the model's are not."""
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
    plain: Callable[[Reader], Puzzle] | None = None
    """Reads a file without header, where such files are about."""


def family(name: str) -> Family:
    """The family of that name."""
    if name in BUILT_IN:
        # Straight to its module: looking through all installed packages takes longer than solving.
        return _record(f"caracol.families.{name.replace('-', '_')}:FAMILY")
    if name in families():
        return families()[name]
    raise UsageError(f"expected a family, one of {', '.join(families())}; found {name!r}")


@lru_cache(maxsize=1)
def families() -> Mapping[str, Family]:
    """Every family there is, our own and those of other installed packages."""
    from importlib.metadata import entry_points  # costs more than all of caracol

    found = (entry.load() for entry in entry_points(group="caracol.families"))
    return {family.name: family for family in sorted(found, key=lambda family: family.name)}


@lru_cache(maxsize=64)
def model(name: str, shape: Shape) -> Model:
    """The model of a shape, the same object each time it is asked for."""
    return family(name).model(shape)


def clues(puzzle: Puzzle) -> tuple[Rule, ...]:
    """What each clue of the puzzle says, as a rule."""
    name, shape = puzzle.family, puzzle.shape
    return tuple([rule(name, shape, clue) for clue in puzzle.clues])


@lru_cache(maxsize=10_000)
def rule(name: str, shape: Shape, clue: Clue) -> Rule:
    """What a clue says on a board of that shape."""
    record = family(name)
    try:
        told = record.clue(Puzzle(name, shape), clue.place, clue.value)
    except ValueError:
        told = None
    if told is None or not _fits(told.constraint, model(name, shape).cells):
        raise UsageError(f"expected a clue that fits a {record.title}, found {clue}")
    return told


def _fits(constraint: Constraint, cells: Domains) -> bool:
    """Whether a constraint speaks of cells and values that there are."""
    if isinstance(constraint, Is):
        return constraint.value in cells.get(constraint.cell, ())
    return all(cell in cells for cell in constraint.cells)


def parse_all(text: str) -> Iterator[Puzzle]:
    """Every puzzle of a text, each starting with its header line, or each in a record of JSON.

    >>> [puzzle.family for puzzle in parse_all("mno 2\\n..\\n*.\\n mno 1\\n.")]
    ['mno', 'mno']
    """
    text = text.removeprefix("\ufeff")  # some editors leave a mark
    if text.lstrip().startswith("{"):
        lines = enumerate(text.split("\n"), start=1)
        yield from (_recorded(line, number) for number, line in lines if line.strip())
        return
    reader = Reader(text)
    if not reader:
        raise ParseError("expected a puzzle, found no text")
    while reader:
        yield _next_puzzle(reader)


def parse(text: str) -> Puzzle:
    """The one puzzle of a text.

    >>> parse("mno 2  # too small for anything\\n..\\n*.").clues
    (Clue(place='r2c1', value='*'),)
    """
    reader = Reader(text)
    if not reader:
        raise ParseError("expected a puzzle, found no text")
    puzzle = _next_puzzle(reader)
    if reader:
        raise reader.peek().words()[0].error("nothing after the end of the puzzle")
    return puzzle


def shape(name: str, size: str) -> Shape:
    """The shape of a family that a size, written as in the header line, stands for.

    >>> shape("trid", "5 1..5")
    (5, 1, 5)
    """
    words = Line(f"{name} {size}", 1).words()
    return family(name).header(tuple(words))


def show(puzzle: Puzzle, solution: Solution | None = None) -> str:
    """The puzzle as text, filled in where there is a solution."""
    return family(puzzle.family).show(puzzle, solution)


def _recorded(line: str, number: int) -> Puzzle:
    """The puzzle of a record such as `generate` writes."""
    import json

    try:
        record = json.loads(line)
    except (ValueError, RecursionError) as error:
        column = error.colno if isinstance(error, json.JSONDecodeError) else 1
        raise ParseError("expected a record of JSON", line=number, column=column) from None
    text = record.get("puzzle") if isinstance(record, dict) else None
    if not isinstance(text, str):
        raise ParseError("expected a record with a puzzle, found none", line=number)
    try:
        return parse(text)
    except ParseError as error:
        raise ParseError(f"in the puzzle, {error}", line=number) from None


def _next_puzzle(reader: Reader) -> Puzzle:
    name, *size = reader.peek().words()
    if name.text in BUILT_IN or name.text in families():
        reader.take("a header")
        return family(name.text).parse((name, *size), reader)
    for record in families().values():
        if record.plain and name.text.isdecimal():
            return record.plain(reader)
    raise name.error(f"a header starting with {', '.join(families())}")


@cache
def _record(path: str) -> Family:
    module, _, attribute = path.partition(":")
    record = getattr(import_module(module), attribute)
    assert isinstance(record, Family), f"{path} is no Family"
    return record
