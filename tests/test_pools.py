"""Pools of records: the same bytes for the same seed, however often a run was cut off, and each
record tells the command that makes it again."""

import json
import os
import resource
import shlex
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

import caracol
from caracol import OutOfTime
from caracol.cli.commands import main
from commands import Capture

ORDERS = {
    "snail": "magic-snail 5 ABC",
    "snail symmetric": "magic-snail 6 ABC --clues letters,empties --symmetry rotate",
    "mno": "mno 5 --seed -3",
    "mno distinct": "mno 5 --distinct symmetry",
    "trid": "trid 4 -2..3",
    "trid distinct": "trid 4 1..5 --distinct symmetry",
    "cube": "turn-12 8",
}
LEVELS = {
    "snail level": "magic-snail 5 ABC --level easy",
    "mno level": "mno 5 --level hard..",
    "trid level": "trid 4 1..5 --level easy",
    "cube level": "turn-12 24 --level hard..",
}
FEWEST = {"snail fewest": "magic-snail 5 ABC --fewest", "mno fewest": "mno 4 --fewest"}
# One of each sort, where each takes long.
FEW = {
    name: (ORDERS | LEVELS | FEWEST)[name]
    for name in ("snail", "snail symmetric", "trid distinct", "cube", "mno level", "mno fewest")
}


