"""A family that verify.py does not know, with a kind of constraint that it does not know either."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar

from caracol.boards.frame import Framed
from caracol.boards.grid import Grid
from caracol.boards.sizes import Number
from caracol.family import Family
from caracol.kinds import Automaton, Clause, Differ, Domains, Regular
from caracol.kinds.lowering import Lowering
from caracol.model import Model, Rule
from caracol.phrases import say
from caracol.puzzle import Cell, Value, Values


@dataclass(frozen=True, slots=True)
class Ascents:
    """So many of the cells hold less than the next one."""

    cost: ClassVar = 20
    topic: ClassVar = "ascents"

    cells: tuple[Cell, ...]
    count: int

    @property
    def is_plain(self) -> bool:
        return False

    def holds(self, board: Values) -> bool:
        pairs = [(board.get(one), board.get(other)) for one, other in pairwise(self.cells)]
        known = [(int(a), int(b)) for a, b in pairs if a is not None and b is not None]
        rising = sum(a < b for a, b in known)
        return rising <= self.count <= rising + len(pairs) - len(known)

    def lower(self, out: Lowering) -> None:
        rises = []
        for one, other in pairwise(self.cells):
            helper = out.new()
            for a, this in out.literals[one].items():
                for b, that in out.literals[other].items():
                    out.clauses.append([helper if int(a) < int(b) else -helper, -this, -that])
            rises.append(helper)
        out.count(rises, self.count, self.count)

    def distinguishes(self, _cell: Cell, one: Value, other: Value) -> bool:
        return one != other

    def moved(self, to: Mapping[Cell, Cell]) -> "Ascents":
        return replace(self, cells=tuple(to[cell] for cell in self.cells))

    def direct(self, _domains: Domains) -> Iterator[Clause] | None:
        return None


def visible(heights: int, count: int) -> Automaton:
    """From the start of the path so many are seen: those higher than all before."""
    states = [(high, seen) for high in range(heights + 1) for seen in range(heights + 1)]
    number = {state: i for i, state in enumerate(states)}
    moves: tuple[dict[Value, int], ...] = tuple(
        {
            value: number[max(high, value), min(heights, seen + (value > high))]
            for value in range(1, heights + 1)
        }
        for high, seen in states
    )
    return Automaton(moves, frozenset(number[high, count] for high in range(heights + 1)))


def board(side: int) -> Framed:
    values = tuple(range(1, side + 1))
    return Framed(Grid(side, side, values), ("above", "left", "right"), (0, *values))


def model(framed: Framed) -> Model:
    rules = (
        Rule(say("all differ in {line}", line=it.name), Differ(it.cells)) for it in framed.lines
    )
    return Model(framed.domains, tuple(rules))


def clue(framed: Framed, place: str, value: str) -> Rule:
    cells, side = framed.seen_from[place].cells, framed.grid.width
    if place.startswith("right"):
        return Rule(say("{n} rise", n=value), Ascents(cells[::-1], int(value)))
    return Rule(say("{n} are seen", n=value), Regular(cells, visible(side, int(value))))


FAMILY = Family(
    name="towers",
    title="Towers",
    rules="Every row and column holds each number once.",
    example="towers 3\n  ...\n. ... .\n. ... .\n. ... .\n",
    size=(Number(),),
    board=board,
    model=model,
    clue=clue,
)
