"""Sudoku: each number once in every row, column and box."""

import re
from collections.abc import Iterator
from functools import partial
from math import isqrt

from ..boards.grid import Grid
from ..boards.regions import Parted, boxes
from ..boards.sizes import OneOf
from ..family import Family, Setting, Shortcuts, Structure, Wording, filled
from ..kinds import Count
from ..model import Model, Rule
from ..phrases import say
from ..puzzle import Clue, Puzzle
from ..reader import Reader
from ._squares import every_line_differs

# Calibrated on puzzles that Sudoku Explainer has rated: docs/grading.md.
# To see what a number takes away from its lines, where it must be, and what a cell must hold.
TWICE, IN_BOX, IN_LINE, ONLY_NUMBER = 5, 10, 11, 12
SIDES = (4, 6, 8, 9, 12, 16, 25)
# A 9 x 9 puzzle as collections have them, one a line.
PLAIN = re.compile(r"[0-9.]{81}", re.ASCII)
PLAIN_CELLS = tuple(f"r{i}c{j}" for i in range(1, 10) for j in range(1, 10))
RULES = (
    "Put each of the numbers 1 to N once into every row, every column and every box with thick"
    " walls."
)


def board(side: int) -> Parted:
    height = height_of_boxes(side)
    grid = Grid(side, side, tuple(range(1, side + 1)))
    return Parted(grid, boxes(grid, height, side // height))


def height_of_boxes(side: int) -> int:
    return max(n for n in range(1, isqrt(side) + 1) if side % n == 0)


def model(parted: Parted) -> Model:
    values = parted.grid.values
    rules = (
        *every_line_differs(parted.grid.lines, values, IN_LINE),
        *every_line_differs(parted.regions.values(), values, IN_BOX),
    )
    return Model(parted.domains, rules, partial(no_number_twice, parted), settling=ONLY_NUMBER)


def no_number_twice(parted: Parted) -> Iterator[Rule]:
    """To see what a number takes away is cheaper than to see where it must be."""
    for line in parted.lines:
        for value in parted.grid.values:
            sentence = say("{line} holds at most one {value}", line=line.name, value=value)
            yield Rule(sentence, Count(line.cells, (value,), 0, 1), own_cost=TWICE)


def lacking(parted: Parted) -> dict[str, str]:
    """There are 36 irreducible puzzles of side 4 up to symmetry, and all are solved like that."""
    if parted.grid.width > SIDES[0]:
        return {}
    levels = ("medium", "hard", "expert", "case analysis")
    return dict.fromkeys(levels, "some number always has a single place in a box")


def counted_down(parted: Parted, clue: Clue) -> Clue:
    return clue._replace(value=str(parted.grid.width + 1 - int(clue.value)))


def structure(parted: Parted, clues: tuple[Clue, ...]) -> Structure:
    """Numbers may be renamed, rows exchanged with others of their band of boxes, and bands with
    each other, so may columns; where boxes are squares, rows may become columns."""
    side, height = parted.grid.width, height_of_boxes(parted.grid.width)
    parts = {f"={n}": "number" for n in range(1, side + 1)}
    joined: list[tuple[str, str]] = []
    for line, in_band in (("r", height), ("c", side // height)):
        kind = "" if height * height == side else line
        parts[line] = f"{kind}lines"
        for i in range(side):
            row, band = f"{line}{i + 1}", f"{line}band{i // in_band}"
            parts |= {row: f"{kind}line", band: f"{kind}band"}
            joined += [(row, band), (band, line)]
    for cell, value in clues:
        parts[cell] = "clue"
        row, _, column = cell.partition("c")
        joined += [(cell, row), (cell, f"c{column}"), (cell, f"={value}")]
    return parts, joined


def plain(reader: Reader) -> Puzzle | None:
    """A line of 81 characters."""
    text = reader.peek().text.strip()
    if not PLAIN.fullmatch(text):
        return None
    reader.take("a puzzle")
    cells = zip(PLAIN_CELLS, text, strict=True)
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
    lacking=lacking,
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
        structure=structure,
        most_for_fewest=512,  # 8 x 8: whether 17 are the fewest of a 9 x 9 takes ages
    ),
    shortcuts=Shortcuts(without_header=plain),
)
