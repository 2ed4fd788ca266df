"""What the commands of the command line take.

The first sentence of each function is what `--help` says its command is for.
"""

import argparse
import re
from pathlib import Path

from ..engines import NEEDS
from ..lab import EXPERIMENTS, TOOLS

Command = argparse.ArgumentParser


TIME_LIMIT = "time limit per puzzle in seconds"
PUZZLES = "files with puzzles; - for standard input"
PUZZLE = "file with one puzzle; - for standard input"


def _asking(command: Command, seconds: str = TIME_LIMIT) -> None:
    """What every question about puzzles takes."""
    command.add_argument("files", nargs="+", metavar="FILE", help=PUZZLES)
    command.add_argument("--json", action="store_true", help="write one JSON object per puzzle")
    command.add_argument("--seconds", type=_seconds, help=seconds)


def _speaking(command: Command) -> None:
    command.add_argument("--language", default="en", help="en (default) or pt")


def _walking(command: Command) -> None:
    metric = "cost of a step: price (default: what its rules cost) or rules (1 per rule)"
    command.add_argument("--metric", default="price", help=metric)
    _speaking(command)


def explain(command: Command) -> None:
    """Explain how to solve each puzzle step by step, or why it has no solution."""
    _asking(command)
    _walking(command)
    _board(command)
    everything = "show all steps without waiting for a key"
    command.add_argument("--all", action="store_true", help=everything)
    proof = "show every step of the proof instead of telling it"
    command.add_argument("--proof", action="store_true", help=proof)


def hint(command: Command) -> None:
    """Give a hint: where to look, which technique, the next step; wrong entries come first."""
    _asking(command)
    _speaking(command)
    _board(command)
    grades = ("where", "technique", "step")
    tell = "how much to tell at once (default: everything; on a terminal, one after the other)"
    command.add_argument("--tell", choices=grades, help=tell)


def play(command: Command) -> None:
    """Play a puzzle in the terminal; a game that was left goes on."""
    command.add_argument("file", metavar="FILE", help="file with one puzzle")
    command.add_argument("--new", action="store_true", help="start from the beginning")
    _speaking(command)


def _board(command: Command) -> None:
    board = "start from this partly filled board, written like the puzzle, with candidates below"
    command.add_argument("--board", metavar="FILE", help=board)


def _engine(command: Command) -> None:
    engines = (
        f"one of {', '.join(NEEDS)}, or cpmpy:SOLVER; default: sat, or the family's own method"
    )
    command.add_argument("--engine", help=engines)


def check(command: Command) -> None:
    """Check whether each puzzle is well formed, solvable, unique and irreducible."""
    _asking(command)
    _engine(command)


def count(command: Command) -> None:
    """Count the solutions of each puzzle exactly."""
    _asking(command)


def grade(command: Command) -> None:
    """Grade each puzzle: its level, the cost of its hardest step and of all steps."""
    _asking(command)
    _walking(command)


def solve(command: Command) -> None:
    """Solve puzzles and say whether each has exactly one solution."""
    _asking(command)
    _engine(command)
    many = command.add_mutually_exclusive_group()
    many.add_argument("--all", action="store_true", help="show all solutions as they are found")
    many.add_argument("--limit", type=_limit, metavar="N", help="show at most N solutions")
    many.add_argument("--ask", action="store_true", help="ask before each further solution")
    command.add_argument("--stats", action="store_true", help="show statistics of the search")
    text = "write solutions in the text format of puzzles"
    command.add_argument("--text", action="store_true", help=text)


def draw(command: Command) -> None:
    """Draw a puzzle as SVG, PNG or PDF."""
    command.add_argument("file", metavar="FILE", help=PUZZLE)
    output = "file to write: .svg, .png or .pdf"
    command.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help=output)
    what = command.add_mutually_exclusive_group()
    what.add_argument("--solution", action="store_true", help="show the solution")
    step = "show the board after K steps of its explanation, the last one highlighted"
    what.add_argument("--step", type=_limit, metavar="K", help=step)
    candidates = "show names of lines, and what each rule by itself leaves in the open cells"
    what.add_argument("--candidates", action="store_true", help=candidates)
    command.add_argument("--theme", default="light", help="light (default), dark or print")
    command.add_argument("--size", type=_limit, metavar="PIXELS", help="width in pixels")
    command.add_argument(
        "--view",
        default="",
        help="another view of the board, where the family has one, such as cube",
    )
    command.add_argument("--seconds", type=_seconds, help=TIME_LIMIT)
    _speaking(command)


