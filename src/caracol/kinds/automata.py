"""Finite automata that read the values along a path, and how to make some by what they say."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from ..caches import kept
from ..puzzle import Value

# A move to DONE accepts the path, whatever follows.
DONE = -1
DEAD = -2
ORDER = "order"

Moves = Mapping[Value, int]


@dataclass(frozen=True)
class Automaton:
    """A finite automaton that reads values: by state, where each value leads; it starts in state 0.

    A value without a move is not accepted. The path must end in an accepting state.
    """

    moves: tuple[Moves, ...]
    accepting: frozenset[int] = frozenset()
    topic: str = field(default="path", compare=False)
    """What the paths that it accepts are like, for the names of techniques."""

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.accepting, *(frozenset(moves.items()) for moves in self.moves)))

    @cached_property
    def idle(self) -> frozenset[Value]:
        """Values that never change the state."""
        moves = self.moves
        return frozenset(v for v in moves[0] if all(m.get(v) == s for s, m in enumerate(moves)))

    def move(self, state: int, value: Value) -> int:
        """The state to which the value leads; DEAD where it has no move."""
        return DONE if state == DONE else self.moves[state].get(value, DEAD)

    def accepts(self, state: int) -> bool:
        """Whether the path may end in this state."""
        return state == DONE or state in self.accepting

    @cached_property
    def states(self) -> tuple[int, ...]:
        """All states; where some path is accepted early, DONE is the last of them."""
        ends = any(DONE in moves.values() for moves in self.moves)
        return (*range(len(self.moves)), *((DONE,) if ends else ()))

    @property
    def ends(self) -> tuple[int, ...]:
        """The states in which the path may end."""
        return tuple(filter(self.accepts, self.states))

    def table(self, values: tuple[Value, ...]) -> list[int]:
        """In numbers alone: how many states there are, for each state where each value leads, -1
        where it is not accepted, and for each state whether the path may end there.

        DONE is the last state, which nothing leaves.
        """
        if values not in self._tables:
            self._tables[values] = self._table(values)
        return self._tables[values]

    @cached_property
    def _tables(self) -> dict[tuple[Value, ...], list[int]]:
        return {}

    def _table(self, values: tuple[Value, ...]) -> list[int]:
        done, dead = len(self.moves), -1
        numbers = {DONE: done, DEAD: dead}
        table = [len(self.states)]
        for moves in self.moves:
            targets = [moves.get(value, DEAD) for value in values]
            table += [numbers.get(target, target) for target in targets]
        if len(self.states) > done:
            table += [done] * len(values)
        return table + [int(self.accepts(state)) for state in self.states]

    @cached_property
    def shifts(self) -> Mapping[Value, list[tuple[int, int]]]:
        """For each value its moves between states that are bits of a number: from which states it
        leads how far up, or down where that is negative; DONE is the last state."""
        found: dict[Value, dict[int, int]] = {}
        for state in self.states:
            for value in {value for moves in self.moves for value in moves}:
                target = self.move(state, value)
                if target != DEAD:
                    here, there = (one % (len(self.moves) + 1) for one in (state, target))
                    by = found.setdefault(value, {})
                    by[there - here] = by.get(there - here, 0) | 1 << here
        return {value: [(some, by) for by, some in by.items()] for value, by in found.items()}

    @cached_property
    def end_states(self) -> int:
        """The states in which the path may end, as bits of a number."""
        return sum(1 << state % (len(self.moves) + 1) for state in self.ends)

    def arcs(self, values: Iterable[Value]) -> list[tuple[int, Value, int]]:
        """From each state each move on one of these values, and where it leads."""
        moves = product(self.states, values)
        arcs = ((state, value, self.move(state, value)) for state, value in moves)
        return [arc for arc in arcs if arc[2] != DEAD]


@kept(64)
def repeats(key: tuple[Value, ...], blank: Value) -> Automaton:
    """Blanks left out, the path spells the key over and over, to its end."""
    size = len(key)
    moves = ({blank: i, value: (i + 1) % size} for i, value in enumerate(key))
    return Automaton(tuple(moves), frozenset({0}), ORDER)


@kept(64)
def starts_with(value: Value, blank: Value) -> Automaton:
    """The first cell of the path that is not blank holds the value."""
    return Automaton(({blank: 0, value: DONE},), frozenset({0}), ORDER)


@kept(64)
def goes_on(key: tuple[Value, ...], blank: Value) -> Automaton:
    """If the path starts with a value of the key, the next one on it is the key's next."""
    after = {value: i for i, value in enumerate(key, start=1)}
    waiting = ({blank: i, key[i % len(key)]: DONE} for i in after.values())
    return Automaton(({blank: DONE} | after, *waiting), frozenset(after.values()), ORDER)
