"""Pictures are even: frames close, edges meet, and what was given looks given."""

import caracol
from caracol import Puzzle
from caracol.picture import columns, plain


def test_wide_characters_keep_the_frame_straight() -> None:
    puzzle = Puzzle("magic-snail", (3, "漢字"))
    (solution, *_) = caracol.solutions(puzzle)
    lines = plain(caracol.family("magic-snail").picture(puzzle, solution)).splitlines()
    assert {columns(line) for line in lines} == {13}
