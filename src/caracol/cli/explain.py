"""The commands that explain and grade: steps in words and pictures, on a terminal or as JSON."""

import shutil
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from .. import registry
from ..deadline import Deadline
from ..drawing.boards import draw
from ..drawing.characters import characters
from ..explanations.sentences import clash_sentence, grade_line, sentence
from ..explanations.techniques import technique
from ..explanations.walk import (
    Clash,
    Entries,
    Grade,
    Step,
    Walk,
    as_fields,
    check_metric,
    clash,
    graded,
    two_boards,
)
from ..phrases import ENGLISH, catalogue, say
from ..puzzle import NoSolution, OutOfTime, Puzzle, Solution, UsageError, number_of
from ..shapes import Role, highlighted, spoken
from . import terminal


@dataclass(frozen=True, slots=True)
class Manner:
    """How steps are to be found and told."""

    language: str = ENGLISH
    metric: str = "price"
    seconds: float | None = None
    step_by_step: bool = False

    def __post_init__(self) -> None:
        # Refused before anything takes long.
        catalogue(self.language)
        check_metric(self.metric)


@dataclass(frozen=True, slots=True)
class Explained:
    """What was found about a puzzle in time: its steps and its grade, or why it has no solution.

    A grade is left out where there are many solutions. When time ran out, it is that of the steps
    found by then, and not proved.
    """

    puzzle: Puzzle
    steps: tuple[Step, ...] = ()
    sentences: tuple[str, ...] = ()
    is_solvable: bool = True
    is_unique: bool = False
    grade: Grade | None = None
    clash: Clash | None = None
    is_late: bool = False


def entered(puzzle: Puzzle, board: Puzzle) -> Entries:
    """What a half-filled board says beyond the puzzle's clues."""
    if (board.family, board.shape) != (puzzle.family, puzzle.shape):
        raise UsageError("expected a board of the same family and size as the puzzle")
    domains = registry.model(puzzle.family, puzzle.shape).cells
    entries = {}
    for clue in board.clues:
        if clue not in puzzle.clues:
            if clue.place not in domains:
                raise UsageError(f"expected entries in cells only, found an entry at {clue.place}")
            fitting = [value for value in domains[clue.place] if str(value) == clue.value]
            entries[clue.place] = fitting[0]
    return entries


def explained(puzzle: Puzzle, entries: Entries, manner: Manner) -> Explained:
    """Every step with its sentence, as far as there is time."""
    deadline = Deadline(manner.seconds)
    try:
        walk = Walk(puzzle, entries, metric=manner.metric, deadline=deadline)
    except NoSolution:
        return Explained(puzzle, is_solvable=False, clash=_clash(puzzle, entries, deadline))
    steps: list[Step] = []
    sentences: list[str] = []
    late = False
    try:
        for step in walk:
            deadline.left()
            sentences.append(sentence(puzzle, step, manner.language))
            steps.append(step)
    except OutOfTime:
        late = True
    grade = graded(steps, manner.metric, ended=not late) if walk.is_unique else None
    return Explained(
        puzzle,
        tuple(steps),
        tuple(sentences),
        is_unique=walk.is_unique,
        grade=grade,
        is_late=late,
    )


def graded_only(puzzle: Puzzle, manner: Manner) -> Explained:
    """The grade without the sentences, as far as there is time; how many solutions comes first."""
    deadline = Deadline(manner.seconds)
    boards = two_boards(puzzle, {}, deadline)
    if len(boards) != 1:
        return Explained(puzzle, is_solvable=bool(boards))
    steps: list[Step] = []
    late = False
    try:
        for step in Walk(puzzle, metric=manner.metric, deadline=deadline):
            steps.append(step)  # noqa: PERF402 what was found before the time ran out counts
    except OutOfTime:
        late = True
    grade = graded(steps, manner.metric, ended=not late)
    return Explained(puzzle, tuple(steps), is_unique=True, grade=grade, is_late=late)


def _clash(puzzle: Puzzle, entries: Entries, deadline: Deadline) -> Clash:
    try:
        found = clash(puzzle, entries, seconds=deadline.left())
    except OutOfTime:
        raise OutOfTime("no solution; out of time before a conflict was found") from None
    assert found, "without a solution something clashes"
    return found


