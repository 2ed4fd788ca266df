"""Magic Snail: each character of a key once in every line, in turn along a spiral."""

from collections.abc import Iterator
from functools import partial

from ..boards.board import EMPTY
from ..boards.grid import Grid
from ..boards.sizes import Key, Number
from ..boards.spiral import shell, spiral
from ..family import Family, Look, Setting, filled, givens, too_small
from ..kinds import Count, Regular
from ..kinds.automata import goes_on, repeats, starts_with
from ..kinds.constraint import OTHER
from ..model import Model, Rule
from ..phrases import Phrase, all_of, say

# What a line costs to think of: with the snail it is read in two orders.
LINE = 10


def board(side: int, key: str) -> Grid:
    return Grid(side, side, (EMPTY, *key))


def model(grid: Grid) -> Model:
    rules = (*every_line_holds_the_key_once(grid), the_snail_spells_the_key(grid))
    return Model(dict.fromkeys(spiral(grid), grid.values), rules)


def key_of(grid: Grid) -> str:
    return "".join(map(str, grid.values[1:]))


def every_line_holds_the_key_once(grid: Grid) -> Iterator[Rule]:
    for line, cells in grid.lines:
        for character in key_of(grid):
            sentence = say("{line} holds exactly one {value}", line=line, value=character)
            yield Rule(sentence, Count(cells, (character,), 1, 1), LINE)


def the_snail_spells_the_key(grid: Grid) -> Rule:
    key, path = key_of(grid), spiral(grid)
    return Rule(
        say("along the snail the letters spell {key} over and over", key=key),
        Regular(path, repeats(tuple(key), EMPTY)),
        own_cost=OTHER,  # between two known letters it is as simple as any piece
        pieces=partial(one_letter_follows_another, path, key),
    )


def one_letter_follows_another(path: tuple[str, ...], key: str) -> Iterator[Rule]:
    """What spelling the key over and over means, letter by letter."""
    first = say("the first letter on the snail is {value}", value=key[0])
    last = say("the last letter on the snail is {value}", value=key[-1])
    yield Rule(first, Regular(path, starts_with(key[0], EMPTY)))
    yield Rule(last, Regular(path[::-1], starts_with(key[-1], EMPTY)))
    follows = "after {cell} the snail goes on with the next letter of {key}"
    for i, cell in enumerate(path[:-1]):
        yield Rule(say(follows, cell=cell, key=key), Regular(path[i:], goes_on(tuple(key), EMPTY)))


def description(grid: Grid) -> Phrase:
    template = "A snail of {side} rows and columns, each to hold {values} once."
    return say(template, side=grid.width, values=all_of(key_of(grid)))


def lacking(grid: Grid) -> dict[str, str]:
    return too_small(grid.width, {"hard": 4, "expert": 5, "case analysis": 6})


FAMILY = Family(
    name="magic-snail",
    title="Magic Snail",
    rules=(
        "Put each character of the key once into every row and every column; the other cells stay"
        " empty. Read along the snail, from the top left clockwise inwards, the characters follow"
        " the key over and over."
    ),
    example="magic-snail 5 ABC\n.....\nB.C..\n.....\n.....\n...C.\n",
    size=(Number(), Key()),
    usual_sizes=("5 ABC", "6 ABC", "7 ABCD"),
    board=board,
    model=model,
    lacking=lacking,
    look=Look(description=description, walls=shell, note=lambda grid: " → ".join(key_of(grid))),
    setting=Setting(kinds={"letters": filled, "empties": givens(EMPTY)}, usual=("letters",)),
)
