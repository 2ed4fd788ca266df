"""One loop: edges that close to a loop are all there are."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import ClassVar

from ..puzzle import Cell, Fact, Value, Values
from .constraint import OTHER, Cells, Clause, Domains, cuts_of_few_boards
from .joining import Joining
from .lowering import Lowering


@dataclass(frozen=True)
class Loop:
    """Edges that hold the value form no closed loop, unless they are all on that one loop.

    The cells are edges of a graph, each between two vertices. With two edges or none at each
    vertex, which is for other constraints to say, there is one loop at most.
    """

    cost: ClassVar = OTHER
    topic: ClassVar = "loop"

    cells: Cells
    ends: tuple[tuple[str, str], ...]
    value: Value

    @property
    def is_plain(self) -> bool:
        return False

    def holds(self, board: Values) -> bool:
        edges = self._on(board)
        loop = next(_loops(edges), None)
        return loop is None or len(loop) == len(edges)

    def _on(self, board: Values) -> dict[Cell, tuple[str, str]]:
        cells = zip(self.cells, self.ends, strict=True)
        return {cell: ends for cell, ends in cells if board.get(cell) == self.value}

    def cuts(self, board: Values) -> Iterator[Clause]:
        """For each loop that is not all: it is not closed, or some other edge is not there.

        Of several, the longest is left: a clause about it would say least.
        """
        edges = self._on(board)
        loops = sorted(_loops(edges), key=len)
        others = loops[-1] if len(loops) > 1 else edges
        for loop in loops[:-1] or loops:
            on_loop = {*loop}
            other = next((cell for cell in others if cell not in on_loop), None)
            if other:
                yield tuple(Fact(cell, self.value, False) for cell in (*loop, other))

    def lower(self, out: Lowering) -> None:
        """One edge at most closes a loop.

        If one does, nothing branches and nothing has a loose end: all edges are on that loop.
        """
        if out.postpone(self):
            return
        edges = [*zip(out.held_in(self.cells, self.value), self.ends, strict=True)]
        at: dict[str, list[int]] = {}
        for edge, ends in edges:
            for vertex in ends:
                at.setdefault(vertex, []).append(edge)
        closing = [*_closing(out, edges, at)]
        if not closing:
            return
        out.count(closing, 0, 1)
        closed = out.one_of(closing)
        for meeting in at.values():
            for edge in meeting:
                out.claim([-closed, -edge, *(other for other in meeting if other != edge)])
            for three in combinations(meeting, 3):
                out.claim([-closed, *(-edge for edge in three)])

    def distinguishes(self, _cell: Cell, one: Value, other: Value) -> bool:
        return (one == self.value) != (other == self.value)

    def moved(self, to: Mapping[Cell, Cell]) -> "Loop":
        return replace(self, cells=tuple([to[cell] for cell in self.cells]))

    def direct(self, domains: Domains) -> Iterator[Clause] | None:
        return cuts_of_few_boards(self, domains)


def _closing(
    out: Lowering, edges: list[tuple[int, tuple[str, str]]], at: Mapping[str, list[int]]
) -> Iterator[int]:
    """Literals that say that an edge closes a loop: edges before it join its ends."""
    joining, met = Joining(out), dict.fromkeys(at, 0)
    for edge, ends in edges:
        if joined := joining.joined(*ends):
            yield -out.one_of([-edge, -joined])
        joining.join(*ends, edge)
        for vertex in ends:
            met[vertex] += 1
            if met[vertex] == len(at[vertex]):
                joining.remove(vertex)


def _loops(edges: Mapping[Cell, tuple[str, str]]) -> Iterator[list[Cell]]:
    """Loops among some edges, one for each that joins what others before it join already.

    Each edge that joins something new hangs below the one that its nearer end hangs on.
    """
    at: dict[str, list[Cell]] = {}
    for cell, ends in edges.items():
        for vertex in ends:
            at.setdefault(vertex, []).append(cell)
    above: dict[str, tuple[str, Cell]] = {}  # the vertex before, and the edge to there
    used: set[Cell] = set()
    for root in at:
        if root in above:
            continue
        above[root] = ("", "")
        waiting = [root]
        for vertex in waiting:  # which grows meanwhile
            for cell in at[vertex]:
                if cell in used:
                    continue
                used.add(cell)
                one, other = edges[cell]
                far = other if vertex == one else one
                if far in above:
                    yield _closed(cell, vertex, far, above)
                else:
                    above[far] = vertex, cell
                    waiting.append(far)


def _closed(cell: Cell, one: str, other: str, above: Mapping[str, tuple[str, Cell]]) -> list[Cell]:
    """The loop that an edge closes: the ways up from its ends to where they meet."""
    ways = []
    for vertex in (one, other):
        way = [vertex]
        while above[way[-1]][0]:
            way.append(above[way[-1]][0])
        ways.append(way)
    shared = {*ways[0]} & {*ways[1]}
    return [cell, *(above[vertex][1] for way in ways for vertex in way if vertex not in shared)]
