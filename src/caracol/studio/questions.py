"""Every question that can be asked: JSON to JSON, no HTTP, each with its deadline.

>>> ask("check", {"puzzle": "mno 1\\n*\\n", "entries": {}})
{'status': 'none', 'solved': False, 'complete': True, 'wrong': []}
"""

import base64
import dataclasses
import random
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from enum import Enum
from importlib.metadata import version
from typing import Any, Generic, Protocol, TypeVar

from .. import registry
from ..boards import sizes
from ..books import book as books
from ..books.press import picture
from ..deadline import Deadline, within
from ..drawing.boards import draw as drawn
from ..drawing.svg import as_svg
from ..explanations.explanation import (
    ClashInWords,
    Explanation,
    Grading,
    clash_in_words,
    explanation,
    grading,
)
from ..explanations.hint import Hint
from ..explanations.hint import hint as next_step
from ..explanations.walk import clash
from ..formats import parse, parse_all, shape
from ..puzzle import Puzzle, Shape, Solution, UsageError, expected_one
from ..records import Fields
from ..shapes import spoken
from ..solve import Report
from ..solve import check as report
from . import asked, batches, live, making
from .layout import Layout, layout, rules
from .survey import Part
from .survey import survey as surveyed

# Larger boards (cells times values) are for the command line.
MOST_FACTS = 10_000
# What an answer may take beyond its deadline before whoever works on it is stopped.
GRACE = 1.0

A = TypeVar("A", bound=asked.Asked)
R = TypeVar("R")


class Answer(Protocol):
    """What comes back."""

    def to_json(self) -> dict[str, object]: ...


Answers = Iterator[Answer]


class Pace(Enum):
    """Which workers answer: quick questions never wait for slow ones."""

    QUICK = "quick"
    SLOW = "slow"
    LONG = "long"  # takes minutes


@dataclass(frozen=True, slots=True)
class Question(Generic[A, R]):
    """What is asked, how it is answered, and how many seconds that may take."""

    asked: type[A]
    answer: Callable[[A, Deadline], R]
    seconds: float
    pace: Pace

    @property
    def summary(self) -> str:
        return (self.answer.__doc__ or "").strip()


def ask(name: str, fields: Fields, seconds: float | None = None) -> dict[str, object]:
    """The answer to a question, in its own time or in less; raises PuzzleError where there is none,
    OutOfTime among these."""
    if name not in QUESTIONS:
        raise UsageError(expected_one("a question", QUESTIONS, name))
    question = QUESTIONS[name]
    words = asked.read(question.asked, fields)
    with within(seconds or question.seconds) as deadline:
        return question.answer(words, deadline).to_json()


def ask_on(
    name: str, fields: Fields, seconds: float | None = None
) -> Generator[dict[str, object], None, None]:
    """The answer to a question of STREAMS, part by part; whoever wants no more of it closes it.

    What takes its time between two parts looks at the clock itself: there is no alarm, which would
    ring wherever whoever asks is meanwhile.
    """
    if name not in STREAMS:
        raise UsageError(expected_one("a question", STREAMS, name))
    question = STREAMS[name]
    words = asked.read(question.asked, fields)
    for part in question.answer(words, Deadline(seconds or question.seconds)):
        yield part.to_json()


def _puzzle(text: str) -> Puzzle:
    """The puzzle of a text, if its board is not too large."""
    puzzle = parse(text)
    _check_board(puzzle.family, puzzle.shape)
    return puzzle


def _check_board(family: str, shape: Shape) -> None:
    facts = sum(map(len, registry.board(family, shape).domains.values()))
    if facts > MOST_FACTS:
        raise UsageError(
            f"expected a board with at most {MOST_FACTS} possible entries, found {facts}"
        )


@dataclass(frozen=True, slots=True)
class Families:
    """Every family, with the sizes to offer."""

    language: str

    def to_json(self) -> dict[str, object]:
        return {"families": [self._about(name) for name in registry.families()]}

    def _about(self, name: str) -> dict[str, object]:
        record = registry.family(name)
        return {
            "name": name,
            "title": record.title,
            "size": sizes.names(record.size),
            "rules": rules(record, self.language),
            "example": record.example,
            "sizes": list(making.usual_sizes(name)),
            "levels": {size: list(making.levels(name)) for size in making.usual_sizes(name)},
            "kinds": list(record.setting.kinds) if record.setting else [],
            "views": list(record.look.views),
        }


