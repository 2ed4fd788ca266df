"""A Magic Snail as the peers know it: side, key and given characters."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

UNKNOWN = "."
EMPTY = "-"

Place = tuple[int, int]  # row and column, from 0


class Snail(NamedTuple):
    side: int
    key: str
    given: dict[Place, str]


def read(text: str) -> Snail:
    """The puzzle of a text without comments, its rows written together."""
    header, *rows = text.split("\n")
    _, side, key = header.split()
    given = {
        (i, j): character
        for i, row in enumerate(rows)
        for j, character in enumerate(row)
        if character != UNKNOWN
    }
    return Snail(int(side), key, given)


def spiral(side: int) -> Iterator[Place]:
    """Every place from the top left clockwise inwards."""
    ahead = {(i, j) for i in range(side) for j in range(side)}
    i, j, down, right = 0, 0, 0, 1
    while ahead:
        yield i, j
        ahead.remove((i, j))
        if (i + down, j + right) not in ahead:
            down, right = right, -down
        i, j = i + down, j + right


def run(is_unique: Callable[[Snail], bool]) -> None:
    """Answer for the file named on the command line: exit status 0 says that it is unique."""
    sys.exit(not is_unique(read(Path(sys.argv[1]).read_text("utf-8"))))
