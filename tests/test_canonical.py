"""The canonical form tells look-alikes: Sudokus are renamed, and their lines exchanged."""

import random

import pytest

import caracol
from caracol import Clue, Puzzle
from caracol.generation.canonical import canonical
from caracol.generation.order import Distinct, Order
from caracol.generation.production import key


def disguised(puzzle: Puzzle, height: int, rng: random.Random) -> Puzzle:
    """The same Sudoku, whose boxes are that high, in another guise."""
    side = int(puzzle.shape[0])
    width = side // height
    rows, columns = (order(side, n, rng) for n in (height, width))
    values = rng.sample(range(1, side + 1), side)
    turned = height == width and rng.random() < 0.5
    clues = []
    for place, value in puzzle.clues:
        i, j = (int(n) - 1 for n in place[1:].split("c"))
        at = (rows[i] + 1, columns[j] + 1)
        row, column = at[::-1] if turned else at
        clues.append(Clue(f"r{row}c{column}", str(values[int(value) - 1])))
    return Puzzle("sudoku", puzzle.shape, tuple(clues))


def order(side: int, in_band: int, rng: random.Random) -> list[int]:
    bands = rng.sample(range(side // in_band), side // in_band)
    within = [rng.sample(range(in_band), in_band) for _ in bands]
    return [bands[i // in_band] * in_band + within[i // in_band][i % in_band] for i in range(side)]


@pytest.mark.parametrize(("side", "height"), [(4, 2), (6, 2), (9, 3)])
def test_a_sudoku_in_another_guise_is_a_look_alike(side: int, height: int) -> None:
    rng = random.Random(side)
    wanted = Order("sudoku", str(side), distinct=Distinct.SYMMETRY)
    forms = set()
    for puzzle in caracol.generate("sudoku", str(side), count=5, seed=3):
        guises = [disguised(puzzle, height, rng) for _ in range(5)]
        assert {key(wanted, guise) for guise in guises} == {key(wanted, puzzle)}
        other = puzzle.without(puzzle.clues[0])
        assert key(wanted, other) != key(wanted, puzzle)
        forms.add(key(wanted, puzzle))
    assert len(forms) > 1


def test_boards_of_four_are_of_two_kinds() -> None:
    wanted = Order("sudoku", "4", distinct=Distinct.SYMMETRY)
    boards = (
        Puzzle("sudoku", (4,), tuple(Clue(c, str(v)) for c, v in one.values.items()))
        for one in caracol.solutions(caracol.parse("sudoku 4\n1234\n....\n....\n...."))
    )
    assert len({key(wanted, board) for board in boards}) == 2


def test_rings_are_told_apart_by_their_length() -> None:
    parts = dict.fromkeys("abcdef", "dot")
    one = canonical(parts, [*zip("abcdef", "bcdefa", strict=True)])
    two = canonical(parts, [*zip("abcdef", "bcaefd", strict=True)])
    other = canonical(parts, [*zip("fbdcea", "bdceaf", strict=True)])
    assert one == other != two


def test_the_fewest_clues_are_not_looked_for_on_large_sudokus() -> None:
    with pytest.raises(caracol.PuzzleError, match="too large to find the fewest"):
        next(caracol.generate("sudoku", "9", fewest=True))
