"""What notebooks show of records: a picture, words below it, a small table, as HTML or SVG.

Colours of text are left to the notebook, which may be dark; pictures have a ground of their own.
"""

import re
from collections.abc import Iterable, Mapping
from html import escape
from zlib import crc32

from ..puzzle import Puzzle, Solution
from ..shapes import Drawing
from ..solve import Report, Status, Verdict
from .svg import as_svg, svg

# Of a picture above words, and of several side by side, in pixels.
WIDE, NARROW = 320.0, 220.0
# How the ids of a picture begin.
IDS = re.compile(r"\bp(?=[0-9a-f]{8}-)")
STATUS = {
    Status.UNIQUE: "The only solution.",
    Status.MANY: "There are more solutions than one.",
    Status.NONE: "No solution.",
    Status.OUT_OF_TIME: "Out of time.",
}


def of_puzzle(puzzle: Puzzle) -> str:
    return svg(puzzle, size=WIDE)


def of_solution(solution: Solution) -> str | None:
    return svg(solution.puzzle, solution, size=WIDE) if solution.puzzle else None


def of_verdict(verdict: Verdict) -> str:
    """The solutions side by side, and whether there are more."""
    boards = (svg(verdict.puzzle, solution, size=NARROW) for solution in verdict.solutions)
    return f"{line(STATUS[verdict.status])}<div>{'&#8194;'.join(boards)}</div>"


def of_report(report: Report) -> str:
    redundant = ", ".join(map(str, report.redundant)) or "none"
    claims = {name: getattr(report, name) for name in ("solvable", "unique", "irreducible")}
    rows = {name: "yes" if holds else "no" for name, holds in claims.items()}
    return table(rows | ({"redundant clues": redundant} if report.unique else {}))


def figure(drawing: Drawing, title: str, words: str) -> str:
    """A picture with a title above it and words below, in lines and set in as they are."""
    heading = line(title) if title else ""
    return f"{heading}{as_svg(drawing, size=WIDE)}{paragraph(words)}"


def folded(title: str, inside: str) -> str:
    """What is seen only when its title is touched.

    What is not seen lends no hatching to others, so that its ids must not be those of the same
    picture elsewhere on the page.
    """
    own = IDS.sub(f"p{crc32(title.encode()):08x}", inside)
    return f"<details><summary>{escape(title)}</summary>{own}</details>"


def line(words: str) -> str:
    return f"<div><b>{escape(words)}</b></div>"


def paragraph(words: str) -> str:
    return f'<div style="white-space:pre-wrap;max-width:40em">{escape(words)}</div>'


def listed(items: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{escape(item)}</li>' for item in items)}</ul>"


def table(rows: Mapping[str, object]) -> str:
    cell = '<td style="text-align:left">'
    inside = (
        f"<tr>{cell}{escape(name)}</td>{cell}{escape(str(shown))}</td></tr>"
        for name, shown in rows.items()
    )
    return f"<table><tbody>{''.join(inside)}</tbody></table>"
