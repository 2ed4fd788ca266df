"""The command that gives a hint: where to look, then which technique, then the whole step."""

import argparse
import sys
from collections.abc import Iterator

from ..drawing.boards import draw
from ..drawing.characters import characters
from ..explanations.explanation import HIGHLIGHTS, StepInWords, entries_of
from ..explanations.hint import Hint
from ..explanations.hint import hint as next_step
from ..explanations.walk import Entries
from ..phrases import all_of, say
from ..puzzle import Puzzle, Solution
from ..registry import family, model
from ..shapes import highlighted, spoken
from . import terminal
from .console import DONE, NO, each_in_time, titled, write_answer, write_line
from .inputs import Read, one

NO_SOLUTION = say("The puzzle has no solution.")
MORE = say("Enter for more, q to stop: ")


def hint(options: argparse.Namespace) -> int:
    return each_in_time(options, _hint)


def _hint(read: Read, options: argparse.Namespace) -> int:
    entries = entries_of(read.puzzle, one(options.board, "board")) if options.board else {}
    found = next_step(read.puzzle, entries, language=options.language, seconds=options.seconds)
    if options.json:
        write_answer(read, found.to_json())
    else:
        with titled(read, options):
            _show(read.puzzle, entries, found, options.language)
    return NO if found.clash else DONE


def _show(puzzle: Puzzle, entries: Entries, found: Hint, language: str) -> None:
    """One line after the other; on a terminal, only as far as the player wants to know."""
    is_asked = sys.stdin.isatty() and sys.stdout.isatty()
    lines = _lines(puzzle, found, language)
    write_line(next(lines))
    for line in lines:
        if is_asked and not terminal.goes_on(MORE.told(language)):
            return
        write_line(line)
    if found.step and sys.stdout.isatty():
        _draw(puzzle, entries, found.step, language)


def _lines(puzzle: Puzzle, found: Hint, language: str) -> Iterator[str]:
    cells, named = model(puzzle.family, puzzle.shape).cells, family(puzzle.family).wording.cell
    where = all_of(named(at) for at in found.where if at in cells)
    if found.clash:
        begins = say("Look again at {cells}.", cells=where) if found.where else NO_SOLUTION
        yield f"{begins.told(language)} {found.clash.sentence}"
    elif found.is_complete:
        yield say("The board is complete and right.").told(language)
    elif not found.step:
        yield say("Nothing more is forced: the puzzle has many solutions.").told(language)
    else:
        yield say("Look at {cells}.", cells=where).told(language)
        yield say("Technique: {technique}.", technique=found.step.technique).told(language)
        yield found.step.sentence


def _draw(puzzle: Puzzle, entries: Entries, step: StepInWords, language: str) -> None:
    entered = {cell: entry for cell, entry in entries.items() if isinstance(entry, str | int)}
    marked = zip(HIGHLIGHTS, step.highlights, strict=True)
    roles = {cell: role for role, cells in marked for cell in cells}
    drawing = highlighted(spoken(draw(puzzle, Solution(entered)), language), roles)
    if terminal.fits(drawing):
        terminal.show(characters(drawing))
