"""The command line: all console and file input and output."""

import argparse
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from .. import solve
from ..boards import sizes
from ..deadline import Deadline, within
from ..drawing.boards import draw
from ..drawing.characters import characters
from ..engines import Statistics, engine
from ..formats import show
from ..lab import EXPERIMENTS, TOOLS
from ..phrases import language_code
from ..puzzle import (
    OutOfTime,
    Puzzle,
    PuzzleError,
    Solution,
    UsageError,
    did_you_mean,
    expected_one,
    number_of,
)
from ..registry import broken, families, family
from . import arguments, terminal
from .inputs import Read, one, read_all, read_puzzles

if TYPE_CHECKING:
    from ..books.book import Entry
    from .explain import Manner

Tell = Callable[[Read, argparse.Namespace], int]

DONE, NO, BAD_INPUT, OUT_OF_TIME, INTERRUPTED, TERMINATED = 0, 1, 2, 3, 130, 143

# Drawings of more cells are wider than anyone reads, and making them takes time.
MOST_DRAWN = 20_000

STATUS = {"unique": DONE, "many": DONE, "none": NO, "out-of-time": OUT_OF_TIME}


def main(words: list[str] | None = None) -> int:
    words = sys.argv[1:] if words is None else words
    options = _options(words)
    if sys.stdout is None or sys.stdin is None:
        return BAD_INPUT  # closed from outside: there is nobody to talk to
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that knows no box characters
    _end_tidily_when_terminated()
    try:
        if "language" in options:
            options.language = language_code(options.language)
        status = options.run(options)
        sys.stdout.flush()
        return int(status)
    except PuzzleError as error:
        sys.stderr.write(f"caracol: {error}\n")
        return OUT_OF_TIME if isinstance(error, OutOfTime) else BAD_INPUT
    except BrokenPipeError:
        # Whoever read our output has seen enough; keep the interpreter from trying again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except OSError as error:
        sys.stderr.write(f"caracol: {(error.strerror or str(error)).lower()}\n")
        return BAD_INPUT
    except KeyboardInterrupt as interrupt:
        output = None if options.run is _generate else vars(options).get("output")
        kept = f"; {output} was not written" if output else ""
        sys.stderr.write(f"caracol: {str(interrupt) or f'interrupted{kept}'}\n")
        return INTERRUPTED


def _end_tidily_when_terminated() -> None:
    """Close and remove what is to be removed also when somebody ends the program by SIGTERM."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))


def _options(words: list[str]) -> argparse.Namespace:
    """What is asked for; `caracol help solve` is `caracol solve --help`."""
    if words[:1] == ["help"]:
        words = [*words[1:2], "--help"]
    parser, commands = _parser(words)
    if not words:
        parser.print_help()
        parser.exit()
    if not words[0].startswith("-") and words[0] not in COMMANDS:
        parser.error(expected_one("a command", COMMANDS, words[0]))
    options, unknown = parser.parse_known_args(words)
    if unknown:
        known = commands[words[0]]._option_string_actions
        hint = did_you_mean(unknown[0].partition("=")[0], known)
        commands[words[0]].error(f"unknown argument {unknown[0]!r}{hint}")
    return options


class _Parser(argparse.ArgumentParser):
    """Complains in one line."""

    def error(self, message: str) -> NoReturn:
        name = self.prog.removeprefix("caracol").strip()
        self.exit(BAD_INPUT, f"caracol: {message} (see caracol help{name and f' {name}'})\n")


def _parser(words: list[str]) -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    """The whole command line, and each command."""
    parser = _Parser(
        prog="caracol",
        description="Logic puzzles by constraint solving.",
        epilog="Run 'caracol help COMMAND' for the options of a command.",
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and exit")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    made: dict[str, argparse.ArgumentParser] = {}
    for name, (take, run) in COMMANDS.items():
        command = commands.add_parser(name, help=take.__doc__, description=take.__doc__)
        command.set_defaults(run=run)
        if name in words:  # the others need not be made ready
            take(command)
        made[name] = command
    return parser, made


class _Version(argparse.Action):
    """Looks the version up only when asked: that takes longer than solving a puzzle."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> None:
        from importlib.metadata import version

        sys.stdout.write(f"caracol {version('caracol')}\n")
        parser.exit()


