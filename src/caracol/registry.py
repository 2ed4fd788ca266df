"""Finds families by name, our own and plug-ins, and keeps the boards and models of their shapes."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING

from .boards.board import Board
from .caches import forget, kept
from .deadline import Tick
from .family import AnyFamily, Family
from .kinds import Domains, Is
from .model import Model, Rule
from .phrases import say, translate
from .puzzle import Clue, Puzzle, Shape, UsageError, Value, expected_one

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

BUILT_IN = (
    "easy-as-abc",
    "futoshiki",
    "hitori",
    "magic-snail",
    "mno",
    "nonogram",
    "skyscrapers",
    "slitherlink",
    "star-battle",
    "sudoku",
    "takuzu",
    "trid",
    "turn-12",
)
# Families that were added by hand.
_ADDED: dict[str, AnyFamily] = {}


def family(name: str) -> AnyFamily:
    """The family of that name, built in or of an installed plug-in.

    >>> family("mno").title, family("mno").usual_sizes[0]
    ('MNO', '5')
    """
    if name in BUILT_IN:
        # Straight to its module: looking through all installed packages takes longer than solving.
        return _built_in(name)
    if name in _ADDED:
        return _ADDED[name]
    if name not in _plug_ins():
        raise UsageError(expected_one("a family", names(), name))
    return _plug_in(name)


def names() -> list[str]:
    """The names of all families, our own and those of other installed packages."""
    return sorted({*BUILT_IN, *_ADDED, *_plug_ins()})


def families() -> Mapping[str, AnyFamily]:
    """Every family that can be used."""
    return {name: family(name) for name in names() if _is_usable(name)}


def add(record: AnyFamily) -> None:
    """Make a family known that no installed package offers: to try it, and to test it.

    This process alone knows it. It takes the place of any that was added under its name before.
    """
    if record.name not in _ADDED and is_known(record.name):
        if family(record.name) is not record:
            raise UsageError(f"family {record.name}: there is already a family of this name")
        return
    translate(record.wording.translations)
    _ADDED[record.name] = record
    forget()


@kept(1)
def broken() -> Mapping[str, str]:
    """What other packages offer as families and cannot be used, with the reason."""
    reasons = {}
    for name in _plug_ins():
        try:
            _plug_in(name)
        except UsageError as error:
            reasons[name] = str(error)
    return reasons


def is_known(name: str) -> bool:
    """Whether a family has that name, which need not work."""
    return name in BUILT_IN or name in _ADDED or name in _plug_ins()


def _is_usable(name: str) -> bool:
    return name in BUILT_IN or name in _ADDED or name not in broken()


def asked_in_turn() -> Iterator[AnyFamily]:
    """Every family that can be used, our own first."""
    for name in dict.fromkeys((*BUILT_IN, *names())):
        if _is_usable(name):
            yield family(name)


@kept(1)
def _plug_ins() -> Mapping[str, tuple["EntryPoint", ...]]:
    """Families of other installed packages by name, not loaded yet; names should be unique."""
    from importlib.metadata import entry_points  # costs more than all of caracol

    found: dict[str, tuple[EntryPoint, ...]] = {}
    for entry in entry_points(group="caracol.families"):
        if not entry.value.startswith("caracol.families."):
            found[entry.name] = (*found.get(entry.name, ()), entry)
    return found


@kept(64)
def _plug_in(name: str) -> AnyFamily:
    entry, *others = _plug_ins()[name]
    where = f"family {name} of {entry.value}"
    if name in BUILT_IN:
        raise UsageError(f"{where}: caracol already has a family of this name")
    if others:
        raise UsageError(f"{where}: {others[0].value} has the same name")
    try:
        record = entry.load()
    except Exception as error:  # whatever somebody else's module raises
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise UsageError(f"{where} cannot be loaded: {reason}") from error
    if not isinstance(record, Family):
        raise UsageError(f"{where}: expected a Family, found {type(record).__name__}")
    if record.name != name:
        raise UsageError(f"{where}: expected the name {name}, found {record.name}")
    translate(record.wording.translations)
    return record


@kept(64)
def board(name: str, shape: Shape) -> Board:
    """The board of a shape, the same object each time it is asked for."""
    made: Board = family(name).board(*shape)
    return made


@kept(64)
def model(name: str, shape: Shape) -> Model:
    """The model of a shape, the same object each time it is asked for."""
    return family(name).model(board(name, shape))


def clues(puzzle: Puzzle, tick: Tick = lambda: None) -> tuple[Rule, ...]:
    """What each clue of the puzzle says, as a rule."""
    name, shape = puzzle.family, puzzle.shape
    rules = []
    for clue in puzzle.clues:
        tick()
        rules.append(rule(name, shape, clue))
    return tuple(rules)


@kept(10_000)
def rule(name: str, shape: Shape, clue: Clue) -> Rule:
    """What a clue says on a board of that shape."""
    record, cells = family(name), model(name, shape).cells
    try:
        if clue.place in cells:
            return _given(record, clue, cells)
        meant: Rule | None = record.clue(board(name, shape), *clue) if record.clue else None
    except ValueError:
        meant = None
    if meant is None or not all(cell in cells for cell in meant.constraint.cells):
        raise UsageError(f"expected a clue that fits the {record.title} board, found {clue}")
    return replace(meant, place=clue.place)


def _given(record: AnyFamily, clue: Clue, cells: Domains) -> Rule:
    """That a cell holds the value which is printed in it."""
    domain = cells[clue.place]
    value: Value = clue.value if clue.value in domain else int(clue.value)
    if value not in domain:
        raise ValueError
    wording = record.wording
    sentence = say(
        "{cell} is given as {value}", cell=wording.cell(clue.place), value=wording.value(value)
    )
    return Rule(sentence, Is(clue.place, value), place=clue.place)


def _built_in(name: str) -> AnyFamily:
    return _record(f"caracol.families.{name.replace('-', '_')}:FAMILY")


@kept(64)
def _record(path: str) -> AnyFamily:
    module, _, attribute = path.partition(":")
    record = getattr(import_module(module), attribute)
    assert isinstance(record, Family), f"{path} is no Family"
    translate(record.wording.translations)
    return record
