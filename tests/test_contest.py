"""Every tool of the contest gives right answers, and one that fails is reported."""

import os
import signal
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

import caracol
from caracol.formats import parse
from caracol.generation.order import Order
from caracol.lab import contest, worker
from caracol.lab.contest import Work
from caracol.lab.contestants import (
    COLD,
    CONTESTANTS,
    FLOOR,
    US,
    Contestant,
    Reply,
    find,
    make,
    reply,
)
from caracol.lab.tables import Row, Section, race_rows
from caracol.lab.worker import Trouble, Worker
from caracol.puzzle import Puzzle
from caracol.registry import families
from caracol.solve import check

MANY = "mno 4\n....\n....\n....\n...."
# Those that other tools have models of.
RACED = ("magic-snail", "mno", "trid", "turn-12")
PUZZLES = {name: families()[name].example for name in RACED} | {
    "no board": "magic-snail 4 ABC\n....\n....\n....\n....\n",
    "many boards": MANY,
}


@pytest.fixture(autouse=True)
def _files_go_with_the_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


@pytest.mark.parametrize("puzzle", PUZZLES)
@pytest.mark.parametrize("name", CONTESTANTS)
def test_every_tool_finds_as_many_boards(name: str, puzzle: str) -> None:
    asked = parse(PUZZLES[puzzle])
    for limit in (1, 2):
        found = reply(name, partial(find, puzzles=[asked], limit=limit))
        if isinstance(found, str):
            assert found.startswith("absent: ")
            pytest.skip(found)
        assert found.answers == [len(list(caracol.solutions(asked, limit)))]
        assert found.seconds > 0


MAKERS = (US, FLOOR, "CP-SAT", "clingo", "CPMpy, Choco", "CPMpy, Pindakaas")


def made(name: str) -> Puzzle:
    order = Order("mno", "5", seed=7)
    found = reply(name, partial(make, order=order, count=1, seconds=60))
    if isinstance(found, str):
        pytest.skip(found)
    (puzzle,) = found.answers
    assert isinstance(puzzle, Puzzle)
    return puzzle


@pytest.mark.parametrize("name", MAKERS)
def test_tools_leave_irreducible_puzzles(name: str) -> None:
    found = check(made(name))
    assert found.unique and found.irreducible


@pytest.mark.parametrize("name", MAKERS[2:])
def test_tools_leave_out_the_same_clues(name: str) -> None:
    """They try them in the same order, so that all answer the same questions."""
    assert made(name) == made(FLOOR)


def test_a_turn_ends_when_its_time_is_up() -> None:
    task = partial(make, order=Order("mno", "5", seed=7), count=1000, seconds=0.05)
    for name in (US, "clingo"):
        found = reply(name, task)
        assert not isinstance(found, str) and 0 < len(found.answers) < 1000


def test_only_snails_with_a_key_of_three_are_for_multi_puzzle_solver() -> None:
    pytest.importorskip("puzzle_solver")
    for text in (MANY, "magic-snail 3 AB\n...\n...\n..."):
        found = reply("multi-puzzle-solver", partial(find, puzzles=[parse(text)], limit=2))
        assert found == "absent: does not know such puzzles"


EXAMPLE = parse(families()["mno"].example)


def test_a_tool_answers_from_its_process() -> None:
    work = Work(partial(find, puzzles=[EXAMPLE], limit=2), 20)
    with closing(Worker()) as process:
        for _ in range(2):
            found = contest.answered(process, FLOOR, work)
            assert isinstance(found, Reply) and found.answers == [1]


def ready() -> None:
    """By then the process has imported this module."""


def crash(_contestant: Contestant) -> Reply:
    os.kill(os.getpid(), signal.SIGSEGV)
    raise AssertionError


def leave(_contestant: Contestant) -> Reply:
    os._exit(3)


def hang(_contestant: Contestant) -> Reply:
    time.sleep(60)
    raise AssertionError


def two_boards(_contestant: Contestant) -> Reply:
    return Reply(1.0, [1, 2])


@pytest.mark.parametrize(
    ("task", "reason"),
    [
        (crash, "crashed, status -11"),
        (leave, "crashed, status 3"),
        (hang, "> 0.1 s"),
        (two_boards, "wrong answers"),
    ],
)
def test_a_tool_that_fails_is_reported(
    task: Callable[[Contestant], Reply], reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "GRACE", 0.9)
    with closing(Worker(ready)) as process:
        assert contest.answered(process, FLOOR, Work(task, 0.1)) == reason


def test_a_process_that_cannot_start_its_work_is_reported() -> None:
    with closing(Worker(partial(os._exit, 4))) as process, pytest.raises(Trouble, match="status 4"):
        process.call(int, 10)


def test_ratios_are_to_caracol_and_the_goal_is_to_the_bare_solver() -> None:
    rounds: list[dict[str, float | str]] = [
        {US: 0.003, FLOOR: 0.002, COLD: 0.005, "CP-SAT": 0.3, "clingo": "absent: pip install"},
        {US: 0.004, FLOOR: 0.002, COLD: 0.005},
    ]
    rows = tuple(race_rows(rounds, {}, lambda seconds: 1000 * seconds))
    ours, floor, cold, cpsat, clingo = contest.compared(Section("title", rows=rows)).rows
    assert ours == Row(US, (3, 4), "", "<= 2x bare", True)
    assert floor.found == "0.583x"
    assert (cold.found, cold.met) == ("1.46x", False)
    assert (cpsat.figures, cpsat.found) == ((300,), "100x")
    assert (clingo.figures, clingo.found) == ((), "absent")