def book(command: Command) -> None:
    """Make a PDF book of puzzles, or a teaching sheet that explains one."""
    files = "files with puzzles, as text or JSON lines"
    command.add_argument("files", nargs="+", metavar="FILE", help=files)
    output = "PDF file to write"
    command.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help=output)
    command.add_argument("--title", default="", help="title on the cover")
    per_page = "puzzles per page: 1, 2, 4 (default) or 6"
    command.add_argument("--per-page", type=int, default=4, metavar="N", help=per_page)
    command.add_argument("--paper", default="a4", help="a4 (default), a5 or letter")
    _speaking(command)
    command.add_argument("--large", action="store_true", help="use large print")
    order = "file (default: as in the files) or level (easiest first)"
    command.add_argument("--sort", default="file", help=order)
    seconds = f"{TIME_LIMIT} (default: 60)"
    command.add_argument("--seconds", type=_seconds, default=60.0, help=seconds)
    facing = "print solutions on the page after their puzzles, not at the end"
    command.add_argument("--facing", action="store_true", help=facing)
    sheet = "make a teaching sheet: one puzzle with every step of its explanation"
    command.add_argument("--sheet", action="store_true", help=sheet)


def export(command: Command) -> None:
    """Write a puzzle as a model for other solvers."""
    command.add_argument("file", metavar="FILE", help=PUZZLE)
    formats = "mzn (MiniZinc), prolog (SWI-Prolog), dimacs, opb or cpmpy"
    command.add_argument("--to", required=True, metavar="FORMAT", help=formats)
    output = "file to write (default: standard output)"
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help=output)
    search = "search strategy, such as first_fail,indomain_min for mzn or ff,bisect for prolog"
    command.add_argument("--search", default="", metavar="STRATEGY", help=search)
    plain = "for dimacs: the direct encoding, without helper variables"
    command.add_argument("--plain", action="store_true", help=plain)
    command.add_argument("--seconds", type=_seconds, help=TIME_LIMIT)


def convert(command: Command) -> None:
    """Convert puzzles from and to the formats of other programs."""
    files = "file with puzzles, lines of 81 digits, an .sdk or .sdm file, or addresses of puzz.link"
    command.add_argument("files", nargs="+", metavar="FILE", help=f"{files}; - is standard input")
    formats = "text (default), line, sdm, sdk or puzzlink"
    command.add_argument("--to", default="text", metavar="FORMAT", help=formats)
    output = "file to write (default: standard output)"
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help=output)


def certify(command: Command) -> None:
    """Write a certificate: a proof, checkable by anyone, that a puzzle has one solution or none."""
    command.add_argument("files", nargs="+", metavar="FILE", help=PUZZLES)
    output = "file to write, one certificate per line (default: standard output)"
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help=output)
    command.add_argument("--seconds", type=_seconds, help=TIME_LIMIT)
    bare = "leave out the proof that the puzzle is irreducible"
    command.add_argument("--no-witnesses", action="store_true", help=bare)
    walk = "include the explanation of the puzzle"
    command.add_argument("--walk", action="store_true", help=walk)
    dimacs = "also write the clauses in DIMACS format, for other proof checkers"
    command.add_argument("--dimacs", type=Path, metavar="FILE", help=dimacs)
    drat = "also write the proof in DRAT format, for other proof checkers"
    command.add_argument("--drat", type=Path, metavar="FILE", help=drat)


def verify(command: Command) -> None:
    """Check certificates; the file verify.py does the same without caracol."""
    files = "files with certificates, or with generated puzzles that carry them"
    command.add_argument("files", nargs="+", metavar="FILE", help=files)


def families(command: Command) -> None:
    """List the families of puzzles."""
    command.add_argument("--json", action="store_true", help="write one JSON object per family")


def studio(command: Command) -> None:
    """Play and set puzzles in the browser."""
    host = "address to listen at (default: 127.0.0.1, this machine alone)"
    command.add_argument("--host", default="127.0.0.1", help=host)
    port = "port to listen at; 0 for any free one (default: 8642)"
    command.add_argument("--port", type=_port, default=8642, help=port)
    workers = "number of worker processes for quick questions, and for slow ones (default: 2)"
    command.add_argument("--workers", type=_limit, default=2, metavar="N", help=workers)
    command.add_argument("--no-open", action="store_true", help="do not open the browser")
    static = "serve nothing; write the studio into DIR as files that any web server can serve"
    command.add_argument("--static", type=Path, metavar="DIR", help=static)
    downloads = "with --static: keep there what is fetched, and fetch nothing that is there"
    command.add_argument("--downloads", type=Path, metavar="DIR", help=downloads)


