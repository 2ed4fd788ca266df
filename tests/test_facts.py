"""Numbers known from elsewhere: how many boards there are, and where there is none."""

from collections import Counter

import pytest

import caracol
from caracol import Clue, Puzzle
from caracol.deadline import NEVER
from caracol.engines.sat.solvers import MainSolver
from caracol.generation.clues import setting
from caracol.generation.reduction import ClueSolver
from caracol.generation.targets import Groups
from caracol.puzzle import Shape
from caracol.registry import board


@pytest.mark.parametrize(
    ("family", "shape", "boards"),
    [
        ("magic-snail", (3, "AB"), 3),
        ("magic-snail", (4, "AB"), 27),
        ("magic-snail", (5, "AB"), 357),
        ("magic-snail", (5, "ABC"), 9),
        pytest.param("magic-snail", (6, "AB"), 5473, marks=pytest.mark.slow),
        ("magic-snail", (6, "ABC"), 401),
        ("magic-snail", (7, "ABCD"), 208),
        ("mno", (3,), 2),
        ("mno", (4,), 24),
        ("mno", (5,), 784),
        ("sudoku", (4,), 288),
        ("futoshiki", (3,), 12),
        ("futoshiki", (4,), 576),
        ("easy-as-abc", (3, "AB"), 12),
        ("easy-as-abc", (4, "AB"), 216),
        ("easy-as-abc", (4, "ABC"), 576),
        *(("hitori", (side,), n) for side, n in enumerate((1, 5, 39, 562), start=1)),
        *(("slitherlink", (side, side), n) for side, n in enumerate((1, 13, 213), start=1)),
        ("takuzu", (2,), 2),
        ("takuzu", (4,), 72),
        *(
            ("star-battle", (n + 1, 1), boards)
            for n, boards in enumerate((1, 0, 0, 2, 14, 90, 646))
        ),
        ("star-battle", (7, 2), 0),
        ("star-battle", (8, 2), 2),
        ("trid", (3, 1, 3), 6),
        ("trid", (5, 1, 5), 480),
    ],
)
def test_empty_puzzles_have_as_many_boards_as_known(family: str, shape: Shape, boards: int) -> None:
    assert sum(1 for _ in caracol.solutions(Puzzle(family, shape))) == boards


@pytest.mark.parametrize(
    ("family", "shape", "boards"),
    [
        ("mno", (5,), 784),
        ("sudoku", (4,), 288),
        ("futoshiki", (5,), 161_280),
        pytest.param("takuzu", (6,), 4140, marks=pytest.mark.slow),
        pytest.param("takuzu", (8,), 4_111_116, marks=pytest.mark.exhaustive),
        pytest.param("star-battle", (8, 1), 5242, marks=pytest.mark.slow),
        pytest.param("star-battle", (9, 1), 47_622, marks=pytest.mark.exhaustive),
        pytest.param("star-battle", (9, 2), 664, marks=pytest.mark.slow),
        pytest.param("star-battle", (10, 2), 146_510, marks=pytest.mark.exhaustive),
        ("easy-as-abc", (5, "AB"), 5280),
        pytest.param("easy-as-abc", (5, "ABC"), 66_240, marks=pytest.mark.slow),
        pytest.param("easy-as-abc", (6, "AB"), 190_800, marks=pytest.mark.slow),
        pytest.param("easy-as-abc", (6, "ABC"), 15_321_600, marks=pytest.mark.exhaustive),
        pytest.param("futoshiki", (6,), 812_851_200, marks=pytest.mark.exhaustive),
        pytest.param("sudoku", (6,), 28_200_960, marks=pytest.mark.exhaustive),
        pytest.param("magic-snail", (7, "ABC"), 26_425, marks=pytest.mark.slow),
        pytest.param("hitori", (5,), 20_297, marks=pytest.mark.slow),
        pytest.param("hitori", (6,), 1_646_096, marks=pytest.mark.exhaustive),
        pytest.param("slitherlink", (4, 4), 9_349, marks=pytest.mark.slow),
        pytest.param("slitherlink", (5, 5), 1_222_363, marks=pytest.mark.exhaustive),
        pytest.param("magic-snail", (8, "ABCD"), 19_452, marks=pytest.mark.exhaustive),
        pytest.param("mno", (6,), 85_160, marks=pytest.mark.exhaustive),
        pytest.param("trid", (6, 1, 6), 169_920, marks=pytest.mark.exhaustive),
        pytest.param("mno", (7,), 14_262_696, marks=pytest.mark.exhaustive),
    ],
)
def test_exact_counts_are_as_known(family: str, shape: Shape, boards: int) -> None:
    assert caracol.count(Puzzle(family, shape)) == boards


