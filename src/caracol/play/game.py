"""A game: what a player has written where, and what can be done to it; nothing is ever changed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from .. import registry
from ..drawing.boards import draw
from ..explanations.walk import Entries
from ..formats import parse, show
from ..puzzle import Cell, Fact, Puzzle, UsageError, Value
from ..records import Fields, as_fields, items, required
from ..shapes import middle


class Position(NamedTuple):
    """What is written in the cells that are not given: values, and the candidates marked."""

    values: Mapping[Cell, Value] = {}
    marks: Mapping[Cell, tuple[Value, ...]] = {}

    def to_json(self) -> dict[str, object]:
        return {
            "values": dict(self.values),
            "marks": {cell: list(values) for cell, values in self.marks.items()},
        }

    @classmethod
    def from_json(cls, puzzle: Puzzle, fields: Fields) -> "Position":
        """Refuses what no cell of the puzzle can hold."""
        values, marks = (as_fields(fields.get(name)) for name in ("values", "marks"))
        return cls(
            {cell: _known(puzzle, cell, value) for cell, value in values.items()},
            {
                cell: tuple(_known(puzzle, cell, value) for value in required(marks, cell, list))
                for cell in marks
            },
        )


def _known(puzzle: Puzzle, cell: Cell, found: object) -> Value:
    values = registry.board(puzzle.family, puzzle.shape).domains.get(cell, ())
    for value in values:
        if value == found and cell not in dict(puzzle.clues):
            return value
    raise UsageError(f"expected a value of an open cell, found {found!r} in {cell}")


NOTHING = Position()


@dataclass(frozen=True, slots=True)
class Game:
    """A puzzle that is being played."""

    puzzle: Puzzle
    cursor: Cell
    position: Position = NOTHING
    past: tuple[Position, ...] = ()
    future: tuple[Position, ...] = ()
    seconds: float = 0.0  # played so far
    hints: int = 0  # whole steps that were shown
    is_marking: bool = False
    typed: str = field(default="", compare=False)
    """The start of a value that takes several keys."""
    typed_from: int = field(default=0, compare=False)
    """How many positions there were before it was typed."""

    def to_json(self) -> dict[str, object]:
        return {
            "puzzle": show(self.puzzle),
            "cursor": self.cursor,
            "position": self.position.to_json(),
            "past": [position.to_json() for position in self.past],
            "future": [position.to_json() for position in self.future],
            "seconds": self.seconds,
            "hints": self.hints,
            "marking": self.is_marking,
        }

    @classmethod
    def from_json(cls, fields: Fields) -> "Game":
        puzzle = parse(required(fields, "puzzle", str))
        cursor = required(fields, "cursor", str)
        if cursor not in registry.board(puzzle.family, puzzle.shape).domains:
            raise UsageError(f"expected a cell in the field 'cursor', found {cursor!r}")
        past, future = (
            tuple(Position.from_json(puzzle, one) for one in items(fields, name, dict))
            for name in ("past", "future")
        )
        return cls(
            puzzle,
            cursor,
            Position.from_json(puzzle, required(fields, "position", dict)),
            past,
            future,
            required(fields, "seconds", float),
            required(fields, "hints", int),
            required(fields, "marking", bool),
        )

    @property
    def given(self) -> dict[Cell, str]:
        return {clue.place: clue.value for clue in self.puzzle.clues}

    @property
    def domain(self) -> tuple[Value, ...]:
        """What the cell under the cursor can hold."""
        return registry.board(self.puzzle.family, self.puzzle.shape).domains[self.cursor]

    @property
    def entries(self) -> Entries:
        """What hints start from: values, and marks where there is no value."""
        return {**self.position.marks, **self.position.values}

    @property
    def is_full(self) -> bool:
        cells = registry.board(self.puzzle.family, self.puzzle.shape).domains
        return cells.keys() <= self.given.keys() | self.position.values.keys()


def begin(puzzle: Puzzle) -> Game:
    """A game in which nothing is written, the cursor in the first cell that is not given."""
    cells = registry.board(puzzle.family, puzzle.shape).domains
    given = {clue.place for clue in puzzle.clues}
    open_cells = [cell for cell in cells if cell not in given]
    return Game(puzzle, next(iter(open_cells or cells)))


def moved(game: Game, dx: int, dy: int) -> Game:
    """The cursor in the nearest cell in a direction, if there is one."""
    middles = {shape.cell: middle(shape) for shape in draw(game.puzzle).cells}
    x, y = middles[game.cursor]
    distances: dict[Cell, float] = {}
    for cell, (a, b) in middles.items():
        ahead = (a - x) * dx + (b - y) * dy
        aside = abs((a - x) * dy) + abs((b - y) * dx)
        if ahead > 0.1 and aside <= 2 * ahead:
            distances[cell] = ahead + 1.5 * aside
    nearest = min(distances, key=distances.__getitem__, default=game.cursor)
    return at(game, nearest)


def at(game: Game, cell: Cell) -> Game:
    return replace(game, cursor=cell, typed="")


def marking(game: Game) -> Game:
    """The same, with keys that make marks instead of entries, or entries again."""
    return replace(game, is_marking=not game.is_marking, typed="")


def press(game: Game, key: str) -> Game:
    """A key of a value, or of a part of one: a longer number is written as it is typed."""
    keys = value_keys(game)
    text = _fitting(game.typed + key, keys)
    if game.typed and text:
        game = _before_typing(game)
    else:
        text = _fitting(key, keys)
        game = replace(game, typed_from=len(game.past))
    if not text:
        return replace(game, typed="")
    value = next((value for value, one in keys.items() if one == text), None)
    after = game if value is None else mark(game, value) if game.is_marking else write(game, value)
    is_longer = any(one.startswith(text) and one != text for one in keys.values())
    return replace(after, typed=text if is_longer else "", typed_from=game.typed_from)


def value_keys(game: Game) -> dict[Value, str]:
    """The keys that enter each value of the cell under the cursor."""
    keys = registry.family(game.puzzle.family).look.keys
    return {value: keys.get(value, str(value)) for value in game.domain}


def _fitting(text: str, keys: Mapping[Value, str]) -> str:
    """The start of a key that was meant, in whichever case it was typed; nothing if there is none.

    >>> _fitting("a", {"A": "A"}), _fitting("b", {"A": "A"})
    ('A', '')
    """
    starts = [key[: len(text)] for key in keys.values()]
    meant = (start for start in starts if start.lower() == text.lower())
    return text if text in starts else next(meant, "")


def _before_typing(game: Game) -> Game:
    """As it was before the number was begun."""
    if len(game.past) == game.typed_from:
        return game
    position, past = game.past[game.typed_from], game.past[: game.typed_from]
    return replace(game, position=position, past=past)


def write(game: Game, value: Value) -> Game:
    """The value in the cell under the cursor; there already, it is taken away."""
    if game.cursor in game.given:
        return game
    values = dict(game.position.values)
    if values.get(game.cursor) == value:
        del values[game.cursor]
    else:
        values[game.cursor] = value
    return _changed(game, game.position._replace(values=values))


def mark(game: Game, value: Value) -> Game:
    """The value marked as a candidate of the cell under the cursor, or no longer; a value gives way
    to marks."""
    if game.cursor in game.given:
        return game
    marked = {*game.position.marks.get(game.cursor, ())} ^ {value}
    values = {cell: one for cell, one in game.position.values.items() if cell != game.cursor}
    marks = {**game.position.marks, game.cursor: tuple(v for v in game.domain if v in marked)}
    return _changed(game, Position(values, {cell: some for cell, some in marks.items() if some}))


def step_value(game: Game, by: int) -> Game:
    """The next value of the cell under the cursor, or the one before."""
    found, domain = game.position.values.get(game.cursor), game.domain
    index = domain.index(found) + by if found is not None else 0 if by > 0 else -1
    return replace(write(game, domain[index % len(domain)]), typed="")


def erase(game: Game) -> Game:
    """The value of the cell under the cursor taken away, or where there is none, its marks."""
    values, marks = dict(game.position.values), dict(game.position.marks)
    if game.cursor in values:
        del values[game.cursor]
    else:
        marks.pop(game.cursor, None)
    return replace(_changed(game, Position(values, marks)), typed="")


def note(game: Game, candidates: Mapping[Cell, Iterable[Value]]) -> Game:
    """All candidates marked, in cells that hold no value; those struck before stay so."""
    marks = dict(game.position.marks)
    for cell, values in candidates.items():
        if cell not in game.position.values and cell not in game.given:
            kept = marks.get(cell)
            marks[cell] = tuple(value for value in values if kept is None or value in kept)
    return _changed(game, game.position._replace(marks=marks))


def follow(game: Game, derives: Iterable[Fact]) -> Game:
    """What a step derives done: values written, candidates struck."""
    domains = registry.board(game.puzzle.family, game.puzzle.shape).domains
    values, marks = dict(game.position.values), dict(game.position.marks)
    for cell, value, holds in derives:
        if cell in values or cell in game.given:
            continue
        left = tuple(v for v in marks.get(cell, domains[cell]) if (v == value) == holds)
        marks[cell] = left
        if len(left) == 1:
            values[cell] = left[0]
    return _changed(game, Position(values, marks))


def undo(game: Game) -> Game:
    if not game.past:
        return game
    *past, position = game.past
    future = (*game.future, game.position)
    return replace(game, position=position, past=tuple(past), future=future, typed="")


def redo(game: Game) -> Game:
    if not game.future:
        return game
    *future, position = game.future
    past = (*game.past, game.position)
    return replace(game, position=position, past=past, future=tuple(future), typed="")


def _changed(game: Game, position: Position) -> Game:
    """The game with another position, and the one before to go back to."""
    if position == game.position:
        return game
    return replace(game, position=position, past=(*game.past, game.position), future=())
