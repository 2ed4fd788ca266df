"""How well do grades agree with experts? Sudokus with the rating that Sudoku Explainer gives them.

A file has a JSON object a line: `puzzle` and `se`, its published rating. Without a file, a few from
the puzzle bank of Sudoku Exchange, which is in the public domain. Sudoku's costs were chosen on the
even lines of a larger file of that kind; odd lines are held out. With `--store`, each grade is kept
as soon as it is known, and a later run goes on from there.
"""

import argparse
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.resources import files
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import NamedTuple

from ..explanations.explanation import grading
from ..explanations.grade import Grade, Level
from ..explanations.thoughts import settling_rules, thoughts
from ..files import file_error
from ..formats import parse, show
from ..puzzle import Puzzle, UsageError
from ..records import as_fields, items, required
from . import experiment
from .fit import rank_correlation
from .tables import Row, Section, growing, meets, table

# Time limit per puzzle in seconds, far beyond what its bounded work takes. The grade is then that
# of the steps found by then, and not kept.
PUZZLE_SECONDS = 600.0


class Range(NamedTuple):
    """Published ratings, and how well grades should agree with them."""

    name: str
    low: float
    high: float
    wanted: str = ""


RANGES = (
    Range("all", 0, 99, ">= 0.95"),
    Range("below 2.4", 0, 2.4, ">= 0.7"),
    Range("2.5 to 4.8", 2.5, 4.8, ">= 0.85"),
    Range("5 to 7", 5, 7),
    Range("above 7", 7.05, 99, ">= 0.7"),
)


class Rated(NamedTuple):
    line: int
    published: float
    puzzle: Puzzle


class Graded(NamedTuple):
    rated: Rated
    grade: Grade


# What is compared with the published rating: proved, as on the way found, with a decimal.
MEASURES: dict[str, Callable[[Grade], float]] = {
    "hardest, at least": lambda grade: grade.hardest,
    "hardest, at most": lambda grade: grade.at_most or grade.hardest,
    "grade": lambda grade: grade.rating,
}
MEASURE = "grade"

_HALVES = {"all": (0, 1), "even lines": (0,), "odd lines": (1,)}
_CORRELATIONS = ("puzzles", "proved", *_HALVES)
_COSTS = ("puzzles", "least", "median", "most", "proved", "median at most")
_LEVELS = ("puzzles", "lowest rating", "a tenth is below", "median", "a tenth is above", "highest")


def add_options(parser: argparse.ArgumentParser) -> None:
    named = "puzzles and their ratings, JSON lines (default: a few that come with caracol)"
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE.jsonl", help=named)
    every = "take every Nth puzzle of each rating (default: %(default)s)"
    parser.add_argument("--every", type=experiment.whole, default=1, metavar="N", help=every)
    store = "keep all grades in this file, and use those that it has"
    parser.add_argument("--store", type=Path, metavar="FILE.jsonl", help=store)


def measure(options: argparse.Namespace) -> Iterator[Section]:
    rated = read(options.file)[:: options.every]
    found: list[Graded] = []
    yield from costs(rated, found, Store(options.store))
    for name in MEASURES:
        yield from correlations(found, name)
    yield from levels(found)


main = experiment.Experiment("grades", __doc__, 7200, measure, add_options)


def read(path: Path | None) -> list[Rated]:
    """The puzzles of a file by rising rating."""
    try:
        source = path or files(__package__).joinpath("rated.jsonl")
        lines = source.read_text("utf-8").splitlines()
    except OSError as error:
        raise file_error(path, error) from None
    found = [_rated(path, number, line) for number, line in enumerate(lines) if line.strip()]
    return sorted(found, key=lambda one: (one.published, one.line))


def _rated(path: Path | None, number: int, line: str) -> Rated:
    try:
        fields = as_fields(json.loads(line))
        puzzle = parse(required(fields, "puzzle", str))
        return Rated(number, required(fields, "se", float), puzzle)
    except ValueError as error:
        raise UsageError(f"{path}, line {number + 1}: {error}") from None


