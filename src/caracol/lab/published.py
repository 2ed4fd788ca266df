"""The figures of the five student reports that caracol grew from.

All are by SICStus Prolog on machines of their time: 001 is of 2011, 002 and 004 are of 2017.
"""

from typing import NamedTuple

from ..puzzle import Shape

AUTHORS = {
    "000": "L. Teixeira, M. Cunha: Magic Snail",
    "001": "J. Henriques, J. Guedes: Turn 12",
    "002": "J. Carneiro: Trid",
    "003": "J. Guerra, M. Silva: MNO",
    "004": "M. Curral, N. Costa: Magic Snail",
}


class Published(NamedTuple):
    """A line of a table: the first solution of a puzzle, and what finding it took."""

    report: str
    family: str
    shape: Shape
    milliseconds: float
    backtracks: float | None = None
    constraints: int | None = None
    clued: bool = False  # else the board is empty


KEY = "ABCDEFGHIJKL"
# Section 6 of report 000 and the two tables of results of report 004: side, length of the key,
# milliseconds of a clock that ticks every ten.
_SNAILS = {
    "000": "1/1:0 2/1:0 2/2:0 3/1:0 3/2:0 4/1:0 4/2:10 5/1:0 5/2:20 5/3:320 6/1:0 6/2:170 7/1:0"
    " 7/2:740 7/3:5880",
    "004": "5/3:160 7/3:5960 9/3:212320 5/4:200 7/4:7170 9/4:250900",
}
TICK = 10.0


def _snail(report: str, entry: str) -> Published:
    side, length, milliseconds = map(int, entry.replace("/", ":").split(":"))
    return Published(report, "magic-snail", (side, KEY[:length]), milliseconds)


SNAILS = tuple(_snail(report, entry) for report, text in _SNAILS.items() for entry in text.split())
# Report 002, section 5.
TRIDS = (
    Published("002", "trid", (50, 1, 75), 489, 0, 2548),
    Published("002", "trid", (100, 1, 128), 6388, 0, 10098),
    Published("002", "trid", (200, 1, 290), 77819, 0, 40198),
)
# Report 003, section 5: means of six.
MNOS = (
    Published("003", "mno", (5,), 10, 0.5, 302, clued=True),
    Published("003", "mno", (6,), 10, 1, 449, clued=True),
    Published("003", "mno", (7,), 25, 2, 662, clued=True),
    Published("003", "mno", (25,), 40, 0, 11800),
    Published("003", "mno", (50,), 360, 0, 48600),
    Published("003", "mno", (100,), 14450, 0, 197200),
)
# Report 001 solves cubes of these lengths, without giving times, and makes unique ones up to 60.
CUBES = (24, 52, 72)
LONGEST_UNIQUE_CUBE = 60

# Boards that the reports print as solutions.
BOARDS = {
    "000, figure 2": "magic-snail 5 ABC\n-A-BC\nB-C-A\nAC--B\nC-BA-\n-BAC-\n",
    "001, figure 2.3": (
        "turn-12 24\n"
        "top    356735869637537564374649 14\n"
        "bottom 343574954363596738547975 2\n"
        "front  353748635975458485676439 6\n"
        "back   349576573795398457964379 23\n"
        "left   357863653739359498735895 23\n"
        "right  348765738453874583769785 4\n"
    ),
    "003, section 4": "mno 5\nO--**\n**O--\n*M*--\n-*-N*\n--**O\n",
    "004, figure 7": "magic-snail 5 abc\nab--c\nc-ab-\nb--ca\n-cba-\n-ac-b\n",
}
