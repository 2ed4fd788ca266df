"""caracol: logic puzzles by constraint solving."""

from importlib import import_module
from typing import TYPE_CHECKING

from .caches import forget
from .family import Family
from .formats import parse, parse_all, show
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
from .registry import family
from .solve import (
    Report,
    Search,
    Status,
    Verdict,
    check,
    count,
    has_board,
    is_unique,
    solutions,
    verdict,
)

if TYPE_CHECKING:
    from .certificates.verify import DoesNotHold, verify
    from .certificates.writing import certify
    from .drawing.svg import svg
    from .explanations.explanation import Explanation, explanation
    from .explanations.grade import Grade, Level
    from .explanations.hint import Hint, hint
    from .explanations.step import Step
    from .explanations.telling import told
    from .explanations.told import Told
    from .explanations.walk import Clash, Walk, clash, grade, steps
    from .exports import export
    from .generation.production import generate

# What brings a solver with it is loaded only when it is asked for.
LATE = {
    "Clash": "explanations.walk",
    "DoesNotHold": "certificates.verify",
    "Explanation": "explanations.explanation",
    "Grade": "explanations.grade",
    "Hint": "explanations.hint",
    "Level": "explanations.grade",
    "Step": "explanations.step",
    "Told": "explanations.told",
    "Walk": "explanations.walk",
    "certify": "certificates.writing",
    "clash": "explanations.walk",
    "explanation": "explanations.explanation",
    "export": "exports",
    "generate": "generation.production",
    "grade": "explanations.walk",
    "hint": "explanations.hint",
    "steps": "explanations.walk",
    "svg": "drawing.svg",
    "told": "explanations.telling",
    "verify": "certificates.verify",
}

__all__ = [
    "Clash",
    "Clue",
    "DoesNotHold",
    "Explanation",
    "Fact",
    "Family",
    "Grade",
    "Hint",
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
    "Status",
    "Step",
    "Told",
    "UsageError",
    "Verdict",
    "Walk",
    "certify",
    "check",
    "clash",
    "count",
    "explanation",
    "export",
    "family",
    "forget",
    "generate",
    "grade",
    "has_board",
    "hint",
    "is_unique",
    "parse",
    "parse_all",
    "show",
    "solutions",
    "steps",
    "svg",
    "told",
    "verdict",
    "verify",
]


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> object:
    if name == "__version__":  # looking it up takes longer than solving a puzzle
        from importlib.metadata import version

        return version(__name__)
    if name in LATE:
        return getattr(import_module(f".{LATE[name]}", __name__), name)
    raise AttributeError(f"module 'caracol' has no attribute {name!r}")


def _attach(kind: type, method: str, name: str) -> None:
    """Let notebooks show records of a kind; what that takes is loaded when one is shown."""

    def shown(record: object) -> object:
        return getattr(import_module(".drawing.notebook", __name__), name)(record)

    setattr(kind, method, shown)


# Attached here: these data types know nothing of pictures.
_attach(Puzzle, "_repr_svg_", "of_puzzle")
_attach(Solution, "_repr_svg_", "of_solution")
_attach(Verdict, "_repr_html_", "of_verdict")
_attach(Report, "_repr_html_", "of_report")
