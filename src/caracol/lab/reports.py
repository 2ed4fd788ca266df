"""Every table of the five reports that caracol grew from, run again, their figures beside ours.

Ours is the time from a puzzle with empty caches to its first solution: the least of some rounds,
which a busy machine spoils least. The reports' times are by SICStus Prolog on machines of their
time (001 is of 2011, 002 and 004 are of 2017): what counts is the order of magnitude.
"""

import argparse
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import permutations
from pathlib import Path
from statistics import mean
from typing import NamedTuple

from .. import formats, registry
from ..boards.board import EMPTY
from ..boards.grid import Grid
from ..certificates.verify import verify
from ..certificates.writing import certify
from ..puzzle import OutOfTime, Puzzle, Shape
from ..solve import Search, count, solutions, verdict
from . import experiment
from .samples import SEED, cube, puzzles, read_puzzles
from .tables import Figure, Picture, Row, Section, fold, growing, meets, milliseconds, table
from .timing import for_seconds, timed, timed_cold

AUTHORS = {
    "000": "L. Teixeira, M. Cunha: Magic Snail",
    "001": "J. Henriques, J. Guedes: Turn 12",
    "002": "J. Carneiro: Trid",
    "003": "J. Guerra, M. Silva: MNO",
    "004": "M. Curral, N. Costa: Magic Snail",
}


class Published(NamedTuple):
    """A line of a table: the first solution of a puzzle, and what finding it took."""

    report: str
    family: str
    shape: Shape
    milliseconds: float
    backtracks: float | None = None
    constraints: int | None = None
    clued: bool = False  # else the board is empty


KEY = "ABCDEFGHIJKL"
# Section 6 of report 000 and the two tables of results of report 004: side, length of the key,
# milliseconds of a clock that ticks every ten.
_SNAILS = {
    "000": "1/1:0 2/1:0 2/2:0 3/1:0 3/2:0 4/1:0 4/2:10 5/1:0 5/2:20 5/3:320 6/1:0 6/2:170 7/1:0"
    " 7/2:740 7/3:5880",
    "004": "5/3:160 7/3:5960 9/3:212320 5/4:200 7/4:7170 9/4:250900",
}
TICK = 10.0


def _snail(report: str, entry: str) -> Published:
    side, length, milliseconds = map(int, entry.replace("/", ":").split(":"))
    return Published(report, "magic-snail", (side, KEY[:length]), milliseconds)


SNAILS = tuple(_snail(report, entry) for report, text in _SNAILS.items() for entry in text.split())
# Report 002, section 5.
TRIDS = (
    Published("002", "trid", (50, 1, 75), 489, 0, 2548),
    Published("002", "trid", (100, 1, 128), 6388, 0, 10098),
    Published("002", "trid", (200, 1, 290), 77819, 0, 40198),
)
# Report 003, section 5: means of six.
MNOS = (
    Published("003", "mno", (5,), 10, 0.5, 302, clued=True),
    Published("003", "mno", (6,), 10, 1, 449, clued=True),
    Published("003", "mno", (7,), 25, 2, 662, clued=True),
    Published("003", "mno", (25,), 40, 0, 11800),
    Published("003", "mno", (50,), 360, 0, 48600),
    Published("003", "mno", (100,), 14450, 0, 197200),
)
# Report 001 solves cubes of these lengths, without giving times, and makes unique ones up to 60.
CUBES = (24, 52, 72)
LONGEST_UNIQUE_CUBE = 60

# Boards that the reports print as solutions.
BOARDS = {
    "000, figure 2": "magic-snail 5 ABC\n-A-BC\nB-C-A\nAC--B\nC-BA-\n-BAC-\n",
    "001, figure 2.3": (
        "turn-12 24\n"
        "top    356735869637537564374649 14\n"
        "bottom 343574954363596738547975 2\n"
        "front  353748635975458485676439 6\n"
        "back   349576573795398457964379 23\n"
        "left   357863653739359498735895 23\n"
        "right  348765738453874583769785 4\n"
    ),
    "003, section 4": "mno 5\nO--**\n**O--\n*M*--\n-*-N*\n--**O\n",
    "004, figure 7": "magic-snail 5 abc\nab--c\nc-ab-\nb--ca\n-cba-\n-ac-b\n",
}

