"""How the choice of variable and of value steers finite-domain solvers on a board.

Gecode, through MiniZinc, and SWI-Prolog's clpfd look for the first board of an empty puzzle (for
Turn 12, of a cube that caracol makes), once for each way to choose the next variable and its
value that they offer. Names are those of SICStus Prolog; what a solver does not offer is absent.
Times are those of the search alone: flattening and posting the model are told apart.
"""

import re
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, product
from pathlib import Path
from statistics import median

from ..caches import forget
from ..exports import source, written
from ..exports.source import Wishes
from ..formats import shape, show
from ..generation.production import Order, produce
from ..puzzle import Puzzle, UsageError
from ..registry import family
from ..solve import solutions
from . import experiment, plot, solvers
from .report import NOTHING, Figure, Picture, Row, Section, number
from .solvers import ABSENT, LATE, Outcome

SECONDS = 900.0
# For each search.
EACH = 10.0
# To flatten the model, at least so long, for that is done once.
FLATTENING = 60.0
# Searches that take less than this together are repeated.
ENOUGH, ROUNDS = 0.6, 3
SEED = 12
# Unless others are asked for: one of each report that compares strategies.
BOARDS = (("magic-snail", "6 ABC"), ("trid", "10 1..14"), ("mno", "20"))


@dataclass(frozen=True, slots=True)
class Choice:
    """A way to choose a variable or a value, as each solver calls it; nothing: not offered."""

    gecode: str = ""
    prolog: str = ""


VARIABLES = {
    "leftmost": Choice("input_order", "leftmost"),
    "min": Choice("smallest", "min"),
    "max": Choice("largest", "max"),
    "first_fail": Choice("first_fail", "ff"),
    "anti_first_fail": Choice("anti_first_fail"),
    "occurrence": Choice("occurrence"),
    "most_constrained": Choice("most_constrained", "ffc"),
    "max_regret": Choice("max_regret"),
}
VALUES = {
    "step": Choice("indomain_min", "step"),
    "enum": Choice("indomain", "enum"),
    "bisect": Choice("indomain_split", "bisect"),
    # SICStus has middle besides, which neither of them offers.
    "median": Choice("indomain_median"),
}
# What else is compared, by some: values downwards.
DOWN = {"down": Choice("indomain_max", "down")}
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


@dataclass(frozen=True, slots=True)
class Solver:
    """A solver with a board loaded, what it counts, the time first, and what else is to be said."""

    name: str
    answer: Callable[[Search], Outcome]
    counts: tuple[Count, ...]
    notes: tuple[str, ...] = ()


def main(arguments: list[str]) -> int:
    parser = experiment.options("strategies", __doc__, SECONDS)
    # A range such as -2..2 is no option.
    parser._negative_number_matcher = re.compile(r"-[0-9]+(\.\.-?[0-9]+)?")
    told = f"a family and a size, as in the header (default: {', '.join(map(' '.join, BOARDS))})"
    parser.add_argument("board", nargs="*", metavar="FAMILY SIZE", help=told)
    told = f"give up on a search after so long (default: {EACH:g})"
    parser.add_argument("--each", type=experiment.positive, default=EACH, metavar="S", help=told)
    experiment.plot_option(parser)
    options = parser.parse_args(arguments)
    found: list[Section] = []
    puzzles = [board(name, size) for name, size in _boards(options.board)]
    sections = chain.from_iterable(measure(puzzle, options.each) for puzzle in puzzles)
    kept = experiment.kept(sections, found)
    status = experiment.run("strategies", arguments, options, kept, seeds=(SEED,))
    if options.plot:
        plot.pictures(options.plot, found)
    return status


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
    if family(name).compose:
        return next(made.puzzle for made in produce(Order(name, size, SEED)) if made)
    return Puzzle(name, shape(name, size))


def measure(puzzle: Puzzle, each: float) -> Iterator[Section]:
    title = _title(puzzle)
    with tempfile.TemporaryDirectory() as folder:
        for load in (gecode, prolog):
            solver = load(puzzle, Path(folder), each)
            yield from searched(solver, f"{solver.name} on {title}", each)
    yield ours(puzzle, title)


def _title(puzzle: Puzzle) -> str:
    record = family(puzzle.family)
    told = show(puzzle).partition("\n")[0].removeprefix(record.name)
    return f"{'a cube of' if record.compose else 'the empty'} {record.title}{told}"


def gecode(puzzle: Puzzle, folder: Path, each: float) -> Solver:
    name = "Gecode"
    counts = (
        Count("solveTime", "time", "ms", 1000),
        Count("failures", "failures"),
        Count("nodes", "nodes"),
    )
    if solvers.missing("minizinc"):
        return _absent(name, counts, solvers.missing("minizinc"))
    model, file = source(puzzle), folder / "board.mzn"
    file.write_text(written(model, "mzn", Wishes(solvers.ANY_SEARCH)), encoding="utf-8")
    flat = solvers.flatten(file, max(each, FLATTENING))
    if isinstance(flat, str):
        return _failed(name, counts, flat)

    def answer(search: Search) -> Outcome:
        variable, value = (choice.gecode for choice in _choices(search))
        if not (variable and value):
            return Outcome(ABSENT)
        return solvers.gecode(flat, model, (variable, value), each)

    return Solver(name, answer, counts, (f"Flattening took MiniZinc {flat.seconds:.1f} s.",))


