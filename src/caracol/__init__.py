"""caracol: logic puzzles by constraint solving."""

from typing import TYPE_CHECKING

from .contract import Family, family, parse, parse_all, show
from .puzzle import (
    Clue,
    Fact,
    OutOfTime,
    ParseError,
    Puzzle,
    PuzzleError,
    Solution,
    UsageError,
)
from .solve import Report, Search, Verdict, check, count, has_board, is_unique, solutions, verdict

if TYPE_CHECKING:
    from .setter import generate

__all__ = [
    "Clue",
    "Fact",
    "Family",
    "OutOfTime",
    "ParseError",
    "Puzzle",
    "PuzzleError",
    "Report",
    "Search",
    "Solution",
    "UsageError",
    "Verdict",
    "check",
    "count",
    "family",
    "generate",
    "has_board",
    "is_unique",
    "parse",
    "parse_all",
    "show",
    "solutions",
    "verdict",
]


def __getattr__(name: str) -> object:
    """Load what brings a solver with it only when it is asked for."""
    if name == "generate":
        from .setter import generate

        return generate
    raise AttributeError(f"module 'caracol' has no attribute {name!r}")
