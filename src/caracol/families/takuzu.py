"""Takuzu: as many 0 as 1 in every line, no three equal ones in a row, and no two lines alike."""

from collections.abc import Iterator
from itertools import combinations

from ..boards.grid import Grid
from ..boards.sizes import Number
from ..family import Family, Setting, Wording, filled
from ..kinds import Count, Forbid, Unlike
from ..model import Model, Rule
from ..phrases import say
from ..puzzle import Clue

HALF = "{line} holds as many 0 as 1"
NO_THREE = "{one}, {two} and {three} are not all the same"
NOT_ALIKE = "{one} and {other} are not the same"
# Two values leave little to think of; the first step often takes two rules.
SIMPLE = 6
RULES = (
    "Fill every cell with 0 or 1. Every row and every column holds as many 0 as 1, nowhere do three"
    " equal ones stand side by side, no two rows are the same, and no two columns are the same."
)


def board(side: int) -> Grid:
    return Grid(side, side, (0, 1))


def model(grid: Grid) -> Model:
    rules = (
        *every_line_holds_as_many_of_both(grid),
        *no_three_in_a_row_are_the_same(grid),
        *no_two_lines_are_the_same(grid),
    )
    return Model(grid.domains, rules)


def every_line_holds_as_many_of_both(grid: Grid) -> Iterator[Rule]:
    half = grid.width // 2
    for line, cells in grid.lines:
        yield Rule(say(HALF, line=line), Count(cells, (0,), half, half), SIMPLE)


def no_three_in_a_row_are_the_same(grid: Grid) -> Iterator[Rule]:
    same = frozenset({(0, 0, 0), (1, 1, 1)})
    for _, cells in grid.lines:
        for one, two, three in zip(cells, cells[1:], cells[2:], strict=False):
            sentence = say(NO_THREE, one=one, two=two, three=three)
            yield Rule(sentence, Forbid((one, two, three), same), SIMPLE)


def no_two_lines_are_the_same(grid: Grid) -> Iterator[Rule]:
    for lines in (grid.rows, grid.columns):
        for one, other in combinations(lines, 2):
            sentence = say(NOT_ALIKE, one=one.name, other=other.name)
            yield Rule(sentence, Unlike(one.cells, other.cells))


def exchanged(_grid: Grid, clue: Clue) -> Clue:
    return clue._replace(value="1" if clue.value == "0" else "0")


FAMILY = Family(
    name="takuzu",
    title="Takuzu",
    rules=RULES,
    example="takuzu 4\n1.1.\n..1.\n0...\n.1..\n",
    size=(Number(multiple_of=2, low=2),),
    usual_sizes=("6", "8", "10"),
    board=board,
    model=model,
    wording=Wording(
        translations={
            "pt": {
                HALF: "a {line} tem tantos 0 como 1",
                NO_THREE: "{one}, {two} e {three} não são todas iguais",
                NOT_ALIKE: "a {one} e a {other} não são iguais",
                RULES: (
                    "Preencha cada casa com 0 ou 1. Cada linha e cada coluna tem tantos 0 como 1,"
                    " nunca há três iguais seguidos, não há duas linhas iguais nem duas colunas"
                    " iguais."
                ),
            }
        }
    ),
    setting=Setting(
        kinds={"digits": filled}, usual=("digits",), keep=("turn", "mirror"), exchange=exchanged
    ),
)
