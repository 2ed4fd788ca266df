"""How fast caracol is next to its peers.

All work on the same puzzles on one core and take turns, so that a busy machine slows all alike.
"""

import gc
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib.util import find_spec
from operator import attrgetter
from pathlib import Path

from ..caches import forget
from ..formats import parse_all, show
from ..puzzle import Puzzle, UsageError
from ..solve import verdict
from . import experiment, snails
from .giants import Giant, giants
from .peers.snail import Snail, read
from .report import Picture, Row, Section, duels, fold
from .timing import Command, Finished, Questions, Times, race, run_in_turn

ROUNDS = 5
SECONDS = 900.0
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


def main(arguments: list[str]) -> int:
    parser = experiment.options("speed", __doc__, SECONDS)
    parser.add_argument("--puzzles", type=Path, metavar="FILE", help="Magic Snails of your own")
    options = parser.parse_args(arguments)
    sections = measure(_puzzles(options.puzzles))
    return experiment.run("speed", arguments, options, sections, seeds=(snails.SEED,))


def measure(puzzles: Sequence[Puzzle]) -> Iterator[Section]:
    yield from library(puzzles, _peers())
    with tempfile.TemporaryDirectory() as folder:
        one = Path(folder, "one.txt")
        one.write_text(show(puzzles[len(puzzles) // 2 - 1]), encoding="utf-8")
        yield whole_process(one)
        yield start(one)
        yield giant_boards(Path(folder))


Peers = Mapping[str, Callable[[Snail], bool]]


def _peers() -> Peers:
    if not (find_spec("ortools") and find_spec("clingo")):
        raise UsageError("the peers are not installed: pip install 'caracol[lab]'")
    from .peers import clingo, cpsat

    return {
        TWICE: cpsat.is_unique_twice,
        CPSAT: cpsat.is_unique,
        PRUNED: cpsat.is_unique_pruned,
        CLINGO: clingo.is_unique,
    }


def library(puzzles: Sequence[Puzzle], peers: Peers) -> Iterator[Section]:
    """Many puzzles in one process, imports excluded, everything else included."""
    half = len(puzzles) // 2
    first = _questions(_ask, puzzles[:half], peers)
    warm = _questions(_ask, puzzles[half:], peers)
    cold = _questions(_ask_anew, puzzles[:half], peers)
    _warm_up(peers)
    rounds = []
    for _ in range(ROUNDS):
        forget()
        rounds.append((race(first), race(warm), race(cold)))
    titles = {
        f"first pass: {half} puzzles, nothing known before": FIRST,
        f"warm: {len(puzzles) - half} other puzzles after the first pass": WARM,
        f"cold: {half} puzzles, everything forgotten before each": COLD,
    }
    for (title, wanted), seconds in zip(titles.items(), zip(*rounds, strict=True), strict=True):
        times = {name: Times(tuple(one[name] for one in seconds)) for name in seconds[0]}
        rows = duels(times, wanted, attrgetter("milliseconds"))
        yield Section(title, "ms per puzzle, ratio to caracol", "ratio", rows, picture=BARS)


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


def _warm_up(peers: Peers) -> None:
    """Import what is imported late, and keep the collector off what the imports brought.

    A collection would visit the many objects of one contestant's packages in another's time.
    """
    race(_questions(_ask, [Puzzle("magic-snail", (3, "AB"))], peers))
    gc.collect()
    gc.freeze()


def whole_process(one: Path) -> Section:
    """A fresh interpreter for one puzzle, imports included."""
    lab = str(Path(__file__).parent)
    commands = {
        US: Command((PYTHON, "-c", ONE_PUZZLE, str(one))),
        CPSAT: Command((PYTHON, "-m", "peers.cpsat", str(one)), lab),
        CLINGO: Command((PYTHON, "-m", "peers.clingo", str(one)), lab),
    }
    runs = run_in_turn(commands, STARTS, MOST_SECONDS)
    ours = _times(runs[US])
    rows = (
        Row(name, _times(run).milliseconds, _failure(run) or fold(_times(run).over(ours)))
        for name, run in runs.items()
    )
    return Section(
        "cold process: import and one puzzle", "ms, ratio to caracol", "ratio", tuple(rows)
    )


def start(one: Path) -> Section:
    """The command line next to the import that it cannot do without."""
    solver, solve = "import pysat.solvers", "caracol solve"
    commands = {
        solver: Command((PYTHON, "-c", solver)),
        solve: Command(_caracol("solve", str(one))),
    }
    runs = run_in_turn(commands, STARTS, MOST_SECONDS)
    least, taken, failure = _times(runs[solver]), _times(runs[solve]), _failure(runs[solve])
    ratio = taken.over(least)
    met = not failure and ratio <= START
    rows = (
        Row(solver, least.milliseconds, _failure(runs[solver])),
        Row(solve, taken.milliseconds, failure or fold(ratio), f"<= {START}x", met),
    )
    return Section("start: whole process, one puzzle", "ms, ratio to the import", "ratio", rows)


def giant_boards(folder: Path) -> Section:
    """Whole processes of caracol solve on boards as large as anyone will ask for."""
    commands = {}
    for i, giant in enumerate(giants()):
        path = folder / f"giant{i}.txt"
        path.write_text(show(giant.puzzle), encoding="utf-8")
        commands[giant.name] = Command(_caracol("solve", str(path), *giant.options))
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


def _puzzles(path: Path | None) -> list[Puzzle]:
    if path is None:
        return snails.packaged()
    try:
        puzzles = list(parse_all(path.read_text("utf-8")))
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    if len(puzzles) < 2 or any(puzzle.family != "magic-snail" for puzzle in puzzles):
        raise UsageError(f"{path}: expected two or more Magic Snails, which is what the peers know")
    return puzzles


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
