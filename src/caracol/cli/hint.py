"""The command that gives a hint: where to look, then which technique, then the whole step."""

import argparse
import sys
from collections.abc import Collection

from ..drawing.characters import characters
from ..drawing.steps import Marks, picture
from ..explanations.explanation import HIGHLIGHTS, StepInWords
from ..explanations.hint import Hint, in_grades
from ..explanations.hint import hint as next_step
from ..explanations.walk import Entries
from ..phrases import say
from ..puzzle import Cell, Puzzle, Value
from . import terminal
from .console import DONE, NO, each_in_time, titled, write_answer, write_line
from .entries import entries_in
from .inputs import Read

MORE = say("Enter for more, q to stop: ")
# The grades of a hint, each with its own field in JSON.
GRADES = ("where", "technique", "step")


def hint(options: argparse.Namespace) -> int:
    return each_in_time(options, _hint)


def _hint(read: Read, options: argparse.Namespace) -> int:
    entries = entries_in(options.board, read.puzzle) if options.board else {}
    found = next_step(read.puzzle, entries, language=options.language, seconds=options.seconds)
    if options.json:
        write_answer(read, _fields(found, options.tell))
    else:
        with titled(read, options):
            _show(read.puzzle, entries, found, options)
    return NO if found.clash else DONE


def _fields(found: Hint, tell: str | None) -> dict[str, object]:
    """The answer, without the grades after the one that is wanted."""
    fields = found.to_json()
    kept = GRADES[: GRADES.index(tell) + 1] if tell and found.step else GRADES
    return {name: value for name, value in fields.items() if name in kept or name not in GRADES}


def _show(puzzle: Puzzle, entries: Entries, found: Hint, options: argparse.Namespace) -> None:
    """One line after the other; on a terminal, only as far as the player wants to know."""
    is_asked = not options.tell and sys.stdin.isatty() and sys.stdout.isatty()
    most = GRADES.index(options.tell) + 1 if options.tell else len(GRADES)
    for i, line in enumerate(in_grades(puzzle, found, options.language)[:most]):
        if i and is_asked and not terminal.goes_on(MORE.told(options.language)):
            return
        write_line(line)
    if found.step and most == len(GRADES) and sys.stdout.isatty():
        _draw(puzzle, entries, found.step, options.language)


def _draw(puzzle: Puzzle, entries: Entries, step: StepInWords, language: str) -> None:
    marked = zip(HIGHLIGHTS, step.highlights, strict=True)
    roles = {cell: role for role, cells in marked for cell in cells}
    before: dict[Cell, Collection[Value]] = {
        cell: (entry,) if isinstance(entry, str | int) else entry for cell, entry in entries.items()
    }
    marks = Marks(step.derives, roles, step.because)
    drawing = picture(puzzle, before, marks, language=language)
    if terminal.fits(drawing):
        terminal.show(characters(drawing))
