"""Laws for every engine: the same boards as the oracle, each once; time-outs are no answers."""

import itertools
import subprocess
import sys
import weakref

import cpmpy
import pytest

from caracol.deadline import Deadline
from caracol.engines import NEEDS, engine
from caracol.engines.cpmpy import engine as cpmpy_engine
from caracol.formats import parse, show
from caracol.kinds import (
    Connected,
    Count,
    Differ,
    Forbid,
    Is,
    Loop,
    Regular,
    Stands,
    Sum,
    Together,
    Unlike,
)
from caracol.puzzle import OutOfTime, Puzzle, UsageError
from caracol.registry import families
from caracol.solve import Search
from tiny import CASES, as_boards, tried

INSTALLED = [name for name, solver in cpmpy.SolverLookup.base_solvers() if solver.supported()]
# rc2 and pysat want one more package for weighted sums; both are the same solvers as ours anyway.
BRIDGED = [f"cpmpy:{name}" for name in INSTALLED if name not in ("rc2", "pysat")]
ENGINES = ["sat", "cpsat", *BRIDGED]

# With more boards the slower engines would take too long.
FEW = 32
TINY = {name: tiny for name, tiny in CASES.items() if len(tried(tiny)) <= FEW}


@pytest.mark.parametrize("name", ["search", *ENGINES])
@pytest.mark.parametrize("case", TINY)
def test_each_kind_of_constraint_means_the_same(name: str, case: str) -> None:
    tiny = TINY[case]
    found = engine(name)(tiny.model(tiny.rule), (), Deadline()).boards
    assert as_boards(found) == tried(tiny)


def test_every_kind_of_constraint_has_a_tiny_case() -> None:
    kinds = {Is, Count, Differ, Sum, Regular, Forbid, Stands, Together, Unlike, Connected, Loop}
    assert {type(tiny.constraint) for tiny in TINY.values()} == kinds


SMALL = [
    "magic-snail 3 AB\n...\n...\n...\n",
    "magic-snail 4 AB\nA...\n...-\n....\n....\n",
    "magic-snail 4 ABC\n....\n....\n....\n....\n",
    "mno 4\n....\n.O..\n....\n...*\n",
    "trid 3 1..4\n.\n7\n..\n.8.\n...\n",
    "trid 3 -1..2\n2\n.\n..\n.2.\n...\n",
    *(family.example for family in families().values()),
]


@pytest.mark.parametrize("name", ENGINES)
@pytest.mark.parametrize("text", SMALL)
def test_every_engine_finds_the_same_solutions(name: str, text: str) -> None:
    puzzle = parse(text)
    oracle = [solution.values for solution in Search(puzzle, engine="search")]
    found = [solution.values for solution in Search(puzzle, engine=name)]
    assert len(found) == len(oracle)
    assert all(board in oracle for board in found)


@pytest.mark.parametrize("name", [*NEEDS, *BRIDGED])
def test_a_time_out_is_no_answer(name: str) -> None:
    puzzle = Puzzle("magic-snail", (24, "ABCDEFGHIJKLM"))
    with pytest.raises(OutOfTime):
        next(iter(Search(puzzle, engine=name, seconds=0.1)))


@pytest.mark.parametrize("name", ["sat", "cpsat", "cpmpy", "search"])
def test_statistics_have_the_same_names_and_are_counted(name: str) -> None:
    search = Search(parse(families()["mno"].example), engine=name)
    assert len(list(search)) == 1
    counted = search.statistics.counted()
    assert counted["engine"] == ("cpmpy:ortools" if name == "cpmpy" else name)
    assert counted["method"] == "searched"
    assert isinstance(counted["solve_seconds"], float)
    assert counted["solve_seconds"] > 0
    assert isinstance(counted["variables"], int)
    assert counted["variables"] >= 25


def test_an_engine_that_is_not_there_is_refused_by_name() -> None:
    for wrong in ("", "magic", "sat:glucose"):
        with pytest.raises(UsageError, match="expected an engine, one of sat"):
            engine(wrong)
    for wrong in ("magic", "rc2"):
        with pytest.raises(UsageError, match="one of ortools"):
            cpmpy_engine(wrong)
    for wrong in ("z3:magic", "ortools:magic", "pysat:magic"):
        with pytest.raises(UsageError, match=r"expected a solver behind cpmpy:.* found 'magic'"):
            cpmpy_engine(wrong)
    assert cpmpy_engine("pysat:glucose4")


