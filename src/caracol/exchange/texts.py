"""Puzzles in the formats that other programs read: lists of lines, .sdk files, addresses."""

import re
from collections.abc import Callable, Iterator

from ..boards.grid import cell
from ..formats import parse_all, show
from ..puzzle import Clue, ParseError, Puzzle, UsageError, expected_one
from .addresses import address, is_address, parse_address

# A row of a Sudoku in an .sdk file.
ROW = re.compile(r"[0-9.]{9}", re.ASCII)
SIDE = 9


def read(text: str) -> Iterator[Puzzle]:
    """Every puzzle of a text in any of the formats; one text is in one format."""
    lines = [line.partition("#")[0].strip() for line in text.removeprefix("\ufeff").splitlines()]
    numbered = [(number, line) for number, line in enumerate(lines, start=1) if line]
    if numbered and is_address(text.split(maxsplit=1)[0]):
        for number, line in numbered:
            yield _located(line, number)
    elif numbered and (numbered[0][1].startswith("[") or ROW.fullmatch(numbered[0][1])):
        yield _sdk(numbered)
    else:
        yield from parse_all(text)


def _located(line: str, number: int) -> Puzzle:
    try:
        return parse_address(line)
    except ParseError as error:
        raise ParseError(error.reason, line=number) from None


def _sdk(lines: list[tuple[int, str]]) -> Puzzle:
    """Nine rows, after a line [Puzzle] or alone; other sections are about the game in progress."""
    sections = [i for i, (_, line) in enumerate(lines) if line.lower() == "[puzzle]"]
    first = sections[0] + 1 if sections else 0
    rows = lines[first : first + SIDE]
    for number, row in rows:
        if not ROW.fullmatch(row):
            raise ParseError(f"expected a row of {SIDE} digits or '.', found {row!r}", line=number)
    if len(rows) < SIDE:
        raise ParseError(f"expected {SIDE} rows, found {len(rows)}", line=lines[-1][0])
    clues = (
        Clue(cell(i, j), digit)
        for i, (_, row) in enumerate(rows)
        for j, digit in enumerate(row)
        if digit not in ".0"
    )
    return Puzzle("sudoku", (SIDE,), tuple(clues))


def write(puzzle: Puzzle, to: str) -> str:
    """The puzzle in a format, with the end of its last line."""
    if to not in FORMATS:
        raise UsageError(expected_one("a format", FORMATS, to))
    return FORMATS[to](puzzle)


def _rows(puzzle: Puzzle) -> list[str]:
    if puzzle.family != "sudoku" or puzzle.shape != (SIDE,):
        raise UsageError(f"expected a sudoku {SIDE}, found {show(puzzle).splitlines()[0]}")
    return show(puzzle).splitlines()[1:]


def _as_line(puzzle: Puzzle) -> str:
    return "".join(_rows(puzzle)) + "\n"


def _as_sdm(puzzle: Puzzle) -> str:
    return _as_line(puzzle).replace(".", "0")


def _as_sdk(puzzle: Puzzle) -> str:
    return "\n".join(["[Puzzle]", *_rows(puzzle)]) + "\n"


def _as_address(puzzle: Puzzle) -> str:
    return address(puzzle) + "\n"


FORMATS: dict[str, Callable[[Puzzle], str]] = {
    "text": show,
    "line": _as_line,
    "sdm": _as_sdm,
    "sdk": _as_sdk,
    "puzzlink": _as_address,
}
