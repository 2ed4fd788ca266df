"""What people might call a step, by what its rules are about and how many they are."""

from collections.abc import Iterable

from ..model import Count, Rule
from ..phrases import Phrase, say
from ..puzzle import Fact
from .walk import Step


def technique(step: Step) -> Phrase:
    """What people might call a step, by what its rules are about.

    Two rules that say more together than each alone share at least two cells.
    """
    rules = step.because
    if len(rules) == 1:
        return say(_single(rules[0], step.derives))
    if len(rules) == 2:
        one, other = sorted(map(_topic, rules))
        return say(PAIRS.get((one, other), ANY_PAIR))
    return say(next(name for most, name in CHAINS if len(rules) <= most))


def _topic(rule: Rule) -> str:
    """What a rule is about; of clues, some kinds can say anything."""
    topic = rule.constraint.topic
    return "clue" if rule.place and topic in ("order", "combination") else topic


CHAINS = ((3, "short chain"), (5, "long chain"), (1_000_000, "case analysis"))
# By what the rules are about.
SINGLES = {"order": "next in turn", "place": "letter and dots", "sum": "sum", "clue": "clue"}
PAIRS = {
    ("clue", "line"): "clue in its line",
    ("place", "place"): "two letters",
    ("line", "place"): "letter in its line",
    ("line", "line"): "pair in a line",
    ("line", "order"): "order squeeze",
    ("line", "sum"): "sum without repeats",
    ("order", "order"): "order chain",
    ("sum", "sum"): "linked sums",
}
ANY_SINGLE, ANY_PAIR = "one rule", "two rules"


def _single(rule: Rule, derives: Iterable[Fact]) -> str:
    topic, constraint = _topic(rule), rule.constraint
    if topic != "line":
        return SINGLES.get(topic, ANY_SINGLE)
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
