"""Grades and levels: how hard a puzzle is, by the steps that solve it."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import Enum

from ..kinds.constraint import OTHER
from ..puzzle import UsageError, expected_one
from ..records import Fields, choice, required
from .step import Step

METRICS = ("price", "rules")


class Level(Enum):
    """How hard a puzzle is: how many rules its hardest step takes together."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"
    CASES = "case analysis"


# The most rules that the steps of a level take; beyond the last, cases must be distinguished.
MOST_RULES = {Level.EASY: 1, Level.MEDIUM: 2, Level.HARD: 3, Level.EXPERT: 5}


@dataclass(frozen=True, slots=True)
class Grade:
    """How hard a puzzle is: its hardest step, all steps together, how narrow the way is.

    Where that is not proved, `hardest` and `level` are lower bounds.
    """

    hardest: int
    sum: int
    bottleneck: float
    level: Level
    proved: bool

    def to_json(self) -> dict[str, object]:
        return {
            "hardest": self.hardest,
            "sum": self.sum,
            "bottleneck": self.bottleneck,
            "level": self.level.value,
            "proved": self.proved,
        }

    @classmethod
    def from_json(cls, fields: Fields) -> "Grade":
        return cls(
            required(fields, "hardest", int),
            required(fields, "sum", int),
            required(fields, "bottleneck", float),
            choice("a level", Level, fields.get("level")),
            required(fields, "proved", bool),
        )


def check_metric(metric: str) -> None:
    if metric not in METRICS:
        raise UsageError(expected_one("a metric", METRICS, metric))


def graded(walked: Collection[Step], metric: str = "price", *, ended: bool = True) -> Grade:
    """The grade of a walk, or if it has not ended, what can be said by then.

    A lower bound on the cost of a step holds for every way to the end: however a point was reached,
    each goes on with some step from there.
    """
    hardest = max((step.at_least for step in walked), default=0)
    narrow = [1 / step.choices for step in walked]
    return Grade(
        hardest,
        sum(step.cost for step in walked),
        round(sum(narrow) / len(narrow), 3) if narrow else 0.0,
        level(hardest, metric),
        ended and all(step.proved for step in walked),
    )


def level(hardest: int, metric: str = "price") -> Level:
    """The level of puzzles whose hardest step has that cost."""
    cost = OTHER if metric == "price" else 1
    fitting = (level for level, most in MOST_RULES.items() if hardest <= most * cost)
    return next(fitting, Level.CASES)
