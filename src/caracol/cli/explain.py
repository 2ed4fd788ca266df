"""The commands that explain and grade: steps in words and pictures, on a terminal or as JSON."""

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..deadline import Deadline
from ..drawing.characters import characters
from ..explanations.explanation import conflict_in_time, explanation, grading, proof
from ..explanations.grade import check_metric, graded
from ..explanations.sentences import clash_sentence, grade_line
from ..explanations.step import Step
from ..explanations.techniques import technique
from ..explanations.telling import Telling
from ..explanations.told import Told
from ..explanations.walk import Clash, Entries, Walk
from ..phrases import ENGLISH, catalogue, say
from ..puzzle import NoSolution, OutOfTime, Puzzle, number_of
from ..solve import Status
from . import terminal
from .console import DONE, NO, OUT_OF_TIME, each, label, titled, write_answer, write_line
from .entries import entries_in
from .inputs import Read

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
    entries = entries_in(options.board, read.puzzle) if options.board else {}
    if options.json:
        explained = proof if manner.proof else explanation
        found = explained(
            read.puzzle,
            entries,
            language=manner.language,
            metric=manner.metric,
            seconds=manner.seconds,
        )
        write_answer(read, found.to_json())
        return OUT_OF_TIME if found.is_late else NO if found.clash else DONE
    with titled(read, options):
        return DONE if _show_all(read.puzzle, entries, manner) else NO


def grade(options: argparse.Namespace) -> int:
    return each(options, _grade)


def _grade(read: Read, options: argparse.Namespace) -> int:
    manner = _manner(options)
    found = grading(read.puzzle, metric=manner.metric, seconds=manner.seconds)
    is_late = found.status is Status.OUT_OF_TIME
    if options.json:
        write_answer(read, found.to_json())
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
    telling = Telling(walk, manner.metric)
    shown: list[Step | Told] = []
    try:
        for step in _shown(telling.steps() if manner.proof else telling, manner):
            shown.append(step)
            if manner.step_by_step and not _goes_on(manner, deadline):
                return True
            deadline.check()
    except OutOfTime:
        raise OutOfTime(f"out of time after {number_of(len(shown), 'step')}") from None
    write_line(_ending(telling, shown, manner))
    return True


def _goes_on(manner: Manner, deadline: Deadline) -> bool:
    """Whether the reader wants the next step; thinking about it takes none of the time."""
    with deadline.stopped():
        return terminal.goes_on(NEXT.told(manner.language))


def _no_solution(found: Clash, language: str) -> str:
    line = f"{say('No solution').told(language)}. {clash_sentence(found.rules, language)}"
    if found.proved:
        return line
    if found.irreducible:
        return line + say(" (not proved to be the fewest)").told(language)
    return line + say(" (out of time: some of these may not be needed)").told(language)


def _shown(steps: Iterable[Step | Told], manner: Manner) -> Iterator[Step | Told]:
    hardest = 0
    for number, step in enumerate(steps, start=1):
        name = technique(step)
        if manner.proof:
            head = say("Step {n}, cost {cost}: {name}", n=number, cost=step.cost, name=name)
        else:
            head = say("Step {n}: {name}", n=number, name=name)
        notes = [say(" (not proved to be the cheapest)")] if not step.proved else []
        if 0 < hardest < step.at_least:
            notes.append(say(" (the hardest so far)"))
        hardest = max(hardest, step.at_least)
        if sys.stdout.isatty():
            _draw(step, manner.language)
        write_line("".join(phrase.told(manner.language) for phrase in (head, *notes)))
        for line in step.sentence(manner.language).splitlines():
            write_line(terminal.indented(line))
        yield step


def _draw(step: Step | Told, language: str) -> None:
    drawing = step.draw(language)
    if terminal.fits(drawing):
        terminal.show(characters(drawing))


def _ending(telling: Telling, shown: Sequence[Step | Told], manner: Manner) -> str:
    if not telling.walk.is_unique:
        return say("Nothing more is forced: the puzzle has many solutions.").told(manner.language)
    line = grade_line(graded(telling.walked, manner.metric), manner.language)
    if len(shown) == 1:
        ending = say("Solved in one step. {grade}", grade=line)
    else:
        hardest = max(range(len(shown)), key=lambda i: shown[i].at_least) + 1
        template = "Solved in {steps} steps; the hardest is step {hardest}. {grade}"
        ending = say(template, steps=len(shown), hardest=hardest, grade=line)
    return ending.told(manner.language) + "."
