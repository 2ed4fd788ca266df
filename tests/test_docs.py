"""What the documents show is what caracol says."""

import doctest
import re
from pathlib import Path

import pytest

import caracol
from caracol.cli import main
from caracol.techniques import ANY_PAIR, TECHNIQUES

ROOT = Path(__file__).parent.parent
EXPLAINING = (ROOT / "docs" / "explaining.md").read_text()


def test_the_examples_of_explaining_run() -> None:
    test = doctest.DocTestParser().get_doctest(EXPLAINING, {}, "explaining.md", None, None)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0


def test_steps_and_grades_shown_are_real(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", str(ROOT / "examples" / "mno.txt")]) == 0
    told = " ".join(capsys.readouterr().out.split())
    shown = re.findall(
        r"Step \d+, cost \d+: [^.|]*\.[^…]*?(?=\n\n|\n    …|\n    Solved)", EXPLAINING
    )
    assert len(shown) == 3
    for step in shown:
        assert " ".join(step.split()) in told
    grade = "Expert: hardest step 54, all steps 426, bottleneck 0.57"
    assert grade in told and EXPLAINING.count(grade) == 2


def test_the_puzzle_shown_is_what_the_command_makes(capsys: pytest.CaptureFixture[str]) -> None:
    command, *shown = (
        (ROOT / "docs" / "generating.md").read_text().split("\n    …")[0].split("\n")[2:]
    )
    assert main(command.removeprefix("    $ caracol ").split()) == 0
    assert capsys.readouterr().out.startswith("\n".join(line[4:] for line in shown))


def test_every_name_of_a_step_is_explained() -> None:
    named = re.findall(r"^\| ([a-z ]+) \| [^|]* \| [^|]* \|$", EXPLAINING, re.MULTILINE)
    assert set(TECHNIQUES) - {ANY_PAIR} <= set(named)
    assert all(level.value in named for level in caracol.Level)


def test_the_export_shown_is_real(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(ROOT / "examples" / "magic-snail.txt"), "--to", "mzn"]) == 0
    told = capsys.readouterr().out
    shown = re.findall(
        r"^    ([^… ].*)$", (ROOT / "docs" / "exporting.md").read_text(), re.MULTILINE
    )
    lines = [line for line in shown if not line.startswith("caracol ")]
    assert len(lines) == 6
    assert all(f"{line}\n" in told for line in lines)
