"""The families of examples/plug-in: installed beside caracol, every command works for them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import caracol

SOURCES = Path(caracol.__file__).parent.parent
PLUG_IN = SOURCES.parent / "examples" / "plug-in"
ENTRIES = """
[caracol.families]
doppelblock = caracol_examples.doppelblock:FAMILY
kropki = caracol_examples.kropki:FAMILY
"""
# Each test starts several processes.
pytestmark = pytest.mark.slow
every_family = pytest.mark.parametrize("name", ["kropki", "doppelblock"])


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """What pip would write, without asking the network for a build system."""
    info = tmp_path / "caracol_examples-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: caracol-examples\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRIES)
    return tmp_path


def run(installed: Path, *words: str, text: str = "") -> str:
    paths = os.pathsep.join(map(str, (SOURCES, PLUG_IN / "src", installed)))
    done = subprocess.run(
        [sys.executable, "-m", "caracol", *words],
        input=text,
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def kropki_is_right(text: str) -> bool:
    """Read as it is laid out: cells in even columns, what is between them in odd ones."""
    _, *lines = text.splitlines()
    rows = [line for line in lines if line[0].isdigit()]
    board = [[int(value) for value in row[::2]] for row in rows]
    n = len(board)
    right = all(sorted(line) == [*range(1, n + 1)] for line in [*board, *zip(*board, strict=True)])
    for row, values in zip(rows, board, strict=True):
        right &= all(map(mark_is_true, row[1::2], values, values[1:]))
    for above, signs, below in zip(lines, lines[1:], lines[2:], strict=False):
        if not signs[0].isdigit():
            upper, lower = map(int, above[::2]), map(int, below[::2])
            right &= all(map(mark_is_true, signs[::2], upper, lower))
    return right


def mark_is_true(mark: str, a: int, b: int) -> bool:
    return {"o": abs(a - b) == 1, "@": a == 2 * b or b == 2 * a, " ": True}[mark]


def doppelblock_is_right(text: str) -> bool:
    _, above, *lines = text.splitlines()
    left, rows = zip(*(line.split() for line in lines), strict=True)
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    wanted = sorted("XX" + "".join(map(str, range(1, len(rows) - 1))))
    for clue, line in [*zip(left, rows, strict=True), *zip(above.strip(), columns, strict=True)]:
        _, between, _ = line.split("X")
        if sorted(line) != wanted or clue not in (".", str(sum(map(int, between)))):
            return False
    return True


RIGHT = {"kropki": kropki_is_right, "doppelblock": doppelblock_is_right}


@every_family
def test_generated_puzzles_have_the_solution_that_is_told(installed: Path, name: str) -> None:
    told = run(installed, "generate", name, "5", "--count", "5", "--json")
    records = [json.loads(line) for line in told.splitlines()]
    assert len(records) == 5
    for record in records:
        assert RIGHT[name](record["solution"])
        for given, found in zip(record["puzzle"], record["solution"], strict=True):
            assert given in (found, ".")
    texts = "\n".join(record["puzzle"] for record in records)
    solved = run(installed, "solve", "--json", "-", text=texts).splitlines()
    assert [json.loads(line)["solutions"] for line in solved] == [
        [record["solution"]] for record in records
    ]


@every_family
def test_examples_are_unique_and_explained_in_two_languages(installed: Path, name: str) -> None:
    listed = run(installed, "families", "--json").splitlines()
    (record,) = (found for found in map(json.loads, listed) if found["family"] == name)
    (checked,) = run(installed, "check", "--json", "-", text=record["example"]).splitlines()
    assert json.loads(checked)["unique"] and json.loads(checked)["irreducible"]
    english, portuguese = (
        run(installed, "explain", "-", "--language", language, text=record["example"])
        for language in ("en", "pt")
    )
    told = {
        "kropki": ("differ by one", "diferem por um"),
        "doppelblock": ("between the black cells sum to", "entre as casas pretas somam"),
    }
    assert told[name][0] in english and told[name][1] in portuguese
    assert told[name][0] not in portuguese


@every_family
def test_puzzles_of_a_level_are_made_and_symmetric_ones(installed: Path, name: str) -> None:
    kinds = "marks,numbers" if name == "kropki" else "sums,numbers,blacks"
    words = ("generate", name, "4", "--clues", kinds, "--count", "2", "--json")
    for more in (("--level", "medium"), ("--symmetry", "rotate"), ("--distinct", "symmetry")):
        for line in run(installed, *words, *more).splitlines():
            assert RIGHT[name](json.loads(line)["solution"])


@every_family
def test_pictures_point_at_the_clue_of_a_step(installed: Path, name: str) -> None:
    (line,) = run(installed, "generate", name, "4", "--json", "--seed", "3").splitlines()
    puzzle, picture = json.loads(line)["puzzle"], installed / "step.svg"
    steps = json.loads(run(installed, "explain", "--json", "-", text=puzzle))["steps"]
    number, places = next(
        (number, clues)
        for number, step in enumerate(steps, start=1)
        if (clues := [p for p in step["highlight"]["read"] if "-" in p or p[0] in "al"])
    )
    assert places
    run(installed, "draw", "-", "-o", str(picture), "--step", str(number), text=puzzle)
    assert picture.read_text().count('stroke-width="0.04"') == len(places)


ASK_ALL = """
import sys
from caracol import family
from caracol.studio.making import usual_sizes
from caracol.studio.questions import QUESTIONS, ask
name = sys.argv[1]
size, text = usual_sizes(name)[0], family(name).example
for question in QUESTIONS:
    words = {"puzzle": text, "puzzles": text}
    if question in ("families", "fresh", "daily", "blank"):
        words = {"family": name, "size": size, "date": "2026-11-18"}
    known = QUESTIONS[question].asked.__dataclass_fields__
    words = {field: word for field, word in words.items() if field in known}
    print(question, len(ask(question, words | ({"clues": {}} if "clues" in known else {}))))
"""


@every_family
def test_the_studio_answers_every_question_about_them(installed: Path, name: str) -> None:
    paths = os.pathsep.join(map(str, (SOURCES, PLUG_IN / "src", installed)))
    done = subprocess.run(
        [sys.executable, "-c", ASK_ALL, name],
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