def families(words: asked.Spoken, _deadline: Deadline) -> Families:
    """Every family: its rules, an example, usual sizes, kinds of clues, views."""
    return Families(words.language)


def fresh(words: asked.Fresh, deadline: Deadline) -> making.Made:
    """A puzzle that nobody has seen, or that of a seed."""
    if not registry.family(words.family).shortcuts.compose:  # else a size does not say all
        _check_board(words.family, shape(words.family, words.size))
    made = making.fresh(words.family, words.size, words.level, _seed(words.seed), deadline)
    _check_board(made.puzzle.family, made.puzzle.shape)
    return made


def daily(words: asked.Daily, deadline: Deadline) -> making.Made:
    """The puzzle of a day, the same for everyone with this version."""
    return making.daily(words.family, words.level, words.date, version("caracol"), deadline)


def _seed(seed: int | None) -> int:
    return random.SystemRandom().randrange(2**32) if seed is None else seed


def board(words: asked.About, _deadline: Deadline) -> Layout:
    """Where everything stands on a board, what can be entered, and a picture of it."""
    return layout(_puzzle(words.puzzle), words.language)


def check(words: asked.Played, deadline: Deadline) -> live.Check:
    """Whether a board is solved, and which entries are wrong."""
    return live.check(_puzzle(words.puzzle), words.entries, deadline)


def candidates(words: asked.Played, deadline: Deadline) -> live.Candidates:
    """What each rule by itself leaves in the open cells."""
    return live.candidates(_puzzle(words.puzzle), words.entries, deadline)


def hint(words: asked.Played, deadline: Deadline) -> Hint:
    """The next step from a board, or what is wrong with it."""
    puzzle = _puzzle(words.puzzle)
    return next_step(puzzle, words.entries, language=words.language, seconds=deadline.left())


@dataclass(frozen=True, slots=True)
class Why:
    """A smallest conflict, if there is any."""

    clash: ClashInWords | None

    def to_json(self) -> dict[str, object]:
        return self.clash.to_json() if self.clash else {"clash": None}


def why(words: asked.Played, deadline: Deadline) -> Why:
    """Why a board cannot be solved: the fewest rules, clues and entries that conflict."""
    # Proving that no fewer conflict must not take all the time.
    seconds = deadline.part(0.5).left()
    found = clash(_puzzle(words.puzzle), words.entries, seconds=seconds)
    return Why(clash_in_words(found, words.language) if found else None)


def explain(words: asked.About, deadline: Deadline) -> Explanation:
    """Every step to the solution in words, as far as there is time."""
    puzzle = _puzzle(words.puzzle)
    return explanation(puzzle, language=words.language, seconds=deadline.left())


def grade(words: asked.About, deadline: Deadline) -> Grading:
    """How hard a puzzle is."""
    return grading(_puzzle(words.puzzle), seconds=deadline.left())


def redundant(words: asked.About, deadline: Deadline) -> Report:
    """Whether a puzzle is unique, and which clues could be left out."""
    return report(_puzzle(words.puzzle), seconds=deadline.left())


def count(words: asked.Set, deadline: Deadline) -> live.Live:
    """How many solutions a puzzle has, up to a limit, and how many hold each value."""
    puzzle = _puzzle(words.puzzle)
    census, conflict = live.live(puzzle, words.limit, words.language, deadline)
    return live.Live(words.number, words.puzzle, census, conflict)


@dataclass(frozen=True, slots=True)
class Numbered:
    """A part of an answer that says which question it answers, and about which clues."""

    number: int
    puzzle: str
    part: Part

    def to_json(self) -> dict[str, object]:
        return {"number": self.number, "puzzle": self.puzzle, **self.part.to_json()}


def survey(words: asked.Surveyed, deadline: Deadline) -> Answers:
    """How many solutions a puzzle has, which clues it does not need, and how hard it is."""
    for part in surveyed(_puzzle(words.puzzle), words.language, deadline):
        yield Numbered(words.number, words.puzzle, part)


def blank(words: asked.Blank, _deadline: Deadline) -> making.Made:
    """A board of a size without any clue."""
    made = making.blank(words.family, words.size)
    _check_board(made.puzzle.family, made.puzzle.shape)
    return made


def edit(words: asked.Edited, _deadline: Deadline) -> making.Made:
    """The puzzle with other clues at some places, or another board: rings, regions, numbers."""
    puzzle = making.reprinted(_puzzle(words.puzzle), words.rings, words.printed)
    return making.edited(puzzle, words.clues)


