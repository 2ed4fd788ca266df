"""Every tool of the contest tells the truth, and one that fails is told so."""

import stat
from pathlib import Path

import pytest

import caracol
from caracol.formats import parse
from caracol.lab import contest, contestants
from caracol.lab.contest import Entry, Process
from caracol.lab.contestants import COLD, CONTESTANTS, FLOOR, US
from caracol.lab.report import Row
from caracol.registry import families
from caracol.solve import check

MANY = "mno 4\n....\n....\n....\n...."
PUZZLES = {family.name: family.example for family in families().values()} | {
    "no board": "magic-snail 4 ABC\n....\n....\n....\n....\n",
    "many boards": MANY,
}


@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize("name", CONTESTANTS)
def test_every_tool_finds_as_many_boards(name: str, puzzle: str) -> None:
    contestant, text = CONTESTANTS[name], PUZZLES[puzzle]
    for limit in (1, 2):
        request = {"task": "find", "puzzles": [text], "limit": limit, "seconds": 60}
        reply = contestants._reply(contestant, request)
        if "absent" in reply:
            pytest.skip(str(reply["absent"]))
        assert reply["answers"] == [len(list(caracol.solutions(parse(text), limit)))]
        assert isinstance(reply["seconds"], float) and reply["seconds"] > 0


MAKERS = (US, FLOOR, "CP-SAT", "clingo", "CPMpy, Choco", "CPMpy, Pindakaas")


def made(name: str) -> str:
    order = {"family": "mno", "size": "5", "seed": 7, "count": 1}
    reply = contestants._reply(CONTESTANTS[name], {"task": "make", "seconds": 60, **order})
    if "absent" in reply:
        pytest.skip(str(reply["absent"]))
    assert isinstance(reply["answers"], list)
    return str(reply["answers"][0])


@pytest.mark.parametrize("name", MAKERS)
def test_tools_leave_irreducible_puzzles(name: str) -> None:
    found = check(parse(made(name)))
    assert found.unique and found.irreducible


@pytest.mark.parametrize("name", MAKERS[2:])
def test_tools_leave_out_the_same_clues(name: str) -> None:
    """They try them in the same order, so that all answer the same questions."""
    assert made(name) == made(FLOOR)


REQUEST = {"task": "find", "puzzles": [families()["mno"].example], "limit": 2, "seconds": 20}


def test_only_snails_with_a_key_of_three_are_for_multi_puzzle_solver() -> None:
    pytest.importorskip("puzzle_solver")
    for text in (MANY, "magic-snail 3 AB\n...\n...\n..."):
        contestant = CONTESTANTS["multi-puzzle-solver"]
        reply = contestants._reply(contestant, REQUEST | {"puzzles": [text]})
        assert reply == {"absent": "does not know such puzzles"}


def test_a_tool_answers_from_its_process() -> None:
    with Process(FLOOR) as process:
        for _ in range(2):
            reply = process.ask(REQUEST)
            assert isinstance(reply, dict) and reply["answers"] == [1]


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("kill -SEGV $$", "crashed, status -11"),
        ("echo hello", "rubbish"),
        ("echo '{}'; read line; exit 3", "crashed, status 3"),
        ("echo '{}'; read line; echo '{\"failed\": \"out of luck\"}'", "out of luck"),
        ("echo '{}'; read line; echo '{\"late\": true}'", "> 0.1 s"),
        ("echo '{}'; sleep 9", "> 0.1 s"),
        ('echo \'{"absent": "pip install it"}\'', "absent: pip install it"),
        (
            "echo '{}'; read line; echo '{\"seconds\": 1, \"answers\": [2]}'; read line",
            "wrong answers",
        ),
    ],
)
def test_a_tool_that_fails_is_told_so(
    script: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = tmp_path / "python"
    fake.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr("sys.executable", str(fake))
    monkeypatch.setattr(contest, "GRACE", 0.3)
    with Process("fake") as process:
        assert contest.answered(process, REQUEST | {"seconds": 0.1}) == told


def test_ratios_are_to_caracol_and_the_goal_is_to_the_bare_solver() -> None:
    entries = {
        US: Entry([0.003, 0.004]),
        FLOOR: Entry([0.002, 0.002]),
        COLD: Entry([0.005, 0.005]),
        "CP-SAT": Entry([0.3], slow=True),
        "clingo": Entry(trouble="absent: pip install clingo"),
        "Z3": Entry(),
    }
    told = contest.section("title", entries)
    ours, floor, cold, cpsat, clingo, z3 = told.rows
    assert ours == Row(US, (3, 4), "", "<= 2x bare", True)
    assert floor.found == "0.583x"
    assert (cold.found, cold.met) == ("1.46x", False)
    assert (cpsat.figures, cpsat.found) == ((300,), "100x")
    assert (clingo.figures, clingo.found) == ((), "absent")
    assert (z3.figures, z3.found) == ((), "no turn")
    assert told.notes == ("clingo: absent: pip install clingo",)