def _each(options: argparse.Namespace, tell: Tell) -> int:
    """The worst status of all puzzles; one that is out of time says so, the next may be easier."""
    worst = DONE
    for read in read_all(options.files):
        try:
            worst = max(worst, tell(read, options))
        except OutOfTime as late:
            worst = OUT_OF_TIME
            if options.json:
                _write_json(family=read.puzzle.family, status="out-of-time")
            else:
                sys.stdout.flush()
                sys.stderr.write(f"caracol: {read.file}: {_header(read.puzzle)}: {late}\n")
    return worst


def _limited(options: argparse.Namespace, tell: Tell) -> int:
    """The same, where the seconds bound all that is done about a puzzle."""

    def tell_in_time(read: Read, options: argparse.Namespace) -> int:
        with within(options.seconds):
            return tell(read, options)

    if vars(options).get("engine"):
        engine(options.engine)  # loading a solver takes none of the time for a puzzle
    return _each(options, tell_in_time)


def _solve(options: argparse.Namespace) -> int:
    if options.ask and options.json:
        raise UsageError("--ask cannot be used with --json")
    if options.ask and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("--ask needs a terminal")
    if options.ask:  # the time that people take to answer is their own
        return _each(options, _solve_told)
    return _limited(options, _solve_json if options.json else _solve_told)


def _solve_json(read: Read, options: argparse.Namespace) -> int:
    limit = None if options.all else options.limit or 2
    verdict = solve.verdict(
        read.puzzle, limit=limit, engine=options.engine, seconds=options.seconds
    )
    counted = verdict.statistics.counted()
    _write_json(
        family=read.puzzle.family,
        status=verdict.status,
        solutions=[show(read.puzzle, solution) for solution in verdict.solutions],
        seconds=round(verdict.statistics.build_seconds + verdict.statistics.solve_seconds, 6),
        statistics=counted,
    )
    return STATUS[verdict.status]


def _solve_told(read: Read, options: argparse.Namespace) -> int:
    """Show solutions as they are found; look one further than asked to know whether that is all."""
    deadline = Deadline(options.seconds)
    search = solve.Search(read.puzzle, engine=options.engine, seconds=options.seconds)
    shown, status, more = 0, "none", False
    try:
        for solution in search:
            if shown and not _wanted(shown, options):
                status, more = "many", True
                break
            _show(read.puzzle, solution, options)
            shown += 1
            status = "unique" if shown == 1 else "many"
    except OutOfTime:
        status = "out-of-time"
    comment = "# " if options.text else ""  # so that it can be read again
    _tell(comment + _verdict_line(status, shown, more, partial(_why_none, read.puzzle, deadline)))
    if options.stats:
        _tell_statistics(search.statistics)
    _tell("")
    return STATUS[status]


def _wanted(shown: int, options: argparse.Namespace) -> bool:
    """Whether a solution beyond those shown is wanted."""
    if options.ask:
        return terminal.key("Another solution? [y/N] ").lower() in ("y", "s")
    return bool(options.all or shown < (options.limit or 1))


def _verdict_line(status: str, shown: int, more: bool, why_none: Callable[[], str]) -> str:
    match status:
        case "unique":
            return "The only solution."
        case "many" if more:
            return "There are more solutions."
        case "many":
            return f"All {shown} solutions."
        case "none":
            return f"No solution{why_none()}."
        case _:
            return f"Out of time after {number_of(shown, 'solution')}."


def _why_none(puzzle: Puzzle, deadline: Deadline) -> str:
    """Whether the clues are to blame, as far as that is known within a second."""
    if not family(puzzle.family).setting:
        return ""
    try:
        if not solve.has_board(puzzle, seconds=min(1, deadline.left() or 1)):
            return f": no board of size {_header(puzzle)} exists"
    except OutOfTime:
        return ""
    return ": the clues contradict each other"


def _header(puzzle: Puzzle) -> str:
    return show(puzzle).partition("\n")[0]


def _show(puzzle: Puzzle, solution: Solution, options: argparse.Namespace) -> None:
    if not options.text and len(solution.values) <= MOST_DRAWN:
        drawing = draw(puzzle, solution)
        if terminal.fits(drawing):
            terminal.show(characters(drawing))
            return
    sys.stdout.write(show(puzzle, solution))


def _tell_statistics(statistics: Statistics) -> None:
    for name, value in statistics.counted().items():
        told = f"{value:.6f}" if isinstance(value, float) else f"{value}"
        _tell(f"  {name.replace('_', ' '):<14} {told}")


