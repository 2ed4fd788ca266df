"""What is special about Trid."""

import re
from dataclasses import replace

import pytest
from hypothesis import given

from caracol import Puzzle, generate, is_unique, parse, show
from caracol.boards.triangle import Triangle
from caracol.drawing.boards import draw
from caracol.registry import family
from caracol.shapes import Disc
from strategies import puzzles


@given(puzzles("trid"))
def test_each_sum_of_an_upward_triangle_stands_below_its_top_circle(puzzle: Puzzle) -> None:
    _, *lines = show(puzzle).splitlines()
    starts = [[word.start() for word in re.finditer(r"\S+", line)] for line in lines]
    for circles, triangles in zip(starts[::2], starts[1::2], strict=False):
        assert triangles[::2] == circles


@pytest.mark.parametrize(("name", "slope"), [("row", 0), ("falling", 1), ("rising", -1)])
def test_lines_go_the_way_their_names_say_in_the_picture(name: str, slope: int) -> None:
    drawn = draw(parse(family("trid").example), None)
    spots = {disc.cell: disc.centre for disc in drawn.shapes if isinstance(disc, Disc)}
    found = [cells for phrase, cells in Triangle(5, 1, 5).lines if phrase.template.startswith(name)]
    assert len(found) == 4
    for cells in found:
        left, right = sorted((spots[cells[0]], spots[cells[-1]]))
        down = right[1] - left[1]
        assert (down > 0.01) - (down < -0.01) == slope


@pytest.mark.slow
@pytest.mark.parametrize("size", ["12 1..12", "15 1..20"])
def test_puzzles_of_large_boards_are_unique_and_have_no_clue_to_spare(size: str) -> None:
    (puzzle,) = generate("trid", size, count=1, seconds=60)
    assert is_unique(puzzle)
    for clue in puzzle.clues:
        rest = tuple(other for other in puzzle.clues if other != clue)
        assert not is_unique(replace(puzzle, clues=rest))
