"""Boards of edges and of printed numbers: their texts, and loops that wind about."""

import random

import pytest

import caracol
from caracol.boards.edges import called
from caracol.families import slitherlink
from caracol.puzzle import ParseError
from caracol.registry import board, model

LOOP = "slitherlink 2 1\n..\n+-+-+\n| x |\n+-+-+\n"


@pytest.mark.parametrize(
    "text",
    [
        LOOP,
        LOOP.replace("+", "").replace(" x ", "x"),
        LOOP.replace("+-+-+", "+ - + - +"),
        "slitherlink 2 1\n . . \n --\n |x|\n --\n",
    ],
)
def test_corners_and_spaces_are_for_the_eye(text: str) -> None:
    assert caracol.show(caracol.parse(text)) == LOOP


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("slitherlink 2 1\n.4\n", (2, 2), "expected '0', '1', '2', '3' or '.'"),
        ("slitherlink 2 1\n..\n+|+-+\n", (3, 2), "expected '-', 'x' or '.'"),
        ("slitherlink 2 1\n..\n+-+-+\n- x |\n", (4, 1), "expected '|', 'x' or '.'"),
        ("slitherlink 2 1\n..\n+-+-+-+\n", (3, 8), "expected 2 edges, found 3"),
        ("slitherlink 2 1\n..\n+-+-+\n", (4, 1), "line 2 of 3 of the edges"),
        ("hitori 2\n12\n2-\n", (3, 2), "a number, 1 to 9 or a capital letter"),
        ("hitori 2\n12\n213\n", (3, 4), "expected 2 numbers in row 2, found 3"),
        ("hitori 2\n12\n21\n-X\n", (5, 1), "row 2 of 2"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(
    text: str, place: tuple[int, int], expected: str
) -> None:
    with pytest.raises(ParseError) as caught:
        caracol.parse(text)
    assert (caught.value.line, caught.value.column) == place
    assert expected in str(caught.value)


def test_boards_that_are_left_out_may_be_followed_by_another_puzzle() -> None:
    texts = ["hitori 2\n12\n21\n", "slitherlink 2 1\n3.\n", "mno 1\n.\n"]
    found = [*caracol.formats.parse_all("".join(texts))]
    assert [puzzle.family for puzzle in found] == ["hitori", "slitherlink", "mno"]


def test_edges_and_corners_are_named_by_cells() -> None:
    edges = board("slitherlink", (2, 1))
    assert [str(called(edge)) for edge in edges.domains] == [
        "the edge above r1c1",
        "the edge above r1c2",
        "the edge left of r1c1",
        "the edge left of r1c2",
        "the edge right of r1c2",
        "the edge below r1c1",
        "the edge below r1c2",
    ]


@pytest.mark.parametrize("shape", [(1, 1), (1, 5), (4, 3), (12, 9)])
def test_random_loops_keep_every_rule(shape: tuple[int, int]) -> None:
    rules, edges = model("slitherlink", shape), slitherlink.board(*shape)
    for seed in range(10):
        assert rules.broken(slitherlink.winding(edges, random.Random(seed)).values) is None


def test_nothing_but_zeros_has_no_solution() -> None:
    assert not [*caracol.solutions(caracol.parse("slitherlink 2 2\n00\n00\n"))]


def test_a_shaded_cell_need_not_have_been_a_duplicate() -> None:
    puzzle = caracol.parse("hitori 3\n123\n231\n312\nX..\n...\n...\n")
    assert caracol.count(puzzle) > 1
