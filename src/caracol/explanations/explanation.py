"""Explanations and grades as records: in words, as JSON has them, as far as there was time."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from .. import registry
from ..deadline import Deadline
from ..drawing.notebook import figure, folded, paragraph
from ..phrases import ENGLISH
from ..puzzle import Cell, Fact, NoSolution, OutOfTime, Puzzle, UsageError, Value
from ..records import Fields, as_fields, choice, items, optional, required
from ..shapes import Role
from ..solve import Status
from .grade import Grade, graded
from .reasons import Reason
from .sentences import clash_sentence
from .step import Step
from .techniques import technique
from .telling import Telling
from .told import Told
from .walk import Clash, Entries, Walk, clash, two_boards

HIGHLIGHTS = (Role.TARGET, Role.READ, Role.SCOPE)


@dataclass(frozen=True, slots=True)
class Part:
    """A proof step that a told step is made of."""

    cost: int
    proved: bool
    because: tuple[str, ...]
    reads: tuple[Cell, ...]
    derives: tuple[Fact, ...]

    def to_json(self) -> dict[str, object]:
        return {
            "cost": self.cost,
            "proved": self.proved,
            "because": list(self.because),
            "reads": list(self.reads),
            "derives": [*map(_fact_fields, self.derives)],
        }

    @classmethod
    def from_json(cls, fields: Fields) -> "Part":
        return cls(
            required(fields, "cost", int),
            required(fields, "proved", bool),
            items(fields, "because", str),
            items(fields, "reads", str),
            tuple(map(_fact, items(fields, "derives", dict))),
        )


@dataclass(frozen=True, slots=True)
class StepInWords:
    """A step as a player reads it, and the cells to highlight."""

    cost: int
    proved: bool
    technique: str
    sentence: str
    because: tuple[str, ...]
    reads: tuple[Cell, ...]
    derives: tuple[Fact, ...]
    highlights: tuple[tuple[Cell, ...], ...]  # of each role in HIGHLIGHTS
    parts: tuple[Part, ...] = ()  # of a told step: the proof steps that it is made of

    def to_json(self) -> dict[str, object]:
        return {
            "cost": self.cost,
            "proved": self.proved,
            "technique": self.technique,
            "sentence": self.sentence,
            "because": list(self.because),
            "reads": list(self.reads),
            "derives": [*map(_fact_fields, self.derives)],
            "highlight": {
                role.value: list(cells)
                for role, cells in zip(HIGHLIGHTS, self.highlights, strict=True)
            },
            **({"parts": [part.to_json() for part in self.parts]} if self.parts else {}),
        }

    @classmethod
    def from_json(cls, fields: Fields) -> "StepInWords":
        highlight = as_fields(fields.get("highlight"))
        return cls(
            required(fields, "cost", int),
            required(fields, "proved", bool),
            required(fields, "technique", str),
            required(fields, "sentence", str),
            items(fields, "because", str),
            items(fields, "reads", str),
            tuple(map(_fact, items(fields, "derives", dict))),
            tuple(items(highlight, role.value, str) for role in HIGHLIGHTS),
            tuple(map(Part.from_json, items(fields, "parts", dict))) if "parts" in fields else (),
        )


def _fact_fields(fact: Fact) -> dict[str, object]:
    return {"cell": fact.cell, "value": fact.value, "is": fact.holds}


def _fact(fields: Fields) -> Fact:
    value = fields.get("value")
    kind: type[Value] = int if type(value) is int else str
    return Fact(
        required(fields, "cell", str), required(fields, "value", kind), required(fields, "is", bool)
    )


def step_in_words(step: Step | Told, language: str = ENGLISH) -> StepInWords:
    marks = step.highlights
    parts = step.parts if isinstance(step, Told) else ()
    return StepInWords(
        step.cost,
        step.proved,
        technique(step).told(language),
        step.sentence(language),
        tuple(rule.sentence.told(language) for rule in step.because),
        step.cells_read,
        step.derives,
        tuple(tuple(cell for cell in marks if marks[cell] is role) for role in HIGHLIGHTS),
        tuple(_part(part, language) for part in parts),
    )


def _part(step: Step, language: str) -> Part:
    because = tuple(rule.sentence.told(language) for rule in step.because)
    return Part(step.cost, step.proved, because, step.cells_read, step.derives)


@dataclass(frozen=True, slots=True)
class ClashInWords:
    """Rules, clues and entries that cannot all be true, in words."""

    rules: tuple[str, ...]
    irreducible: bool
    proved: bool
    sentence: str
    cells: tuple[str, ...]  # the places of the clues and entries in it

    def to_json(self) -> dict[str, object]:
        return {
            "clash": list(self.rules),
            "irreducible": self.irreducible,
            "proved": self.proved,
            "sentence": self.sentence,
            "cells": list(self.cells),
        }

    @classmethod
    def from_json(cls, fields: Fields) -> "ClashInWords":
        return cls(
            items(fields, "clash", str),
            required(fields, "irreducible", bool),
            required(fields, "proved", bool),
            required(fields, "sentence", str),
            items(fields, "cells", str),
        )


def clash_in_words(found: Clash, language: str = ENGLISH) -> ClashInWords:
    rules = tuple(rule.sentence.told(language) for rule in found.rules)
    words = clash_sentence(found.rules, language)
    return ClashInWords(rules, found.irreducible, found.proved, words, found.places)


@dataclass(frozen=True, slots=True)
class Explanation:
    """The steps that solve a puzzle and its grade, or why it has no solution.

    There is no grade where there are many solutions. When time ran out, it is that of the steps
    found by then, and not proved.
    """

    family: str
    steps: tuple[StepInWords, ...] = ()
    grade: Grade | None = None
    is_unique: bool = False
    is_late: bool = False
    """Whether time ran out before the last step."""
    clash: ClashInWords | None = None
    drawn: tuple[Step | Told, ...] = field(default=(), compare=False, repr=False)
    """The steps that can be drawn; JSON has only what they say."""

    def _repr_html_(self) -> str:
        """What notebooks show: each step, its picture when it is touched, and the grade."""
        if self.clash:
            return paragraph(f"No solution. {self.clash.sentence}")
        steps = (
            folded(f"{i}. {step.technique}", figure(step.draw(), "", step.sentence()))
            for i, step in enumerate(self.drawn, start=1)
        )
        return "".join(steps) + (self.grade._repr_html_() if self.grade else "")

    def to_json(self) -> dict[str, object]:
        fields: dict[str, object] = {"family": self.family}
        if self.clash:
            return fields | self.clash.to_json()
        fields["steps"] = [step.to_json() for step in self.steps]
        if self.grade:
            fields["grade"] = self.grade.to_json()
        if self.is_late:
            fields["status"] = Status.OUT_OF_TIME.value
        return fields | {"unique": self.is_unique}

    @classmethod
    def from_json(cls, fields: Fields) -> "Explanation":
        family = required(fields, "family", str)
        if "clash" in fields:
            return cls(family, clash=ClashInWords.from_json(fields))
        grade = optional(fields, "grade", dict)
        return cls(
            family,
            tuple(map(StepInWords.from_json, items(fields, "steps", dict))),
            None if grade is None else Grade.from_json(grade),
            required(fields, "unique", bool),
            "status" in fields,
        )


def explanation(
    puzzle: Puzzle,
    entries: Entries | None = None,
    *,
    language: str = ENGLISH,
    metric: str = "price",
    seconds: float | None = None,
) -> Explanation:
    """The told steps in words, as far as there is time, or a conflict if there is no solution.

    >>> import caracol
    >>> found = explanation(caracol.parse("magic-snail 3 AB\\n.A.\\nA..\\n..."))
    >>> [step.technique for step in found.steps], found.grade.level
    (['last place', 'order squeeze', 'last place'], <Level.EASY: 'easy'>)
    """
    return _explanation(puzzle, entries, _Manner(language, metric, Deadline(seconds)), iter)


def proof(
    puzzle: Puzzle,
    entries: Entries | None = None,
    *,
    language: str = ENGLISH,
    metric: str = "price",
    seconds: float | None = None,
) -> Explanation:
    """The same with every proof step."""
    manner = _Manner(language, metric, Deadline(seconds))
    return _explanation(puzzle, entries, manner, Telling.steps)


class _Manner(NamedTuple):
    language: str
    metric: str
    deadline: Deadline


def _explanation(
    puzzle: Puzzle,
    entries: Entries | None,
    manner: _Manner,
    steps: Callable[[Telling], Iterable[Step | Told]],
) -> Explanation:
    language, metric, deadline = manner
    try:
        walk = Walk(puzzle, entries, metric=metric, deadline=deadline)
    except NoSolution:
        found = conflict_in_time(puzzle, entries, deadline)
        return Explanation(puzzle.family, clash=clash_in_words(found, language))
    telling = Telling(walk, metric)
    drawn: list[Step | Told] = []
    words: list[StepInWords] = []
    is_late = False
    try:
        for step in steps(telling):
            deadline.check()
            words.append(step_in_words(step, language))
            drawn.append(step)
    except OutOfTime:
        is_late = True
    grade = graded(telling.walked, metric, ended=not is_late) if walk.is_unique else None
    unique = walk.is_unique
    return Explanation(puzzle.family, tuple(words), grade, unique, is_late, drawn=tuple(drawn))


def conflict_in_time(puzzle: Puzzle, entries: Entries | None, deadline: Deadline) -> Clash:
    """Why a puzzle has no solution."""
    try:
        found = clash(puzzle, entries, seconds=deadline.left())
    except OutOfTime:
        raise OutOfTime("no solution; out of time before a conflict was found") from None
    assert found, "without a solution something clashes"
    return found


@dataclass(frozen=True, slots=True)
class Grading:
    """The grade of a puzzle, or why it has none; out of time, that of the steps found by then."""

    family: str
    status: Status
    grade: Grade | None = None

    def to_json(self) -> dict[str, object]:
        fields: dict[str, object] = {"family": self.family}
        if self.grade:
            fields |= self.grade.to_json()
        if self.status is not Status.UNIQUE:
            fields["status"] = self.status.value
        return fields

    @classmethod
    def from_json(cls, fields: Fields) -> "Grading":
        return cls(
            required(fields, "family", str),
            choice("a status", Status, fields.get("status", Status.UNIQUE)),
            Grade.from_json(fields) if "level" in fields else None,
        )


def grading(puzzle: Puzzle, *, metric: str = "price", seconds: float | None = None) -> Grading:
    """The grade as far as there is time; whether there is one solution comes first."""
    deadline = Deadline(seconds)
    boards = two_boards(puzzle, {}, deadline)
    if len(boards) != 1:
        return Grading(puzzle.family, Status.after(len(boards)))
    reasons: list[Reason] = []
    status = Status.UNIQUE
    try:
        for reason in Walk(puzzle, metric=metric, deadline=deadline).skim():
            reasons.append(reason)  # noqa: PERF402 what was found before the time ran out counts
    except OutOfTime:
        status = Status.OUT_OF_TIME
    return Grading(puzzle.family, status, graded(reasons, metric, ended=status is Status.UNIQUE))


def entries_of(puzzle: Puzzle, board: Puzzle) -> Entries:
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
