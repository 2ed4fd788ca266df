"""The stand-alone checker as a program of its own."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from caracol.certificates import verify as checker
from refuting import SAMPLES, certify, example

SOURCE = Path(checker.__file__)


def run(folder: Path, *words: str, given: bytes = b"") -> tuple[int, str]:
    """The checker as its own program, alone in a folder."""
    shutil.copy(SOURCE, folder / "verify.py")
    told = subprocess.run(
        [sys.executable, "-I", "verify.py", *words], cwd=folder, input=given, capture_output=True
    )
    assert told.stderr == b""
    return told.returncode, told.stdout.decode()


def test_it_runs_alone(tmp_path: Path) -> None:
    whole, good = json.dumps(example(), indent=1), json.dumps(example())
    bad = json.dumps(certify(*SAMPLES["turn-12/report-001-toy"]) | {"proof": "0\n"})
    (tmp_path / "whole.json").write_text(whole)
    (tmp_path / "lines.json").write_text(f"\n{good}\n\n{bad}\r\n{whole}\n{good}")
    told = "magic-snail 5 ABC: unique and irreducible\n"
    assert run(tmp_path, "whole.json") == (0, f"whole.json:1: {told}")
    assert run(tmp_path, "-", given=good.encode()) == (0, f"-:1: {told}")
    status, lines = run(tmp_path, "lines.json", "whole.json")
    assert status == 1
    reason = "does not hold: the proof: the clause [] does not follow\n"
    expected = [f"lines.json:{i}: {it}" for i, it in enumerate((told, reason, told, told), 1)]
    assert lines == "".join([*expected, f"whole.json:1: {told}"])
    unsolvable = json.dumps(certify("magic-snail 4 ABC\n....\n....\n....\n....")).encode()
    assert run(tmp_path, "-", given=unsolvable) == (0, "-:1: magic-snail 4 ABC: unsolvable\n")


def test_files_that_are_none_have_status_2(tmp_path: Path) -> None:
    (tmp_path / "latin.json").write_bytes(b'{"certificate": "\xe9"}')
    (tmp_path / "deep.json").write_text('{"walk": ' + "[" * 200_000 + "]" * 200_000 + "}")
    (tmp_path / "names.json").write_text(json.dumps(example() | {"\ud800": 1, "é": 2}))
    (tmp_path / "lines.json").write_text(f"{json.dumps(example())}\nmno 3\n")
    (tmp_path / "two.json").write_text(f"{json.dumps(example())} {json.dumps(example())}")
    assert run(tmp_path)[0] == 2
    for name in ("latin", "deep", "names", "lines", "two"):
        status, told = run(tmp_path, f"{name}.json")
        assert status == 2
        assert ": not a certificate: " in told
    assert run(tmp_path, "-")[0] == 2


def test_files_that_cannot_be_read_have_status_2(tmp_path: Path) -> None:
    reason = "cannot be read: No such file or directory"
    assert run(tmp_path, "absent.json") == (2, f"absent.json: {reason}\n")
    assert run(tmp_path, ".") == (2, ".: cannot be read: Is a directory\n")


def test_only_fields_about_the_puzzle_are_listed_as_not_checked(tmp_path: Path) -> None:
    told = "-:1: magic-snail 5 ABC: unique and irreducible"
    for more, shown in (({}, ""), ({"seed": 1, "walk": []}, " (not checked: seed, walk)")):
        given = json.dumps(example() | {"version": "0.1.0"} | more).encode()
        assert run(tmp_path, "-", given=given) == (0, f"{told}{shown}\n")


@pytest.mark.parametrize(
    ("puzzle", "reason"),
    [
        ("mno 5\n" + ".....\n" * 4, "expected 5 rows, found 4"),
        ("mno 5\n" + ".....\n" * 4 + "......", "expected row 5 to end at r5c5, found 6 entries"),
        ("trid 3 1..3\n.\n.\n. .\n. .\n. . .", "expected row 2 to end at t2.3, found 2 entries"),
    ],
)
def test_a_board_of_the_wrong_size_is_described_shortly(puzzle: str, reason: str) -> None:
    with pytest.raises(checker.DoesNotHold, match=f"^{reason}$"):
        checker.PuzzleText(puzzle)


def test_one_line_of_a_hundred_megabytes_is_not_checked(tmp_path: Path) -> None:
    with (tmp_path / "large.json").open("wb") as large:
        large.write(json.dumps(example()).encode() + b"\n{")
        large.truncate(100 << 20)
    status, told = run(tmp_path, "large.json")
    assert status == 2
    assert told.splitlines()[0].startswith("large.json:1: magic-snail 5 ABC: unique")
    assert told.splitlines()[1].startswith("large.json:2: not checked: too large")


@pytest.mark.slow
def test_a_pool_may_be_larger_than_a_certificate_can_be(tmp_path: Path) -> None:
    pad = {"walk": "." * (checker.MOST_BYTES // 3)}
    (tmp_path / "pool.jsonl").write_text(f"{json.dumps(example() | pad)}\n" * 4)
    status, told = run(tmp_path, "pool.jsonl")
    assert status == 0
    assert told.count("unique and irreducible (not checked: walk)") == 4


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
def test_a_full_disk_is_no_success(tmp_path: Path) -> None:
    (tmp_path / "it.json").write_text(json.dumps(example()))
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-I", str(SOURCE), "it.json"]
        told = subprocess.run(command, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE)
    assert (told.returncode, told.stderr) == (2, b"")
