"""Links of a chain in words: what follows from one thought, and how a rule goes wrong."""

from collections.abc import Iterable
from math import prod

from ..boards.board import EMPTY
from ..kinds import Count, Differ, Sum, Together
from ..kinds.automata import goes_on
from ..model import Rule
from ..phrases import Listing, Phrase, all_of, any_of, say
from ..puzzle import Cell, Fact, Value
from .candidates import Candidates
from .chains import Link, Refutation, by_cell, is_contact
from .orders import key_of
from .single_rules import (
    SingleRules,
    about,
    few_ways,
    in_a_sum,
    is_path,
    line_of,
    shown,
    ways_to_sum,
)
from .step import Step

# The most digits that are listed as those that can still show.
MOST_DIGITS = 3
# The most ways to fill the cells of a sum that are tried to find out what it is made up of.
MOST_TRIED = 1000
# What follows, and why.
BECAUSE = "{facts}, because {reason}"
# How a count goes wrong in a line.
NO_PLACE, TWICE = "{line} has no place for {value}", "{line} has {value} twice"
TOO_FEW = "{line} has too few places for {value}"
TOO_MANY = "{line} has too many {value}"
LACKS, CANNOT_BE = "{sum} has no place for {value}", "{sum} cannot be {total}"
CANNOT_FOLLOW = "{next} cannot follow {value} in {cell}"
# How rules go wrong that are about much at once, by their topic.
BROKEN = {
    "connection": "some cells are cut off",
    "loop": "a loop closes too early",
}

# What links may have in common: a settled cell that strikes others, or a rule told in pieces.
Cause = Cell | Rule
UNSAID = "unsaid"
Thought = tuple[Cause | None, Rule | None, list[Fact]]


