"""What people call a step, by what it does: the kinds of its rules, what it reads, what it says."""

from collections.abc import Sequence

from ..kinds import Constraint, Count, Differ, Stands, Sum, Where
from ..phrases import Phrase, say
from .chains import is_corner
from .single_rules import about
from .step import Step
from .told import Told, is_placement, last_places

LAST_PLACE, FULL_LINE, ONLY_VALUE = "last place", "full line", "only value left"
SQUEEZE = "order squeeze"
COMBINATIONS, AGAINST_LINE, LINKED_SUMS = "sum combinations", "sum against line", "linked sums"
CONTACT, CORNER = "contact of two rings", "corner of three rings"
CROSSING = "intersection"
PLACES = {
    Where.MIDWAY: "mirror",
    Where.OUTSIDE: "both on one side",
    Where.BETWEEN: "one on each side",
}
# By how many values are taken together, where the cells hold no others, and where no others do.
NAKED = {2: "naked pair", 3: "naked triple"}
HIDDEN = {2: "hidden pair", 3: "hidden triple"}
SHORT, LONG, CASES = "short chain", "long chain", "case analysis"
# The most rules that are followed as a chain; what takes more comes down to cases.
SHORT_RULES, LONG_RULES = 3, 5
# By the topics of other single rules and pairs of rules.
SINGLES = {
    "order": SQUEEZE,
    "path": "along a line",
    "combination": "combinations",
    "line": FULL_LINE,
}
PAIRS = {("line", "order"): SQUEEZE, ("order", "order"): SQUEEZE}
ANY_SINGLE = "one rule"

TECHNIQUES = tuple(
    dict.fromkeys(
        (
            LAST_PLACE,
            FULL_LINE,
            ONLY_VALUE,
            SQUEEZE,
            *PLACES.values(),
            COMBINATIONS,
            AGAINST_LINE,
            LINKED_SUMS,
            *NAKED.values(),
            *HIDDEN.values(),
            CROSSING,
            CONTACT,
            CORNER,
            *SINGLES.values(),
            ANY_SINGLE,
            SHORT,
            LONG,
            CASES,
        )
    )
)


def technique(step: Step | Told) -> Phrase:
    """What people might call a step."""
    if not isinstance(step, Told):
        return say(_name(step))
    name = _name(step.keys[-1])
    has_cases = step.refutation is not None and bool(step.refutation.cases)
    return say(CASES if has_cases and name in (SHORT, LONG) else name)


def _name(step: Step) -> str:
    if len(step.because) == 1:
        return _single(step.because[0].constraint, step)
    constraints = [about(rule.constraint) for rule in step.because]
    return _counting(constraints, step) or _pair(constraints) or _chain(len(constraints))


def _single(constraint: Constraint, step: Step) -> str:
    if is_corner(constraint):
        return CORNER
    constraint = about(constraint)
    match constraint:
        case Count() | Differ():
            if is_last_place(step):
                return LAST_PLACE
            return ONLY_VALUE if any(map(is_placement, step.derives)) else FULL_LINE
        case Stands(where=where):
            return PLACES[where]
        case Sum(weights=weights):
            return CONTACT if weights else COMBINATIONS
    return SINGLES.get(constraint.topic, ANY_SINGLE)


def is_last_place(step: Step) -> bool:
    """Whether a line puts into a cell what can go nowhere else in it."""
    return len(step.because) == 1 and bool(last_places(step))


def _counting(constraints: Sequence[Constraint], step: Step) -> str | None:
    """Several counts: of some values in one line, or of one value in several lines."""
    counts = [one for one in constraints if isinstance(one, Count)]
    if len(counts) < len(constraints):
        return None
    values = {value for count in counts for value in count.values}
    if len({count.cells for count in counts}) == 1 and len(counts) in NAKED:
        struck = [fact for fact in step.derives if not fact.holds]
        told = struck or step.derives
        is_hidden = any((fact.value in values) is fact.holds for fact in told)
        return (HIDDEN if is_hidden else NAKED)[len(counts)]
    if len(counts) == 2 and counts[0].values == counts[1].values:
        return CROSSING
    return None


def _pair(constraints: Sequence[Constraint]) -> str | None:
    if len(constraints) > 2:
        return None
    one, other = sorted(constraints, key=lambda constraint: constraint.topic)
    if isinstance(other, Stands) and one.topic == "line":
        return PLACES[other.where]
    if isinstance(other, Sum) and not other.weights:
        return AGAINST_LINE if one.topic == "line" else LINKED_SUMS if one.topic == "sum" else None
    return PAIRS.get((one.topic, other.topic))


def _chain(rules: int) -> str:
    return SHORT if rules <= SHORT_RULES else LONG if rules <= LONG_RULES else CASES
