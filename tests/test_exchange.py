"""Formats of other programs: known addresses, lines and files, there and back."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import caracol
from caracol import Puzzle, show
from caracol.cli.commands import main
from caracol.exchange.addresses import PLAYER, address, parse_address
from caracol.exchange.texts import FORMATS, read, write

HERE = Path(__file__).parent
NODE_MODULES = HERE.parent / "build/npm/node_modules"
# What the player calls what a cell or an edge holds, where it is not the value.
MARKS = {"X": "shaded", "*": "shaded", "on": "line", "A": 1, "B": 2, "C": 3}
UNMARKED = "-", "off"
# Of the player's own tests, or written by the package pzpr, by what they are in our text.
KNOWN = {
    "skyscrapers/4/4/k13h4j3g": (
        "skyscrapers 4\n  ....\n. .... .\n4 .... .\n. .... 3\n. .... .\n  .13.\n"
    ),
    "easyasabc/4/4/3/1m2h3g3h": (
        "easy-as-abc 4 ABC\n  A...\nB .... .\n. .... C\n. .... .\nC .... .\n  ....\n"
    ),
    "starbattle/6/6/1/4ilbhgdnmhou": (
        "star-battle 6 1\nAAABBB\nABBBCC\nADDEEC\nFFDDEC\nFEEEEC\nFCCCCC\n"
    ),
    "nonogram/6/6/12g1111h11112j12g11g21j11g3h": (
        "nonogram 6 6\n2 1\n1 1\n1 2\n0\n1 1\n3\n2 1\n1 1 1\n1\n1 1 1\n2 1\n0\n"
    ),
    "hitori/4/4/1114142333214213": "hitori 4\n1114\n1423\n3321\n4213\n",
    "slither/3/3/8d6d": "slitherlink 3 3\n3.3\n..1\n.3.\n",
    "slither/7/5/gbgbd1111bh3dgcja": (
        "slitherlink 7 5\n.1...1.\n.3..111\n11....3\n3...2..\n....0..\n"
    ),
}


@pytest.mark.parametrize("body", KNOWN)
def test_known_addresses_are_read_and_written(body: str) -> None:
    puzzle = parse_address(PLAYER + body)
    assert puzzle == caracol.parse(KNOWN[body])
    assert address(puzzle) == PLAYER + body
    assert caracol.is_unique(puzzle)


GENERATED = [
    ("sudoku", "9"),
    ("sudoku", "16"),
    ("skyscrapers", "5"),
    ("easy-as-abc", "5 ABC"),
    ("star-battle", "6 1"),
    ("hitori", "5"),
    ("hitori", "12"),
    ("slitherlink", "7 5"),
]


@cache
def generated(family: str, size: str) -> list[Puzzle]:
    return [*caracol.generate(family, size, count=2, seed=4)]


@pytest.mark.parametrize(("family", "size"), GENERATED)
def test_addresses_lead_back(family: str, size: str) -> None:
    for puzzle in generated(family, size):
        assert parse_address(address(puzzle)) == puzzle
        assert [*read(address(puzzle) + "\n" + address(puzzle))] == [puzzle, puzzle]


@pytest.mark.skipif(
    not shutil.which("node") or not (NODE_MODULES / "pzpr").exists(),
    reason="NO TEST WITH THE PLAYER: `make browser` brings the package pzpr",
)
def test_the_player_itself_reads_addresses_and_accepts_solutions() -> None:
    puzzles = [puzzle for wanted in GENERATED for puzzle in generated(*wanted)]
    asked = [{"address": address(one), "marks": [*marks(one)]} for one in puzzles]
    answers = json.loads(
        subprocess.run(
            ["node", HERE / "pzpr.cjs"],
            input=json.dumps(asked),
            capture_output=True,
            text=True,
            check=True,
            env=os.environ | {"NODE_PATH": str(NODE_MODULES)},
        ).stdout
    )
    for puzzle, answer in zip(puzzles, answers, strict=True):
        body = answer["again"].partition("?")[2].replace("building", "skyscrapers")
        assert address(puzzle) == PLAYER + body
        assert (answer["isSolved"], answer["isSolvedWithout"]) == (True, False)


def marks(puzzle: Puzzle) -> Iterator[tuple[int, int, object]]:
    """What the solution adds to the puzzle, in half cells from the outer corner."""
    given = {clue.place for clue in puzzle.clues}
    for name, value in next(caracol.solutions(puzzle)).values.items():
        side, _, cell = name.rpartition("_")
        row, column = map(int, cell.removeprefix("r").split("c"))
        x, y = {"left": (-1, 0), "right": (1, 0), "above": (0, -1), "below": (0, 1)}.get(
            side, (0, 0)
        )
        if name not in given and value not in UNMARKED:
            yield 2 * column - 1 + x, 2 * row - 1 + y, MARKS.get(str(value), value)


def test_given_cells_follow_the_frame() -> None:
    text = "skyscrapers 4\n  .2..\n. ..3. .\n. .... .\n. .... .\n1 .... .\n  ....\n"
    assert parse_address(address(caracol.parse(text))) == caracol.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "nonogram 2 1\n1\n.\n1\n",
        "nonogram 2 1\n1\n0\n1\n.X\n",
        "nonogram 3 1\n1 1 1\n1\n1\n1\n",
        "star-battle 1 1\nA\n*\n",
        "star-battle 4 1\nABBA\nCCCC\nDDDD\nDDDD\n",
        "easy-as-abc 2 A\n  ..\n. -. .\n. .. .\n  ..\n",
        "hitori 2\n12\n21\n-.\n..\n",
        "slitherlink 1 1\n.\n+-+\n. .\n+.+\n",
        "takuzu 2\n..\n..\n",
        "mno 2\n..\n..\n",
    ],
)
def test_what_an_address_has_no_room_for_is_refused(text: str) -> None:
    with pytest.raises(caracol.PuzzleError, match="expected"):
        address(caracol.parse(text))


@pytest.mark.parametrize(
    "text",
    [
        "https://puzz.link/p?heyawake/4/4/1",
        "https://puzz.link/p?sudoku/9/8/1",
        "https://puzz.link/p?sudoku/5/5/1",
        "https://puzz.link/p?sudoku/4/4/9",
        "https://puzz.link/p?sudoku/4/4/zzz",
        "https://puzz.link/p?starbattle/6/6/1/0000",
        "https://puzz.link/p?easyasabc/3/3/2/3",
        "https://puzz.link/p?hitori/2/3/121212",
        "https://puzz.link/p?hitori/2/2/12.1",
        "https://puzz.link/p?hitori/2/2/1201",
        "https://puzz.link/p?hitori/2/2/12121",
        "https://puzz.link/p?slither/2/2/4",
        "https://puzz.link/p?slither/2/2/3.",
        "https://puzz.link/p?slither/2/2/f",
        "https://puzz.link/p?slither/2/2/12301",
    ],
)
def test_what_is_no_puzzle_is_refused(text: str) -> None:
    with pytest.raises(caracol.ParseError, match="line 2, column 1: expected"):
        [*read(f"https://puzz.link/p?sudoku/4/4/1\n{text}")]


@pytest.mark.parametrize("to", FORMATS)
def test_every_format_is_read_as_it_is_written(to: str) -> None:
    (puzzle,) = caracol.generate("sudoku", "9", count=1, seed=1)
    assert [*read(write(puzzle, to))] == [puzzle]


def test_sdk_files_may_say_more() -> None:
    rows = "\n".join(["1........", *["........."] * 8])
    text = f"#A somebody\n[Puzzle]\n{rows}\n[State]\n{rows}\n"
    assert [*read(text)] == [Puzzle("sudoku", (9,), (caracol.Clue("r1c1", "1"),))]
    for wrong in (text.replace("1...", "x..."), f"[Puzzle]\n{rows[:30]}"):
        with pytest.raises(caracol.ParseError, match="expected"):
            [*read(wrong)]


def test_puzzles_are_converted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (puzzle,) = caracol.generate("sudoku", "9", count=1, seed=1)
    file, out = tmp_path / "list.sdm", tmp_path / "list.txt"
    file.write_text(write(puzzle, "sdm") * 2)
    assert main(["convert", str(file), "-o", str(out)]) == 0
    assert out.read_text() == show(puzzle) * 2
    assert main(["convert", str(out), "--to", "puzzlink"]) == 0
    assert capsys.readouterr().out.splitlines() == [address(puzzle)] * 2
    assert main(["convert", str(out), "--to", "sdl"]) == 2
    assert "did you mean sdk" in capsys.readouterr().err.replace("sdm", "sdk")
