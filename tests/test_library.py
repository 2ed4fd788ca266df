"""The library refuses questions that make no sense, and says what it expected."""

import inspect
import random
import subprocess
import sys

import pytest

import caracol
from caracol import Clue, OutOfTime, Puzzle, PuzzleError

MANY = Puzzle("mno", (4,))


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_is_at_least_one(limit: int) -> None:
    for ask in (caracol.solutions, caracol.verdict):
        with pytest.raises(PuzzleError, match=f"a whole number of at least 1; found {limit}"):
            ask(MANY, limit=limit)


@pytest.mark.parametrize("seconds", [0, -1, float("nan")])
def test_seconds_are_more_than_none(seconds: float) -> None:
    for ask in (caracol.solutions, caracol.verdict, caracol.check, caracol.count):
        with pytest.raises(PuzzleError, match="expected a number of seconds greater than 0"):
            ask(MANY, seconds=seconds)
    with pytest.raises(PuzzleError, match="expected a number of seconds greater than 0"):
        next(caracol.generate("mno", "5", fewest=True, seconds=seconds))


def test_what_makes_no_sense_is_not_generated() -> None:
    with pytest.raises(PuzzleError, match="expected jobs, a whole number of at least 1; found 0"):
        caracol.generate("mno", "5", jobs=0)
    with pytest.raises(
        PuzzleError, match="expected a count, a whole number of at least 0; found -1"
    ):
        caracol.generate("mno", "5", count=-1)
    with pytest.raises(PuzzleError, match=r"one of puzzle, symmetry; found 'colour'"):
        next(caracol.generate("mno", "5", distinct="colour"))


@pytest.mark.parametrize(
    ("name", "shape", "clue"),
    [
        ("mno", (4,), Clue("r9c9", "*")),
        ("mno", (4,), Clue("r1c1", "X")),
        ("magic-snail", (3, "AB"), Clue("r1c1", "C")),
        ("trid", (3, 1, 4), Clue("r1c1", "5")),
        ("trid", (3, 1, 4), Clue("r1c1", "one")),
        ("trid", (3, 1, 4), Clue("t3.1", "6")),
        ("trid", (3, 1, 4), Clue("t", "6")),
        ("turn-12", (4, *["3456"] * 6), Clue("top", "4")),
        ("turn-12", (4, *["3456"] * 6), Clue("inside", "1")),
    ],
)
def test_a_clue_that_does_not_fit_is_refused(
    name: str, shape: caracol.puzzle.Shape, clue: Clue
) -> None:
    for ask in (caracol.verdict, caracol.check, caracol.count):
        with pytest.raises(PuzzleError, match=f"expected a clue that fits .* found {clue}"):
            ask(Puzzle(name, shape, (clue,)))


def test_counting_cubes_heeds_the_clock() -> None:
    rng = random.Random(1)
    rings = ("".join(rng.choices("3456789", k=1000)) for _ in range(6))
    with pytest.raises(OutOfTime):
        caracol.count(Puzzle("turn-12", (1000, *rings)), seconds=0.05)


def test_what_completion_offers_is_the_whole_interface_and_nothing_else() -> None:
    code = "import caracol, caracol.cli.commands\nprint(*dir(caracol))\n"
    code += "assert all(getattr(caracol, name) is not None for name in dir(caracol))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == sorted(caracol.__all__)
    for name in dir(caracol):
        offered = getattr(caracol, name)
        assert not inspect.ismodule(offered)
        assert offered.__module__.startswith("caracol.")


def test_a_step_says_itself() -> None:
    step = next(caracol.steps(caracol.parse("magic-snail 3 AB\n.A.\nA..\n...\n")))
    assert step.sentence() == "Row 1 holds exactly one A; r1c2 is A, so r1c1 and r1c3 are not A."
    assert step.sentence("pt_PT") == step.sentence(language="pt") != step.sentence()
    assert step.technique == "full line"
