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

    Where that is not proved, `hardest` and `level` are lower bounds. `rating` tells puzzles of a
    level apart: the level's number, and a decimal for how often the way is hard and how narrow.
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

    def to_json(self) -> dict[str, object]:
        return {
            "hardest": self.hardest,
            "sum": self.sum,
            "bottleneck": self.bottleneck,
            "level": self.level.value,
            "proved": self.proved,
            "rating": self.rating,
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
    each goes on with some step from there.
    """
    hardest = max((step.at_least for step in walked), default=0)
    total = sum(step.cost for step in walked)
    narrow = sum(1 / step.choices for step in walked) / max(1, len(walked))
    found = level(hardest, metric)
    return Grade(
        hardest,
        total,
        round(narrow, 3),
        found,
        ended and all(step.proved for step in walked),
        _rating(found, total / max(1, hardest * len(walked)), narrow),
    )


def _rating(found: Level, share: float, narrow: float) -> float:
    """From easy, 1.0 to 1.9, to case analysis, from 5.0.

    The share is what a step costs on average, compared with the hardest.
    """
    decimal = min(0.9, (share + narrow) / 2)
    return 1 + [*Level].index(found) + int(10 * decimal) / 10


def level(hardest: int, metric: str = "price") -> Level:
    """The level of puzzles whose hardest step has that cost."""
    most_of = MOST_COST if metric == "price" else MOST_RULES
    fitting = (level for level, most in most_of.items() if hardest <= most)
    return next(fitting, Level.CASES)
