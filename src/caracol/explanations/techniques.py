"""What people might call a step, by what its rules are about and how many they are."""

from collections.abc import Iterable

from ..kinds import Constraint, Count
from ..phrases import Phrase, say
from ..puzzle import Fact
from .grade import MOST_RULES, Level
from .step import Step


def technique(step: Step) -> Phrase:
    """What people might call a step, by what its rules are about.

    Two rules that say more together than each alone share at least two cells.
    """
    constraints = [rule.constraint for rule in step.because]
    if len(constraints) == 1:
        return say(_single(constraints[0], step.derives))
    if len(constraints) == 2:
        one, other = sorted(constraint.topic for constraint in constraints)
        return say(PAIRS.get((one, other), ANY_PAIR))
    return say(next(name for most, name in CHAINS if len(constraints) <= most))


CHAINS = (
    (MOST_RULES[Level.HARD], "short chain"),
    (MOST_RULES[Level.EXPERT], "long chain"),
    (1_000_000, "case analysis"),
)
# By what the rules are about.
SINGLES = {
    "order": "next in turn",
    "place": "letter and dots",
    "sum": "sum",
    "combination": "combinations",
    "path": "along a line",
    "connection": "cut off",
    "loop": "closed too early",
}
PAIRS = {
    ("place", "place"): "two letters",
    ("line", "place"): "letter in its line",
    ("line", "line"): "pair in a line",
    ("line", "order"): "order squeeze",
    ("line", "sum"): "sum without repeats",
    ("order", "order"): "order chain",
    ("sum", "sum"): "linked sums",
}
ANY_SINGLE, ANY_PAIR = "one rule", "two rules"


def _single(constraint: Constraint, derives: Iterable[Fact]) -> str:
    if constraint.topic != "line":
        return SINGLES.get(constraint.topic, ANY_SINGLE)
    values = constraint.values if isinstance(constraint, Count) else ()
    placed = any(fact.holds and fact.value in values for fact in derives)
    return "last place" if placed else "full line"


TECHNIQUES = (
    "last place",
    "full line",
    *SINGLES.values(),
    ANY_SINGLE,
    *PAIRS.values(),
    ANY_PAIR,
    *(name for _, name in CHAINS),
)
