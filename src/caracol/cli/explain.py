"""The commands that explain and grade: steps in words and pictures, on a terminal or as JSON."""

import argparse
import shutil
import sys
import textwrap
from dataclasses import dataclass

from ..deadline import Deadline
from ..drawing.boards import draw
from ..drawing.characters import characters
from ..explanations.explanation import (
    conflict_in_time,
    entries_of,
    explanation,
    grading,
    proof,
)
from ..explanations.grade import check_metric, graded
from ..explanations.sentences import clash_sentence, grade_line
from ..explanations.step import Step
from ..explanations.techniques import technique
from ..explanations.telling import Telling
from ..explanations.told import Told
from ..explanations.walk import Clash, Entries, Walk
from ..phrases import ENGLISH, catalogue, say
from ..puzzle import NoSolution, OutOfTime, Puzzle, Solution, number_of
from ..shapes import highlighted, spoken
from ..solve import Status
from . import terminal
from .console import DONE, NO, OUT_OF_TIME, each, header, label, write_json, write_line
from .inputs import Read, one

NEXT = say("Enter for the next step, q to stop: ")
NO_GRADE = {
    Status.MANY: "many solutions, so no grade",
    Status.NONE: "no solution, so no grade",
}


@dataclass(frozen=True, slots=True)
class Manner:
    """How steps are to be found and shown."""

    language: str = ENGLISH
    metric: str = "price"
    seconds: float | None = None
    step_by_step: bool = False
    proof: bool = False

    def __post_init__(self) -> None:
        # Refused before anything takes long.
        catalogue(self.language)
        check_metric(self.metric)


def explain(options: argparse.Namespace) -> int:
    return each(options, _explain)


def _explain(read: Read, options: argparse.Namespace) -> int:
    manner = _manner(options)
    entries = entries_of(read.puzzle, one(options.board, "board")) if options.board else {}
    if options.json:
        explained = proof if manner.proof else explanation
        found = explained(
            read.puzzle,
            entries,
            language=manner.language,
            metric=manner.metric,
            seconds=manner.seconds,
        )
        write_json(found.to_json())
        return OUT_OF_TIME if found.is_late else NO if found.clash else DONE
    if read.number:
        title = f"{read.number}. {read.file}: {header(read.puzzle)}"
        write_line(f"\n{title}" if read.number > 1 else title)
    return DONE if _show_all(read.puzzle, entries, manner) else NO


def grade(options: argparse.Namespace) -> int:
    return each(options, _grade)


def _grade(read: Read, options: argparse.Namespace) -> int:
    manner = _manner(options)
    found = grading(read.puzzle, metric=manner.metric, seconds=manner.seconds)
    is_late = found.status is Status.OUT_OF_TIME
    if options.json:
        write_json(found.to_json())
    else:
        line = (
            grade_line(found.grade, manner.language)
            if found.grade
            else say(NO_GRADE[found.status]).told(manner.language)
        )
        late = "; out of time" if is_late else ""
        write_line(f"{label(read)}: {line}{late}")
    return OUT_OF_TIME if is_late else DONE if found.grade else NO


def _manner(options: argparse.Namespace) -> Manner:
    one_by_one = not vars(options).get("all") and sys.stdin.isatty() and sys.stdout.isatty()
    in_full = vars(options).get("proof", False)
    return Manner(options.language, options.metric, options.seconds, one_by_one, in_full)


def _show_all(puzzle: Puzzle, entries: Entries, manner: Manner) -> bool:
    """Show every step as it is found; whether there was anything to explain.

    When time is up, say so and raise OutOfTime.
    """
    deadline = Deadline(manner.seconds)
    try:
        walk = Walk(puzzle, entries, metric=manner.metric, deadline=deadline)
    except NoSolution:
        write_line(_no_solution(conflict_in_time(puzzle, entries, deadline), manner.language))
        return False
    telling, shown = Telling(walk, manner.metric), 0
    try:
        for step in telling.steps() if manner.proof else telling:
            shown += 1
            _show(shown, step, manner)
            if manner.step_by_step:
                with deadline.stopped():
                    goes_on = terminal.goes_on(NEXT.told(manner.language))
                if not goes_on:
                    return True
            deadline.left()
    except OutOfTime:
        raise OutOfTime(f"out of time after {number_of(shown, 'step')}") from None
    write_line(_ending(telling, shown, manner))
    return True


def _no_solution(found: Clash, language: str) -> str:
    line = f"{say('No solution').told(language)}. {clash_sentence(found.rules, language)}"
    if found.proved:
        return line
    if found.irreducible:
        return line + say(" (not proved to be the fewest)").told(language)
    return line + say(" (out of time: some of these may not be needed)").told(language)


def _show(number: int, step: Step | Told, manner: Manner) -> None:
    name = technique(step)
    if manner.proof:
        head = say("Step {n}, cost {cost}: {name}", n=number, cost=step.cost, name=name)
    else:
        head = say("Step {n}: {name}", n=number, name=name)
    unproved = "" if step.proved else say(" (not proved to be the cheapest)").told(manner.language)
    if sys.stdout.isatty():
        _draw(step, manner.language)
    write_line(f"{head.told(manner.language)}{unproved}")
    for line in step.sentence(manner.language).splitlines():
        write_line(_indented(line))


def _indented(line: str) -> str:
    """Two spaces before it, and on a terminal no word torn apart."""
    if not sys.stdout.isatty():
        return f"  {line}"
    width = max(20, min(100, shutil.get_terminal_size().columns))
    indent = "  " + " " * (len(line) - len(line.lstrip()))
    return textwrap.fill(
        line.lstrip(), width, initial_indent=indent, subsequent_indent=f"{indent}  "
    )


def _draw(step: Step | Told, language: str) -> None:
    board = Solution(step.settled)
    drawing = spoken(draw(step.puzzle, board), language)
    if terminal.fits(drawing):
        terminal.show(characters(highlighted(drawing, step.highlights)))


def _ending(telling: Telling, shown: int, manner: Manner) -> str:
    if not telling.walk.is_unique:
        return say("Nothing more is forced: the puzzle has many solutions.").told(manner.language)
    line = grade_line(graded(telling.walked, manner.metric), manner.language)
    if shown == 1:
        ending = say("Solved in one step. {grade}", grade=line)
    else:
        ending = say("Solved in {steps} steps. {grade}", steps=shown, grade=line)
    return ending.told(manner.language) + "."
