"""Generated puzzles are unique and irreducible, the same for the same seed, and never lost."""

import itertools
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import caracol
from caracol import Puzzle, PuzzleError, UsageError
from caracol.cli.commands import main
from caracol.formats import parse_all, show
from caracol.generation.all_boards import all_boards
from caracol.generation.clues import all_clues, copies, symmetries
from caracol.generation.duplicates import Seen
from caracol.generation.order import Distinct, Made, Order
from caracol.generation.production import produce
from caracol.generation.setter import Setter
from caracol.generation.tables import read
from caracol.registry import family
from checker import is_solution

SHAPES = [
    ("magic-snail", "3 AB"),
    ("magic-snail", "5 ABC"),
    ("magic-snail", "6 xy"),
    ("magic-snail", "7 1234"),
    ("mno", "4"),
    ("mno", "5"),
    ("mno", "7"),
    ("trid", "3 1..5"),
    ("trid", "5 1..5"),
    ("trid", "4 -2..3"),
]
every_shape = pytest.mark.parametrize(("name", "size"), SHAPES)


def made(order: Order, count: int) -> list[Made]:
    found = list(itertools.islice(filter(None, produce(order)), count))
    assert found
    return found


@every_shape
def test_puzzles_are_unique_and_irreducible_by_another_engine(name: str, size: str) -> None:
    for seed in (1, 2):
        for one in made(Order(name, size, seed), 6):
            report = caracol.check(one.puzzle, engine="cpsat")
            assert report.unique
            assert report.irreducible
            assert is_solution(show(one.puzzle), show(one.puzzle, one.solution))


@every_shape
def test_no_puzzle_comes_twice_and_seeds_differ(name: str, size: str) -> None:
    first, second = (made(Order(name, size, seed), 30) for seed in (1, 2))
    puzzles = [one.puzzle for one in first]
    assert len({frozenset(puzzle.clues) for puzzle in puzzles}) == len(puzzles)
    assert puzzles == [one.puzzle for one in made(Order(name, size, 1), 30)]
    assert puzzles != [one.puzzle for one in second]


def test_what_was_seen_is_known_again() -> None:
    rng, seen, before = random.Random(1), Seen(), set[int]()
    for number in rng.choices(range(5000), k=8000):
        assert seen.add(str(number)) == (number not in before)
        before.add(number)
    assert len(seen) == len(before) > 3000


@pytest.mark.parametrize(
    ("name", "size", "kinds"),
    [
        ("magic-snail", "5 ABC", ("letters", "empties")),
        ("magic-snail", "5 ABC", ("empties",)),
        ("mno", "5", ("letters",)),
        ("mno", "5", ("dots", "empties")),
        ("trid", "5 1..5", ("circles",)),
        ("trid", "5 1..5", ("sums", "circles")),
    ],
)
def test_only_the_wanted_kinds_of_clues_are_given(
    name: str, size: str, kinds: tuple[str, ...]
) -> None:
    order = Order(name, size, clues=kinds)
    setting = family(name).setting
    assert setting
    for one in made(order, 20):
        kind_of = {clue: kind for kind, clue in all_clues(name, order.shape, one.solution)}
        assert {kind_of[clue] for clue in one.puzzle.clues} <= set(kinds)
        assert caracol.is_unique(one.puzzle)


@pytest.mark.parametrize("symmetry", ["rotate", "mirror"])
@pytest.mark.parametrize(("name", "size"), [("mno", "6"), ("magic-snail", "6 ABC")])
def test_clues_stand_symmetrically_and_no_pair_can_go(name: str, size: str, symmetry: str) -> None:
    kinds = ("letters", "empties") if name == "magic-snail" else ("letters", "dots", "empties")
    order = Order(name, size, clues=kinds, symmetry=symmetry)
    setting = family(name).setting
    assert setting
    for one in made(order, 10):
        places = {clue.place for clue in one.puzzle.clues}
        partner = symmetries(name, order.shape)[symmetry]
        assert {partner[place] for place in places} == places
        for place in places:
            rest = tuple(
                clue for clue in one.puzzle.clues if clue.place not in (place, partner[place])
            )
            assert not caracol.is_unique(Puzzle(name, order.shape, rest))


