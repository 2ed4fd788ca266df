"""Families of other installed packages: found by name, loaded when asked for, never in the way."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from itertools import permutations, product
from pathlib import Path

import pytest
from caracol_examples.doppelblock import FAMILY as DOPPELBLOCK
from caracol_examples.kropki import FAMILY as KROPKI

import caracol
from caracol import registry
from caracol.drawing.boards import draw
from caracol.drawing.svg import as_svg
from caracol.family import AnyFamily
from caracol.puzzle import Value, Values
from caracol.shapes import Role, Spot
from caracol.testing import Law, laws

EXAMPLES = Path(__file__).parent.parent / "examples" / "plug-in"

# A family of its own name, whose texts without header start with a digit: "1 2 3".
GOOD = """
from dataclasses import replace
from caracol import Clue, Puzzle
from caracol.families.mno import FAMILY as MNO
from caracol.family import Shortcuts

def without_header(reader):
    words = reader.peek().words()
    if [word.text for word in words] != ["1", "2", "3"]:
        return None
    reader.take("three numbers")
    return Puzzle("twin", (5,), tuple(Clue(f"r{i}c1", "-") for i in (1, 2)))

FAMILY = replace(MNO, name="twin", title="Twin", shortcuts=Shortcuts(without_header=without_header))
SAME_NAME = replace(MNO, title="Mine")
OTHER_NAME = replace(MNO, name="other")
"""
ENTRIES = """
[caracol.families]
twin = plug_in:FAMILY
"""
CUBE = "356735869637537564374649\n343574954363596738547975\n353748635975458485676439\n"
CUBE += "349576573795398457964379\n357863653739359498735895\n348765738453874583769785\n"


def install(folder: Path, entries: str, package: str = "plug-in") -> None:
    (folder / "plug_in.py").write_text(GOOD)
    (folder / "raises.py").write_text("raise RuntimeError('of no\\nuse')\n")
    info = folder / f"{package.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(entries)


def run(folder: Path, *words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    ours = str(Path(caracol.__file__).parent.parent)
    paths = os.pathsep.join([str(folder), ours])
    return subprocess.run(
        [sys.executable, "-m", "caracol", *words],
        input=text,
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_plug_in_is_a_family_like_any_other(tmp_path: Path) -> None:
    install(tmp_path, ENTRIES)
    assert "Twin: twin N" in run(tmp_path, "families").stdout
    done = run(tmp_path, "solve", "-", text="twin 4\n....\n....\n....\n....\n")
    assert (done.returncode, done.stderr) == (0, "")


def test_texts_without_header_go_to_the_family_that_takes_them(tmp_path: Path) -> None:
    install(tmp_path, ENTRIES)
    for text, family in ((CUBE, "turn-12"), ("1 2 3\n", "twin")):
        done = run(tmp_path, "solve", "--json", "-", text=text)
        assert json.loads(done.stdout)["family"] == family, done.stderr
    broken = run(tmp_path, "solve", "-", text=CUBE.replace("348765", "348215"))
    assert broken.stderr == (
        "caracol: standard input:6:4: expected a digit from 3 to 9, found '2'\n"
    )


def test_a_broken_plug_in_harms_nobody_and_is_listed_with_the_reason(tmp_path: Path) -> None:
    install(tmp_path, ENTRIES + "bad = raises:FAMILY\ngone = no_such_module:FAMILY\n")
    done = run(tmp_path, "families")
    assert done.returncode == 0
    assert "Twin: twin N" in done.stdout
    reason = "family bad of raises:FAMILY cannot be loaded: RuntimeError: of no use"
    assert reason in done.stdout
    assert "gone of no_such_module:FAMILY cannot be loaded: ModuleNotFoundError" in done.stdout
    for text in (CUBE, "mno 3\n...\n...\n...\n", "1 2 3\n"):
        assert run(tmp_path, "solve", "-", text=text).stderr == ""
    asked = run(tmp_path, "solve", "-", text="bad 3\n")
    assert (asked.returncode, asked.stderr) == (2, f"caracol: {reason}\n")


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        (
            "mno = plug_in:SAME_NAME",
            "mno of plug_in:SAME_NAME: caracol already has a family of this name",
        ),
        ("x = plug_in:OTHER_NAME", "x of plug_in:OTHER_NAME: expected the name x, found other"),
        ("x = plug_in:GOOD", "cannot be loaded: AttributeError"),
        ("x = json:dumps", "x of json:dumps: expected a Family, found function"),
    ],
)
def test_what_cannot_be_a_family_is_refused(entries: str, reason: str, tmp_path: Path) -> None:
    install(tmp_path, f"[caracol.families]\n{entries}\n")
    done = run(tmp_path, "families")
    assert reason in done.stdout
    assert "MNO: mno N" in done.stdout
    assert "Mine" not in done.stdout


def test_two_plug_ins_of_one_name_are_refused(tmp_path: Path) -> None:
    install(tmp_path, ENTRIES)
    install(tmp_path, ENTRIES.replace(":FAMILY", ":OTHER_NAME"), "another")
    done = run(tmp_path, "generate", "twin", "4")
    assert done.returncode == 2
    assert "has the same name" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the package of examples is installed, as pip would do it."""
    folder = tmp_path_factory.mktemp("installed")
    project = tomllib.loads((EXAMPLES / "pyproject.toml").read_text())["project"]
    entries = project["entry-points"]["caracol.families"]
    lines = [f"{name} = {value}\n" for name, value in entries.items()]
    shutil.copytree(EXAMPLES / "src" / "caracol_examples", folder / "caracol_examples")
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    (info / "entry_points.txt").write_text("[caracol.families]\n" + "".join(lines))
    return folder


