"""How the choice of variable and of value steers finite-domain solvers on a board.

Gecode, through MiniZinc, and SWI-Prolog's clpfd look for the first board of an empty puzzle (for
Turn 12, of a cube that caracol makes), once for each way to choose the next variable and its
value that they offer. Names are those of SICStus Prolog; what a solver does not offer is absent.
Times are those of the search alone: flattening and posting the model are told apart.
"""

import argparse
import re
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from statistics import median

from ..exports import source, written
from ..exports.source import Wishes
from ..formats import shape, show
from ..puzzle import Puzzle, UsageError
from ..registry import family
from ..solve import solutions
from . import experiment, solvers
from .report import NOTHING, Figure, Picture, Row, Section, number
from .samples import puzzles
from .solvers import ABSENT, LATE, Outcome
from .timing import Times, timed_cold

# For each search.
EACH = 10.0
# Minimum time limit to flatten the model, which is done once.
FLATTENING = 60.0
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
    ("leftmost", "step"),
    ("leftmost", "down"),
    ("leftmost", "bisect"),
    ("first_fail", "step"),
    ("first_fail", "down"),
    ("most_constrained", "step"),
    ("most_constrained", "down"),
)

Search = tuple[str, str]  # names of choices


@dataclass(frozen=True, slots=True)
class Count:
    """Something a solver counts: how it calls it, how we do, and what a unit of it is for us."""

    name: str
    title: str
    unit: str = ""
    factor: int = 1

    def figure(self, outcome: Outcome) -> Figure:
        """Nothing if the search did not end: how far it came is no measure of it."""
        if outcome.status not in ("found", "none") or self.name not in outcome.counted:
            return None
        figure = outcome.counted[self.name] * self.factor
        return figure if self.factor > 1 else int(figure)

    def shown(self, outcome: Outcome, each: float) -> str:
        figure = self.figure(outcome)
        if figure is not None:
            return short(figure)
        if outcome.status != LATE:
            return NOTHING if outcome.status == ABSENT else outcome.status.partition(":")[0]
        if self.factor > 1:
            return f"> {each:g} s"
        reached = outcome.counted.get(self.name)
        return LATE if reached is None else f"> {short(int(reached))}"


def short(figure: float) -> str:
    """
    >>> short(0.1234), short(12345), short(12345678)
    ('0.123', '12345', '12.3M')
    """
    return f"{figure / 1e6:.1f}M" if figure >= 1e6 else number(figure)


@dataclass(frozen=True, slots=True)
class Solver:
    """A solver with a board loaded, what it counts, the time first, and what else is to be said."""

    name: str
    answer: Callable[[Search], Outcome]
    counts: tuple[Count, ...]
    notes: tuple[str, ...] = ()


def add_options(parser: experiment.Parser) -> None:
    # A range such as -2..2 is no option.
    parser._negative_number_matcher = re.compile(r"-[0-9]+(\.\.-?[0-9]+)?")
    told = f"a family and a size, as in the header (default: {', '.join(map(' '.join, BOARDS))})"
    parser.add_argument("board", nargs="*", metavar="FAMILY SIZE", help=told)
    parser.seconds("--each", "time limit per search in seconds", EACH)


def measure(options: argparse.Namespace) -> Iterator[Section]:
    puzzles = [board(name, size) for name, size in _boards(options.board)]
    for puzzle in puzzles:
        title = _title(puzzle)
        with tempfile.TemporaryDirectory() as folder:
            for load in (gecode, prolog):
                solver = load(puzzle, Path(folder), options.each)
                yield from searched(solver, f"{solver.name} on {title}", options.each)
        yield ours(puzzle, title)


main = experiment.Experiment("strategies", __doc__, 900, measure, add_options)


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
    told = show(puzzle).partition("\n")[0].removeprefix(record.name)
    return f"{'a cube of' if record.shortcuts.compose else 'the empty'} {record.title}{told}"


def gecode(puzzle: Puzzle, folder: Path, each: float) -> Solver:
    failures, nodes = Count("failures", "failures"), Count("nodes", "nodes")
    counts = (Count("solveTime", "time", "ms", 1000), failures, nodes)
    if solvers.missing("minizinc"):
        return _absent("Gecode", counts, solvers.missing("minizinc"))
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
    counts = (Count("label", "time", "ms", 1000), Count("inferences", "inferences"))
    if solvers.missing("swipl"):
        return _absent("SWI-Prolog", counts, solvers.missing("swipl"))
    model, file = source(puzzle), folder / "board.pl"
    file.write_text(written(model, "prolog", Wishes()), encoding="utf-8")

    def answer(search: Search) -> Outcome:
        (_, variable), (_, value) = _choices(search)
        if not (variable and value):
            return Outcome(ABSENT)
        return solvers.prolog(file, model, (variable, value), each)

    notes = ("It counts no backtracks. The time to give up includes posting the constraints.",)
    return Solver("SWI-Prolog", answer, counts, notes)


