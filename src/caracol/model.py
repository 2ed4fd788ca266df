"""Rules: a sentence for people and a constraint for engines; and the model they make together."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from operator import itemgetter

from .kinds import Constraint, Count, Differ, Domains
from .phrases import Phrase
from .puzzle import Cell, Value, Values

Cells = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the game or a clue: a sentence for people and a constraint for engines."""

    sentence: Phrase
    """It must read well after "because"."""
    constraint: Constraint
    own_cost: int | None = None
    """What it costs to think of, where that is not what it costs for others of its kind.

    A rule in pieces that has it is one thought too, besides its pieces.
    """
    pieces: "Callable[[], Iterable[Rule]] | None" = field(default=None, compare=False, repr=False)
    """Rules that mean the same together, each of them one thought, where this is more than that."""
    place: str = field(default="", compare=False)
    """Of a clue or an entry: where it stands."""

    @property
    def cost(self) -> int:
        """What it costs to think of."""
        return self.constraint.cost if self.own_cost is None else self.own_cost


def in_pieces(rules: Iterable[Rule]) -> Iterator[Rule]:
    """The rules, each in its pieces where it has any."""
    for rule in rules:
        yield from rule.pieces() if rule.pieces else (rule,)


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
    """Every cell with the values that it can hold."""
    rules: tuple[Rule, ...]
    """What every solution keeps, clues aside."""
    implied: Callable[[], Iterable[Rule]] | None = None
    """Rules that follow from the others, each one thought to people: for explanations only."""
    settling: int | None = None
    """What it costs to see that a single value is left for a cell; None where that is plain."""

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
        for constraint in others:  # noqa: SIM110 all() takes a third longer
            if not constraint.holds(board):
                return False
        return True

    @cached_property
    def _boards(self) -> "count[int]":
        """How many boards were asked about before."""
        return count()

    @cached_property
    def _sorted(self) -> tuple[list[Line], list[Constraint]]:
        """The constraints of each line of cells together, and all other constraints.

        A line is under the same rules as some other; what these say wherever the line lies is the
        key to what is remembered.
        """
        lines: dict[Cells, list[Constraint]] = {}
        for rule in self.rules:
            lines.setdefault(rule.constraint.cells, []).append(rule.constraint)
        alike: dict[object, list[Cells]] = {}
        for cells, constraints in lines.items():
            places = {cell: str(i) for i, cell in enumerate(cells)}
            meaning = tuple([constraint.moved(places) for constraint in constraints])
            # A single cell would be looked up bare, not as a line.
            alike.setdefault(meaning if len(cells) > 1 else cells, []).append(cells)
        sorted_lines: list[Line] = []
        others: list[Constraint] = []
        for same in alike.values():
            found_good: set[tuple[Value, ...]] = set()
            for cells in same:
                if len(same) > 1 and not _is_quick(lines[cells]):
                    sorted_lines.append((itemgetter(*cells), found_good, lines[cells]))
                else:
                    others += lines[cells]
        return sorted_lines, others

    def broken(self, board: Values, clues: tuple[Rule, ...] = ()) -> Rule | None:
        """The first rule or clue that a board breaks, if any."""
        for rule in (*self.rules, *clues):
            if not rule.constraint.holds(board):
                return rule
        return None


def _is_quick(constraints: list[Constraint]) -> bool:
    """Whether they are sooner checked than remembered: a line of nine has 362,880 orders."""
    return all(isinstance(constraint, Differ) for constraint in constraints)


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


def line_to_name_by(rules: Model) -> Cells:
    """Cells that hold all values but one at most, if no rule cares which value is which; else none.

    Then every board is one on which these cells hold the first values in order, with all values
    renamed in one way.
    """
    lines = [rule.constraint.cells for rule in rules.rules if isinstance(rule.constraint, Differ)]
    domains = set(rules.cells.values())
    if len(lines) < len(rules.rules) or len(domains) > 1:
        return ()
    (values,) = domains
    longest = max(lines, key=len, default=())
    return longest if len(longest) >= len(values) - 1 else ()
