"""The families that many know: Sudoku beside CP-SAT, clingo and a program for Sudokus alone, the
others beside CP-SAT.

Peers in Python work on the same puzzles and take turns; whole programs get the same file. All times
are those on the processor. Peers set puzzles by leaving out clues one by one, asking a fresh model
each time whether there is a second board; the random boards they start from are free. Where the
board itself is the clue (Star Battle, Hitori) there is nothing to leave out.
"""

import argparse
import shlex
import sys
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from pathlib import Path

from ..extras import need
from ..formats import header, show
from ..generation.order import Order
from ..generation.targets import band
from ..puzzle import Puzzle
from ..registry import family
from . import experiment
from .contest import ROUNDS, SLOW, TURN, Work, duel, section, tools
from .contestants import CLOCK, FLOOR, US, find, make
from .rates import FEW, MANY, per_second
from .samples import SEED, made, puzzles, read_all, sudokus
from .solvers import missing
from .tables import Picture, Row, Section, growing, meets, milliseconds, race
from .timing import for_seconds, processes, usage

SUDOKU, NINE = "sudoku", "9"
CPSAT, CLINGO, QQWING = "CP-SAT", "clingo", "qqwing"
OURS = "caracol solve --json"
# Targets: how many times as long as caracol CP-SAT takes, and caracol as a program for Sudokus.
WANTED = {CPSAT: ">= 10x"}
FILES = {OURS: "<= 20x"}
# Clues of the puzzles that are famous for having so few.
FEWEST = 17
# Sudokus in the file for whole programs, how often it is solved, and how long that may take.
IN_FILE, FILE_ROUNDS, FILE_SECONDS = 10_000, 3, 600
# Sudokus a second, at least: irreducible ones, and those of a level; measured for RATE_SECONDS.
RATE, LEVEL_RATE = ">= 150", ">= 5"
LEVELS = ("easy", "medium", "hard")
RATE_SECONDS = 10.0
# Puzzles of each family that are proved unique; seconds for which puzzles are made in a round.
PUZZLES, MAKING = 5, 2.0
SIZES = {
    "futoshiki": "6",
    "skyscrapers": "6",
    "easy-as-abc": "6 ABCD",
    "takuzu": "10",
    "star-battle": "10 2",
    "nonogram": "15 15",
    "hitori": "10",
    "slitherlink": "10 10",
}
# Large boards that are soon made, and the seconds that one may take to solve.
LARGEST = {"sudoku": "16", "slitherlink": "36 20", "hitori": "25"}
LARGEST_SECONDS, LARGEST_WANTED = 60, "<= 60"


def add_options(parser: argparse.ArgumentParser) -> None:
    count = "Sudokus in the file that programs solve (default: %(default)d)"
    parser.add_argument("--count", type=experiment.whole, default=IN_FILE, metavar="N", help=count)
    large = "large puzzles of your own, in place of generated ones; can be given several times"
    parser.add_argument("--large", type=Path, action="append", metavar="FILE", help=large)


def measure(options: argparse.Namespace) -> Iterator[Section]:
    need("lab", "ortools", "clingo")
    yield from known_sudokus()
    with tempfile.TemporaryDirectory() as folder:
        yield from whole_files(Path(folder), options.count)
    yield from others()
    large = [puzzle for path in options.large or () for puzzle in read_all(path)]
    with tempfile.TemporaryDirectory() as folder:
        title = "the largest boards: caracol solve, whole process"
        rows = largest(Path(folder), large or generated())
        yield from growing(Section(title, "", headings=("seconds", "MB")), rows)
    yield from growing(
        Section("Sudoku 9: how many are made", "puzzles a second", picture=Picture("bars")),
        sudoku_rates(),
    )


main = experiment.Experiment("world", __doc__, 1800, measure, add_options)


def known_sudokus() -> Iterator[Section]:
    """Famous ones, proved unique."""
    every = sudokus()
    few = [puzzle for puzzle in every if len(puzzle.clues) == FEWEST]
    hard = [puzzle for puzzle in every if puzzle not in few]
    with tools(US, FLOOR, CPSAT, CLINGO) as workers:
        for title, asked in (("17 clues", few), ("known as hard", hard)):
            task = partial(find, puzzles=asked, limit=2, before=asked[:1])
            rounds = [Work(task, TURN, SLOW)] * ROUNDS
            yield from duel(section(f"Sudoku, {title}: prove unique"), workers, rounds, WANTED)


