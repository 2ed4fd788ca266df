"""Every table of the five reports that caracol grew from, run again, their figures beside ours.

Ours is the time from a puzzle with nothing known before to its first solution, rules written out
anew each time: the least of some rounds, which a busy machine spoils least. The reports' times come
from other machines: what counts is the order of magnitude.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
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
from ..puzzle import OutOfTime, Puzzle
from ..solve import Search, count, solutions, verdict
from . import experiment, giants, published
from .published import AUTHORS, MNOS, SNAILS, TICK, TRIDS, Published
from .report import Picture, Row, Section, fold
from .samples import SEED, puzzles, read_puzzles
from .timing import timed, timed_cold

ROUNDS = 9
# The report's own way to measure puzzles with clues: six of them, and their mean.
PUZZLES = 6
# No further round starts after this many seconds.
SLOW = 4.0
# For one solution; longer than any has been seen to take.
PATIENCE = 60.0
HEADINGS = ("published ms", "ours ms", "backtracks", "conflicts", "constraints", "clauses")
FOUR_LETTERS = (5, "ABCD")
# What is to be said of a report's table.
NOTES = {
    "002": (
        "Boards of this size are constructed, which takes no search; the last row is what"
        " searching takes, as the report does.",
        "The report calls this 200 variables and prints 6388 seconds: there are 20100 circles,"
        " and it took 6388 milliseconds.",
    ),
    "003": (f"Sizes 5 to 7 have clues: means of {PUZZLES} puzzles, ours made from seed {SEED}.",),
}


def add_options(parser: experiment.Parser) -> None:
    told = "cubes to be counted too, such as the two that report 001 prints"
    parser.add_argument("--cubes", type=Path, metavar="FILE", nargs="+", default=[], help=told)


def measure(options: argparse.Namespace) -> Iterator[Section]:
    cubes = _cubes(options.cubes)
    for title, table in (
        ("Magic Snail, report 000", [line for line in SNAILS if line.report == "000"]),
        ("Magic Snail, report 004", [line for line in SNAILS if line.report == "004"]),
        ("Trid, report 002", TRIDS),
        ("MNO, report 003", MNOS),
    ):
        yield from _table(title, table)
    yield from solved_cubes(cubes)
    yield from unique_cubes()
    yield printed_boards()
    yield four_letters()


main = experiment.Experiment("reports", __doc__, 300, measure, add_options)


def _cubes(paths: Sequence[Path]) -> dict[str, Puzzle]:
    """The original toy, cubes with a solution planted in them, and what the user adds."""
    toy = formats.parse(registry.family("turn-12").example)
    cubes = {"24 digits, the original": toy}
    cubes |= {f"{length} digits, random": giants.cube(length) for length in published.CUBES[1:]}
    for path in paths:
        found = read_puzzles(path, "turn-12", "cubes of Turn 12")
        cubes |= {f"{path.name}, {i}": puzzle for i, puzzle in enumerate(found, start=1)}
    return cubes


def _table(title: str, table: Sequence[Published]) -> Iterator[Section]:
    report = table[0].report
    notes = (f"Report {report}: {AUTHORS[report]}.", *NOTES.get(report, ()))
    picture = Picture("bars", y="ours ms", log=True, beside="published ms")
    section = Section(title, "first solution", "ratio", (), HEADINGS, picture, notes)
    return experiment.growing(section, _rows(table))


def _rows(table: Sequence[Published]) -> Iterator[Row]:
    for line in experiment.progress(table, "reports"):
        yield _row(line, [min(_rounds(puzzle)) for puzzle in _puzzles(line)])
    if table == TRIDS:
        searched = table[0]
        yield _row(searched, [_first_solution(_puzzles(searched)[0], "sat")], ", searched")


class Solved(NamedTuple):
    """What the first solution of a puzzle took."""

    milliseconds: float
    found: bool
    conflicts: int | None
    clauses: int | None


def _rounds(puzzle: Puzzle) -> Iterator[Solved]:
    """As many as make a good figure."""
    start = time.perf_counter()
    for _ in range(ROUNDS):
        yield _first_solution(puzzle)
        if time.perf_counter() - start > SLOW:
            return


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
    return Solved(1000 * spent, found, conflicts, statistics.clauses)


def _row(line: Published, solved: list[Solved], remark: str = "") -> Row:
    ours = mean(one.milliseconds for one in solved)
    conflicts = [one.conflicts for one in solved if one.conflicts is not None]
    clauses = [one.clauses for one in solved if one.clauses is not None]
    figures = (
        line.milliseconds,
        ours,
        line.backtracks,
        mean(conflicts) if conflicts else None,
        line.constraints,
        max(clauses) if clauses else None,
    )
    name = _name(line) + remark
    if not solved[0].found:
        return Row(name, figures, "no board exists", series=line.report)
    ratio = fold(line.milliseconds / ours) if line.milliseconds else ""
    # No clock tells less than its tick.
    most = max(line.milliseconds, TICK)
    return Row(name, figures, ratio, f"<= {most:g} ms", ours <= most, line.report)


def _name(line: Published) -> str:
    first, *others = line.shape
    match line.family:
        case "magic-snail":
            return f"{first}/{len(str(others[0]))}"
        case "trid":
            return f"{first}, {others[0]}..{others[1]}"
        case _:
            return f"{first}, clues" if line.clued else f"{first}, empty"


def solved_cubes(cubes: dict[str, Puzzle]) -> Iterator[Section]:
    """All solutions of cubes; report 001 shows one of each and tells no times."""

    def rows() -> Iterator[Row]:
        for name, puzzle in experiment.progress(list(cubes.items()), "cubes"):
            first = min(_rounds(puzzle)).milliseconds
            found, taken = timed(partial(count, puzzle))
            yield Row(name, (found, 1000 * taken, first), verdict(puzzle).status)

    note = (
        f"Report 001: {AUTHORS['001']}. It tells no times. The original has one solution, as the"
        " report says."
    )
    title, headings = "Turn 12, report 001: all solutions", ("solutions", "count ms", "first ms")
    section = Section(title, counts="status", headings=headings, notes=(note,))
    return experiment.growing(section, rows())


def unique_cubes() -> Iterator[Section]:
    """Cubes with one solution, longer than report 001 thought practicable."""

    def rows() -> Iterator[Row]:
        for length in experiment.progress((24, 60, 72, 100, 200), "unique cubes"):
            cubes, spent = timed(partial(puzzles, "turn-12", str(length), ROUNDS))
            unique = all(count(cube) == 1 for cube in cubes)
            told = "all unique" if unique else "not unique"
            figures = (len(cubes), 1000 * spent / ROUNDS)
            yield Row(f"{length} digits", figures, told, "all unique", unique)

    longest = published.LONGEST_UNIQUE_CUBE
    title = f"Turn 12, report 001: unique cubes, thought improbable above {longest}"
    section = Section(title, counts="found", headings=("cubes", "ms each"))
    return experiment.growing(section, rows())


def printed_boards() -> Section:
    """Whether the boards that the reports print keep all rules."""
    found = []
    for place, text in published.BOARDS.items():
        full = formats.parse(text)
        right = verdict(full).status == "unique"
        boards = _boards(Puzzle(full.family, full.shape))
        told = "keeps all rules" if right else "breaks a rule"
        found.append(Row(f"{place}: {text.split(chr(10))[0]}", (boards,), told))
    title, headings = "boards that the reports print", ("boards in all",)
    return Section(title, "", "this one", tuple(found), headings)


def _boards(puzzle: Puzzle) -> int | None:
    try:
        return count(puzzle, seconds=PATIENCE)
    except OutOfTime:
        return None


def four_letters() -> Section:
    """Report 004 tells a time for four letters on 5 x 5, where no board exists."""
    puzzle = Puzzle("magic-snail", FOUR_LETTERS)
    verify(certify(puzzle))
    none = "none, and verify.py accepts the proof"
    weaker = "what the report's program accepts"
    told = (
        Row("boards of 5 x 5 with ABCD", (count(puzzle),), none),
        Row("with D once a line, out of turn", (out_of_turn(),), weaker),
    )
    notes = (
        "The report's program orders the first three letters only, so all its figures for four"
        " letters are of another, weaker puzzle.",
    )
    title = "report 004: four letters on 5 x 5, told to take 200 ms"
    return Section(title, "", "because", told, ("boards",), notes=notes)


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
