"""How the choice of variable and of value steers finite-domain solvers on a board.

Gecode, through MiniZinc, and SWI-Prolog's clpfd look for the first board of an empty puzzle (for
Turn 12, of a cube that caracol makes), once for each way to choose the next variable and its
value that they offer. Names are those of SICStus Prolog; what a solver does not offer is absent.
Times are those of the search alone, without flattening and posting the model.
"""

import argparse
import re
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from statistics import median
from typing import NamedTuple

from ..exports import source, written
from ..exports.source import Wishes
from ..formats import shape, show
from ..puzzle import Puzzle, UsageError
from ..registry import family
from ..solve import solutions
from . import experiment, solvers
from .samples import puzzles
from .solvers import ABSENT, LATE, Outcome
from .tables import NOTHING, Figure, Picture, Row, Section, milliseconds, short
from .timing import timed_cold

# Time limit of each search, and the least for flattening the model, which is done once.
EACH, FLATTENING = 10.0, 60.0
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
    """A solver with a board loaded, what it counts, the time first, and notes."""

    name: str
    answer: Callable[[Search], Outcome]
    counts: tuple[Count, ...]
    notes: tuple[str, ...] = ()


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
        with tempfile.TemporaryDirectory() as folder:
            for load in (gecode, prolog):
                solver = load(puzzle, Path(folder), options.each)
                yield from searched(solver, f"{solver.name} on {title}", options.each)
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


def gecode(puzzle: Puzzle, folder: Path, each: float) -> Solver:
    failures, nodes = Count("failures", "failures"), Count("nodes", "nodes")
    counts = (Count("solveTime", "time", "ms"), failures, nodes)
    if solvers.missing("minizinc"):
        return _absent("Gecode", counts, "minizinc")
    model, file = source(puzzle), folder / "board.mzn"
    file.write_text(written(model, "mzn", Wishes(solvers.ANY_SEARCH)), encoding="utf-8")
    flat = solvers.flatten(file, max(each, FLATTENING))
    if isinstance(flat, str):
        return Solver("Gecode", lambda _: Outcome(flat), counts)

    def answer(search: Search) -> Outcome:
        (variable, _), (value, _) = _choices(search)
        return solvers.gecode(flat, model, (variable, value), each)

    return Solver("Gecode", answer, counts, (f"Flattening took MiniZinc {flat.seconds:.1f} s.",))


def prolog(puzzle: Puzzle, folder: Path, each: float) -> Solver:
    counts = (Count("label", "time", "ms"), Count("inferences", "inferences"))
    if solvers.missing("swipl"):
        return _absent("SWI-Prolog", counts, "swipl")
    model, file = source(puzzle), folder / "board.pl"
    file.write_text(written(model, "prolog", Wishes()), encoding="utf-8")

    def answer(search: Search) -> Outcome:
        (_, variable), (_, value) = _choices(search)
        if not (variable and value):
            return Outcome(ABSENT)
        return solvers.prolog(file, model, (variable, value), each)

    notes = ("It counts no backtracks. The time limit includes posting the constraints.",)
    return Solver("SWI-Prolog", answer, counts, notes)


def _choices(search: Search) -> tuple[tuple[str, str], tuple[str, str]]:
    return VARIABLES[search[0]], (VALUES | DOWN)[search[1]]


def _absent(name: str, counts: tuple[Count, ...], program: str) -> Solver:
    note = f"{name} is not installed: {solvers.missing(program)}"
    return Solver(name, lambda _: Outcome(ABSENT), counts, (note,))


def searched(solver: Solver, title: str, each: float) -> Iterator[Section]:
    """All tables of a solver, of the searches so far if it is interrupted."""
    found: dict[Search, Outcome] = {}
    searches = dict.fromkeys((*product(VARIABLES, VALUES), *COMPARED))
    try:
        for search in experiment.progress(list(searches), title):
            found[search] = repeated(solver, search)
    finally:
        yield from tables(solver, title, found, each)


def repeated(solver: Solver, search: Search) -> Outcome:
    """A search, and again while it is short; of each count the median."""
    rounds: list[Outcome] = []
    start = time.perf_counter()
    while len(rounds) < ROUNDS and (not rounds or time.perf_counter() - start < ENOUGH):
        rounds.append(solver.answer(search))
        if not rounds[-1].ended:
            return rounds[-1]
    counted = {
        name: median(outcome.counted[name] for outcome in rounds) for name in rounds[0].counted
    }
    return replace(rounds[0], counted=counted)


def tables(
    solver: Solver, title: str, found: Mapping[Search, Outcome], each: float
) -> Iterator[Section]:
    """A table of each count, and some strategies beside each other."""

    def row(name: str, line: list[tuple[Count, Search]]) -> Row:
        outcomes = [(count, found.get(search)) for count, search in line]
        figures = tuple(count.figure(outcome) for count, outcome in outcomes)
        return Row(name, figures, shown=tuple(count.shown(one, each) for count, one in outcomes))

    notes, heat = (*solver.notes, *_problems(found)), Picture("heat", log=True)
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
