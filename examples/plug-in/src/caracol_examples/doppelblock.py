"""Doppelblock: two black cells in every line, and clues that sum the numbers between them."""

from collections.abc import Iterator

from caracol.boards.frame import ABOVE, LEFT, Framed
from caracol.boards.glyphs import block
from caracol.boards.grid import Grid
from caracol.boards.sizes import Number
from caracol.family import Family, Look, Setting, Wording, givens
from caracol.kinds import DONE, Automaton, Count, Regular
from caracol.model import Model, Rule
from caracol.phrases import say
from caracol.puzzle import Solution, Value

BLACK = "X"
TWO_BLACK = "{line} holds exactly two black cells"
SUM = "in {line} the numbers between the black cells sum to {total}"
RULES = (
    "Every row and every column holds two black cells and each of the numbers 1 to N-2 once. A"
    " number outside is the sum of the numbers between the two black cells of its line."
)


def board(side: int) -> Framed:
    numbers = range(1, side - 1)
    return Framed(
        Grid(side, side, (BLACK, *numbers)), (ABOVE, LEFT), tuple(range(sum(numbers) + 1))
    )


def model(framed: Framed) -> Model:
    return Model(framed.domains, tuple(every_line_holds_two_black_cells_and_each_number(framed)))


def every_line_holds_two_black_cells_and_each_number(framed: Framed) -> Iterator[Rule]:
    for line, cells in framed.lines:
        yield Rule(say(TWO_BLACK, line=line), Count(cells, (BLACK,), 2, 2))
        for number in framed.grid.values[1:]:
            sentence = say("{line} holds exactly one {value}", line=line, value=number)
            yield Rule(sentence, Count(cells, (number,), 1, 1))


def a_clue_sums_what_lies_between(framed: Framed, place: str, total: str) -> Rule:
    line, cells = framed.seen_from[place]
    numbers = range(1, framed.grid.width - 1)
    return Rule(say(SUM, line=line, total=total), Regular(cells, sums_between(int(total), numbers)))


def sums_between(total: int, numbers: range) -> Automaton:
    """Before the first black cell it is in state 0, after it in one more than the sum so far."""
    before: dict[Value, int] = {BLACK: 1}
    moves = [before | dict.fromkeys(numbers, 0)]
    for so_far in range(total + 1):
        longer: dict[Value, int] = {n: 1 + so_far + n for n in numbers if so_far + n <= total}
        moves.append(longer | {BLACK: DONE} if so_far == total else longer)
    return Automaton(tuple(moves), topic="sum")


def sum_between(framed: Framed, solution: Solution, place: str) -> str | None:
    if place not in framed.seen_from:
        return None
    values = [solution[cell] for cell in framed.seen_from[place].cells]
    first = values.index(BLACK)
    second = values.index(BLACK, first + 1)
    return str(sum(map(int, values[first + 1 : second])))


FAMILY = Family(
    name="doppelblock",
    title="Doppelblock",
    rules=RULES,
    example="doppelblock 5\n  5.25.\n. .....\n. .....\n3 .....\n. .....\n0 .....\n",
    size=(Number(low=3, high=37),),
    board=board,
    model=model,
    clue=a_clue_sums_what_lies_between,
    wording=Wording(
        values={BLACK: ("a black cell", "black cells")},
        translations={
            "pt": {
                TWO_BLACK: "a {line} tem exatamente duas casas pretas",
                SUM: "na {line} os números entre as casas pretas somam {total}",
                "a black cell": "uma casa preta",
                "black cells": "casas pretas",
                RULES: (
                    "Cada linha e cada coluna tem duas casas pretas e cada um dos números de 1 a"
                    " N-2 uma vez. Um número de fora é a soma dos números entre as duas casas"
                    " pretas da sua linha ou coluna."
                ),
            }
        },
    ),
    look=Look(glyphs={BLACK: block}),
    setting=Setting(
        kinds={"sums": sum_between, "numbers": givens(range(1, 36)), "blacks": givens(BLACK)},
        usual=("sums",),
        keep=("turn", "mirror"),
    ),
)