@pytest.mark.parametrize("family", ["mno", "trid", "turn-12"])
def test_a_search_that_is_dropped_is_gone_at_once(family: str) -> None:
    """Not when the collector comes by: until then the solver would hold what it has asked."""
    found = iter(Search(parse(families()[family].example)))
    next(found)
    dropped = weakref.ref(found)
    del found
    assert dropped() is None


def test_giants_are_constructed_and_say_so() -> None:
    search = Search(Puzzle("trid", (60, 1, 90)))
    first, second = itertools.islice(search, 2)
    assert first.values != second.values
    assert search.statistics.counted()["method"] == "constructed"


def test_constructed_boards_keep_clues() -> None:
    text = show(Puzzle("trid", (60, 1, 90)))
    lines = text.splitlines()
    lines[1] = "7"
    lines[2] = "20"
    lines[6] = ". 100 . . ."
    search = Search(parse("\n".join(lines)))
    first = next(iter(search))
    assert first["r1c1"] == 7
    assert search.statistics.method == "constructed"


def test_long_lines_find_boards_that_need_every_letter() -> None:
    """Beyond a length, what M and N demand is written when needed: the answer must not change."""
    side = 42
    rows = ["." * side for _ in range(side)]
    rows[5] = "M".rjust(20, ".").ljust(side, ".")
    rows[6] = "N".rjust(9, ".").ljust(side, ".")
    text = f"mno {side}\n" + "\n".join(rows)
    first, second = itertools.islice(Search(parse(text)), 2)
    assert first["r6c20"] == second["r6c20"] == "M"
    rows[20] = "*" + "-" * 15 + "*" + "-" * 15 + "*" + "-" * (side - 33)
    assert list(Search(parse(f"mno {side}\n" + "\n".join(rows)))) == []
    rows[20] = "*" + "-" * 15 + "." + "-" * 15 + "*" + "-" * (side - 33)
    solution = next(iter(Search(parse(f"mno {side}\n" + "\n".join(rows)))))
    assert solution["r21c17"] == "M"


def test_an_interrupted_question_leaves_no_wrong_answers_behind() -> None:
    script = """
import itertools, os, signal, threading, caracol
puzzle = caracol.Puzzle("mno", (10,))
assert caracol.verdict(puzzle).status == "many"
threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    for _ in caracol.solutions(puzzle): pass
except KeyboardInterrupt:
    assert caracol.verdict(puzzle).status == "many"
    print("still right")
"""
    told = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert told.stdout == "still right\n"


@pytest.mark.parametrize("seconds", [None, 60])
def test_ctrl_c_acts_at_once_and_other_threads_go_on(seconds: float | None) -> None:
    script = f"""
import os, signal, threading, time, caracol
ticks = []
def tick():
    for _ in range(10):
        time.sleep(0.1)
        ticks.append(time.monotonic())
    os.kill(os.getpid(), signal.SIGINT)
hard = caracol.Puzzle("magic-snail", (24, "ABCDEFGHIJKLM"))
assert caracol.verdict(hard, seconds=0.5).status == "out-of-time"
threading.Thread(target=tick).start()
try:
    caracol.verdict(hard, seconds={seconds})
except KeyboardInterrupt:
    print(time.monotonic() - ticks[-1] < 2, max(b - a for a, b in zip(ticks, ticks[1:])) < 0.5)
"""
    told = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=50
    )
    assert told.stdout == "True True\n"


@pytest.mark.parametrize("name", ["cpsat", "cpmpy:ortools"])
def test_ctrl_c_reaches_python_after_a_solve(name: str) -> None:
    script = f"""
import os, signal, caracol
caracol.is_unique(caracol.parse("mno 4\\n....\\n....\\n....\\n...."), engine="{name}")
try:
    os.kill(os.getpid(), signal.SIGINT)
except KeyboardInterrupt:
    print("caught")
"""
    words = [sys.executable, "-c", script]
    told = subprocess.run(words, capture_output=True, text=True, check=True)
    assert told.stdout == "caught\n"
