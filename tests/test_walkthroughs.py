"""Puzzles solved by hand: what a person saw is right, and explanations are no dearer."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

import caracol
from bruteforce import price
from caracol import Fact, registry
from caracol.explanations.walk import rules_in_pieces, steps
from caracol.kinds import Domains
from caracol.model import Rule
from caracol.puzzle import Values
from reasoning import follows
from samples import Sample, samples

# One step a line: the rules used, and behind the arrow what they say. Every cell that is read is
# known by then.
SNAIL = """
column 1 holds exactly one C -> r1c1 r2c1 r3c1 r5c1 not C
after r5c2 the snail goes on with the next letter of ABC -> r5c1 is -
after r4c1 the snail goes on with the next letter of ABC -> r3c1 not B
the first letter on the snail is A -> r1c1 not B
column 1 holds exactly one B -> r2c1 is B
after r4c1 the snail goes on with the next letter of ABC -> r3c1 is A
column 1 holds exactly one A -> r1c1 is -
row 2 holds exactly one C -> r2c2 r2c4 r2c5 not C
after r2c1 the snail goes on with the next letter of ABC -> r2c2 is -
column 3 holds exactly one C -> r1c3 r3c3 r4c3 r5c3 not C
the last letter on the snail is C -> r3c3 is -
the last letter on the snail is C -> r3c2 not A B
the first letter on the snail is A -> r1c2 not B C
row 4 holds exactly one C -> r4c2 r4c3 r4c4 r4c5 not C
column 2 holds exactly one C -> r3c2 is C
row 3 holds exactly one C -> r3c4 r3c5 not C
column 2 holds exactly one B -> r4c2 not B
after r4c2 the snail goes on with the next letter of ABC -> r4c2 is -
column 2 holds exactly one A -> r1c2 is A
row 1 holds exactly one A -> r1c3 r1c4 r1c5 not A
after r4c3 the snail goes on with the next letter of ABC -> r4c3 not A
column 3 holds exactly one A -> r5c3 is A
row 5 holds exactly one A -> r5c4 r5c5 not A
row 5 holds exactly one B -> r5c4 r5c5 not B
after r4c5 the snail goes on with the next letter of ABC -> r4c5 not A
row 4 holds exactly one A -> r4c4 is A
after r4c4 the snail goes on with the next letter of ABC -> r4c3 is B
column 3 holds exactly one B -> r1c3 is -
row 4 holds exactly one B -> r4c5 is -
row 2 holds exactly one B -> r2c4 r2c5 not B
column 4 holds exactly one A -> r2c4 is -
row 3 holds exactly one A -> r3c4 r3c5 not A
column 5 holds exactly one A -> r2c5 is A
after r2c3 the snail goes on with the next letter of ABC -> r3c4 is -
row 3 holds exactly one B -> r3c5 is B
column 4 holds exactly one B -> r1c4 is B
row 1 holds exactly one C -> r1c5 is C
column 4 holds exactly one C -> r5c4 is C
row 5 holds exactly one C -> r5c5 is -
"""

MNO = """
row 4 holds exactly one letter -> r4c1 r4c2 r4c3 r4c5 not M N O
column 4 holds exactly one letter -> r1c4 r2c4 r3c4 r5c4 not M N O
in row 4 an N stands between the two dots, but not midway -> r4c5 is *
in row 4 an N stands between the two dots, but not midway -> r4c3 is -
in column 4 an N stands between the two dots, but not midway -> r5c4 is *
in column 4 an N stands between the two dots, but not midway -> r3c4 is -
column 5 holds exactly two dots -> r2c5 r3c5 r5c5 not *
in row 2 an N stands between the two dots, but not midway -> r2c5 not N
in row 3 an N stands between the two dots, but not midway -> r3c5 not N
in column 5 an M stands midway between the two dots -> r2c5 r3c5 not M
in column 5 an O does not stand between the two dots -> r2c5 r3c5 is -
in row 5 an N stands between the two dots, but not midway -> r5c5 not N
in row 5 an M stands midway between the two dots -> r5c5 not M
column 5 holds exactly one letter -> r5c5 is O
row 5 holds exactly one letter -> r5c1 r5c2 r5c3 not M N O
row 3 holds exactly two dots + row 3 holds exactly one letter -> r3c1 r3c2 r3c3 not -
in row 3 an N stands between the two dots, but not midway -> r3c1 r3c2 r3c3 not N
row 3 holds exactly two dots + in row 3 an M stands midway between the two dots -> r3c1 r3c3 not M
row 3 holds exactly two dots + in row 3 an O does not stand between the two dots -> r3c2 not O
column 1 holds exactly two dots + in column 1 an O does not stand between the two dots -> r4c1 is -
column 1 holds exactly two dots + in column 1 an O does not stand between the two dots -> r5c1 is -
row 4 holds exactly two dots -> r4c2 is *
column 2 holds exactly two dots + in column 2 an M stands midway between the two dots -> r5c2 is -
row 5 holds exactly two dots -> r5c3 is *
column 3 holds exactly two dots + in column 3 an O does not stand between the two dots -> r3c3 is *
column 3 holds exactly two dots -> r1c3 r2c3 not *
in column 3 an N stands between the two dots, but not midway -> r1c3 not N
in column 3 an M stands midway between the two dots -> r1c3 not M
in column 2 an N stands between the two dots, but not midway -> r1c2 not N
in row 1 an M stands midway between the two dots -> r1c1 r1c2 not M
in row 1 an N stands between the two dots, but not midway -> r1c1 not N
row 1 holds exactly one letter + in row 1 an O does not stand between the two dots -> r1c1 not *
column 1 holds exactly two dots -> r3c1 is *
row 3 holds exactly two dots -> r3c2 is M
in column 2 an M stands midway between the two dots -> r2c2 is *
row 2 holds exactly two dots -> r2c4 is -
column 4 holds exactly two dots -> r1c4 is *
in row 2 an N stands between the two dots, but not midway -> r2c3 not N
in row 2 an M stands midway between the two dots -> r2c3 not M
row 2 holds exactly one letter -> r2c3 is O
column 3 holds exactly one letter -> r1c3 is -
column 2 holds exactly one letter -> r1c2 not O
row 1 holds exactly two dots -> r1c2 is -
row 1 holds exactly one letter -> r1c1 is O
"""

TRID = """
r3c1, r3c2 and r4c2 sum to 32 -> r3c2 r4c2 not 12 13
row 4 holds at most one 8 -> r4c1 r4c2 r4c3 not 8
r3c1, r3c2 and r4c2 sum to 32 -> r3c2 not 11
falling line 1 holds at most one 8 -> r1c1 r2c2 r3c3 not 8
row 3 holds at most one 13 -> r3c3 not 13
r2c2, r3c2 and r3c3 sum to 33 -> r2c2 not 9 10
r2c2, r3c2 and r3c3 sum to 33 -> r3c3 not 9
falling line 2 holds at most one 10 + r3c2, r3c3 and r4c3 sum to 32 -> r4c3 not 10
row 3 holds at most one 10 + r2c2, r3c2 and r3c3 sum to 33 -> r3c3 not 10
rising line 3 holds at most one 11 + r3c2, r3c3 and r4c3 sum to 32 -> r3c2 not 10
r2c2, r3c2 and r3c3 sum to 33 -> r2c2 not 11
falling line 1 holds at most one 12 + r2c2, r3c2 and r3c3 sum to 33 -> r2c2 is 13
r2c2, r3c2 and r3c3 sum to 33 + r3c2, r3c3 and r4c3 sum to 32 -> r4c3 is 12
rising line 3 holds at most one 12 -> r3c3 is 11
r2c2, r3c2 and r3c3 sum to 33 -> r3c2 is 9
r3c1, r3c2 and r4c2 sum to 32 -> r4c2 is 10
falling line 1 holds at most one 11 -> r1c1 not 11
falling line 2 holds at most one 9 -> r2c1 not 9
r1c1, r2c1 and r2c2 sum to 32 -> r1c1 is 9
r1c1, r2c1 and r2c2 sum to 32 -> r2c1 is 10
rising line 1 holds at most one 9 -> r4c1 not 9
rising line 1 holds at most one 13 -> r4c1 not 13
row 4 holds at most one 10 -> r4c1 not 10
row 4 holds at most one 12 -> r4c1 is 11
"""

BY_HAND = {"magic-snail/report-000": SNAIL, "mno/report-003": MNO, "trid/two-digits": TRID}
by_hand = pytest.mark.parametrize(
    "sample", [sample for sample in samples() if sample.name in BY_HAND], ids=str
)


class HandStep(NamedTuple):
    """What a person concluded, because of which rules, knowing what."""

    known: Domains
    rules: list[Rule]
    facts: list[Fact]

    @property
    def price(self) -> int:
        return sum(price(rule) for rule in self.rules)


def hand_steps(sample: Sample) -> Iterator[HandStep]:
    puzzle = sample.puzzle
    domains = registry.model(puzzle.family, puzzle.shape).cells
    named = {str(rule.sentence): rule for rule in rules_in_pieces(puzzle)}
    known = dict(steps(puzzle).left)
    for line in BY_HAND[sample.name].strip().splitlines():
        told, _, conclusion = line.partition(" -> ")
        facts = list(_facts(conclusion.split(), domains))
        yield HandStep(dict(known), [named[name] for name in told.split(" + ")], facts)
        for cell, value, holds in facts:
            known[cell] = tuple(other for other in known[cell] if (other == value) is holds)


def _facts(words: list[str], domains: Domains) -> Iterator[Fact]:
    """Such as `r1c1 r1c2 not 8 9`."""
    verb = next(i for i, word in enumerate(words) if word in ("is", "not"))
    for cell in words[:verb]:
        for value in domains[cell]:
            if str(value) in words[verb + 1 :]:
                yield Fact(cell, value, words[verb] == "is")


def marks(known: Domains, domains: Domains) -> list[Fact]:
    return [
        Fact(cell, value, False)
        for cell, values in domains.items()
        for value in values
        if value not in known[cell]
    ]


@by_hand
def test_what_was_concluded_by_hand_follows(sample: Sample) -> None:
    domains = registry.model(sample.puzzle.family, sample.puzzle.shape).cells
    for step in hand_steps(sample):
        known = [fact for fact in marks(step.known, domains) if _is_near(fact, step.rules)]
        assert step.facts
        assert follows(domains, known, step.rules, step.facts), step.facts


def _is_near(fact: Fact, rules: list[Rule]) -> bool:
    return any(fact.cell in rule.constraint.cells for rule in rules)


@by_hand
def test_a_walk_by_hand_gets_to_the_end(sample: Sample) -> None:
    *_, last = hand_steps(sample)
    found = dict(last.known) | {fact.cell: (fact.value,) for fact in last.facts if fact.holds}
    board: Values = {cell: values[0] for cell, values in found.items() if len(values) == 1}
    assert board == sample.solution.values


@by_hand
def test_explanations_are_never_dearer_than_steps_by_hand(sample: Sample) -> None:
    by_hand = list(hand_steps(sample))
    hardest = max(step.cost for step in steps(sample.puzzle))
    assert hardest <= max(step.price for step in by_hand)
    for step in by_hand:
        found = next(caracol.steps(sample.puzzle, step.known))
        assert found.proved
        assert found.cost <= step.price
