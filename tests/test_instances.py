"""Puzzles by others, from a file of your own: CARACOL_INSTANCES=puzzles.jsonl make test.

Each line is an object with `id`, `puzzle`, `solutions` (all of them, or some) and `count`.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

import caracol
from checker import is_solution

FILE = os.environ.get("CARACOL_INSTANCES")


def instances() -> list[dict[str, Any]]:  # Any: JSON has no types
    return [json.loads(line) for line in Path(FILE).read_text().splitlines()] if FILE else []


@pytest.mark.skipif(not FILE, reason="CARACOL_INSTANCES names no file")
@pytest.mark.parametrize("case", instances(), ids=lambda case: case["id"])
def test_an_instance_has_exactly_its_solutions(case: dict[str, Any]) -> None:
    puzzle = caracol.parse(case["puzzle"])
    found = list(caracol.solutions(puzzle))
    told = [fully_given(text) for text in case["solutions"]]
    assert len(found) == caracol.count(puzzle) == case["count"]
    assert all(is_solution(case["puzzle"], caracol.show(puzzle, one)) for one in found)
    assert all(one in [solution.values for solution in found] for one in told)


def fully_given(text: str) -> caracol.puzzle.Values:
    (solution,) = caracol.solutions(caracol.parse(text))
    return solution.values
