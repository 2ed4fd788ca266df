"""Orders in words: values that come round and round along a path, some cells of which are blank."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..kinds import Regular
from ..phrases import Listing, Phrase, all_of, say
from ..puzzle import Cell, Fact, Value
from .candidates import Candidates
from .told import is_placement

# One thing that comes, or several.
BETWEEN = (
    "between {one} in {here} and {other} in {there} comes {next}",
    "between {one} in {here} and {other} in {there} come {next}",
)
AFTER = "after {one} in {here} comes {next}", "after {one} in {here} come {next}"
BEFORE = "before {other} in {there} comes {next}", "before {other} in {there} come {next}"
# Some facts, and the reason for all of them.
Thought = tuple[list[Fact], Phrase]


class Gap(NamedTuple):
    """The cells of a path between two that are known, and what is known at its ends."""

    before: Fact | None  # none at the start of the path
    after: Fact | None  # none at its end
    cells: tuple[Cell, ...]


def key_of(regular: Regular) -> tuple[Value, ...]:
    """The values that follow each other round and round, if the path is of that kind."""
    automaton = regular.automaton
    key: list[Value] = []
    state = 0
    while len(key) < len(automaton.moves):
        onward = [(v, to) for v, to in automaton.moves[state].items() if to != state]
        if len(onward) != 1:
            return ()
        key.append(onward[0][0])
        state = onward[0][1]
    is_round = state == 0 and automaton.accepting == {0}
    return tuple(key) if is_round else ()


class Order:
    """What follows from an order, told gap by gap."""

    def __init__(self, regular: Regular, left: Candidates) -> None:
        self._path, self._key, self._left = regular.path, key_of(regular), left

    def thoughts(self, facts: Iterable[Fact]) -> list[Thought]:
        """The facts with their reasons; none where the path has no such order."""
        if not self._key:
            return []
        found: dict[Phrase, list[Fact]] = {}
        for gap, some in self._by_gap(facts).items():
            placed = any(map(is_placement, some))
            for fact in some:
                reason = self._between(gap) if placed else self._why_not(fact, gap)
                found.setdefault(reason, []).append(fact)
        thoughts = [(some, reason) for reason, some in found.items()]
        return sorted(thoughts, key=lambda thought: not any(map(is_placement, thought[0])))

    def _by_gap(self, facts: Iterable[Fact]) -> dict[Gap, list[Fact]]:
        gaps: dict[Cell, Gap] = {}
        before: Fact | None = None
        cells: list[Cell] = []
        for cell in (*self._path, None):
            value = self._left.only_value(cell) if cell else None
            known = Fact(cell, value) if cell and value in self._key and value is not None else None
            if cell is None or known:
                gaps |= dict.fromkeys(cells, Gap(before, known, tuple(cells)))
                before, cells = known, []
            else:
                cells.append(cell)
        found: dict[Gap, list[Fact]] = {}
        for fact in facts:
            if fact.cell in gaps:
                found.setdefault(gaps[fact.cell], []).append(fact)
        return found

    def _between(self, gap: Gap) -> Phrase:
        """What comes between the ends of a gap; the least, where that may be more."""
        first = gap.before.value if gap.before else self._key[-1]
        last = gap.after.value if gap.after else self._key[0]
        come = self._steps(first, last)
        several = len(come) > 1
        named = self._ends(gap) | {"next": all_of(map(self._left.speaker.value, come))}
        if not come and gap.before and gap.after:
            template = "nothing comes between {one} in {here} and {other} in {there}"
            return say(template, **self._ends(gap))
        if not come:
            come_first = gap.before is None
            template = "{value} comes first" if come_first else "{value} comes last"
            value = self._key[0 if come_first else -1]
            return say(template, value=self._left.speaker.value(value))
        if gap.before and gap.after:
            return say(BETWEEN[several], **named)
        return say((AFTER if gap.before else BEFORE)[several], **named)

    def _ends(self, gap: Gap) -> dict[str, Phrase | Listing]:
        speaker = self._left.speaker
        named: dict[str, Phrase | Listing] = {}
        if gap.before:
            named |= {"one": speaker.value(gap.before.value), "here": speaker.cell(gap.before.cell)}
        if gap.after:
            named |= {
                "other": speaker.value(gap.after.value),
                "there": speaker.cell(gap.after.cell),
            }
        return named

    def _why_not(self, fact: Fact, gap: Gap) -> Phrase:
        """Why a value does not fit: what must come before it does not, or what must come after."""
        value, at = fact.value, gap.cells.index(fact.cell)
        if fact.holds:  # a blank: nothing that might stand there does
            return self._between(gap)
        first = gap.before.value if gap.before else self._key[-1]
        missing = self._steps(first, value)
        if not self._fit(missing, gap.cells[:at]):
            return self._comes_after(gap, missing[0])
        last = gap.after.value if gap.after else self._key[0]
        following = self._steps(value, last)
        if not self._fit(following, gap.cells[at + 1 :]):
            return self._goes_on(gap, value, following[0])
        return self._between(gap)

    def _comes_after(self, gap: Gap, following: Value) -> Phrase:
        named = self._left.speaker.value(following)
        if gap.before is None:
            return say("{value} comes first", value=named)
        return say(AFTER[0], **self._ends(gap._replace(after=None)), next=named)

    def _goes_on(self, gap: Gap, value: Value, following: Value) -> Phrase:
        speaker = self._left.speaker
        if gap.after is None:
            return say("{value} comes last", value=speaker.value(self._key[-1]))
        return say(
            "after {one} comes {next}, not {other} in {there}",
            one=speaker.value(value),
            next=speaker.value(following),
            other=speaker.value(gap.after.value),
            there=speaker.cell(gap.after.cell),
        )

    def _steps(self, first: Value, last: Value) -> list[Value]:
        """What comes between two values in the order, at the least."""
        size = len(self._key)
        i, j = self._key.index(first), self._key.index(last)
        return [self._key[k % size] for k in range(i + 1, i + 1 + (j - i - 1) % size)]

    def _fit(self, values: Sequence[Value], cells: Sequence[Cell]) -> bool:
        """Whether the values can stand in these cells in that order."""
        waiting = [*values]
        for cell in cells:
            if waiting and waiting[0] in self._left.of(cell):
                waiting.pop(0)
        return not waiting
