"""Grades and levels: how hard a puzzle is, by the steps that solve it."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from ..puzzle import UsageError, expected_one
from ..records import Fields, choice, optional, required

METRICS = ("price", "rules")


class Level(Enum):
    """How hard a puzzle is: what its hardest step costs."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"
    CASES = "case analysis"


# The most that a step of a level costs; beyond the last, cases must be distinguished.
MOST_COST = {Level.EASY: 12, Level.MEDIUM: 24, Level.HARD: 40, Level.EXPERT: 60}
# The same with the metric that counts rules.
MOST_RULES = {Level.EASY: 1, Level.MEDIUM: 2, Level.HARD: 3, Level.EXPERT: 5}


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a puzzle is: its hardest step, all steps together, how narrow the way is.

    Where that is not proved, `hardest` and `level` are lower bounds, and `at_most` is an upper
    bound: on the way found no step costs more. `rating` goes by the way found: the number of a
    level, and a decimal for where in it the hardest step lies, a little for how often the way is
    hard and how narrow.
    """

    hardest: int
    """The cost of the hardest step."""
    sum: int
    """The cost of all steps together."""
    bottleneck: float
    """Near 0 there is always much to find, at 1 there is always a single way on."""
    level: Level
    proved: bool
    """Whether every step is proved to be the cheapest."""
    rating: float = 0.0
    at_most: int | None = None  # None where no way to the end was found

    def to_json(self) -> dict[str, object]:
        return {
            "hardest": self.hardest,
            "sum": self.sum,
            "bottleneck": self.bottleneck,
            "level": self.level.value,
            "proved": self.proved,
            "rating": self.rating,
            "at_most": self.at_most,
        }

    def _repr_html_(self) -> str:
        from ..drawing.notebook import table

        least = "" if self.proved else "at least "
        rows = {
            "level": f"{least}{self.level.value}",
            "rating": self.rating,
            "hardest step": f"{least}{self.hardest}",
            "all steps": self.sum,
            "bottleneck": self.bottleneck,
        }
        return table(rows)

    @classmethod
    def from_json(cls, fields: Fields) -> "Grade":
        return cls(
            required(fields, "hardest", int),
            required(fields, "sum", int),
            required(fields, "bottleneck", float),
            choice("a level", Level, fields.get("level")),
            required(fields, "proved", bool),
            optional(fields, "rating", float) or 0.0,
            optional(fields, "at_most", int),
        )


def check_metric(metric: str) -> None:
    if metric not in METRICS:
        raise UsageError(expected_one("a metric", METRICS, metric))


class Made(Protocol):
    """A step as far as it is graded: what it cost, at least, and how many rules would have done."""

    @property
    def cost(self) -> int: ...

    @property
    def at_least(self) -> int: ...

    @property
    def choices(self) -> int: ...

    @property
    def proved(self) -> bool: ...


def graded(walked: Collection[Made], metric: str = "price", *, ended: bool = True) -> Grade:
    """The grade of a walk, or if it has not ended, what can be said by then.

    A lower bound on the cost of a step holds for every way to the end: however a point was reached,
    each goes on with some step from there. And the way found needs no step beyond its own.
    """
    hardest = max((step.at_least for step in walked), default=0)
    found = max((step.cost for step in walked), default=0)
    total = sum(step.cost for step in walked)
    narrow = sum(1 / step.choices for step in walked) / max(1, len(walked))
    share = total / max(1, found * len(walked))
    return Grade(
        hardest,
        total,
        round(narrow, 3),
        level(hardest, metric),
        ended and all(step.proved for step in walked),
        _rating(found, (share + narrow) / 2, metric),
        found if ended else None,
    )


def _rating(found: int, more: float, metric: str) -> float:
    """From easy, 1.0 to 1.99, to case analysis, from 5.0.

    How much more the way asks for, between 0 and 1, counts little beside its hardest step.
    """
    limits = [0, *(MOST_COST if metric == "price" else MOST_RULES).values()]
    below = max(i for i, limit in enumerate(limits) if found > limit or not i)
    low = limits[below]
    high = limits[below + 1] if below + 1 < len(limits) else found
    place = (found - low) / (high if low == limits[-1] else high - low)
    return round(1 + below + min(0.99, 0.95 * place + 0.05 * more), 2)


def level(hardest: int, metric: str = "price") -> Level:
    """The level of puzzles whose hardest step has that cost."""
    most_of = MOST_COST if metric == "price" else MOST_RULES
    fitting = (level for level, most in most_of.items() if hardest <= most)
    return next(fitting, Level.CASES)
