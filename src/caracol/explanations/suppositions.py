"""Steps of several rules in words: suppose the contrary, and see how that goes wrong."""

from collections.abc import Iterable, Iterator
from math import prod

from ..boards.board import EMPTY
from ..kinds import Count, Differ, Sum
from ..model import Rule
from ..phrases import Listing, Phrase, any_of, say
from ..puzzle import Cell, Fact
from .candidates import Candidates
from .chains import Link, Refutation, is_contact, opposite
from .lines import Line, line, words
from .orders import key_of
from .single_rules import SingleRules, about, few_ways, is_path, line_of, shown
from .step import Step

# More conclusions than these are counted instead of listed.
MOST_LISTED = 2
# The most digits that are listed as those that can still show.
MOST_DIGITS = 3
# The most ways to fill the cells of a sum that are tried to find out what it is made up of.
MOST_TRIED = 1000
# How a count goes wrong in a line.
NO_PLACE, TWICE = "but then {line} has no place for {value}", "but then {line} has {value} twice"
TOO_FEW = "but then {line} has too few places for {value}"
TOO_MANY = "but then {line} has too many {value}"
# How rules go wrong that are about much at once, by their topic.
BROKEN = {
    "connection": "but then some are cut off",
    "loop": "but then a loop closes too early",
}


def supposition(step: Step, refutation: Refutation, left: Candidates, most: int) -> list[Line]:
    """A line for the supposition, each link and each case, and what is known in the end.

    Where that takes more words, reasons are left out: first those that lines are, then all.
    """
    topics = {about(rule.constraint).topic for rule in step.because}
    for silent in ({*()}, {"line"}, topics):
        told = [*_told(step, refutation, left, silent)]
        if words(told) <= most:
            break
    return told


def _told(step: Step, refutation: Refutation, left: Candidates, silent: set[str]) -> Iterator[Line]:
    yield line(left.speaker.supposed(refutation.supposed, in_case=False))
    yield from _Chain(step, left.copy(), silent).consequences(refutation, 1)
    yield line(say("so {facts}", facts=_outcome(step, refutation, left, silent)))


# What links may have in common: a settled cell that strikes others, or a rule told in pieces.
Cause = Cell | Rule
UNSAID = "unsaid"
Thought = tuple[Cause | None, Rule | None, list[Fact]]