def lab(command: Command) -> None:
    """Run benchmarks and experiments, against other tools in the same run."""
    command.add_argument("experiment", choices=[*EXPERIMENTS, *TOOLS])
    command.add_argument("rest", nargs=argparse.REMAINDER, help="arguments of the experiment")


def generate(command: Command) -> None:
    """Generate puzzles that have exactly one solution and are irreducible."""
    # A range such as -2..2 is no option.
    command._negative_number_matcher = re.compile(r"-[0-9]+(\.\.-?[0-9]+)?")
    command.add_argument("family", metavar="FAMILY", help="family, as listed by caracol families")
    command.add_argument(
        "size", nargs="+", metavar="SIZE", help="size, as in a puzzle's header: 7 ABC"
    )
    many = command.add_mutually_exclusive_group()
    count = "number of puzzles (default: 1)"
    many.add_argument("--count", type=_limit, default=1, metavar="N", help=count)
    serial = "generate only puzzle number N, counted from 0"
    many.add_argument("--serial", type=_serial, metavar="N", help=serial)
    seed = "random seed; the same seed gives the same puzzles (default: 0)"
    command.add_argument("--seed", type=int, default=0, help=seed)
    clues = "kinds of clues to give, separated by commas: letters,dots"
    command.add_argument("--clues", default="", metavar="KINDS", help=clues)
    symmetry = "symmetric arrangement of the clues, such as rotate or mirror (default: none)"
    command.add_argument("--symmetry", default="none", help=symmetry)
    fewest = "use the provably smallest number of clues"
    command.add_argument("--fewest", action="store_true", help=fewest)
    seconds = f"{TIME_LIMIT}; --fewest then takes the fewest clues found in time"
    command.add_argument("--seconds", type=_seconds, help=seconds)
    level = "easy, medium, hard, expert, 'case analysis', or a range: easy..medium, hard.."
    command.add_argument("--level", default="", metavar="LEVEL", help=level)
    certify = "put a certificate into each JSON or Parquet record (default: except on large boards)"
    proved = command.add_mutually_exclusive_group()
    proved.add_argument("--certify", action=argparse.BooleanOptionalAction, help=certify)
    every = "put a certificate into the record of every Nth board only"
    proved.add_argument("--certify-every", type=_limit, metavar="N", help=every)
    same = "symmetry: treat rotated and mirrored copies as duplicates (default: puzzle)"
    command.add_argument("--distinct", choices=["puzzle", "symmetry"], default="puzzle", help=same)
    where = command.add_mutually_exclusive_group()
    jobs = "number of worker processes (default: 1)"
    where.add_argument("--jobs", type=_limit, default=1, metavar="N", help=jobs)
    cluster = "run on the Dask cluster with this scheduler"
    where.add_argument("--cluster", default="", metavar="ADDRESS", help=cluster)
    output = "file to write: .jsonl, .parquet, or text (default: standard output)"
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help=output)
    resume = "continue the file of an interrupted run"
    command.add_argument("--resume", action="store_true", help=resume)
    command.add_argument("--json", action="store_true", help="write one JSON object per puzzle")


def dataset(command: Command) -> None:
    """Split generated puzzles into parts for training, validation and test."""
    files = "files of generated puzzles: .jsonl or .parquet"
    command.add_argument("files", nargs="+", type=Path, metavar="FILE", help=files)
    output = "directory to write: a file for each part, and README.md, which describes them"
    command.add_argument("-o", "--output", type=Path, required=True, metavar="DIR", help=output)
    split = "shares of train, validation and test (default: 80,10,10)"
    command.add_argument("--split", default="80,10,10", metavar="SHARES", help=split)
    parquet = "write .parquet files (default: .jsonl)"
    command.add_argument("--parquet", action="store_true", help=parquet)


def _seconds(word: str) -> float:
    if not re.fullmatch(r"[0-9]{0,9}\.?[0-9]{0,9}", word) or not float("0" + word):
        raise argparse.ArgumentTypeError(
            f"expected a number of seconds greater than 0, found {word!r}"
        )
    return float(word)


def _port(word: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", word) or int(word) > 65535:
        raise argparse.ArgumentTypeError(f"expected a port from 0 to 65535, found {word!r}")
    return int(word)


def _serial(word: str) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", word):
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 0, found {word!r}")
    return int(word)


def _limit(word: str) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", word) or not int(word):
        raise argparse.ArgumentTypeError(f"expected a whole number of at least 1, found {word!r}")
    return int(word)
