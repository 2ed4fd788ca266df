"""Laws that every family keeps, for our own families and their samples."""

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

import caracol
from caracol import Puzzle
from caracol.drawing.boards import draw
from caracol.drawing.characters import characters
from caracol.drawing.picture import plain
from caracol.registry import families, model
from caracol.testing import Law, laws
from checker import is_solution
from samples import Sample, samples
from strategies import puzzles

every_sample = pytest.mark.parametrize("sample", samples(), ids=str)
every_family = pytest.mark.parametrize("family", families())


def every_law() -> list[tuple[str, Law]]:
    by_family: dict[str, list[tuple[str, str]]] = {name: [] for name in families()}
    for sample in samples():
        by_family[sample.puzzle.family].append((sample.text, sample.answer))
    return [(n, law) for n, record in families().items() for law in laws(record, by_family[n])]


@pytest.mark.parametrize(("_family", "law"), every_law(), ids=str)
def test_every_law_is_kept(_family: str, law: Law) -> None:
    law()


def test_every_family_has_samples() -> None:
    assert {sample.puzzle.family for sample in samples()} == set(families())


@every_family
def test_families_are_listed_at_any_time(family: str) -> None:
    assert caracol.family(family) is families()[family]


@every_family
@given(data=st.data())
def test_the_text_of_any_puzzle_reads_back(family: str, data: st.DataObject) -> None:
    puzzle = data.draw(puzzles(family))
    assert caracol.parse(caracol.show(puzzle)) == puzzle


@every_family
@given(data=st.data())
def test_the_order_in_which_clues_are_given_does_not_matter(
    family: str, data: st.DataObject
) -> None:
    puzzle = data.draw(puzzles(family))
    shuffled = tuple(data.draw(st.permutations(puzzle.clues)))
    other = Puzzle(family, puzzle.shape, (*shuffled, *shuffled[:1]))
    assert other == puzzle == caracol.parse(caracol.show(other))
    assert repr(other) == repr(puzzle)


@every_family
@settings(max_examples=40)
@given(data=st.data())
def test_the_solutions_of_any_puzzle_are_right(family: str, data: st.DataObject) -> None:
    puzzle = data.draw(puzzles(family))
    for solution in caracol.solutions(puzzle, 3):
        assert is_solution(caracol.show(puzzle), caracol.show(puzzle, solution))


@every_family
@pytest.mark.parametrize("solvable", [True, False])
def test_random_puzzles_are_of_both_kinds(family: str, solvable: bool) -> None:
    def fits(puzzle: Puzzle) -> bool:
        return any(True for _ in caracol.solutions(puzzle, 1)) is solvable

    assert find(puzzles(family), fits, settings=settings(database=None, max_examples=100))


@every_sample
def test_an_answer_is_right(sample: Sample) -> None:
    for solution in caracol.solutions(sample.puzzle):
        assert is_solution(sample.text, caracol.show(sample.puzzle, solution))


# How pictures show what the text format writes as these.
SIGNS = {"*": "●★", "-": "×●", "<": "<>∧∨", "X": "X■/", "on": "─│", "off": "×"}


@every_family
@settings(max_examples=30)
@given(data=st.data())
def test_any_puzzle_has_a_picture(family: str, data: st.DataObject) -> None:
    puzzle = data.draw(puzzles(family))
    empty = Puzzle(puzzle.family, puzzle.shape)
    picture = characters(draw(puzzle, None))
    by_cell: dict[str, str] = {}
    for span in (span for line in picture for span in line):
        by_cell[span.cell] = by_cell.get(span.cell, "") + span.text
    for clue in puzzle.clues:
        is_cell = clue.place in model(family, puzzle.shape).cells
        written = by_cell[clue.place] if is_cell else plain(picture)
        for word in clue.value.split():
            assert any(sign in written for sign in SIGNS.get(word, [word]))
    assert not puzzle.clues or plain(picture) != plain(characters(draw(empty)))
