"""Nonogram: a picture by the lengths of the blocks of filled cells in its lines."""

import random
from collections.abc import Sequence
from itertools import groupby

from ..boards.board import EMPTY
from ..boards.glyphs import ink
from ..boards.grid import Grid
from ..boards.lists import NONE, Listed
from ..boards.sizes import Number
from ..family import Family, Look, Setting, Wording, givens
from ..kinds import Automaton, Regular
from ..model import Model, Rule
from ..phrases import Phrase, all_of, say
from ..puzzle import Clue, Solution, Value

FILLED = "X"
# A little less than half, so that a little more than half of the cells are filled.
PAPER = 0.49
NO_BLOCK = "{line} holds no filled cell"
ONE_BLOCK = "{line} holds one block of {lengths}"
BLOCKS = "{line} holds blocks of {lengths}"
RULES = (
    "Fill cells. The numbers of a line are the lengths of its blocks of filled cells, from left to"
    " right or from top to bottom. Blocks are at least one empty cell apart."
)


def board(width: int, height: int) -> Listed:
    return Listed(Grid(width, height, (EMPTY, FILLED)))


def model(listed: Listed) -> Model:
    return Model(listed.domains, ())


def a_list_says_the_lengths_of_the_blocks(listed: Listed, place: str, text: str) -> Rule:
    lengths = [] if text == NONE else [int(word) for word in text.split()]
    if text != (" ".join(map(str, lengths)) or NONE) or not all(n > 0 for n in lengths):
        raise ValueError(text)
    line, cells = listed.described[place]
    return Rule(_sentence(line, lengths), Regular(cells, blocks(lengths)))


def _sentence(line: Phrase, lengths: Sequence[int]) -> Phrase:
    if not lengths:
        return say(NO_BLOCK, line=line)
    return say(ONE_BLOCK if len(lengths) == 1 else BLOCKS, line=line, lengths=all_of(lengths))


def blocks(lengths: Sequence[int]) -> Automaton:
    """Its states are the filled cells of all blocks, and the gaps before and after them."""
    moves: list[dict[Value, int]] = [{EMPTY: 0}]
    for length in lengths:
        moves[-1][FILLED] = len(moves)
        moves += ({FILLED: state + 1} for state in range(len(moves), len(moves) + length - 1))
        moves += [{EMPTY: len(moves) + 1}, {EMPTY: len(moves) + 1}]
    ends = {len(moves) - 1, *([len(moves) - 2] if lengths else [])}
    return Automaton(tuple(moves), frozenset(ends), "blocks")


def lengths_of_blocks(listed: Listed, solution: Solution, place: str) -> str | None:
    if place not in listed.described:
        return None
    runs = groupby(solution[cell] for cell in listed.described[place].cells)
    return " ".join(str(len([*run])) for value, run in runs if value == FILLED) or NONE


def picture(listed: Listed, rng: random.Random) -> Solution:
    """Ink at random, spread a little, and cells filled where there is much of it: areas, not noise.

    Of such pictures of 20 x 20, two in three have lists that no other has; of noise, hardly any.
    """
    rows = listed.grid.row_cells
    ink = [[rng.random() for _ in row] for row in rows]

    def around(i: int, j: int) -> float:
        near = [line[max(0, j - 1) : j + 2] for line in ink[max(0, i - 1) : i + 2]]
        cells = [one for line in near for one in line]
        return sum(cells) / len(cells)

    return Solution(
        {
            cell: FILLED if around(i, j) > PAPER else EMPTY
            for i, row in enumerate(rows)
            for j, cell in enumerate(row)
        }
    )


def rotated(listed: Listed, clue: Clue) -> Clue:
    return listed.rotated(clue)


FAMILY = Family(
    name="nonogram",
    title="Nonogram",
    rules=RULES,
    example="nonogram 3 3\n1 1\n3\n1\n2\n2\n2\n",
    size=(Number("the width", name="W"), Number("the height", name="H")),
    usual_sizes=("5 5", "10 10", "15 15"),
    board=board,
    model=model,
    clue=a_list_says_the_lengths_of_the_blocks,
    wording=Wording(
        values={FILLED: ("filled", "filled{several}")},
        states=True,
        translations={
            "pt": {
                NO_BLOCK: "a {line} não tem casas preenchidas",
                ONE_BLOCK: "a {line} tem um bloco de {lengths}",
                BLOCKS: "a {line} tem blocos de {lengths}",
                "filled": "preenchida",
                "filled{several}": "preenchidas{several}",
                RULES: (
                    "Preencha casas. Os números de uma linha ou coluna são os comprimentos dos seus"
                    " blocos de casas preenchidas, da esquerda para a direita ou de cima para"
                    " baixo. Entre dois blocos há pelo menos uma casa vazia."
                ),
            }
        },
    ),
    look=Look(glyphs={FILLED: ink}),
    setting=Setting(
        kinds={"lists": lengths_of_blocks, "filled": givens(FILLED), "empties": givens(EMPTY)},
        usual=("lists",),
        keep=("transpose",),
        exchange=rotated,
        board=picture,
    ),
)
