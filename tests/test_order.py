"""The order of several solutions depends on the puzzle alone."""

import pytest

import caracol

PUZZLES = {
    "magic-snail": "magic-snail 5 ABC\n.....\n.....\n.....\n.....\n.....\n",
    "mno": "mno 5\n.....\n.....\n..*..\n.....\n.....\n",
    "trid": "trid 3 1..4\n.\n.\n..\n...\n...\n",
}


@pytest.mark.parametrize("name", PUZZLES)
def test_what_was_asked_before_does_not_change_the_order_of_solutions(name: str) -> None:
    puzzle = caracol.parse(PUZZLES[name])
    first = [one.values for one in caracol.solutions(puzzle, 9)]
    for solution in first:
        for cell, value in list(solution.items())[:5]:
            given = caracol.Puzzle(
                puzzle.family, puzzle.shape, (caracol.Clue(cell, str(value)), *puzzle.clues)
            )
            assert list(caracol.solutions(given, 3))
    assert [one.values for one in caracol.solutions(puzzle, 9)] == first


@pytest.mark.parametrize("name", PUZZLES)
def test_searches_that_take_turns_do_not_change_each_other(name: str) -> None:
    puzzle = caracol.parse(PUZZLES[name])
    alone = [one.values for one in caracol.solutions(puzzle, 6)]
    one, other = caracol.solutions(puzzle, 6), caracol.solutions(puzzle, 6)
    turns = [(a.values, b.values) for a, b in zip(one, other, strict=True)]
    assert turns == list(zip(alone, alone, strict=True))
