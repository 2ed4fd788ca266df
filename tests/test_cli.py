"""The command line as a user meets it: output, exit status, one-line errors."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from caracol.cli.commands import main
from caracol.formats import show
from caracol.puzzle import Puzzle
from caracol.registry import families
from commands import MANY, UNIQUE, Capture, Write, answers
from terminals import asked_for_keys, on_a_terminal

NONE = "magic-snail 4 ABC\n....\n....\n....\n....\n"
CLASH = "mno 3\n***\n...\n...\n"


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
    assert "no board of size magic-snail 4 ABC exists" in capsys.readouterr().out
    assert main(["solve", write(CLASH.replace("...\n...", "...\n...", 1))]) == 1
    assert "the clues contradict each other" in capsys.readouterr().out


def test_statistics_name_the_engine_and_its_counts(write: Write, capsys: Capture) -> None:
    for engine in ("sat", "cpsat", "search"):
        assert main(["solve", "--stats", "--engine", engine, write(UNIQUE)]) == 0
        shown = capsys.readouterr().out
        assert f"engine         {engine}" in shown
        assert "conflicts" in shown


def test_check_names_every_clue_that_can_go(write: Write, capsys: Capture) -> None:
    spare = UNIQUE.replace("mno 5\n.....", "mno 5\n**..O")
    file = write(UNIQUE)
    assert main(["check", "--json", file, write(spare), write(MANY), write(NONE)]) == 1
    unique, reducible, many, none = answers(capsys)
    assert unique == {
        "file": file,
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
    file = write(MANY)
    assert main(["count", "--json", file]) == 0
    assert answers(capsys) == [{"file": file, "family": "magic-snail", "count": 3}]
    assert main(["count", write(NONE)]) == 1
    assert capsys.readouterr().out == "0\n"


@pytest.mark.parametrize("command", ["solve", "check", "count", "explain", "hint", "grade"])
def test_answers_name_the_file_and_the_number_of_the_puzzle_in_it(
    command: str, write: Write, capsys: Capture
) -> None:
    one, two = write(UNIQUE), write(UNIQUE * 2)
    assert main([command, "--json", one, two]) == 0
    assert [(answer["file"], answer.get("number")) for answer in answers(capsys)] == [
        (one, None),
        (two, 1),
        (two, 2),
    ]


def test_an_answer_out_of_time_names_its_puzzle_too(write: Write, capsys: Capture) -> None:
    file = write(("magic-snail 40 ABCDEFGH\n" + ("." * 40 + "\n") * 40) * 2)
    assert main(["check", "--json", "--seconds", "0.01", file]) == 3
    assert [(answer["file"], answer["number"], answer["status"]) for answer in answers(capsys)] == [
        (file, 1, "out-of-time"),
        (file, 2, "out-of-time"),
    ]


def test_families_are_listed_with_their_rules(capsys: Capture) -> None:
    assert main(["families", "--json"]) == 0
    assert [answer["family"] for answer in answers(capsys)] == list(families())
    assert main(["families"]) == 0
    assert "Magic Snail: magic-snail N KEY" in capsys.readouterr().out


def test_the_rules_of_families_are_no_wider_than_the_terminal() -> None:
    lines = on_a_terminal(["families"], "", {"COLUMNS": "60"}).splitlines()
    assert "MNO: mno N" in lines
    assert 40 < max(map(len, lines)) <= 60


@pytest.mark.parametrize(
    ("text", "place", "reason"),
    [
        ("mno 5\n.....\n", "3:1", "expected row 2 of 5, found the end of the text"),
        ("mno 2\n..\n.X\n", "3:2", "expected '-', '*', 'M', 'N', 'O' or '.', found 'X'"),
        ("", "1:1", "expected a puzzle, found no text"),
        (b"mno 2\n.\xff\n..\n", "2:2", "expected UTF-8 text, found the byte 0xff"),
        (b"\x00\x01\x02", "1:1", "expected text, found a NUL byte"),
        ("kakuro 9\n", "1:1", "expected a header"),
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
        ('{"puzzle": "mno 1', "2:12", "expected a JSON object"),
        ("{" * 100_000, "2:2", "expected a JSON object"),
        ('{"a": ' * 100_000, "2:1", "expected a JSON object"),
        ('{"family": "mno"}', "2:1", "expected a JSON object with the field 'puzzle'"),
        ('{"puzzle": 7}', "2:1", "expected a JSON object with the field 'puzzle'"),
        ("[]", "2:1", "expected a JSON object with the field 'puzzle'"),
        ("mno 1", "2:1", "expected a JSON object"),
        (
            '{"puzzle": "mno 1\\nX"}',
            "2:1",
            "in the field 'puzzle', line 2, column 1: expected '",
        ),
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
    assert "expected a file of at most 64 MiB" in capsys.readouterr().err


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
    assert "--ask cannot be used with --json" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["solv", "x.txt"], "solve"),
        (["Solve", "x.txt"], "solve"),
        (["solve", "x.txt", "--engien", "sat"], "--engine"),
        (["solve", "x.txt", "--secnods=3"], "--seconds"),
        (["generate", "magicsnail", "5", "ABC"], "magic-snail"),
        (["generate", "turn12", "24"], "turn-12"),
        (["generate", "mno", "5", "--level", "meduim"], "medium"),
        (["generate", "mno", "5", "--symmetry", "rotated"], "rotate"),
        (["generate", "mno", "5", "--clues", "leters"], "letters"),
        (["solve", "EXAMPLE", "--engine", "cpsatt"], "cpsat"),
        (["explain", "EXAMPLE", "--metric", "rule"], "rules"),
        (["export", "EXAMPLE", "--to", "dimac"], "dimacs"),
    ],
)
def test_a_near_miss_gets_a_hint(
    words: list[str], meant: str, write: Write, capsys: Capture
) -> None:
    words = [write(UNIQUE) if word == "EXAMPLE" else word for word in words]
    try:
        status = main(words)
    except SystemExit as stopped:
        status = int(str(stopped.code))
    told = capsys.readouterr()
    assert (status, told.out) == (2, "")
    assert f"did you mean {meant}?" in told.err
    assert told.err.count("\n") == 1


def test_help_is_a_command_too(capsys: Capture) -> None:
    shown = []
    for words in (["solve", "--help"], ["help", "solve"], ["help"], ["--help"], []):
        with pytest.raises(SystemExit) as stopped:
            main(words)
        assert not stopped.value.code
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    assert "--engine" in shown[0]
    assert shown[2] == shown[3] == shown[4]
    assert "caracol help COMMAND" in shown[2]


@pytest.mark.parametrize("language", ["pt-PT", "pt_BR", "PT", "pt_PT.UTF-8"])
def test_a_language_may_have_a_country(language: str, write: Write, capsys: Capture) -> None:
    assert main(["grade", "--language", language, write(UNIQUE)]) == 0
    told = capsys.readouterr().out
    assert main(["grade", "--language", "pt", write(UNIQUE)]) == 0
    assert told.split(": ")[1:] == capsys.readouterr().out.split(": ")[1:]


def test_a_key_needs_no_enter(write: Write) -> None:
    asked = ["solve", "--ask", write(MANY)]
    assert asked_for_keys(asked, "Another solution?", ["y", "n"]) == (0, 2)
    assert asked_for_keys(asked, "Another solution?", ["\x03"]) == (130, 1)
    told = ["explain", write(UNIQUE)]
    assert asked_for_keys(told, "q to stop", [" ", "\x1b[A", "q"]) == (0, 3)
    assert asked_for_keys(told, "q to stop", ["\x04"]) == (0, 1)


@pytest.mark.parametrize(
    ("command", "arguments", "reason"),
    [
        ("book", ["-o", "book.txt"], "expected a file name that ends in .pdf"),
        ("book", ["-o", "nowhere/book.pdf"], "no such directory"),
        ("book", ["-o", "book.pdf", "--per-page", "3"], "expected 1, 2, 4 or 6 puzzles per page"),
        ("book", ["-o", "book.pdf", "--paper", "b5"], "expected paper"),
        ("book", ["-o", "book.pdf", "--sort", "levle"], "did you mean level?"),
        ("book", ["-o", "book.pdf", "--language", "xx"], "expected a language"),
        ("draw", ["-o", "board.gif"], "expected a file name that ends in .svg, .png, .pdf"),
        ("draw", ["-o", "nowhere/board.svg"], "no such directory"),
        ("draw", ["-o", "board.svg", "--theme", "neon"], "expected a theme"),
        (
            "draw",
            ["-o", "board.png", "--size", "100000"],
            "expected a width from 1 to 10000 pixels",
        ),
        ("draw", ["-o", "board.svg", "--step", "9999"], "which is after the last"),
    ],
)
def test_bad_options_get_one_line_and_write_nothing(
    command: str,
    arguments: list[str],
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("puzzle.txt").write_text(UNIQUE)
    assert main([command, "puzzle.txt", *arguments]) == 2
    shown = capsys.readouterr()
    assert reason in shown.err and shown.err.count("\n") == 1 and not shown.out
    assert [path.name for path in tmp_path.iterdir()] == ["puzzle.txt"]
