"""A kind that somebody adds is a record with methods, and works in every engine and export."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, product
from pathlib import Path
from typing import ClassVar

import cpmpy
import pytest

from caracol.deadline import Deadline
from caracol.engines import engine
from caracol.exports.source import Source
from caracol.kinds import Clause, Constraint, Domains
from caracol.kinds.lowering import Lowering
from caracol.puzzle import Cell, Fact, Value, Values
from targets import SOLVERS, Solve
from tiny import Tiny, as_boards, tried


@dataclass(frozen=True, slots=True)
class Mirrored:
    """Of the pairs of cells that mirror each other on the line, at least so many hold the same."""

    cost: ClassVar = 20
    topic: ClassVar = "mirror"

    cells: tuple[Cell, ...]
    least: int

    @property
    def is_plain(self) -> bool:
        return False

    @property
    def _pairs(self) -> list[tuple[Cell, Cell]]:
        half = len(self.cells) // 2
        return [*zip(self.cells[:half], self.cells[: -half - 1 : -1], strict=True)]

    def holds(self, board: Values) -> bool:
        pairs = [(board.get(one), board.get(other)) for one, other in self._pairs]
        return sum(None in pair or pair[0] == pair[1] for pair in pairs) >= self.least

    def lower(self, out: Lowering) -> None:
        same = [self._same(out, one, other) for one, other in self._pairs]
        out.count(same, self.least, len(same))

    def _same(self, out: Lowering, one: Cell, other: Cell) -> int:
        """Define a literal that says that two cells hold the same."""
        key = ("same", one, other)
        if key not in out.helpers:
            both = []
            for value in out.literals[one]:
                helper, held = out.new(), (out.held(one, value), out.held(other, value))
                out.define((-helper, held[0]), (-helper, held[1]))
                out.define((helper, -held[0], -held[1]))
                both.append(helper)
            out.helpers[key] = out.any_of(both)
        return out.helpers[key]

    def distinguishes(self, _cell: Cell, one: Value, other: Value) -> bool:
        return one != other

    def moved(self, to: Mapping[Cell, Cell]) -> "Mirrored":
        return replace(self, cells=tuple(to[cell] for cell in self.cells))

    def direct(self, domains: Domains) -> Iterator[Clause]:
        for few in combinations(self._pairs, max(0, len(self._pairs) - self.least + 1)):
            for values in product(*(product(domains[one], domains[other]) for one, other in few)):
                if all(one != other for one, other in values):
                    cells = (cell for pair in few for cell in pair)
                    held = (value for pair in values for value in pair)
                    yield tuple(
                        Fact(cell, value, False) for cell, value in zip(cells, held, strict=True)
                    )


@dataclass(frozen=True, slots=True)
class Outnumbers:
    """One value stands in the cells at least as often as another."""

    cost: ClassVar = 20
    topic: ClassVar = "number"

    cells: tuple[Cell, ...]
    more: Value
    less: Value

    @property
    def is_plain(self) -> bool:
        return False

    def holds(self, board: Values) -> bool:
        found = [board.get(cell) for cell in self.cells]
        return found.count(self.more) + found.count(None) >= found.count(self.less)

    def lower(self, out: Lowering) -> None:
        more, less = (out.holding(self.cells, (value,)) for value in (self.more, self.less))
        out.count([*more, *(-literal for literal in less)], len(less), len(more) + len(less))

    def distinguishes(self, _cell: Cell, one: Value, other: Value) -> bool:
        return one != other and not {one, other}.isdisjoint({self.more, self.less})

    def moved(self, to: Mapping[Cell, Cell]) -> "Outnumbers":
        return replace(self, cells=tuple(to[cell] for cell in self.cells))

    def direct(self, domains: Domains) -> Iterator[Clause]:
        for values in product(*(domains[cell] for cell in self.cells)):
            if values.count(self.more) < values.count(self.less):
                cells = zip(self.cells, values, strict=True)
                yield tuple(Fact(cell, value, False) for cell, value in cells)


def over(values: str, constraint: Constraint) -> Tiny:
    return Tiny(tuple((cell, tuple(values)) for cell in constraint.cells), constraint)


ADDED = {
    "a palindrome": over("xyz", Mirrored((*"abcde",), 2)),
    "half a palindrome": over("xy", Mirrored((*"abcd",), 1)),
    "more than there are pairs": over("xy", Mirrored((*"abcd",), 3)),
    "of cells with different values": Tiny(
        (("a", (*"xy",)), ("b", (*"yz",)), ("c", (*"yzw",))), Mirrored((*"abc",), 1)
    ),
    "as many x as y": over("xyz", Outnumbers((*"abcd",), "x", "y")),
    "as many x as y, which few can hold": Tiny(
        (("a", (*"xy",)), ("b", (*"yz",)), ("c", (*"yz",))), Outnumbers((*"abc",), "x", "y")
    ),
}
BRIDGED = [
    f"cpmpy:{name}"
    for name, solver in cpmpy.SolverLookup.base_solvers()
    if solver.supported() and name not in ("rc2", "pysat")
]


@pytest.mark.parametrize("name", ["search", "sat", "cpsat", *BRIDGED])
@pytest.mark.parametrize("case", ADDED)
def test_every_engine_takes_it(name: str, case: str) -> None:
    tiny = ADDED[case]
    found = engine(name)(tiny.model(tiny.rule), (), Deadline()).boards
    assert as_boards(found) == tried(tiny)


@pytest.mark.parametrize("name", ["search", "sat", "cpsat", *BRIDGED])
@pytest.mark.parametrize("case", ADDED)
def test_every_engine_takes_it_as_a_clue(name: str, case: str) -> None:
    tiny = ADDED[case]
    found = engine(name)(tiny.model(), (tiny.rule,), Deadline()).boards
    assert as_boards(found) == tried(tiny)


@pytest.mark.parametrize("solve", SOLVERS)
@pytest.mark.parametrize("case", ADDED)
def test_every_export_says_it(solve: Solve, case: str, tmp_path: Path) -> None:
    tiny = ADDED[case]
    model = Source(case, dict(tiny.cells), (), (tiny.rule,))
    assert as_boards(solve(model, tmp_path)) == tried(tiny)