ROUNDS = 9
# The report's own way to measure puzzles with clues: six of them, and their mean.
PUZZLES = 6
# No further round starts after this many seconds.
SLOW = 4.0
# For one solution; longer than any has been seen to take.
PATIENCE = 60.0
HEADINGS = ("published ms", "ours ms", "backtracks", "conflicts", "constraints", "clauses")
FOUR_LETTERS = (5, "ABCD")
TABLES = {
    "Magic Snail, report 000": [line for line in SNAILS if line.report == "000"],
    "Magic Snail, report 004": [line for line in SNAILS if line.report == "004"],
    "Trid, report 002": TRIDS,
    "MNO, report 003": MNOS,
}
NOTES = {
    "002": (
        "Boards of this size are constructed, which takes no search; the last row is what"
        " searching takes, as the report does.",
        "The report calls this 200 variables and prints 6388 seconds: there are 20100 circles,"
        " and it took 6388 milliseconds.",
    ),
    "003": (f"Sizes 5 to 7 have clues: means of {PUZZLES} puzzles, ours made from seed {SEED}.",),
}


def add_options(parser: argparse.ArgumentParser) -> None:
    cubes = "more cubes to be counted, such as the two that report 001 prints"
    parser.add_argument("--cubes", type=Path, metavar="FILE", nargs="+", default=[], help=cubes)


def measure(options: argparse.Namespace) -> Iterator[Section]:
    cubes = _cubes(options.cubes)
    for title, lines in TABLES.items():
        yield from compared(title, lines)
    yield from solved_cubes(cubes)
    title = f"Turn 12, report 001: unique cubes, thought improbable above {LONGEST_UNIQUE_CUBE}"
    section = Section(title, counts="found", headings=("cubes", "ms each"))
    yield from growing(section, _unique_cubes())
    yield from printed_boards()
    yield four_letters()


main = experiment.Experiment("reports", __doc__, 300, measure, add_options)


def _cubes(paths: Sequence[Path]) -> dict[str, Puzzle]:
    """The original toy, cubes with a solution planted in them, and what the user adds."""
    cubes = {"24 digits, the original": formats.parse(registry.family("turn-12").example)}
    cubes |= {f"{length} digits, random": cube(length) for length in CUBES[1:]}
    for path in paths:
        found = read_puzzles(path, "turn-12", "cubes of Turn 12")
        cubes |= {f"{path.name}, {i}": puzzle for i, puzzle in enumerate(found, start=1)}
    return cubes


def compared(title: str, lines: Sequence[Published]) -> Iterator[Section]:
    report = lines[0].report
    notes = (f"Report {report}: {AUTHORS[report]}.", *NOTES.get(report, ()))
    picture = Picture("bars", y="ours ms", log=True, beside="published ms")
    section = Section(title, "first solution", "ratio", (), HEADINGS, picture, notes)
    return growing(section, _rows(lines))


def _rows(lines: Sequence[Published]) -> Iterator[Row]:
    for line in experiment.progress(lines, "reports"):
        yield _row(line, [min(_rounds(puzzle)) for puzzle in _puzzles(line)])
    if lines == TRIDS:
        (puzzle,) = _puzzles(lines[0])
        yield _row(lines[0], [_first_solution(puzzle, "sat")], ", searched")


class Solved(NamedTuple):
    """What the first solution of a puzzle took."""

    milliseconds: float
    found: bool
    conflicts: int | None
    clauses: int | None


def _rounds(puzzle: Puzzle) -> list[Solved]:
    """As many as make a good figure."""
    return for_seconds((_first_solution(puzzle) for _ in range(ROUNDS)), SLOW)[0]


def _puzzles(line: Published) -> list[Puzzle]:
    if not line.clued:
        return [Puzzle(line.family, line.shape)]
    return puzzles(line.family, " ".join(map(str, line.shape)), PUZZLES)


def _first_solution(puzzle: Puzzle, engine: str | None = None) -> Solved:
    def call() -> tuple[Search, bool]:
        search = Search(puzzle, engine=engine, seconds=PATIENCE)
        return search, next(iter(search), None) is not None

    (search, found), spent = timed_cold(call)
    statistics = search.statistics
    conflicts = 0 if statistics.method == "constructed" else statistics.conflicts
    return Solved(milliseconds(spent), found, conflicts, statistics.clauses)