def _check(read: Read, options: argparse.Namespace) -> int:
    puzzle = read.puzzle
    report = solve.check(puzzle, engine=options.engine, seconds=options.seconds)
    if options.json:
        _write_json(
            family=puzzle.family,
            solvable=report.solvable,
            unique=report.unique,
            irreducible=report.irreducible,
            redundant=[str(clue) for clue in report.redundant],
        )
    else:
        _tell(f"{read.file}: {_header(puzzle)}: {_report_line(report)}")
    return DONE if report.unique else NO


def _report_line(report: solve.Report) -> str:
    if not report.solvable:
        return "no solution"
    if not report.unique:
        return "solvable, but not unique"
    if report.irreducible:
        return "unique and irreducible"
    redundant = ", ".join(map(str, report.redundant))
    return f"unique but not irreducible: any one of these clues can be left out: {redundant}"


def _count(read: Read, options: argparse.Namespace) -> int:
    counted = solve.count(read.puzzle, seconds=options.seconds)
    if options.json:
        _write_json(family=read.puzzle.family, count=counted)
    else:
        _tell(f"{counted}")
    return DONE if counted else NO


def _explain(read: Read, options: argparse.Namespace) -> int:
    from . import explain as explaining

    manner = _manner(options)
    entries = explaining.entered(read.puzzle, one(options.board, "board")) if options.board else {}
    if options.json:
        told = explaining.explained(read.puzzle, entries, manner)
        _write_json(**explaining.as_json(told, options.language))
        return OUT_OF_TIME if told.is_late else NO if told.clash else DONE
    if read.number:
        header = f"{read.file}: {_header(read.puzzle)}"
        _tell(("\n" if read.number > 1 else "") + f"{read.number}. {header}")
    return DONE if explaining.tell(read.puzzle, entries, manner) else NO


def _manner(options: argparse.Namespace) -> "Manner":
    from .explain import Manner

    one_by_one = not vars(options).get("all") and sys.stdin.isatty() and sys.stdout.isatty()
    return Manner(options.language, options.metric, options.seconds, one_by_one)


def _grade(read: Read, options: argparse.Namespace) -> int:
    from ..explanations.sentences import grade_line
    from ..explanations.walk import as_fields
    from . import explain as explaining

    told = explaining.graded_only(read.puzzle, _manner(options))
    if options.json:
        fields: dict[str, object] = as_fields(told.grade) if told.grade else {}
        if told.is_late or not told.grade:
            late = "out-of-time" if told.is_late else ""
            fields["status"] = late or ("many" if told.is_solvable else "none")
        _write_json(family=read.puzzle.family, **fields)
    else:
        language = options.language
        line = (
            grade_line(told.grade, language)
            if told.grade
            else explaining.no_grade_line(told, language)
        )
        late = "; out of time" if told.is_late else ""
        _tell(f"{read.file}: {_header(read.puzzle)}: {line}{late}")
    return OUT_OF_TIME if told.is_late else DONE if told.grade else NO


def _generate(options: argparse.Namespace) -> int:
    from ..generation.order import Order, comes_certified
    from ..generation.pool import holds_records
    from . import generate as generating

    order = Order(
        options.family,
        " ".join(options.size),
        seed=options.seed,
        clues=tuple(filter(None, options.clues.split(","))),
        symmetry=options.symmetry,
        fewest=options.fewest,
        seconds=options.seconds,
        distinct=options.distinct,
        level=options.level,
        certify=bool(options.certify),
    )
    if options.certify is None and (options.json or holds_records(options.output or Path())):
        order = replace(order, certify=comes_certified(order))
    if options.certify and not (options.json or options.output):
        raise UsageError("--certify needs --json or -o FILE")
    if options.resume and not options.output:
        raise UsageError("--resume needs -o FILE")
    if options.resume and options.serial is not None:
        raise UsageError("--serial cannot be used with --resume")
    place = generating.Place(options.output, options.json, options.resume)
    if options.serial is not None:
        return DONE if generating.run_one(order, options.serial, place) else NO
    workers = generating.Workers(options.jobs, options.cluster)
    made = generating.run(order, options.count, place, workers)
    return DONE if made else NO


def _draw(options: argparse.Namespace) -> int:
    from . import draw as drawn

    look = drawn.Look(
        options.solution,
        options.step,
        options.theme,
        options.size,
        options.view,
        options.language,
    )
    puzzle = one(options.file, "puzzle")
    with within(options.seconds):
        drawn.run(puzzle, options.output, look)
    return DONE