class Links:
    """Says links inside the rules of a step to those who know these candidates; rules about some
    topics go unsaid."""

    def __init__(self, step: Step, left: Candidates, silent: set[str]) -> None:
        self._step, self._left, self._silent = step, left, silent
        self._turned: set[Cell] = set()  # the rings that another was just said to show digits to
        self._wholes = {
            piece.constraint: rule
            for rule in step.because
            if rule.pieces and is_path(rule.constraint)
            for piece in rule.pieces()
        }

    def thoughts(self, refutation: Refutation) -> list[Thought]:
        """The links, those with a cause in common as one."""
        left = self._left.copy()
        found: list[Thought] = []
        for rule, facts in self._told_links(refutation):
            if not left.struck(facts):
                continue
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
        constraint = rule.constraint
        if is_contact(constraint):
            return self._showing(constraint, facts, left)
        if not isinstance(constraint, Count | Differ):
            return None
        gone = {value for _, value in left.struck(facts)}
        if len(gone) != 1:
            return None
        holders = [c for c in constraint.cells if left.of(c) == gone]
        is_once = isinstance(constraint, Differ) or (
            constraint.high == 1 and gone <= {*constraint.values}
        )
        return holders[0] if len(holders) == 1 and is_once else None

    def _showing(self, contact: Sum, facts: Iterable[Fact], left: Candidates) -> Cause | None:
        """The ring that shows few digits where another touches it."""
        others = {*contact.cells} - {fact.cell for fact in facts}
        if len(others) != 1:
            return None
        (other,) = others
        digits = shown(contact, contact.cells.index(other), left.of(other))
        return other if len(digits) <= MOST_DIGITS else None

    def link(self, thought: Thought, supposed: Fact) -> Phrase:
        """What follows; it reads well after "then"."""
        cause, rule, facts = thought
        derived = self._left.facts(facts)
        if rule and is_contact(rule.constraint) and cause != UNSAID:
            if isinstance(cause, str) and len({fact.cell for fact in facts}) > 1:
                return self._contacts(cause, facts)
            return self._contact(rule.constraint, facts)
        if rule is None or cause in (supposed.cell, UNSAID):
            return say("{said}", said=derived)
        if isinstance(cause, str):
            held = self._left.speaker.say([cause], [*self._left.of(cause)], holds=True)
            return say(BECAUSE, facts=derived, reason=held)
        if cause and (key := _key(cause)):
            return say("{facts}, by the order {key}", facts=derived, key=key)
        reason = self._reason(cause or rule, facts)
        return say(BECAUSE, facts=derived, reason=reason)

    def _reason(self, rule: Rule, facts: list[Fact]) -> Phrase:
        total = about(rule.constraint)
        if isinstance(total, Sum) and not total.weights:
            placed = {fact.value for fact in facts if fact.holds}
            if len(facts) == len(placed) == 1 and placed <= self._needed(rule, total):
                return say("{sum} needs {value}", sum=in_a_sum(total), value=facts[0].value)
            if ways := self._ways(rule, total):
                return say("{sum} is only {ways}", sum=in_a_sum(total), ways=ways)
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

    def _contacts(self, one: Cell, facts: Iterable[Fact]) -> Phrase:
        """What one ring shows to several."""
        speaker, told = self._left.speaker, []
        for other in by_cell(facts):
            contact = self._between(one, other)
            digits = shown(contact, contact.cells.index(one), self._left.of(one))
            told.append(
                say("{digits} to {other}", digits=any_of(digits), other=speaker.bearer(other))
            )
        self._turned = {fact.cell for fact in facts}
        return say("{one} shows {shown}", one=speaker.bearer(one), shown=all_of(told))

    def _between(self, one: Cell, other: Cell) -> Sum:
        """How two rings touch."""
        for rule in self._step.because:
            constraint = rule.constraint
            parts = constraint.parts if isinstance(constraint, Together) else (constraint,)
            for part in parts:
                if is_contact(part) and {*part.cells} == {one, other}:
                    return part
        raise AssertionError("a link is by a rule of the step")

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
            return say("{said}", said=self._left.facts(facts))
        wanted = any_of(sorted(contact.total - digit for digit in digits))
        template = "{one} shows {digits} to {other}, which must show {wanted}"
        phrase = say(template, **parts, digits=any_of(digits), wanted=wanted)
        settled = [fact for fact in facts if fact.holds]
        if not settled:
            return phrase
        return say("{link}: {facts}", link=phrase, facts=self._left.facts(settled))

    def end(self, rule: Rule, is_alone: bool) -> Phrase | None:
        """How a rule goes wrong, where that says more than the rule."""
        constraint = about(rule.constraint)
        if rule.constraint in self._wholes and (said := self._out_of_order(rule)):
            return said
        if is_contact(constraint):
            if {*constraint.cells} == self._turned and not is_alone:
                return say("these do not fit")
            one, other = map(self._left.speaker.bearer, constraint.cells)
            return say("{one} and {other} do not fit", one=one, other=other)
        if isinstance(constraint, Sum):
            lacking = self._needed(rule, constraint)
            lacking -= {value for cell in constraint.cells for value in self._left.of(cell)}
            if lacking:
                value = self._left.speaker.value(min(lacking, key=int))
                return say(LACKS, sum=in_a_sum(constraint), value=value)
            return say(CANNOT_BE, sum=in_a_sum(constraint), total=constraint.total)
        if isinstance(constraint, Count):
            return self._miscounted(rule, constraint)
        broken = BROKEN.get(constraint.topic)
        return say(broken) if broken else None

    def _needed(self, rule: Rule, total: Sum) -> set[Value]:
        """What a sum needs however it is made up."""
        domains = [self._left.speaker.domains[cell] for cell in total.cells]
        if prod(map(len, domains)) > MOST_TRIED:
            return set()
        ways = [{*way} for way in ways_to_sum(rule, total, domains)]
        return set.intersection(*ways) if ways else set()

    def _out_of_order(self, piece: Rule) -> Phrase | None:
        """What cannot come after a value on the path."""
        whole, constraint = self._wholes[piece.constraint].constraint, piece.constraint
        assert is_path(whole) and is_path(constraint)
        key, cell = key_of(whole), constraint.path[0]
        value = self._left.only_value(cell)
        if value not in key or constraint.automaton != goes_on(key, EMPTY):
            return None
        named = self._left.speaker.value
        following = key[(key.index(value) + 1) % len(key)]
        return say(CANNOT_FOLLOW, value=named(value), cell=cell, next=named(following))

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


def is_line(cause: Cause | None, rule: Rule | None) -> bool:
    """Whether that is what a line says once a cell in it is settled."""
    is_settled = isinstance(cause, str) and cause != UNSAID
    return is_settled and rule is not None and isinstance(rule.constraint, Count | Differ)


def _key(rule: Rule) -> str:
    """The order that a rule is about, if it is."""
    return "".join(map(str, key_of(rule.constraint))) if is_path(rule.constraint) else ""
