"""The command that draws: a board as SVG, PNG or PDF."""

import argparse
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from ..deadline import NEVER, within
from ..drawing.boards import draw as drawn
from ..drawing.boards import noted
from ..drawing.svg import as_svg
from ..files import check_directory, write_whole
from ..phrases import ENGLISH
from ..puzzle import NoSolution, OutOfTime, Puzzle, UsageError
from ..shapes import Drawing, named, spoken
from ..solve import is_unique, solutions
from .console import DONE, warn
from .inputs import one

SUFFIXES = (".svg", ".png", ".pdf")


@dataclass(frozen=True, slots=True)
class Look:
    """What to show, and how."""

    solution: bool = False
    step: int | None = None
    theme: str = "light"
    size: float | None = None
    view: str = ""
    language: str = ENGLISH
    candidates: bool = False


def draw(options: argparse.Namespace) -> int:
    look = Look(
        options.solution,
        options.step,
        options.theme,
        options.size,
        options.view,
        options.language,
        options.candidates,
    )
    puzzle = one(options.file, "puzzle")
    with within(options.seconds):
        _write(puzzle, options.output, look)
        if look.solution:
            _warn_of_others(puzzle, options.file)
    return DONE


def _warn_of_others(puzzle: Puzzle, file: str) -> None:
    """Say so if the solution that was drawn may not be the only one."""
    try:
        if not is_unique(puzzle):
            warn(f"{file}: the puzzle has more than one solution; one of them is drawn")
    except OutOfTime:
        warn(f"{file}: drawn; out of time before it was known whether there are more solutions")


def _write(puzzle: Puzzle, file: Path, look: Look) -> None:
    """Draw into a file, which appears whole or not at all."""
    if file.suffix not in SUFFIXES:
        raise UsageError(f"{file}: expected a file name that ends in {', '.join(SUFFIXES)}")
    check_directory(file)
    drawing = spoken(drawing_of(puzzle, look), look.language)
    text = as_svg(drawing, theme=look.theme, size=look.size)
    write_whole(file, text if file.suffix == ".svg" else _typeset(text, file.suffix, look.size))


def drawing_of(puzzle: Puzzle, look: Look) -> Drawing:
    drawing = drawn(puzzle, None, look.view)
    if look.step is not None:
        return _step(puzzle, look.step, look)
    if look.candidates:
        return _with_candidates(puzzle, drawing)
    if not look.solution:
        return drawing
    solution = next(iter(solutions(puzzle, 1)), None)
    if solution is None:
        raise NoSolution("the puzzle has no solution to draw")
    return drawn(puzzle, solution, look.view)


def _with_candidates(puzzle: Puzzle, drawing: Drawing) -> Drawing:
    """The board with what each rule by itself leaves in the open cells, and names of lines."""
    from ..studio.live import candidates

    return named(noted(drawing, puzzle, candidates(puzzle, {}, NEVER).values))


def _step(puzzle: Puzzle, number: int, look: Look) -> Drawing:
    """The board after the given number of steps, with the last step highlighted."""
    from ..explanations.telling import told

    step = next(islice(told(puzzle), number - 1, None), None)
    if step is None:
        raise UsageError(
            f"expected a step of the explanation, found {number}, which is after the last"
        )
    return step.draw(look.language, look.view)


def _typeset(text: str, suffix: str, size: float | None) -> bytes:
    from ..books.press import picture

    return picture(text, "pdf" if suffix == ".pdf" else "png", size)
