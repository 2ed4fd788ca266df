"""Rules as clauses: short, with helper variables, made for speed."""

from collections.abc import Callable, Sequence
from itertools import combinations
from math import comb
from operator import neg
from typing import assert_never

from ...model import Constraint, Count, Cycle, Differ, Domains, First, Is, Next, Stands, Sum
from ...puzzle import Cell, Value
from .clauses import Clauses, Literals
from .lines import add_stands
from .paths import add_cycle, add_first, add_next
from .sums import add_sum

# Up to that many clauses, counting is written out without helper variables.
WRITTEN_OUT = 64


class Encoder(Clauses):
    """Clauses of a model."""

    def __init__(
        self,
        domains: Domains,
        cycles: Sequence[Cycle] = (),
        tick: Callable[[], object] = lambda: None,
    ) -> None:
        """The cycles are still to be added: whose turn it is leaves a cell one character."""
        blanks = {cell: cycle.blank for cycle in cycles for cell in cycle.path}
        super().__init__(domains, blanks, tick)
        self.selectors: list[int] = []
        """Literals that demand a constraint while they are assumed."""

    def add(self, constraint: Constraint) -> None:
        """Demand the constraint."""
        match constraint:  # the most frequent first
            case Count():
                self._count(constraint)
            case Stands():
                add_stands(self, constraint)
            case Differ(cells):
                self._differ(cells)
            case Is(cell, value):
                self.post([self.held(cell, value)])
            case Sum():
                add_sum(self, constraint)
            case Cycle():
                add_cycle(self, constraint)
            case First():
                add_first(self, constraint)
            case Next():
                add_next(self, constraint)
            case _:
                assert_never(constraint)

    def selector(self, constraint: Constraint) -> int:
        """A literal that demands the constraint while it is assumed."""
        if isinstance(constraint, Is):
            return self.held(constraint.cell, constraint.value)
        literal = self.helpers.get(constraint)
        if literal is None:
            self.helpers[constraint] = literal = self.new()
            self.selectors.append(literal)
            self.unless = (-literal,)
            self.add(constraint)
            self.unless = ()
        return literal

    def write(self, literal: int) -> None:
        """Write the deferred clauses of a literal, which may hold from then on."""
        for clauses in self.deferred.pop(literal):
            clauses()

    def _count(self, count: Count) -> None:
        literals = self.holding(count.cells, count.values)
        low, high = count.low, count.high
        if low == high == len(count.values) == 1 and not self.unless:
            self.once.setdefault(count.cells, set()).update(count.values)
        if low > len(literals):
            self.post([])
        elif high == 1 and low <= 1:
            if low:
                self.post(literals)
            self.at_most_one(literals)
        elif comb(len(literals), high + 1) + comb(len(literals), max(low - 1, 0)) <= WRITTEN_OUT:
            self.post_all(combinations(literals, len(literals) - low + 1))
            self.post_all(combinations(map(neg, literals), high + 1))
        else:
            self._counter(literals, low, high)

    def _counter(self, literals: Literals, low: int, high: int) -> None:
        """Level by level: of the literals up to each, at least one holds, at least two, …"""
        if not high:
            for literal in literals:
                self.post([-literal])
            return
        add = self.clauses.append
        level = self.any_so_far(literals)
        for already in range(1, high + 1):
            if already == low:
                self.post([level[-1]])
            if already == high:
                break
            before, level = level, literals[:0]
            so_far = 0
            for literal, reached in zip(literals[already:], before, strict=False):
                helper = self.new()
                add([helper, -literal, -reached])
                if so_far:
                    add([helper, -so_far])
                    add([-helper, so_far, literal])
                    add([-helper, so_far, reached])
                else:
                    add([-helper, literal])
                    add([-helper, reached])
                so_far = helper
                level.append(helper)
        for literal, reached in zip(literals[high:], level, strict=False):
            self.post([-literal, -reached])

    def _differ(self, cells: tuple[Cell, ...]) -> None:
        if not self.unless:
            for cell in cells:
                self.different.setdefault(cell, set()).add(cells)
        holders: dict[Value, Literals] = {}
        for cell in cells:
            for value, literal in self.literals[cell].items():
                holders.setdefault(value, []).append(literal)
        for literals in holders.values():
            self.at_most_one(literals)
            if len(holders) == len(cells):
                self.post(literals)
        if len(holders) < len(cells):
            self.post([])