KROPKI_PUZZLE = "kropki 5\n3 . . . .\n4 . 2 5 .\n. . .o. .\n        @\n. 5 . . .\n5 . . .o.\n"
KROPKI_SOLUTION = "kropki 5\n3 2 4 1 5\n4 1 2 5 3\n1 3 5o4 2\n        @\n2 5 1 3 4\n5 4 3 2o1\n"
BLOCKS_PUZZLE = "doppelblock 5\n  .0.3.\n. .....\n. 1....\n2 .....\n6 .....\n0 ..3..\n"
BLOCKS_SOLUTION = "doppelblock 5\n  .0.3.\n. X3X12\n. 1XX23\n2 3X2X1\n6 X213X\n0 213XX\n"
SAMPLES: dict[str, tuple[AnyFamily, str, str]] = {
    "kropki": (KROPKI, KROPKI_PUZZLE, KROPKI_SOLUTION),
    "doppelblock": (DOPPELBLOCK, BLOCKS_PUZZLE, BLOCKS_SOLUTION),
}


TWO_DIGITS = "doppelblock 6\n10 5 3 . . 2\n7 ......\n2 ......\n6 ......\n" + ". ......\n" * 3


def example_laws() -> list[tuple[str, Law]]:
    found = []
    for name, (record, puzzle, solution) in SAMPLES.items():
        more = [TWO_DIGITS] if name == "doppelblock" else []
        found += [(name, law) for law in laws(record, [(puzzle, solution), *more])]
    return found


@pytest.mark.usefixtures("only_here")
@pytest.mark.parametrize(("_family", "law"), example_laws(), ids=str)
def test_the_examples_keep_every_law(_family: str, law: Law) -> None:
    law()


def is_kropki(cells: Values, clues: dict[str, str]) -> bool:
    marks = {"o": lambda a, b: abs(a - b) == 1, "@": lambda a, b: a == 2 * b or b == 2 * a}
    between = [(place.split("-"), mark) for place, mark in clues.items() if "-" in place]
    return all(marks[mark](cells[a], cells[b]) for (a, b), mark in between)


def is_doppelblock(cells: Values, clues: dict[str, str]) -> bool:
    def total(place: str) -> str:
        number = place.removeprefix("above").removeprefix("left")
        start, end = ("", f"c{number}") if "above" in place else (f"r{number}c", "")
        line = [str(v) for c, v in cells.items() if c.startswith(start) and c.endswith(end)]
        return str(sum(map(int, " ".join(line).split("X")[1].split())))

    return all(total(place) == clue for place, clue in clues.items() if place not in cells)


def squares(line: tuple[Value, ...]) -> Iterator[Values]:
    """Every square whose rows and columns all hold these values."""
    wanted = sorted(map(str, line))
    for rows in product(sorted({*permutations(line)}, key=str), repeat=len(line)):
        if all(sorted(map(str, column)) == wanted for column in zip(*rows, strict=True)):
            cells = enumerate(rows, start=1)
            yield {f"r{i}c{j}": value for i, row in cells for j, value in enumerate(row, start=1)}


@pytest.mark.slow
@pytest.mark.usefixtures("only_here")
@pytest.mark.parametrize(
    ("name", "size", "line", "keeps"),
    [
        ("kropki", "3", (1, 2, 3), is_kropki),
        ("kropki", "4", (1, 2, 3, 4), is_kropki),
        ("doppelblock", "3", (1, "X", "X"), is_doppelblock),
        ("doppelblock", "4", (1, 2, "X", "X"), is_doppelblock),
    ],
)
def test_the_examples_have_the_solutions_that_trying_everything_finds(
    name: str,
    size: str,
    line: tuple[Value, ...],
    keeps: Callable[[Values, dict[str, str]], bool],
) -> None:
    registry.add(SAMPLES[name][0])
    every = [*squares(line)]
    for made in caracol.generate(name, size, seed=3, count=6):
        for puzzle in (made, *map(made.without, made.clues)):
            clues = dict(puzzle.clues)
            given = {place: value for place, value in clues.items() if place in every[0]}
            fitting = (one for one in every if all(str(one[c]) == v for c, v in given.items()))
            wanted = [one for one in fitting if keeps(one, clues)]
            found = [solution.values for solution in caracol.solutions(puzzle)]
            assert len(found) == len(wanted) and all(one in wanted for one in found)


