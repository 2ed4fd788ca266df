"""A single rule in words, by its kind: why it rules something out, knowing what is read."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import TypeGuard

from ..kinds import Constraint, Count, Forbid, Regular, Stands, Sum, Together, Where
from ..model import Rule
from ..phrases import Listing, Phrase, all_of, any_of, clauses, say
from ..puzzle import Cell, Fact, Value
from .candidates import Candidates
from .chains import by_cell, is_contact, spelt_out
from .orders import Order, Thought, key_of
from .step import Step
from .told import last_places

# The most ways to make up a sum that are listed.
MOST_SUMS = 2
# The most words about what stands in cells.
MOST_READ = 10
STANDS = {
    Where.MIDWAY: "the {ends} are equally far from {value} in {cell}",
    Where.OUTSIDE: "both {ends} are on one side of {value} in {cell}",
    Where.BETWEEN: "{value} in {cell} has {ends} on both sides, not equally far",
}


NEEDS = {
    Where.MIDWAY: "in {line} {value} needs {ends} equally far on both sides",
    Where.OUTSIDE: "in {line} {value} needs both {ends} on one side",
    Where.BETWEEN: "in {line} {value} needs {ends} on both sides, not equally far",
}


# Rules about much at once: what would happen otherwise says more than all that is read.
OTHERWISE = {
    "connection": "{facts}: otherwise some cells would be cut off",
    "loop": "{facts}: otherwise a smaller loop would close",
}


class SingleRules:
    """Says steps of one rule to those who know these candidates."""

    def __init__(self, left: Candidates) -> None:
        self._speaker, self._left = left.speaker, left

    def whole(self, step: Step, facts: Sequence[Fact]) -> Phrase | None:
        """The step, where reason and conclusion are one thought."""
        constraint = step.because[0].constraint
        if is_contact(constraint):
            assert isinstance(constraint, Sum)
            return self._contact(constraint, facts)
        if _is_third(step):
            return self.third([step])
        if constraint.topic in OTHERWISE:
            return say(OTHERWISE[constraint.topic], facts=self._left.facts(facts))
        return None

    def alike(self, steps: Iterable[Step]) -> list[list[Step]]:
        """The steps, those together that say what is beside the same two cells."""
        groups: list[list[Step]] = []
        for step in steps:
            if groups and self._are_alike(groups[-1][-1], step):
                groups[-1].append(step)
            else:
                groups.append([step])
        return groups

    def _are_alike(self, one: Step, other: Step) -> bool:
        return _is_third(one) and _is_third(other) and str(self._two(one)) == str(self._two(other))

    def _two(self, step: Step) -> Listing:
        """The two of three cells that are alike."""
        return clauses(
            self._speaker.seen(fact for fact in step.reads if not _is_target(fact, step))
        )

    def third(self, steps: Sequence[Step]) -> Phrase:
        """What the third of three cells is, two of which are alike; on both sides of these."""
        facts = self._left.facts(fact for step in steps for fact in step.derives)
        return say("{seen}, so {facts}: no three alike", seen=self._two(steps[0]), facts=facts)

    def thoughts(self, step: Step, facts: Sequence[Fact]) -> list[Thought]:
        """The facts with their reasons, which read well after "because"."""
        constraint = about(step.because[0].constraint)
        found = Order(constraint, self._left).thoughts(facts) if is_path(constraint) else []
        return found or [([*facts], self.reason(step))]

    def reason(self, step: Step) -> Phrase:
        """Why one rule says it, with what is seen."""
        found = self.short(step)
        constraint = about(step.because[0].constraint)
        if found is None:
            return self._with_seen(step, step.because[0].sentence, step.reads)
        if isinstance(constraint, Stands):
            known = [f for f in step.reads if f.holds and f.value == constraint.ends]
            return self._with_seen(step, found, known)
        return found

    def short(self, step: Step) -> Phrase | None:
        """The same without what is seen, where the rule's kind has words for it."""
        (rule,) = step.because
        constraint = about(rule.constraint)
        match constraint:
            case Count():
                return self._counted(step, rule, constraint)
            case Regular():
                thoughts = Order(constraint, self._left).thoughts(step.derives)
                return thoughts[0][1] if len(thoughts) == 1 else None
            case Stands():
                return self._stands(step, constraint, line_of(rule))
            case Sum(weights=()):
                return self._combinations(step, rule, constraint)
        return None

    def premises(self, rules: Iterable[Rule]) -> Iterator[Phrase]:
        """Rules that are used together, as short as can be: what lines still need, each once."""
        needs: dict[Phrase, list[Phrase | Listing]] = {}
        others = []
        for rule in rules:
            constraint, name = about(rule.constraint), line_of(rule)
            if isinstance(constraint, Count) and name and self._is_open(constraint):
                need = self._speaker.group(constraint.values, constraint.low > 1)
                needs.setdefault(name, []).append(need)
            elif is_path(constraint) and (key := key_of(constraint)):
                others.append(say("the order is {key}", key="".join(map(str, key))))
            else:
                others.append(rule.sentence)
        for name, needed in needs.items():
            values = all_of(say("{said}", said=need) for need in needed)
            yield say("{line} needs {values}", line=name, values=values)
        yield from others

    def _is_open(self, count: Count) -> bool:
        """Whether it holds a certain number of something, none of which is known."""
        known = (self._left.only_value(cell) for cell in count.cells)
        return count.low == count.high and not {*known} & {*count.values}

    def _with_seen(self, step: Step, reason: Phrase, facts: Iterable[Fact]) -> Phrase:
        read = [fact for fact in facts if not _is_target(fact, step)]
        seen = [*self._speaker.seen(read)]
        is_much = sum(len(str(one).split()) for one in seen) > MOST_READ
        if not seen or (is_much and all(fact.holds for fact in read)):
            return reason  # what stands in cells is seen on the board
        return say("{said}", said=clauses([reason, *seen]))

    def _counted(self, step: Step, rule: Rule, count: Count) -> Phrase | None:
        """A line that has all it may hold, or still needs something."""
        line = line_of(rule)
        if line is None:
            return None
        held = [fact for fact in step.reads if fact.holds and fact.value in count.values]
        if last_places(step):
            need = self._speaker.group(count.values, count.low > 1)
            return say("{line} needs {values}", line=line, values=need)
        if len(held) != count.high:
            return None
        cells = self._speaker.cells([fact.cell for fact in held])
        values = self._speaker.group(count.values, count.high > 1)
        return say("{line} has {values} in {cells}", line=line, values=values, cells=cells)

    def _stands(self, step: Step, stands: Stands, line: Phrase | None) -> Phrase | None:
        """A value among two others: where it stands, or where it could not."""
        value = self._speaker.value(stands.value)
        ends = self._speaker.value(stands.ends, several=True)
        at = [f.cell for f in step.reads if f.holds and f.value == stands.value]
        if at:
            where = self._speaker.cell(at[0])
            return say(STANDS[stands.where], value=value, cell=where, ends=ends)
        gone = {value for _, value in self._left.struck(step.derives)}
        if gone == {stands.value} and line:
            return say(NEEDS[stands.where], line=line, value=value, ends=ends)
        return None

    def _combinations(self, step: Step, rule: Rule, total: Sum) -> Phrase | None:
        """The ways to make up a sum, where these are few."""
        gone = by_cell(spelt_out(step.reads, self._speaker.domains))
        left = [
            [value for value in self._speaker.domains[cell] if value not in gone.get(cell, ())]
            for cell in total.cells
        ]
        said = few_ways(rule, total, left)
        if said is None:
            return None
        return say(
            "{sum} is {total}, only {ways}",
            sum=in_a_sum(total),
            total=total.total,
            ways=said,
        )

    def _contact(self, contact: Sum, facts: Sequence[Fact]) -> Phrase:
        """What shows where two rings touch."""
        struck = by_cell(Fact(cell, value, False) for cell, value in self._left.struck(facts))
        placed = {fact.cell for fact in facts if fact.holds}
        # What is put in place strikes more of the other than is struck here.
        said = [
            self._against(contact, cell, {*values})
            for cell, values in struck.items()
            if not placed or cell in placed
        ]
        return say("{said}", said=clauses(said))

    def _against(self, contact: Sum, cell: Cell, struck: set[Value]) -> Phrase:
        """What is left of a cell by what the other shows, or lacks."""
        i = contact.cells.index(cell)
        other = contact.cells[1 - i]
        missing = [contact.total - digit for digit in shown(contact, i, struck)]
        digits = shown(contact, 1 - i, self._left.of(other))
        parts: dict[str, Phrase | Listing] = {
            "other": self._speaker.bearer(other),
            "here": self._speaker.bearer(cell),
            "facts": self._left.facts(Fact(cell, value, False) for value in struck),
        }
        if len(digits) <= len(missing):
            return say(
                "{other} shows {digits} to {here}, so {facts}", **parts, digits=any_of(digits)
            )
        return say(
            "{here} finds no {digits} on {other}, so {facts}",
            **parts,
            digits=any_of(sorted(missing)),
        )


