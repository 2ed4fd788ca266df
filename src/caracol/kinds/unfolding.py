"""An automaton unfolded along its path: in which state it is before each cell and at the end."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from itertools import count as count_from
from typing import NamedTuple

from ..caches import kept
from ..puzzle import Value
from .automata import DEAD, Automaton
from .constraint import Cells
from .lowering import Literals, Lowering
from .picks import Pick, picks, row

# Looking at all orders of some values is given up beyond that many sets of values left.
MOST_ORDERS = 2_000

States = tuple[int, ...]
# For each state at a place on the path, the literal that says the automaton is in it.
Layer = dict[int, int]


def unfold(automaton: Automaton, path: Cells, out: Lowering) -> None:
    """Claim that the automaton accepts the path, with a helper variable for each state and place.

    States that cannot be reached, or from which the end cannot, are left out.
    """
    alive = _alive(automaton, [tuple(out.literals[cell]) for cell in path])
    if not all(alive):
        out.claim([])
        return
    layers = [_layer(states, out) for states in alive]
    for cell, before, after in zip(path, layers, layers[1:], strict=False):
        held = out.literals[cell]
        literals = row([*held.values(), *before.values(), *after.values()])
        moves = _moves(automaton, tuple(held), tuple(before), tuple(after))
        out.claim_all([pick(literals) for pick in moves])
    for stretch in _full_stretches(automaton, path, out):
        before, after = layers[stretch.start], layers[stretch.end]
        clauses = _whatever_order(automaton, stretch.values, before, after)
        out.claim_all([[*stretch.unless, *clause] for clause in clauses])


def _alive(automaton: Automaton, domains: Sequence[tuple[Value, ...]]) -> list[States]:
    """For each place on the path, and its end, the states in which the automaton can be."""
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


def _layer(states: States, out: Lowering) -> Layer:
    layer = {state: out.new() for state in states}
    out.count([*layer.values()], 1, 1)
    return layer


@kept(256)
def _moves(
    automaton: Automaton, values: tuple[Value, ...], before: States, after: States
) -> list[Pick]:
    """What the value of a cell, the state before it and the state after it say of each other.

    Clauses pick from the literals of the values and of these states, in this order.
    """
    numbers = count_from(1)
    held = dict(zip(values, numbers, strict=False))
    now, then = (dict(zip(states, numbers, strict=False)) for states in (before, after))
    moves = {held[value]: _move(automaton, value, before, after) for value in values}
    return picks([*_said_by_values(moves, now, then), *_said_by_states(moves, now, then)])


def _move(automaton: Automaton, value: Value, before: States, after: States) -> dict[int, int]:
    """For each state from which the value leads on, where it leads."""
    moves = ((state, automaton.move(state, value)) for state in before)
    return {state: target for state, target in moves if target in after}


def _said_by_values(
    moves: Mapping[int, Mapping[int, int]], now: Layer, then: Layer
) -> Iterator[Literals]:
    """From which states a value leads on, and to which."""
    for literal, move in moves.items():
        ends = {*move.values()}
        if len(move) < len(now):
            yield [-literal, *(now[state] for state in move)]
        if len(ends) < len(then):
            yield [-literal, *(it for state, it in then.items() if state in ends)]


def _said_by_states(
    moves: Mapping[int, Mapping[int, int]], now: Layer, then: Layer
) -> Iterator[Literals]:
    """One state follows from the other, unless a value makes another move.

    A single value that leads from here alone, or there alone, says so itself.
    """
    makers: dict[tuple[int, int], Literals] = {}  # the values that make each move
    for literal, move in moves.items():
        for ends in move.items():
            makers.setdefault(ends, []).append(literal)
    for (start, end), (literal, *others) in makers.items():
        if others or len({*moves[literal].values()}) > 1:
            elsewhere = (some for (a, b), some in makers.items() if a == start and b != end)
            yield [-now[start], then[end], *chain.from_iterable(elsewhere)]
        if others or len(moves[literal]) > 1:
            hither = (some for (a, b), some in makers.items() if a != start and b == end)
            yield [now[start], -then[end], *{*chain.from_iterable(hither)}]


class Stretch(NamedTuple):
    """Part of a path that holds some values once each, and else none that make a move."""

    start: int
    end: int
    values: frozenset[Value]
    unless: Literals  # what it is such a stretch without


def _full_stretches(automaton: Automaton, path: Cells, out: Lowering) -> Iterator[Stretch]:
    """Lines on the path, or lines but for a cell, unless this makes a move.

    What is known of the state after them follows from the rest, but saying so halves the conflicts
    on Magic Snails, whose outer lines are such.
    """
    place = {cell: i for i, cell in enumerate(path)}
    idle = automaton.idle
    for line, values in out.once.items():
        apart, *rest = places = sorted(place.get(cell, -1) for cell in line)
        known = idle.union(values)
        if apart < 0 or not all(known.issuperset(out.literals[cell]) for cell in line):
            continue
        if _gapless(places):
            yield Stretch(places[0], places[-1] + 1, frozenset(values), [])
        elif _gapless(rest):
            held = out.literals[path[apart]]
            idling = [literal for value, literal in held.items() if value in idle]
            if len(idling) == 1:
                yield Stretch(rest[0], rest[-1] + 1, frozenset(values), [-idling[0]])


def _gapless(places: list[int]) -> bool:
    return places[-1] - places[0] + 1 == len(places)


def _whatever_order(
    automaton: Automaton, values: frozenset[Value], before: Layer, after: Layer
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
