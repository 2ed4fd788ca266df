"""The contract: what a module must offer to be a family of puzzles, and how families are found."""

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING

from .drawing import Drawing
from .model import Constraint, Domains, Is, Model, Rule
from .puzzle import (
    Cell,
    Clue,
    ParseError,
    Puzzle,
    Shape,
    Solution,
    UsageError,
    Value,
    expected_one,
)
from .text import Line, Reader, Word
from .words import Phrase, say

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

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
    answer: Callable[[Puzzle, Solution], Phrase] | None = None
    """A solution in a line of words, where its picture takes much room."""
    plain: Callable[[Reader], Puzzle | None] | None = None
    """Reads a text without header, where such texts are about; None: it is none of these."""


def family(name: str) -> Family:
    """The family of that name."""
    if name in BUILT_IN:
        # Straight to its module: looking through all installed packages takes longer than solving.
        return _built_in(name)
    if name not in _plug_ins():
        raise UsageError(expected_one("a family", names(), name))
    return _plug_in(name)


def names() -> list[str]:
    """The names of all families, our own and those of other installed packages."""
    return sorted({*BUILT_IN, *_plug_ins()})


def families() -> Mapping[str, Family]:
    """Every family that can be used."""
    usable = (name for name in names() if name in BUILT_IN or name not in broken())
    return {name: family(name) for name in usable}


@lru_cache(maxsize=1)
def broken() -> Mapping[str, str]:
    """What other packages offer as families and cannot be used, with the reason."""
    reasons = {}
    for name in _plug_ins():
        try:
            _plug_in(name)
        except UsageError as error:
            reasons[name] = str(error)
    return reasons


@lru_cache(maxsize=1)
def _plug_ins() -> Mapping[str, tuple["EntryPoint", ...]]:
    """Families of other installed packages by name, not loaded yet; names should be unique."""
    from importlib.metadata import entry_points  # costs more than all of caracol

    found: dict[str, tuple[EntryPoint, ...]] = {}
    for entry in entry_points(group="caracol.families"):
        if not entry.value.startswith("caracol.families."):
            found[entry.name] = (*found.get(entry.name, ()), entry)
    return found


@cache
def _plug_in(name: str) -> Family:
    entry, *others = _plug_ins()[name]
    where = f"family {name} of {entry.value}"
    if name in BUILT_IN:
        raise UsageError(f"{where}: caracol has a family of this name")
    if others:
        raise UsageError(f"{where}: {others[0].value} is a family of the same name")
    try:
        record = entry.load()
    except Exception as error:  # whatever somebody else's module raises
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise UsageError(f"{where} cannot be loaded: {reason}") from error
    if not isinstance(record, Family):
        raise UsageError(f"{where}: expected a Family, found {type(record).__name__}")
    if record.name != name:
        raise UsageError(f"{where}: expected the name {name}, found {record.name}")
    return record


@lru_cache(maxsize=64)
def model(name: str, shape: Shape) -> Model:
    """The model of a shape, the same object each time it is asked for."""
    return family(name).model(shape)


def clues(puzzle: Puzzle, tick: Tick = lambda: None) -> tuple[Rule, ...]:
    """What each clue of the puzzle says, as a rule."""
    name, shape = puzzle.family, puzzle.shape
    rules = []
    for clue in puzzle.clues:
        tick()
        rules.append(rule(name, shape, clue))
    return tuple(rules)


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
    if name.text in BUILT_IN or name.text in _plug_ins():
        reader.take("a header")
        return family(name.text).parse((name, *size), reader)
    return _without_header(reader)


def _without_header(reader: Reader) -> Puzzle:
    """The puzzle of the first family that takes the text for its own, our families first."""
    place, word = reader.place, reader.peek().words()[0]
    errors = []
    for name in (*BUILT_IN, *_plug_ins()):
        if name in BUILT_IN or name not in broken():
            plain = family(name).plain
            try:
                found = plain(reader) if plain else None
            except ParseError as error:
                found = None
                errors.append(error)
            if found:
                return found
            reader.place = place
    if errors:  # the family that understood most knows best what is wrong
        raise max(errors, key=lambda error: (error.line, error.column))
    raise word.error(f"a header starting with {', '.join(names())}", known=names())


def _built_in(name: str) -> Family:
    return _record(f"caracol.families.{name.replace('-', '_')}:FAMILY")


@cache
def _record(path: str) -> Family:
    module, _, attribute = path.partition(":")
    record = getattr(import_module(module), attribute)
    assert isinstance(record, Family), f"{path} is no Family"
    return record