def whole_files(folder: Path, count: int) -> Iterator[Section]:
    """Whole programs on files of Sudokus, one a line: solved, and proved unique."""
    every = sudokus()
    files = {
        f"{len(every)} well-known Sudokus": every,
        f"{count} generated Sudokus": puzzles(SUDOKU, NINE, count),
    }
    for title, asked in files.items():
        path = folder / f"{len(asked)}.txt"
        path.write_text("".join(map(line, asked)), encoding="utf-8")
        commands: dict[str, Sequence[str]] = {
            OURS: (sys.executable, "-m", "caracol", "solve", "--json", str(path))
        }
        notes: tuple[str, ...] = ()
        if missing(QQWING):
            notes = (f"{QQWING} is absent: {missing(QQWING)}",)
        else:
            words = f"exec {QQWING} --solve --count-solutions --one-line < {shlex.quote(str(path))}"
            commands = {QQWING: ("/bin/sh", "-c", words), **commands}
        table = Section(title, "ms a puzzle, whole process", notes=notes)
        rounds = (
            {
                name: one.processor / len(asked) if not one.status else f"status {one.status}"
                for name, one in every.items()
            }
            for every in processes(commands, FILE_ROUNDS, FILE_SECONDS)
        )
        yield from race(table, rounds, {} if notes else FILES, milliseconds)


def line(puzzle: Puzzle) -> str:
    """A 9 x 9 Sudoku as collections have it."""
    return "".join(show(puzzle).split("\n")[1:]).replace(" ", "") + "\n"


def sudoku_rates() -> Iterator[Row]:
    """How many Sudokus are made, with and without a level; and by a program for Sudokus alone."""
    yield _rate("irreducible", Order(SUDOKU, NINE, SEED), RATE)
    for level in LEVELS:
        yield _rate(level, Order(SUDOKU, NINE, SEED, level=band(level)), LEVEL_RATE)
    if not missing(QQWING):
        count = 200
        words = f"exec {QQWING} --generate {count} --one-line"
        rounds = (usage(("/bin/sh", "-c", words)).processor for _ in range(FILE_ROUNDS))
        yield Row(f"{QQWING}, irreducible", tuple(count / spent for spent in rounds))


def _rate(name: str, order: Order, wanted: str) -> Row:
    for _ in islice(made(order), 1):
        pass
    _, each = for_seconds(made(order), RATE_SECONDS, CLOCK)
    found = per_second(each)
    return Row(name, (found,), "", wanted, meets(found, wanted))


def others() -> Iterator[Section]:
    """The other families: puzzles proved unique, and made."""
    for name, size in {SUDOKU: NINE, **SIZES}.items():
        with tools(US, FLOOR, CPSAT) as workers:
            asked = puzzles(name, size, PUZZLES + 1)
            title = f"{family(name).title} {size}"
            task = partial(find, puzzles=asked[1:], limit=2, before=asked[:1])
            rounds = [Work(task, TURN, SLOW)] * ROUNDS
            yield from duel(section(f"{title}: prove unique"), workers, rounds, WANTED)
            if family(name).shortcuts.compose:
                continue
            makers = {peer: workers[peer] for peer in (US, CPSAT)}
            order = Order(name, size, SEED)
            work = partial(make, order=order, count=MANY, seconds=MAKING, before=FEW)
            rounds = [Work(work, 4 * TURN, SLOW)] * ROUNDS
            yield from duel(section(f"{title}: generate"), makers, rounds, WANTED)


def generated() -> Iterator[Puzzle]:
    for name, size in LARGEST.items():
        yield from puzzles(name, size, 1)


def largest(folder: Path, large: Iterator[Puzzle] | Sequence[Puzzle]) -> Iterator[Row]:
    """Whole processes that find the solution and prove that there is no other."""
    path = folder / "large.txt"
    for puzzle in large:
        path.write_text(show(puzzle), encoding="utf-8")
        words = (sys.executable, "-m", "caracol", "solve", str(path))
        one = usage(words, 10 * LARGEST_SECONDS)
        name = header(puzzle.family, puzzle.shape)
        if one.status:
            yield Row(name, (None, None), f"status {one.status}", LARGEST_WANTED, False)
        else:
            met = meets(one.processor, LARGEST_WANTED)
            yield Row(name, (one.processor, one.megabytes), "", LARGEST_WANTED, met)