class Store:
    """Grades in a file, by puzzle and what its rules cost; in memory alone without one."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._grades: dict[tuple[str, ...], Grade] = {}
        try:
            text = path.read_text("utf-8") if path and path.exists() else ""
        except OSError as error:
            raise file_error(path, error) from None
        for number, line in enumerate(filter(str.strip, text.splitlines()), start=1):
            try:
                fields = as_fields(json.loads(line))
                grade = Grade.from_json(as_fields(fields.get("grade")))
                self._grades[tuple(items(fields, "of", str))] = grade
            except ValueError as error:
                raise UsageError(f"{path}, line {number}: {error}") from None

    def graded(self, one: Rated) -> Graded | None:
        """The grade that is kept, or a fresh one; none where a puzzle has several solutions."""
        rules = (*thoughts(one.puzzle), *settling_rules(one.puzzle))
        costs = " ".join(map(str, sorted({rule.cost for rule in rules})))
        key = (show(one.puzzle), costs)
        if key not in self._grades:
            grade = grading(one.puzzle, seconds=PUZZLE_SECONDS).grade
            if grade is None:
                return None
            if grade.at_most is None:
                return Graded(one, grade)
            self._grades[key] = grade
            self._keep({"of": [*key], "grade": grade.to_json()})
        return Graded(one, self._grades[key])

    def _keep(self, fields: dict[str, object]) -> None:
        if self._path:
            try:
                with self._path.open("a", encoding="utf-8") as stream:
                    stream.write(json.dumps(fields) + "\n")
            except OSError as error:
                raise file_error(self._path, error) from None


@table(Section("what experts rate so costs", "hardest step", "median", headings=_COSTS))
def costs(rated: Sequence[Rated], found: list[Graded], store: Store) -> Iterator[Row]:
    ratings = groupby(experiment.progress(rated, "puzzles"), key=lambda one: one.published)
    for published, alike in ratings:
        here = [*filter(None, map(store.graded, alike))]
        found += here
        if here:
            hardest = [one.grade.hardest for one in here]
            proved = sum(one.grade.proved for one in here)
            most = median(one.grade.at_most or one.grade.hardest for one in here)
            figures = (len(here), min(hardest), median(hardest), max(hardest), proved, most)
            yield Row(f"{published:.1f}", figures, f"{median(hardest):g}")


def correlations(found: Sequence[Graded], measure: str = MEASURE) -> Iterator[Section]:
    """Targets are for the measure that a player sees."""
    title = f"rank correlation (Spearman): {measure}"
    section = Section(title, "", "odd lines", headings=_CORRELATIONS)
    yield from growing(section, _agreements(found, measure))


def _agreements(found: Sequence[Graded], measure: str) -> Iterator[Row]:
    for name, low, high, goal in RANGES:
        here = [one for one in found if low <= one.rated.published <= high]
        halves = [
            _agreement([one for one in here if one.rated.line % 2 in half], MEASURES[measure])
            for half in _HALVES.values()
        ]
        figures = (len(here), sum(one.grade.proved for one in here), *halves)
        wanted, held_out = goal if measure == MEASURE else "", halves[-1]
        said = "" if held_out is None else f"{held_out:.2f}"
        yield Row(name, figures, said, wanted, meets(held_out, wanted))


def _agreement(some: Iterable[Graded], measured: Callable[[Grade], float]) -> float | None:
    return rank_correlation([(one.rated.published, measured(one.grade)) for one in some])


@table(Section("published ratings of each level", "", "", headings=_LEVELS))
def levels(found: Sequence[Graded]) -> Iterator[Row]:
    for level in Level:
        here = sorted(one.rated.published for one in found if one.grade.level is level)
        figures: tuple[float | None, ...] = (None,) * 5
        if here:
            tenth = len(here) // 10
            figures = (here[0], here[tenth], median(here), here[-1 - tenth], here[-1])
        yield Row(level.value, (len(here), *figures))
