"""Data sets: no board is in two parts, in whatever guise; nothing appears by halves."""

import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import caracol
from caracol.cli.commands import main
from caracol.generation.dataset import PARTS, Shares, board_key, part_of
from caracol.generation.tables import COLUMNS, read
from test_canonical import disguised


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pool") / "pool.jsonl"
    order = ["mno", "5", "--count", "120", "--certify-every", "40"]
    assert main(["generate", *order, "-o", str(path)]) == 0
    return path


def turned(record: dict[str, object], serial: int) -> str:
    """The record of the same puzzle, turned by a quarter."""

    def turn(text: str) -> str:
        header, *rows = text.splitlines()
        return "\n".join([header, *("".join(row) for row in zip(*rows[::-1], strict=True)), ""])

    texts = {name: turn(str(record[name])) for name in ("puzzle", "solution")}
    fields = {name: it for name, it in record.items() if name != "certificate"}
    return json.dumps(fields | texts | {"serial": serial}) + "\n"


def boards(path: Path) -> Iterator[str]:
    for record in read(path):
        solved = caracol.parse(record.solution)
        yield board_key(solved, {clue.place: clue.value for clue in solved.clues})


def test_no_board_is_in_two_parts(pool: Path, tmp_path: Path) -> None:
    records = [json.loads(line) for line in pool.read_text().splitlines()]
    again = tmp_path / "turned.jsonl"
    again.write_text("".join(turned(record, i) for i, record in enumerate(records)))
    folder = tmp_path / "set"
    files = [str(pool), str(again), str(pool)]
    assert main(["dataset", *files, "-o", str(folder), "--split", "50,25,25"]) == 0
    held = {part: {*boards(folder / f"{part}.jsonl")} for part in PARTS}
    assert all(held.values())
    assert sum(map(len, held.values())) == len(set.union(*held.values()))
    texts = [record.puzzle for part in PARTS for record in read(folder / f"{part}.jsonl")]
    wanted = {record.puzzle for path in (pool, again) for record in read(path)}
    assert sorted(texts) == sorted(wanted)


def test_a_sudoku_goes_where_its_guises_go() -> None:
    rng, shares = random.Random(4), Shares(1, 1, 1)
    for puzzle in caracol.generate("sudoku", "4", count=4, seed=1):
        solution = next(iter(caracol.solutions(puzzle)))
        board = caracol.parse(caracol.show(puzzle, solution))
        for guise in [disguised(board, 2, rng) for _ in range(3)]:
            keys = [board_key(one, dict(one.clues)) for one in (board, guise)]
            assert keys[0] == keys[1]
            assert part_of(keys[0], shares) == part_of(keys[1], shares)


def test_shares_are_kept_on_the_whole() -> None:
    parts = [part_of(str(i), Shares()) for i in range(5000)]
    assert 3900 < parts.count("train") < 4100
    assert {part_of(str(i), Shares(0, 0, 1)) for i in range(20)} == {"test"}


def test_parquet_holds_the_same_data_set(pool: Path, tmp_path: Path) -> None:
    one, other = tmp_path / "lines", tmp_path / "tables"
    assert main(["dataset", str(pool), "-o", str(one)]) == 0
    assert main(["dataset", str(pool), "-o", str(other), "--parquet"]) == 0
    for part in PARTS:
        assert [*read(one / f"{part}.jsonl")] == [*read(other / f"{part}.parquet")]
    assert len([*other.iterdir()]) == 4
    card = (one / "README.md").read_text()
    assert "| 120 | `mno 5` |" in card


def test_tables_have_a_column_for_every_field(tmp_path: Path) -> None:
    for order in (["--fewest"], ["--level", "easy.."]):
        path = tmp_path / "one.jsonl"
        assert main(["generate", "mno", "4", *order, "-o", str(path)]) == 0
        fields = json.loads(path.read_text())
        assert fields.keys() <= COLUMNS.keys()
        if "grade" in fields:
            assert [*fields["grade"]] == [*COLUMNS["grade"]]
        path.unlink()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"solution": "mno 5\n" + "*****\n" * 5}, "the solution does not solve the puzzle"),
        ({"solution": "mno 5\n" + ".....\n" * 5}, "the solution does not solve the puzzle"),
        ({"puzzle": "mno 5\n"}, "line 2, column 1: expected row 1 of 5"),
        ({"clues": "3"}, "expected a whole number in the field 'clues'"),
    ],
)
def test_wrong_records_are_refused_and_leave_nothing(
    pool: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    change: dict[str, object],
    reason: str,
) -> None:
    lines = pool.read_text().splitlines()[:3]
    lines[1] = json.dumps(json.loads(lines[1]) | change)
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text("\n".join(lines) + "\n")
    assert main(["dataset", str(wrong), "-o", str(tmp_path / "set")]) == 2
    told = capsys.readouterr().err
    assert f"{wrong}: record 2: " in told and reason in told
    assert [path.name for path in tmp_path.iterdir()] == ["wrong.jsonl"]


def test_what_cannot_be_a_data_set_is_refused(
    pool: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    there = str(tmp_path / "set")
    for words, reason in [
        ([str(pool), "-o", str(tmp_path)], "already exists"),
        ([str(pool), "-o", there, "--split", "80,20"], "expected shares such as 80,10,10"),
        ([str(pool), "-o", there, "--split", "0,0,0"], "expected a share greater than 0"),
        ([str(tmp_path / "no.jsonl"), "-o", there], "no such file"),
        ([__file__, "-o", there], "expected a .jsonl or .parquet file"),
    ]:
        assert main(["dataset", *words]) == 2
        assert reason in capsys.readouterr().err
