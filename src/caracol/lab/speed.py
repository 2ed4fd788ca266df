"""How fast caracol is compared with CP-SAT and clingo.

All work on the same puzzles on one core and take turns, so that a busy machine slows all alike.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import median

from ..extras import need
from ..formats import show
from ..puzzle import Puzzle
from . import experiment
from .contest import Work, duel, section, tools
from .contestants import COLD, TWICE, UNPRUNED, US, find
from .samples import giants, read_puzzles, snails
from .tables import Row, Section, growing, milliseconds, race
from .timing import processes

ROUNDS, STARTS = 5, 10
# Time limit of a tool for one round of puzzles in seconds.
ROUND_SECONDS = 120.0
MOST_MEGABYTES = 1000

CPSAT, CLINGO = "CP-SAT", "clingo"
# Targets: how many times as long as caracol a peer takes, and caracol as the import of its solver.
FIRST = {**dict.fromkeys((TWICE, UNPRUNED, CPSAT), ">= 8x"), CLINGO: ">= 5x"}
WARM = dict.fromkeys((TWICE, UNPRUNED, CPSAT), ">= 20x")
EMPTY = dict.fromkeys((TWICE, UNPRUNED, CPSAT, CLINGO), ">= 1x")
START = {"caracol solve": "<= 3x"}

PYTHON = sys.executable
SOLVER = "import pysat.solvers"
ONE_PUZZLE = (
    "import sys, caracol;"
    "sys.exit(not caracol.is_unique(caracol.parse(open(sys.argv[1], encoding='utf-8').read())))"
)
# The same by a peer, in a process that sees nothing of caracol.
BY_PEER = (
    "import sys; sys.path.insert(0, sys.argv[2]);"
    "from peers.{} import count; from peers.puzzles import read;"
    "sys.exit(count(read(open(sys.argv[1], encoding='utf-8').read()), 2) != 1)"
)


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--puzzles", type=Path, metavar="FILE", help="Magic Snails of your own")


def measure(options: argparse.Namespace) -> Iterator[Section]:
    puzzles = snails()
    if options.puzzles:
        wanted = "two or more Magic Snails, which is what the peers know"
        puzzles = read_puzzles(options.puzzles, "magic-snail", wanted, least=2)
    yield from library(puzzles)
    with tempfile.TemporaryDirectory() as folder:
        one = Path(folder, "one.txt")
        one.write_text(show(puzzles[len(puzzles) // 2 - 1]), encoding="utf-8")
        lab = str(Path(__file__).parent)
        commands = {
            US: (PYTHON, "-c", ONE_PUZZLE, str(one)),
            CPSAT: (PYTHON, "-c", BY_PEER.format("cpsat"), str(one), lab),
            CLINGO: (PYTHON, "-c", BY_PEER.format("clingo"), str(one), lab),
        }
        title = "cold process: import and one puzzle"
        yield from _whole(Section(title, "ms, ratio to caracol"), commands, {})
        commands = {SOLVER: (PYTHON, "-c", SOLVER), "caracol solve": _solve(one)}
        title = "start: whole process, one puzzle"
        yield from _whole(Section(title, "ms, ratio to the import"), commands, START)
        yield from giant_boards(Path(folder))


main = experiment.Experiment("speed", __doc__, 900, measure, add_options)


def library(puzzles: Sequence[Puzzle]) -> Iterator[Section]:
    """Many puzzles in one process; imports are not counted, everything else is."""
    need("lab", "ortools", "clingo")
    half = len(puzzles) // 2
    first, others = puzzles[:half], puzzles[half:]
    peers = (TWICE, UNPRUNED, CPSAT, CLINGO)
    for us, title, wanted, asked, before in (
        (US, f"first pass: {half} puzzles, empty caches", FIRST, first, ()),
        (US, f"warm: {len(others)} other puzzles after the first", WARM, others, first),
        (COLD, f"cold: {half} puzzles, caches emptied before each", EMPTY, first, ()),
    ):
        task = partial(find, puzzles=asked, limit=2, before=before)
        with tools(us, *peers) as workers:
            rounds = [Work(task, ROUND_SECONDS)] * ROUNDS
            yield from duel(section(title), workers, rounds, wanted)


def _whole(
    section: Section, commands: Mapping[str, Sequence[str]], wanted: Mapping[str, str]
) -> Iterator[Section]:
    """Whole processes, compared with the first."""
    rounds = (
        {name: f"exit status {one.status}" if one.status else one.seconds for name, one in every}
        for every in map(dict.items, processes(commands, STARTS))
    )
    return race(section, rounds, wanted, milliseconds)


def giant_boards(folder: Path) -> Iterator[Section]:
    """Whole processes of caracol solve on boards as large as anyone will ask for."""
    commands = {}
    for i, (name, giant) in enumerate(giants().items()):
        path = folder / f"giant{i}.txt"
        path.write_text(show(giant.puzzle), encoding="utf-8")
        commands[name] = _solve(path, *giant.options)
    title = f"giants: caracol solve, whole process, below {MOST_MEGABYTES} MB"
    return growing(Section(title, "ms", "MB"), _giant_rows(commands))


def _giant_rows(commands: Mapping[str, Sequence[str]]) -> Iterator[Row]:
    rounds = list(processes(commands, ROUNDS))
    for name, giant in giants().items():
        runs = [one[name] for one in rounds]
        peak, status = (
            max(run.megabytes for run in runs),
            max((run.status for run in runs), key=abs),
        )
        times = [run.seconds for run in runs]
        met = not status and median(times) < giant.seconds and peak < MOST_MEGABYTES
        found = f"exit status {status}" if status else f"{peak:.0f}"
        yield Row(name, tuple(map(milliseconds, times)), found, f"< {giant.seconds:g} s", met)


def _solve(path: Path, *options: str) -> tuple[str, ...]:
    return (str(Path(PYTHON).with_name("caracol")), "solve", str(path), *options)
