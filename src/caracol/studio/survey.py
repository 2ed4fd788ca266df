"""What is known of a puzzle that is being set, as it becomes known: how many solutions it has, and
where that is one, which clues it does not need, and how hard it is."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from .. import registry
from ..deadline import Deadline
from ..engines.sat.census import Census, censuses
from ..explanations.explanation import clash_in_words
from ..explanations.grade import Grade, graded
from ..explanations.step import Step
from ..explanations.walk import Walk, clash
from ..puzzle import Cell, Clue, OutOfTime, Puzzle, Value
from ..solve import is_unique

# The most solutions that are counted one by one.
MOST_COUNTED = 1000
# The shares of the time left that counting and trying each clue may take.
COUNTING_SHARE, TRYING_SHARE = 0.4, 0.5
# Seconds between two parts that tell of progress alone.
PAUSE = 0.1


@dataclass(frozen=True, slots=True)
class Part:
    """A part of an answer that grows: what it is about, and whether that can still change."""

    about: str
    told: Mapping[str, object] = field(default_factory=dict)
    final: bool = True

    def to_json(self) -> dict[str, object]:
        return {"about": self.about, "final": self.final, **self.told}


def end(late: bool) -> Part:
    """The last part: without it, an answer is not whole."""
    return Part("end", {"late": late})


def survey(puzzle: Puzzle, language: str, deadline: Deadline) -> Iterator[Part]:
    """Everything that can be said of a puzzle in time."""
    late = False
    try:
        found = None
        for found in censuses(
            registry.model(puzzle.family, puzzle.shape),
            registry.clues(puzzle, deadline.check),
            MOST_COUNTED,
            deadline.part(COUNTING_SHARE),
        ):
            yield counted(found)
        assert found, "there is always a last census"
        late = found.more and not found.sure
        if found.boards == 0 and not found.more:
            yield _conflict(puzzle, language, deadline)
        elif found.boards == 1 and not found.more:
            trying = deadline.part(TRYING_SHARE)
            try:
                yield from _redundant(puzzle, trying)
            except OutOfTime:
                late = True
            yield from _level(puzzle, deadline)
    except OutOfTime:
        late = True
    yield end(late)


def counted(census: Census) -> Part:
    """A census; while it grows, only the number is told."""
    told: dict[str, object] = {"count": census.boards, "more": census.more}
    if census.growing:
        return Part("count", told, final=False)
    facts = {"sure": census.sure, "candidates": candidates(census.facts)}
    return Part("count", told | facts)


def candidates(facts: Mapping[Cell, Mapping[Value, int]]) -> dict[str, object]:
    """How many boards hold each value of each cell, as JSON has it."""
    return {
        cell: {str(value): count for value, count in values.items()}
        for cell, values in facts.items()
    }


def _conflict(puzzle: Puzzle, language: str, deadline: Deadline) -> Part:
    found = clash(puzzle, seconds=deadline.left())
    told = clash_in_words(found, language).to_json() if found else None
    return Part("conflict", {"conflict": told})


def _redundant(puzzle: Puzzle, deadline: Deadline) -> Iterator[Part]:
    """The clues without which the puzzle is still unique, as they are found."""
    redundant: list[Clue] = []

    def told(final: bool) -> Part:
        return Part("redundant", {"redundant": [clue.place for clue in redundant]}, final)

    last = time.monotonic()
    for clue in puzzle.clues:
        if is_unique(puzzle.without(clue), seconds=deadline.left()):
            redundant.append(clue)
        if time.monotonic() > last + PAUSE:
            yield told(final=False)
            last = time.monotonic()
    yield told(final=True)


def _level(puzzle: Puzzle, deadline: Deadline) -> Iterator[Part]:
    """The level of the steps found so far, and at last that of all."""
    steps: list[Step] = []
    ended = True

    def told(grade: Grade, final: bool) -> Part:
        return Part("level", {"level": grade.level.value, "proved": grade.proved}, final)

    try:
        last = time.monotonic()
        for step in Walk(puzzle, deadline=deadline):
            steps.append(step)
            if time.monotonic() > last + PAUSE:
                yield told(graded(steps, ended=False), final=False)
                last = time.monotonic()
    except OutOfTime:
        ended = False
    yield told(graded(steps, ended=ended), final=True)
    if not ended:
        raise OutOfTime("out of time")