def _book(options: argparse.Namespace) -> int:
    from ..books import book as books
    from ..files import write_whole

    if options.output.suffix != ".pdf":
        raise UsageError(f"{options.output}: expected a file name that ends in .pdf")
    if not options.output.parent.is_dir():
        raise UsageError(f"{options.output}: no such directory")
    layout = books.Layout(
        options.title,
        options.per_page,
        options.paper,
        options.language,
        options.large,
        options.facing,
        options.sort,
        options.seconds,
    )
    entries = [entry for file in options.files for entry in _entries(file)]
    if options.sheet and len(entries) != 1:
        raise UsageError(f"--sheet expects one puzzle, found {len(entries)}")
    made = books.sheet(entries[0], layout) if options.sheet else books.book(entries, layout)
    write_whole(options.output, made)
    return DONE


def _entries(file: str) -> "Iterator[Entry]":
    """Puzzles with their levels, which only records tell."""
    from ..books.book import Entry

    puzzles = list(read_puzzles(file))
    levels = [""] * len(puzzles)
    if file.endswith(".jsonl"):
        import json

        records = map(json.loads, filter(None, Path(file).read_text("utf-8").splitlines()))
        levels = [record.get("level") or "" for record in records]
    for number, (puzzle, level) in enumerate(zip(puzzles, levels, strict=True), start=1):
        yield Entry(puzzle, f"{file}: puzzle {number}", level)


def _export(options: argparse.Namespace) -> int:
    from ..exports import export
    from ..files import write_whole

    puzzle = one(options.file, "puzzle")
    with within(options.seconds):
        text = export(puzzle, options.to, search=options.search, plain=options.plain)
    if not options.output:
        sys.stdout.write(text)
        return DONE
    write_whole(options.output, text)
    return DONE


def _certify(options: argparse.Namespace) -> int:
    from . import certify as certifying

    wanted = certifying.Wanted(
        options.output,
        walk=options.walk,
        witnesses=not options.no_witnesses,
        dimacs=options.dimacs,
        drat=options.drat,
        seconds=options.seconds,
    )
    certifying.run([read.puzzle for read in read_all(options.files)], wanted)
    return DONE


def _verify(options: argparse.Namespace) -> int:
    from ..certificates import verify

    def check(text: str) -> str:
        """A certificate, or a generated record, which must be about what its own proves."""
        record = verify.decoded(text)
        if not isinstance(record, dict) or not isinstance(record.get("certificate"), dict):
            return verify.check(text)
        inside = record["certificate"]
        proved = verify.verify(inside)
        for field in ("puzzle", "solution"):
            if record.get(field) != inside.get(field):
                raise verify.DoesNotHold(f"the {field} differs from that of the certificate")
        unchecked = record.keys() - {"puzzle", "solution", "certificate"}
        return proved + verify.besides(unchecked | verify.UNCHECKED & inside.keys())

    return verify.main(options.files, check)


def _families(options: argparse.Namespace) -> int:
    for record in families().values():
        if options.json:
            _write_json(
                family=record.name,
                title=record.title,
                size=sizes.names(record.size),
                rules=record.rules,
                example=record.example,
            )
        else:
            _tell(f"{record.title}: {record.name} {sizes.names(record.size)}\n  {record.rules}\n")
    for name, reason in broken().items():
        if options.json:
            _write_json(family=name, broken=reason)
        else:
            _tell(f"{reason}\n")
    return DONE


def _lab(options: argparse.Namespace) -> int:
    from importlib import import_module

    experiment = import_module(f"caracol.lab.{(EXPERIMENTS | TOOLS)[options.experiment]}")
    return int(experiment.main(options.rest))


def _write_json(**fields: object) -> None:
    import json

    _tell(json.dumps(fields, ensure_ascii=False))


def _tell(line: str) -> None:
    sys.stdout.write(line + "\n")


# By name: what a command takes, which also says what it is for, and what it does.
COMMANDS: dict[str, tuple[Callable[[arguments.Command], None], Callable[..., int]]] = {
    "solve": (arguments.solve, _solve),
    "check": (arguments.check, partial(_limited, tell=_check)),
    "count": (arguments.count, partial(_limited, tell=_count)),
    "explain": (arguments.explain, partial(_each, tell=_explain)),
    "grade": (arguments.grade, partial(_each, tell=_grade)),
    "generate": (arguments.generate, _generate),
    "draw": (arguments.draw, _draw),
    "book": (arguments.book, _book),
    "export": (arguments.export, _export),
    "certify": (arguments.certify, _certify),
    "verify": (arguments.verify, _verify),
    "families": (arguments.families, _families),
    "lab": (arguments.lab, _lab),
}