def complete(words: asked.Varied, deadline: Deadline) -> making.Made:
    """The puzzle with clues added until it is unique, the fewest if time allows."""
    return making.complete(_puzzle(words.puzzle), _seed(words.seed), deadline)


def trim(words: asked.About, deadline: Deadline) -> making.Made:
    """The puzzle without clues that are not needed."""
    return making.trim(_puzzle(words.puzzle), deadline)


def alike(words: asked.Varied, deadline: Deadline) -> making.Made:
    """Another puzzle with the same pattern of clues."""
    return making.alike(_puzzle(words.puzzle), words.level, _seed(words.seed), deadline)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: SVG as text, others in base64."""

    type: str
    data: str

    def to_json(self) -> dict[str, object]:
        return {"type": self.type, "data": self.data}


def draw(words: asked.Pictured, _deadline: Deadline) -> Picture:
    """A picture of a board, as SVG, PNG or PDF."""
    puzzle = _puzzle(words.puzzle)
    live.check_entries(puzzle, words.entries)
    entered = {cell: v for cell, v in words.entries.items() if not isinstance(v, tuple)}
    drawing = spoken(drawn(puzzle, Solution(entered), words.view), words.language)
    svg = as_svg(drawing, theme=words.theme)
    if words.format == "svg":
        return Picture("image/svg+xml", svg)
    made = base64.b64encode(picture(svg, words.format)).decode("ascii")
    return Picture("application/pdf" if words.format == "pdf" else "image/png", made)


def book(words: asked.Bound, deadline: Deadline) -> Picture:
    """A book of puzzles with their solutions, as PDF."""
    puzzles = [*parse_all(words.puzzles)]
    for puzzle in puzzles:
        _check_board(puzzle.family, puzzle.shape)
    entries = [*books.entries(puzzles, words.puzzles, "the book")]
    return Picture("application/pdf", batches.printed(entries, words, deadline))


def batch(words: asked.Batch, deadline: Deadline) -> Answers:
    """Some puzzles of a kind, one after the other, and a book of them as PDF."""
    if not registry.family(words.family).shortcuts.compose:
        _check_board(words.family, shape(words.family, words.size))
    return batches.batch(dataclasses.replace(words, seed=_seed(words.seed)), deadline)


# Seconds are what somebody waits for: on a page that reacts at once, or for work asked for.
QUESTIONS: dict[str, Question[Any, Answer]] = {  # Any: each has its own words
    "families": Question(asked.Spoken, families, 5, Pace.QUICK),
    "board": Question(asked.About, board, 5, Pace.QUICK),
    "check": Question(asked.Played, check, 2, Pace.QUICK),
    "candidates": Question(asked.Played, candidates, 2, Pace.QUICK),
    "blank": Question(asked.Blank, blank, 2, Pace.QUICK),
    "edit": Question(asked.Edited, edit, 2, Pace.QUICK),
    "live": Question(asked.Set, count, 2, Pace.QUICK),
    "fresh": Question(asked.Fresh, fresh, 20, Pace.SLOW),
    "daily": Question(asked.Daily, daily, 20, Pace.SLOW),
    "hint": Question(asked.Played, hint, 10, Pace.SLOW),
    "why": Question(asked.Played, why, 10, Pace.SLOW),
    "explain": Question(asked.About, explain, 30, Pace.SLOW),
    "grade": Question(asked.About, grade, 20, Pace.SLOW),
    "redundant": Question(asked.About, redundant, 10, Pace.SLOW),
    "complete": Question(asked.Varied, complete, 15, Pace.SLOW),
    "trim": Question(asked.About, trim, 10, Pace.SLOW),
    "alike": Question(asked.Varied, alike, 10, Pace.SLOW),
    "draw": Question(asked.Pictured, draw, 10, Pace.SLOW),
    "book": Question(asked.Bound, book, 30, Pace.SLOW),
}
# Those whose answer grows; seconds are for all of it.
STREAMS: dict[str, Question[Any, Answers]] = {  # Any: each has its own words
    "survey": Question(asked.Surveyed, survey, 30, Pace.SLOW),
    "batch": Question(asked.Batch, batch, 300, Pace.LONG),
}
EVERY: dict[str, Question[Any, Any]] = {**QUESTIONS, **STREAMS}  # Any: one answer, or many