def parametrized(orders: dict[str, str]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("order", orders.values(), ids=orders.keys())


def written(path: Path, order: str, count: int, *more: str, certify: str = "--no-certify") -> bytes:
    command = ["generate", *order.split(), "--count", str(count), "-o", str(path), certify, *more]
    assert main(command) == 0
    return path.read_bytes()


def again(record: bytes, suffix: str, capsys: Capture) -> bytes:
    """What the command that a record names prints, given to a shell."""
    text = record.decode()
    command = (
        json.loads(text)["made_by"]
        if suffix == "jsonl"
        else text.partition("\n")[0].removeprefix("# ")
    )
    capsys.readouterr()
    assert main(shlex.split(command)[1:]) == 0
    return capsys.readouterr().out.encode()


def records(raw: bytes, suffix: str) -> list[bytes]:
    end = b"\n" if suffix == "jsonl" else b"\n\n"
    return [part + end for part in raw.split(end) if part]


@pytest.mark.parametrize("suffix", ["txt", "jsonl"])
@parametrized(ORDERS)
def test_the_command_of_a_record_makes_it_again(
    order: str, suffix: str, tmp_path: Path, capsys: Capture
) -> None:
    raw = written(tmp_path / f"pool.{suffix}", order, 3 if "turn" in order else 30)
    made = records(raw, suffix)
    for record in (made[0], made[len(made) // 2], made[-1]):
        assert again(record, suffix, capsys) == record


@parametrized(LEVELS | FEWEST)
def test_the_command_of_a_chosen_record_makes_it_again(
    order: str, tmp_path: Path, capsys: Capture
) -> None:
    record = records(written(tmp_path / "pool.jsonl", order, 2), "jsonl")[-1]
    assert again(record, "jsonl", capsys) == record


def test_every_third_serial_gets_a_certificate(tmp_path: Path, capsys: Capture) -> None:
    flags = ["--certify-every", "3", "--count", "8", "-o"]
    path = tmp_path / "pool.jsonl"
    assert main(["generate", "mno", "5", *flags, str(path)]) == 0
    made = [json.loads(line) for line in path.read_text().splitlines()]
    assert [record["serial"] for record in made if "certificate" in record] == [0, 3, 6]
    for record in made[2:4]:
        assert json.loads(again(json.dumps(record).encode(), "jsonl", capsys)) == record


@pytest.mark.parametrize("certify", ["--certify", "--no-certify"])
@pytest.mark.parametrize("order", ["mno 5", "mno 10", "turn-12 8"])
def test_the_command_of_a_record_tells_whether_it_has_a_certificate(
    order: str, certify: str, tmp_path: Path, capsys: Capture
) -> None:
    raw = written(tmp_path / "pool.jsonl", order, 2, certify=certify)
    made = records(raw, "jsonl")
    for record in made:
        assert ("certificate" in json.loads(record)) == (certify == "--certify")
        assert again(record, "jsonl", capsys) == record


@pytest.mark.slow
def test_commands_can_be_pasted_into_a_shell(tmp_path: Path) -> None:
    pool = tmp_path / "pool.txt"
    written(pool, "mno 5 --level hard..", 1)
    command = pool.read_text().partition("\n")[0].removeprefix("# caracol ")
    assert "'hard..case analysis'" in command
    line = f"{shlex.quote(sys.executable)} -m caracol {command}"
    told = subprocess.run(line, shell=True, capture_output=True, check=True)
    assert told.stdout == pool.read_bytes()


@parametrized(ORDERS)
def test_a_resumed_pool_has_the_bytes_of_a_whole_one(order: str, tmp_path: Path) -> None:
    suffix = "txt" if "distinct" in order else "jsonl"
    # A batch has 200 attempts, a batch of cubes 5: cut in its midst, and in the next.
    total, cuts = (7, (3, 5)) if "turn" in order else (206, (60, 204))
    whole = written(tmp_path / f"whole.{suffix}", order, total)
    made = records(whole, suffix)
    path = tmp_path / f"cut.{suffix}"
    for cut, torn in zip(cuts, (made[cuts[0]][:-1], b""), strict=True):
        path.write_bytes(b"".join(made[:cut]) + torn)
        assert written(path, order, total, "--resume") == whole


@pytest.mark.parametrize("suffix", ["txt", "jsonl"])
@pytest.mark.parametrize("torn", [0, 1, 20, -1])
def test_a_pool_torn_anywhere_has_the_bytes_of_a_whole_one(
    suffix: str, torn: int, tmp_path: Path
) -> None:
    whole = written(tmp_path / f"whole.{suffix}", "trid 4 1..5", 9)
    made = records(whole, suffix)
    for cut in (0, 1, 8):
        path = tmp_path / f"cut.{suffix}"
        path.write_bytes(b"".join(made[:cut]) + made[cut][:torn])
        assert written(path, "trid 4 1..5", 9, "--resume") == whole


@parametrized(FEW)
def test_certificates_are_the_same_again(order: str, tmp_path: Path, capsys: Capture) -> None:
    whole = written(tmp_path / "whole.jsonl", order, 6, certify="--certify")
    made = records(whole, "jsonl")
    path = tmp_path / "cut.jsonl"
    path.write_bytes(b"".join(made[:4]))
    assert written(path, order, 6, "--resume", certify="--certify") == whole
    assert again(made[-1], "jsonl", capsys) == made[-1]


@parametrized(LEVELS | FEWEST)
def test_a_resumed_pool_of_a_level_has_the_bytes_of_a_whole_one(order: str, tmp_path: Path) -> None:
    whole = written(tmp_path / "whole.jsonl", order, 4)
    made = records(whole, "jsonl")
    path = tmp_path / "cut.jsonl"
    path.write_bytes(b"".join(made[:2]) + made[2][:50])
    assert written(path, order, 4, "--resume") == whole


@pytest.mark.slow
@pytest.mark.parametrize("order", ["mno 5 --level hard", "trid 5 1..5 --count 20"])
def test_the_compiled_library_changes_no_byte(order: str) -> None:
    words = [sys.executable, "-m", "caracol", "generate", *order.split(), "--json", "--no-certify"]
    compiled, pure = (
        subprocess.run(words, env=os.environ | more, capture_output=True, check=True).stdout
        for more in ({}, {"CARACOL_PURE": "1"})
    )
    assert compiled == pure


@pytest.mark.slow
@parametrized(FEW)
def test_jobs_change_no_byte(order: str, tmp_path: Path) -> None:
    count = 206 if order in ORDERS.values() and "turn" not in order else 6
    one = written(tmp_path / "one.jsonl", order, count)
    assert written(tmp_path / "two.jsonl", order, count, "--jobs", "2") == one


@pytest.mark.parametrize("suffix", ["txt", "jsonl"])
def test_no_puzzle_of_a_resumed_pool_comes_twice(suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"pool.{suffix}"
    written(path, "magic-snail 5 ABC", 30)
    written(path, "magic-snail 5 ABC", 60, "--resume")
    shown = [
        json.loads(one)["puzzle"] if suffix == "jsonl" else one.decode().partition("\n")[2]
        for one in records(path.read_bytes(), suffix)
    ]
    assert len(set(shown)) == len(shown) == 60


def test_hopeless_boards_before_the_cut_are_not_counted_again(
    tmp_path: Path, capsys: Capture
) -> None:
    """A run ends after many attempts without a puzzle; those before the last record are no part."""
    order = "mno 5 --level easy --clues letters"
    written(tmp_path / "whole.jsonl", order, 2)
    whole = capsys.readouterr().err
    path = tmp_path / "cut.jsonl"
    written(path, order, 1)
    first = capsys.readouterr().err
    written(path, order, 2, "--resume")
    second = capsys.readouterr().err
    assert path.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()
    assert hopeless(first) + hopeless(second) == hopeless(whole) > 0


def hopeless(told: str) -> int:
    lines = [line for line in told.splitlines() if "was found for" in line]
    return int(lines[0].split()[-2]) if lines else 0


def test_a_pool_of_another_order_is_refused(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "pool.jsonl"
    before = written(path, "mno 5", 2)
    for other in ("mno 5 --seed 1", "mno 5 --clues dots", "mno 5 --certify", "mno 6"):
        flags = ["--count", "3", "-o", str(path), "--resume"]
        command = ["generate", "--no-certify", *other.split(), *flags]
        assert main(command) == 2
        assert (
            f"{path}: expected records written by caracol generate: made by"
            in capsys.readouterr().err
        )
    assert path.read_bytes() == before


def test_a_pool_of_an_earlier_format_is_refused(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "pool.txt"
    path.write_text("# caracol generate mno 3 --seed 0: 0\nmno 3\n..O\n...\n...\n\n")
    assert main(["generate", "mno", "3", "-o", str(path), "--count", "2", "--resume"]) == 2
    told = capsys.readouterr().err
    assert (
        "expected a comment such as '# caracol generate mno 3 --seed 0 --serial 0' before each"
        in told
    )


def test_a_serial_without_a_puzzle_says_so(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "pool.txt"
    command = ["generate", "trid", "2", "1..3", "--serial", "4", "-o", str(path)]
    assert main(command) == 1
    assert "caracol: there is no puzzle number 4 in this series\n" in capsys.readouterr().err
    assert not path.exists()


@pytest.mark.parametrize("size", ["magic-snail 1 A", "trid 1 1..1", "trid 1 5..5", "turn-12 4"])
def test_the_smallest_boards_have_puzzles(size: str, capsys: Capture) -> None:
    assert main(["generate", *size.split()]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith(size)


@pytest.mark.parametrize(
    ("size", "status", "reason"),
    [
        ("mno 1", 2, "caracol: no board of size mno 1 exists"),
        ("mno 2", 2, "caracol: no board of size mno 2 exists"),
        ("trid 2 1..2", 2, "caracol: no board of size trid 2 1..2 exists"),
        ("magic-snail 1 AB", 2, "a key of at most 1 characters"),
        ("magic-snail 1 AB --level easy", 2, "a key of at most 1 characters"),
        ("mno 1 --level easy", 2, "caracol: no board of size mno 1 exists"),
        ("mno 1 --fewest --jobs 2", 2, "caracol: no board of size mno 1 exists"),
        (
            "trid 1 1..3",
            1,
            "no unique puzzle with sums exists for 2000 boards; try --clues sums,circles",
        ),
    ],
)
def test_shapes_without_puzzles_are_refused_in_a_line(
    size: str, status: int, reason: str, tmp_path: Path, capsys: Capture
) -> None:
    pool = tmp_path / "pool.txt"
    assert main(["generate", *size.split(), "-o", str(pool)]) == status
    told = capsys.readouterr().err
    assert reason in told
    assert "Traceback" not in told
    assert not pool.exists()


# What a run may take beyond its limit: a tenth and half a second, and on a busy machine some more,
# also to start.
PATIENCE = 2.0


@pytest.mark.parametrize(
    ("order", "status"),
    [
        ("trid 30 1..60", 3),
        ("trid 40 1..40", 3),
        ("trid 20 1..22 --count 100", 3),
        ("trid 9 1..9 --fewest", 0),
        ("mno 60", 3),
        ("mno 25 --certify --json", 3),
        ("mno 30 --level easy", 3),
        ("trid 30 1..40 --level easy", 3),
        ("turn-12 400 --level medium", 3),
        ("turn-12 2000 --json", 3),
        ("turn-12 20000", 3),
    ],
)
def test_a_time_limit_is_kept_in_every_phase(order: str, status: int) -> None:
    words = [sys.executable, "-m", "caracol", "generate", *order.split(), "--seconds", "0.5"]
    start = time.monotonic()
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    taken, made = time.monotonic() - start, done.stdout.count("caracol generate ")
    assert done.returncode == status
    assert taken < (made + 1) * 1.1 * 0.5 + PATIENCE
    if status == 3:
        assert done.stderr.startswith("caracol: out of time ")


def test_what_time_cut_short_leaves_right_answers() -> None:
    """Solvers are kept from puzzle to puzzle; one that was stopped half-way is not."""
    for seconds in (0.002, 0.01, 0.03, 0.1, 0.2):
        with pytest.raises(OutOfTime):
            list(caracol.generate("mno", "18", seconds=seconds, count=50))
    assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
    (puzzle,) = caracol.generate("mno", "18", count=1)
    assert caracol.check(puzzle).irreducible


def test_out_of_time_says_how_many_puzzles_there_are(tmp_path: Path, capsys: Capture) -> None:
    pool = tmp_path / "pool.txt"
    common = ["generate", "trid", "12", "1..14", "--count", "50", "--seconds", "0.4"]
    assert main([*common, "-o", str(pool)]) == 3
    made = pool.read_text().count("# caracol") if pool.exists() else 0
    told = f"caracol: out of time after {made} of 50 puzzles; use --resume to continue\n"
    assert capsys.readouterr().err == told


def limited(command: list[str], most: int) -> "subprocess.CompletedProcess[str]":
    """Run where no file may grow beyond some bytes, as on a disk that is nearly full."""
    limit = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (most, most))
    words = [sys.executable, "-m", "caracol", *command]
    return subprocess.run(words, capture_output=True, text=True, preexec_fn=limit, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["txt", "jsonl"])
def test_a_full_disk_leaves_a_pool_of_whole_records(tmp_path: Path, suffix: str) -> None:
    pool, whole = tmp_path / f"pool.{suffix}", tmp_path / f"whole.{suffix}"
    order = ["generate", "mno", "5", "--no-certify", "--count", "40", "-o"]
    done = limited([*order, str(pool)], 3000)
    assert (done.returncode, done.stderr) == (2, f"caracol: {pool}: file too large\n")
    assert main([*order, str(whole)]) == 0
    kept = pool.read_bytes()
    made = records(whole.read_bytes(), suffix)
    assert kept == b"".join(made[: len(records(kept, suffix))])
    assert kept
    assert main([*order, str(pool), "--resume"]) == 0
    assert pool.read_bytes() == whole.read_bytes()
