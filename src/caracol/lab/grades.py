"""How well do grades agree with experts? Sudokus with the rating that Sudoku Explainer gives them.

A file has a JSON object a line: `puzzle` and `se`, its published rating. Without a file, a few from
the puzzle bank of Sudoku Exchange, which is in the public domain. Sudoku's costs were chosen on the
even lines of a larger file of that kind; odd lines are held out.
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
from ..files import file_error
from ..formats import parse
from ..puzzle import Puzzle, UsageError
from ..records import as_fields, required
from . import experiment
from .fit import rank_correlation
from .tables import Row, Section, meets, table

# Time limit per puzzle in seconds; the grade is then that of the steps found by then.
PUZZLE_SECONDS = 60.0


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


_CORRELATIONS = ("puzzles", "hardest, all", "even lines", "odd lines", "rating, odd lines")
_COSTS = ("puzzles", "least", "median", "most", "proved")
_LEVELS = ("puzzles", "lowest rating", "median", "highest")


def add_options(parser: argparse.ArgumentParser) -> None:
    named = "puzzles and their ratings, JSON lines (default: a few that come with caracol)"
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE.jsonl", help=named)
    every = "take every Nth puzzle of each rating (default: %(default)s)"
    parser.add_argument("--every", type=experiment.whole, default=1, metavar="N", help=every)


def measure(options: argparse.Namespace) -> Iterator[Section]:
    rated = read(options.file)[:: options.every]
    found: list[Graded] = []
    yield from costs(rated, found)
    yield from correlations(found)
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


@table(Section("what experts rate so costs", "hardest step", "median", headings=_COSTS))
def costs(rated: Sequence[Rated], found: list[Graded]) -> Iterator[Row]:
    ratings = groupby(experiment.progress(rated, "puzzles"), key=lambda one: one.published)
    for published, alike in ratings:
        gradings = ((one, grading(one.puzzle, seconds=PUZZLE_SECONDS).grade) for one in alike)
        here = [Graded(one, grade) for one, grade in gradings if grade]
        found += here
        if here:
            hardest = [one.grade.hardest for one in here]
            proved = sum(one.grade.proved for one in here)
            figures = (len(here), min(hardest), median(hardest), max(hardest), proved)
            yield Row(f"{published:.1f}", figures, f"{median(hardest):g}")


@table(Section("rank correlation (Spearman)", "", "odd lines", headings=_CORRELATIONS))
def correlations(found: Sequence[Graded]) -> Iterator[Row]:
    for name, low, high, wanted in RANGES:
        here = [one for one in found if low <= one.rated.published <= high]
        odd = [one for one in here if one.rated.line % 2]
        even = [one for one in here if not one.rated.line % 2]
        held_out = _agreement(odd, _hardest)
        figures = (
            len(here),
            _agreement(here, _hardest),
            _agreement(even, _hardest),
            held_out,
            _agreement(odd, lambda grade: grade.rating),
        )
        said = "" if held_out is None else f"{held_out:.2f}"
        yield Row(name, figures, said, wanted, meets(held_out, wanted))


def _hardest(grade: Grade) -> float:
    return grade.hardest


def _agreement(some: Iterable[Graded], measured: Callable[[Grade], float]) -> float | None:
    return rank_correlation([(one.rated.published, measured(one.grade)) for one in some])


@table(Section("published ratings of each level", "", "", headings=_LEVELS))
def levels(found: Sequence[Graded]) -> Iterator[Row]:
    for level in Level:
        here = [one.rated.published for one in found if one.grade.level is level]
        figures = (min(here), median(here), max(here)) if here else (None, None, None)
        yield Row(level.value, (len(here), *figures))