def prolog(puzzle: Puzzle, folder: Path, each: float) -> Solver:
    name = "SWI-Prolog"
    counts = (Count("label", "time", "ms", 1000), Count("inferences", "inferences"))
    if solvers.missing("swipl"):
        return _absent(name, counts, solvers.missing("swipl"))
    model, file = source(puzzle), folder / "board.pl"
    file.write_text(written(model, "prolog", Wishes()), encoding="utf-8")

    def answer(search: Search) -> Outcome:
        options = [choice.prolog for choice in _choices(search)]
        if not all(options):
            return Outcome(ABSENT)
        return solvers.prolog(file, model, options, each)

    notes = ("It counts no backtracks. The time to give up includes posting the constraints.",)
    return Solver(name, answer, counts, notes)


def _choices(search: Search) -> tuple[Choice, Choice]:
    return VARIABLES[search[0]], (VALUES | DOWN)[search[1]]


def _absent(name: str, counts: tuple[Count, ...], command: str) -> Solver:
    note = f"{name} is not installed: {command}"
    return Solver(name, lambda _: Outcome(ABSENT), counts, (note,))


def _failed(name: str, counts: tuple[Count, ...], why: str) -> Solver:
    return Solver(name, lambda _: Outcome(why), counts)


@dataclass(frozen=True, slots=True)
class Found:
    """What came of a search: how it ended, and for each count what was counted."""

    status: str
    counted: Mapping[str, float]

    def figure(self, count: Count) -> Figure:
        """Nothing if the search did not end: how far it came is no measure of it."""
        if self.status not in ("found", "none") or count.name not in self.counted:
            return None
        figure = self.counted[count.name] * count.factor
        return figure if count.factor > 1 else int(figure)

    def shown(self, count: Count, each: float) -> str:
        figure = self.figure(count)
        if figure is not None:
            return short(figure)
        if self.status != LATE:
            return NOTHING if self.status == ABSENT else self.status.partition(":")[0]
        if count.factor > 1:
            return f"> {each:g} s"
        return f"> {short(int(self.counted[count.name]))}" if count.name in self.counted else LATE


def short(figure: float) -> str:
    """
    >>> short(0.1234), short(12345), short(12345678)
    ('0.123', '12345', '12.3M')
    """
    return f"{figure / 1e6:.1f}M" if figure >= 1e6 else number(figure)


def searched(solver: Solver, title: str, each: float) -> Iterator[Section]:
    """All tables of a solver; of what there is by then, if the run is cut short."""
    found: dict[Search, Found] = {}
    searches = dict.fromkeys((*product(VARIABLES, VALUES), *COMPARED))
    try:
        for search in experiment.progress(list(searches), title):
            found[search] = repeated(solver, search)
    except (KeyboardInterrupt, experiment.TimeIsUp):
        if found:
            yield from tables(solver, title, found, each)
        raise
    yield from tables(solver, title, found, each)


def repeated(solver: Solver, search: Search) -> Found:
    """A search, and again while it is short; of each count the median."""
    rounds: list[Outcome] = []
    start = time.perf_counter()
    while len(rounds) < ROUNDS and (not rounds or time.perf_counter() - start < ENOUGH):
        rounds.append(solver.answer(search))
        if rounds[-1].status not in ("found", "none"):
            return Found(rounds[-1].status, rounds[-1].counted)
    counted = {
        count.name: median(outcome.counted[count.name] for outcome in rounds)
        for count in solver.counts
        if all(count.name in outcome.counted for outcome in rounds)
    }
    return Found(rounds[0].status, counted)


def tables(
    solver: Solver, title: str, found: Mapping[Search, Found], each: float
) -> Iterator[Section]:
    notes = (*solver.notes, *_troubles(found), *_unsolvable(found))
    for count in solver.counts:
        rows = tuple(
            Row(
                variable,
                tuple(result.figure(count) if result else None for result in line),
                shown=tuple(result.shown(count, each) if result else "" for result in line),
            )
            for variable in VARIABLES
            if any(line := [found.get((variable, value)) for value in VALUES])
        )
        yield Section(
            f"{title}: {count.title}",
            count.unit,
            "",
            rows,
            tuple(VALUES),
            Picture("heat", log=True),
            notes if count is solver.counts[0] else (),
        )
    if all(search in found for search in COMPARED):
        yield comparison(solver, title, found, each)


def comparison(solver: Solver, title: str, found: Mapping[Search, Found], each: float) -> Section:
    """Upwards, downwards and by halves, in the order of the cells and by the most constrained."""
    rows = tuple(
        Row(
            ", ".join(search),
            tuple(found[search].figure(count) for count in solver.counts),
            shown=tuple(found[search].shown(count, each) for count in solver.counts),
        )
        for search in COMPARED
    )
    headings = tuple(count.unit or count.title for count in solver.counts)
    picture = Picture("bars", y=headings[0])
    return Section(f"{title}: some strategies", "", "", rows, headings, picture)


def _troubles(found: Mapping[Search, Found]) -> Iterator[str]:
    """Whatever went wrong, in the solver's words, once."""
    usual = ("found", "none", LATE, ABSENT)
    seen: dict[str, Search] = {}
    for search, result in found.items():
        if result.status not in usual:
            seen.setdefault(result.status, search)
    yield from (f"{', '.join(search)}: {status}" for status, search in seen.items())


def _unsolvable(found: Mapping[Search, Found]) -> Iterator[str]:
    ended = {result.status for result in found.values()} & {"found", "none"}
    if ended == {"none"}:
        yield "There is no such board; the figures are for the proof of that."
    if len(ended) == 2:
        yield "The searches disagree on whether there is a board: one of them is wrong."


def ours(puzzle: Puzzle, title: str) -> Section:
    """Caracol's way to choose is its own; this is only what the rest is to be seen beside."""
    taken = []
    for _ in range(ROUNDS):
        forget()
        start = time.perf_counter()
        next(solutions(puzzle), None)
        taken.append(1000 * (time.perf_counter() - start))
    row = Row("caracol", tuple(taken))
    return Section(f"caracol on {title}, with nothing known before", "ms", "", (row,))
