"""The commands that explain and grade: steps in words and pictures, on a terminal or as JSON."""

import shutil
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from . import contract, terminal
from .characters import characters
from .drawing import highlighted, spoken
from .explain import Clash, Entries, Grade, Step, Walk, as_fields, clash, graded
from .picture import Role
from .puzzle import NoSolution, Puzzle, Solution, UsageError
from .techniques import technique
from .telling import clash_sentence, sentence
from .words import ENGLISH, catalogue, opened, say


@dataclass(frozen=True, slots=True)
class Manner:
    """How steps are to be found and told."""

    language: str = ENGLISH
    metric: str = "price"
    seconds: float | None = None
    step_by_step: bool = False

    def __post_init__(self) -> None:
        catalogue(self.language)  # refuses a language before anything takes long


@dataclass(frozen=True, slots=True)
class Explained:
    """All steps of a puzzle and its grade, or why it has no solution."""

    puzzle: Puzzle
    steps: tuple[Step, ...] = ()
    is_unique: bool = False
    grade: Grade | None = None
    clash: Clash | None = None


def entered(puzzle: Puzzle, board: Puzzle) -> Entries:
    """What a half-filled board says beyond the puzzle's clues."""
    if (board.family, board.shape) != (puzzle.family, puzzle.shape):
        raise UsageError("expected a board of the same family and size as the puzzle")
    domains = contract.model(puzzle.family, puzzle.shape).cells
    entries = {}
    for clue in board.clues:
        if clue not in puzzle.clues:
            if clue.place not in domains:
                raise UsageError(f"expected entries in cells only, found one at {clue.place}")
            fitting = [value for value in domains[clue.place] if str(value) == clue.value]
            entries[clue.place] = fitting[0]
    return entries


def explained(puzzle: Puzzle, entries: Entries, manner: Manner) -> Explained:
    try:
        walk = Walk(puzzle, entries, metric=manner.metric, seconds=manner.seconds)
    except NoSolution:
        return Explained(puzzle, clash=clash(puzzle, entries, seconds=manner.seconds))
    steps = tuple(walk)
    grade = graded(steps, manner.metric) if walk.is_unique else None
    return Explained(puzzle, steps, walk.is_unique, grade)


def as_json(told: Explained, language: str) -> dict[str, object]:
    fields: dict[str, object] = {"family": told.puzzle.family}
    if told.clash:
        rules = told.clash.rules
        return fields | {
            "clash": [rule.sentence.told(language) for rule in rules],
            "proved": told.clash.proved,
            "sentence": clash_sentence(rules, language),
        }
    fields["steps"] = [_step_json(told.puzzle, step, language) for step in told.steps]
    if told.grade:
        fields["grade"] = as_fields(told.grade)
    return fields | {"unique": told.is_unique}


def _step_json(puzzle: Puzzle, step: Step, language: str) -> dict[str, object]:
    marks = step.highlights
    return {
        "cost": step.cost,
        "proved": step.proved,
        "technique": technique(step).told(language),
        "sentence": sentence(puzzle, step, language),
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
    """Tell every step as it is found; whether there was anything to explain."""
    try:
        walk = Walk(puzzle, entries, metric=manner.metric, seconds=manner.seconds)
    except NoSolution:
        found = clash(puzzle, entries, seconds=manner.seconds)
        assert found, "without a solution something clashes"
        _write(_no_solution(found, manner.language))
        return False
    told: list[Step] = []
    for step in _shown(walk, manner):
        told.append(step)
        if manner.step_by_step and not _goes_on(manner.language):
            return True
    _write(_ending(walk, told, manner))
    return True


def _no_solution(found: Clash, language: str) -> str:
    told = f"{say('No solution').told(language)}. {clash_sentence(found.rules, language)}"
    if found.proved:
        return told
    return told + say(" (not proved to be the fewest)").told(language)


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
    drawing = spoken(contract.family(step.puzzle.family).draw(step.puzzle, board), language)
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


def grade_line(grade: Grade, language: str = ENGLISH) -> str:
    level = opened(say(grade.level.value).told(language))
    told = say(
        "{level}: hardest step {hardest}, all steps {sum}, bottleneck {bottleneck}",
        level=level,
        hardest=grade.hardest,
        sum=grade.sum,
        bottleneck=f"{grade.bottleneck:.2f}",
    ).told(language)
    if grade.proved:
        return told
    return told + say(" (not every step proved to be the cheapest)").told(language)


def no_grade_line(told: Explained, language: str = ENGLISH) -> str:
    why = "no solution, so no grade" if told.clash else "many solutions, so no grade"
    return say(why).told(language)


def _write(line: str) -> None:
    sys.stdout.write(line + "\n")
