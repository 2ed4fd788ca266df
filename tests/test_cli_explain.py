"""`caracol explain` and `grade` as a user meets them."""

import re
import time

import pytest

from caracol import Told
from caracol.cli.commands import main
from commands import MANY, UNIQUE, Capture, Write, answers
from terminals import on_a_terminal

EASY = "magic-snail 3 AB\n.A.\nA..\n...\n"
WRONG = "magic-snail 3 AB\n.A.\nA.A\n...\n"


def test_explain_tells_every_step_and_the_grade(write: Write, capsys: Capture) -> None:
    assert main(["explain", write(EASY)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(
        "Step 1: last place\n"
        "  Where can A go in column 3? With A in r1c2 and r2c1, only in r3c3.\n"
        "Step 2: order squeeze (the hardest so far)\n"
        "  After A in r2c1 comes B, so r2c2 is B.\n"
        "  r1c1 is empty, because A comes first.\n"
        "Step 3: last place\n"
        "  Where can B go in row 1? Only in r1c3.\n"
        "  Where can B go in column 1? Only in r3c1.\n"
    )
    marked = re.findall(r"Step (\d+): .* \(the hardest so far\)", shown)
    assert len(marked) == shown.count("the hardest so far") == 1
    ending = f"the hardest is step {marked[0]}. Easy 1."
    assert ending in shown.splitlines()[-1]
    assert "hardest step 12, " in shown.splitlines()[-1]
    assert "\x1b" not in shown and "┌" not in shown


def test_a_proof_has_every_step_and_what_it_costs(write: Write, capsys: Capture) -> None:
    assert main(["explain", "--proof", write(EASY)]) == 0
    assert capsys.readouterr().out.startswith(
        "Step 1, cost 10: full line\n"
        "  Row 1 holds exactly one A; r1c2 is A, so r1c1 and r1c3 are not A.\n"
    )


def test_a_told_step_lists_the_proof_steps_it_is_made_of(write: Write, capsys: Capture) -> None:
    assert main(["explain", "--json", write(EASY)]) == 0
    (answer,) = answers(capsys)
    for step in answer["steps"]:
        assert step["cost"] == max(part["cost"] for part in step["parts"])
        assert step["proved"] is all(part["proved"] for part in step["parts"])
        assert {rule for part in step["parts"] for rule in part["because"]} == {*step["because"]}
    first = answer["steps"][0]
    assert first["technique"] == "last place"
    assert first["parts"][-1] == {
        "cost": 10,
        "proved": True,
        "because": ["column 3 holds exactly one A"],
        "reads": ["r1c3", "r2c3"],
        "derives": [{"cell": "r3c3", "value": "A", "is": True}],
    }
    assert first["reads"] == ["r1c2", "r2c1"], "what its own parts derive is not read before it"
    assert first["highlight"] == {"target": ["r3c3"], "read": ["r1c3", "r2c3"], "scope": []}


def test_explain_json_has_what_a_player_needs(write: Write, capsys: Capture) -> None:
    assert main(["explain", "--json", "--proof", write(EASY), write(UNIQUE)]) == 0
    easy, unique = answers(capsys)
    assert set(easy) == {"file", "family", "steps", "grade", "unique"}
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
        "hardest": 40,
        "sum": sum(step["cost"] for step in unique["steps"]),
        "bottleneck": unique["grade"]["bottleneck"],
        "level": "hard",
        "proved": True,
        "rating": unique["grade"]["rating"],
        "at_most": 40,
    }


def test_explain_names_what_clashes(write: Write, capsys: Capture) -> None:
    assert main(["explain", write(WRONG)]) == 1
    assert capsys.readouterr().out == (
        "No solution. Row 2 holds exactly one A, r2c1 is given as A, and r2c3 is given as A:"
        " that cannot all be true.\n"
    )
    assert main(["explain", "--json", "--language", "pt", write(WRONG)]) == 1
    (answer,) = answers(capsys)
    conflict = {"clash", "irreducible", "proved", "sentence", "cells"}
    assert set(answer) == {"file", "family"} | conflict
    assert answer["proved"] is True
    assert answer["clash"] == [
        "a linha 2 tem exatamente um A",
        "r2c1 é dada como A",
        "r2c3 é dada como A",
    ]


def test_what_is_not_proved_to_clash_fewest_is_told_so(
    write: Write, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caracol.explanations.conflict.MOST_BOARDS", 0)
    assert main(["explain", write(WRONG)]) == 1
    assert capsys.readouterr().out.endswith("true. (not proved to be the fewest)\n")
    assert main(["explain", "--json", write(WRONG)]) == 1
    (answer,) = answers(capsys)
    assert answer["proved"] is False and answer["irreducible"] is True


def test_a_conflict_on_a_large_board_is_proved_smallest_at_once(
    write: Write, capsys: Capture
) -> None:
    path = write("mno 9\n" + ".........\n" * 8 + "........M\n")
    assert main(["explain", "--json", "--seconds", "20", path]) == 1
    (answer,) = answers(capsys)
    assert answer["proved"] is True and len(answer["clash"]) == 3


def test_grade_finds_out_first_how_many_solutions_there_are(write: Write, capsys: Capture) -> None:
    path = write("mno 9\n" + ".........\n" * 9)
    assert main(["grade", "--json", "--seconds", "20", path]) == 1
    assert answers(capsys) == [{"file": path, "family": "mno", "status": "many"}]


def test_out_of_time_is_status_3_with_what_was_found_by_then(
    write: Write, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell = Told.sentence

    def slowly(told: Told, language: str = "en") -> str:
        time.sleep(0.2)
        return tell(told, language)

    monkeypatch.setattr(Told, "sentence", slowly)
    limit = ["--seconds", "1"]
    assert main(["explain", "--json", *limit, write(UNIQUE)]) == 3
    (answer,) = answers(capsys)
    assert answer["status"] == "out-of-time" and 0 < len(answer["steps"]) <= 10
    assert answer["grade"]["proved"] is False and answer["grade"]["hardest"] <= 40
    path = write(UNIQUE)
    assert main(["explain", *limit, path]) == 3
    shown = capsys.readouterr()
    steps = shown.out.count("Step ")
    assert 0 < steps <= 10
    assert shown.err == f"caracol: {path}: mno 5: out of time after {steps} steps\n"


def test_a_grade_that_is_not_proved_says_at_least(
    write: Write, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("caracol.explanations.reasons.MOST_WORK", 0)
    path = write(UNIQUE)
    assert main(["grade", path]) == 0
    assert capsys.readouterr().out.startswith(
        f"{path}: mno 5: At least medium: hardest step from 16 to "
    )
    assert main(["grade", "--json", path]) == 0
    (answer,) = answers(capsys)
    assert (answer["hardest"], answer["level"], answer["proved"]) == (16, "medium", False)


def test_each_of_several_puzzles_is_explained_under_its_heading(
    write: Write, capsys: Capture
) -> None:
    file = write(EASY + EASY)
    assert main(["explain", file]) == 0
    header = EASY.partition("\n")[0]
    first, second = capsys.readouterr().out.split(f"\n\n{file}, puzzle 2: {header}\n")
    assert first == f"{file}, puzzle 1: {header}\n{second.rstrip()}"
    other = write(EASY)
    assert main(["explain", file, other]) == 0
    assert f"\n\n{other}: {header}\nStep 1" in capsys.readouterr().out


def test_explain_starts_from_a_board(write: Write, capsys: Capture) -> None:
    half = write("magic-snail 3 AB\n.AB\nA..\n...\n")
    assert main(["explain", write(EASY), "--board", half]) == 0
    shown = capsys.readouterr().out
    assert "Where can A go in column 3? Only in r3c3." in shown and "in row 1" not in shown
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
    assert "expected entries in cells only, found an entry at t1.1" in capsys.readouterr().err


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
    assert capsys.readouterr().out.startswith(f"{path}: mno 5: Hard 3.9: hardest step 40, ")
    assert main(["grade", "--json", "--metric", "rules", path]) == 0
    (answer,) = answers(capsys)
    assert (answer["family"], answer["hardest"], answer["level"]) == ("mno", 4, "expert")
    assert {*answer} == {
        *("file", "family", "hardest", "sum", "bottleneck", "level", "proved", "rating", "at_most")
    }
    assert main(["grade", "--language", "pt", path]) == 0
    assert "Difícil 3.9: passo mais difícil 40" in capsys.readouterr().out


def test_explain_speaks_portuguese(write: Write, capsys: Capture) -> None:
    assert main(["explain", "--language", "pt", write(EASY)]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(
        "Passo 1: último lugar\n"
        "  Onde pode ficar A na coluna 3? Com A em r1c2 e r2c1, só em r3c3.\n"
    )
    assert "passo mais difícil 12" in shown


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
    shown = on_a_terminal(["explain", write(EASY)], "\nq\n", {"NO_COLOR": "1"})
    assert shown.count("Enter for the next step, q to stop:") == 2
    assert "Step 2" in shown and "Step 3" not in shown
    assert "[A]" in shown and "<–×B>" in shown, "what is found, and what is read"
    assert "‹c3›" in shown and " c2 " in shown, "the line it speaks of, and names of the others"
    coloured = on_a_terminal(["explain", "--all", write(EASY)], "", {})
    assert "Enter for the next step" not in coloured
    assert "\x1b[1;30;42m [A] " in coloured
    assert "hardest step 12" in coloured


def test_circles_of_a_step_have_other_brackets(write: Write) -> None:
    puzzle = "trid 3 1..3\n1\n.\n. .\n. . .\n. . 2\n"
    shown = on_a_terminal(["explain", "--all", write(puzzle)], "", {"NO_COLOR": "1"})
    assert "< 2 >" in shown and "[ 3 ]" in shown
