"""Puzzles from files and from standard input."""

import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from typing import NamedTuple

from ..files import file_error
from ..formats import parse_all
from ..puzzle import ParseError, Puzzle, UsageError

LARGEST_FILE = 64 * 2**20


class Read(NamedTuple):
    """A puzzle, the file it stands in, and which it is of several there, from 1."""

    puzzle: Puzzle
    file: str
    number: int | None


def read_all(files: list[str]) -> list[Read]:
    """Every puzzle of the files; all are read before the first is solved."""
    return [read for file in files for read in _numbered(list(read_puzzles(file)), file)]


def _numbered(puzzles: list[Puzzle], file: str) -> Iterator[Read]:
    for number, puzzle in enumerate(puzzles, start=1):
        yield Read(puzzle, file, number if len(puzzles) > 1 else None)


def read_puzzles(file: str) -> Iterator[Puzzle]:
    yield from puzzles_of(read_text(file), file)


def puzzles_of(text: str, file: str) -> Iterator[Puzzle]:
    """Every puzzle of a file's text."""
    try:
        yield from parse_all(text)
    except ParseError as error:
        raise located(file, error) from None


def read_text(file: str) -> str:
    """The text of a file; - is standard input."""
    try:
        with open(sys.stdin.fileno() if file == "-" else file, "rb", closefd=file != "-") as stream:
            raw = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        raise file_error(_name(file), error) from None
    try:
        return _decoded(raw)
    except ParseError as error:
        raise located(file, error) from None


def _decoded(raw: bytes) -> str:
    if len(raw) > LARGEST_FILE:
        raise ParseError(
            f"expected a file of at most {LARGEST_FILE // 2**20} MiB, found a larger one"
        )
    try:
        if raw.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
            return raw.decode("utf-16")  # as older shells of Windows write what is redirected
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start]
        raise ParseError(
            f"expected {error.encoding.upper()} text, found the byte 0x{raw[error.start]:02x}",
            line=before.count(b"\n") + 1,
            column=error.start - before.rfind(b"\n"),
        ) from None


def located(file: str, error: ParseError) -> UsageError:
    """What is wrong, and in which file."""
    return UsageError(f"{_name(file)}:{error.line}:{error.column}: {error.reason}")


def _name(file: str) -> str:
    return "standard input" if file == "-" else file


def one(file: str, what: str) -> Puzzle:
    found = list(read_puzzles(file))
    if len(found) != 1:
        raise UsageError(f"{file}: expected one {what}, found {len(found)}")
    return found[0]
