"""Pictures are even: frames close, edges meet, and what was given looks given."""

import pytest

import caracol
from caracol import Clue, Puzzle, Solution
from caracol.drawing.boards import draw
from caracol.drawing.characters import characters
from caracol.drawing.picture import Picture, columns, plain
from caracol.shapes import Area, Drawing, Label, Role, highlighted


def picture(puzzle: Puzzle, solution: Solution | None = None) -> Picture:
    return characters(draw(puzzle, solution))


def test_wide_characters_keep_the_frame_straight() -> None:
    puzzle = Puzzle("magic-snail", (3, "漢字"))
    (solution, *_) = caracol.solutions(puzzle)
    *lines, key = plain(picture(puzzle, solution)).splitlines()
    assert {columns(line) for line in lines} == {13}
    assert key.strip() == "漢 → 字"


@pytest.mark.parametrize(("low", "high"), [(1, 4), (8, 12), (98, 102), (-2, 2), (9999, 10003)])
def test_edges_of_a_triangle_leave_its_circles_evenly(low: int, high: int) -> None:
    puzzle = Puzzle("trid", (3, low, high))
    (solution, *_) = caracol.solutions(puzzle)
    rows = plain(picture(puzzle, solution)).splitlines()
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
    roles = {
        span.cell: span.role
        for line in picture(puzzle, solution)
        for span in line
        if span.text.startswith("↻")
    }
    assert roles.pop("front") is Role.GIVEN
    assert list(roles.values()) == [Role.FOUND] * 5


def test_a_step_stands_out_without_colours() -> None:
    puzzle = caracol.parse("trid 2 1..9\n5\n.\n. .\n")
    drawing = draw(puzzle, None)
    marked = highlighted(drawing, {"r1c1": Role.READ, "r2c1": Role.TARGET, "r2c2": Role.SCOPE})
    spans = {span.cell: span.role for line in characters(marked) for span in line if span.cell}
    assert plain(characters(marked)) == "    <5>\n   /   \\\n[·]─────(·)\n"
    assert spans == {"r1c1": Role.READ, "r2c1": Role.TARGET, "r2c2": Role.SCOPE}


def test_a_large_board_is_drawn_as_an_overview_but_told_in_full() -> None:
    puzzle = Puzzle("mno", (45,), (Clue("r1c1", "M"), Clue("r1c2", "*"), Clue("r2c1", "-")))
    assert "│ M │ ● │ · │" in plain(picture(puzzle)).splitlines()[1]
    assert ">M</text>" not in caracol.svg(puzzle)


def test_what_stands_in_a_cell_of_any_form_belongs_to_it() -> None:
    hexagon = (0.5, 0), (1.5, 0), (2, 1), (1.5, 2), (0.5, 2), (0, 1)
    drawing = Drawing(2, 2, "", "", (Area(hexagon, cell="here"), Label((1, 1), "A", 0.4)))
    marked = characters(highlighted(drawing, {"here": Role.TARGET}))
    assert [span.cell for line in marked for span in line if "A" in span.text] == ["here"]
    assert "[A]" in plain(marked)
