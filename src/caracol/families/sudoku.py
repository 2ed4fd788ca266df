"""Sudoku: each number once in every row, column and box."""

import re
from math import isqrt

from ..boards.grid import Grid
from ..boards.regions import Parted, boxes
from ..boards.sizes import OneOf
from ..family import Family, Setting, Shortcuts, Wording, filled
from ..model import Model
from ..puzzle import Clue, Puzzle
from ..reader import Reader
from ._squares import every_line_differs

SIDES = (4, 6, 8, 9, 12, 16, 25)
# A 9 x 9 puzzle as collections have them, one a line.
PLAIN = re.compile(r"[0-9.]{81}", re.ASCII)
RULES = (
    "Put each of the numbers 1 to N once into every row, every column and every box with thick"
    " walls."
)


def board(side: int) -> Parted:
    height = max(n for n in range(1, isqrt(side) + 1) if side % n == 0)
    grid = Grid(side, side, tuple(range(1, side + 1)))
    return Parted(grid, boxes(grid, height, side // height))


def model(parted: Parted) -> Model:
    return Model(parted.domains, tuple(every_line_differs(parted.lines, parted.grid.values)))


def counted_down(parted: Parted, clue: Clue) -> Clue:
    return clue._replace(value=str(parted.grid.width + 1 - int(clue.value)))


def plain(reader: Reader) -> Puzzle | None:
    """A line of 81 characters."""
    text = reader.peek().text.strip()
    if not PLAIN.fullmatch(text):
        return None
    reader.take("a puzzle")
    cells = zip(board(9).places, text, strict=True)
    return Puzzle("sudoku", (9,), tuple(Clue(cell, n) for cell, n in cells if n not in ".0"))


FAMILY = Family(
    name="sudoku",
    title="Sudoku",
    rules=RULES,
    example="sudoku 4\n.1..\n...2\n3...\n..3.\n",
    size=(OneOf(SIDES),),
    usual_sizes=("9", "4", "6"),
    board=board,
    model=model,
    wording=Wording(
        translations={
            "pt": {
                RULES: (
                    "Coloque cada um dos números de 1 a N uma vez em cada linha, em cada coluna e"
                    " em cada caixa de paredes grossas."
                )
            }
        }
    ),
    setting=Setting(
        kinds={"numbers": filled},
        usual=("numbers",),
        keep=("turn", "rotate", "mirror"),
        exchange=counted_down,
    ),
    shortcuts=Shortcuts(plain=plain),
)
