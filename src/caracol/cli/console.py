"""What the commands share: exit statuses, lines of output, one puzzle after the other."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from ..deadline import within
from ..engines import engine
from ..formats import show
from ..puzzle import OutOfTime, Puzzle
from ..solve import Status
from .inputs import Read, read_all

DONE, NO, BAD_INPUT, OUT_OF_TIME, INTERRUPTED, TERMINATED = 0, 1, 2, 3, 130, 143

EXIT = {
    Status.UNIQUE: DONE,
    Status.MANY: DONE,
    Status.NONE: NO,
    Status.OUT_OF_TIME: OUT_OF_TIME,
}

# Answers a question about a puzzle; returns the exit status.
Answer = Callable[[Read, argparse.Namespace], int]


def write_line(line: str) -> None:
    sys.stdout.write(line + "\n")


def write_json(fields: Mapping[str, object]) -> None:
    write_line(json.dumps(fields, ensure_ascii=False))


def write_answer(read: Read, fields: Mapping[str, object]) -> None:
    """An answer as JSON, with the puzzle that it is about."""
    number = {"number": read.number} if read.number else {}
    write_json({"file": read.file} | number | dict(fields))


def warn(line: str) -> None:
    sys.stderr.write(f"caracol: {line}\n")


def header(puzzle: Puzzle) -> str:
    return show(puzzle).partition("\n")[0]


def place(read: Read) -> str:
    """Where a puzzle stands."""
    return f"{read.file}, puzzle {read.number}" if read.number else read.file


def label(read: Read) -> str:
    """Which puzzle an answer is about."""
    return f"{place(read)}: {header(read.puzzle)}"


@contextmanager
def titled(read: Read, options: argparse.Namespace) -> Iterator[None]:
    """Where there are several puzzles: name this one above its answer, with a blank line below."""
    several = read.number is not None or len(options.files) > 1
    if several:
        write_line(label(read))
    yield
    if several:
        write_line("")


def each(options: argparse.Namespace, answer: Answer) -> int:
    """The worst status of all puzzles; one that is out of time says so, the next may be easier."""
    worst = DONE
    for read in read_all(options.files):
        try:
            worst = max(worst, answer(read, options))
        except OutOfTime as late:
            worst = OUT_OF_TIME
            if options.json:
                status = Status.OUT_OF_TIME.value
                write_answer(read, {"family": read.puzzle.family, "status": status})
            else:
                sys.stdout.flush()
                warn(f"{label(read)}: {late}")
    return worst


def each_in_time(options: argparse.Namespace, answer: Answer) -> int:
    """The same, where the seconds bound all that is done about a puzzle."""

    def in_time(read: Read, options: argparse.Namespace) -> int:
        with within(options.seconds):
            return answer(read, options)

    if vars(options).get("engine"):
        engine(options.engine)  # loading a solver takes none of the time for a puzzle
    return each(options, in_time)
