"""The command line: all console and file input and output."""

import argparse
import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from . import solve, terminal
from .contract import families, family, parse_all, show
from .engines import NEEDS, Statistics
from .lab import EXPERIMENTS, TOOLS
from .puzzle import OutOfTime, ParseError, Puzzle, PuzzleError, Solution, UsageError

if TYPE_CHECKING:
    from .books import Entry
    from .explaining import Manner

DONE, NO, BAD_INPUT, OUT_OF_TIME, INTERRUPTED = 0, 1, 2, 3, 130
LARGEST_FILE = 64 * 2**20

STATUS = {"unique": DONE, "many": DONE, "none": NO, "out-of-time": OUT_OF_TIME}


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    if sys.stdout is None or sys.stdin is None:
        return BAD_INPUT  # closed from outside: there is nobody to talk to
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that knows no box characters
    try:
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
    except KeyboardInterrupt:
        sys.stderr.write("caracol: interrupted\n")
        return INTERRUPTED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="caracol", description="Logic puzzles by constraint solving."
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and end")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def command(name: str, told: str, run: Callable[[argparse.Namespace], int]) -> _Command:
        added = commands.add_parser(name, help=told, description=told)
        added.set_defaults(run=run)
        return added

    _solve_options(command("solve", "Solve puzzles and say whether each has one solution.", _solve))
    told = "Is each puzzle well formed, solvable, unique, and has it no clue to spare?"
    checking = _asking(command("check", told, partial(_each, tell=_check)))
    _engine_option(checking)
    told = "Count all solutions of each puzzle, exactly."
    _asking(command("count", told, partial(_each, tell=_count)))
    told = "Explain each step to the solution, the cheapest first, or why there is none."
    _explain_options(command("explain", told, partial(_each, tell=_explain)))
    told = "How hard is each puzzle? Its hardest step, all steps, and a level."
    _walking(_asking(command("grade", told, partial(_each, tell=_grade)), STEP_SECONDS))
    _generate_options(
        command("generate", "Make puzzles with one solution and no clue to spare.", _generate)
    )
    _draw_options(command("draw", "Draw a puzzle, as SVG, PNG or PDF.", _draw))
    told = "Make a book of puzzles, or a sheet that teaches one, as PDF."
    _book_options(command("book", told, _book))
    told = "Write a puzzle as a model for other solvers."
    _export_options(command("export", told, _export))
    told = "Prove that each puzzle has one solution, or none, so that anyone can check it."
    _certify_options(command("certify", told, _certify))
    told = "Check certificates; verify.py does the same without caracol."
    checking = command("verify", told, _verify)
    checking.add_argument("files", nargs="+", metavar="FILE", help="certificates or pools")
    listing = command("families", "List the families of puzzles.", _families)
    listing.add_argument("--json", action="store_true", help="one JSON object a line")
    lab = command("lab", "Benchmarks, beside other tools in the same run.", _lab)
    lab.add_argument("experiment", choices=[*EXPERIMENTS, *TOOLS])
    lab.add_argument("rest", nargs=argparse.REMAINDER, help="what the experiment takes")
    return parser


_Command = argparse.ArgumentParser


