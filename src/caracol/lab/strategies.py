"""How the choice of variable and of value steers finite-domain solvers on a board.

Gecode, through MiniZinc, and SWI-Prolog's clpfd look for the first board of an empty puzzle (for
Turn 12, of a cube that caracol makes), once for each way to choose the next variable and its
value that they offer. Names are those of SICStus Prolog; what a solver does not offer is absent.
Times are those of the search alone, without flattening and posting the model.
"""

import argparse
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import product
from statistics import median
from typing import NamedTuple

from ..exports import source
from ..exports.source import Source
from ..formats import shape, show
from ..puzzle import Puzzle, UsageError
from ..registry import family
from ..solve import solutions
from . import experiment, solvers
from .samples import puzzles
from .solvers import ABSENT, LATE, Outcome
from .tables import NOTHING, Figure, Picture, Row, Section, milliseconds, short
from .timing import for_seconds, timed_cold

# Time limit of each search.
EACH = 10.0
# Searches that take less than this together are repeated.
ENOUGH, ROUNDS = 0.6, 3
# Unless others are asked for: one of each report that compares strategies.
BOARDS = (("magic-snail", "6 ABC"), ("trid", "10 1..14"), ("mno", "20"))

# By name, what Gecode and SWI-Prolog call a choice; empty where they do not offer it.
VARIABLES = {
    "leftmost": ("input_order", "leftmost"),
    "min": ("smallest", "min"),
    "max": ("largest", "max"),
    "first_fail": ("first_fail", "ff"),
    "anti_first_fail": ("anti_first_fail", ""),
    "occurrence": ("occurrence", ""),
    "most_constrained": ("most_constrained", "ffc"),
    "max_regret": ("max_regret", ""),
}
VALUES = {
    "step": ("indomain_min", "step"),
    "enum": ("indomain", "enum"),
    "bisect": ("indomain_split", "bisect"),
    # SICStus has middle besides, which neither of them offers.
    "median": ("indomain_median", ""),
}
# What else is compared, by some: values downwards.
DOWN = {"down": ("indomain_max", "down")}
COMPARED = (
    *(("leftmost", "step"), ("leftmost", "down"), ("leftmost", "bisect")),
    *(("first_fail", "step"), ("first_fail", "down")),
    *(("most_constrained", "step"), ("most_constrained", "down")),
)

Search = tuple[str, str]  # names of choices


class Count(NamedTuple):
    """Something a solver counts: what it calls it, what we do, and the unit if it is a time."""

    name: str
    title: str
    unit: str = ""

    def figure(self, outcome: Outcome | None) -> Figure:
        """Nothing if the search did not end: how far it came is no measure of it."""
        if outcome is None or not outcome.ended or self.name not in outcome.counted:
            return None
        figure = outcome.counted[self.name]
        return milliseconds(figure) if self.unit else int(figure)

    def shown(self, outcome: Outcome | None, each: float) -> str:
        figure = self.figure(outcome)
        if figure is not None or outcome is None:
            return "" if figure is None else short(figure)
        if outcome.status != LATE:
            return NOTHING if outcome.status == ABSENT else outcome.status.partition(":")[0]
        if self.unit:
            return f"> {each:g} s"
        reached = outcome.counted.get(self.name)
        return LATE if reached is None else f"> {short(int(reached))}"


class Solver(NamedTuple):
    """A solver, its program, what it counts, the time first, and what to know of its figures."""

    name: str
    program: str
    answer: Callable[[Source, Search, float], Outcome]
    counts: tuple[Count, ...]
    note: str


def add_options(parser: argparse.ArgumentParser) -> None:
    # A range such as -2..2 is no option.
    parser._negative_number_matcher = re.compile(r"-[0-9]+(\.\.-?[0-9]+)?")
    usual = ", ".join(map(" ".join, BOARDS))
    board = f"a family and a size, as in the header (default: {usual})"
    parser.add_argument("board", nargs="*", metavar="FAMILY SIZE", help=board)
    each = "time limit per search in seconds (default: %(default)g)"
    parser.add_argument("--each", type=experiment.positive, default=EACH, metavar="S", help=each)


def measure(options: argparse.Namespace) -> Iterator[Section]:
    for puzzle in [board(name, size) for name, size in _boards(options.board)]:
        title = _title(puzzle)
        for solver in SOLVERS:
            yield from searched(solver, puzzle, f"{solver.name} on {title}", options.each)
        # Caracol's way to choose is its own; this is only for comparison.
        call = partial(_first_board, puzzle)
        taken = (timed_cold(call)[1] for _ in range(ROUNDS))
        row = Row("caracol", tuple(map(milliseconds, taken)))
        yield Section(f"caracol on {title}, with empty caches", "ms", rows=(row,))


main = experiment.Experiment("strategies", __doc__, 900, measure, add_options)


def _first_board(puzzle: Puzzle) -> object:
    return next(solutions(puzzle), None)


