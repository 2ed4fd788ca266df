"""Books of puzzles and teaching sheets as PDF: what goes in; the layouts are in `press`."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, NamedTuple

from .. import formats, registry
from ..boards.board import texts
from ..deadline import within
from ..drawing.boards import draw
from ..drawing.svg import MARGIN, as_svg
from ..explanations.grade import Level, graded
from ..phrases import ENGLISH, any_of, opened, say
from ..puzzle import OutOfTime, Puzzle, PuzzleError, Solution, UsageError, expected_one
from ..records import as_fields, choice
from ..shapes import Drawing, lowest, named, spoken, without_faint
from ..solve import Status, verdict
from .press import typeset


class Paper(NamedTuple):
    """What typst calls it, and in millimetres its sides and the margin around what is printed."""

    name: str
    width: int
    height: int
    margin: int


PAPERS = {
    "a4": Paper("a4", 210, 297, 20),
    "a5": Paper("a5", 148, 210, 14),
    "letter": Paper("us-letter", 216, 279, 20),
}
# In millimetres: what lies between two puzzles, and the line above each.
GUTTER, HEAD = 8, 8
# How puzzles can be laid out on a page: columns and rows.
LAYOUTS = {
    1: ((1, 1),),
    2: ((1, 2), (2, 1)),
    4: ((2, 2), (1, 4)),
    6: ((2, 3), (1, 6)),
}
# The same for solutions, the most to a page first.
SOLUTIONS = ((4, 5), (3, 4), (2, 3), (1, 2), (1, 1))
# Where a solution can be put into words, its picture is worth no more room than this.
WORTH_IT = SOLUTIONS[:2]
# The least height of letters in millimetres, by whether the print is large: of a puzzle, which is
# worked on, and of a solution, which is looked up.
PUZZLE_LETTERS = {False: 1.7, True: 2.5}
SOLUTION_LETTERS = {False: 1.3, True: 2.0}
# In millimetres: how wide the picture of a step is on a sheet if the board is square, and the least
# room for words beside it; and how much of a page it takes at most.
STEP, WORDS, HIGHEST = 90, 60, 0.36
SORTS = ("file", "level")
THEME = "print"
Section = dict[str, Any]  # what a layout is given, as JSON has it


@dataclass(frozen=True, slots=True)
class Layout:
    """How a book is to look."""

    title: str = ""
    per_page: int = 4
    paper: str = "a4"
    language: str = ENGLISH
    large: bool = False
    facing: bool = False  # the solutions of a page of puzzles on the next one
    sort: str = "file"  # or "level", the easiest first
    seconds: float | None = None  # time limit per puzzle


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle for a book, and its level where that is known."""

    puzzle: Puzzle
    where: str  # it was read, for messages
    level: Level | None = None


def entries(puzzles: Sequence[Puzzle], text: str, file: str) -> Iterator[Entry]:
    """The puzzles of a file's text, with their levels where it holds records that have them."""
    levels: list[Level | None] = [None] * len(puzzles)
    if text.lstrip().startswith("{"):
        levels = [_level(line) for line in text.split("\n") if line.strip()]
    for number, (puzzle, level) in enumerate(zip(puzzles, levels, strict=True), start=1):
        yield Entry(puzzle, f"{file}: puzzle {number}", level)


def _level(line: str) -> Level | None:
    found = as_fields(json.loads(line)).get("level")
    return choice("a level", Level, found) if found else None


