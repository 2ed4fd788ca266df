"""Z3: how many boards, up to a limit? A Boolean for each cell and value, sums as Z3 has them.

The rules are caracol's own: unlike the other peers, this one translates them.
"""

from collections.abc import Iterator
from typing import Any, assert_never

import z3

from ... import direct
from ...model import Constraint, Count, Cycle, Differ, Domains, First, Is, Next, Rule, Stands, Sum

Literal = Any  # Z3 has no types


def count(cells: Domains, rules: tuple[Rule, ...], limit: int) -> int:
    translation = _Translation(cells)
    # Its solver for finite domains is the faster one, unless there is something to add up.
    sums = any(isinstance(rule.constraint, Sum) for rule in rules)
    solver = z3.Solver() if sums else z3.SolverFor("QF_FD")
    for values in translation.holds.values():
        solver.add(_exactly(1, list(values.values())))
    for rule in rules:
        solver.add(*translation.told(rule.constraint))
    found = 0
    while found < limit and solver.check() == z3.sat:
        found += 1
        board = solver.model()
        solver.add(z3.Or([z3.Not(fact) for fact in translation.facts() if board[fact]]))
    return found


class _Translation:
    def __init__(self, cells: Domains) -> None:
        self.cells = cells
        self.holds = {
            cell: {value: z3.Bool(f"{cell}={value}") for value in values}
            for cell, values in cells.items()
        }

    def facts(self) -> Iterator[Literal]:
        for values in self.holds.values():
            yield from values.values()

    def told(self, constraint: Constraint) -> Iterator[Literal]:
        match constraint:
            case Is(cell, value):
                yield self.holds[cell][value]
            case Count(cells, values, low, high):
                hits = [hit for value in values for hit in self._holding(cells, value)]
                if low == high:
                    yield _exactly(low, hits)
                else:
                    yield z3.AtLeast(*hits, low)
                    yield z3.AtMost(*hits, high)
            case Differ(cells):
                for value in {value: 0 for cell in cells for value in self.cells[cell]}:
                    yield z3.AtMost(*self._holding(cells, value), 1)
            case Sum(cells, total, _):
                weights = [
                    (fact, constraint.weight(i, value))
                    for i, cell in enumerate(cells)
                    for value, fact in self.holds[cell].items()
                ]
                yield z3.PbEq(weights, total)
            case Cycle():
                yield from self._cycle(constraint)
            case First() | Next() | Stands():
                for clause in direct.clauses(constraint, self.cells):
                    yield z3.Or(
                        [
                            self.holds[cell][value] if so else z3.Not(self.holds[cell][value])
                            for cell, value, so in clause
                        ]
                    )
            case _:
                assert_never(constraint)

    def _holding(self, cells: tuple[str, ...], value: int | str) -> list[Literal]:
        return [self.holds[cell][value] for cell in cells if value in self.cells[cell]]

    def _cycle(self, cycle: Cycle) -> Iterator[Literal]:
        """Before each cell of the path, and after the last, whose turn it is."""
        length = len(cycle.key)
        turns = [
            [z3.Bool(f"turn {place}.{i}") for i in range(length)]
            for place in range(len(cycle.path) + 1)
        ]
        yield turns[0][0]
        yield turns[-1][0]
        for turn in turns:
            yield _exactly(1, turn)
        for cell, now, after in zip(cycle.path, turns, turns[1:], strict=False):
            blank = self.holds[cell][cycle.blank]
            for i, value in enumerate(cycle.key):
                letter = self.holds[cell][value]
                yield z3.Implies(letter, now[i])
                yield z3.Implies(letter, after[(i + 1) % length])
                yield z3.Or(z3.Not(blank), z3.Not(now[i]), after[i])


def _exactly(times: int, literals: list[Literal]) -> Literal:
    return z3.PbEq([(literal, 1) for literal in literals], times)
