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


def _asking(command: Command, seconds: str = TIME_LIMIT) -> None:
    """What every question about puzzles takes."""
    command.add_argument("files", nargs="+", metavar="FILE", help="puzzles; - is standard input")
    command.add_argument("--json", action="store_true", help="one JSON object a puzzle and line")
    command.add_argument("--seconds", type=_seconds, help=seconds)


def _speaking(command: Command) -> None:
    told = "en or pt; pt_BR and the like too"
    command.add_argument("--language", default="en", help=told)


def _walking(command: Command) -> None:
    told = "what a step costs: price (10 or 12 a rule) or rules (1 a rule)"
    command.add_argument("--metric", default="price", help=told)
    _speaking(command)


def explain(command: Command) -> None:
    """Explain each step to the solution, the cheapest first, or why there is none."""
    _asking(command)
    _walking(command)
    told = "your board so far, in the format of the puzzle"
    command.add_argument("--board", metavar="FILE", help=told)
    told = "all steps at once; on a terminal they come one by one"
    command.add_argument("--all", action="store_true", help=told)


def _engine(command: Command) -> None:
    told = f"one of {', '.join(NEEDS)}, or cpmpy:SOLVER; default: what suits the puzzle"
    command.add_argument("--engine", help=told)


def check(command: Command) -> None:
    """Is each puzzle well formed, solvable, unique, and has it no clue to spare?"""
    _asking(command)
    _engine(command)


def count(command: Command) -> None:
    """Count all solutions of each puzzle, exactly."""
    _asking(command)


def grade(command: Command) -> None:
    """How hard is each puzzle? Its hardest step, all steps, and a level."""
    _asking(command)
    _walking(command)


def solve(command: Command) -> None:
    """Solve puzzles and say whether each has one solution."""
    _asking(command)
    _engine(command)
    many = command.add_mutually_exclusive_group()
    many.add_argument("--all", action="store_true", help="all solutions, as they are found")
    many.add_argument("--limit", type=_limit, help="at most so many solutions")
    many.add_argument("--ask", action="store_true", help="ask for each solution beyond the first")
    command.add_argument("--stats", action="store_true", help="what it took; in JSON always")
    command.add_argument("--text", action="store_true", help="solutions as text, not pictures")


def draw(command: Command) -> None:
    """Draw a puzzle, as SVG, PNG or PDF."""
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
    command.add_argument("--seconds", type=_seconds, help=TIME_LIMIT)
    _speaking(command)


def book(command: Command) -> None:
    """Make a book of puzzles, or a sheet that teaches one, as PDF."""
    command.add_argument("files", nargs="+", metavar="FILE", help="puzzles, as text or JSON lines")
    told = "the book, a .pdf"
    command.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help=told)
    command.add_argument("--title", default="", help="on the cover")
    command.add_argument("--per-page", type=int, default=4, metavar="N", help="1, 2, 4 or 6")
    command.add_argument("--paper", default="a4", help="a4, a5 or letter")
    _speaking(command)
    command.add_argument("--large", action="store_true", help="large print")
    command.add_argument("--sort", default="file", help="file or level, the easiest first")
    told = "time limit per puzzle in seconds (default: 60)"
    command.add_argument("--seconds", type=_seconds, default=60.0, help=told)
    told = "the solutions of each page of puzzles on the next one, not at the end"
    command.add_argument("--facing", action="store_true", help=told)
    told = "one puzzle and the explained steps to its solution"
    command.add_argument("--sheet", action="store_true", help=told)


def export(command: Command) -> None:
    """Write a puzzle as a model for other solvers."""
    command.add_argument("file", metavar="FILE", help="a puzzle; - is standard input")
    told = "mzn (MiniZinc), prolog (SWI-Prolog), dimacs, opb or cpmpy"
    command.add_argument("--to", required=True, metavar="FORMAT", help=told)
    told = "write there; default: standard output"
    command.add_argument("-o", "--output", type=Path, metavar="FILE", help=told)
    told = "how to search: first_fail,indomain_min and the like in mzn; ff,bisect in prolog"
    command.add_argument("--search", default="", metavar="CHOICES", help=told)
    told = "in dimacs, clauses over the cells alone, without helper variables"
    command.add_argument("--plain", action="store_true", help=told)
    command.add_argument("--seconds", type=_seconds, help=TIME_LIMIT)


def certify(command: Command) -> None:
    """Prove that each puzzle has one solution, or none, so that anyone can check it."""
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


def verify(command: Command) -> None:
    """Check certificates; verify.py does the same without caracol."""
    command.add_argument("files", nargs="+", metavar="FILE", help="certificates or pools")


def families(command: Command) -> None:
    """List the families of puzzles."""
    command.add_argument("--json", action="store_true", help="one JSON object a line")


def lab(command: Command) -> None:
    """Benchmarks, beside other tools in the same run."""
    command.add_argument("experiment", choices=[*EXPERIMENTS, *TOOLS])
    command.add_argument("rest", nargs=argparse.REMAINDER, help="what the experiment takes")


def generate(command: Command) -> None:
    """Make puzzles with one solution and no clue to spare."""
    # A range such as -2..2 is no option.
    command._negative_number_matcher = re.compile(r"-[0-9]+(\.\.-?[0-9]+)?")
    command.add_argument("family", metavar="FAMILY", help="see caracol families")
    command.add_argument("size", nargs="+", metavar="SIZE", help="as in the header: 7 ABC")
    many = command.add_mutually_exclusive_group()
    many.add_argument("--count", type=_limit, default=1, help="so many (default: 1)")
    told = "only the puzzle with this number, as records and comments tell it"
    many.add_argument("--serial", type=_serial, metavar="N", help=told)
    command.add_argument("--seed", type=int, default=0, help="same seed, same puzzles (default: 0)")
    command.add_argument("--clues", default="", metavar="KINDS", help="such as letters,dots")
    command.add_argument("--symmetry", default="none", help="rotate, mirror or none")
    command.add_argument("--fewest", action="store_true", help="the provably fewest clues")
    told = "time limit per puzzle, proof included; with --fewest, the best found by then is taken"
    command.add_argument("--seconds", type=_seconds, help=told)
    told = "easy, medium, hard, expert, 'case analysis', or a band: easy..medium, hard.."
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


def _serial(word: str) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", word):
        raise argparse.ArgumentTypeError(f"expected a whole number from 0 up, found {word!r}")
    return int(word)


def _limit(word: str) -> int:
    if not re.fullmatch(r"[0-9]{1,18}", word) or not int(word):
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 up, found {word!r}")
    return int(word)
