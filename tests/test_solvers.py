"""What other solvers print is understood, whatever it is; strategies are compared fairly."""

import json
import stat
from pathlib import Path

import pytest

from caracol.cli.commands import main
from caracol.exports import source
from caracol.exports.source import Source
from caracol.kinds import Sum
from caracol.lab import strategies
from caracol.lab.solvers import LATE, Outcome, missing, understood
from caracol.lab.timing import Output, execute
from caracol.model import Rule
from caracol.phrases import say
from caracol.puzzle import Puzzle, UsageError

BOARD = Source(
    "two numbers",
    {"r1c1": (1, 2), "r1c2": (1, 2)},
    (),
    (Rule(say("they sum to 3"), Sum(("r1c1", "r1c2"), 3)),),
)
STATISTICS = "%%%mzn-stat: failures=7\n%%%mzn-stat: solveTime=0.5\n%%%mzn-stat: nodes=1.5e3\n"
FIGURES = "%%%stat: label=0.25\n%%%stat: inferences=1000\n"


def test_minizinc_is_understood() -> None:
    found = understood(Output(0, f"1 2\n----------\n{STATISTICS}"), BOARD)
    assert (found.status, found.boards, found.complete) == (
        "found",
        ({"r1c1": 1, "r1c2": 2},),
        False,
    )
    assert found.counted == {"failures": 7, "solveTime": 0.5, "nodes": 1500}
    every = understood(Output(0, "1 2\n----------\n2 1\n----------\n==========\n"), BOARD)
    assert (len(every.boards), every.complete) == (2, True)
    none = understood(Output(0, f"=====UNSATISFIABLE=====\n{STATISTICS}"), BOARD)
    assert (none.status, none.complete) == ("none", True)


@pytest.mark.parametrize(
    ("printed", "status"),
    [
        (Output(0, f"=====UNKNOWN=====\n{STATISTICS}"), LATE),
        (Output(0, "1 2\n----------\n% Time limit exceeded!\n"), LATE),
        (Output(-1, "", stopped=True), LATE),
        (Output(1, "", "Error: type error\n"), "crashed, status 1: Error: type error"),
        (Output(-11, ""), "crashed, status -11: no reason"),
        (Output(0, ""), "invalid: neither a board nor that there is none"),
        (Output(0, "1 2\n"), "invalid: neither a board nor that there is none"),
        (Output(0, "1\n----------\n"), "invalid: expected 2 values, found '1'"),
        (Output(0, "1 3\n----------\n"), "invalid: expected a value of r1c2, found '3'"),
        (Output(0, "1 1\n----------\n"), "invalid: a board that breaks a rule: they sum to 3"),
    ],
)
def test_what_minizinc_must_not_print_is_reported(printed: Output, status: str) -> None:
    outcome = understood(printed, BOARD)
    assert (outcome.status, outcome.boards) == (status, ())


def test_prolog_is_understood() -> None:
    found = understood(Output(0, f"2 1\n----------\n{FIGURES}"), BOARD)
    assert (found.status, found.boards) == ("found", ({"r1c1": 2, "r1c2": 1},))
    assert found.counted == {"label": 0.25, "inferences": 1000}
    none = understood(Output(0, f"=====UNSATISFIABLE=====\n{FIGURES}"), BOARD)
    assert none == Outcome("none", (), {"label": 0.25, "inferences": 1000}, complete=True)


@pytest.mark.parametrize(
    ("printed", "status"),
    [
        (Output(0, FIGURES), "invalid: neither a board nor that there is none"),
        (Output(0, f"hello\n{FIGURES}"), "invalid: expected 2 values, found 'hello'"),
        (
            Output(2, "", "Warning: goal raised\n% Stack error\n"),
            "crashed, status 2: % Stack error",
        ),
    ],
)
def test_what_prolog_must_not_print_is_reported(printed: Output, status: str) -> None:
    assert understood(printed, BOARD).status == status


def test_a_board_that_ends_early_is_invalid() -> None:
    model = source(Puzzle("mno", (3,)))
    status = understood(Output(0, f"* * O\n- - -\n----------\n{FIGURES}"), model).status
    assert status == "invalid: a board that ends after 2 of 3 lines"


def test_a_process_that_hangs_is_ended_with_all_it_started() -> None:
    printed = execute(["sh", "-c", "sleep 60 & sleep 60"], seconds=0.2)
    assert printed == Output(-1, "", stopped=True)
    assert execute(["echo", "hello"], 10).text == "hello\n"


def _fake(folder: Path, name: str, script: str) -> None:
    file = folder / name
    file.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)


@pytest.mark.parametrize(
    ("script", "shown"),
    [("kill -SEGV $$", "crashed, status -11"), ("echo hello", "invalid"), ("sleep 9", "> 0.1 s")],
)
def test_a_solver_that_fails_is_a_row_that_says_so(
    script: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fake(tmp_path, "swipl", script)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    first, *_ = strategies.searched(strategies.PROLOG, Puzzle("mno", (3,)), "a title", each=0.1)
    assert first.rows[0].shown == (shown, shown, shown, "–")
    assert first.rows[0].figures == (None,) * 4


def test_a_solver_that_is_not_there_is_absent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    for solver, command in (
        (strategies.GECODE, "apt-get install minizinc"),
        (strategies.PROLOG, "apt-get install swi-prolog-nox"),
    ):
        first, *_ = strategies.searched(solver, Puzzle("mno", (3,)), "a title", each=1)
        assert {text for row in first.rows for text in row.shown} == {"–"}
        assert command in first.notes[0]


def test_choices_a_solver_does_not_offer_are_never_run() -> None:
    assert strategies.VARIABLES["occurrence"] == ("occurrence", "")
    assert strategies.VALUES["median"] == ("indomain_median", "")
    assert set(strategies.VARIABLES) == {
        "leftmost",
        "min",
        "max",
        "first_fail",
        "anti_first_fail",
        "occurrence",
        "most_constrained",
        "max_regret",
    }


@pytest.mark.slow
@pytest.mark.skipif(bool(missing("minizinc")), reason=missing("minizinc"))
@pytest.mark.skipif(bool(missing("swipl")), reason=missing("swipl"))
def test_strategies_are_measured(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("leftmost", "first_fail", "most_constrained", "max_regret")
    some = {name: strategies.VARIABLES[name] for name in names}
    monkeypatch.setattr(strategies, "ROUNDS", 1)
    monkeypatch.setattr(strategies, "VARIABLES", some)
    file, drawing = tmp_path / "run.json", tmp_path / "run.svg"
    words = ["lab", "strategies", "trid", "3", "-1..2", "--json", str(file), "--plot", str(drawing)]
    assert main(words) == 0 and drawing.is_file()
    assert "SWI-Prolog on the empty Trid 3 -1..2: inferences" in capsys.readouterr().out
    run = json.loads(file.read_text("utf-8"))
    gecode, *_ = run["sections"]
    assert [row["name"] for row in gecode["rows"]] == list(strategies.VARIABLES)
    assert all(figure is not None for row in gecode["rows"] for figure in row["figures"])


@pytest.mark.parametrize("plot", ["board.pdf", "nowhere/board.svg"])
def test_a_drawing_is_an_svg_in_a_directory(plot: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"ending in \.svg|no such directory"):
        strategies.main(["mno", "4", "--plot", str(tmp_path / plot)])
