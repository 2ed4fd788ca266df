"""The map's smallest entries equal what brute force finds."""

from collections.abc import Iterator
from itertools import combinations, product
from math import factorial, inf

import pytest

from caracol import formats, is_unique, registry
from caracol.deadline import Deadline
from caracol.engines import search
from caracol.generation.clues import all_clues
from caracol.generation.order import Order
from caracol.lab import sizes
from caracol.lab.fewest import Fewest, every_clue, fewest, proved_fewest
from caracol.lab.sizes import NONE, Cell, Shares, boards, shown
from caracol.model import Model
from caracol.puzzle import Clue, Puzzle, Solution

SMALL = [
    ("magic-snail", "2 AB"),
    ("magic-snail", "3 AB"),
    ("magic-snail", "3 A"),
    ("magic-snail", "4 AB"),
    ("magic-snail", "5 ABC"),
    ("mno", "3"),
    ("mno", "4"),
    ("trid", "1 1..1"),
    ("trid", "1 1..2"),
    ("trid", "2 1..3"),
    ("trid", "3 1..3"),
    ("trid", "3 1..4"),
]


def all_boards(name: str, size: str) -> list[dict[str, int | str]]:
    """By the engine that knows nothing but the rules' own `holds`."""
    model: Model = registry.model(name, formats.shape(name, size))
    return list(search.run(model, (), Deadline()).boards)


def clue_sets(name: str, size: str) -> list[frozenset[Clue]]:
    shape, setting = formats.shape(name, size), registry.family(name).setting
    assert setting
    return [
        frozenset(c for kind, c in all_clues(name, shape, Solution(b)) if kind in setting.usual)
        for b in all_boards(name, size)
    ]


def brute_force(name: str, size: str) -> int | None:
    """Every set of clues of every board, the smaller first."""
    every = clue_sets(name, size)
    for clues in range(max(map(len, every)) + 1):
        for board in every:
            for some in combinations(sorted(board), clues):
                if sum(set(some) <= other for other in every) == 1:
                    return clues
    return None


@pytest.mark.parametrize(("name", "size"), SMALL)
def test_the_fewest_clues_are_those_of_brute_force(name: str, size: str) -> None:
    found = proved_fewest(Order(name, size))
    assert found.proved
    expected = brute_force(name, size)
    assert found.impossible == (expected is None)
    if found.puzzle:
        assert len(found.puzzle.clues) == found.at_least == expected
        assert is_unique(found.puzzle)


@pytest.mark.parametrize(("name", "size"), SMALL)
def test_the_clues_to_choose_from_are_all_that_boards_have(name: str, size: str) -> None:
    met = {clue for board in clue_sets(name, size) for clue in board}
    assert met <= set(every_clue(Order(name, size)))


@pytest.mark.parametrize(
    ("name", "size", "clues"),
    [
        ("magic-snail", "6 AB", 3),
        ("magic-snail", "7 ABC", 2),
        ("magic-snail", "8 ABCD", 2),
        ("mno", "5", 2),
        ("mno", "6", 3),
        ("trid", "3 1..5", 3),
        ("trid", "5 1..5", 3),
    ],
)
def test_larger_sizes_are_proved(name: str, size: str, clues: int) -> None:
    """All of these were found to be so by listing every board, too."""
    found = proved_fewest(Order(name, size))
    assert (found.at_least, found.proved) == (clues, True)


def test_kinds_of_clues_matter() -> None:
    dots = proved_fewest(Order("mno", "4", clues=("dots",)))
    assert dots.puzzle and all(clue.value == "*" for clue in dots.puzzle.clues)
    every = clue_sets("mno", "4")
    only_dots = [frozenset(c for c in board if c.value == "*") for board in every]
    smaller = (some for board in only_dots for some in combinations(board, dots.at_least - 1))
    assert all(sum(set(some) <= other for other in only_dots) != 1 for some in smaller)


@pytest.mark.slow
def test_without_time_a_sample_shows_how_many_are_enough() -> None:
    found = fewest("mno", "9", seconds=9)
    assert not found.proved and found.puzzle
    assert found.at_least < len(found.puzzle.clues)
    assert is_unique(found.puzzle)


@pytest.mark.parametrize(("name", "size"), SMALL)
def test_boards_are_counted_as_by_brute_force(name: str, size: str) -> None:
    counted = len(all_boards(name, size))
    assert boards(name, size, 10) == Cell(counted, str(counted))


def test_snails_of_one_letter_are_permutations() -> None:
    assert [boards("magic-snail", f"{n} A", 10).figure for n in (1, 3, 5)] == [
        factorial(n) for n in (1, 3, 5)
    ]


def test_sizes_without_a_board_are_found() -> None:
    assert boards("magic-snail", "5 ABCD", 10) == Cell(0, NONE)


def test_time_that_runs_out_is_reported() -> None:
    assert boards("mno", "9", 0.5) == Cell(None, "some", settled=False)
    assert boards("trid", "20 1..20", 0.01) == Cell(None, "?", settled=False)


def cases() -> Iterator[tuple[Fewest, Cell]]:
    two = Puzzle("mno", (5,), (Clue("r1c1", "*"), Clue("r2c2", "M")))
    yield Fewest(2, two, 9), Cell(2, "2")
    yield Fewest(1, two, 9), Cell(2, "1..2", settled=False)
    yield Fewest(1, None, 9), Cell(None, "1..?", settled=False)
    yield Fewest(0, None, 9, impossible=True), Cell(None, "none")


@pytest.mark.parametrize(("found", "cell"), list(cases()))
def test_what_is_not_proved_says_so(found: Fewest, cell: Cell) -> None:
    assert shown(found) == cell


def test_a_small_map_has_all_its_sections() -> None:
    sections = list(sizes.mapped(60, largest=3))
    assert len(sections) == 7
    snails, _, mno, *_, puzzles = sections
    assert [row.shown[:2] for row in snails.rows] == [("1", ""), ("3", "none")]
    assert [row.figures for row in mno.rows] == [(0,), (0,), (2,)]
    assert {row.name for row in puzzles.rows} >= {"Magic Snail 3 AB", "MNO 3", "Trid 3 1..5"}


def test_a_side_must_be_one_or_more(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        sizes.main(["--largest", "0"])
    assert "one or more" in capsys.readouterr().err


def test_columns_that_have_ended_get_little() -> None:
    columns = list(product(["a"], ["1", "2"]))
    shares = Shares(inf, columns)
    assert shares.seconds(("a", "1")) == sizes.PATIENCE
    shares.end(("a", "1"))
    assert shares.seconds(("a", "1")) == sizes.LEAST
    assert shares.seconds(("a", "2")) == sizes.PATIENCE
