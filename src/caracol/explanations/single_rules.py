"""A single rule in words, by its kind: why it rules something out, knowing what is read."""

from collections.abc import Iterable
from itertools import product

from ..boards.board import EMPTY
from ..kinds import Constraint, Count, Regular, Stands, Sum, Where
from ..model import Rule
from ..phrases import Phrase, any_of, clauses, say
from ..puzzle import Fact, Value
from .candidates import Candidates
from .chains import by_cell, spelt_out
from .step import Step
from .told import is_placement

# So many ways to make up a sum are listed.
MOST_SUMS = 2
STANDS = {
    Where.MIDWAY: "the {ends} are equally far from {value} in {cell}",
    Where.OUTSIDE: "both {ends} are on one side of {value} in {cell}",
    Where.BETWEEN: "{value} in {cell} has {ends} on both sides, not equally far",
}


class SingleRules:
    """Says steps of one rule to those who know these candidates."""

    def __init__(self, left: Candidates) -> None:
        self._speaker, self._left = left.speaker, left

    def whole(self, step: Step, facts: Iterable[Fact]) -> Phrase | None:
        """The step, where reason and conclusion are one thought."""
        constraint = step.because[0].constraint
        if is_contact(constraint):
            assert isinstance(constraint, Sum)
            return self._contact(constraint, facts)
        return None

    def reason(self, step: Step) -> Phrase:
        """What reads well after "because", with all that it takes."""
        found = self.short(step)
        if found is None:
            return self._as_ruled(step)
        if isinstance(step.because[0].constraint, Stands):
            rest = [f for f in step.reads if f.holds and str(f.value) != EMPTY]
            seen = [f for f in rest if f.value != step.because[0].constraint.value]
            if seen:
                said = clauses(self._speaker.seen(seen))
                return say("{reason}, and {seen}", reason=found, seen=said)
        return found

    def short(self, step: Step) -> Phrase | None:
        """The same without what can be seen, where the rule's kind has words for it."""
        (rule,) = step.because
        match rule.constraint:
            case Count():
                return self._counted(step, rule, rule.constraint)
            case Regular():
                return self._order(step, rule.constraint)
            case Stands():
                return self._stands(step, rule.constraint)
            case Sum(weights=()):
                return self._combinations(step, rule, rule.constraint)
        return None

    def _as_ruled(self, step: Step) -> Phrase:
        (rule,) = step.because
        seen = [*self._speaker.seen(f for f in step.reads if not _is_target(f, step))]
        if not seen:
            return rule.sentence
        return say("{rule}, and {seen}", rule=rule.sentence, seen=clauses(seen))

    def _counted(self, step: Step, rule: Rule, count: Count) -> Phrase | None:
        """A line that has all it may hold, or still needs something."""
        held = [fact for fact in step.reads if fact.holds and fact.value in count.values]
        line = line_of(rule)
        if line is None:
            return None
        placed = sum(fact.holds and fact.value in count.values for fact in step.derives)
        if placed and count.low:
            need = self._speaker.group(count.values, count.low > 1)
            return say("{line} needs {values}", line=line, values=need)
        if len(held) != count.high:
            return None
        cells = self._speaker.cells([fact.cell for fact in held])
        values = self._speaker.group(count.values, count.high > 1)
        return say("{line} has {values} in {cells}", line=line, values=values, cells=cells)

    def _order(self, step: Step, regular: Regular) -> Phrase | None:
        """What comes next along a path."""
        path = regular.path
        known = {fact.cell: fact.value for fact in step.reads if is_placement(fact)}
        along = [cell for cell in path if cell in known]
        if along and along[0] == path[0]:
            return self._after_known(regular, [Fact(cell, known[cell]) for cell in along])
        struck = {
            value
            for cell, value, _ in spelt_out(step.derives, self._speaker.domains)
            if cell == path[0] and value in self._left.of(cell) and value != EMPTY
        }
        following = _next(regular, next(iter(struck))) if len(struck) == 1 else None
        if following is None or not along:
            return None
        (value,) = struck
        return say(
            "after {one} comes {next}, not {other} in {there}",
            one=self._speaker.value(value),
            next=self._speaker.value(following),
            other=self._speaker.value(known[along[0]]),
            there=self._speaker.cell(along[0]),
        )

    def _after_known(self, regular: Regular, seen: list[Fact]) -> Phrase | None:
        first, *others = seen
        following = _next(regular, first.value)
        if following is None:
            return None
        parts = {
            "one": self._speaker.value(first.value),
            "here": self._speaker.cell(first.cell),
            "next": self._speaker.value(following),
        }
        if not others:
            return say("after {one} in {here} comes {next}", **parts)
        return say(
            "between {one} in {here} and {other} in {there} comes {next}",
            **parts,
            other=self._speaker.value(others[0].value),
            there=self._speaker.cell(others[0].cell),
        )

    def _stands(self, step: Step, stands: Stands) -> Phrase | None:
        """A value among two others whose place is known."""
        at = [fact.cell for fact in step.reads if fact.holds and fact.value == stands.value]
        if not at:
            return None
        return say(
            STANDS[stands.where],
            value=self._speaker.value(stands.value),
            cell=self._speaker.cell(at[0]),
            ends=self._speaker.value(stands.ends, several=True),
        )

    def _combinations(self, step: Step, rule: Rule, total: Sum) -> Phrase | None:
        """The ways to make up a sum, where these are few."""
        gone = by_cell(spelt_out(step.reads, self._speaker.domains))
        left = [
            [value for value in self._speaker.domains[cell] if value not in gone.get(cell, ())]
            for cell in total.cells
        ]
        found = (values for values in product(*left) if sum(map(int, values)) == total.total)
        ways = {tuple(sorted(values, key=int)) for values in found}
        if not 0 < len(ways) <= MOST_SUMS:
            return None
        said = any_of("+".join(map(str, way)) for way in sorted(ways, key=str))
        return say("{rule}, which is only {ways}", rule=rule.sentence, ways=said)

    def _contact(self, contact: Sum, facts: Iterable[Fact]) -> Phrase:
        """What shows where two rings touch."""
        said = []
        for cell, values in by_cell(spelt_out(facts, self._speaker.domains)).items():
            i = contact.cells.index(cell)
            struck = {value for value in values if value in self._left.of(cell)}
            if struck:
                missing = (contact.total - digit for digit in shown(contact, i, struck))
                said.append(
                    say(
                        "{other} has no {missing} left against {here}, so {facts}",
                        other=self._speaker.bearer(contact.cells[1 - i]),
                        missing=any_of(sorted(missing)),
                        here=self._speaker.bearer(cell),
                        facts=self._left.facts(Fact(cell, value, False) for value in struck),
                    )
                )
        return say("{said}", said=clauses(said))


def is_contact(constraint: Constraint) -> bool:
    """Whether it is a sum of what the values of two cells show."""
    return isinstance(constraint, Sum) and bool(constraint.weights) and len(constraint.cells) == 2


def shown(contact: Sum, i: int, values: Iterable[Value]) -> list[int]:
    """What a cell of a sum shows with any of these values."""
    return sorted({contact.weight(i, value) for value in values})


def _is_target(fact: Fact, step: Step) -> bool:
    """Whether something is read of a cell that the step is about."""
    return not fact.holds and any(fact.cell == other.cell for other in step.derives)


def _next(regular: Regular, value: Value) -> Value | None:
    """What must come next on a path that starts with a value, if that is one thing."""
    automaton = regular.automaton
    state = automaton.move(0, value)
    if state < 0:
        return None
    onward = [other for other, to in automaton.moves[state].items() if to != state]
    return onward[0] if len(onward) == 1 else None


def line_of(rule: Rule) -> Phrase | None:
    """What the line is called that a rule is about."""
    line = dict(rule.sentence.parts).get("line")
    return line if isinstance(line, Phrase) else None