@pytest.mark.parametrize(
    ("family", "shape"),
    [
        ("magic-snail", (3, "ABC")),
        ("magic-snail", (4, "ABC")),
        ("magic-snail", (5, "ABCD")),
        ("magic-snail", (6, "ABCD")),
        ("mno", (1,)),
        ("mno", (2,)),
        ("trid", (2, 1, 2)),
        ("trid", (4, 1, 4)),
    ],
)
def test_some_shapes_have_no_board(family: str, shape: Shape) -> None:
    assert not list(caracol.solutions(Puzzle(family, shape), 1))


@pytest.mark.parametrize(
    ("side", "longest"),
    [(1, 1), (2, 2), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4), (9, 5), (10, 6)],
)
def test_snails_have_boards_up_to_a_length_of_the_key(side: int, longest: int) -> None:
    keys = ["ABCDEFGHIJ"[:length] for length in range(1, min(side, longest + 1) + 1)]
    found = [any(caracol.solutions(Puzzle("magic-snail", (side, key)), 1)) for key in keys]
    assert found == [len(key) <= longest for key in keys]


@pytest.mark.parametrize("side", range(1, 13))
def test_trids_have_boards_for_as_many_values_as_circles_on_a_side(side: int) -> None:
    assert any(caracol.solutions(Puzzle("trid", (side, 1, side)), 1)) is (side not in (2, 4))
    assert any(caracol.solutions(Puzzle("trid", (side, 1, side + 1)), 1))


def clue_sets(family: str, shape: Shape, kind: str) -> Counter[tuple[str, ...]]:
    """All clues of a kind together, and how many boards have them."""
    made, text_of = board(family, shape), setting(family).kinds[kind]
    every = caracol.solutions(Puzzle(family, shape))
    return Counter(
        tuple(filter(None, (text_of(made, one, place) for place in made.places))) for one in every
    )


@pytest.mark.parametrize(
    ("side", "some", "one"),
    [
        (3, 12, 12),
        (4, 438, 372),
        pytest.param(5, 102_398, 68_368, marks=pytest.mark.exhaustive),
    ],
)
def test_skyscrapers_have_as_many_frames_as_known(side: int, some: int, one: int) -> None:
    frames = clue_sets("skyscrapers", (side,), "views")
    assert len(frames) == some
    assert sum(boards == 1 for boards in frames.values()) == one


@pytest.mark.parametrize(
    ("side", "some", "one"),
    [
        (2, 15, 14),
        (3, 445, 384),
        pytest.param(4, 58_196, 52_362, marks=pytest.mark.exhaustive),
    ],
)
def test_nonograms_have_as_many_clue_sets_as_known(side: int, some: int, one: int) -> None:
    lists = clue_sets("nonogram", (side, side), "lists")
    assert len(lists) == some
    assert sum(boards == 1 for boards in lists.values()) == one


def test_every_sudoku_of_four_needs_four_clues() -> None:
    solver = ClueSolver("sudoku", (4,), MainSolver)
    for solution in caracol.solutions(Puzzle("sudoku", (4,))):
        groups: Groups = [(Clue(cell, str(value)),) for cell, value in solution.values.items()]
        fewest, at_least = solver.fewest(dict(solution.values), groups, groups, NEVER)
        assert len(fewest) == at_least == 4


def test_the_original_toy_has_the_one_solution_that_its_report_prints() -> None:
    toy = caracol.parse(caracol.family("turn-12").example)
    (solution,) = caracol.solutions(toy)
    turns = {"top": 14, "bottom": 2, "front": 6, "back": 23, "left": 23, "right": 4}
    assert solution.values == turns
