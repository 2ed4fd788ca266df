"""caracol: logic puzzles by constraint solving."""

from importlib import import_module
from typing import TYPE_CHECKING

from .contract import Family, family, parse, parse_all, show
from .puzzle import (
    Clue,
    Fact,
    ManySolutions,
    NoSolution,
    OutOfTime,
    ParseError,
    Puzzle,
    PuzzleError,
    Solution,
    UsageError,
)
from .solve import Report, Search, Verdict, check, count, has_board, is_unique, solutions, verdict

if TYPE_CHECKING:
    from .explain import Grade, Level, Step, Walk, clash, grade, steps
    from .setter import generate

# What brings a solver with it is loaded only when it is asked for.
LATE = {
    "Grade": "explain",
    "Level": "explain",
    "Step": "explain",
    "Walk": "explain",
    "clash": "explain",
    "generate": "setter",
    "grade": "explain",
    "steps": "explain",
}

__all__ = [
    "Clue",
    "Fact",
    "Family",
    "Grade",
    "Level",
    "ManySolutions",
    "NoSolution",
    "OutOfTime",
    "ParseError",
    "Puzzle",
    "PuzzleError",
    "Report",
    "Search",
    "Solution",
    "Step",
    "UsageError",
    "Verdict",
    "Walk",
    "check",
    "clash",
    "count",
    "family",
    "generate",
    "grade",
    "has_board",
    "is_unique",
    "parse",
    "parse_all",
    "show",
    "solutions",
    "steps",
    "verdict",
]


def __getattr__(name: str) -> object:
    if name in LATE:
        return getattr(import_module(f".{LATE[name]}", __name__), name)
    raise AttributeError(f"module 'caracol' has no attribute {name!r}")
