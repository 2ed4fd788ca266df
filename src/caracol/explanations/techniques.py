"""What people might call a step, by the kinds of its rules and how many they are."""

from collections.abc import Iterable
from typing import assert_never

from ..model import Constraint, Count, Cycle, Differ, First, Is, Next, Stands, Sum
from ..phrases import Phrase, say
from ..puzzle import Fact
from .step import Step


def technique(step: Step) -> Phrase:
    """What people might call a step, by the kinds of its rules.

    Two rules that say more together than each alone share at least two cells.
    """
    constraints = [rule.constraint for rule in step.because]
    if len(constraints) == 1:
        return say(_single(constraints[0], step.derives))
    if len(constraints) == 2:
        one, other = sorted(map(_kind, constraints))
        return say(PAIRS.get((one, other), ANY_PAIR))
    return say(next(name for most, name in CHAINS if len(constraints) <= most))


LINE, ORDER, LETTER, SUM = "line", "order", "letter", "sum"
CHAINS = ((3, "short chain"), (5, "long chain"), (1_000_000, "case analysis"))
PAIRS = {
    (LETTER, LETTER): "two letters",
    (LETTER, LINE): "letter in its line",
    (LINE, LINE): "pair in a line",
    (LINE, ORDER): "order squeeze",
    (LINE, SUM): "sum without repeats",
    (ORDER, ORDER): "order chain",
    (SUM, SUM): "linked sums",
}
# Other families may have others.
ANY_PAIR = "two rules"


def _kind(constraint: Constraint) -> str:
    match constraint:
        case Is() | Count() | Differ():
            return LINE
        case Cycle() | First() | Next():
            return ORDER
        case Stands():
            return LETTER
        case Sum():
            return SUM
        case _:
            assert_never(constraint)


def _single(constraint: Constraint, derives: Iterable[Fact]) -> str:
    match _kind(constraint):
        case "line":
            values = constraint.values if isinstance(constraint, Count) else ()
            placed = any(fact.holds and fact.value in values for fact in derives)
            return "last place" if placed else "full line"
        case "order":
            return "next in turn"
        case "letter":
            return "letter and dots"
        case _:
            return "sum"


TECHNIQUES = (
    "last place",
    "full line",
    "next in turn",
    "letter and dots",
    "sum",
    *PAIRS.values(),
    ANY_PAIR,
    *(name for _, name in CHAINS),
)