def as_json(told: Explained, language: str) -> dict[str, object]:
    fields: dict[str, object] = {"family": told.puzzle.family}
    if told.clash:
        rules = told.clash.rules
        return fields | {
            "clash": [rule.sentence.told(language) for rule in rules],
            "irreducible": told.clash.irreducible,
            "proved": told.clash.proved,
            "sentence": clash_sentence(rules, language),
        }
    fields["steps"] = [
        _step_json(step, words, language)
        for step, words in zip(told.steps, told.sentences, strict=True)
    ]
    if told.grade:
        fields["grade"] = as_fields(told.grade)
    if told.is_late:
        fields["status"] = "out-of-time"
    return fields | {"unique": told.is_unique}


def _step_json(step: Step, words: str, language: str) -> dict[str, object]:
    marks = step.highlights
    return {
        "cost": step.cost,
        "proved": step.proved,
        "technique": technique(step).told(language),
        "sentence": words,
        "because": [rule.sentence.told(language) for rule in step.because],
        "reads": list(step.cells_read),
        "derives": [
            {"cell": cell, "value": value, "is": holds} for cell, value, holds in step.derives
        ],
        "highlight": {
            role.value: [cell for cell in marks if marks[cell] is role]
            for role in (Role.TARGET, Role.READ, Role.SCOPE)
        },
    }


def tell(puzzle: Puzzle, entries: Entries, manner: Manner) -> bool:
    """Tell every step as it is found; whether there was anything to explain.

    When time is up, say so and raise OutOfTime.
    """
    deadline = Deadline(manner.seconds)
    try:
        walk = Walk(puzzle, entries, metric=manner.metric, deadline=deadline)
    except NoSolution:
        _write(_no_solution(_clash(puzzle, entries, deadline), manner.language))
        return False
    told: list[Step] = []
    try:
        for step in _shown(walk, manner):
            told.append(step)
            if manner.step_by_step:
                with deadline.stopped():
                    goes_on = _goes_on(manner.language)
                if not goes_on:
                    return True
            deadline.left()
    except OutOfTime:
        raise OutOfTime(_late(told)) from None
    _write(_ending(walk, told, manner))
    return True


def _late(told: list[Step]) -> str:
    return f"out of time after {number_of(len(told), 'step')}"


def _no_solution(found: Clash, language: str) -> str:
    told = f"{say('No solution').told(language)}. {clash_sentence(found.rules, language)}"
    if found.proved:
        return told
    if found.irreducible:
        return told + say(" (not proved to be the fewest)").told(language)
    return told + say(" (out of time: some of these may not be needed)").told(language)


def _shown(walk: Walk, manner: Manner) -> Iterator[Step]:
    for number, step in enumerate(walk, start=1):
        head = say(
            "Step {n}, cost {cost}: {technique}",
            n=number,
            cost=step.cost,
            technique=technique(step),
        )
        unproved = (
            "" if step.proved else say(" (not proved to be the cheapest)").told(manner.language)
        )
        if sys.stdout.isatty():
            _draw(step, manner.language)
        _write(f"{head.told(manner.language)}{unproved}")
        _write(_indented(sentence(walk.puzzle, step, manner.language)))
        yield step


def _indented(text: str) -> str:
    """Two spaces before it, and on a terminal no word torn apart."""
    if not sys.stdout.isatty():
        return f"  {text}"
    width = max(20, min(100, shutil.get_terminal_size().columns))
    return textwrap.fill(text, width, initial_indent="  ", subsequent_indent="  ")


def _draw(step: Step, language: str) -> None:
    board = Solution(step.settled)
    drawing = spoken(draw(step.puzzle, board), language)
    if terminal.fits(drawing):
        terminal.show(characters(highlighted(drawing, step.highlights)))


def _goes_on(language: str) -> bool:
    asked = say("Enter for the next step, q to stop: ").told(language)
    return terminal.key(asked).lower() not in ("q", "s", "")


def _ending(walk: Walk, steps: list[Step], manner: Manner) -> str:
    if not walk.is_unique:
        return say("Nothing more is forced: the puzzle has many solutions.").told(manner.language)
    line = grade_line(graded(steps, manner.metric), manner.language)
    if len(steps) == 1:
        told = say("Solved in one step. {grade}", grade=line)
    else:
        told = say("Solved in {steps} steps. {grade}", steps=len(steps), grade=line)
    return told.told(manner.language) + "."


def no_grade_line(told: Explained, language: str = ENGLISH) -> str:
    why = "many solutions, so no grade" if told.is_solvable else "no solution, so no grade"
    return say(why).told(language)


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
