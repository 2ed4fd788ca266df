"""What the documents show is what caracol says."""

import doctest
import re
import shlex
import shutil
import textwrap
from pathlib import Path

import pytest

import caracol
from caracol import registry
from caracol.boards import sizes
from caracol.cli.commands import COMMANDS, main
from caracol.explanations.techniques import TECHNIQUES
from caracol.family import AnyFamily

ROOT = Path(__file__).parent.parent
EXPLAINING = (ROOT / "docs" / "explaining.md").read_text()


def test_every_name_of_a_step_and_every_level_is_explained() -> None:
    techniques = (ROOT / "docs" / "techniques.md").read_text().lower()
    assert [name for name in TECHNIQUES if name.lower() not in techniques] == []
    levels = re.findall(r"^\| ([a-z ]+) \| [^|]* \| [^|]* \|$", EXPLAINING, re.MULTILINE)
    assert all(level.value in levels for level in caracol.Level)


def test_the_export_shown_is_real(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(ROOT / "examples" / "magic-snail.txt"), "--to", "mzn"]) == 0
    told = capsys.readouterr().out
    shown = re.findall(
        r"^    ( *[^… ].*)$", (ROOT / "docs" / "exporting.md").read_text(), re.MULTILINE
    )
    lines = [line for line in shown if not line.startswith("caracol ")]
    assert len(lines) == 13
    for line in lines:
        pattern = re.escape(line).replace("…", ".*")
        assert re.search(f"^{pattern}$", told, re.MULTILINE), line


PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
# What the documents speak of besides the files that their own commands make.
PUZZLE = "magic-snail 5 ABC\n.....\nB.C..\n.....\n.....\n...C.\n"
FILES = {"first.txt": PUZZLE, "puzzle.txt": PUZZLE, "puzzles.txt": PUZZLE * 2}
FILES["mine.txt"] = PUZZLE.replace("B.C..", "B-C..")
FILES["list.sdm"] = (
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9\n"
)
FILES["wrong.txt"] = "magic-snail 3 AB\n.A.\nA.A\n...\n"
# Other machines, and minutes of work, are not for a test.
LEFT_OUT = ("--cluster", "caracol lab", "caracol studio", "caracol play", "--level hard")


BLOCK = re.compile(r"^```\w*\n(.*?)^```|(?<=\n\n)((?: {4}[^\n]*\n|\n(?= {4}))+)", re.M | re.S)


def commands(page: Path) -> list[tuple[list[str], str]]:
    """The words of each command that a page shows, and what it shows below it."""
    found = []
    for fenced, indented in BLOCK.findall(page.read_text()):
        for part in re.split(
            r"^(?=\$? ?caracol )", fenced or textwrap.dedent(indented), flags=re.M
        ):
            line, _, printed = part.partition("\n")
            if re.match(rf"(\$ )?caracol ({'|'.join(COMMANDS)}) ", line):
                *before, last = line.removeprefix("$ ").split("  #")[0].split("; ")
                found += [(one, "") for one in before] + [(last, printed)]
    kept = [(one, printed) for one, printed in found if not any(word in one for word in LEFT_OUT)]
    return [(shlex.split(shortened(one))[1:], printed) for one, printed in kept]


def shortened(command: str) -> str:
    return re.sub(r"--count \d+", "--count 2", command)


@pytest.fixture
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
@pytest.mark.usefixtures("workplace")
@pytest.mark.parametrize(
    "page", [page for page in PAGES if commands(page)], ids=lambda page: page.stem
)
def test_commands_work_and_print_what_is_shown(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for words, shown in commands(page):
        assert main(words) == (1 if "wrong.txt" in words else 0), words
        printed = " ".join(capsys.readouterr().out.split())
        pattern = re.escape(" ".join(shown.split())).replace("…", ".*")
        assert re.match(pattern, printed), (words, printed)


@pytest.mark.usefixtures("workplace")
@pytest.mark.parametrize(
    "name",
    [
        "README.md",
        "docs/index.md",
        "docs/drawing.md",
        "docs/exporting.md",
        "docs/installing.md",
        "docs/studio.md",
    ],
)
def test_blocks_of_python_run(name: str) -> None:
    puzzle = caracol.parse(PUZZLE)
    known = {"caracol": caracol, "puzzle": puzzle, "solution": next(caracol.solutions(puzzle))}
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / name).read_text(), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(block, known)


SESSIONS = ("explaining", "how-it-works", "tutorial")
SESSIONS_OF_REFERENCE = ("reference/caracol", "reference/kinds", "reference/testing")


@pytest.mark.slow
@pytest.mark.usefixtures("workplace")
@pytest.mark.parametrize("name", [*SESSIONS, *SESSIONS_OF_REFERENCE])
def test_sessions_of_python_run(name: str) -> None:
    text = (ROOT / "docs" / f"{name}.md").read_text()
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    assert test.examples
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    assert runner.run(test).failed == 0


@pytest.mark.usefixtures("only_here")
def test_the_smallest_family_of_the_reference_is_a_family() -> None:
    text = (ROOT / "docs" / "reference" / "family.md").read_text()
    (block,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    known: dict[str, AnyFamily] = {}
    exec(block, known)
    record = known["FAMILY"]
    registry.add(record)
    assert caracol.is_unique(caracol.parse(record.example))
    assert caracol.grade(next(caracol.generate("latin", "4", seed=1))).proved


@pytest.mark.slow
@pytest.mark.usefixtures("only_here")
def test_the_family_that_is_added_works_as_it_stands() -> None:
    text = (ROOT / "docs" / "adding-a-family.md").read_text()
    known: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(block, known)
    sessions = "".join(re.findall(r"```pycon\n(.*?)```", text, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(sessions, known, "adding-a-family.md", None, None)
    assert "conformance" in sessions
    assert doctest.DocTestRunner().run(test).failed == 0


def test_comments_of_the_readme_tell_what_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    exec(block, {})
    printed = capsys.readouterr().out
    for comment in re.findall(r"print\(.*\)  # '?(True|24|many|Level.EASY)\b", block):
        assert f"{comment}\n" in printed


FORMATS = (ROOT / "docs" / "formats.md").read_text()


@pytest.mark.parametrize("name", registry.names())
def test_formats_show_a_puzzle_of_every_family(name: str) -> None:
    """Its heading is the header of its texts, and what follows is one that has one solution."""
    record = caracol.family(name)
    (section,) = re.findall(
        rf"^## {record.title}: `{name} {re.escape(sizes.names(record.size))}`\n(.*?)(?=^## )",
        FORMATS,
        re.MULTILINE | re.DOTALL,
    )
    (block,) = re.findall(rf"^    {name} .*\n(?:    .*\n)+", section, re.MULTILINE)
    assert caracol.is_unique(caracol.parse(textwrap.dedent(block)))


def test_formats_list_the_clues_of_every_family() -> None:
    rows = re.findall(r"^\| `([a-z0-9-]+)` \| (`.*`) \| (`.*`) \|$", FORMATS, re.MULTILINE)
    listed = {
        name: tuple(re.findall("`([a-z]+)`", f"{kinds} {usual}")) for name, kinds, usual in rows
    }
    settings = {name: record.setting for name, record in registry.families().items()}
    assert listed == {name: (*s.kinds, *s.usual) for name, s in settings.items() if s}


def test_the_wall_shows_every_family() -> None:
    wall = (ROOT / "docs" / "gallery" / "wall.svg").read_text()
    titles = [record.title for record in registry.families().values()]
    assert [title for title in titles if f">{title}</text>" not in wall] == []
