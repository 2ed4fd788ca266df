"""MNO, Erich Friedman's puzzle: two dots and a letter in every line, the letter true in both."""

from collections.abc import Iterator

from ..boards.board import EMPTY
from ..boards.glyphs import dot
from ..boards.grid import Grid
from ..boards.sizes import Number
from ..family import Family, Look, Setting, Wording, givens, too_small
from ..kinds import Count, Stands, Where
from ..model import Model, Rule
from ..phrases import Phrase, say

DOT = "*"
LETTERS = {"M": Where.MIDWAY, "N": Where.BETWEEN, "O": Where.OUTSIDE}
STANDS = {
    "M": "in {line} an M stands midway between the two dots",
    "N": "in {line} an N stands between the two dots, but not midway",
    "O": "in {line} an O does not stand between the two dots",
}


def board(side: int) -> Grid:
    return Grid(side, side, (EMPTY, DOT, *LETTERS))


def model(grid: Grid) -> Model:
    rules = (*every_line_holds_two_dots_and_a_letter(grid), *letters_are_true(grid))
    return Model(grid.domains, rules)


def every_line_holds_two_dots_and_a_letter(grid: Grid) -> Iterator[Rule]:
    for line, cells in grid.lines:
        yield Rule(say("{line} holds exactly two dots", line=line), Count(cells, (DOT,), 2, 2))
        one_letter = Count(cells, tuple(LETTERS), 1, 1)
        yield Rule(say("{line} holds exactly one letter", line=line), one_letter)


def letters_are_true(grid: Grid) -> Iterator[Rule]:
    for line, cells in grid.lines:
        for letter, where in LETTERS.items():
            yield Rule(say(STANDS[letter], line=line), Stands(cells, letter, DOT, where))


def description(grid: Grid) -> Phrase:
    template = "A board of {side} rows and columns, each to hold two dots and a letter."
    return say(template, side=grid.width)


def lacking(grid: Grid) -> dict[str, str]:
    return too_small(grid.width, {"expert": 5, "case analysis": 5})


FAMILY = Family(
    name="mno",
    title="MNO",
    rules=(
        "Every row and every column holds exactly two dots and one letter. In both its lines an M"
        " stands exactly midway between the two dots, an N between them but not midway, an O not"
        " between them."
    ),
    example="mno 5\n.....\n..O..\n.O*..\n..*..\nO....\n",
    size=(Number(),),
    usual_sizes=("5", "6", "7"),
    board=board,
    model=model,
    lacking=lacking,
    wording=Wording(
        values={DOT: ("a dot", "dots")}, groups={tuple(LETTERS): ("a letter", "letters")}
    ),
    look=Look(description=description, glyphs={DOT: dot}, keys={DOT: "."}),
    setting=Setting(
        kinds={"letters": givens(LETTERS), "dots": givens(DOT), "empties": givens(EMPTY)},
        usual=("letters", "dots"),
        keep=("turn", "mirror"),
    ),
)
