"""Puzzles as the peers know them: the numbers of the header, and what is given."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

UNKNOWN, EMPTY, DOT = ".", "-", "*"
MNO_VALUES = EMPTY + DOT + "MNO"

Place = tuple[int, int]  # row and column, from 0
Board = Mapping[Place, str]


class Snail(NamedTuple):
    side: int
    key: str
    given: dict[Place, str]

    def path(self) -> Iterator[Place]:
        """Every place from the top left clockwise inwards."""
        ahead = {(i, j) for i in range(self.side) for j in range(self.side)}
        i, j, down, right = 0, 0, 0, 1
        while ahead:
            yield i, j
            ahead.remove((i, j))
            if (i + down, j + right) not in ahead:
                down, right = right, -down
            i, j = i + down, j + right


def read(text: str) -> Snail:
    """The snail of a text without comments, its rows written together."""
    header, *rows = text.split("\n")
    _, side, key = header.split()
    held = {(i, j): held for i, row in enumerate(rows) for j, held in enumerate(row)}
    return Snail(int(side), key, {at: value for at, value in held.items() if value != UNKNOWN})


class Mno(NamedTuple):
    side: int
    given: dict[Place, str]

    def lines(self) -> Iterator[list[Place]]:
        """Every row and every column."""
        for i in range(self.side):
            yield [(i, j) for j in range(self.side)]
            yield [(j, i) for j in range(self.side)]


def true_letter(at: int, one: int, two: int) -> str:
    """The letter that is true at a place of a line with dots at one and two, one before two."""
    return "O" if not one < at < two else "M" if one + two == 2 * at else "N"


class Trid(NamedTuple):
    side: int
    low: int
    high: int
    given: dict[Place, int]  # triangle j below row i, from 0: even ones point up, odd ones down

    def circles(self) -> list[Place]:
        return [(i, j) for i in range(self.side) for j in range(i + 1)]

    def lines(self) -> Iterator[list[Place]]:
        """Every straight line of two circles or more."""
        for i in range(1, self.side):
            yield [(i, j) for j in range(i + 1)]
        for j in range(self.side - 1):
            yield [(i, j) for i in range(j, self.side)]
            yield [(i, i - j) for i in range(j, self.side)]

    def sums(self) -> Iterator[tuple[tuple[Place, Place, Place], int]]:
        """The three circles of each triangle with a sum, and the sum."""
        for (i, j), total in self.given.items():
            left = j // 2
            third = (i, left + 1) if j % 2 else (i + 1, left)
            yield ((i, left), third, (i + 1, left + 1)), total


FACES = ("top", "bottom", "front", "back", "left", "right")
TOTAL = 12
# Two faces and the side of each, counted clockwise from the upper one.
CONTACTS = (
    *(("top", 0, "back", 2), ("top", 1, "right", 3), ("top", 2, "front", 0), ("top", 3, "left", 1)),
    *(("right", 0, "back", 1), ("right", 2, "front", 1)),
    *(("left", 0, "back", 3), ("left", 2, "front", 3)),
    *(("bottom", 0, "back", 0), ("bottom", 1, "left", 3)),
    *(("bottom", 2, "front", 2), ("bottom", 3, "right", 1)),
)


class Cube(NamedTuple):
    rings: dict[str, str]

    @property
    def length(self) -> int:
        return len(self.rings["top"])

    def digit(self, face: str, side: int, turn: int) -> int:
        """What stands on a side of a face with that turn."""
        return int(self.rings[face][(turn + side * self.length // 4) % self.length])


class Classic(NamedTuple):
    """A puzzle of a family that many know; its name says which.

    What stands outside a board is at row or column -1, or one past the last. Slitherlink has edges,
    so there all places are doubled: numbers at odd ones, edges where one of the two is even.
    """

    family: str
    shape: tuple[int | str, ...]  # the words of the header, and whatever is printed on the board
    given: dict[Place, str]
    less: tuple[tuple[Place, Place], ...] = ()  # Futoshiki: the smaller one first

    @property
    def width(self) -> int:
        return int(self.shape[0])

    @property
    def height(self) -> int:
        return int(self.shape[1]) if self.family in OBLONG else self.width

    def lines(self) -> list[list[Place]]:
        """Every row, then every column."""
        down, across = range(self.height), range(self.width)
        rows = [[(i, j) for j in across] for i in down]
        return [*rows, *([(i, j) for i in down] for j in across)]

    def views(self) -> Iterator[tuple[list[Place], str]]:
        """Lines as they are seen from clues outside, each with its clue."""
        lines, high, wide = self.lines(), self.height, self.width
        ends = [((i, -1), (i, wide)) for i in range(high)]
        ends += [((-1, j), (high, j)) for j in range(wide)]
        for line, (start, end) in zip(lines, ends, strict=True):
            for seen, at in ((line, start), (line[::-1], end)):
                if at in self.given:
                    yield seen, self.given[at]

    def inside(self) -> dict[Place, str]:
        """What is given of the board itself."""
        cells = {place for line in self.lines() for place in line}
        return {place: value for place, value in self.given.items() if place in cells}


CLASSICS = (
    *("sudoku", "futoshiki", "skyscrapers", "easy-as-abc", "takuzu"),
    *("star-battle", "nonogram", "hitori", "slitherlink"),
)
# Their boards may be higher or less high than wide.
OBLONG = ("nonogram", "slitherlink")

Known = Snail | Mno | Trid | Cube | Classic


class Unknown(Exception):
    """The peer does not know such puzzles."""
