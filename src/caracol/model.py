"""Rules: a sentence for people and a constraint for engines, from a short closed list of kinds.

Every kind can check itself. `holds` looks only at the cells that have a value, so on a half-filled
board it says whether anything is broken yet, and on a full board whether the rule is kept.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import chain, count
from operator import getitem, itemgetter
from typing import cast

from .phrases import Phrase
from .puzzle import Cell, Value, Values

Cells = tuple[Cell, ...]
Domains = Mapping[Cell, tuple[Value, ...]]


@dataclass(frozen=True, slots=True)
class Is:
    """The cell holds the value."""

    cell: Cell
    value: Value

    @property
    def cells(self) -> Cells:
        return (self.cell,)

    def holds(self, board: Values) -> bool:
        return board.get(self.cell, self.value) == self.value


@dataclass(frozen=True, slots=True)
class Count:
    """At least `low` and at most `high` of the cells hold one of the values."""

    cells: Cells
    values: tuple[Value, ...]
    low: int
    high: int

    def holds(self, board: Values) -> bool:
        found = tuple(map(board.get, self.cells))
        hits = sum(map(found.count, self.values))
        return hits <= self.high and (hits >= self.low or hits + found.count(None) >= self.low)


@dataclass(frozen=True, slots=True)
class Differ:
    """No two of the cells hold the same value."""

    cells: Cells

    def holds(self, board: Values) -> bool:
        found = [board[cell] for cell in self.cells if cell in board]
        return len(set(found)) == len(found)


@dataclass(frozen=True, slots=True)
class Sum:
    """The weights of the cells' values sum to the total.

    A value's weight is itself, or, where `weights` are given, that of value v of cell i is
    `weights[i][v]`.
    """

    cells: Cells
    total: int
    weights: tuple[tuple[int, ...], ...] = ()

    def weight(self, i: int, value: Value | None) -> int:
        assert isinstance(value, int), "only numbers can be summed"
        return self.weights[i][value] if self.weights else value

    def weights_of(self, i: int, values: Iterable[Value]) -> Iterable[int]:
        """The weight of each of these values of a cell."""
        numbers = cast("Iterable[int]", values)
        return map(self.weights[i].__getitem__, numbers) if self.weights else numbers

    def holds(self, board: Values) -> bool:
        found = [board.get(cell) for cell in self.cells]
        if None in found:
            return True
        numbers = cast("list[int]", found)
        return sum(map(getitem, self.weights, numbers) if self.weights else numbers) == self.total


@dataclass(frozen=True, slots=True)
class Cycle:
    """Along the path, blanks left out, the values spell the key over and over, to its end."""

    path: Cells
    key: tuple[Value, ...]
    blank: Value

    @property
    def cells(self) -> Cells:
        return self.path

    def holds(self, board: Values) -> bool:
        letters = [value for value in map(board.get, self.path) if value != self.blank]
        if None not in letters:
            rounds, over = divmod(len(letters), len(self.key))
            return not over and letters == [*self.key] * rounds
        # A cell without a value leaves every turn of the key possible after it.
        turn: int | None = 0
        for cell in self.path:
            if cell not in board:
                turn = None
            elif board[cell] != self.blank:
                place = self.key.index(board[cell])
                if turn is not None and turn != place:
                    return False
                turn = (place + 1) % len(self.key)
        return not turn


@dataclass(frozen=True, slots=True)
class First:
    """The first cell of the path that is not blank holds the value."""

    path: Cells
    value: Value
    blank: Value

    @property
    def cells(self) -> Cells:
        return self.path

    def holds(self, board: Values) -> bool:
        for cell in self.path:
            found = board.get(cell)
            if found != self.blank:
                return found is None or found == self.value
        return True


@dataclass(frozen=True, slots=True)
class Next:
    """If the path starts with a character of the key, the next one on it is the key's next."""

    path: Cells
    key: tuple[Value, ...]
    blank: Value

    @property
    def cells(self) -> Cells:
        return self.path

    def holds(self, board: Values) -> bool:
        start = board.get(self.path[0], self.blank)
        if start == self.blank:
            return True
        following = self.key[(self.key.index(start) + 1) % len(self.key)]
        return First(self.path[1:], following, self.blank).holds(board)


class Where(Enum):
    """How a value stands to the ends on its line."""

    MIDWAY = "midway between"
    BETWEEN = "between, but not midway between,"
    OUTSIDE = "not between"


