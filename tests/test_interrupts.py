"""Ctrl-C at any moment: status 130 and one line, nothing lost, no half of a file."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from commands import UNIQUE

# What happens in a command, and what comes of it: status, what was printed, what was told.
INTERRUPTED = (130, "", "caracol: interrupted\n")
MOMENTS = {
    "in a callback of a deleted object, where it would be dropped": (
        """
class Deleted:
    def __del__(self):
        ctrl_c()
def command(_):
    Deleted()
    time.sleep(20)
    print("went on")
""",
        INTERRUPTED,
    ),
    "in a library that makes another error of it": (
        """
def command(_):
    try:
        ctrl_c()
    except KeyboardInterrupt:
        raise RuntimeError("the library failed")
""",
        INTERRUPTED,
    ),
    "twice, while something is closed": (
        """
def command(_):
    try:
        ctrl_c()
    finally:
        ctrl_c()
        print("closed")
""",
        (130, "closed\n", "caracol: interrupted\n"),
    ),
    "before the command is known": (
        """
commands._options = lambda words: ctrl_c()
""",
        INTERRUPTED,
    ),
    "when all is done and Python is closing": (
        """
import atexit
atexit.register(ctrl_c)
def command(_):
    print("done")
    return 0
""",
        (0, "done\n", ""),
    ),
}
PROGRAM = """
import os, signal, sys, time
from caracol.cli import commands
def ctrl_c():
    os.kill(os.getpid(), signal.SIGINT)
command = None
{moment}
if command:
    commands._run = command
sys.argv = ["caracol", "families"]
sys.exit(commands.main())
"""


@pytest.mark.parametrize("moment", MOMENTS)
def test_ctrl_c_is_heard_once(moment: str) -> None:
    text, expected = MOMENTS[moment]
    words = [sys.executable, "-c", PROGRAM.format(moment=text)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == expected


def test_a_program_that_ignores_ctrl_c_goes_on_doing_so() -> None:
    words = [sys.executable, "-c", PROGRAM.format(moment="command = lambda _: ctrl_c() or 0")]
    done = subprocess.run(
        words,
        capture_output=True,
        timeout=60,
        check=False,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    assert (done.returncode, done.stderr) == (0, b"")


FIRST_PROCESS = """
import os, signal, time
from multiprocessing import get_context
from caracol.deadline import ctrl_c_held_back
process = get_context("spawn").Process(target=time.sleep, args=(0.1,))
with ctrl_c_held_back():
    process.start()
os.kill(process.pid, signal.SIGINT)
process.join()
print(process.exitcode)
"""


def test_a_process_never_hears_ctrl_c_not_even_the_first() -> None:
    words = [sys.executable, "-c", FIRST_PROCESS]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("0\n", "")


READY = """
import sys
from caracol.cli.commands import main
print("ready", flush=True)
sys.exit(main())
"""
RUNS = {
    "solve": ("solve", "puzzle.txt", "--engine", "cpsat"),
    "generate": ("generate", "mno", "6", "--count", "3000", "-o", "made.jsonl"),
    "generate with workers": (
        *("generate", "mno", "6", "--count", "3000", "-o", "made.jsonl", "--jobs", "2"),
    ),
    "certify": ("certify", "puzzle.txt", "-o", "proof.json"),
    "book": ("book", "puzzle.txt", "-o", "book.pdf"),
    "lab": ("lab", "reports", "--json", "run.json"),
    "studio": ("studio", "--no-open", "--port", "0"),
}
WHOLE = {"made.jsonl", "puzzle.txt", "proof.json", "book.pdf", "run.json"}


@pytest.mark.slow
@pytest.mark.parametrize("run", RUNS)
def test_ctrl_c_at_random_moments(tmp_path: Path, run: str) -> None:
    (tmp_path / "puzzle.txt").write_text(UNIQUE)
    rng = random.Random(run)
    for i in range(2):
        folder = tmp_path / str(i)
        folder.mkdir()
        (folder / "puzzle.txt").write_text(UNIQUE)
        status, told = interrupted(RUNS[run], folder, rng.uniform(0, 1.0))
        assert status == 130 or (status == 0 and run in ("solve", "certify", "book", "studio"))
        lines = [line for line in told.splitlines() if "the studio is at" not in line]
        assert len(lines) == (status == 130), told
        assert not lines or lines[0].startswith("caracol: interrupted"), told
        assert {path.name for path in folder.iterdir()} <= WHOLE


def interrupted(words: tuple[str, ...], folder: Path, pause: float) -> tuple[int, str]:
    """Ctrl-C for all processes of a command, some time after it has begun; what comes of it."""
    with subprocess.Popen(
        [sys.executable, "-c", READY, *words],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        assert running.stdout and running.stdout.readline() == "ready\n"
        time.sleep(pause)
        os.killpg(running.pid, signal.SIGINT)
        _, told = running.communicate(timeout=60)
        return running.returncode, told
