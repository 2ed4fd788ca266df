"""Work in processes: it comes in order, whoever dies meanwhile, and can be left at any moment."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

LEFT_EARLY = """
from functools import partial
from operator import mul

from caracol.generation.workers import in_order

if __name__ == "__main__":
    for _ in range(6):
        results = in_order(partial(mul, "x" * 3_000_000), 1, jobs=2)
        assert len(next(results)) == 3_000_000
        results.close()
    print("left")
"""

# Results far larger than a pipe holds: a worker is nearly always sending when it is killed.
LARGE_RESULTS = """
from functools import partial
from operator import mul

from caracol.generation.workers import in_order

if __name__ == "__main__":
    results = in_order(partial(mul, "x" * 300_000), 1, jobs=2)
    for number in range(1, 41):
        assert next(results) == "x" * 300_000 * number
    print("all")
"""

DYING = """
import os

from caracol.generation import workers

if __name__ == "__main__":
    workers.MOST_DEATHS = 2
    next(workers.in_order(os._exit, 3, jobs=2))
"""

FAILING = """
from caracol.generation.workers import in_order

def invert(number: int) -> float:
    return 1 / (number - 2)

if __name__ == "__main__":
    print(list(zip(range(4), in_order(invert, 0, jobs=2))))
"""


def program(folder: Path, text: str) -> list[str]:
    path = folder / "program.py"
    path.write_text(text)
    return [sys.executable, str(path)]


def children(process: "subprocess.Popen[str]") -> list[int]:
    """The processes that run Python on behalf of this one."""
    try:
        text = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
        found = [int(word) for word in text.split()]
        return [child for child in found if b"spawn_main" in _command(child)]
    except (FileNotFoundError, ProcessLookupError):
        return []


def _command(number: int) -> bytes:
    try:
        return Path(f"/proc/{number}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):  # it has just ended
        return b""


def wait_for_children(process: "subprocess.Popen[str]") -> list[int]:
    end = time.monotonic() + 20
    while not (found := children(process)) and time.monotonic() < end:
        time.sleep(0.01)
    return found


def test_workers_left_while_they_send_do_not_keep_the_program_from_ending(
    tmp_path: Path,
) -> None:
    done = subprocess.run(
        program(tmp_path, LEFT_EARLY), capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout) == (0, "left\n")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_workers_killed_while_they_send_are_replaced(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    running = subprocess.Popen(
        program(tmp_path, LARGE_RESULTS), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    _kill_some(running, [rng.uniform(0.02, 0.3) for _ in range(6)], rng)
    told, errors = running.communicate(timeout=60)
    assert (running.returncode, told, errors) == (0, "all\n", "")


def _kill_some(running: "subprocess.Popen[str]", pauses: list[float], rng: random.Random) -> None:
    """After each pause, kill one of its workers."""
    for pause in pauses:
        found = wait_for_children(running)
        time.sleep(pause)
        if found:
            _kill(rng.choice(found))


def _kill(process: int) -> None:
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        return  # done before


def test_work_that_kills_every_worker_ends_with_a_clear_line(tmp_path: Path) -> None:
    done = subprocess.run(
        program(tmp_path, DYING), capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stderr.endswith("UsageError: worker processes keep crashing\n")


def test_what_goes_wrong_in_a_worker_is_raised_here_and_says_where(tmp_path: Path) -> None:
    done = subprocess.run(
        program(tmp_path, FAILING), capture_output=True, text=True, timeout=60, check=False
    )
    assert "ZeroDivisionError: division by zero" in done.stderr
    assert "in invert" in done.stderr


def status(running: "subprocess.Popen[str]") -> int:
    running.communicate(timeout=60)
    return running.returncode


def generating(path: Path, *more: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "caracol", "generate", "mno", "6", "-o", str(path), *more]
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_killed_workers_change_nothing_in_the_file(tmp_path: Path) -> None:
    rng = random.Random(1)
    whole, disturbed = tmp_path / "whole.jsonl", tmp_path / "disturbed.jsonl"
    assert status(generating(whole, "--count", "700")) == 0
    running = generating(disturbed, "--count", "700", "--jobs", "2")
    _kill_some(running, [rng.uniform(0.0, 0.4) for _ in range(4)], rng)
    _, errors = running.communicate(timeout=60)
    assert (running.returncode, errors) == (0, "")
    assert disturbed.read_bytes() == whole.read_bytes()


def wait_for_records(path: Path, running: "subprocess.Popen[str]") -> None:
    while not path.exists() or not path.stat().st_size:
        assert running.poll() is None
        time.sleep(0.01)


def has_ended(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_terminated_run_leaves_no_process_and_no_word(tmp_path: Path, jobs: str) -> None:
    pool = tmp_path / "pool.jsonl"
    running = generating(pool, "--count", "100000", "--jobs", jobs)
    wait_for_records(pool, running)
    workers = children(running)
    assert len(workers) == (2 if jobs == "2" else 0)
    running.terminate()
    _, errors = running.communicate(timeout=20)
    assert errors == ""
    assert running.returncode in (143, -signal.SIGTERM)
    end = time.monotonic() + 10
    while not all(map(has_ended, workers)) and time.monotonic() < end:
        time.sleep(0.02)
    assert all(map(has_ended, workers))


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_run_says_what_is_kept_and_how_to_go_on(tmp_path: Path, jobs: str) -> None:
    pool, whole = tmp_path / "pool.txt", tmp_path / "whole.txt"
    running = generating(pool, "--count", "100000", "--jobs", jobs)
    wait_for_records(pool, running)
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=20)
    kept = pool.read_text().count("# caracol generate mno 6 ")
    assert running.returncode == 130
    told = f"interrupted after {kept} of 100000 puzzles; use --resume to continue"
    assert errors == f"caracol: {told}\n"
    more = str(kept + 1)
    assert status(generating(pool, "--count", more, "--resume")) == 0
    assert status(generating(whole, "--count", more)) == 0
    assert pool.read_bytes() == whole.read_bytes()