class _Chain:
    """What follows from a supposition, inside the rules of a step; rules about some topics go
    unsaid."""

    def __init__(self, step: Step, left: Candidates, silent: set[str]) -> None:
        self._step, self._left, self._silent = step, left, silent
        self._wholes = {
            piece.constraint: rule
            for rule in step.because
            if rule.pieces and is_path(rule.constraint)
            for piece in rule.pieces()
        }

    def consequences(self, refutation: Refutation, depth: int) -> Iterator[Line]:
        self._left.learn([refutation.supposed])
        for cause, rule, facts in self._thoughts(refutation):
            if self._left.struck(facts):
                yield line(self._link(cause, rule, facts, refutation.supposed), depth=depth)
            self._left.learn(facts)
            if not all(self._left.of(fact.cell) for fact in facts):
                return
        cases = [c for c in refutation.cases if self._left.struck([opposite(c.supposed)])]
        if len(cases) == 1:  # the others are known to be out where this is told
            yield from self._only_case(cases[0], depth)
        for case in cases if len(cases) > 1 else ():
            yield line(self._left.speaker.supposed(case.supposed, in_case=True), depth=depth)
            chain = _Chain(self._step, self._left.copy(), self._silent)
            yield from chain.consequences(case, depth + 1)
        if refutation.broken:
            yield line(self._broken(refutation.broken), depth=depth)
        elif refutation.stuck:
            cell = self._left.speaker.cell(refutation.stuck)
            yield line(say("then nothing is left for {cell}", cell=cell), depth=depth)

    def _only_case(self, case: Refutation, depth: int) -> Iterator[Line]:
        if self._left.struck([case.supposed]):
            yield line(say("then {facts}", facts=self._left.facts([case.supposed])), depth=depth)
        yield from self.consequences(case, depth)

    def _thoughts(self, refutation: Refutation) -> list[Thought]:
        """The links, those with a cause in common as one."""
        left = self._left.copy()
        found: list[Thought] = []
        for rule, facts in self._told_links(refutation):
            cause = self._cause(rule, facts, left) if rule else None
            left.learn(facts)
            if rule and about(rule.constraint).topic in self._silent:
                cause = UNSAID
            if not all(left.of(fact.cell) for fact in facts):
                cause = None  # that is the end, and said by itself
            if cause and found and found[-1][0] == cause:
                found[-1][2].extend(facts)
            else:
                found.append((cause, rule, [*facts]))
        return found

    def _told_links(self, refutation: Refutation) -> list[Link]:
        """Without the last one, if that is by the rule which is broken: a sum that has no way."""
        links, broken = refutation.links, refutation.broken
        is_sum = broken is not None and isinstance(about(broken.constraint), Sum)
        return links[:-1] if is_sum and links and links[-1][0] is broken else links

    def _cause(self, rule: Rule, facts: Iterable[Fact], left: Candidates) -> Cause | None:
        if rule.constraint in self._wholes:
            return self._wholes[rule.constraint]
        if not isinstance(rule.constraint, Count | Differ):
            return None
        struck = left.struck(facts)
        gone = {value for _, value in struck}
        kept = ({*left.of(cell)} - gone for cell, _ in struck)
        if len(gone) != 1 or any(len(values) == 1 and values != {EMPTY} for values in kept):
            return None
        holders = [c for c in rule.constraint.cells if left.of(c) == gone]
        is_one = isinstance(rule.constraint, Differ) or rule.constraint.high == 1
        return holders[0] if len(holders) == 1 and is_one else None

    def _link(
        self, cause: Cause | None, rule: Rule | None, facts: list[Fact], supposed: Fact
    ) -> Phrase:
        after = self._left.copy()
        after.learn(facts)
        if rule and not all(after.of(fact.cell) for fact in facts):
            return self._broken(rule)
        derived = self._left.facts(facts)
        if rule is None or cause in (supposed.cell, UNSAID):
            return say("then {facts}", facts=derived)
        if is_contact(rule.constraint):
            assert isinstance(rule.constraint, Sum)
            return self._contact(rule.constraint, facts)
        if isinstance(cause, str):
            held = self._left.speaker.say([cause], [*self._left.of(cause)], holds=True)
            return say("then {facts}, because {reason}", facts=derived, reason=held)
        if cause and (key := _key(cause)):
            return say("then {facts}, by the order {key}", facts=derived, key=key)
        reason = self._reason(cause or rule, facts)
        return say("then {facts}, because {reason}", facts=derived, reason=reason)

    def _reason(self, rule: Rule, facts: list[Fact]) -> Phrase:
        total = about(rule.constraint)
        if isinstance(total, Sum) and not total.weights and (ways := self._ways(rule, total)):
            return say("{sum} is only {ways}", sum="+".join(total.cells), ways=ways)
        cells = rule.constraint.cells
        read = [Fact(c, v) for c in cells if (v := self._left.only_value(c)) is not None]
        step = Step(0, 0, (rule,), tuple(read), tuple(facts), 1, self._step.puzzle, {})
        return SingleRules(self._left).short(step) or rule.sentence

    def _ways(self, rule: Rule, total: Sum) -> Listing | None:
        """How a sum can still be made up, where that is said shortly."""
        left = [self._left.of(cell) for cell in total.cells]
        if prod(map(len, left)) > MOST_TRIED:
            return None
        return few_ways(rule, total, left)

    def _contact(self, contact: Sum, facts: list[Fact]) -> Phrase:
        """What one ring shows, and so the other must."""
        i = contact.cells.index(facts[0].cell)
        cell, other = contact.cells[i], contact.cells[1 - i]
        digits = shown(contact, 1 - i, self._left.of(other))
        speaker = self._left.speaker
        parts: dict[str, Phrase | Listing] = {
            "one": speaker.bearer(other),
            "other": speaker.bearer(cell),
        }
        if len(digits) > MOST_DIGITS:
            return say("then {facts}", facts=self._left.facts(facts))
        wanted = any_of(sorted(contact.total - digit for digit in digits))
        template = "then {one} shows {digits} to {other}, which must show {wanted}"
        phrase = say(template, **parts, digits=any_of(digits), wanted=wanted)
        settled = [fact for fact in facts if fact.holds]
        if not settled:
            return phrase
        return say("{link}: {facts}", link=phrase, facts=self._left.facts(settled))

    def _broken(self, rule: Rule) -> Phrase:
        """How a rule is broken as far as it is told."""
        constraint = about(rule.constraint)
        if is_contact(constraint):
            one, other = map(self._left.speaker.bearer, constraint.cells)
            return say("but then {one} and {other} do not fit", one=one, other=other)
        if isinstance(constraint, Sum):
            cells = self._left.speaker.cells(constraint.cells)
            total = constraint.total
            return say("but then {cells} cannot sum to {total}", cells=cells, total=total)
        if isinstance(constraint, Count) and (said := self._miscounted(rule, constraint)):
            return said
        broken = BROKEN.get(constraint.topic)
        return say(broken) if broken else say("but {rule}", rule=rule.sentence)

    def _miscounted(self, rule: Rule, count: Count) -> Phrase | None:
        """What a line has too little or too much of."""
        name, values = line_of(rule), {*count.values}
        held = sum(self._left.of(cell) <= values for cell in count.cells)
        places = sum(bool(self._left.of(cell) & values) for cell in count.cells)
        if name is None:
            return None
        value = self._left.speaker.group(count.values, several=False)
        if places < count.low:
            template = NO_PLACE if count.low == 1 else TOO_FEW
        elif held > count.high:
            template = TWICE if count.high == 1 else TOO_MANY
        else:
            return None
        if template in (TOO_FEW, TOO_MANY):
            value = self._left.speaker.group(count.values, several=True)
        return say(template, line=name, value=value)


def _key(rule: Rule) -> str:
    """The order that a rule is about, if it is."""
    return "".join(map(str, key_of(rule.constraint))) if is_path(rule.constraint) else ""


def _outcome(
    step: Step, refutation: Refutation, left: Candidates, silent: set[str]
) -> Phrase | Listing:
    """What is refuted, and what else is in the same way."""
    cell, value, holds = refutation.supposed
    refuted = Fact(cell, value, not holds)
    first = left.facts([refuted])
    after = left.copy()
    after.learn([refuted])
    struck = after.struck(step.derives)
    if not struck:
        return first
    if {other for other, _ in struck} == {cell} and len(after.of(cell)) > len(struck) + 1:
        others = sorted((v for _, v in struck), key=left.speaker.domains[cell].index)
        values = any_of(map(left.speaker.value, others))
        return say("{facts}; likewise not {values}", facts=first, values=values)
    is_told = not silent and any(fact.holds for fact in step.derives)
    if len(struck) <= MOST_LISTED or is_told:
        return say("{facts}; likewise {rest}", facts=first, rest=after.facts(step.derives))
    template = "{facts}; in the same way {count} more candidates are out"
    return say(template, facts=first, count=len(struck))
