"""Hints: the next step from any board, and what is wrong first."""

import json
from pathlib import Path

import pytest

import caracol
from caracol import Hint, Puzzle, UsageError, registry
from caracol.cli.commands import main
from caracol.puzzle import Cell, Value
from terminals import on_a_terminal

EXAMPLES = {name: family.example for name, family in registry.families().items()}
every_family = pytest.mark.parametrize("name", EXAMPLES)


def followed(puzzle: Puzzle) -> dict[Cell, set[Value]]:
    """What is left of each cell after following hints until there is none."""
    cells = registry.model(puzzle.family, puzzle.shape).cells
    left = {cell: set(values) for cell, values in cells.items()}
    for _ in range(sum(map(len, cells.values()))):
        known = {cell: sorted(values, key=str) for cell, values in left.items()}
        entered = {cell: some for cell, some in known.items() if len(some) < len(cells[cell])}
        found = caracol.hint(puzzle, entered)
        assert not found.clash
        if not found.step:
            return left
        before = sum(map(len, left.values()))
        for cell, value, holds in found.step.derives:
            left[cell] &= {value} if holds else left[cell] - {value}
        assert sum(map(len, left.values())) < before, "a hint says something new"
    raise AssertionError("hints never end")


@pytest.mark.slow
@every_family
def test_hints_lead_to_the_solution(name: str) -> None:
    puzzle = caracol.parse(EXAMPLES[name])
    (solution,) = caracol.solutions(puzzle)
    given = {clue.place for clue in puzzle.clues}
    left = {cell: values for cell, values in followed(puzzle).items() if cell not in given}
    assert left == {cell: {solution[cell]} for cell in left}


@every_family
def test_a_wrong_entry_comes_first(name: str) -> None:
    puzzle = caracol.parse(EXAMPLES[name])
    (solution,) = caracol.solutions(puzzle)
    cells = registry.model(puzzle.family, puzzle.shape).cells
    given = {clue.place for clue in puzzle.clues}
    cell = next(cell for cell in cells if cell not in given)
    wrong = next(value for value in cells[cell] if value != solution[cell])
    found = caracol.hint(puzzle, {cell: wrong}, seconds=20)
    assert found.clash and not found.step and cell in found.where
    assert any("is entered as" in rule for rule in found.clash.rules)


def test_a_full_board_has_no_hint_left() -> None:
    puzzle = caracol.parse(EXAMPLES["mno"])
    (solution,) = caracol.solutions(puzzle)
    assert caracol.hint(puzzle, dict(solution.values)) == Hint("mno", is_complete=True)


def test_where_to_look_names_cells_and_clues() -> None:
    found = caracol.hint(caracol.parse("trid 2 1..9\n .\n 7\n. .\n"))
    assert found.step and "t1.1" in found.where
    assert {fact.cell for fact in found.step.derives} <= set(found.where)


@pytest.mark.parametrize("entries", [{}, {"r1c3": "O"}, {"r1c1": ("-", "*")}])
def test_records_come_back_as_they_were(entries: dict[str, str]) -> None:
    found = caracol.hint(caracol.parse(EXAMPLES["mno"]), entries)
    fields = json.loads(json.dumps(found.to_json()))
    assert Hint.from_json(fields) == found


def test_an_entry_must_be_a_value_of_the_cell() -> None:
    with pytest.raises(UsageError, match="expected one of"):
        caracol.hint(caracol.parse(EXAMPLES["mno"]), {"r1c1": "Q"})


@pytest.fixture
def board(tmp_path: Path) -> tuple[str, str]:
    puzzle, begun = tmp_path / "puzzle.txt", tmp_path / "board.txt"
    puzzle.write_text("mno 5\n.....\n..O..\n.O*..\n..*..\nO....\n")
    begun.write_text("mno 5\n..O..\n..O..\n.O*..\n..*..\nO....\n")
    return str(puzzle), str(begun)


