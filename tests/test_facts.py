"""Numbers known from elsewhere: how many boards there are, and where there is none."""

import pytest

import caracol
from caracol import Puzzle
from caracol.puzzle import Shape


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
        pytest.param("magic-snail", (7, "ABC"), 26_425, marks=pytest.mark.slow),
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


def test_the_original_toy_has_the_one_solution_that_its_report_prints() -> None:
    toy = caracol.parse(caracol.family("turn-12").example)
    (solution,) = caracol.solutions(toy)
    turns = {"top": 14, "bottom": 2, "front": 6, "back": 23, "left": 23, "right": 4}
    assert solution.values == turns
