"""Steps of several rules in words: suppose the contrary, and see how that goes wrong."""

from collections.abc import Iterable, Iterator

from ..kinds import Sum
from ..model import Rule
from ..phrases import Listing, Phrase, any_of, clauses, say
from ..puzzle import Fact
from .candidates import Candidates
from .chains import Refutation, is_contact
from .lines import Line, line
from .single_rules import SingleRules, shown
from .step import Step

# More conclusions than these are counted instead of listed.
MOST_LISTED = 4
# The most digits that are listed as those that can still show.
MOST_DIGITS = 3


def supposition(step: Step, refutation: Refutation, left: Candidates) -> Iterator[Line]:
    """A line for the supposition, each link and each case, and what is known in the end."""
    yield line(left.speaker.supposed(refutation.supposed, in_case=False))
    yield from _Chain(step, left.copy()).consequences(refutation, 1)
    yield line(say("so {facts}", facts=_outcome(step, refutation, left)))


class _Chain:
    """What follows from a supposition, inside the rules of a step."""

    def __init__(self, step: Step, left: Candidates) -> None:
        self._step, self._left = step, left

    def consequences(self, refutation: Refutation, depth: int) -> Iterator[Line]:
        self._left.learn([refutation.supposed])
        for rule, facts in refutation.links:
            if self._left.struck(facts):
                yield line(self._link(rule, facts), depth=depth)
            self._left.learn(facts)
            if not all(self._left.of(fact.cell) for fact in facts):
                return
        for case in refutation.cases:
            yield line(self._left.speaker.supposed(case.supposed, in_case=True), depth=depth)
            yield from _Chain(self._step, self._left.copy()).consequences(case, depth + 1)
        if refutation.broken:
            yield line(self._broken(refutation.broken), depth=depth)
        elif refutation.stuck:
            cell = self._left.speaker.cell(refutation.stuck)
            yield line(say("then nothing is left for {cell}", cell=cell), depth=depth)

    def _link(self, rule: Rule | None, facts: list[Fact]) -> Phrase:
        after = self._left.copy()
        after.learn(facts)
        stuck = next((fact.cell for fact in facts if not after.of(fact.cell)), None)
        if stuck and rule:
            cell = self._left.speaker.cell(stuck)
            template = "then nothing is left for {cell}, because {reason}"
            return say(template, cell=cell, reason=self._reason(rule, facts))
        derived = self._left.facts(facts)
        if rule is None:
            return say("then {facts}", facts=derived)
        if is_contact(rule.constraint):
            assert isinstance(rule.constraint, Sum)
            return self._contact(rule.constraint, facts)
        reason = self._reason(rule, facts)
        return say("then {facts}, because {reason}", facts=derived, reason=reason)

    def _reason(self, rule: Rule, facts: list[Fact]) -> Phrase:
        cells = rule.constraint.cells
        read = [Fact(c, v) for c in cells if (v := self._left.only_value(c)) is not None]
        step = Step(0, 0, (rule,), tuple(read), tuple(facts), 1, self._step.puzzle, {})
        return SingleRules(self._left).short(step) or rule.sentence

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
        if is_contact(rule.constraint):
            one, other = map(self._left.speaker.bearer, rule.constraint.cells)
            return say("but then {one} and {other} do not fit", one=one, other=other)
        return say("but {rule}", rule=rule.sentence)


def _outcome(step: Step, refutation: Refutation, left: Candidates) -> Phrase | Listing:
    """What is refuted, and what else is in the same way."""
    cell, value, holds = refutation.supposed
    struck = left.struck(step.derives)
    groups: Iterable[Phrase] = [*left.groups(step.derives)]
    if len(struck) <= MOST_LISTED or any(fact.holds for fact in step.derives):
        return clauses(groups)
    template = "{facts}; in the same way {count} more candidates are out"
    refuted = left.facts([Fact(cell, value, not holds)])
    return say(template, facts=refuted, count=len(struck) - 1)