def test_the_command_says_where_then_how_then_what(
    board: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hint", board[0]]) == 0
    where, technique, *step = capsys.readouterr().out.splitlines()
    assert where == "Look at r1c4 and r1c5."
    assert technique == "Technique: mirror."
    assert step == [
        "r1c4 and r1c5 are not M, because in row 1 M needs dots equally far on both sides."
    ]


def test_hints_for_several_puzzles_have_their_names_above(
    board: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hint", board[0], board[1]]) == 1
    shown = capsys.readouterr().out
    assert shown.startswith(f"{board[0]}: mno 5\nLook at ")
    assert f"\n\n{board[1]}: mno 5\nThe puzzle has no solution. " in shown


@pytest.mark.parametrize(("tell", "lines"), [("where", 1), ("technique", 2), ("step", 3)])
def test_the_command_tells_as_much_as_is_wanted(
    board: tuple[str, str], tell: str, lines: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hint", board[0], "--tell", tell]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert len(shown) == lines or (tell == "step" and len(shown) > lines)
    assert main(["hint", board[0], "--tell", tell, "--json"]) == 0
    fields = json.loads(capsys.readouterr().out)
    assert [name for name in ("where", "technique", "step") if name in fields] == (
        ["where", "technique", "step"][:lines]
    )
    assert main(["hint", *board[:1], "--board", board[1], "--tell", tell]) == 1
    assert "that cannot all be true" in capsys.readouterr().out, "what is wrong is said at once"


def test_a_hint_on_a_terminal_shows_the_board(board: tuple[str, str]) -> None:
    shown = on_a_terminal(["hint", board[0], "--tell", "step"], "", {"NO_COLOR": "1"})
    assert "[" in shown and "<" in shown and "×" in shown, "the step, and what it strikes"
    assert "‹" in shown and " c5" in shown, "the line it speaks of, and names of the others"
    shown = on_a_terminal(["hint", board[0], "--tell", "where"], "", {"NO_COLOR": "1"})
    assert "Look at " in shown and "│" not in shown


MARKED = "mno 5\n.....\n..O..\n.O*..\n..*..\nO....\n"


def test_candidates_below_the_board_count(
    tmp_path: Path, board: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    marks = "".join(f"r2c{j}: - *\n" for j in (1, 2, 4, 5))
    (tmp_path / "marked.txt").write_text(MARKED + marks)
    assert main(["hint", board[0], "--board", str(tmp_path / "marked.txt")]) == 0
    assert not capsys.readouterr().out.startswith("Look at r2c1, r2c2, r2c4 and r2c5."), "known"
    (tmp_path / "wrong.txt").write_text(MARKED + "r1c3: MNO  # all wrong\n")
    assert main(["hint", board[0], "--board", str(tmp_path / "wrong.txt")]) == 1
    assert "r1c3 is entered as M, N or O" in capsys.readouterr().out
    (tmp_path / "both.txt").write_text(MARKED.replace("\n.....", "\n*....") + "r1c1: M\nr2c3: M\n")
    assert main(["hint", board[0], "--board", str(tmp_path / "both.txt")]) == 0, "values win"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("r9c9: M", "7:1: expected a cell such as r1c1:, found 'r9c9:'"),
        ("r1c1: M Q", "7:9: expected candidates of r1c1, some of - * M N O, found 'Q'"),
        ("r1c1:", "7:1: expected candidates of r1c1, some of - * M N O; found none"),
        ("r1c1: M\nr1c1: N", "8:8: expected the candidates of r1c1 once, found them twice"),
        ("M N", "7:1: expected a header"),
    ],
)
def test_candidates_that_make_no_sense_are_refused(
    tmp_path: Path,
    board: tuple[str, str],
    capsys: pytest.CaptureFixture[str],
    line: str,
    reason: str,
) -> None:
    (tmp_path / "marked.txt").write_text(f"{MARKED}{line}\n")
    assert main(["hint", board[0], "--board", str(tmp_path / "marked.txt")]) == 2
    assert f"marked.txt:{reason}" in capsys.readouterr().err


def test_the_command_speaks_portuguese(
    board: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hint", board[0], "--board", board[1], "--language", "pt"]) == 1
    assert capsys.readouterr().out.startswith("Reveja r1c3. ")


def test_the_command_writes_json(
    board: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hint", board[0], "--json"]) == 0
    fields = json.loads(capsys.readouterr().out)
    assert {*fields} == {"file", "family", "technique", "where", "step"}
    assert main(["hint", board[0], "--board", board[1], "--json"]) == 1
    assert "clash" in json.loads(capsys.readouterr().out)