class _Version(argparse.Action):
    """Looks the version up only when asked: that takes longer than solving a puzzle."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object, **__: object) -> None:
        from importlib.metadata import version

        sys.stdout.write(f"caracol {version('caracol')}\n")
        parser.exit()


STEP_SECONDS = "tell a step that may not be the cheapest after so long (default: 5)"


def _asking(command: _Command, seconds: str = "give up on a puzzle after so long") -> _Command:
    """What every question about puzzles takes."""
    command.add_argument("files", nargs="+", metavar="FILE", help="puzzles; - is standard input")
    command.add_argument("--json", action="store_true", help="one JSON object a puzzle and line")
    command.add_argument("--seconds", type=_seconds, help=seconds)
    return command


def _walking(command: _Command) -> _Command:
    told = "what a step costs: price (10 or 12 a rule) or rules (1 a rule)"
    command.add_argument("--metric", default="price", help=told)
    command.add_argument("--language", default="en", help="en or pt")
    return command


def _explain_options(command: _Command) -> None:
    _walking(_asking(command, STEP_SECONDS))
    told = "your board so far, in the format of the puzzle"
    command.add_argument("--board", metavar="FILE", help=told)
    told = "all steps at once; on a terminal they come one by one"
    command.add_argument("--all", action="store_true", help=told)


def _engine_option(command: _Command) -> None:
    told = f"one of {', '.join(NEEDS)}, or cpmpy:SOLVER; default: what suits the puzzle"
    command.add_argument("--engine", help=told)


def _solve_options(command: _Command) -> None:
    _asking(command)
    _engine_option(command)
    many = command.add_mutually_exclusive_group()
    many.add_argument("--all", action="store_true", help="all solutions, as they are found")
    many.add_argument("--limit", type=_limit, help="at most so many solutions")
    many.add_argument("--ask", action="store_true", help="ask for each solution beyond the first")
    command.add_argument("--stats", action="store_true", help="what it took; in JSON always")
    command.add_argument("--text", action="store_true", help="solutions as text, not pictures")


def _draw_options(command: _Command) -> None:
    command.add_argument("file", metavar="FILE", help="a puzzle; - is standard input")
    told = "the drawing: .svg, .png or .pdf"
    command.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help=told)
    what = command.add_mutually_exclusive_group()
    what.add_argument("--solution", action="store_true", help="solved")
    told = "as it is after so many steps of its explanation, the last marked"
    what.add_argument("--step", type=_limit, metavar="K", help=told)
    command.add_argument("--theme", default="light", help="light, dark or print")
    command.add_argument("--size", type=_limit, metavar="PIXELS", help="its width")
    command.add_argument("--view", default="", help="another way to draw: cube for Turn 12")


def _book_options(command: _Command) -> None:
    command.add_argument("files", nargs="+", metavar="FILE", help="puzzles, as text or JSON lines")
    told = "the book, a .pdf"
    command.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help=told)
    command.add_argument("--title", default="", help="on the cover")
    command.add_argument("--per-page", type=int, default=4, metavar="N", help="1, 2, 4 or 6")
    command.add_argument("--paper", default="a4", help="a4, a5 or letter")
    command.add_argument("--language", default="en", help="en or pt")
    command.add_argument("--large", action="store_true", help="large print")
    told = "each solution on the page after its puzzle, not at the end"
    command.add_argument("--facing", action="store_true", help=told)
    told = "one puzzle and the explained steps to its solution"
    command.add_argument("--sheet", action="store_true", help=told)


def _export_options(command: _Command) -> None:
    command.add_argument("file", metavar="FILE", help="a puzzle; - is standard input")
    told = "mzn (MiniZinc), prolog (SWI-Prolog), dimacs, opb or cpmpy"
    command.add_argument("--to", required=True, metavar="FORMAT", help=told)
    told = "write there; default: standard output"
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help=told)
    told = "how to search: first_fail,indomain_min and the like in mzn; ff,bisect in prolog"
    command.add_argument("--search", default="", metavar="CHOICES", help=told)
    told = "in dimacs, clauses over the cells alone, without helper variables"
    command.add_argument("--plain", action="store_true", help=told)


def _certify_options(command: _Command) -> None:
    command.add_argument("files", nargs="+", metavar="FILE", help="puzzles; - is standard input")
    told = "write them there, one a line; default: standard output"
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help=told)
    command.add_argument("--seconds", type=_seconds, help="give up on a puzzle after so long")
    told = "do not show that no clue is to spare"
    command.add_argument("--no-witnesses", action="store_true", help=told)
    command.add_argument("--walk", action="store_true", help="with the explained steps")
    told = "the clauses, for other proof checkers"
    command.add_argument("--dimacs", type=Path, metavar="FILE", help=told)
    command.add_argument("--drat", type=Path, metavar="FILE", help="the proof, likewise")


def _generate_options(command: _Command) -> None:
    # A range such as -2..2 is no option.
    command._negative_number_matcher = re.compile(r"-[0-9]+(\.\.-?[0-9]+)?")
    command.add_argument("family", metavar="FAMILY", help="see caracol families")
    command.add_argument("size", nargs="+", metavar="SIZE", help="as in the header: 7 ABC")
    command.add_argument("--count", type=_limit, default=1, help="so many (default: 1)")
    command.add_argument("--seed", type=int, default=0, help="same seed, same puzzles (default: 0)")
    command.add_argument("--clues", default="", metavar="KINDS", help="such as letters,dots")
    command.add_argument("--symmetry", default="none", help="rotate, mirror or none")
    command.add_argument("--fewest", action="store_true", help="the provably fewest clues")
    told = "give up on a puzzle after so long; with --fewest, take the best found by then"
    command.add_argument("--seconds", type=_seconds, help=told)
    told = "easy, medium, hard, expert, cases, or a band: easy..medium, hard.."
    command.add_argument("--level", default="", metavar="L", help=told)
    told = "a certificate in each record, JSON or Parquet (default: unless boards are large)"
    command.add_argument("--certify", action=argparse.BooleanOptionalAction, help=told)
    told = "symmetry: copies that are turned or mirrored count as the same"
    command.add_argument("--distinct", choices=["puzzle", "symmetry"], default="puzzle", help=told)
    where = command.add_mutually_exclusive_group()
    where.add_argument("--jobs", type=_limit, default=1, help="so many processes")
    where.add_argument("--cluster", default="", metavar="ADDRESS", help="a Dask scheduler")
    told = "write there: text, .jsonl or .parquet"
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help=told)
    command.add_argument("--resume", action="store_true", help="go on with the file")
    command.add_argument("--json", action="store_true", help="one JSON object a line")


def _seconds(word: str) -> float:
    if not re.fullmatch(r"[0-9]{0,9}\.?[0-9]{0,9}", word) or not float("0" + word):
        raise argparse.ArgumentTypeError(f"expected seconds, more than none; found {word!r}")
    return float(word)


def _limit(word: str) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", word) or not int(word):
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 up, found {word!r}")
    return int(word)


class Read(NamedTuple):
    """A puzzle, the file it stands in, and which it is of several, from 1."""

    puzzle: Puzzle
    file: str
    number: int | None


def _read_all(files: list[str]) -> list[Read]:
    """Every puzzle of the files; all are read before the first is solved."""
    found = [(puzzle, file) for file in files for puzzle in _read(file)]
    several = len(found) > 1
    return [Read(*one, number if several else None) for number, one in enumerate(found, 1)]


def _read(file: str) -> Iterator[Puzzle]:
    name = "standard input" if file == "-" else file
    try:
        yield from parse_all(_text(file, name))
    except ParseError as error:
        raise UsageError(f"{name}:{error.line}:{error.column}: {error.reason}") from None


def _text(file: str, name: str) -> str:
    try:
        with open(sys.stdin.fileno() if file == "-" else file, "rb", closefd=file != "-") as stream:
            raw = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        raise UsageError(f"{name}: {(error.strerror or str(error)).lower()}") from None
    if len(raw) > LARGEST_FILE:
        raise ParseError(f"expected at most {LARGEST_FILE // 2**20} MiB, found more")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        raise ParseError(
            f"expected UTF-8 text, found the byte 0x{raw[error.start]:02x}",
            line=before.count(b"\n") + 1,
            column=error.start - before.rfind(b"\n"),
        ) from None


def _each(options: argparse.Namespace, tell: Callable[[Read, argparse.Namespace], int]) -> int:
    """The worst status of all puzzles; one that is out of time says so, the next may be easier."""
    worst = DONE
    for read in _read_all(options.files):
        try:
            worst = max(worst, tell(read, options))
        except OutOfTime:
            worst = OUT_OF_TIME
            if options.json:
                _write_json(family=read.puzzle.family, status="out-of-time")
            else:
                sys.stderr.write(f"caracol: {read.file}: {_header(read.puzzle)}: out of time\n")
    return worst


def _solve(options: argparse.Namespace) -> int:
    if options.ask and options.json:
        raise UsageError("--ask is for people and does not go with --json")
    if options.ask and not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("--ask needs a terminal to ask on")
    return _each(options, _solve_json if options.json else _solve_told)


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
    _tell(comment + _verdict_line(read.puzzle, status, shown, more))
    if options.stats:
        _tell_statistics(search.statistics)
    _tell("")
    return STATUS[status]


def _wanted(shown: int, options: argparse.Namespace) -> bool:
    """Whether a solution beyond those shown is wanted."""
    if options.ask:
        try:
            return input("Another solution? [y/N] ").strip().lower() in ("y", "yes", "s", "sim")
        except EOFError:
            return False
    return bool(options.all or shown < (options.limit or 1))


def _verdict_line(puzzle: Puzzle, status: str, shown: int, more: bool) -> str:
    match status:
        case "unique":
            return "The only solution."
        case "many" if more:
            return "There are more solutions."
        case "many":
            return f"All {shown} solutions."
        case "none":
            return f"No solution{_why_none(puzzle)}."
        case _:
            return f"Out of time; {shown} found."


def _why_none(puzzle: Puzzle) -> str:
    """Whether the clues are to blame, as far as that is known at once."""
    if not family(puzzle.family).setting:
        return ""
    try:
        if not solve.has_board(puzzle, seconds=1):
            return f": no board of the size {_header(puzzle)} exists at all"
    except OutOfTime:
        return ""
    return ": the clues clash"


def _header(puzzle: Puzzle) -> str:
    return show(puzzle).partition("\n")[0]


def _show(puzzle: Puzzle, solution: Solution, options: argparse.Namespace) -> None:
    picture = family(puzzle.family).picture(puzzle, solution)
    if options.text or not terminal.fits(picture):
        sys.stdout.write(show(puzzle, solution))
    else:
        terminal.show(picture)


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
    spare = ", ".join(map(str, report.redundant))
    return f"unique; not irreducible, any one of these clues can go: {spare}"


def _count(read: Read, options: argparse.Namespace) -> int:
    counted = solve.count(read.puzzle, seconds=options.seconds)
    if options.json:
        _write_json(family=read.puzzle.family, count=counted)
    else:
        _tell(f"{counted}")
    return DONE if counted else NO


def _explain(read: Read, options: argparse.Namespace) -> int:
    from . import explaining

    manner = _manner(options)
    entries = explaining.entered(read.puzzle, _one(options.board, "board")) if options.board else {}
    if options.json:
        told = explaining.explained(read.puzzle, entries, manner)
        _write_json(**explaining.as_json(told, options.language))
        return NO if told.clash else DONE
    if read.number:
        header = f"{read.file}: {_header(read.puzzle)}"
        _tell(("\n" if read.number > 1 else "") + f"{read.number}. {header}")
    return DONE if explaining.tell(read.puzzle, entries, manner) else NO


def _one(file: str, what: str) -> Puzzle:
    found = list(_read(file))
    if len(found) != 1:
        raise UsageError(f"{file}: expected one {what}, found {len(found)}")
    return found[0]


def _manner(options: argparse.Namespace) -> "Manner":
    from .explain import PATIENCE
    from .explaining import Manner

    one_by_one = not vars(options).get("all") and sys.stdin.isatty() and sys.stdout.isatty()
    return Manner(options.language, options.metric, options.seconds or PATIENCE, one_by_one)


def _grade(read: Read, options: argparse.Namespace) -> int:
    from . import explaining
    from .explain import as_fields

    told = explaining.explained(read.puzzle, {}, _manner(options))
    if options.json:
        status = "none" if told.clash else "many"
        graded = as_fields(told.grade) if told.grade else {"status": status}
        _write_json(family=read.puzzle.family, **graded)
    else:
        language = options.language
        line = (
            explaining.grade_line(told.grade, language)
            if told.grade
            else explaining.no_grade_line(told, language)
        )
        _tell(f"{read.file}: {_header(read.puzzle)}: {line}")
    return DONE if told.grade else NO


def _generate(options: argparse.Namespace) -> int:
    from . import generating
    from .records import holds_records
    from .setter import Order, comes_certified

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
        raise UsageError("--certify goes with --json or -o FILE")
    if options.resume and not options.output:
        raise UsageError("--resume goes with -o FILE")
    place = generating.Place(options.output, options.json, options.resume)
    workers = generating.Workers(options.jobs, options.cluster)
    made = generating.run(order, options.count, place, workers)
    return DONE if made else NO


def _draw(options: argparse.Namespace) -> int:
    from . import drawn

    look = drawn.Look(options.solution, options.step, options.theme, options.size, options.view)
    drawn.run(_one(options.file, "puzzle"), options.output, look)
    return DONE


def _book(options: argparse.Namespace) -> int:
    from . import books
    from .files import write_whole

    if options.output.suffix != ".pdf":
        raise UsageError(f"{options.output}: expected a name ending in .pdf")
    if not options.output.parent.is_dir():
        raise UsageError(f"{options.output}: there is no such directory")
    layout = books.Layout(
        options.title,
        options.per_page,
        options.paper,
        options.language,
        options.large,
        options.facing,
    )
    entries = [entry for file in options.files for entry in _entries(file)]
    if options.sheet and len(entries) != 1:
        raise UsageError(f"--sheet takes one puzzle, found {len(entries)}")
    made = books.sheet(entries[0].puzzle, layout) if options.sheet else books.book(entries, layout)
    write_whole(options.output, made)
    return DONE


def _entries(file: str) -> "Iterator[Entry]":
    """Puzzles with their levels, which only records tell."""
    from .books import Entry

    puzzles = list(_read(file))
    levels = [""] * len(puzzles)
    if file.endswith(".jsonl"):
        import json

        records = map(json.loads, filter(None, Path(file).read_text("utf-8").splitlines()))
        levels = [record.get("level") or "" for record in records]
    for number, (puzzle, level) in enumerate(zip(puzzles, levels, strict=True), start=1):
        yield Entry(puzzle, f"{file}: puzzle {number}", level)


def _export(options: argparse.Namespace) -> int:
    from .exports import export
    from .files import write_whole

    puzzle = _one(options.file, "puzzle")
    text = export(puzzle, options.to, search=options.search, plain=options.plain)
    if not options.output:
        sys.stdout.write(text)
        return DONE
    write_whole(options.output, text)
    return DONE


def _certify(options: argparse.Namespace) -> int:
    from . import certifying

    wanted = certifying.Wanted(
        options.output,
        walk=options.walk,
        witnesses=not options.no_witnesses,
        dimacs=options.dimacs,
        drat=options.drat,
        seconds=options.seconds,
    )
    certifying.run([read.puzzle for read in _read_all(options.files)], wanted)
    return DONE


def _verify(options: argparse.Namespace) -> int:
    from .standalone import verify

    worst = DONE
    for file in options.files:
        try:
            documents = verify.documents(file)
        except ValueError as error:  # no UTF-8, or too large
            raise UsageError(f"{file}: no certificate: {error}") from None
        for place, text in documents:
            status, told = verify.judge(_unwrapped(text))
            worst = max(worst, status)
            _tell(f"{place}: {told}")
    return worst


def _unwrapped(text: str) -> str:
    """The certificate of a generated record, or the text as it is."""
    import json

    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        return text
    inside = record.get("certificate") if isinstance(record, dict) else None
    return json.dumps(inside) if isinstance(inside, dict) else text


def _families(options: argparse.Namespace) -> int:
    for record in families().values():
        if options.json:
            _write_json(
                family=record.name,
                title=record.title,
                size=record.size,
                rules=record.rules,
                example=record.example,
            )
        else:
            _tell(f"{record.title}: {record.name} {record.size}\n  {record.rules}\n")
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
