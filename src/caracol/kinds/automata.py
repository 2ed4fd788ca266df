"""Automata for orders and sums along a path, by what they say of it."""

from ..caches import kept
from ..puzzle import Value
from .regular import DONE, Automaton


@kept(64)
def repeats(key: tuple[Value, ...], blank: Value) -> Automaton:
    """Blanks left out, the path spells the key over and over, to its end."""
    size = len(key)
    moves = ({blank: i, value: (i + 1) % size} for i, value in enumerate(key))
    return Automaton(tuple(moves), frozenset({0}))


@kept(64)
def starts_with(value: Value, blank: Value) -> Automaton:
    """The first cell of the path that is not blank holds the value."""
    return Automaton(({blank: 0, value: DONE},), frozenset({0}))


@kept(64)
def goes_on(key: tuple[Value, ...], blank: Value) -> Automaton:
    """If the path starts with a value of the key, the next one on it is the key's next."""
    after = {value: i for i, value in enumerate(key, start=1)}
    waiting = ({blank: i, key[i % len(key)]: DONE} for i in after.values())
    return Automaton(({blank: DONE} | after, *waiting), frozenset(after.values()))