def book(entries: Sequence[Entry], layout: Layout) -> bytes:
    """A book of the puzzles, family by family, as PDF."""
    if layout.per_page not in LAYOUTS:
        raise UsageError(f"expected {any_of(LAYOUTS)} puzzles per page, found {layout.per_page}")
    if layout.sort not in SORTS:
        raise UsageError(expected_one("an order", SORTS, layout.sort))
    if layout.sort == "level":
        entries = _easiest_first(entries, layout.seconds)
    sections = _sections(entries, layout)
    if len(entries) == 1:
        count = say("One puzzle, with one solution")
    else:
        count = say("{count} puzzles, each with one solution", count=len(entries))
    content = {
        "title": layout.title or str(say("Puzzles").told(layout.language)),
        "subtitle": count.told(layout.language),
        "cover": sections[0]["example"],
        "sections": sections,
        "solutions": [*_solutions(sections)],
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


def sheet(entry: Entry, layout: Layout) -> bytes:
    """A puzzle and the explained steps to its solution, as PDF."""
    try:
        with within(layout.seconds):
            content = _sheet(entry.puzzle, layout)
    except OutOfTime:
        raise OutOfTime(f"{entry.where}: out of time") from None
    return typeset("sheet", content)


def _sheet(puzzle: Puzzle, layout: Layout) -> dict[str, object]:
    from ..explanations.sentences import grade_line
    from ..explanations.techniques import technique
    from ..explanations.telling import Telling
    from ..explanations.walk import Walk

    record, walk = registry.family(puzzle.family), Walk(puzzle)
    telling = Telling(walk)
    steps = [*telling]
    board = named(draw(puzzle, None))
    return {
        "title": layout.title or draw(puzzle, None).title,
        "rules": say(record.rules).told(layout.language),
        "puzzle": _svg(board, layout),
        **_room_for_steps(board, layout),
        "grade": grade_line(graded(telling.walked), layout.language) if walk.is_unique else "",
        "steps": [
            {
                "head": f"{number}. {opened(technique(step).told(layout.language))}",
                "lines": step.sentence(layout.language).splitlines(),
                "picture": _svg(step.draw(layout.language), layout),
            }
            for number, step in enumerate(steps, start=1)
        ],
        **_common(layout),
    }


def _room_for_steps(board: Drawing, layout: Layout) -> dict[str, object]:
    """How wide the picture of a step is, and whether there is room for words beside it."""
    paper, ratio = _paper(layout), _ratio(board)
    room, height = (side - 2 * paper.margin for side in (paper.width, paper.height))
    width = min(room, STEP * max(1.0, ratio**0.5) * (1.2 if layout.large else 1.0))
    width = min(width, HIGHEST * height * ratio)
    return {"width": width, "beside": room - width >= WORDS}


def _paper(layout: Layout) -> Paper:
    if layout.paper not in PAPERS:
        raise UsageError(expected_one("paper", PAPERS, layout.paper))
    return PAPERS[layout.paper]


def _common(layout: Layout) -> dict[str, object]:
    paper = _paper(layout)
    return {
        "paper": paper.name,
        "margin": paper.margin,
        "language": layout.language,
        "large": layout.large,
    }


def _easiest_first(entries: Sequence[Entry], seconds: float | None) -> list[Entry]:
    """Sorted by level, which is found out where it is not known; what has none comes last."""
    from ..explanations.walk import grade

    order = [*Level]

    def levelled(entry: Entry) -> Entry:
        if entry.level:
            return entry
        try:
            with within(seconds):
                return replace(entry, level=grade(entry.puzzle).level)
        except OutOfTime:
            return entry
        except PuzzleError as error:
            raise UsageError(f"{entry.where}: {error}") from None

    def place(entry: Entry) -> int:
        return order.index(entry.level) if entry.level else len(order)

    return sorted(map(levelled, entries), key=place)


def _scale(drawing: Drawing, grid: tuple[int, int], paper: Paper) -> float:
    """Millimetres that a unit of the drawing takes, laid out so on a page."""
    columns, rows = grid
    width = (paper.width - 2 * paper.margin + GUTTER) / columns - GUTTER
    height = (paper.height - 2 * paper.margin + GUTTER) / rows - GUTTER - HEAD
    return min(width / (drawing.width + 2 * MARGIN), height / (drawing.height + 2 * MARGIN))


def _letters(drawings: Sequence[Drawing], grid: tuple[int, int], paper: Paper) -> float:
    """The height in millimetres of the smallest letters on the page."""
    return min(_scale(drawing, grid, paper) * lowest(drawing) for drawing in drawings)


def _grid(drawings: Sequence[Drawing], layout: Layout) -> tuple[int, int]:
    """Columns and rows of as many puzzles to a page as are asked for, or as can be read."""
    paper, least = _paper(layout), PUZZLE_LETTERS[layout.large]
    for count in (count for count in sorted(LAYOUTS, reverse=True) if count <= layout.per_page):
        grid = max(
            LAYOUTS[count],
            key=lambda grid: min(_scale(drawing, grid, paper) for drawing in drawings),
        )
        if _letters(drawings, grid, paper) >= least:
            return grid
    return LAYOUTS[1][0]


def _solution_grid(
    drawings: Sequence[Drawing], layout: Layout, has_words: bool
) -> tuple[int, int] | None:
    """Columns and rows of as many solutions to a page as can be read; None: better in words."""
    paper, least = _paper(layout), SOLUTION_LETTERS[layout.large]
    drawings = [without_faint(drawing) for drawing in drawings]
    grids = WORTH_IT if has_words else SOLUTIONS
    readable = (grid for grid in grids if _letters(drawings, grid, paper) >= least)
    return next(readable, None if has_words else SOLUTIONS[-1])


def _solutions(sections: list[Section]) -> Iterator[Section]:
    """What goes together on the last pages: sections whose solutions are laid out alike."""
    for grid, alike in groupby(sections, lambda section: section["solution-grid"]):
        puzzles = [puzzle for section in alike for puzzle in section["puzzles"]]
        yield {"puzzles": puzzles, "grid": grid}


def _sections(entries: Sequence[Entry], layout: Layout) -> list[Section]:
    numbered = [*enumerate(entries, start=1)]
    names = dict.fromkeys(entry.puzzle.family for entry in entries)
    return [
        _section(name, [one for one in numbered if one[1].puzzle.family == name], layout)
        for name in names
    ]


def _section(name: str, numbered: list[tuple[int, Entry]], layout: Layout) -> Section:
    record, language = registry.family(name), layout.language
    answer = record.look.answer
    example = Entry(formats.parse(record.example), f"the example of {name}")
    solved = [_solved(entry, layout.seconds) for _, entry in numbered]
    puzzles = [draw(entry.puzzle, None) for _, entry in numbered]
    solutions = [draw(found.puzzle, found.solution) for found in solved]
    answers = [
        answer(texts(found.puzzle, found.solution)).told(language) if answer else ""
        for found in solved
    ]
    shown = _solved(example, layout.seconds)
    return {
        "title": record.title,
        "rules": say(record.rules).told(language),
        "example": _svg(draw(shown.puzzle, shown.solution), layout),
        "grid": _grid(puzzles, layout),
        "solution-grid": _solution_grid(solutions, layout, answer is not None),
        "puzzles": [
            {
                "number": number,
                "level": say(entry.level.value).told(language) if entry.level else "",
                "picture": _svg(puzzle, layout),
                "solved": _svg(solution, layout),
                "ratio": _ratio(puzzle),
                "solved-ratio": _ratio(solution),
                "answer": words,
            }
            for (number, entry), puzzle, solution, words in zip(
                numbered, puzzles, solutions, answers, strict=True
            )
        ],
    }


def _ratio(drawing: Drawing) -> float:
    """Width to height of the picture."""
    return (drawing.width + 2 * MARGIN) / (drawing.height + 2 * MARGIN)


def _svg(drawing: Drawing, layout: Layout) -> str:
    return as_svg(spoken(drawing, layout.language), theme=THEME)


class Solved(NamedTuple):
    """A puzzle and its only solution."""

    puzzle: Puzzle
    solution: Solution


def _solved(entry: Entry, seconds: float | None) -> Solved:
    try:
        with within(seconds):
            found = verdict(entry.puzzle, seconds=seconds)
    except OutOfTime:
        raise OutOfTime(f"{entry.where}: out of time") from None
    if found.status is Status.OUT_OF_TIME:
        raise OutOfTime(f"{entry.where}: out of time")
    if found.status is not Status.UNIQUE:
        raise UsageError(
            f"{entry.where}: expected a puzzle with one solution, found {found.status}"
        )
    return Solved(entry.puzzle, found.solutions[0])
