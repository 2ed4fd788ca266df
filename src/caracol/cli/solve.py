"""The commands that ask how many solutions there are: solve, check, count."""

import argparse
import sys

from .. import solve as questions
from ..deadline import Deadline
from ..drawing.boards import draw
from ..drawing.characters import characters
from ..engines import Statistics
from ..formats import show
from ..puzzle import OutOfTime, Puzzle, Solution, UsageError, number_of
from ..registry import family
from ..solve import Report, Search, Status
from . import terminal
from .console import DONE, EXIT, NO, each, each_in_time, header, label, write_answer, write_line
from .inputs import Read

# Drawings of more cells are wider than anyone reads, and making them takes time.
MOST_DRAWN = 20_000


def solve(options: argparse.Namespace) -> int:
    if options.ask and options.json:
        raise UsageError("--ask cannot be used with --json")
    if options.ask and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("--ask needs a terminal")
    if options.ask:  # the time that people take to answer is their own
        return each(options, _show_solutions)
    return each_in_time(options, _write_verdict if options.json else _show_solutions)


def _write_verdict(read: Read, options: argparse.Namespace) -> int:
    limit = None if options.all else options.limit or 2
    verdict = questions.verdict(
        read.puzzle, limit=limit, engine=options.engine, seconds=options.seconds
    )
    write_answer(read, verdict.to_json())
    return EXIT[verdict.status]


def _show_solutions(read: Read, options: argparse.Namespace) -> int:
    """Show solutions as they are found; look one further than asked to know whether that is all."""
    deadline = Deadline(options.seconds)
    search = Search(read.puzzle, engine=options.engine, seconds=options.seconds)
    found = shown = 0
    try:
        for solution in search:
            found += 1
            if shown and not _is_wanted(shown, options):
                break
            _show(read.puzzle, solution, options)
            shown += 1
        status = Status.after(found)
    except OutOfTime:
        status = Status.OUT_OF_TIME
    comment = "# " if options.text else ""  # so that it can be read again
    why = _why_none(read.puzzle, deadline) if status is Status.NONE else ""
    write_line(comment + _verdict_line(status, shown, found > shown) + f"{why}.")
    if options.stats:
        _show_statistics(search.statistics)
    write_line("")
    return EXIT[status]


def _is_wanted(shown: int, options: argparse.Namespace) -> bool:
    """Whether a solution beyond those shown is wanted."""
    if options.ask:
        return terminal.key("Another solution? [y/N] ").lower() in ("y", "s")
    return bool(options.all or shown < (options.limit or 1))


def _verdict_line(status: Status, shown: int, more: bool) -> str:
    match status:
        case Status.UNIQUE:
            return "The only solution"
        case Status.MANY:
            return "There are more solutions" if more else f"All {shown} solutions"
        case Status.NONE:
            return "No solution"
        case Status.OUT_OF_TIME:
            return f"Out of time after {number_of(shown, 'solution')}"


def _why_none(puzzle: Puzzle, deadline: Deadline) -> str:
    """Whether the clues are to blame, as far as that is known within a second."""
    if not family(puzzle.family).setting:
        return ""
    try:
        if not questions.has_board(puzzle, seconds=min(1, deadline.left() or 1)):
            return f": no board of size {header(puzzle)} exists"
    except OutOfTime:
        return ""
    return ": the clues contradict each other"


def _show(puzzle: Puzzle, solution: Solution, options: argparse.Namespace) -> None:
    if not options.text and len(solution.values) <= MOST_DRAWN:
        drawing = draw(puzzle, solution)
        if terminal.fits(drawing):
            terminal.show(characters(drawing))
            return
    sys.stdout.write(show(puzzle, solution))


def _show_statistics(statistics: Statistics) -> None:
    for name, value in statistics.counted().items():
        number = f"{value:.6f}" if isinstance(value, float) else f"{value}"
        write_line(f"  {name.replace('_', ' '):<14} {number}")


def check(options: argparse.Namespace) -> int:
    return each_in_time(options, _check)


def _check(read: Read, options: argparse.Namespace) -> int:
    report = questions.check(read.puzzle, engine=options.engine, seconds=options.seconds)
    if options.json:
        write_answer(read, report.to_json())
    else:
        write_line(f"{label(read)}: {_report_line(report)}")
    return DONE if report.unique else NO


def _report_line(report: Report) -> str:
    if not report.solvable:
        return "no solution"
    if not report.unique:
        return "solvable, but not unique"
    if report.irreducible:
        return "unique and irreducible"
    redundant = ", ".join(map(str, report.redundant))
    return f"unique but not irreducible: any one of these clues can be left out: {redundant}"


def count(options: argparse.Namespace) -> int:
    return each_in_time(options, _count)


def _count(read: Read, options: argparse.Namespace) -> int:
    number = questions.count(read.puzzle, seconds=options.seconds)
    if options.json:
        write_answer(read, {"family": read.puzzle.family, "count": number})
    else:
        write_line(f"{number}")
    return DONE if number else NO