def _choices(search: Search) -> tuple[tuple[str, str], tuple[str, str]]:
    return VARIABLES[search[0]], (VALUES | DOWN)[search[1]]


def _absent(name: str, counts: tuple[Count, ...], command: str) -> Solver:
    note = f"{name} is not installed: {command}"
    return Solver(name, lambda _: Outcome(ABSENT), counts, (note,))


def searched(solver: Solver, title: str, each: float) -> Iterator[Section]:
    """All tables of a solver."""
    found: dict[Search, Outcome] = {}
    searches = dict.fromkeys((*product(VARIABLES, VALUES), *COMPARED))

    def work() -> Iterator[None]:
        for search in experiment.progress(list(searches), title):
            found[search] = repeated(solver, search)
            yield

    return experiment.kept(work(), lambda: tables(solver, title, found, each))


def repeated(solver: Solver, search: Search) -> Outcome:
    """A search, and again while it is short; of each count the median."""
    rounds: list[Outcome] = []
    start = time.perf_counter()
    while len(rounds) < ROUNDS and (not rounds or time.perf_counter() - start < ENOUGH):
        rounds.append(solver.answer(search))
        if rounds[-1].status not in ("found", "none"):
            return rounds[-1]
    counted = {
        count.name: median(outcome.counted[count.name] for outcome in rounds)
        for count in solver.counts
        if all(count.name in outcome.counted for outcome in rounds)
    }
    return replace(rounds[0], counted=counted)


def tables(
    solver: Solver, title: str, found: Mapping[Search, Outcome], each: float
) -> Iterator[Section]:
    """A table of each count, and some strategies beside each other."""
    notes = (*solver.notes, *_troubles(found), *_unsolvable(found))
    for count in solver.counts:
        rows = [
            _row(variable, [(count, found.get((variable, value))) for value in VALUES], each)
            for variable in VARIABLES
            if any((variable, value) in found for value in VALUES)
        ]
        picture, told = Picture("heat", log=True), f"{title}: {count.title}"
        yield Section(told, count.unit, "", tuple(rows), tuple(VALUES), picture, notes)
        notes = ()
    if all(search in found for search in COMPARED):
        rows = [
            _row(", ".join(search), [(count, found[search]) for count in solver.counts], each)
            for search in COMPARED
        ]
        headings = tuple(count.unit or count.title for count in solver.counts)
        picture, told = Picture("bars", y=headings[0]), f"{title}: some strategies"
        yield Section(told, rows=tuple(rows), headings=headings, picture=picture)


def _row(name: str, line: list[tuple[Count, Outcome | None]], each: float) -> Row:
    figures = tuple(count.figure(outcome) if outcome else None for count, outcome in line)
    shown = tuple(count.shown(outcome, each) if outcome else "" for count, outcome in line)
    return Row(name, figures, shown=shown)


def _troubles(found: Mapping[Search, Outcome]) -> Iterator[str]:
    """Whatever went wrong, in the solver's words, once."""
    seen: dict[str, Search] = {}
    for search, outcome in found.items():
        if outcome.status not in ("found", "none", LATE, ABSENT):
            seen.setdefault(outcome.status, search)
    yield from (f"{', '.join(search)}: {status}" for status, search in seen.items())


def _unsolvable(found: Mapping[Search, Outcome]) -> Iterator[str]:
    ended = {outcome.status for outcome in found.values()} & {"found", "none"}
    if ended == {"none"}:
        yield "There is no such board; the figures are for the proof of that."
    if len(ended) == 2:
        yield "The searches disagree on whether there is a board: one of them is wrong."


def ours(puzzle: Puzzle, title: str) -> Section:
    """Caracol's way to choose is its own; this is only what the rest is to be seen beside."""
    taken = [timed_cold(lambda: next(solutions(puzzle), None))[1] for _ in range(ROUNDS)]
    row = Row("caracol", Times(tuple(taken)).milliseconds)
    return Section(f"caracol on {title}, with nothing known before", "ms", rows=(row,))
