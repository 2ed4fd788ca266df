"""Boards: what is written on one reads back, is drawn, and moves as its maps say."""

import random
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import caracol
from caracol import Clue, ParseError, Puzzle
from caracol.boards.board import Board, Entry, Style, group
from caracol.boards.cube import Cube
from caracol.boards.frame import ABOVE, BELOW, LEFT, RIGHT, Framed
from caracol.boards.grid import Grid
from caracol.boards.signs import Signed
from caracol.boards.triangle import Triangle
from caracol.formats import shape
from caracol.generation.clues import copies
from caracol.phrases import say
from caracol.reader import Reader
from caracol.registry import board, families, family, model
from caracol.shapes import Spot

NUMBERS = tuple(range(1, 13))
# Of each board: what can stand at its places that are no cells.
BOARDS: dict[str, tuple[Board, list[str]]] = {
    "grid": (Grid(3, 2, ("-", "*", "M")), []),
    "square": (Grid(2, 2, NUMBERS), []),
    "signs": (Signed(Grid(4, 3, (1, 2, 3)), ("o", "@")), ["o", "@"]),
    "square with signs": (Signed(Grid(3, 3, (1, 2, 3)), ("<", ">")), ["<", ">"]),
    "frame": (Framed(Grid(4, 4, (1, 2)), (ABOVE, LEFT, RIGHT, BELOW), (1, 2, 3)), [*"123"]),
    "half a frame": (
        Framed(Grid(3, 3, ("X", 1)), (ABOVE, LEFT), (*range(13),)),
        [*map(str, range(13))],
    ),
    "letters below": (Framed(Grid(3, 2, ("A", "B")), (BELOW,), ("A", "B")), ["A", "B"]),
    "triangle": (Triangle(4, -2, 11), ["7", "-3", "33"]),
    "cube": (Cube(8, ("34567893",) * 6), []),
}
every_board = pytest.mark.parametrize("name", BOARDS)
every_family = pytest.mark.parametrize("name", families())


def some_clues(name: str) -> st.SearchStrategy[dict[str, str]]:
    made, outside = BOARDS[name]
    domains = made.domains
    may = {
        place: st.sampled_from([*map(str, domains[place])] if place in domains else outside)
        for place in made.places
    }
    return st.fixed_dictionaries({}, optional=may)


@every_board
@settings(max_examples=40)
@given(data=st.data())
def test_what_is_written_on_a_board_reads_back(name: str, data: st.DataObject) -> None:
    made, seen = BOARDS[name][0], data.draw(some_clues(name))
    assert dict(made.parse(Reader(made.show(seen))).clues) == seen


@every_board
@settings(max_examples=40)
@given(data=st.data())
def test_every_cell_and_every_clue_has_a_place_in_the_picture(
    name: str, data: st.DataObject
) -> None:
    made, seen = BOARDS[name][0], data.draw(some_clues(name))
    entries = {place: Entry(text, True) for place, text in seen.items()}
    drawing = made.draw(entries, Style(called=lambda value: say("{value}", value=value)))
    assert [shape.cell for shape in drawing.cells if shape.cell not in made.domains] == []
    assert {shape.cell for shape in drawing.cells} == set(made.domains)
    spots = [shape for shape in drawing.shapes if isinstance(shape, Spot)]
    assert {spot.place for spot in spots} == set(seen) - set(made.domains)
    for x, y in (spot.centre for spot in spots):
        assert 0 < x < drawing.width and 0 < y < drawing.height


@every_board
def test_maps_exchange_places_and_keep_lines(name: str) -> None:
    made, _ = BOARDS[name]
    lines = {frozenset(line.cells) for line in made.lines}
    for to in made.maps.values():
        assert set(to) == set(to.values()) == set(made.places)
        assert {to[cell] for cell in made.domains} == set(made.domains)
        assert {frozenset(to[cell] for cell in line) for line in lines} == lines


@pytest.mark.parametrize(
    ("name", "number"), [("grid", 4), ("square", 8), ("frame", 8), ("signs", 4), ("triangle", 6)]
)
def test_all_symmetries_of_a_board_follow_from_its_maps(name: str, number: int) -> None:
    made, _ = BOARDS[name]
    assert len(group(made, (*made.maps,))) == number


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("signs", "1o2 3 .\n", "row 2 of 3"),
        ("signs", "o1 2 3 .\n", "column 1: expected a cell"),
        ("signs", "1oo2 3 .\n", "column 3: expected a cell"),
        ("signs", "1 2 3 .o\n", "column 8: expected a cell"),
        ("signs", "1 2 3 .\n o\n", "line 2, column 2: expected a sign right below a cell"),
        ("signs", "1 2 3 4\n", "expected '1', '2', '3' or '.', found '4'"),
        ("frame", ".. .. .\n", "expected 4 clues above the board, found 3"),
        ("frame", "...4\n", "column 4: expected a number from 1 to 3 or '.', found '4'"),
        ("frame", "....\n1\n", "expected a clue left and a clue right of the cells in row 1"),
        ("frame", "....\n1 ... .\n", "expected 4 cells in row 1, found 3"),
        ("frame", "....\n1 .... .\n1 .... .\n1 .... .\n1 .... .\n", "4 clues below the board"),
        ("letters below", "...\n...\nABC\n", "expected 'A', 'B' or '.', found 'C'"),
    ],
)
def test_what_is_no_board_is_refused(name: str, text: str, reason: str) -> None:
    with pytest.raises(ParseError) as refused:
        BOARDS[name][0].parse(Reader(text))
    assert reason in str(refused.value)


def test_cells_and_signs_may_stand_at_any_distance() -> None:
    made, _ = BOARDS["signs"]
    apart = made.parse(Reader("  1  o 2   3   .\n       o\n. . . .\n. . . .\n"))
    assert apart == made.parse(Reader("1o2 3 .\n  o\n. . . .\n. . . .\n"))


def test_a_row_in_a_frame_may_be_written_together_or_apart() -> None:
    made, _ = BOARDS["frame"]
    rows = "1 12.. .\n" * 4
    texts = ["12..\n" + rows + "...3\n", "1 2 . .\n" + rows.replace(" ", "") + ". . . 3\n"]
    assert made.parse(Reader(texts[0])) == made.parse(Reader(texts[1]))


SIZES = {"magic-snail": "5 ABC", "mno": "5", "trid": "4 1..5", "turn-12": "8"}


@every_family
def test_the_maps_and_exchanges_that_a_family_names_keep_its_rules(name: str) -> None:
    setting, size = family(name).setting, shape(name, SIZES[name])
    if not setting:
        return
    rules, made = model(name, size), board(name, size)
    for solution in islice(caracol.solutions(Puzzle(name, size)), 20):
        for to in (made.maps[kept] for kept in setting.keep):
            assert rules.keeps({to[cell]: value for cell, value in solution.values.items()})
        if setting.exchange:
            clues = (Clue(cell, str(value)) for cell, value in solution.values.items())
            full = Puzzle(name, size, tuple(setting.exchange(made, clue) for clue in clues))
            assert list(caracol.solutions(full, 2)) != []


@every_family
def test_look_alikes_have_the_same_look_alikes(name: str) -> None:
    if not family(name).setting:
        return
    rng = random.Random(1)
    for puzzle in caracol.generate(name, SIZES[name], count=3, seed=2):
        alike = {*copies(puzzle)}
        other = rng.choice(sorted(alike, key=lambda copy: copy.clues))
        assert puzzle in alike and {*copies(other)} == alike
