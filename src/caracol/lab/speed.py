"""How fast caracol is next to its peers.

All work on the same puzzles on one core and take turns, so that a busy machine slows all alike.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter
from pathlib import Path

from ..caches import forget
from ..formats import show
from ..puzzle import Puzzle
from ..solve import verdict
from . import experiment, snails
from .giants import Giant, giants
from .peers.puzzles import Snail, read
from .report import Picture, Row, Section, duels, fold
from .samples import read_puzzles
from .timing import Finished, Times, keep_collector_off, run_in_turn

ROUNDS = 5
# Contestants take turns after this many questions.
TURN = 10
STARTS = 10
MOST_SECONDS = 60
MOST_MEGABYTES = 1000

US, CPSAT, TWICE, PRUNED, CLINGO = (
    "caracol",
    "CP-SAT",
    "CP-SAT, two solves",
    "CP-SAT, pruned",
    "clingo",
)
# How many times as long as caracol a peer is to take.
FIRST = {TWICE: 8, CPSAT: 8, PRUNED: 8, CLINGO: 5}
WARM = {TWICE: 20, CPSAT: 20, PRUNED: 20}
COLD = {TWICE: 1, CPSAT: 1, PRUNED: 1, CLINGO: 1}
# How many times as long as the import of its solver caracol may take.
START = 3

BARS = Picture("bars")

PYTHON = sys.executable
ONE_PUZZLE = (
    "import sys, caracol;"
    "sys.exit(not caracol.is_unique(caracol.parse(open(sys.argv[1], encoding='utf-8').read())))"
)
# The same by a peer, in a process that sees nothing of caracol.
BY_PEER = (
    "import sys; sys.path.insert(0, sys.argv[2]);"
    "from peers.{} import is_unique; from peers.puzzles import read;"
    "sys.exit(not is_unique(read(open(sys.argv[1], encoding='utf-8').read())))"
)


def add_options(parser: experiment.Parser) -> None:
    parser.add_argument("--puzzles", type=Path, metavar="FILE", help="Magic Snails of your own")


def measure(options: argparse.Namespace) -> Iterator[Section]:
    puzzles = snails.packaged()
    if options.puzzles:
        wanted = "two or more Magic Snails, which is what the peers know"
        puzzles = read_puzzles(options.puzzles, "magic-snail", wanted, least=2)
    yield from library(puzzles, _peers())
    with tempfile.TemporaryDirectory() as folder:
        one = Path(folder, "one.txt")
        one.write_text(show(puzzles[len(puzzles) // 2 - 1]), encoding="utf-8")
        yield whole_process(one)
        yield start(one)
        yield giant_boards(Path(folder))


main = experiment.Experiment("speed", __doc__, 900, measure, add_options)

Peers = Mapping[str, Callable[[Snail], bool]]
Questions = Mapping[str, Sequence[Callable[[], bool]]]


def _peers() -> Peers:
    experiment.need_packages("ortools", "clingo")
    from .peers import clingo, cpsat, cpsat_plain

    return {
        TWICE: cpsat_plain.is_unique,
        CPSAT: cpsat.is_unique,
        PRUNED: cpsat.is_unique_pruned,
        CLINGO: clingo.is_unique,
    }


def library(puzzles: Sequence[Puzzle], peers: Peers) -> Iterator[Section]:
    """Many puzzles in one process, imports excluded, everything else included."""
    half = len(puzzles) // 2
    passes = (
        (f"first pass: {half} puzzles, nothing known before", FIRST, _ask, puzzles[:half]),
        (
            f"warm: {len(puzzles) - half} other puzzles after the first pass",
            WARM,
            _ask,
            puzzles[half:],
        ),
        (
            f"cold: {half} puzzles, everything forgotten before each",
            COLD,
            _ask_anew,
            puzzles[:half],
        ),
    )
    questions = [_questions(ask, some, peers) for _, _, ask, some in passes]
    # Once for nothing: some is imported late.
    race(_questions(_ask, [Puzzle("magic-snail", (3, "AB"))], peers))
    keep_collector_off()
    rounds: list[list[dict[str, float]]] = []

    def race_all() -> Iterator[None]:
        for _ in experiment.progress(range(ROUNDS), "library"):
            forget()
            rounds.append([race(each) for each in questions])
            yield

    def sections() -> Iterator[Section]:
        for (title, wanted, _, _), seconds in zip(passes, zip(*rounds, strict=True), strict=False):
            rows = duels(seconds, wanted, attrgetter("milliseconds"))
            yield Section(title, "ms per puzzle, ratio to caracol", "ratio", rows, picture=BARS)

    return experiment.kept(race_all(), sections)


def race(questions: Questions) -> dict[str, float]:
    """Seconds per question for each contestant; all must give the same answers."""
    seconds = dict.fromkeys(questions, 0.0)
    answers: dict[str, list[bool]] = {name: [] for name in questions}
    length = max(map(len, questions.values()))
    for at in range(0, length, TURN):
        for name, calls in questions.items():
            start = time.perf_counter()
            answers[name] += [call() for call in calls[at : at + TURN]]
            seconds[name] += time.perf_counter() - start
    first, *others = answers.values()
    assert all(other == first for other in others), "the contestants disagree"
    return {name: spent / length for name, spent in seconds.items()}


def _questions(ask: Callable[[Puzzle], bool], puzzles: Sequence[Puzzle], peers: Peers) -> Questions:
    snails = [read(show(puzzle)) for puzzle in puzzles]
    ours = {US: [partial(ask, puzzle) for puzzle in puzzles]}
    theirs = {name: [partial(ask, snail) for snail in snails] for name, ask in peers.items()}
    return ours | theirs


def _ask(puzzle: Puzzle) -> bool:
    return verdict(puzzle).status == "unique"


def _ask_anew(puzzle: Puzzle) -> bool:
    forget()
    return _ask(puzzle)


def whole_process(one: Path) -> Section:
    """A fresh interpreter for one puzzle, imports included."""
    lab = str(Path(__file__).parent)
    commands = {
        US: (PYTHON, "-c", ONE_PUZZLE, str(one)),
        CPSAT: (PYTHON, "-c", BY_PEER.format("cpsat"), str(one), lab),
        CLINGO: (PYTHON, "-c", BY_PEER.format("clingo"), str(one), lab),
    }
    return _beside_first("cold process: import and one puzzle", "caracol", commands)


def start(one: Path) -> Section:
    """The command line next to the import that it cannot do without."""
    solver = "import pysat.solvers"
    commands = {solver: (PYTHON, "-c", solver), "caracol solve": _caracol("solve", str(one))}
    return _beside_first("start: whole process, one puzzle", "the import", commands, START)


def _beside_first(
    title: str, first: str, commands: Mapping[str, Sequence[str]], most: int | None = None
) -> Section:
    """Whole processes, and how many times as long as the first each takes."""
    (name, runs), *others = run_in_turn(commands, STARTS, MOST_SECONDS).items()
    least, rows = _times(runs), [Row(name, _times(runs).milliseconds, _failure(runs))]
    for name, runs in others:
        failure, ratio = _failure(runs), _times(runs).over(least)
        wanted, met = (f"<= {most}x", not failure and ratio <= most) if most else ("", None)
        rows.append(Row(name, _times(runs).milliseconds, failure or fold(ratio), wanted, met))
    return Section(title, f"ms, ratio to {first}", "ratio", tuple(rows))


def giant_boards(folder: Path) -> Section:
    """Whole processes of caracol solve on boards as large as anyone will ask for."""
    commands = {}
    for i, giant in enumerate(giants()):
        path = folder / f"giant{i}.txt"
        path.write_text(show(giant.puzzle), encoding="utf-8")
        commands[giant.name] = _caracol("solve", str(path), *giant.options)
    runs = run_in_turn(commands, ROUNDS, MOST_SECONDS)
    rows = tuple(_giant_row(giant, runs[giant.name]) for giant in giants())
    title = f"giants: caracol solve, whole process, below {MOST_MEGABYTES} MB"
    return Section(title, "ms", "MB", rows)


def _giant_row(giant: Giant, runs: list[Finished]) -> Row:
    times, failure = _times(runs), _failure(runs)
    peak = max(run.megabytes for run in runs)
    met = not failure and times.median < giant.seconds and peak < MOST_MEGABYTES
    found = failure or f"{peak:.0f}"
    return Row(giant.name, times.milliseconds, found, f"< {giant.seconds:g} s", met)


def _caracol(*words: str) -> tuple[str, ...]:
    return (str(Path(PYTHON).with_name("caracol")), *words)


def _times(runs: list[Finished]) -> Times:
    return Times(tuple(run.seconds for run in runs))


def _failure(runs: list[Finished]) -> str:
    statuses = {run.status for run in runs} - {0}
    return f"exit status {min(statuses)}" if statuses else ""
