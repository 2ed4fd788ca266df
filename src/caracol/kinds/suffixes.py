"""An automaton by the rest of its path: whether it accepts what is left, from each place and state.

That says nothing of how the state was reached, so all constraints with the same automaton whose
paths end alike share it.
"""

from collections.abc import Mapping

from .automata import DEAD, DONE, Automaton
from .constraint import Cells
from .lowering import Lowering

# A literal, or what is known without one.
Known = int | None
ALWAYS, NEVER = 0, None

# What a helper variable says: from this state, the automaton accepts these cells.
Suffix = tuple[Cells, Automaton, int]


def claim_accepted(automaton: Automaton, path: Cells, out: Lowering) -> None:
    """Claim that the automaton accepts the path, with a helper variable for each suffix."""
    if not path:
        out.claim_all([] if automaton.accepts(0) else [[]])
        return
    accepted = _accepted(automaton, path[1:], {*automaton.moves[0].values()}, out)
    for value, literal in out.literals[path[0]].items():
        rest = accepted[automaton.move(0, value)]
        if rest != ALWAYS:
            out.claim([-literal] if rest is NEVER else [-literal, rest])


def _accepted(
    automaton: Automaton, path: Cells, states: set[int], out: Lowering
) -> dict[int, Known]:
    """For each of the states a literal that says the automaton accepts the path from there."""
    accepted: dict[int, Known] = {}
    for suffixes in reversed(_wanted(automaton, path, states, out)):
        after, accepted = accepted, {DONE: ALWAYS, DEAD: NEVER}
        for suffix in suffixes:
            accepted[suffix[2]] = _known(suffix, after, out)
    return accepted


def _wanted(
    automaton: Automaton, path: Cells, states: set[int], out: Lowering
) -> list[list[Suffix]]:
    """For each place on the path the suffixes to be known; those known need none after them."""
    wanted: list[list[Suffix]] = []
    for i in range(len(path) + 1):
        rest = path[i:]
        suffixes = [(rest, automaton, state) for state in sorted(states) if state >= 0]
        wanted.append(suffixes)
        unknown = [suffix for suffix in suffixes if suffix not in out.helpers]
        if not rest or not unknown:
            break
        values = out.literals[rest[0]]
        states = {automaton.move(state, value) for _, _, state in unknown for value in values}
    return wanted


def _known(suffix: Suffix, after: Mapping[int, Known], out: Lowering) -> Known:
    """A literal that says the suffix is accepted, by what is known after its first cell."""
    if suffix in out.helpers:
        return out.helpers[suffix]
    rest, automaton, state = suffix
    if not rest:
        return ALWAYS if automaton.accepts(state) else NEVER
    held = out.literals[rest[0]]
    then = {literal: after[automaton.move(state, value)] for value, literal in held.items()}
    found = {*then.values()}
    if len(found) == 1:
        return found.pop()
    accepted = [literal for literal, known in then.items() if known == ALWAYS]
    if found == {ALWAYS, NEVER} and len(accepted) == 1:
        return accepted[0]
    return _defined(suffix, then, out)


def _defined(suffix: Suffix, then: Mapping[int, Known], out: Lowering) -> int:
    """Define a literal that says the same as what belongs to the one of these that holds."""
    out.helpers[suffix] = helper = out.new()
    for literal, known in then.items():
        if known == ALWAYS:
            out.define((helper, -literal))
        elif known is NEVER:
            out.define((-helper, -literal))
        else:
            out.define((-helper, -literal, known), (helper, -literal, -known))
    return helper
