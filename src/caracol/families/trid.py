"""Trid: a triangle of circles, all different along every line, sums in the small triangles."""

import random
from collections.abc import Iterator
from functools import partial

from ..boards.board import Line
from ..boards.sizes import Number, Range
from ..boards.triangle import Triangle, corners, is_triangle, row_and_number
from ..boards.triangle_filling import fill
from ..family import Family, Setting, Shortcuts, filled
from ..kinds import Count, Differ, Sum
from ..model import Model, Rule
from ..phrases import all_of, say
from ..puzzle import Clue, Solution

# From here on (circles times values) writing the rules out takes far longer than laying values.
TOO_MANY_FACTS = 50_000


def model(board: Triangle) -> Model:
    rules = tuple(every_line_differs(board))
    return Model(board.domains, rules, partial(full_lines_sum_all_numbers, board))


def every_line_differs(board: Triangle) -> Iterator[Rule]:
    for line in board.lines:
        yield Rule(
            say("the numbers in {line} all differ", line=line.name),
            Differ(line.cells),
            pieces=partial(number_by_number, line, board.values),
        )


def number_by_number(line: Line, values: tuple[int, ...]) -> Iterator[Rule]:
    """A line of as many circles as there are numbers holds each of them."""
    full = len(line.cells) == len(values)
    sentence = "{line} holds exactly one {value}" if full else "{line} holds at most one {value}"
    for value in values:
        one = Count(line.cells, (value,), int(full), 1)
        yield Rule(say(sentence, line=line.name, value=value), one)


def full_lines_sum_all_numbers(board: Triangle) -> Iterator[Rule]:
    """A line of as many circles as there are numbers has their sum."""
    for line in board.lines:
        if len(line.cells) == len(board.values):
            total = sum(board.values)
            sentence = say("the numbers in {line} sum to {total}", line=line.name, total=total)
            yield Rule(sentence, Sum(line.cells, total))


def a_triangle_sums_its_circles(_board: Triangle, place: str, total: str) -> Rule:
    circles = corners(place)
    sentence = say("{cells} sum to {total}", cells=all_of(circles), total=total)
    return Rule(sentence, Sum(circles, int(total)))


def sum_of_circles(_board: Triangle, solution: Solution, place: str) -> str | None:
    if not is_triangle(place):
        return None
    return str(sum([int(solution[circle]) for circle in corners(place)]))


def counted_down(board: Triangle, clue: Clue) -> Clue:
    """The clue on a board whose numbers are counted down instead of up."""
    circles = 3 if is_triangle(clue.place) else 1
    return Clue(clue.place, str(circles * (board.low + board.high) - int(clue.value)))


def strength(board: Triangle, clue: Clue) -> float:
    """Sums of small or large values say most, and those far from the sides; circles are all alike.

    Of the orders tried for 15 and 20 circles a side, this one led to the shortest proofs by far.
    """
    if not is_triangle(clue.place):
        return 0.0
    low, high = board.low, board.high
    extreme = abs(int(clue.value) - 3 * (low + high) / 2) / max(1, high - low)
    i, j = row_and_number(clue.place)
    left = (j + 1) // 2 - 1
    return extreme + 4 * min(board.side - i, left, i - left) / board.side


def construct(board: Triangle, clues: tuple[Clue, ...]) -> Iterator[Solution]:
    """Two different boards of a large puzzle if possible: enough to know that there are many."""
    if board.side * (board.side + 1) // 2 * (board.high - board.low + 1) < TOO_MANY_FACTS:
        return
    sums = {corners(place): int(total) for place, total in clues if is_triangle(place)}
    given = {place: int(value) for place, value in clues if not is_triangle(place)}
    first = fill(board, given, sums, random.Random(0))
    if first:
        yield Solution(first)
    second = fill(board, given, sums, random.Random(1))
    if second and second != first:
        yield Solution(second)


FAMILY = Family(
    name="trid",
    title="Trid",
    rules=(
        "Put a number of the range into every circle, all different along every straight line in"
        " the three directions. A number in a small triangle is the sum of its three circles."
    ),
    example=(
        "trid 5 1..5\n"
        "        .\n"
        "        10\n"
        "      .   .\n"
        "      . . .\n"
        "    .   .   .\n"
        "    8 . 10 . 8\n"
        "  .   .   .   .\n"
        "  . . . . 8 . .\n"
        ".   .   .   .   .\n"
    ),
    size=(Number("the number of circles on a side"), Range()),
    usual_sizes=("4 1..5", "5 1..5", "6 1..6"),
    board=Triangle,
    model=model,
    clue=a_triangle_sums_its_circles,
    setting=Setting(
        kinds={"sums": sum_of_circles, "circles": filled},
        usual=("sums",),
        keep=("turn", "mirror"),
        exchange=counted_down,
        strength=strength,
    ),
    shortcuts=Shortcuts(construct=construct),
)