def few_ways(rule: Rule, total: Sum, left: Sequence[Iterable[Value]]) -> Listing | None:
    """How a sum is made up of what is left of its cells, where that is in few ways."""
    ways = ways_to_sum(rule, total, left)
    if not 0 < len(ways) <= MOST_SUMS:
        return None
    return any_of("+".join(map(str, way)) for way in sorted(ways, key=str))


def in_a_sum(total: Sum) -> str:
    return "+".join(total.cells)


def ways_to_sum(rule: Rule, total: Sum, left: Sequence[Iterable[Value]]) -> set[tuple[Value, ...]]:
    return {
        tuple(sorted(values, key=int))
        for values in product(*left)
        if rule.constraint.holds(dict(zip(total.cells, values, strict=True)))
    }


def shown(contact: Sum, i: int, values: Iterable[Value]) -> list[int]:
    """What a cell of a sum shows with any of these values."""
    return sorted({contact.weight(i, value) for value in values})


def _is_third(step: Step) -> bool:
    """Whether it says what is beside two cells that are alike."""
    (constraint, *more) = (rule.constraint for rule in step.because)
    return isinstance(constraint, Forbid) and not more and _are_three_alike(constraint)


def _are_three_alike(forbid: Forbid) -> bool:
    """Whether it forbids three cells to be all the same, and no more."""
    return len(forbid.cells) == 3 and all(len({*way}) == 1 for way in forbid.combinations)


def _is_target(fact: Fact, step: Step) -> bool:
    """Whether something is read of a cell that the step is about."""
    return not fact.holds and any(fact.cell == other.cell for other in step.derives)


def about(constraint: Constraint) -> Constraint:
    """What a constraint is about, where several are one thought."""
    return constraint.parts[0] if isinstance(constraint, Together) else constraint


def is_path(constraint: Constraint) -> TypeGuard[Regular]:
    return isinstance(constraint, Regular)


def line_of(rule: Rule) -> Phrase | None:
    """What the line is called that a rule is about."""
    line = dict(rule.sentence.parts).get("line")
    return line if isinstance(line, Phrase) else None
