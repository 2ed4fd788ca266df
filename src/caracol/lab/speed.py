"""How fast caracol is next to its peers.

All work on the same puzzles on one core and take turns, so that a busy machine slows all alike.
"""

import argparse
import gc
import json
import os
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path

from rich.console import Console
from rich.table import Table

from ..engines import sat
from ..family import model, parse_all, show
from ..puzzle import Puzzle, UsageError
from ..solve import verdict
from .giants import Giant, giants
from .peers import clingo, cpsat
from .peers.snail import Snail, read
from .snails import packaged
from .timing import Command, Finished, Questions, Times, race, run_in_turn

ROUNDS = 5
STARTS = 10
MOST_SECONDS = 60.0
MOST_MEGABYTES = 1000

US = "caracol"
PEERS: dict[str, Callable[[Snail], bool]] = {
    "CP-SAT": cpsat.is_unique,
    "CP-SAT, pruned by hand": cpsat.is_unique_pruned,
    "clingo": clingo.is_unique,
}
# How many times as long as caracol a peer is to take.
FIRST = {"CP-SAT": 8, "CP-SAT, pruned by hand": 8, "clingo": 5}
WARM = {"CP-SAT": 20, "CP-SAT, pruned by hand": 20}
COLD = dict.fromkeys(PEERS, 1)

