"""caracol: logic puzzles by constraint solving."""

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

__all__ = [
    "Clue",
    "Fact",
    "Family",
    "ManySolutions",
    "NoSolution",
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
    "has_board",
    "is_unique",
    "parse",
    "parse_all",
    "show",
    "solutions",
    "verdict",
]