def _boards(words: list[str]) -> Iterator[tuple[str, str]]:
    if not words:
        yield from BOARDS
        return
    name, *size = words
    family(name)  # refuses what is none
    if not size:
        raise UsageError(f"expected a size after {name}, as in its header")
    yield name, " ".join(size)


def board(name: str, size: str) -> Puzzle:
    """The empty board of a size; cubes have no clues, but digits."""
    return (
        puzzles(name, size, 1)[0]
        if family(name).shortcuts.compose
        else Puzzle(name, shape(name, size))
    )


def _title(puzzle: Puzzle) -> str:
    record = family(puzzle.family)
    size = show(puzzle).partition("\n")[0].removeprefix(record.name)
    return f"{'a cube of' if record.shortcuts.compose else 'the empty'} {record.title}{size}"


def _gecode(model: Source, search: Search, each: float) -> Outcome:
    (variable, _), (value, _) = _choices(search)
    return solvers.minizinc(model, each, search=(variable, value))


def _prolog(model: Source, search: Search, each: float) -> Outcome:
    (_, variable), (_, value) = _choices(search)
    if not (variable and value):
        return Outcome(ABSENT)
    return solvers.prolog(model, each, search=(variable, value))


def _choices(search: Search) -> tuple[tuple[str, str], tuple[str, str]]:
    return VARIABLES[search[0]], (VALUES | DOWN)[search[1]]


GECODE = Solver(
    "Gecode",
    "minizinc",
    _gecode,
    (Count("solveTime", "time", "ms"), Count("failures", "failures"), Count("nodes", "nodes")),
    "The time limit is that of the search.",
)
PROLOG = Solver(
    "SWI-Prolog",
    "swipl",
    _prolog,
    (Count("label", "time", "ms"), Count("inferences", "inferences")),
    "It counts no backtracks. The time limit includes posting the constraints.",
)
SOLVERS = (GECODE, PROLOG)


def searched(solver: Solver, puzzle: Puzzle, title: str, each: float) -> Iterator[Section]:
    """All tables of a solver, of the searches so far if it is interrupted."""
    found: dict[Search, Outcome] = {}
    searches = dict.fromkeys((*product(VARIABLES, VALUES), *COMPARED))
    if solvers.missing(solver.program):
        note = f"{solver.name} is not installed: {solvers.missing(solver.program)}"
        absent = dict.fromkeys(searches, Outcome(ABSENT))
        yield from tables(solver._replace(note=note), title, absent, each)
        return
    model = source(puzzle)
    try:
        for search in experiment.progress(list(searches), title):
            found[search] = repeated(partial(solver.answer, model, search, each))
    finally:
        yield from tables(solver, title, found, each)


def repeated(answer: Callable[[], Outcome]) -> Outcome:
    """A search, and again while it is short; of each count the median."""
    rounds, _ = for_seconds((answer() for _ in range(ROUNDS)), ENOUGH)
    if not all(outcome.ended for outcome in rounds):
        return next(outcome for outcome in rounds if not outcome.ended)
    counted = {name: median(one.counted[name] for one in rounds) for name in rounds[0].counted}
    return replace(rounds[0], counted=counted)


def tables(
    solver: Solver, title: str, found: Mapping[Search, Outcome], each: float
) -> Iterator[Section]:
    """A table of each count, and some strategies beside each other."""

    def row(name: str, line: list[tuple[Count, Search]]) -> Row:
        outcomes = [(count, found.get(search)) for count, search in line]
        figures = tuple(count.figure(outcome) for count, outcome in outcomes)
        return Row(name, figures, shown=tuple(count.shown(one, each) for count, one in outcomes))

    notes, heat = (solver.note, *_problems(found)), Picture("heat", log=True)
    tried = [name for name in VARIABLES if (name, "step") in found]
    for count in solver.counts:
        rows = tuple(row(name, [(count, (name, value)) for value in VALUES]) for name in tried)
        named = f"{title}: {count.title}"
        yield Section(named, count.unit, "", rows, tuple(VALUES), heat, notes)
        notes = ()
    if all(search in found for search in COMPARED):
        headings = tuple(count.unit or count.title for count in solver.counts)
        rows = tuple(row(", ".join(it), [(one, it) for one in solver.counts]) for it in COMPARED)
        picture, named = Picture("bars", y=headings[0]), f"{title}: some strategies"
        yield Section(named, rows=rows, headings=headings, picture=picture)


def _problems(found: Mapping[Search, Outcome]) -> Iterator[str]:
    """Whatever went wrong, in the solver's words, once; and if there is no board."""
    failed = {it.status: search for search, it in reversed(list(found.items())) if it.failed}
    yield from (f"{', '.join(search)}: {status}" for status, search in failed.items())
    ended = {outcome.status for outcome in found.values() if outcome.ended}
    if ended == {"none"}:
        yield "There is no such board; the figures are for the proof of that."
    if len(ended) == 2:
        yield "The searches disagree on whether there is a board: one of them is wrong."
