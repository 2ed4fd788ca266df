"""No command overruns its time limit, whatever it is given, and none gives up on what is easy."""

import subprocess
import sys
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

SECONDS = 1.0


def square(header: str, side: int) -> str:
    return f"{header}\n" + ("." * side + "\n") * side


def triangle(side: int, total: str = ".") -> str:
    """An empty triangle, or one with the same sum in every other triangle that points up."""
    lines = [f"trid {side} 1..{side}"]
    for row in range(1, side + 1):
        lines.append(" ".join("." * row))
        if row < side:
            lines.append(" ".join("." if i % 4 else total for i in range(2 * row - 1)))
    return "\n".join(lines) + "\n"


def cube(ring: str) -> str:
    faces = ("top", "bottom", "front", "back", "left", "right")
    return f"turn-12 {len(ring)}\n" + "".join(f"{face} {ring}\n" for face in faces)


HOSTILE = {
    "large mno": square("mno 60", 60),
    "M in a corner": "mno 8\n" + "........\n" * 7 + ".......M\n",
    "large trid": triangle(30),
    "hard sums": triangle(12, "19"),
    "long key": square("magic-snail 20 ABCDE", 20),
    "longest key": square("magic-snail 14 ABCDEF", 14),
    "no board": square("magic-snail 24 ABCDEFGHIJKLM", 24),
    "huge mno": square("mno 300", 300),
    "equal digits": cube("6" * 4000),
    "long ring": cube("3456789398457964379348765738" * 400),
}
# What each command is given besides the puzzle and the limit.
VERBS: dict[str, Sequence[str]] = {
    "solve": ["solve"],
    "solve sat": ["solve", "--engine", "sat"],
    "solve cpsat": ["solve", "--engine", "cpsat"],
    "solve cpmpy": ["solve", "--engine", "cpmpy"],
    "solve search": ["solve", "--engine", "search"],
    "solve all": ["solve", "--all", "--text"],
    "check": ["check"],
    "count": ["count"],
    "explain": ["explain"],
    "explain json": ["explain", "--json"],
    "grade": ["grade"],
    "certify": ["certify", "-o", "certificate.json"],
    "export": ["export", "--to", "dimacs"],
    "export plain": ["export", "--to", "dimacs", "--plain"],
    "draw": ["draw", "-o", "board.svg", "--solution"],
    "draw step": ["draw", "-o", "board.svg", "--step", "2"],
    "book": ["book", "-o", "book.pdf"],
}
# The engines are slow to load, each in its own time.
STARTS = {"solve cpsat": "import ortools.sat.python.cp_model", "solve cpmpy": "import cpmpy"}
# Every command on a puzzle that is hard for all, and some on what is hard for them.
CASES = [
    *((verb, "hard sums") for verb in VERBS),
    *(("solve", name) for name in HOSTILE),
    *(("explain", name) for name in HOSTILE),
    *(("grade", name) for name in HOSTILE),
    ("solve cpsat", "huge mno"),
    ("solve cpmpy", "long ring"),
    ("count", "large trid"),
    ("count", "huge mno"),
    ("export plain", "large mno"),
    ("draw", "huge mno"),
]
EASY = "magic-snail 3 AB\nA..\n...\n...\n"
UNIQUE = "mno 5\n.....\n..O..\n.O*..\n..*..\nO....\n"


def run(arguments: Sequence[str], folder: Path) -> tuple[int, float, str]:
    """Exit status, seconds, and what was complained about."""
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.returncode, time.monotonic() - start, done.stderr


@cache
def start_up(verb: str) -> float:
    _, seconds, _ = run(["-c", f"import caracol.cli.commands\n{STARTS.get(verb, '')}"], Path())
    return seconds


def limited(verb: str, text: str, folder: Path) -> tuple[int, float, str]:
    (folder / "puzzle.txt").write_text(text)
    command, *options = VERBS[verb]
    words = [command, "puzzle.txt", *options, "--seconds", str(SECONDS)]
    return run(["-m", "caracol", *words], folder)


@pytest.mark.slow
@pytest.mark.parametrize(("verb", "name"), CASES, ids=lambda word: word.replace(" ", "-"))
def test_a_time_limit_is_kept(verb: str, name: str, tmp_path: Path) -> None:
    status, seconds, complaint = limited(verb, HOSTILE[name], tmp_path)
    assert status in (0, 1, 2, 3), complaint
    assert complaint.count("\n") <= 1
    # A machine that starts Python slowly also stops slowly.
    assert seconds <= 1.1 * SECONDS + 0.5 + 3 * start_up(verb)


@pytest.mark.slow
@pytest.mark.parametrize("verb", VERBS)
def test_what_is_easy_is_answered_in_time(verb: str, tmp_path: Path) -> None:
    status, _, complaint = limited(verb, EASY, tmp_path)
    assert status == 0, complaint


@pytest.mark.slow
def test_a_puzzle_after_one_that_ran_out_of_time_is_solved(tmp_path: Path) -> None:
    puzzles = HOSTILE["no board"] + square("mno 5", 5) + UNIQUE
    (tmp_path / "puzzle.txt").write_text(puzzles)
    done = subprocess.run(
        [sys.executable, "-m", "caracol", "solve", "puzzle.txt", "--seconds", "0.3", "--json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    told = [line.split('"status": "')[1].split('"')[0] for line in done.stdout.splitlines()]
    assert told == ["out-of-time", "many", "unique"]