PYTHON = sys.executable
ONE_PUZZLE = (
    "import sys, caracol;"
    "sys.exit(not caracol.is_unique(caracol.parse(open(sys.argv[1], encoding='utf-8').read())))"
)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table; `found` is what counts, set against what is wanted."""

    name: str
    times: Times
    found: str = ""
    wanted: str = ""
    met: bool | None = None


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    counts: str  # what is found
    rows: tuple[Row, ...]


def main(arguments: list[str]) -> int:
    options = _options(arguments)
    puzzles = _puzzles(options.puzzles)
    console = Console()
    sections = []
    for section in measure(puzzles):
        console.print(_table(section))
        sections.append(section)
    if options.json:
        told = {"machine": _machine(), "sections": [asdict(section) for section in sections]}
        options.json.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return 0


def measure(puzzles: Sequence[Puzzle]) -> Iterator[Section]:
    yield from library(puzzles)
    with tempfile.TemporaryDirectory() as folder:
        one = Path(folder, "one.txt")
        one.write_text(show(puzzles[len(puzzles) // 2 - 1]), encoding="utf-8")
        yield whole_process(one)
        yield start(one)
        yield giant_boards(Path(folder))


def library(puzzles: Sequence[Puzzle]) -> Iterator[Section]:
    """Many puzzles in one process, imports excluded, everything else included."""
    half = len(puzzles) // 2
    first, warm = _questions(puzzles[:half], _ask), _questions(puzzles[half:], _ask)
    cold = _questions(puzzles[:half], _ask_anew)
    _warm_up()
    rounds: list[tuple[dict[str, float], ...]] = []
    for _ in range(ROUNDS):
        _forget()
        rounds.append((race(first), race(warm), race(cold)))
    titles = {
        f"first pass: {half} puzzles, nothing known before": FIRST,
        f"warm: {len(puzzles) - half} more puzzles after the first pass": WARM,
        f"cold: {half} puzzles, all forgotten before each": COLD,
    }
    for (title, wanted), seconds in zip(titles.items(), zip(*rounds, strict=True), strict=True):
        yield Section(f"{title} (per puzzle)", "times caracol", _duel(seconds, wanted))


def _questions(puzzles: Sequence[Puzzle], ask: Callable[[Puzzle], bool]) -> Questions:
    snails = [read(show(puzzle)) for puzzle in puzzles]
    return {US: [partial(ask, puzzle) for puzzle in puzzles]} | {
        name: [partial(is_unique, snail) for snail in snails] for name, is_unique in PEERS.items()
    }


def _ask(puzzle: Puzzle) -> bool:
    return verdict(puzzle).status == "unique"


def _ask_anew(puzzle: Puzzle) -> bool:
    _forget()
    return _ask(puzzle)


def _forget() -> None:
    sat._slot.cache_clear()
    model.cache_clear()


def _warm_up() -> None:
    """Import what is imported late, and keep the collector off what the imports brought.

    A collection would visit the many objects of one contestant's packages in another's time.
    """
    race(_questions([Puzzle("magic-snail", (3, "AB"))], _ask))
    gc.collect()
    gc.freeze()


def _duel(rounds: Sequence[dict[str, float]], wanted: dict[str, int]) -> tuple[Row, ...]:
    times = {name: Times(tuple(seconds[name] for seconds in rounds)) for name in rounds[0]}
    rows = [Row(US, times[US])]
    for name in PEERS:
        ratio = times[name].over(times[US])
        target = wanted.get(name)
        rows.append(
            Row(
                name,
                times[name],
                f"{ratio:.1f}x",
                f">= {target}x" if target else "",
                ratio >= target if target else None,
            )
        )
    return tuple(rows)


def whole_process(one: Path) -> Section:
    """A fresh interpreter for one puzzle, imports included."""
    lab = str(Path(__file__).parent)
    commands = {
        US: Command((PYTHON, "-c", ONE_PUZZLE, str(one))),
        "CP-SAT": Command((PYTHON, "-m", "peers.cpsat", str(one)), lab),
        "clingo": Command((PYTHON, "-m", "peers.clingo", str(one)), lab),
    }
    runs = run_in_turn(commands, STARTS, MOST_SECONDS)
    rows = tuple(
        Row(name, _times(runs[name]), _failure(runs[name]) or _ratio(runs, name, US))
        for name in commands
    )
    return Section("cold process: import and one puzzle", "times caracol", rows)


def start(one: Path) -> Section:
    """The command line next to the import that it cannot do without."""
    solver, solve = "import pysat.solvers", "caracol solve"
    commands = {
        solver: Command((PYTHON, "-c", solver)),
        solve: Command(_caracol("solve", str(one))),
    }
    runs = run_in_turn(commands, STARTS, MOST_SECONDS)
    failure = _failure(runs[solve])
    row = Row(
        solve,
        _times(runs[solve]),
        failure or _ratio(runs, solve, solver),
        "<= 3x",
        not failure and _times(runs[solve]).over(_times(runs[solver])) <= 3,
    )
    return Section(
        "start: caracol solve, one puzzle", "times import", (Row(solver, _times(runs[solver])), row)
    )


def giant_boards(folder: Path) -> Section:
    """Whole processes of caracol solve on boards as large as anyone will ask for."""
    commands = {}
    for i, giant in enumerate(giants()):
        path = folder / f"giant{i}.txt"
        path.write_text(show(giant.puzzle), encoding="utf-8")
        commands[giant.name] = Command(_caracol("solve", str(path), *giant.options))
    runs = run_in_turn(commands, ROUNDS, MOST_SECONDS)
    rows = tuple(_giant_row(giant, runs[giant.name]) for giant in giants())
    return Section("giants: caracol solve, whole process", "peak memory", rows)


def _giant_row(giant: Giant, runs: list[Finished]) -> Row:
    failure = _failure(runs)
    peak = max(run.megabytes for run in runs)
    times = _times(runs)
    met = not failure and times.median < giant.seconds and peak < MOST_MEGABYTES
    wanted = f"< {giant.seconds:g} s, {MOST_MEGABYTES} MB"
    return Row(giant.name, times, failure or f"{peak:.0f} MB", wanted, met)


def _caracol(*words: str) -> tuple[str, ...]:
    return (str(Path(PYTHON).with_name("caracol")), *words)


def _times(runs: list[Finished]) -> Times:
    return Times(tuple(run.seconds for run in runs))


def _ratio(runs: dict[str, list[Finished]], one: str, other: str) -> str:
    return f"{_times(runs[one]).over(_times(runs[other])):.1f}x" if one != other else ""


def _failure(runs: list[Finished]) -> str:
    statuses = {run.status for run in runs} - {0}
    return f"exit status {min(statuses)}" if statuses else ""


def _table(section: Section) -> Table:
    table = Table(title=section.title, title_justify="left", min_width=78)
    table.add_column("")
    for heading in ("median", "least", "most", section.counts, "wanted", "met"):
        table.add_column(heading, justify="right")
    met = {None: "", True: "[green]yes[/]", False: "[red]no[/]"}
    for row in section.rows:
        shown = map(_shown, (row.times.median, min(row.times.rounds), max(row.times.rounds)))
        table.add_row(row.name, *shown, row.found, row.wanted, met[row.met])
    return table


def _shown(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"


def _puzzles(path: Path | None) -> list[Puzzle]:
    if path is None:
        return packaged()
    puzzles = list(parse_all(path.read_text("utf-8")))
    if len(puzzles) < 2 or any(puzzle.family != "magic-snail" for puzzle in puzzles):
        raise UsageError(f"{path}: expected two or more Magic Snails, which is what the peers know")
    return puzzles


def _machine() -> dict[str, str | int | None]:
    packages = ("caracol", "python-sat", "ortools", "clingo")
    return {
        "python": platform.python_version(),
        "platform": platform.platform(),
        "cores": os.cpu_count(),
        **{package: version(package) for package in packages},
    }


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="caracol lab speed", description=__doc__)
    parser.add_argument("--puzzles", type=Path, metavar="FILE", help="Magic Snails of your own")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