def _row(line: Published, solved: list[Solved], remark: str = "") -> Row:
    ours = mean(one.milliseconds for one in solved)
    conflicts = _mean(one.conflicts for one in solved)
    clauses = max((one.clauses for one in solved if one.clauses is not None), default=None)
    theirs = line.milliseconds
    figures = (theirs, ours, line.backtracks, conflicts, line.constraints, clauses)
    name = _name(line) + remark
    if not solved[0].found:
        return Row(name, figures, "no board exists", series=line.report)
    # No clock measures less than its tick.
    wanted = f"<= {max(theirs, TICK):g} ms"
    ratio = fold(theirs / ours) if theirs else ""
    return Row(name, figures, ratio, wanted, meets(ours, wanted), line.report)


def _mean(figures: Iterable[Figure]) -> Figure:
    there = [figure for figure in figures if figure is not None]
    return mean(there) if there else None


def _name(line: Published) -> str:
    first, *others = line.shape
    match line.family:
        case "magic-snail":
            return f"{first}/{len(str(others[0]))}"
        case "trid":
            return f"{first}, {others[0]}..{others[1]}"
        case _:
            return f"{first}, clues" if line.clued else f"{first}, empty"


ALL_SOLUTIONS = Section(
    "Turn 12, report 001: all solutions",
    counts="status",
    headings=("solutions", "count ms", "first ms"),
    notes=(f"Report 001: {AUTHORS['001']}. It gives no times. The original has one solution.",),
)


@table(ALL_SOLUTIONS)
def solved_cubes(cubes: dict[str, Puzzle]) -> Iterator[Row]:
    """All solutions of cubes; report 001 shows one of each."""
    for name, puzzle in experiment.progress(list(cubes.items()), "cubes"):
        first = min(_rounds(puzzle)).milliseconds
        found, taken = timed(partial(count, puzzle))
        yield Row(name, (found, milliseconds(taken), first), verdict(puzzle).status)


def _unique_cubes() -> Iterator[Row]:
    """Cubes with one solution, longer than report 001 thought practicable."""
    for length in experiment.progress((24, 60, 72, 100, 200), "unique cubes"):
        cubes, spent = timed(partial(puzzles, "turn-12", str(length), ROUNDS))
        unique = all(count(cube) == 1 for cube in cubes)
        found = "all unique" if unique else "not unique"
        figures = (len(cubes), milliseconds(spent) / ROUNDS)
        yield Row(f"{length} digits", figures, found, "all unique", unique)


@table(Section("boards that the reports print", "", "this one", (), ("boards in all",)))
def printed_boards() -> Iterator[Row]:
    """Whether the boards that the reports print keep all rules."""
    for place, text in BOARDS.items():
        full = formats.parse(text)
        right = verdict(full).status == "unique"
        found = "keeps all rules" if right else "breaks a rule"
        boards = _boards(Puzzle(full.family, full.shape))
        yield Row(f"{place}: {text.splitlines()[0]}", (boards,), found)


def _boards(puzzle: Puzzle) -> int | None:
    try:
        return count(puzzle, seconds=PATIENCE)
    except OutOfTime:
        return None


def four_letters() -> Section:
    """Report 004 gives a time for four letters on 5 x 5, where no board exists."""
    puzzle = Puzzle("magic-snail", FOUR_LETTERS)
    verify(certify(puzzle))
    none = "none, and verify.py accepts the proof"
    found = (
        Row("boards of 5 x 5 with ABCD", (count(puzzle),), none),
        Row("with D once a line, out of turn", (out_of_turn(),), "what the report's program finds"),
    )
    note = (
        "The report's program orders the first three letters only, so all its figures for four"
        " letters are of another, weaker puzzle."
    )
    title = "report 004: four letters on 5 x 5, said to take 200 ms"
    return Section(title, "", "because", found, ("boards",), notes=(note,))


def out_of_turn() -> int:
    """Boards of 5 x 5 where ABC come in turn and a D is once in every line, wherever."""
    side, key = FOUR_LETTERS
    boards = solutions(Puzzle("magic-snail", (side, key[:-1])))
    lines = Grid(side, side, ()).row_cells
    return sum(
        all(board[row[place]] == EMPTY for row, place in zip(lines, places, strict=True))
        for board in boards
        for places in permutations(range(side))
    )
