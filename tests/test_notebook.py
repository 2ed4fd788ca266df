"""What notebooks show, and the tutorial in one."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import caracol
from caracol.registry import family

SCRIPT = Path(__file__).parent.parent / "docs" / "make_notebook.py"
MNO = caracol.parse(family("mno").example)
FIRST, TOLD = next(caracol.steps(MNO)), next(caracol.told(MNO))
WRONG = {"r1c3": "O"}


@pytest.mark.slow
def test_the_notebook_shows_what_it_says() -> None:
    told = subprocess.run([sys.executable, SCRIPT, "--check"], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr


def test_puzzles_and_solutions_are_pictures() -> None:
    solution = next(caracol.solutions(MNO))
    pictures = [shown._repr_svg_() for shown in list[Any]([MNO, solution])]
    assert all(picture.startswith("<svg") for picture in pictures)
    assert pictures[0] != pictures[1]
    assert getattr(caracol.Solution({}), "_repr_svg_")() is None  # noqa: B009


@pytest.mark.parametrize(
    ("shown", "words", "pictures"),
    [
        (lambda: caracol.verdict(MNO), ["The only solution."], 1),
        (lambda: caracol.verdict(caracol.Puzzle("mno", (4,))), ["more solutions"], 2),
        (lambda: caracol.check(MNO), ["irreducible", "yes", "redundant clues", "none"], 0),
        (lambda: caracol.grade(MNO), ["hard", "hardest step", "40"], 0),
        (lambda: caracol.steps(MNO), ["to come"], 1),
        (lambda: next(caracol.steps(MNO)), [FIRST.technique, FIRST.sentence()], 1),
        (lambda: next(caracol.told(MNO)), [TOLD.technique, TOLD.sentence()], 1),
        (lambda: caracol.hint(MNO), ["Look at r1c4, r1c5.", "mirror", "are not M, because"], 1),
        (lambda: caracol.hint(MNO, WRONG), ["r1c3 is entered as O"], 0),
        (lambda: caracol.clash(MNO, WRONG), ["r1c3 is entered as O", "r2c3 is given as O"], 0),
        (lambda: caracol.explanation(MNO, WRONG), ["No solution. Column 3"], 0),
    ],
    ids=lambda case: "" if callable(case) else str(case),
)
def test_answers_are_words_and_pictures(
    shown: Callable[[], Any], words: list[str], pictures: int
) -> None:
    html = shown()._repr_html_()
    page = ElementTree.fromstring(f"<div>{html.replace('&#8194;', ' ')}</div>")
    told = " ".join(page.itertext())
    assert [word for word in words if word not in told] == []
    assert html.count("<svg") == pictures


def test_an_explanation_has_each_step_and_the_grade() -> None:
    found = caracol.explanation(MNO)
    html = found._repr_html_()
    assert html.count("<details>") == html.count("<svg") == len(found.steps) > 3
    assert "bottleneck" in html


def test_pictures_that_are_folded_lend_no_ids_to_those_that_are_seen() -> None:
    shown: list[Any] = [caracol.hint(MNO), caracol.explanation(MNO), next(caracol.told(MNO))]
    ids = [{*re.findall('id="([^"]*)"', one._repr_html_())} for one in shown]
    assert all(ids)
    assert ids[0] & ids[1] == ids[0] & ids[2] == ids[1] & ids[2] == set()


def test_what_a_puzzle_says_is_no_markup() -> None:
    clash = caracol.clash(caracol.parse("futoshiki 2\n.<.\n^ v\n.<.\n"))
    assert clash
    shown: Any = clash
    ElementTree.fromstring(f"<div>{shown._repr_html_()}</div>")