@dataclass(frozen=True, slots=True)
class Stands:
    """Wherever the value stands on the line, it stands so to the ends.

    Midway: the ends mirror each other about it. Between: there are ends on both sides and no two
    mirror each other. Outside: not on both sides.
    """

    line: Cells
    value: Value
    ends: Value
    where: Where

    @property
    def cells(self) -> Cells:
        return self.line

    def holds(self, board: Values) -> bool:
        line = list(map(board.get, self.line))
        if self.value not in line:
            return True
        return all(self._holds_at(line, at) for at, seen in enumerate(line) if seen == self.value)

    def _holds_at(self, line: list[Value | None], at: int) -> bool:
        before, after = line[at - 1 :: -1] if at else [], line[at + 1 :]
        pairs = list(zip(before, after, strict=False))
        match self.where:
            case Where.OUTSIDE:
                return self.ends not in before or self.ends not in after
            case Where.MIDWAY:
                far = before[len(pairs) :] + after[len(pairs) :]
                return self.ends not in far and not any(
                    self.ends in pair and None not in pair and pair[0] != pair[1] for pair in pairs
                )
            case Where.BETWEEN:
                sided = all(self.ends in side or None in side for side in (before, after))
                return sided and (self.ends, self.ends) not in pairs


Constraint = Is | Count | Differ | Sum | Cycle | First | Next | Stands


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the game or a clue; the sentence must read well after "because"."""

    sentence: Phrase
    constraint: Constraint
    pieces: "Callable[[], Iterable[Rule]] | None" = field(default=None, compare=False, repr=False)
    """Rules that mean the same together, each of them one thought, where this is more than that."""
    place: str = field(default="", compare=False)
    """Of a clue: where it stands."""


# How many different contents of a line that keep its rules are remembered.
MOST_REMEMBERED = 10_000

# How to look up the cells of a line, contents known to keep its rules, and its constraints.
Line = tuple[Callable[[Values], tuple[Value, ...]], set[tuple[Value, ...]], list[Constraint]]


@dataclass(frozen=True, eq=False)
class Model:
    """The cells of a shape with their possible values, and the rules they obey.

    Models are compared by identity, so that engines can keep what they compiled of one.
    """

    cells: Domains
    rules: tuple[Rule, ...]

    @property
    def pieces(self) -> tuple[Rule, ...]:
        """The rules, each in its pieces where it has any."""
        pieces = ((rule.pieces() if rule.pieces else (rule,)) for rule in self.rules)
        return tuple(chain.from_iterable(pieces))

    def keeps(self, board: Values) -> bool:
        """Whether a full board keeps every rule: what every solution passes through.

        Many lines are under the same rules and hold the same values again and again: contents once
        known to keep the rules of a line are not checked again. Sorting the lines takes as long as
        checking all rules, and is worth it from the second board on.
        """
        if not next(self._boards):
            return self.broken(board) is None
        lines, others = self._sorted
        for line in lines:
            look, found_good, _ = line
            found = look(board)
            if found not in found_good:
                if not _is_good(found, line, board):
                    return False
                if len(found_good) < MOST_REMEMBERED:
                    found_good.add(found)
        return all(constraint.holds(board) for constraint in others)

    @cached_property
    def _boards(self) -> "count[int]":
        """How many boards were asked about before."""
        return count()

    @cached_property
    def _sorted(self) -> tuple[list[Line], list[Constraint]]:
        """The constraints of each line of cells together, and all other constraints."""
        lines: dict[Cells, list[Constraint]] = {}
        meanings: dict[Cells, list[object]] = {}
        others = []
        for constraint in (rule.constraint for rule in self.rules):
            meaning = _meaning(constraint)
            if meaning:
                lines.setdefault(constraint.cells, []).append(constraint)
                meanings.setdefault(constraint.cells, []).append(meaning)
            else:
                others.append(constraint)
        good: dict[tuple[object, ...], set[tuple[Value, ...]]] = {}
        sorted_lines: list[Line] = [
            (itemgetter(*cells), good.setdefault(tuple(meanings[cells]), set()), constraints)
            for cells, constraints in lines.items()
        ]
        return sorted_lines, others

    def broken(self, board: Values, clues: tuple[Rule, ...] = ()) -> Rule | None:
        """The first rule or clue that a board breaks, if any."""
        for rule in (*self.rules, *clues):
            if not rule.constraint.holds(board):
                return rule
        return None


def _is_good(found: tuple[Value, ...], line: Line, board: Values) -> bool:
    """Whether a line keeps its rules; if these only count, it need not hold its values in order."""
    _, found_good, constraints = line
    counts = all(isinstance(constraint, Count) for constraint in constraints)
    in_order = tuple(sorted(found, key=str)) if counts else found
    if in_order in found_good:
        return True
    if not all(constraint.holds(board) for constraint in constraints):
        return False
    if counts:
        found_good.add(in_order)
    return True


def _meaning(constraint: Constraint) -> tuple[object, ...] | None:
    """What a constraint says about a line, wherever that lies; None if it is about no line."""
    if len(constraint.cells) == 1:
        return None  # a single cell would be looked up bare, not as a line
    match constraint:
        case Count(cells, values, low, high):
            return len(cells), values, low, high
        case Differ(cells):
            return (len(cells),)
        case Stands(line, value, ends, where):
            return len(line), value, ends, where
        case _:
            return None
