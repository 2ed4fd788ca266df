"""Easy as ABC: each character of a key once in every line; clues name the first one seen."""

from collections.abc import Iterator
from dataclasses import replace

from ..boards.board import EMPTY
from ..boards.frame import ABOVE, BELOW, LEFT, RIGHT, Framed
from ..boards.grid import Grid
from ..boards.sizes import Key, Number
from ..family import Family, Look, Setting, Wording, filled, givens
from ..kinds import Count, Regular
from ..kinds.automata import starts_with
from ..model import Model, Rule
from ..phrases import say
from ..puzzle import Solution

FIRST = "{line} shows {value} first from {side}"
RULES = (
    "Put each character of the key once into every row and every column; the other cells stay"
    " empty. A character outside is the first one seen from there."
)


def board(side: int, key: str) -> Framed:
    return Framed(Grid(side, side, (EMPTY, *key)), (ABOVE, LEFT, RIGHT, BELOW), (*key,))


def model(framed: Framed) -> Model:
    return Model(framed.domains, tuple(every_line_holds_the_key_once(framed)))


def every_line_holds_the_key_once(framed: Framed) -> Iterator[Rule]:
    for line, cells in framed.lines:
        for character in framed.clues:
            sentence = say("{line} holds exactly one {value}", line=line, value=character)
            yield Rule(sentence, Count(cells, (character,), 1, 1))


def a_clue_is_the_first_one_seen(framed: Framed, place: str, character: str) -> Rule:
    line, cells = framed.seen_from[place]
    if character not in framed.clues:
        raise ValueError(character)
    sentence = say(FIRST, line=line, value=character, side=framed.side(place))
    seen = replace(starts_with(character, EMPTY), topic="view")
    return Rule(sentence, Regular(cells, seen))


def first_seen(framed: Framed, solution: Solution, place: str) -> str | None:
    if place not in framed.seen_from:
        return None
    values = (solution[cell] for cell in framed.seen_from[place].cells)
    return next(str(value) for value in values if value != EMPTY)


FAMILY = Family(
    name="easy-as-abc",
    title="Easy as ABC",
    rules=RULES,
    example=("easy-as-abc 4 ABC\n  CBCA\nC .... A\nA .... B\nA .... B\nB .... C\n  BCAC\n"),
    size=(Number(), Key()),
    usual_sizes=("4 ABC", "5 ABC", "6 ABCD"),
    board=board,
    model=model,
    clue=a_clue_is_the_first_one_seen,
    wording=Wording(
        translations={
            "pt": {
                FIRST: "a {line}, {side}, mostra primeiro {value}",
                RULES: (
                    "Coloque cada letra da chave uma vez em cada linha e em cada coluna; as outras"
                    " casas ficam vazias. Uma letra de fora é a primeira que se vê dali."
                ),
            }
        }
    ),
    look=Look(note=lambda framed: "".join(map(str, framed.clues))),
    setting=Setting(
        kinds={"views": first_seen, "letters": filled, "empties": givens(EMPTY)},
        usual=("views",),
        keep=("turn", "mirror"),
    ),
)
