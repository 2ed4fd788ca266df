"""A path of cells read by a finite automaton: the regular constraint (Pesant 2004)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from ..puzzle import Cell, Fact, Value, Values
from .automata import DEAD, DONE, Automaton
from .constraint import OTHER, Cells, Clause, Domains
from .lowering import Lowering
from .suffixes import claim_accepted
from .unfolding import define_and_claim, unfold

# The direct encoding is given up beyond that many clauses.
MOST_DIRECT = 20_000


@dataclass(frozen=True, slots=True)
class Regular:
    """The automaton accepts the values along the path.

    >>> from caracol.kinds import Automaton
    >>> no_b_after_a = Automaton(({"A": 1, "B": 0}, {"A": 1}), accepting=frozenset({0, 1}))
    >>> rule = Regular(("r1c1", "r1c2"), no_b_after_a)
    >>> rule.holds({"r1c1": "B", "r1c2": "A"}), rule.holds({"r1c1": "A", "r1c2": "B"})
    (True, False)
    """

    cost: ClassVar = OTHER

    path: Cells
    automaton: Automaton

    @property
    def cells(self) -> Cells:
        return self.path

    @property
    def topic(self) -> str:
        return self.automaton.topic

    @property
    def is_plain(self) -> bool:
        return False

    @property
    def is_proper(self) -> bool:
        """Whether there are cells, moves and ends, which solvers with automata take for granted."""
        return bool(self.path and any(self.automaton.moves) and self.automaton.ends)

    def holds(self, board: Values) -> bool:
        moves, idle, state = self.automaton.moves, self.automaton.idle, 0
        values: Iterable[Value | None] = map(board.get, self.path)
        if idle:
            values = [value for value in values if value not in idle]
        for value in values:
            if value is None:
                return self._may_hold(board)
            state = moves[state].get(value, DEAD)
            if state < 0:
                return state == DONE
        return state in self.automaton.accepting

    def _may_hold(self, board: Values) -> bool:
        """The same of a partly filled board: the cells without a value may hold any."""
        moves, states = self.automaton.moves, {0}
        for cell in self.path:
            if cell in board:
                states = {moves[state].get(board[cell], DEAD) for state in states} - {DEAD}
            else:
                states = {after for state in states for after in moves[state].values()}
            if DONE in states:
                return True
        return not states.isdisjoint(self.automaton.accepting)

    def supported(self, domains: Domains) -> list[tuple[Value, ...]]:
        """For each place on the path the values with which the automaton can accept it.

        Sets of states are numbers, with a bit for each state.
        """
        shifts, reached = self.automaton.shifts, [1]
        done = [(1 << len(self.automaton.moves), 0)]  # all that other values do is stay there
        held = [[(value, shifts.get(value, done)) for value in domains[cell]] for cell in self.path]
        for moves in held:
            states, after = reached[-1], 0
            for _, of_value in moves:
                for some, by in of_value:
                    after |= (states & some) << by if by >= 0 else (states & some) >> -by
            reached.append(after)
        alive, found = reached.pop() & self.automaton.end_states, list[tuple[Value, ...]]()
        for states, moves in zip(reversed(reached), reversed(held), strict=True):
            after, alive, values = alive, 0, list[Value]()
            for value, of_value in moves:
                starts = 0
                for some, by in of_value:
                    starts |= (after >> by if by >= 0 else after << -by) & some
                if starts & states:
                    values.append(value)
                    alive |= starts & states
            found.append(tuple(values))
        return found[::-1]

    def lower(self, out: Lowering) -> None:
        # What may be done early says little about most of the path, and shares much with others.
        if DONE in self.automaton.states:
            claim_accepted(self.automaton, self.path, out)
        elif out.is_certain:
            unfold(self.automaton, self.path, out)
        else:
            define_and_claim(self.automaton, self.path, out)

    def distinguishes(self, _cell: Cell, one: Value, other: Value) -> bool:
        return any(moves.get(one) != moves.get(other) for moves in self.automaton.moves)

    def moved(self, to: Mapping[Cell, Cell]) -> "Regular":
        return replace(self, path=tuple([to[cell] for cell in self.path]))

    def direct(self, domains: Domains) -> Iterator[Clause] | None:
        """A clause for each way to a dead end: one of its moves is not made."""
        if self._dead_ends(domains) > MOST_DIRECT:
            return None
        return self._direct(domains)

    def _dead_ends(self, domains: Domains) -> int:
        """How many ways there are to a dead end."""
        automaton, ways, ends = self.automaton, Counter([0]), 0
        for cell in self.path:
            after = Counter[int]()
            for state, times in ways.items():
                targets = _by_target(automaton, state, domains[cell])
                ends += times * len(targets.pop(DEAD, ()))
                targets.pop(DONE, None)
                after.update(dict.fromkeys(targets, times))
            ways = after
        return ends + sum(ways[state] for state in ways if not automaton.accepts(state))

    def _direct(self, domains: Domains) -> Iterator[Clause]:
        automaton = self.automaton
        waiting: list[tuple[int, int, Clause]] = [(0, 0, ())]
        while waiting:
            at, state, so_far = waiting.pop()
            if at == len(self.path):
                if not automaton.accepts(state):
                    yield so_far
                continue
            cell = self.path[at]
            for target, values in _by_target(automaton, state, domains[cell]).items():
                if target == DEAD:
                    yield from ((*so_far, Fact(cell, value, False)) for value in values)
                elif target != DONE:
                    not_made = _holds_none_of(values, cell, domains[cell])
                    waiting.append((at + 1, target, (*so_far, *not_made)))


def _by_target(
    automaton: Automaton, state: int, domain: tuple[Value, ...]
) -> dict[int, list[Value]]:
    """The values of a cell by where they lead."""
    found: dict[int, list[Value]] = {}
    for value in domain:
        found.setdefault(automaton.move(state, value), []).append(value)
    return found


def _holds_none_of(values: list[Value], cell: Cell, domain: tuple[Value, ...]) -> Clause:
    """Not the one value, or else another."""
    if len(values) == 1:
        return (Fact(cell, values[0], False),)
    return tuple(Fact(cell, value) for value in domain if value not in values)
