"""Pictures are even: frames close, edges meet, and what was given looks given."""

import pytest

import caracol
from caracol import Clue, Puzzle
from caracol.picture import Role, columns, plain


def test_wide_characters_keep_the_frame_straight() -> None:
    puzzle = Puzzle("magic-snail", (3, "漢字"))
    (solution, *_) = caracol.solutions(puzzle)
    lines = plain(caracol.family("magic-snail").picture(puzzle, solution)).splitlines()
    assert {columns(line) for line in lines} == {13}


@pytest.mark.parametrize(("low", "high"), [(1, 4), (8, 12), (98, 102), (-2, 2), (9999, 10003)])
def test_edges_of_a_triangle_leave_its_circles_evenly(low: int, high: int) -> None:
    puzzle = Puzzle("trid", (3, low, high))
    (solution, *_) = caracol.solutions(puzzle)
    rows = plain(caracol.family("trid").picture(puzzle, solution)).splitlines()
    top, edges, below = rows[:3]
    assert top.index("(") - edges.index("/") == edges.index("\\") - top.index(")")
    assert edges.index("/") - below.index("(") == below.rindex(")") - edges.index("\\")
    circles = [len(part.partition(")")[0]) for row in rows for part in row.split("(")[1:]]
    assert len(set(circles)) == 1


def test_a_given_turn_looks_given_once_the_others_are_found() -> None:
    example = caracol.parse(caracol.family("turn-12").example)
    (solution,) = caracol.solutions(example)
    turn = str(solution["front"])
    puzzle = Puzzle(example.family, example.shape, (Clue("front", turn),))
    picture = caracol.family("turn-12").picture(puzzle, solution)
    turns = {line[0].text.strip(): line[1].role for line in picture[-6:]}
    assert turns.pop("front:") is Role.GIVEN
    assert set(turns.values()) == {Role.FOUND}
    shown = [span.role for line in picture[:-6] for span in line]
    assert shown.count(Role.GIVEN) == 4
