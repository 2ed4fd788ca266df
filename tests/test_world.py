"""The lab's experiment on well-known families: peers answer as caracol does."""

from functools import partial
from pathlib import Path

import pytest

import caracol
from caracol.formats import parse
from caracol.generation.order import Order
from caracol.lab import world
from caracol.lab.contestants import find, make, reply
from caracol.lab.peers.puzzles import CLASSICS
from caracol.lab.samples import sudokus
from caracol.puzzle import Clue, Puzzle
from caracol.registry import families
from caracol.solve import check


def variants(name: str) -> list[Puzzle]:
    """The example, the same with a part of its solution, and with fewer clues."""
    puzzle = parse(families()[name].example)
    (solution,) = caracol.solutions(puzzle)
    begun = caracol.parse(caracol.show(puzzle, solution))
    half = Puzzle(name, puzzle.shape, puzzle.clues[::2])
    return [puzzle, begun, half]


@pytest.mark.parametrize("name", CLASSICS)
def test_cp_sat_finds_as_many_boards(name: str) -> None:
    for puzzle in variants(name):
        found = reply("CP-SAT", partial(find, puzzles=[puzzle], limit=3))
        assert not isinstance(found, str)
        assert found.answers == [len(list(caracol.solutions(puzzle, 3)))]


def test_nothing_fits_a_wrong_clue() -> None:
    for name in CLASSICS:
        puzzle = parse(families()[name].example)
        (solution,) = caracol.solutions(puzzle)
        cell, value = next(iter(solution.values.items()))
        values = caracol.registry.model(name, puzzle.shape).cells[cell]
        wrong = str(next(other for other in values if other != value))
        clues = (*(clue for clue in puzzle.clues if clue.place != cell), Clue(cell, wrong))
        asked = Puzzle(name, puzzle.shape, clues)
        found = reply("CP-SAT", partial(find, puzzles=[asked], limit=2))
        assert not isinstance(found, str)
        assert found.answers == [len(list(caracol.solutions(asked, 2)))]


def test_clingo_knows_sudokus_alone() -> None:
    for puzzle in variants("sudoku"):
        found = reply("clingo", partial(find, puzzles=[puzzle], limit=3))
        assert not isinstance(found, str)
        assert found.answers == [len(list(caracol.solutions(puzzle, 3)))]
    asked = variants("takuzu")[:1]
    assert reply("clingo", partial(find, puzzles=asked, limit=2)) == "absent: does not know takuzu"


@pytest.mark.parametrize(
    ("name", "size"),
    [("sudoku", "4"), ("futoshiki", "4"), ("nonogram", "4 4"), ("slitherlink", "4 4")],
)
def test_cp_sat_leaves_irreducible_puzzles(name: str, size: str) -> None:
    order = Order(name, size, seed=7)
    made = reply("CP-SAT", partial(make, order=order, count=1, seconds=60))
    assert not isinstance(made, str)
    (puzzle,) = made.answers
    assert isinstance(puzzle, Puzzle)
    found = check(puzzle)
    assert found.unique and found.irreducible


def test_the_well_known_sudokus_are_unique() -> None:
    known = sudokus()
    assert [len(puzzle.clues) for puzzle in known] == [17] * 10 + [23, 23, 21, 21, 21, 21]
    assert all(map(caracol.is_unique, known))


def test_sudokus_are_written_one_a_line() -> None:
    known = sudokus()
    assert list(caracol.parse_all("".join(map(world.line, known)))) == known


def test_large_puzzles_are_solved_in_processes_of_their_own(tmp_path: Path) -> None:
    (row,) = world.largest(tmp_path, sudokus()[:1])
    assert row.name == "sudoku 9" and row.met
