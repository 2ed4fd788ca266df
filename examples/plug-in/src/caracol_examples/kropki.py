"""Kropki: a Latin square; marks between numbers that differ by one or are twice the other."""

from collections.abc import Iterator

from caracol.boards.glyphs import disc, ring
from caracol.boards.grid import Grid
from caracol.boards.signs import Signed
from caracol.boards.sizes import Number
from caracol.family import Family, Look, Setting, Wording, filled
from caracol.kinds import Count, Forbid
from caracol.model import Model, Rule
from caracol.phrases import say
from caracol.puzzle import Solution

ONE_MORE, TWICE = "o", "@"
SENTENCES = {
    ONE_MORE: "{one} and {other} differ by one",
    TWICE: "of {one} and {other} one is twice the other",
}
RULES = (
    "Put each of the numbers 1 to N once into every row and every column. Two numbers with a hollow"
    " mark between them differ by one; of two numbers with a full mark between them one is twice"
    " the other. Where there is no mark, any two numbers may be neighbours."
)


def board(side: int) -> Signed:
    return Signed(Grid(side, side, tuple(range(1, side + 1))), (ONE_MORE, TWICE))


def model(squares: Signed) -> Model:
    return Model(squares.domains, tuple(every_line_holds_each_number_once(squares)))


def every_line_holds_each_number_once(squares: Signed) -> Iterator[Rule]:
    for line, cells in squares.lines:
        for number in squares.grid.values:
            sentence = say("{line} holds exactly one {value}", line=line, value=number)
            yield Rule(sentence, Count(cells, (number,), 1, 1))


def marks_are_true(squares: Signed, place: str, mark: str) -> Rule:
    one, other = squares.edges[place]
    numbers = range(1, squares.grid.width + 1)
    wrong = [(a, b) for a in numbers for b in numbers if not is_true(mark, a, b)]
    return Rule(say(SENTENCES[mark], one=one, other=other), Forbid((one, other), frozenset(wrong)))


def is_true(mark: str, a: int, b: int) -> bool:
    return abs(a - b) == 1 if mark == ONE_MORE else 2 * min(a, b) == max(a, b)


def mark_between(squares: Signed, solution: Solution, place: str) -> str | None:
    """The mark that two neighbours can have; 1 and 2 get the hollow one."""
    if place not in squares.edges:
        return None
    a, b = (int(solution[cell]) for cell in squares.edges[place])
    return next((mark for mark in SENTENCES if is_true(mark, a, b)), None)


FAMILY = Family(
    name="kropki",
    title="Kropki",
    rules=RULES,
    example="kropki 4\n. . . .\n. . . .\n  o o\n. 1 . .\n      o\n. . 3 .\n",
    size=(Number(high=35),),
    board=board,
    model=model,
    clue=marks_are_true,
    wording=Wording(
        translations={
            "pt": {
                SENTENCES[ONE_MORE]: "{one} e {other} diferem por um",
                SENTENCES[TWICE]: "de {one} e {other}, um é o dobro do outro",
                RULES: (
                    "Coloque cada um dos números de 1 a N uma vez em cada linha e em cada coluna."
                    " Dois números com uma marca branca entre si diferem por um; de dois números"
                    " com uma marca preta entre si, um é o dobro do outro. Onde não há marca,"
                    " quaisquer dois números podem ser vizinhos."
                ),
            }
        }
    ),
    look=Look(glyphs={ONE_MORE: ring, TWICE: disc}),
    setting=Setting(
        kinds={"marks": mark_between, "numbers": filled},
        usual=("marks", "numbers"),
        keep=("turn", "mirror"),
    ),
)