@pytest.mark.parametrize(("name", "size"), [("mno", "4"), ("trid", "4 1..5")])
def test_copies_have_as_many_solutions_and_count_as_one(name: str, size: str) -> None:
    setting = family(name).setting
    assert setting
    order = Order(name, size, distinct=Distinct.SYMMETRY)
    puzzles = [one.puzzle for one in made(order, 15)]
    for puzzle in puzzles[:5]:
        every = list(copies(puzzle))
        assert puzzle in every
        assert all(caracol.is_unique(copy) for copy in every)
    guises = [frozenset(copy.clues for copy in copies(puzzle)) for puzzle in puzzles]
    assert len(set(guises)) == len(guises)


@pytest.mark.parametrize(
    ("name", "size"),
    [("magic-snail", "5 ABC"), ("mno", "4"), ("trid", "3 1..5"), ("trid", "4 1..5")],
)
def test_fewest_is_what_trying_everything_finds(name: str, size: str) -> None:
    order = Order(name, size, fewest=True)
    setting = family(name).setting
    assert setting
    for one in made(order, 3):
        clues = [
            c for kind, c in all_clues(name, order.shape, one.solution) if kind in setting.usual
        ]
        fewer = itertools.combinations(clues, len(one.puzzle.clues) - 1)
        assert one.at_least == len(one.puzzle.clues)
        assert not any(caracol.is_unique(Puzzle(name, order.shape, some)) for some in fewer)


def test_fewest_is_proved_again_whatever_was_found_before() -> None:
    """A second board that shows one set of clues irreducible may say nothing about another."""
    for one in made(Order("mno", "5", 1, fewest=True), 12):
        assert caracol.check(one.puzzle).irreducible


def test_fewest_out_of_time_tells_what_is_proved() -> None:
    (one,) = made(Order("trid", "9 1..9", fewest=True, seconds=0.8), 1)
    assert one.at_least is not None
    assert one.at_least < len(one.puzzle.clues)
    assert caracol.check(one.puzzle).irreducible


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_time_decides_how_many_puzzles_there_are_but_not_which(tmp_path: Path, jobs: str) -> None:
    timed, whole = tmp_path / "timed.txt", tmp_path / "whole.txt"
    common = ["generate", "trid", "9", "1..10", "--count"]
    limits = ["--seconds", "0.25", "--jobs", jobs]
    status = main([*common, "400", "-o", str(timed), *limits])
    made = timed.read_text().count("# caracol generate trid 9 1..10 --seed 0 ")
    assert status == (0 if made == 400 else 3)
    assert main([*common, str(made), "-o", str(whole)]) == 0
    assert timed.read_bytes() == whole.read_bytes()


def test_boards_that_would_fill_the_memory_are_refused() -> None:
    with pytest.raises(PuzzleError, match="too large to generate puzzles"):
        next(produce(Order("mno", "999")))


def test_few_boards_are_drawn_fairly() -> None:
    order = Order("magic-snail", "6 ABC")
    sampler = Setter(order).sampler
    rng = random.Random(5)
    seen = {str(sampler.sample(rng).board) for _ in range(5000)}
    every = all_boards("magic-snail", order.shape)
    assert every
    assert every.size == 401
    assert len(seen) >= 0.95 * 401


@pytest.mark.parametrize(
    ("length", "number"), [(4, 3), (24, 5), (60, 2), pytest.param(200, 1, marks=pytest.mark.slow)]
)
def test_cubes_have_one_solution_and_even_digits(length: int, number: int) -> None:
    for one in made(Order("turn-12", str(length), 3), number):
        assert caracol.count(one.puzzle) == 1
        assert is_solution(show(one.puzzle), show(one.puzzle, one.solution))
        rings = [str(ring) for ring in one.puzzle.shape[1:]]
        for ring in rings:
            assert all(a != b for a, b in zip(ring, ring[1:] + ring[:1], strict=True))
        if length >= 24:
            shares = [n / (6 * length) for n in Counter("".join(rings)).values()]
            assert all(0.5 < share * len(shares) < 2 for share in shares)


@pytest.mark.parametrize(
    ("name", "size", "more", "reason"),
    [
        ("kakuro", "9", {}, "expected a family"),
        ("mno", "x", {}, "expected the length of a side"),
        ("magic-snail", "4 ABC", {}, "no board of size magic-snail 4 ABC exists"),
        ("mno", "5", {"clues": ("stars",)}, "expected a kind of clue, one of letters, dots"),
        ("trid", "5 1..5", {"symmetry": "rotate"}, "expected a symmetry, one of none"),
        ("mno", "5", {"symmetry": "upside-down"}, "one of none, rotate, mirror"),
        ("turn-12", "24", {"fewest": True}, "has no clues, so --fewest cannot be used"),
        ("turn-12", "24", {"clues": ("letters",)}, "has no kinds of clues to choose"),
        ("turn-12", "26", {}, "a multiple of 4"),
    ],
)
def test_what_cannot_be_made_is_refused(
    name: str,
    size: str,
    more: dict[str, Any],
    reason: str,  # Any: of many types
) -> None:
    with pytest.raises(PuzzleError, match=reason):
        next(produce(Order(name, size, **more)))


