"""What people call a step, by what it does: the kinds of its rules, what it reads, what it says."""

from collections.abc import Sequence

from .. import registry
from ..kinds import Constraint, Count, Differ, Stands, Sum, Where
from ..phrases import Phrase, say
from ..puzzle import Cell, Fact, natural
from .chains import is_corner
from .patterns import Crossing, Hidden, Naked, Wing, along_lines, pattern
from .single_rules import about
from .step import Step
from .told import Told, is_placement, last_places, strike

LAST_PLACE, FULL_LINE, ONLY_VALUE = "last place", "full line", "only value left"
SQUEEZE = "order squeeze"
COMBINATIONS, AGAINST_LINE, LINKED_SUMS = "sum combinations", "sum against line", "linked sums"
CONTACT, CORNER = "contact of two rings", "corner of three rings"
CROSSING, POINTING, CLAIMING = "intersection", "pointing", "claiming"
VIEW, VIEW_AGAINST_LINE = "view", "view against line"
COUNT_AGAINST_COMBINATIONS = "count against combinations"
PLACES = {
    Where.MIDWAY: "mirror",
    Where.OUTSIDE: "both on one side",
    Where.BETWEEN: "one on each side",
}
# By how many values are taken together, where the cells hold no others, and where no others do.
NAKED = {2: "naked pair", 3: "naked triple"}
HIDDEN = {2: "hidden pair", 3: "hidden triple"}
FISH = {2: "X-wing", 3: "swordfish"}
WINGS = {2: "XY-wing", 3: "XYZ-wing"}
SHORT, LONG, CASES = "short chain", "long chain", "case analysis"
# The most rules that are followed as a chain; what takes more comes down to cases.
SHORT_RULES, LONG_RULES = 3, 5
# By the topics of other single rules and pairs of rules.
SINGLES = {
    "order": SQUEEZE,
    "path": "along a line",
    "combination": "combinations",
    "line": FULL_LINE,
    "connection": "cut off",
    "loop": "closed too early",
    "likeness": "lines that differ",
    "view": VIEW,
    "blocks": "blocks in a line",
}
PAIRS = {
    ("line", "order"): SQUEEZE,
    ("order", "order"): SQUEEZE,
    ("line", "view"): VIEW_AGAINST_LINE,
    ("combination", "line"): COUNT_AGAINST_COMBINATIONS,
}
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
            POINTING,
            CLAIMING,
            *FISH.values(),
            *WINGS.values(),
            CONTACT,
            CORNER,
            *SINGLES.values(),
            *PAIRS.values(),
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
    hardest = max(reversed(step.keys), key=lambda key: key.cost)
    name = key_technique(step, hardest)
    has_cases = step.refutation is not None and bool(step.refutation.cases)
    return say(CASES if has_cases and name in (SHORT, LONG) else name)


def key_technique(told: Told, key: Step) -> str:
    """What people might call one of the steps that a told step is about."""
    name = _name(key)
    return LAST_PLACE if name == ONLY_VALUE and _fills_a_line(told, key) else name


def _fills_a_line(told: Told, key: Step) -> bool:
    """Whether a key fills the last open cell of a line in which all differ."""
    known = dict(told.before)
    for part in told.parts[: told.parts.index(key)]:
        strike(part.derives, known)
    placed = {fact.cell for fact in key.derives if is_placement(fact)}
    model = registry.model(told.puzzle.family, told.puzzle.shape)
    lines = (rule.constraint.cells for rule in model.rules if isinstance(rule.constraint, Differ))
    full = (line for line in lines if len(line) == len(model.cells[line[0]]))
    return any(placed == {c for c in line if len(known[c]) > 1} for line in full)


def _name(step: Step) -> str:
    if len(step.because) == 1:
        return _single(step.because[0].constraint, step)
    constraints = [about(rule.constraint) for rule in along_lines(step)]
    named = _counting(step) or _pair(constraints) or _against_lines(constraints)
    return named or _chain(len(constraints))


def _single(constraint: Constraint, step: Step) -> str:
    if is_corner(constraint):
        return CORNER
    constraint = about(constraint)
    match constraint:
        case Count() | Differ():
            if is_last_place(step):
                return LAST_PLACE
            return ONLY_VALUE if _was_narrowed(step) else FULL_LINE
        case Stands(where=where):
            return PLACES[where]
        case Sum(weights=weights):
            return CONTACT if weights else COMBINATIONS
    return SINGLES.get(constraint.topic, ANY_SINGLE)


def _was_narrowed(step: Step) -> bool:
    """Whether something is put into a cell of which more was known to be out."""
    read = {fact.cell for fact in step.reads}
    return any(is_placement(fact) and fact.cell in read for fact in step.derives)


def is_last_place(step: Step) -> bool:
    """Whether a line puts into a cell what can go nowhere else in it."""
    return len(step.because) == 1 and bool(last_places(step))


def _counting(step: Step) -> str | None:
    """Several counts that make a pattern."""
    match found := pattern(step):
        case Naked(cells):
            return NAKED[len(cells)]
        case Hidden(cells):
            return HIDDEN[len(cells)]
        case Crossing(lines=(_,)):
            return _crossing(found)
        case Crossing(lines=lines, others=others, places=places):
            # Rows against columns: they meet in single cells.
            is_fish = len(places) <= len(lines) * len(others)
            return FISH[len(lines)] if is_fish else CROSSING
        case Wing(pivot=pivot, value=value):
            return WINGS[2 + (Fact(pivot, value, False) not in step.reads)]
    return None


def _crossing(crossing: Crossing) -> str:
    """An area points at a line, or a line claims a part of an area."""
    one, other = (_is_area(rule.constraint.cells) for rule in (*crossing.lines, *crossing.others))
    return CROSSING if one == other else POINTING if one else CLAIMING


def _is_area(cells: Sequence[Cell]) -> bool:
    """Whether some of the cells share their row, others their column, by what they are called."""
    places = [natural(cell)[1:4:2] for cell in cells]
    if any(len(place) < 2 for place in places):
        return False
    return all(1 < len({*numbers}) < len(numbers) for numbers in zip(*places, strict=True))


def _pair(constraints: Sequence[Constraint]) -> str | None:
    if len(constraints) != 2:
        return None
    one, other = sorted(constraints, key=lambda constraint: constraint.topic)
    if isinstance(other, Stands) and one.topic == "line":
        return PLACES[other.where]
    if isinstance(other, Sum) and not other.weights:
        return AGAINST_LINE if one.topic == "line" else LINKED_SUMS if one.topic == "sum" else None
    return PAIRS.get((one.topic, other.topic))


def _against_lines(constraints: Sequence[Constraint]) -> str | None:
    """A few lines and one rule of another kind, which names the step where people say so."""
    others = [one for one in constraints if one.topic != "line"]
    if len(constraints) > SHORT_RULES or len(others) != 1:
        return None
    (other,) = others
    if isinstance(other, Stands):
        return PLACES[other.where]
    return SQUEEZE if other.topic == "order" else None


def _chain(rules: int) -> str:
    return SHORT if rules <= SHORT_RULES else LONG if rules <= LONG_RULES else CASES
