"""What is special about Trid."""

import re

from hypothesis import given

from caracol import Puzzle, show
from strategies import puzzles


@given(puzzles("trid"))
def test_each_sum_of_an_upward_triangle_stands_below_its_top_circle(puzzle: Puzzle) -> None:
    _, *lines = show(puzzle).splitlines()
    starts = [[word.start() for word in re.finditer(r"\S+", line)] for line in lines]
    for circles, triangles in zip(starts[::2], starts[1::2], strict=False):
        assert triangles[::2] == circles