def test_the_library_makes_puzzles() -> None:
    puzzles = list(caracol.generate("mno", "5", count=3, seed=1))
    assert len(puzzles) == 3
    assert puzzles == list(itertools.islice(caracol.generate("mno", "5", seed=1), 3))


def test_a_shape_with_few_puzzles_ends(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", "magic-snail", "2", "A", "--count", "50"]) == 0
    told = capsys.readouterr()
    puzzles = list(parse_all(told.out))
    assert 0 < len(puzzles) < 50
    assert f"found only {len(puzzles)} different puzzles" in told.err


@pytest.mark.parametrize("suffix", ["txt", "jsonl"])
def test_any_number_of_jobs_writes_the_same_bytes(tmp_path: Path, suffix: str) -> None:
    one, two = tmp_path / f"one.{suffix}", tmp_path / f"two.{suffix}"
    common = ["generate", "magic-snail", "6", "ABC", "--count", "230", "--seed", "4"]
    assert main([*common, "-o", str(one)]) == 0
    assert main([*common, "-o", str(two), "--jobs", "2"]) == 0
    assert one.read_bytes() == two.read_bytes()


def test_records_tell_how_they_were_made(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["generate", "mno", "5", "--seed", "9", "--fewest", "--count", "2", "--json"]
    assert main(command) == 0
    for line in capsys.readouterr().out.splitlines():
        record = json.loads(line)
        puzzle = caracol.parse(record["puzzle"])
        assert record["family"] == "mno"
        assert record["clues"] == len(puzzle.clues) == record["at_least"]
        assert record["fewest"] is True
        assert record["seed"] == 9
        assert is_solution(record["puzzle"], record["solution"])
        told = f"--seed 9 --fewest --serial {record['serial']} --json"
        assert record["made_by"] == f"caracol generate mno 5 {told}"


def test_parquet_holds_the_same_records(tmp_path: Path) -> None:
    from pyarrow import parquet

    lines, table = tmp_path / "pool.jsonl", tmp_path / "pool.parquet"
    for path in (lines, table):
        assert main(["generate", "mno", "5", "--count", "60", "-o", str(path)]) == 0
    told = [json.loads(line) for line in lines.read_text().splitlines()]
    rows = parquet.read_table(table).to_pylist()
    found = [{name: it for name, it in row.items() if it is not None} for row in rows]
    assert all(caracol.verify(record["certificate"]) for record in found)
    assert [record | {"certificate": json.loads(record["certificate"])} for record in found] == told
    assert [record.to_json() for record in read(table)] == told
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pool.jsonl", "pool.parquet"]


def command(path: Path, *more: str) -> list[str]:
    caracol_itself = [sys.executable, "-m", "caracol"]
    return [*caracol_itself, "generate", "mno", "6", "--count", "900", "-o", str(path), *more]


@pytest.mark.slow
@pytest.mark.parametrize("suffix", ["txt", "jsonl"])
def test_nothing_is_lost_or_doubled_after_a_kill(tmp_path: Path, suffix: str) -> None:
    whole, killed = tmp_path / f"whole.{suffix}", tmp_path / f"killed.{suffix}"
    subprocess.run(command(whole), check=True)
    running = subprocess.Popen(command(killed, "--jobs", "2"))
    while not killed.exists() or killed.stat().st_size < 1000:
        time.sleep(0.02)
    running.send_signal(signal.SIGKILL)
    running.wait()
    assert killed.stat().st_size < whole.stat().st_size
    with killed.open("ab") as stream:
        stream.write(whole.read_bytes()[killed.stat().st_size :][:7])  # a record torn in the middle
    subprocess.run(command(killed, "--resume"), check=True)
    assert killed.read_bytes() == whole.read_bytes()


def test_a_file_is_never_overwritten_or_mixed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pool = tmp_path / "pool.txt"
    assert main(["generate", "mno", "5", "-o", str(pool)]) == 0
    before = pool.read_bytes()
    assert main(["generate", "mno", "5", "-o", str(pool)]) == 2
    assert "already exists; use --resume to continue it" in capsys.readouterr().err
    assert main(["generate", "mno", "5", "--seed", "2", "-o", str(pool), "--resume"]) == 2
    assert "made by 'caracol generate mno 5 --seed 0 --serial 0'" in capsys.readouterr().err
    assert main(["generate", "mno", "5", "-o", str(tmp_path / "no" / "pool.txt")]) == 2
    assert "no such file or directory" in capsys.readouterr().err
    assert main(["generate", "mno", "5", "--resume"]) == 2
    assert "--resume needs -o FILE" in capsys.readouterr().err
    assert pool.read_bytes() == before


def test_a_cluster_that_is_not_there_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caracol.generation.workers.CONNECT_SECONDS", 0.5)
    with pytest.raises(UsageError, match="expected a Dask scheduler"):
        list(caracol.generate("mno", "5", count=1, cluster="tcp://127.0.0.1:1"))


@pytest.mark.parametrize("address", ["nonsense", "carrier-pigeon://loft:1", "tcp://host:port"])
def test_an_address_that_is_none_is_refused_at_once(address: str) -> None:
    start = time.monotonic()
    with pytest.raises(UsageError, match="expected a Dask scheduler"):
        list(caracol.generate("mno", "5", count=1, cluster=address))
    assert time.monotonic() - start < 5


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[str]]]]:
    """The address of a cluster, its two workers and its scheduler, real processes."""
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    file = tmp_path / "scheduler.json"
    quiet = partial(subprocess.Popen, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    common = ["--no-dashboard", "--scheduler-file", str(file)]
    scheduler = quiet([*dask, "--host", "127.0.0.1", "--port", "0", *common])
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--nthreads", "1"]
    workers = [quiet([*worker, "--host", "127.0.0.1", "--no-nanny", *common]) for _ in range(2)]
    while not file.exists():
        time.sleep(0.05)
    yield json.loads(file.read_text())["address"], [*workers, scheduler]
    for process in (*workers, scheduler):
        process.kill()
        process.wait()


@pytest.mark.slow
def test_a_cluster_makes_the_same_puzzles_though_a_worker_is_killed(
    tmp_path: Path, cluster: tuple[str, list[subprocess.Popen[str]]]
) -> None:
    address, processes = cluster
    here, there = tmp_path / "here.txt", tmp_path / "there.txt"
    subprocess.run(command(here), check=True)
    running = subprocess.Popen(command(there, "--cluster", address))
    while not there.exists() or there.stat().st_size < 1000:
        assert running.poll() is None
        time.sleep(0.02)
    os.kill(processes[0].pid, signal.SIGKILL)
    assert running.wait(timeout=120) == 0
    assert there.read_bytes() == here.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("killed", ["scheduler", "workers"])
def test_a_cluster_that_goes_away_ends_the_run_with_a_line(
    tmp_path: Path, cluster: tuple[str, list[subprocess.Popen[str]]], killed: str
) -> None:
    address, (*workers, scheduler) = cluster
    pool = tmp_path / "pool.txt"
    words = command(pool, "--cluster", address, "--count", "100000")
    running = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    while not pool.exists() or pool.stat().st_size < 1000:
        assert running.poll() is None
        time.sleep(0.02)
    for process in [scheduler] if killed == "scheduler" else workers:
        process.kill()
    _, told = running.communicate(timeout=60)
    reason = "was lost" if killed == "scheduler" else "has no workers left"
    assert told.startswith(f"caracol: the Dask cluster at {address} {reason}")
    assert told.count("\n") == 1
    assert running.returncode == 2
    whole = tmp_path / "whole.txt"
    kept = str(pool.read_text().count("# caracol generate "))
    subprocess.run(command(whole, "--count", kept), check=True)
    assert pool.read_bytes() == whole.read_bytes()


@pytest.mark.parametrize("name", ["note.txt", "note.jsonl"])
def test_a_foreign_file_is_not_taken_for_a_torn_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    note = tmp_path / name
    note.write_text("dear diary")
    assert main(["generate", "mno", "5", "-o", str(note), "--resume"]) == 2
    assert "expected records written by caracol generate" in capsys.readouterr().err
    assert note.read_text() == "dear diary"


def test_ranges_below_zero_and_wide_sums_are_read_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for size in (["3", "-2..2"], ["3", "999990..999999"]):
        assert main(["generate", "trid", *size]) == 0
        (puzzle,) = parse_all(capsys.readouterr().out)
        assert caracol.check(puzzle).irreducible


def test_fewest_is_not_counted_in_pairs() -> None:
    with pytest.raises(UsageError, match="cannot be used with --symmetry"):
        next(produce(Order("mno", "5", symmetry="rotate", fewest=True)))
