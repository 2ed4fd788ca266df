"""Which vertices of a graph are joined, edge by edge: definitions for kinds about areas and loops.

A vertex is removed once all its edges are known. On a board that is gone through row by row there
are then about as many vertices at a time as a row has, and half the square of that in pairs.
"""

from itertools import combinations

from ..puzzle import Cell
from .lowering import Literals, Lowering


class Joining:
    """Vertices, and for each two of them a literal that says whether edges so far join them."""

    def __init__(self, out: Lowering) -> None:
        self._out = out
        self._joined: dict[Cell, dict[Cell, int]] = {}

    def joined(self, one: Cell, other: Cell) -> int:
        """The literal; 0 where no edge so far could join them."""
        return self._joined.get(one, {}).get(other, 0)

    def join(self, one: Cell, other: Cell, edge: int) -> None:
        """The edge joins the two if its literal holds."""
        near = dict.fromkeys((*self._joined.get(one, ()), *self._joined.get(other, ())))
        before = {
            vertex: (self.joined(vertex, one), self.joined(vertex, other))
            for vertex in near
            if vertex not in (one, other)
        }
        for vertex, (to_one, to_other) in before.items():
            if to_other:
                self._set(vertex, one, self._gained(to_one, edge, to_other))
            if to_one:
                self._set(vertex, other, self._gained(to_other, edge, to_one))
        for (vertex, (a, b)), (further, (c, d)) in combinations(before.items(), 2):
            if (a and d) or (b and c):
                through = self.joined(vertex, one), self.joined(further, one)
                literal = self._gained(self.joined(vertex, further), *through)
                self._set(vertex, further, literal)
        known = self.joined(one, other)
        self._set(one, other, self._out.any_of([known, edge]) if known else edge)

    def remove(self, vertex: Cell) -> Literals:
        """Forget a vertex; the literals that say that it is joined to one that is left."""
        joined = self._joined.pop(vertex, {})
        for other in joined:
            del self._joined[other][vertex]
        return [*joined.values()]

    def _set(self, one: Cell, other: Cell, literal: int) -> None:
        self._joined.setdefault(one, {})[other] = literal
        self._joined.setdefault(other, {})[one] = literal

    def _gained(self, known: int, one: int, other: int) -> int:
        """Define a literal that says that the first holds, if there is one, or both others."""
        helper, first = self._out.new(), [known] if known else []
        self._out.define(
            *([helper, -literal] for literal in first),
            [helper, -one, -other],
            [-helper, *first, one],
            [-helper, *first, other],
        )
        return helper
