"""`caracol certify --seconds` ends in time whatever it is given, with nothing half-written."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import caracol
from caracol.formats import show
from caracol.puzzle import Puzzle
from caracol.registry import families

SECONDS = 1.0
DONE, BAD_INPUT, OUT_OF_TIME = 0, 2, 3


def blank(header: str, side: int) -> str:
    return f"{header}\n" + ("." * side + "\n") * side


def cube(size: int, digits: str) -> str:
    ring = (digits * size)[:size]
    faces = ("top", "bottom", "front", "back", "left", "right")
    return f"turn-12 {size}\n" + "".join(f"{face} {ring}\n" for face in faces)


# What each puzzle may end with: none of them can be certified in a second on a slow machine.
HOSTILE = {
    "clashing letters on a large board": (blank("mno 30", 30).replace(".", "M", 2), OUT_OF_TIME),
    "no board with so few values": (show(Puzzle("trid", (12, 1, 11))), OUT_OF_TIME),
    "no board with so long a key": (blank("magic-snail 10 ABCDEFG", 10), OUT_OF_TIME),
    "a large snail": (blank("magic-snail 30 ABCDE", 30), BAD_INPUT),
    "a large board": (blank("mno 30", 30), BAD_INPUT),
    "too large a triangle": (show(Puzzle("trid", (40, 1, 40))), BAD_INPUT),
    "too large a cube": (cube(2000, "6"), BAD_INPUT),
    "a large cube": (cube(320, "6"), BAD_INPUT),
    "digits that never fit": (cube(320, "34"), DONE),
}


def certify(folder: Path, text: str) -> tuple[int, float, str]:
    """Status, seconds, and what was said."""
    (folder / "puzzle.txt").write_text(text)
    command = [sys.executable, "-m", "caracol", "certify", "puzzle.txt", "--seconds", f"{SECONDS}"]
    command += ["-o", "it.json", "--dimacs", "it.cnf", "--drat", "it.drat", "--walk"]
    source = str(Path(caracol.__file__).parents[1])
    start = time.monotonic()
    told = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": source}
    )
    return told.returncode, time.monotonic() - start, told.stderr


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_certify_ends_in_time(name: str, tmp_path: Path) -> None:
    status, start_up, _ = certify(tmp_path, families()["mno"].example)
    assert status == DONE
    written = {"it.json", "it.cnf", "it.drat"}
    for file in written:
        (tmp_path / file).unlink()
    text, expected = HOSTILE[name]
    status, seconds, told = certify(tmp_path, text)
    assert status in (expected, OUT_OF_TIME)
    assert seconds < 1.1 * SECONDS + 0.5 + start_up
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"puzzle.txt", *(written if status == DONE else ())}
    assert len(told.splitlines()) == (status != DONE)
    assert status != OUT_OF_TIME or "out of time after 1 s\n" in told
