"""MNO, Erich Friedman's puzzle: two dots and a letter in every line, the letter true in both."""

from collections.abc import Iterator

from ..boards import grid
from ..boards.grid import EMPTY, columns, rows
from ..family import Family, Setting
from ..model import Count, Model, Rule, Stands, Where
from ..phrases import Phrase, say
from ..puzzle import Cell, Clue, Puzzle, Shape, Solution, Value
from ..reader import Reader, Word
from ..shapes import Drawing, Stroke, square

DOT = "*"
LETTERS = {"M": Where.MIDWAY, "N": Where.BETWEEN, "O": Where.OUTSIDE}
STANDS = {
    "M": "in {line} an M stands midway between the two dots",
    "N": "in {line} an N stands between the two dots, but not midway",
    "O": "in {line} an O does not stand between the two dots",
}
VALUES = (EMPTY, DOT, *LETTERS)


def header(words: tuple[Word, ...]) -> Shape:
    if len(words) != 2:
        raise words[-1].error("a header 'mno N', such as 'mno 5'")
    return (grid.parse_side(words),)


def parse(words: tuple[Word, ...], reader: Reader) -> Puzzle:
    shape = header(words)
    return Puzzle("mno", shape, grid.parse_rows(reader, size(shape), "".join(VALUES)))


def show(puzzle: Puzzle, solution: Solution | None) -> str:
    side = size(puzzle.shape)
    return f"mno {side}\n{grid.show_rows(puzzle, solution, side)}"


def size(shape: Shape) -> int:
    (side,) = shape
    assert isinstance(side, int), "an MNO's shape is its side"
    return side


def model(shape: Shape) -> Model:
    side = size(shape)
    lines = (*rows(side), *columns(side))
    cells = {cell: VALUES for _, row in lines[:side] for cell in row}
    rules = (*every_line_holds_two_dots_and_a_letter(lines), *letters_are_true(lines))
    return Model(cells, rules)


def every_line_holds_two_dots_and_a_letter(
    lines: tuple[tuple[Phrase, tuple[Cell, ...]], ...],
) -> Iterator[Rule]:
    for name, line in lines:
        yield Rule(say("{line} holds exactly two dots", line=name), Count(line, (DOT,), 2, 2))
        yield Rule(
            say("{line} holds exactly one letter", line=name), Count(line, tuple(LETTERS), 1, 1)
        )


def letters_are_true(lines: tuple[tuple[Phrase, tuple[Cell, ...]], ...]) -> Iterator[Rule]:
    for name, line in lines:
        for letter, where in LETTERS.items():
            yield Rule(say(STANDS[letter], line=name), Stands(line, letter, DOT, where))


def named(value: Value, several: bool) -> Phrase:
    if value != DOT:
        return grid.named(value, several)
    return say("dots") if several else say("a dot")


def draw(puzzle: Puzzle, solution: Solution | None) -> Drawing:
    side = size(puzzle.shape)
    frame = Stroke((*square(0, 0, side), (0, 0)), 0.08)
    description = say(
        "A board of {side} rows and columns, each to hold two dots and a letter.", side=side
    )
    shapes = (*grid.draw(puzzle, solution, named, lined=True), frame)
    return Drawing(side, side, f"MNO {side}", description, shapes)


def all_clues(_shape: Shape, solution: Solution) -> Iterator[tuple[str, Clue]]:
    kinds = {EMPTY: "empties", DOT: "dots"}
    for place, value in solution.values.items():
        yield kinds.get(str(value), "letters"), Clue(place, str(value))


def copies(puzzle: Puzzle) -> Iterator[Puzzle]:
    """A board may be turned and mirrored: eight symmetries."""
    for moved in grid.symmetries(size(puzzle.shape)):
        clues = (Clue(moved[place], value) for place, value in puzzle.clues)
        yield Puzzle(puzzle.family, puzzle.shape, tuple(clues))


FAMILY = Family(
    name="mno",
    title="MNO",
    size="N",
    rules=(
        "Every row and every column holds exactly two dots and one letter. In both its lines an M"
        " stands exactly midway between the two dots, an N between them but not midway, an O not"
        " between them."
    ),
    example="mno 5\n.....\n..O..\n.O*..\n..*..\nO....\n",
    header=header,
    parse=parse,
    show=show,
    draw=draw,
    model=model,
    clue=grid.clue,
    value=named,
    setting=Setting(
        kinds=("letters", "dots", "empties"),
        usual=("letters", "dots"),
        all_clues=all_clues,
        symmetries=grid.SYMMETRIES,
        copies=copies,
    ),
)
