"""Futoshiki: each number once in every row and column, and signs that say which one is smaller."""

from ..boards.grid import Grid
from ..boards.order_signs import SMALLER, Ordered
from ..boards.sizes import Number
from ..family import Family, Setting, Wording, filled
from ..kinds import Forbid
from ..model import Model, Rule
from ..phrases import say
from ..puzzle import Solution
from ._squares import LARGEST, every_line_differs

LESS = "{one} is smaller than {other}"
RULES = (
    "Put each of the numbers 1 to N once into every row and every column. A sign between two cells"
    " points at the smaller number."
)


def board(side: int) -> Ordered:
    return Ordered(Grid(side, side, tuple(range(1, side + 1))))


def model(ordered: Ordered) -> Model:
    return Model(ordered.domains, tuple(every_line_differs(ordered.lines, ordered.grid.values)))


def a_sign_points_at_the_smaller_number(ordered: Ordered, place: str, sign: str) -> Rule:
    if sign != SMALLER:
        raise ValueError(sign)
    one, other = ordered.pairs[place]
    numbers = range(1, ordered.grid.width + 1)
    wrong = frozenset((a, b) for a in numbers for b in numbers if a >= b)
    return Rule(say(LESS, one=one, other=other), Forbid((one, other), wrong))


def sign_between(ordered: Ordered, solution: Solution, place: str) -> str | None:
    if place not in ordered.pairs:
        return None
    one, other = (int(solution[cell]) for cell in ordered.pairs[place])
    return SMALLER if one < other else None


FAMILY = Family(
    name="futoshiki",
    title="Futoshiki",
    rules=RULES,
    example=("futoshiki 4\n4>. . .\n  ^   v\n.<.>3>.\n      ^\n. 2 .<.\nv ^ ^ v\n1 3<. .\n"),
    size=(Number(high=LARGEST),),
    usual_sizes=("4", "5", "6"),
    board=board,
    model=model,
    clue=a_sign_points_at_the_smaller_number,
    wording=Wording(
        translations={
            "pt": {
                LESS: "{one} é menor do que {other}",
                RULES: (
                    "Coloque cada um dos números de 1 a N uma vez em cada linha e em cada coluna."
                    " Um sinal entre duas casas aponta para o número menor."
                ),
            }
        }
    ),
    setting=Setting(
        kinds={"signs": sign_between, "numbers": filled},
        usual=("signs", "numbers"),
        keep=("turn", "mirror"),
    ),
)
