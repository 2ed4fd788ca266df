"""Clauses for a SAT solver, and what many kinds of rules say in them.

The variables 1 to `facts` say "this cell holds this value"; helper variables follow.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from math import isqrt
from operator import neg

from ...model import Domains
from ...puzzle import Cell, Value

# Beyond that many literals, helper variables make "at most one" shorter than all pairs do.
PAIRWISE = 24

Literals = list[int]


class Clauses:
    """Clauses about the cells of a board, collected in `clauses` until somebody takes them away."""

    def __init__(
        self,
        domains: Domains,
        blanks: Mapping[Cell, Value],
        tick: Callable[[], object] = lambda: None,
    ) -> None:
        """Where there is a blank, rules to come leave the cell one value of all others.

        The tick is called for each cell, and raises when the time is up.
        """
        self.clauses: list[Sequence[int]] = []
        self.literals: dict[Cell, dict[Value, int]] = {}
        self.deferred: dict[int, list[Callable[[], None]]] = {}
        """Clauses not yet written, by the literal that may not hold until they are."""
        self.unless: tuple[int, ...] = ()
        """Literals that every clause of the rule at hand has besides its own."""
        self.helpers: dict[object, int] = {}
        """Helper variables, by what they say."""
        self.once: dict[tuple[Cell, ...], set[Value]] = {}
        """For each line that holds some values exactly once, these values."""
        self.different: dict[Cell, set[tuple[Cell, ...]]] = {}
        """For each cell the lines on which its value stands once."""
        self._lines: dict[tuple[tuple[Cell, ...], Value], Literals] = {}
        self.top = 0
        for cell, values in domains.items():
            tick()
            self.literals[cell] = {value: self.top + i for i, value in enumerate(values, 1)}
            self.top += len(values)
        self.facts = self.top
        for cell, held in self.literals.items():
            tick()
            literals = list(held.values())
            self.clauses.append(literals)
            if cell in blanks:
                blank = held[blanks[cell]]
                self.clauses += [(-blank, -other) for other in literals if other != blank]
            else:
                self.at_most_one(literals)

    def new(self) -> int:
        self.top += 1
        return self.top

    def post(self, clause: Sequence[int]) -> None:
        self.clauses.append((*clause, *self.unless) if self.unless else clause)

    def post_all(self, clauses: Iterable[Sequence[int]]) -> None:
        """Many at once, which takes a fraction of the time."""
        unless = self.unless
        self.clauses += [(*clause, *unless) for clause in clauses] if unless else clauses

    def held(self, cell: Cell, value: Value) -> int:
        """A literal that says the cell holds the value, which it may be known not to."""
        return self.literals[cell].get(value) or self.never()

    def held_in(self, cells: tuple[Cell, ...], value: Value) -> Literals:
        """For each cell, a literal that says it holds the value; not to be changed."""
        found = self._lines.get((cells, value))
        if not found:
            found = [self.literals[cell].get(value, 0) for cell in cells]
            if not all(found):
                found = [literal or self.never() for literal in found]
            self._lines[cells, value] = found
        return found

    def never(self) -> int:
        """A literal that does not hold."""
        if "never" not in self.helpers:
            self.helpers["never"] = self.new()
            self.clauses.append([-self.top])
        return self.helpers["never"]

    def member(self, cell: Cell, values: tuple[Value, ...]) -> int:
        """A literal that says the cell holds one of the values."""
        held = self.literals[cell]
        if len(values) == 1:
            return held[values[0]]
        if (cell, values) not in self.helpers:
            self.helpers[cell, values] = self.any_of([held[value] for value in values])
        return self.helpers[cell, values]

    def any_of(self, literals: Literals) -> int:
        """A literal that says one of these holds."""
        helper = self.new()
        self.clauses.append([-helper, *literals])
        self.clauses += [(helper, -literal) for literal in literals]
        return helper

    def holding(self, cells: tuple[Cell, ...], values: tuple[Value, ...]) -> Literals:
        """For each cell that can hold one of the values, a literal that says it does."""
        if len(values) == 1:  # almost always, and worth its own line for speed
            return [held[values[0]] for cell in cells if values[0] in (held := self.literals[cell])]
        known = self.helpers
        members = [known.get((cell, values)) or self._some_of(cell, values) for cell in cells]
        return [literal for literal in members if literal]

    def _some_of(self, cell: Cell, values: tuple[Value, ...]) -> int:
        """A literal that says the cell holds one of those values that it can hold, if any."""
        held = self.literals[cell]
        possible = tuple([value for value in values if value in held])
        return self.member(cell, possible) if possible else 0

    def at_most_one(self, literals: Literals) -> None:
        """All pairs, or for many literals a grid in which one row and one column may be used."""
        if len(literals) <= PAIRWISE:
            self.post_all(combinations(map(neg, literals), 2))
            return
        width = isqrt(len(literals) - 1) + 1
        columns = [self.new() for _ in range(width)]
        rows = [self.new() for _ in range(0, len(literals), width)]
        for i, literal in enumerate(literals):
            self.clauses.append([-literal, columns[i % width]])
            self.clauses.append([-literal, rows[i // width]])
        self.at_most_one(columns)
        self.at_most_one(rows)

    def any_so_far(self, literals: Literals) -> Literals:
        """For each literal, one that says it or one before it holds."""
        key = ("any so far", *literals)
        if key not in self.helpers:
            self.helpers[key] = self.top + 1
            so_far = literals[0]
            for helper, literal in enumerate(literals[1:], self.top + 1):
                self.clauses += (helper, -so_far), (helper, -literal), (-helper, so_far, literal)
                so_far = helper
            self.top += len(literals) - 1
        first = self.helpers[key]
        return [literals[0], *range(first, first + len(literals) - 1)]
