"""Lists of all boards: complete, and as good a judge of clues as a solver."""

import random

import pytest

from caracol.deadline import NEVER
from caracol.engines import Statistics
from caracol.engines.sat.session import Session
from caracol.engines.sat.solvers import MainSolver
from caracol.formats import shape
from caracol.generation.all_boards import all_boards
from caracol.generation.clues import all_clues
from caracol.generation.reduction import ClueSolver
from caracol.generation.targets import Groups
from caracol.model import line_to_name_by
from caracol.puzzle import Puzzle, Solution
from caracol.registry import model, rule
from caracol.solve import count

SMALL = [
    ("magic-snail", "5 ABC", 9),
    ("magic-snail", "6 ABC", 401),
    ("mno", "5", 784),
    ("trid", "3 1..3", 6),
    ("trid", "4 1..5", None),
    ("trid", "5 1..5", 480),
    ("trid", "6 1..6", 169_920),
]


@pytest.mark.parametrize(("name", "size", "boards"), SMALL)
def test_every_board_is_listed_once(name: str, size: str, boards: int | None) -> None:
    every = all_boards(name, shape(name, size))
    assert every
    assert every.size == (boards or count(Puzzle(name, shape(name, size))))
    rules = model(name, shape(name, size))
    step = max(1, every.size // 2000)
    drawn = [every[every.place(i)] for i in range(0, every.size, step)]
    assert len({tuple(board.items()) for board in drawn}) == len(drawn)
    assert all(map(rules.keeps, drawn))


@pytest.mark.parametrize(
    ("name", "size"), [("trid", "5 1..5"), ("trid", "3 1..4"), ("trid", "4 1..5")]
)
def test_the_list_is_what_a_solver_finds(name: str, size: str) -> None:
    every, rules = all_boards(name, shape(name, size)), model(name, shape(name, size))
    found = Session(rules, NEVER).boards([], NEVER, Statistics("sat"))
    assert every
    assert sorted(tuple(board.items()) for board in found) == sorted(
        tuple(every[every.place(i)].items()) for i in range(every.size)
    )


@pytest.mark.parametrize(("name", "size"), [("mno", "7"), ("trid", "7 1..7"), ("mno", "40")])
def test_larger_shapes_are_not_listed(name: str, size: str) -> None:
    assert all_boards(name, shape(name, size)) is None


def test_a_shape_without_boards_has_no_list() -> None:
    assert all_boards("trid", (4, 1, 4)) is None


def test_values_are_renamed_only_where_no_rule_names_one() -> None:
    assert len(line_to_name_by(model("trid", (6, 1, 6)))) == 6
    assert len(line_to_name_by(model("trid", (6, 1, 7)))) == 6
    assert line_to_name_by(model("trid", (6, 1, 8))) == ()
    assert line_to_name_by(model("magic-snail", (5, "ABC"))) == ()
    assert line_to_name_by(model("mno", (5,))) == ()


@pytest.mark.parametrize(("name", "size", "_boards"), SMALL)
def test_what_the_list_leaves_out_a_solver_would_leave_out(
    name: str, size: str, _boards: int
) -> None:
    """One clue after the other, from the last to the first, goes if there is no second board."""
    board_shape = shape(name, size)
    every, solver = all_boards(name, board_shape), ClueSolver(name, board_shape, MainSolver)
    assert every
    for seed in range(5):
        rng = random.Random(seed)
        place = every.place(rng.randrange(every.size))
        clues = [clue for _, clue in all_clues(name, board_shape, Solution(every[place]))]
        rng.shuffle(clues)
        kept = list(range(len(clues)))
        for i in reversed(range(len(clues))):
            rest: Groups = [(clues[j],) for j in kept if j != i]
            if solver.second(every[place], rest, NEVER) is None:
                kept.remove(i)
        rules = [rule(name, board_shape, clue).constraint for clue in clues]
        stay = every.irreducible(place, map(every.keeping, rules))
        assert stay is not None
        assert sorted(stay) == kept
        for i, other in stay.items():
            broken = [j for j in kept if not rules[j].holds(other)]
            assert broken == [i]