# Each command, what it is to write, and a word of what it says.
VERBS = [
    ("solve", "", "The only solution."),
    ("solve --all --json", "", '"unique"'),
    ("solve --engine cpsat --stats", "", "The only solution."),
    ("check", "", "unique and irreducible"),
    ("count", "", "1\n"),
    ("grade", "", "hardest step"),
    ("explain --all", "", "Solved in"),
    ("explain --all --language pt", "", "Passo 1"),
    ("explain --json", "", '"hardest"'),
    ("hint", "", "Technique"),
    ("draw --solution", "board.svg", ""),
    ("draw --step 10 --theme dark", "board.png", ""),
    ("draw --step 11 --language pt", "board.pdf", ""),
    ("book --language pt", "book.pdf", ""),
    ("book --sheet", "sheet.pdf", ""),
    ("export --to mzn", "", "solve"),
    ("export --to prolog", "", "clpfd"),
    ("export --to dimacs", "", "p cnf"),
    ("export --to opb", "", "#variable"),
    ("export --to cpmpy", "", "import cpmpy"),
    ("certify", "certificate.json", ""),
]


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize(("verb", "output", "said"), VERBS, ids=lambda word: word)
def test_every_command_works_on_the_examples(
    name: str, verb: str, output: str, said: str, examples: Path, tmp_path: Path
) -> None:
    puzzle, written = tmp_path / "puzzle.txt", tmp_path / output
    puzzle.write_text(SAMPLES[name][1])
    command, *options = verb.split()
    done = run(examples, command, str(puzzle), *options, *(["-o", str(written)] if output else []))
    assert (done.returncode, done.stderr) == (0, "")
    assert said in done.stdout
    assert written.exists()
    if command == "certify":
        proved = run(examples, "verify", str(written))
        assert proved.returncode == 0 and "proves the stated model" in proved.stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize(
    "wishes",
    [
        "--count 3 --seed 7 --jobs 2",
        "--level easy",
        "--level medium..",
        "--fewest",
        "--symmetry rotate",
        "--symmetry mirror --distinct symmetry",
        "--clues numbers",
    ],
)
def test_puzzles_of_the_examples_are_made_as_wanted(name: str, wishes: str, examples: Path) -> None:
    done = run(examples, "generate", name, "5", *wishes.split(), "--json")
    assert done.returncode == 0, done.stderr
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(records) == (3 if "--count 3" in wishes else 1)
    for record in records:
        assert record["family"] == name
        checked = run(examples, "check", "--json", "-", text=record["puzzle"])
        assert json.loads(checked.stdout)["unique"] is True
        if "--level easy" in wishes:
            assert record["level"] == "easy"
        if "numbers" in wishes:
            assert not {*record["puzzle"].partition("\n")[2]} & {*"o@X"}


def test_the_examples_are_listed_and_speak_portuguese(examples: Path) -> None:
    listed = run(examples, "families").stdout
    assert "Kropki: kropki N" in listed and "Doppelblock: doppelblock N" in listed
    for name, said in (
        ("kropki", "Não em r3c5, porque de r3c5 e r4c5, um é o dobro do outro."),
        ("doppelblock", "Na linha 4 os números entre as casas pretas somam 6; logo, r4c1 e"),
    ):
        told = run(examples, "explain", "--all", "--language", "pt", "-", text=SAMPLES[name][1])
        assert said in " ".join(told.stdout.split())


@pytest.mark.usefixtures("only_here")
@pytest.mark.parametrize(("name", "place"), [("kropki", "r3c5-r4c5"), ("doppelblock", "left4")])
def test_a_step_points_at_the_mark_or_the_sum_it_uses(name: str, place: str) -> None:
    registry.add(SAMPLES[name][0])
    walk = caracol.steps(caracol.parse(SAMPLES[name][1]))
    step = next(step for step in walk if any(rule.place == place for rule in step.because))
    (spot,) = (s for s in step.draw().shapes if isinstance(s, Spot) and s.role)
    assert (spot.place, spot.role) == (place, Role.READ)
    assert as_svg(step.draw()).count("<circle") > as_svg(draw(step.puzzle)).count("<circle")
