"""Told steps in words: the question that a placement answers, or the thought that rules out more.

What the step is about decides its form; `reasons_in_words` says a single rule by its kind. Each
thought is a line, and so is each link of a chain; cases are further in.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations

from .. import registry
from ..boards.board import EMPTY
from ..kinds import Count, Differ
from ..model import Rule
from ..phrases import ENGLISH, Listing, Phrase, all_of, any_of, clauses, say
from ..puzzle import Cell, Fact, Value, reading_order
from .candidates import Candidates
from .chains import by_cell, spelt_out
from .lines import Line, line, words
from .sentences import Speaker
from .single_rules import SingleRules, line_of
from .step import Step
from .suppositions import supposition
from .techniques import is_last_place
from .told import Told, is_complex, is_placement, last_places

# The most thoughts of one rule that are set out.
MOST_THOUGHTS = 2
# What is out besides: one value or several.
OUT = {
    False: "the lines of {cell} already hold {seen}, and {others} is out, so {cell} is {value}",
    True: "the lines of {cell} already hold {seen}, and {others} are out, so {cell} is {value}",
}


def sentence(told: Told, language: str = ENGLISH) -> str:
    """A told step in words, a line for each thought.

    >>> import caracol
    >>> puzzle = caracol.parse("magic-snail 3 AB\\n.A.\\nA..\\n...")
    >>> print(sentence(next(caracol.told(puzzle))))
    Where can A go in column 3? Not in r1c3 or r2c3, so in r3c3.
    """
    return "\n".join(one.told(language) for one in _Voice(told).lines())


class _Voice:
    """Says the parts of a told step; `left` are the candidates as far as it is told."""

    def __init__(self, told: Told) -> None:
        self.told = told
        self.speaker = Speaker(told.puzzle)
        self.left = Candidates(self.speaker, told.before)
        self.singles = SingleRules(self.left)

    def lines(self) -> Iterator[Line]:
        """What is said of each part; others go without saying."""
        told = self.told
        if all(map(_is_complete_line, told.keys)):
            facts = self.left.facts(told.derives)
            yield line(say("{facts}, because their lines are complete", facts=facts))
            return
        support = {*map(id, told.support)}
        if len(told.keys) == 1 and is_last_place(told.keys[0]):
            support = set()  # said in answer to the question
        keys = {*map(id, told.keys)}
        for part in told.parts:
            if id(part) in keys:
                yield from self._key(part)
            elif id(part) in support:
                yield from self._because(part, self._needed_of(part))
            if id(part) not in {*map(id, told.support)} - support:
                self.left.learn(part.derives)

    def _key(self, step: Step) -> Iterator[Line]:
        if is_complex(step):
            yield from self._several(step)
        elif is_last_place(step):
            yield from self._last_place(step)
        elif _placed(step) and (seen := self._seen_by(step)):
            yield line(self._only_value(_placed(step)[0], seen))
        else:
            yield from self._because(step, step.derives)

    def _because(self, step: Step, facts: Sequence[Fact]) -> Iterator[Line]:
        """What follows from one rule, and why."""
        said = self.singles.whole(step, facts)
        if said:
            yield line(said)
            return
        thoughts = self.singles.thoughts(step, facts)
        news = [(some, reason) for some, reason in thoughts if self.left.struck(some)]
        most = MOST_THOUGHTS if len(news) > MOST_THOUGHTS + 1 else len(news)
        for some, reason in news[:most]:
            facts_said = self.left.facts(some)
            if any(map(is_placement, some)):
                yield line(say("{reason}, so {facts}", facts=facts_said, reason=reason))
            else:
                yield line(say("{facts}, because {reason}", facts=facts_said, reason=reason))
        rest = [fact for some, _ in news[most:] for fact in some]
        if any(map(is_placement, rest)):
            yield line(say("in the same way {facts}", facts=self.left.facts(_only_placed(rest))))
        elif rest:
            count = len(self.left.struck(rest))
            yield line(say("in the same way {count} more candidates are out", count=count))

    def _needed_of(self, step: Step) -> list[Fact]:
        """What of a step is read by those told after it; all of it, if nothing is."""
        said = (*self.told.support, *self.told.keys)
        later = said[said.index(step) + 1 :]
        read = {
            (fact.cell, fact.value)
            for other in later
            for fact in spelt_out(other.reads, self.speaker.domains)
        }
        return [fact for fact in step.derives if self.left.struck([fact]) & read] or [*step.derives]

    # Placements

    def _last_place(self, step: Step) -> Iterator[Line]:
        """Where something can go in a line: not here, not there, so in the last place left."""
        (rule,) = step.because
        assert isinstance(rule.constraint, Count)
        there = last_places(step)
        placed = [fact for fact in step.derives if fact.cell in there and fact.holds]
        question = self._question(rule, len(there) > 1)
        apart, denied = self._split_support(rule.constraint, there)
        for support in apart:
            yield from self._because(support, self._needed_of(support))
            self.left.learn(support.derives)
        body: list[Line] = []
        for support, cells in denied:
            body += self._not_there(support, cells)
            self.left.learn(support.derives)
        reasons = {cell for _, cells in denied for cell in cells} | {*there}
        others = [c for c in rule.constraint.cells if c not in reasons and len(self.left.of(c)) > 1]
        ending = self._answer(there, others, bool(body))
        if len(rule.constraint.values) > 1 and placed:
            facts = clauses(self.speaker.facts(placed))
            ending = say("{ending}: {facts}", ending=ending, facts=facts)
        if body:
            yield line(question)
            yield from body
            yield line(ending)
        else:
            yield line(question, ending)

    def _split_support(
        self, count: Count, there: Sequence[Cell]
    ) -> tuple[list[Step], list[tuple[Step, list[Cell]]]]:
        """What is said before the question, and what answers it: where something cannot go."""
        cells = {*count.cells} - {*there}
        apart: list[Step] = []
        denied = []
        for step in self.told.support:
            facts = self._needed_of(step)
            own = [*by_cell(facts)]
            if self._goes_without_saying(step, count, there):
                continue
            gone = {*spelt_out(facts, self.speaker.domains)}
            kept = (v for c in own for v in self.left.of(c) if Fact(c, v, False) not in gone)
            if {*own} <= cells and not {*kept} & {*count.values}:
                denied.append((step, own))
            else:
                apart.append(step)
        return apart, denied

    def _goes_without_saying(self, step: Step, count: Count, there: Sequence[Cell]) -> bool:
        """Whether it is about cells that are known not to hold what is looked for, and no more."""
        own = {fact.cell for fact in self._needed_of(step)}
        later = self.told.support[self.told.support.index(step) + 1 :]
        is_read = any(fact.cell in own for other in later for fact in other.reads)
        is_open = any(self.left.of(cell) & {*count.values} for cell in own)
        return own <= {*count.cells} - {*there} and not is_open and not is_read

    def _answer(self, there: Sequence[Cell], others: Sequence[Cell], goes_on: bool) -> Phrase:
        cells = self.speaker.cells(there)
        if not others:
            return say("so in {cells}" if goes_on else "only in {cells}", cells=cells)
        out = any_of(map(self.speaker.cell, reading_order(others)))
        template = "nor in {others}, so in {cells}" if goes_on else "not in {others}, so in {cells}"
        return say(template, others=out, cells=cells)

    def _question(self, rule: Rule, several: bool) -> Phrase:
        line = line_of(rule)
        if line is None:
            return say("{rule}: where", rule=rule.sentence)
        assert isinstance(rule.constraint, Count)
        value = self.speaker.group(rule.constraint.values, several)
        template = (
            "where can the {value} go in {line}?" if several else "where can {value} go in {line}?"
        )
        return say(template, value=value, line=line)

    def _not_there(self, step: Step, cells: Iterable[Cell]) -> Iterator[Line]:
        cells = {*cells}
        facts = [fact for fact in self._needed_of(step) if fact.cell in cells]
        for some, reason in self.singles.thoughts(step, facts):
            where = any_of(map(self.speaker.cell, by_cell(some)))
            yield line(say("not in {cells}, because {reason}", cells=where, reason=reason))

    def _only_value(self, fact: Fact, seen: Sequence[Value]) -> Phrase:
        """Why nothing else can stand in a cell: what its lines hold already, and what is out."""
        cell, value, _ = fact
        others = [
            v for v in self.speaker.domains[cell] if v not in seen and v not in (value, EMPTY)
        ]
        parts: dict[str, Phrase | Listing] = {
            "cell": self.speaker.cell(cell),
            "value": self.speaker.value(value),
            "seen": all_of(map(self.speaker.value, seen)),
        }
        if not others:
            return say("the lines of {cell} already hold {seen}, so {cell} is {value}", **parts)
        out = all_of(map(self.speaker.value, others))
        return say(OUT[len(others) > 1], **parts, others=out)

    def _seen_by(self, step: Step) -> list[Value]:
        """The values that stand in lines with the cell that a line fills, and only once there."""
        if not isinstance(step.because[0].constraint, Count | Differ):
            return []
        puzzle, cell = self.told.puzzle, _placed(step)[0].cell
        seen = set()
        for rule in registry.model(puzzle.family, puzzle.shape).rules:
            constraint = rule.constraint
            if isinstance(constraint, Count | Differ) and cell in constraint.cells:
                known = map(self.left.only_value, constraint.cells)
                held = [value for value in known if value is not None]
                if isinstance(constraint, Count):
                    held = held if constraint.high == 1 else []
                    held = [value for value in held if value in constraint.values]
                seen.update(held)
        return [value for value in self.speaker.domains[cell] if value in seen - {EMPTY}]

    # Several rules

    def _several(self, step: Step) -> list[Line]:
        """By supposing the contrary; with two rules, these in a row if that is shorter."""
        crossing = self._crossing(step)
        if crossing:
            return [line(crossing)]
        plain = [line(self.speaker.plain(step))]
        refutation = self.told.refutation
        if refutation is None:
            return plain
        chain = [*supposition(step, refutation, self.left)]
        return plain if len(step.because) == 2 and words(plain) <= words(chain) else chain

    def _crossing(self, step: Step) -> Phrase | None:
        """Where all places for something in one line are in another, it is nowhere else there."""
        if len(step.because) != 2:
            return None
        for one, other in permutations(step.because):
            inner, outer, name = one.constraint, other.constraint, line_of(one)
            if not (name and isinstance(inner, Count) and isinstance(outer, Count)):
                continue
            if inner.values != outer.values or inner.low < outer.high:
                continue
            there = [cell for cell in inner.cells if self.left.of(cell) & {*inner.values}]
            if {*there} <= {*outer.cells} - {fact.cell for fact in step.derives}:
                return self._only_there(inner, name, there, other, step)
        return None

    def _only_there(
        self, inner: Count, name: Phrase, there: Sequence[Cell], other: Rule, step: Step
    ) -> Phrase:
        parts: dict[str, Phrase | Listing] = {
            "line": name,
            "value": self.speaker.group(inner.values, inner.low > 1),
            "cells": any_of(map(self.speaker.cell, there)),
            "facts": self.left.facts(step.derives),
        }
        outside = line_of(other)
        if outside is None or len(there) == 1:
            template = "in {line}, {value} can only go in {cells}; {rule}, so {facts}"
            return say(template, rule=other.sentence, **parts)
        template = "in {line}, {value} can only go in {cells}, in {other} either way, so {facts}"
        return say(template, other=outside, **parts)


def _is_complete_line(step: Step) -> bool:
    """Whether a line says what its other cells are not, once it has all it may hold."""
    constraint = step.because[0].constraint
    is_line = len(step.because) == 1 and isinstance(constraint, Count | Differ)
    return is_line and not _placed(step) and not is_last_place(step)


def _only_placed(facts: Iterable[Fact]) -> list[Fact]:
    return [*filter(is_placement, facts)]


def _placed(step: Step) -> list[Fact]:
    return [*filter(is_placement, step.derives)]
