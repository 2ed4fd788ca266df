"""The command line as a user meets it: output, exit status, one-line errors."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from caracol.cli import main
from caracol.contract import families, show
from caracol.puzzle import Puzzle

UNIQUE = "mno 5\n.....\n..O..\n.O*..\n..*..\nO....\n"
MANY = "magic-snail 3 AB\n...\n...\n...\n"
NONE = "magic-snail 4 ABC\n....\n....\n....\n....\n"
CLASH = "mno 3\n***\n...\n...\n"


@pytest.fixture
def write(tmp_path: Path) -> "Write":
    return Write(tmp_path)


class Write:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, text: str | bytes) -> str:
        path = self.folder / f"{len(list(self.folder.iterdir()))}.txt"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)


Capture = pytest.CaptureFixture[str]


def answers(capsys: Capture) -> list[dict[str, Any]]:
    # Any: JSON has no types
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize(
    ("text", "status", "exit_status"),
    [(UNIQUE, "unique", 0), (MANY, "many", 0), (NONE, "none", 1), (CLASH, "none", 1)],
)
def test_solve_json_tells_what_is_known(
    write: Write, capsys: Capture, text: str, status: str, exit_status: int
) -> None:
    assert main(["solve", "--json", write(text)]) == exit_status
    (answer,) = answers(capsys)
    assert answer["family"] == text.split()[0]
    assert answer["status"] == status
    solutions = answer["solutions"]
    assert isinstance(solutions, list)
    assert len(solutions) == {"unique": 1, "many": 2, "none": 0}[status]
    assert {"engine", "build_seconds", "solve_seconds"} <= set(answer["statistics"])


def test_solve_all_lists_every_solution(write: Write, capsys: Capture) -> None:
    assert main(["solve", "--all", "--json", write(MANY)]) == 0
    (answer,) = answers(capsys)
    assert sorted(answer["solutions"]) == sorted(
        f"magic-snail 3 AB\n{rows}\n"
        for rows in ("-AB\nAB-\nB-A", "-AB\nB-A\nAB-", "AB-\nB-A\n-AB")
    )


def test_a_limit_of_one_still_says_whether_there_are_more(write: Write, capsys: Capture) -> None:
    assert main(["solve", "--limit", "1", "--json", write(MANY)]) == 0
    (answer,) = answers(capsys)
    assert answer["status"] == "many"
    assert len(answer["solutions"]) == 1


def test_solve_shows_a_picture_and_the_verdict(write: Write, capsys: Capture) -> None:
    assert main(["solve", write(UNIQUE)]) == 0
    shown = capsys.readouterr().out
    assert "│ O │" in shown
    assert "The only solution." in shown
    assert "\x1b" not in shown


def test_solutions_as_text_are_solved_puzzles(write: Write, capsys: Capture) -> None:
    assert main(["solve", "--all", "--text", write(MANY)]) == 0
    shown = capsys.readouterr().out
    assert "# All 3 solutions." in shown
    solved = write(shown)
    assert main(["check", "--json", solved]) == 0
    assert [answer["unique"] for answer in answers(capsys)] == [True, True, True]


def test_a_size_without_any_board_is_told_as_such(write: Write, capsys: Capture) -> None:
    assert main(["solve", write(NONE)]) == 1
    assert "no board of the size magic-snail 4 ABC exists at all" in capsys.readouterr().out
    assert main(["solve", write(CLASH.replace("...\n...", "...\n...", 1))]) == 1
    assert "the clues clash" in capsys.readouterr().out


def test_statistics_name_the_engine_and_its_counts(write: Write, capsys: Capture) -> None:
    for engine in ("sat", "cpsat", "search"):
        assert main(["solve", "--stats", "--engine", engine, write(UNIQUE)]) == 0
        shown = capsys.readouterr().out
        assert f"engine         {engine}" in shown
        assert "conflicts" in shown


def test_check_names_every_clue_that_can_go(write: Write, capsys: Capture) -> None:
    spare = UNIQUE.replace("mno 5\n.....", "mno 5\n**..O")
    assert main(["check", "--json", write(UNIQUE), write(spare), write(MANY), write(NONE)]) == 1
    unique, reducible, many, none = answers(capsys)
    assert unique == {
        "family": "mno",
        "solvable": True,
        "unique": True,
        "irreducible": True,
        "redundant": [],
    }
    assert reducible["unique"] is True
    assert reducible["irreducible"] is False
    assert {"r1c1=*", "r1c2=*", "r1c5=O"} <= set(reducible["redundant"])
    assert (many["solvable"], many["unique"], many["irreducible"]) == (True, False, False)
    assert (none["solvable"], none["unique"]) == (False, False)


def test_count_is_exact(write: Write, capsys: Capture) -> None:
    assert main(["count", "--json", write(MANY)]) == 0
    assert answers(capsys) == [{"family": "magic-snail", "count": 3}]
    assert main(["count", write(NONE)]) == 1
    assert capsys.readouterr().out == "0\n"


def test_families_are_listed_with_their_rules(capsys: Capture) -> None:
    assert main(["families", "--json"]) == 0
    assert [answer["family"] for answer in answers(capsys)] == list(families())
    assert main(["families"]) == 0
    assert "Magic Snail: magic-snail N KEY" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("mno 5\n.....\n", "3:1", "expected row 2 of 5, found the end of the text"),
        ("mno 2\n..\n.X\n", "3:2", "expected one of - * M N O ., found 'X'"),
        ("", "1:1", "expected a puzzle, found no text"),
        (b"mno 2\n.\xff\n..\n", "2:2", "expected UTF-8 text, found the byte 0xff"),
        (b"\x00\x01\x02", "1:1", "expected text, found a NUL byte"),
        ("sudoku 9\n", "1:1", "expected a header"),
    ],
)
def test_bad_input_is_one_line_with_its_place(
    write: Write, capsys: Capture, text: str | bytes, place: str, reason: str
) -> None:
    path = write(text)
    assert main(["solve", path]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"caracol: {path}:{place}: {reason}")
    assert told.err.count("\n") == 1


def test_records_of_generated_puzzles_are_read(
    write: Write, capsys: Capture, tmp_path: Path
) -> None:
    pool = tmp_path / "pool.jsonl"
    assert main(["generate", "mno", "5", "--count", "3", "-o", str(pool)]) == 0
    assert main(["generate", "magic-snail", "5", "ABC", "--json"]) == 0
    shown = write("\n" + capsys.readouterr().out)
    assert main(["solve", "--json", str(pool), shown]) == 0
    assert [answer["status"] for answer in answers(capsys)] == ["unique"] * 4
    assert main(["check", str(pool)]) == 0
    assert capsys.readouterr().out.count("unique and irreducible") == 3
    assert main(["count", str(pool)]) == 0
    assert capsys.readouterr().out == "1\n1\n1\n"


@pytest.mark.parametrize(
    ("record", "place", "reason"),
    [
        ('{"puzzle": "mno 1', "2:12", "expected a record of JSON"),
        ("{" * 100_000, "2:2", "expected a record of JSON"),
        ('{"a": ' * 100_000, "2:1", "expected a record of JSON"),
        ('{"family": "mno"}', "2:1", "expected a record with a puzzle, found none"),
        ('{"puzzle": 7}', "2:1", "expected a record with a puzzle, found none"),
        ("[]", "2:1", "expected a record with a puzzle, found none"),
        ("mno 1", "2:1", "expected a record of JSON"),
        ('{"puzzle": "mno 1\\nX"}', "2:1", "in the puzzle, line 2, column 1: expected one of"),
    ],
)
def test_broken_records_are_told_with_their_line(
    write: Write, capsys: Capture, record: str, place: str, reason: str
) -> None:
    path = write('{"puzzle": "mno 1\\n."}\n' + record)
    assert main(["solve", path]) == 2
    assert capsys.readouterr().err.startswith(f"caracol: {path}:{place}: {reason}")


def test_nothing_is_solved_when_a_later_file_is_bad(write: Write, capsys: Capture) -> None:
    assert main(["solve", write(UNIQUE), write("mno 1\n")]) == 2
    assert capsys.readouterr().out == ""


def test_a_file_too_large_is_refused(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    with path.open("wb") as stream:
        stream.truncate(100 * 2**20)
    assert main(["solve", str(path)]) == 2
    assert "expected at most 64 MiB" in capsys.readouterr().err


def test_a_missing_file_a_folder_and_a_wrong_engine_are_refused(
    write: Write, capsys: Capture, tmp_path: Path
) -> None:
    assert main(["solve", "no-such-file.txt"]) == 2
    assert "no-such-file.txt: no such file or directory" in capsys.readouterr().err
    assert main(["solve", str(tmp_path)]) == 2
    assert "is a directory" in capsys.readouterr().err
    assert main(["solve", "--engine", "magic", write(UNIQUE)]) == 2
    assert "expected an engine, one of sat, cpsat, cpmpy, search; found 'magic'" in (
        capsys.readouterr().err
    )
    assert main(["solve", "--engine", "cpmpy:magic", write(UNIQUE)]) == 2
    assert "expected a solver of CPMpy" in capsys.readouterr().err
    with pytest.raises(SystemExit) as stopped:
        main(["solve", "--limit", "0", write(UNIQUE)])
    assert stopped.value.code == 2


def test_out_of_time_is_its_own_answer(write: Write, capsys: Capture) -> None:
    hard = write(show(Puzzle("magic-snail", (24, "ABCDEFGHIJKLM"))))
    assert main(["solve", "--seconds", "0.2", "--json", hard]) == 3
    (answer,) = answers(capsys)
    assert (answer["status"], answer["solutions"]) == ("out-of-time", [])
    assert main(["check", "--seconds", "0.2", hard]) == 3
    assert main(["count", "--seconds", "0.2", hard]) == 3
    assert main(["solve", "--seconds", "0.2", "--engine", "cpsat", "--json", hard]) == 3


def test_standard_input_is_read() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "caracol", "solve", "--json", "-"],
        input=UNIQUE + MANY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert [json.loads(line)["status"] for line in done.stdout.splitlines()] == ["unique", "many"]


@pytest.mark.parametrize(("environment", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_terminals_get_colour_unless_told_otherwise(
    write: Write, environment: dict[str, str], coloured: bool
) -> None:
    shown = on_a_terminal(["solve", write(UNIQUE)], "", environment)
    assert "The only solution." in shown
    assert ("\x1b[" in shown) is coloured


def test_ask_offers_another_solution(write: Write) -> None:
    shown = on_a_terminal(["solve", "--ask", write(MANY)], "y\nn\n", {"NO_COLOR": "1"})
    assert shown.count("Another solution?") == 2
    assert "There are more solutions." in shown


def test_ask_needs_a_terminal(write: Write, capsys: Capture) -> None:
    assert main(["solve", "--ask", write(MANY)]) == 2
    assert "--ask needs a terminal" in capsys.readouterr().err


def test_nobody_is_asked_in_json(write: Write, capsys: Capture) -> None:
    assert main(["solve", "--ask", "--json", write(MANY)]) == 2
    assert "--ask is for people and does not go with --json" in capsys.readouterr().err


EASY = "magic-snail 3 AB\n.A.\nA..\n...\n"
WRONG = "magic-snail 3 AB\n.A.\nA.A\n...\n"


def test_explain_tells_every_step_and_the_grade(write: Write, capsys: Capture) -> None:
    assert main(["explain", write(EASY)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(
        "Step 1, cost 10: full line\n"
        "  Row 1 holds exactly one A; r1c2 is A, so r1c1 and r1c3 are not A.\n"
    )
    assert "Easy: hardest step 12, " in shown.splitlines()[-1]
    assert "\x1b" not in shown and "┌" not in shown


def test_explain_json_has_what_a_player_needs(write: Write, capsys: Capture) -> None:
    assert main(["explain", "--json", write(EASY), write(UNIQUE)]) == 0
    easy, unique = answers(capsys)
    assert set(easy) == {"family", "steps", "grade", "unique"}
    assert (easy["family"], easy["unique"]) == ("magic-snail", True)
    assert easy["steps"][0] == {
        "cost": 10,
        "proved": True,
        "technique": "full line",
        "sentence": "Row 1 holds exactly one A; r1c2 is A, so r1c1 and r1c3 are not A.",
        "because": ["row 1 holds exactly one A"],
        "reads": ["r1c2"],
        "derives": [
            {"cell": "r1c1", "value": "A", "is": False},
            {"cell": "r1c3", "value": "A", "is": False},
        ],
        "highlight": {"target": ["r1c1", "r1c3"], "read": ["r1c2"], "scope": []},
    }
    assert unique["grade"] == {
        "hardest": 54,
        "sum": sum(step["cost"] for step in unique["steps"]),
        "bottleneck": unique["grade"]["bottleneck"],
        "level": "expert",
        "proved": True,
    }


def test_explain_names_what_clashes(write: Write, capsys: Capture) -> None:
    assert main(["explain", write(WRONG)]) == 1
    assert capsys.readouterr().out == (
        "No solution. Row 2 holds exactly one A, r2c1 is given as A, and r2c3 is given as A:"
        " that cannot all be true.\n"
    )
    assert main(["explain", "--json", "--language", "pt", write(WRONG)]) == 1
    (answer,) = answers(capsys)
    assert set(answer) == {"family", "clash", "proved", "sentence"}
    assert answer["proved"] is True
    assert answer["clash"] == [
        "a linha 2 tem exatamente um A",
        "r2c1 é dada como A",
        "r2c3 é dada como A",
    ]


def test_what_is_not_proved_to_clash_fewest_is_told_so(write: Write, capsys: Capture) -> None:
    soon = ["--seconds", "0.000001"]
    assert main(["explain", write(WRONG), *soon]) == 1
    assert capsys.readouterr().out.endswith("true. (not proved to be the fewest)\n")
    assert main(["explain", "--json", write(WRONG), *soon]) == 1
    assert answers(capsys)[0]["proved"] is False


def test_each_of_several_puzzles_is_explained_under_its_heading(
    write: Write, capsys: Capture
) -> None:
    file = write(EASY + EASY)
    assert main(["explain", file]) == 0
    header = EASY.partition("\n")[0]
    first, second = capsys.readouterr().out.split(f"\n\n2. {file}: {header}\n")
    assert first == f"1. {file}: {header}\n{second.rstrip()}"


def test_explain_starts_from_a_board(write: Write, capsys: Capture) -> None:
    half = write("magic-snail 3 AB\n.AB\nA..\n...\n")
    assert main(["explain", write(EASY), "--board", half]) == 0
    assert "r1c3 is B" in capsys.readouterr().out
    wrong = write("magic-snail 3 AB\n.A.\nAA.\n...\n")
    assert main(["explain", write(EASY), "--board", wrong]) == 1
    assert "r2c2 is entered as A" in capsys.readouterr().out
    other = write("magic-snail 4 AB\n....\n....\n....\n....\n")
    assert main(["explain", write(EASY), "--board", other]) == 2
    assert "expected a board of the same family and size" in capsys.readouterr().err
    assert main(["explain", write(EASY), "--board", write(EASY + EASY)]) == 2
    assert "expected one board, found 2" in capsys.readouterr().err


def test_a_sum_is_no_entry(write: Write, capsys: Capture) -> None:
    puzzle, board = "trid 2 1..3\n.\n.\n. .\n", "trid 2 1..3\n.\n6\n. .\n"
    assert main(["explain", write(puzzle), "--board", write(board)]) == 2
    assert "expected entries in cells only, found one at t1.1" in capsys.readouterr().err


def test_many_solutions_are_explained_and_not_graded(write: Write, capsys: Capture) -> None:
    assert main(["explain", write(MANY)]) == 0
    shown = capsys.readouterr().out
    assert shown.splitlines()[-1] == "Nothing more is forced: the puzzle has many solutions."
    assert main(["explain", "--json", write(MANY)]) == 0
    (answer,) = answers(capsys)
    assert answer["unique"] is False and "grade" not in answer
    assert main(["grade", write(MANY), write(WRONG)]) == 1
    many, wrong = capsys.readouterr().out.splitlines()
    assert many.endswith("magic-snail 3 AB: many solutions, so no grade")
    assert wrong.endswith("magic-snail 3 AB: no solution, so no grade")
    assert main(["grade", "--json", write(MANY), write(WRONG)]) == 1
    assert [answer["status"] for answer in answers(capsys)] == ["many", "none"]


def test_grade_tells_the_level(write: Write, capsys: Capture) -> None:
    path = write(UNIQUE)
    assert main(["grade", path]) == 0
    assert capsys.readouterr().out.startswith(f"{path}: mno 5: Expert: hardest step 54, ")
    assert main(["grade", "--json", "--metric", "rules", path]) == 0
    (answer,) = answers(capsys)
    assert (answer["family"], answer["hardest"], answer["level"]) == ("mno", 5, "expert")
    assert set(answer) == {"family", "hardest", "sum", "bottleneck", "level", "proved"}
    assert main(["grade", "--language", "pt", path]) == 0
    assert "Especialista: passo mais difícil 54" in capsys.readouterr().out


def test_explain_speaks_portuguese(write: Write, capsys: Capture) -> None:
    assert main(["explain", "--language", "pt", write(EASY)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(
        "Passo 1, custo 10: linha completa\n"
        "  A linha 1 tem exatamente um A; r1c2 é A; logo, r1c1 e r1c3 não são A.\n"
    )
    assert "Fácil: passo mais difícil 12" in shown


@pytest.mark.parametrize("command", ["explain", "grade"])
@pytest.mark.parametrize("text", [EASY, MANY, WRONG])
@pytest.mark.parametrize("form", [[], ["--json"]])
def test_unknown_languages_and_metrics_are_refused(
    write: Write, capsys: Capture, command: str, text: str, form: list[str]
) -> None:
    assert main([command, "--language", "xx", write(text), *form]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "caracol: expected a language, one of en, pt; found 'xx'\n"
    assert main([command, "--metric", "beauty", write(text), *form]) == 2
    assert "expected a metric, one of price, rules; found 'beauty'" in capsys.readouterr().err


def test_explain_goes_step_by_step_on_a_terminal(write: Write) -> None:
    shown = on_a_terminal(["explain", write(EASY)], "\n\nq\n", {"NO_COLOR": "1"})
    assert shown.count("Enter for the next step, q to stop:") == 3
    assert "Step 3" in shown and "Step 4" not in shown
    assert "[·]" in shown and "<A>" in shown
    coloured = on_a_terminal(["explain", "--all", write(EASY)], "", {})
    assert "Enter for the next step" not in coloured
    assert "\x1b[1;30;42m[·]" in coloured
    assert "hardest step 12" in coloured


def test_circles_of_a_step_have_other_brackets(write: Write) -> None:
    puzzle = "trid 3 1..3\n1\n.\n. .\n. . .\n. . 2\n"
    shown = on_a_terminal(["explain", "--all", write(puzzle)], "", {"NO_COLOR": "1"})
    assert "<1>" in shown and "[·]" in shown


def on_a_terminal(arguments: list[str], typed: str, environment: dict[str, str]) -> str:
    ours, theirs = pty.openpty()
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    child = subprocess.Popen(
        [sys.executable, "-m", "caracol", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=kept | {"TERM": "xterm-256color", "COLUMNS": "80"} | environment,
    )
    os.close(theirs)
    os.write(ours, typed.encode())
    shown = b""
    try:
        while chunk := os.read(ours, 4096):
            shown += chunk
    except OSError:
        pass  # Linux tells so that the other side has closed
    child.wait()
    os.close(ours)
    return shown.decode()
