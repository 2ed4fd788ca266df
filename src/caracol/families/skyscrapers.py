"""Skyscrapers: each height once in every row and column; clues count the towers seen."""

from ..boards.frame import ABOVE, BELOW, LEFT, RIGHT, Framed
from ..boards.grid import Grid
from ..boards.sizes import Number
from ..family import Family, Setting, Wording, filled
from ..kinds import Automaton, Regular
from ..model import Model, Rule
from ..phrases import say
from ..puzzle import Solution, Value
from ._squares import LARGEST, every_line_differs

SEES = "{line} shows {number} towers from {side}"
SEES_ONE = "{line} shows one tower from {side}"
RULES = (
    "Put each of the heights 1 to N once into every row and every column. A number outside says how"
    " many towers are seen from there: those higher than all before them."
)


def board(side: int) -> Framed:
    heights = tuple(range(1, side + 1))
    return Framed(Grid(side, side, heights), (ABOVE, LEFT, RIGHT, BELOW), heights)


def model(framed: Framed) -> Model:
    return Model(framed.domains, tuple(every_line_differs(framed.lines, framed.grid.values)))


def a_clue_counts_the_towers_seen(framed: Framed, place: str, number: str) -> Rule:
    line, cells = framed.seen_from[place]
    side = framed.side(place)
    sentence = say(SEES_ONE if number == "1" else SEES, line=line, number=number, side=side)
    return Rule(sentence, Regular(cells, shows(int(number), framed.grid.width)))


def shows(number: int, highest: int) -> Automaton:
    """Its states are the tower seen last and how many are seen, 0 and 0 at first."""
    states = [(0, 0)]
    moves: list[dict[Value, int]] = []
    for last, seen in states:
        then: dict[Value, int] = {}
        for height in range(1, highest + 1):
            state = (height, seen + 1) if height > last else (last, seen)
            # Towers still to be seen must be higher than this one, and the highest is seen.
            left = number - state[1]
            if left <= highest - state[0] and (left > 0 or state[0] == highest):
                if state not in states:
                    states.append(state)
                then[height] = states.index(state)
        moves.append(then)
    return Automaton(tuple(moves), frozenset({states.index((highest, number))}), "view")


def towers_seen(framed: Framed, solution: Solution, place: str) -> str | None:
    if place not in framed.seen_from:
        return None
    heights = [int(solution[cell]) for cell in framed.seen_from[place].cells]
    return str(sum(height > max(heights[:i], default=0) for i, height in enumerate(heights)))


FAMILY = Family(
    name="skyscrapers",
    title="Skyscrapers",
    rules=RULES,
    example=("skyscrapers 4\n  3221\n4 .... 1\n2 .... 2\n3 .... 2\n1 .... 2\n  1322\n"),
    size=(Number(high=LARGEST),),
    usual_sizes=("4", "5", "6"),
    board=board,
    model=model,
    clue=a_clue_counts_the_towers_seen,
    wording=Wording(
        translations={
            "pt": {
                SEES: "a {line}, {side}, mostra {number} torres",
                SEES_ONE: "a {line}, {side}, mostra uma torre",
                RULES: (
                    "Coloque cada uma das alturas de 1 a N uma vez em cada linha e em cada coluna."
                    " Um número de fora diz quantas torres se veem dali: as que são mais altas do"
                    " que todas as anteriores."
                ),
            }
        }
    ),
    setting=Setting(
        kinds={"views": towers_seen, "heights": filled},
        usual=("views",),
        keep=("turn", "mirror"),
    ),
)
