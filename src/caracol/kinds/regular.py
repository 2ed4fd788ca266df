"""A path of cells read by a finite automaton: the regular constraint (Pesant 2004)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from itertools import count as count_from
from operator import itemgetter, neg
from typing import ClassVar

from ..caches import kept
from ..puzzle import Cell, Fact, Value, Values
from .automata import DEAD, DONE, Automaton
from .constraint import OTHER, Cells, Clause, Domains
from .lowering import Literals, Lowering

# The direct encoding is given up beyond that many clauses.
MOST_DIRECT = 20_000
# Looking at all orders of some values is given up beyond that many sets of values left.
MOST_ORDERS = 2_000

States = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Regular:
    """The automaton accepts the values along the path."""

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

    def lower(self, out: Lowering) -> None:
        # What may be done early says little about most of the path, and shares much with others.
        if DONE in self.automaton.states:
            _lower_backward(self, out)
        elif out.is_certain:
            _lower_forward(self, out)
        else:
            _lower_by_definitions(self, out)

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
        automaton, ways, ends = self.automaton, {0: 1}, 0
        for cell in self.path:
            after: dict[int, int] = {}
            for state, times in ways.items():
                for target, values in _by_target(automaton, state, domains[cell]).items():
                    if target == DEAD:
                        ends += times * len(values)
                    elif target != DONE:
                        after[target] = after.get(target, 0) + times
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
            targets = _by_target(automaton, state, domains[cell])
            for target, values in targets.items():
                if target == DEAD:
                    yield from ((*so_far, Fact(cell, value, False)) for value in values)
                elif target != DONE:
                    others = (value for value in domains[cell] if value not in values)
                    not_made = (
                        (Fact(cell, values[0], False),)
                        if len(values) == 1
                        else tuple(Fact(cell, value) for value in others)
                    )
                    waiting.append((at + 1, target, (*so_far, *not_made)))


def _by_target(
    automaton: Automaton, state: int, domain: tuple[Value, ...]
) -> dict[int, list[Value]]:
    """The values of a cell by where they lead."""
    found: dict[int, list[Value]] = {}
    for value in domain:
        found.setdefault(automaton.move(state, value), []).append(value)
    return found


def _lower_forward(regular: Regular, out: Lowering) -> None:
    """Before each cell and after the last, which state the automaton is in.

    States that cannot be reached, or from which the end cannot, are left out.
    """
    layers = [dict.fromkeys(states, 0) for states in _alive_states(regular, out)]
    if not all(layers):
        out.claim([])
        return
    for layer in layers:
        for state in layer:
            layer[state] = out.new()
        out.count([*layer.values()], 1, 1)
    for cell, before, after in zip(regular.path, layers, layers[1:], strict=False):
        held = out.literals[cell]
        literals = [0, *held.values(), *before.values(), *after.values()]
        literals += map(neg, literals[:0:-1])
        picks = _picks(regular.automaton, tuple(held), tuple(before), tuple(after))
        out.claim_all([pick(literals) for pick in picks])
    for start, end, values, unless in _full_stretches(regular, out):
        out.claim_all(
            [
                [*unless, *clause]
                for clause in _whatever_order(regular.automaton, values, layers[start], layers[end])
            ]
        )


def _lower_by_definitions(regular: Regular, out: Lowering) -> None:
    """The same where the states must be defined whatever the cells hold.

    Where no state is left from which the end can be reached, the automaton is lost, and stays so:
    all that is claimed is that it is not lost at the end.
    """
    layers = [dict.fromkeys(states, 0) for states in _alive_states(regular, out)]
    if not all(layers):
        out.claim([])
        return
    unless, out.unless = out.unless, ()
    lost = []
    for layer in layers:
        for state in layer:
            layer[state] = out.new()
        lost.append(out.new())
        out.count([*layer.values(), lost[-1]], 1, 1)
    out.define([-lost[0]])
    for i, cell in enumerate(regular.path):
        before, after, away = layers[i], layers[i + 1], lost[i + 1]
        held = out.literals[cell]
        out.define([-lost[i], away])
        for state, literal in before.items():
            for target, values in _by_target(regular.automaton, state, tuple(held)).items():
                others = [held[value] for value in held if value not in values]
                out.define([-literal, after.get(target, away), *others])
        literals = [0, *held.values(), *before.values(), *after.values()]
        literals += map(neg, literals[:0:-1])
        picks = _picks(regular.automaton, tuple(held), tuple(before), tuple(after))
        out.define(*([*pick(literals), away] for pick in picks))
    out.unless = unless
    out.claim([-lost[-1]])


def _alive_states(regular: Regular, out: Lowering) -> list[States]:
    """For each place on the path, and its end, the states in which the automaton can be."""
    automaton = regular.automaton
    domains = [tuple(out.literals[cell]) for cell in regular.path]
    reached: list[States] = [(0,)]
    for domain in domains:
        reached.append(_after(automaton, reached[-1], domain))
    reached[-1] = tuple(state for state in reached[-1] if automaton.accepts(state))
    for i, domain in reversed([*enumerate(domains)]):
        reached[i] = _leading_to(automaton, reached[i], domain, reached[i + 1])
    return reached


@kept(256)
def _after(automaton: Automaton, states: States, domain: tuple[Value, ...]) -> States:
    moves = dict.fromkeys(automaton.move(state, value) for state in states for value in domain)
    return tuple(state for state in moves if state != DEAD)


@kept(256)
def _leading_to(
    automaton: Automaton, states: States, domain: tuple[Value, ...], after: States
) -> States:
    return tuple(s for s in states if any(automaton.move(s, value) in after for value in domain))


# Picks the literals of a clause out of those of a place on the path: most places have the same.
Pick = Callable[[Sequence[int]], Sequence[int]]


@kept(256)
def _picks(
    automaton: Automaton, values: tuple[Value, ...], before: States, after: States
) -> list[Pick]:
    """What the value of a cell, the state before it and the state after it say of each other.

    Clauses pick from literals of the values and of these states, counted from 1; negative numbers
    pick their opposites.
    """
    numbers = count_from(1)
    held = dict(zip(values, numbers, strict=False))
    clauses = _move(
        automaton,
        held,
        dict(zip(before, numbers, strict=False)),
        dict(zip(after, numbers, strict=False)),
    )
    return [itemgetter(*(clause if len(clause) > 1 else clause * 2)) for clause in clauses]


def _move(
    automaton: Automaton,
    held: Mapping[Value, int],
    before: Mapping[int, int],
    after: Mapping[int, int],
) -> list[Literals]:
    clauses: list[Literals] = []
    by_states: dict[tuple[int, int], Literals] = {}
    sources, targets = Counter[int](), Counter[int]()
    for value, literal in held.items():
        moves = {state: automaton.move(state, value) for state in before}
        moves = {state: target for state, target in moves.items() if target in after}
        ends = [target for target in after if target in moves.values()]
        if len(moves) < len(before):
            clauses.append([-literal, *map(before.__getitem__, moves)])
        if len(ends) < len(after):
            clauses.append([-literal, *map(after.__getitem__, ends)])
        sources[literal], targets[literal] = len(moves), len(ends)
        for move in moves.items():
            by_states.setdefault(move, []).append(literal)
    # Whichever of its values makes a move, one state follows from the other, unless another value
    # makes another move. A single value that leads from here alone, or there alone, says so itself.
    for (start, end), (literal, *others) in by_states.items():
        if others or targets[literal] > 1:
            elsewhere = (some for (a, b), some in by_states.items() if a == start and b != end)
            clauses.append([-before[start], after[end], *chain.from_iterable(elsewhere)])
        if others or sources[literal] > 1:
            hither = (some for (a, b), some in by_states.items() if a != start and b == end)
            clauses.append([before[start], -after[end], *{*chain.from_iterable(hither)}])
    return clauses


def _full_stretches(
    regular: Regular, out: Lowering
) -> Iterator[tuple[int, int, frozenset[Value], Literals]]:
    """Stretches of the path that hold some values once each, and else none that make a move.

    They are lines, or lines but for a cell, unless this makes a move. What is known of the state
    after them follows from the rest, but saying so halves the conflicts on Magic Snails, whose
    outer lines are such.
    """
    place = {cell: i for i, cell in enumerate(regular.path)}
    idle = regular.automaton.idle
    for line, values in out.once.items():
        apart, *rest = places = sorted(place.get(cell, -1) for cell in line)
        known = idle.union(values)
        if apart < 0 or not all(known.issuperset(out.literals[cell]) for cell in line):
            continue
        if _gapless(places):
            yield places[0], places[-1] + 1, frozenset(values), []
        elif _gapless(rest):
            held = out.literals[regular.path[apart]]
            idling = [literal for value, literal in held.items() if value in idle]
            if len(idling) == 1:
                yield rest[0], rest[-1] + 1, frozenset(values), [-idling[0]]


def _gapless(places: list[int]) -> bool:
    return places[-1] - places[0] + 1 == len(places)


def _whatever_order(
    automaton: Automaton,
    values: frozenset[Value],
    before: Mapping[int, int],
    after: Mapping[int, int],
) -> Iterator[Literals]:
    """How the states before and after some values determine each other, whatever their order."""
    ends: dict[int, States] = {}
    for state in before:
        found = _ends(automaton, state, values)
        if found is None:
            return
        ends[state] = found
    for state, found in ends.items():
        possible = [end for end in found if end in after]
        if len(possible) < 2:
            yield [-before[state], *map(after.__getitem__, possible)]
    for end, literal in after.items():
        starts = [state for state, found in ends.items() if end in found]
        if len(starts) < 2:
            yield [-literal, *map(before.__getitem__, starts)]


@kept(256)
def _ends(automaton: Automaton, state: int, values: frozenset[Value]) -> States | None:
    """The states in which the automaton can be after reading the values in any order.

    None where there are too many orders to look at.
    """
    left = {(state, values)}
    for _ in values:
        left = {
            (automaton.move(state, value), rest - {value})
            for state, rest in left
            for value in rest
            if automaton.move(state, value) != DEAD
        }
        if len(left) > MOST_ORDERS:
            return None
    return tuple(sorted({end for end, _ in left}))


def _lower_backward(regular: Regular, out: Lowering) -> None:
    """From each place on the path and each state, whether the automaton accepts what is left.

    That says nothing of how the state was reached, so all constraints with the same automaton
    whose paths end alike share it.
    """
    path, automaton = regular.path, regular.automaton
    if not path:
        out.claim_all([] if automaton.accepts(0) else [[]])
        return
    accepted = _accepted(automaton, path[1:], {*automaton.moves[0].values()}, out)
    for value, literal in out.literals[path[0]].items():
        rest = accepted[automaton.move(0, value)]
        if rest != ALWAYS:
            out.claim([-literal] if rest is NEVER else [-literal, rest])


# A literal, or what is known without one.
Known = int | None
ALWAYS, NEVER = 0, None


def _accepted(
    automaton: Automaton, path: Cells, states: set[int], out: Lowering
) -> dict[int, Known]:
    """For each of the states a literal that says the automaton accepts the path from there."""
    wanted: list[dict[object, int]] = []  # by place: states by what their literal says
    for i in range(len(path) + 1):
        keys: dict[object, int] = {(path[i:], automaton, s): s for s in sorted(states) if s >= 0}
        unknown = [state for key, state in keys.items() if key not in out.helpers]
        wanted.append(keys)
        if i == len(path) or not unknown:
            break
        values = out.literals[path[i]]
        states = {automaton.move(state, value) for state in unknown for value in values}
    accepted: dict[int, Known] = {}
    for i, keys in reversed([*enumerate(wanted)]):
        after, accepted = accepted, {DONE: ALWAYS, DEAD: NEVER}
        for key, state in keys.items():
            if key in out.helpers:
                accepted[state] = out.helpers[key]
            elif i == len(path):
                accepted[state] = ALWAYS if automaton.accepts(state) else NEVER
            else:
                held = out.literals[path[i]]
                then = {held[value]: after[automaton.move(state, value)] for value in held}
                accepted[state] = _defined(out, key, then)
    return accepted


def _defined(out: Lowering, key: object, then: Mapping[int, Known]) -> Known:
    """A literal that says the same as what belongs to the one of these literals that holds."""
    found = {*then.values()}
    if len(found) == 1:
        return found.pop()
    accepted = [literal for literal, known in then.items() if known == ALWAYS]
    if found == {ALWAYS, NEVER} and len(accepted) == 1:
        return accepted[0]
    out.helpers[key] = helper = out.new()
    for literal, known in then.items():
        if known == ALWAYS:
            out.define((helper, -literal))
        elif known is NEVER:
            out.define((-helper, -literal))
        else:
            out.define((-helper, -literal, known), (helper, -literal, -known))
    return helper
