"""Families of other installed packages: found by name, loaded when asked for, never in the way."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import caracol

# A family of its own name, whose texts without header start with a digit: "1 2 3".
GOOD = """
from dataclasses import replace
from caracol import Clue, Puzzle
from caracol.families.mno import FAMILY as MNO
from caracol.family import Shortcuts

def plain(reader):
    words = reader.peek().words()
    if [word.text for word in words] != ["1", "2", "3"]:
        return None
    reader.take("three numbers")
    return Puzzle("twin", (5,), tuple(Clue(f"r{i}c1", "-") for i in (1, 2)))

FAMILY = replace(MNO, name="twin", title="Twin", shortcuts=Shortcuts(plain=plain))
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
