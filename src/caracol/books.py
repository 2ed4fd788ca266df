"""Books of puzzles and teaching sheets as PDF: what goes in; the layouts are in `press`."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from . import contract
from .drawing import Drawing, spoken
from .press import typeset
from .puzzle import Puzzle, UsageError
from .solve import verdict
from .svg_file import as_svg
from .words import ENGLISH, opened, say

PAPERS = {"a4": "a4", "a5": "a5", "letter": "us-letter"}
# How puzzles are laid out on a page: columns and rows.
LAYOUTS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}
# The same for solutions, by whether they are wide, and whether the print is large.
SOLUTIONS = {
    (False, False): (4, 5),
    (False, True): (2, 3),
    (True, False): (2, 3),
    (True, True): (1, 2),
}
THEME = "print"
Section = dict[str, Any]  # what a layout is given, to be told as JSON


@dataclass(frozen=True, slots=True)
class Layout:
    """How a book is to look."""

    title: str = ""
    per_page: int = 4
    paper: str = "a4"
    language: str = ENGLISH
    large: bool = False
    facing: bool = False  # each solution on the page after its puzzle


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle for a book, and its level where that is known."""

    puzzle: Puzzle
    where: str  # it was read, for complaints
    level: str = ""


def book(entries: Sequence[Entry], layout: Layout) -> bytes:
    """A book of the puzzles, family by family, as PDF."""
    if layout.per_page not in LAYOUTS:
        told = ", ".join(map(str, LAYOUTS))
        raise UsageError(f"expected {told} puzzles a page, found {layout.per_page}")
    sections = _sections(entries, layout)
    count = say("{count} puzzles, each with one solution", count=len(entries))
    content = {
        "title": layout.title or str(say("Puzzles").told(layout.language)),
        "subtitle": count.told(layout.language),
        "cover": sections[0]["example"],
        "sections": sections,
        "solutions": [*_solutions(sections, layout.large)],
        **_common(layout),
        "facing": layout.facing,
        "words": {
            word: say(english).told(layout.language)
            for word, english in (
                ("contents", "Contents"),
                ("example", "An example, solved"),
                ("solutions", "Solutions"),
            )
        },
    }
    return typeset("book", content)


def sheet(puzzle: Puzzle, layout: Layout) -> bytes:
    """A puzzle and the explained steps to its solution, as PDF."""
    from .explain import Walk, graded
    from .explaining import grade_line
    from .techniques import technique
    from .telling import sentence

    record, walk, told, steps = contract.family(puzzle.family), Walk(puzzle), [], []
    for number, step in enumerate(walk, start=1):
        steps.append(step)
        told.append(
            {
                "head": f"{number}. {opened(technique(step).told(layout.language))}",
                "sentence": sentence(puzzle, step, layout.language),
                "picture": _svg(step.draw(), layout),
            }
        )
    content = {
        "title": layout.title or record.draw(puzzle, None).title,
        "rules": say(record.rules).told(layout.language),
        "puzzle": _svg(record.draw(puzzle, None), layout),
        "grade": grade_line(graded(steps), layout.language) if walk.is_unique else "",
        "steps": told,
        **_common(layout),
    }
    return typeset("sheet", content)


def _common(layout: Layout) -> dict[str, object]:
    if layout.paper not in PAPERS:
        raise UsageError(f"expected paper, one of {', '.join(PAPERS)}; found {layout.paper!r}")
    return {
        "paper": PAPERS[layout.paper],
        "language": layout.language,
        "large": layout.large,
    }


def _grid(wide: bool, per_page: int) -> tuple[int, int]:
    """Columns and rows of puzzles on a page; wide ones go below each other."""
    columns, rows = LAYOUTS[per_page]
    return (1, max(1, columns * rows // 2)) if wide else (columns, rows)


def _solutions(sections: list[Section], large: bool) -> Iterator[Section]:
    """What goes together on the last pages: sections whose pictures are alike in form."""
    for wide, alike in groupby(sections, lambda section: bool(section["wide"])):
        puzzles = [puzzle for section in alike for puzzle in section["puzzles"]]
        yield {"puzzles": puzzles, "grid": SOLUTIONS[wide, large]}


def _sections(entries: Sequence[Entry], layout: Layout) -> list[Section]:
    numbered, language = [*enumerate(entries, start=1)], layout.language
    sections: list[Section] = []
    for name in dict.fromkeys(entry.puzzle.family for entry in entries):
        record = contract.family(name)
        example = contract.parse(record.example)
        drawing = record.draw(example, None)
        wide = drawing.width > 1.2 * drawing.height
        sections.append(
            {
                "title": record.title,
                "rules": say(record.rules).told(language),
                "example": _solved(Entry(example, "the example"), layout),
                "wide": wide,
                "grid": _grid(wide, layout.per_page),
                "puzzles": [
                    {
                        "number": number,
                        "level": say(entry.level).told(language) if entry.level else "",
                        "picture": _svg(record.draw(entry.puzzle, None), layout),
                        "solved": _solved(entry, layout),
                    }
                    for number, entry in numbered
                    if entry.puzzle.family == name
                ],
            }
        )
    return sections


def _svg(drawing: Drawing, layout: Layout) -> str:
    return as_svg(spoken(drawing, layout.language), theme=THEME)


def _solved(entry: Entry, layout: Layout) -> str:
    found = verdict(entry.puzzle)
    if found.status != "unique":
        raise UsageError(
            f"{entry.where}: expected a puzzle with one solution, found {found.status}"
        )
    drawing = contract.family(entry.puzzle.family).draw(entry.puzzle, found.solutions[0])
    return _svg(drawing, layout)
