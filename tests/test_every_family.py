"""Laws that every family keeps."""

from collections import Counter

import pytest
from hypothesis import find, given, settings
from hypothesis import strategies as st

import caracol
from caracol import Puzzle, Solution
from caracol.drawing.boards import draw
from caracol.drawing.characters import characters
from caracol.drawing.picture import plain
from caracol.generation.clues import copies
from caracol.registry import clues, families, model
from checker import is_solution
from samples import Sample, samples
from strategies import puzzles

every_sample = pytest.mark.parametrize("sample", samples(), ids=str)
every_family = pytest.mark.parametrize("family", families())


def test_every_family_has_samples() -> None:
    assert {sample.puzzle.family for sample in samples()} == set(families())


@every_family
def test_families_are_listed_at_any_time(family: str) -> None:
    assert caracol.family(family) is families()[family]


@every_sample
def test_the_text_of_a_sample_reads_back(sample: Sample) -> None:
    assert caracol.parse(caracol.show(sample.puzzle)) == sample.puzzle


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


SIZES = {"magic-snail": "5 ABC", "mno": "5", "trid": "5 1..5", "turn-12": "24"}


@every_family
def test_made_puzzles_and_their_copies_read_back(family: str) -> None:
    setting = caracol.family(family).setting
    kinds = (*setting.kinds,) if setting else ()
    for puzzle in caracol.generate(family, SIZES[family], clues=kinds, count=5):
        for copy in copies(puzzle) if setting else [puzzle]:
            assert caracol.parse(caracol.show(copy)) == copy


@every_sample
def test_a_sample_has_its_one_answer(sample: Sample) -> None:
    assert list(caracol.solutions(sample.puzzle, 2)) == [sample.solution]


@every_sample
def test_the_text_of_an_answer_is_a_fully_given_puzzle(sample: Sample) -> None:
    filled = caracol.parse(caracol.show(sample.puzzle, sample.solution))
    assert filled == caracol.parse(sample.answer)
    assert set(sample.puzzle.clues) <= set(filled.clues)
    assert set(sample.solution.values) <= {clue.place for clue in filled.clues}
    assert list(caracol.solutions(filled, 2)) == [sample.solution]


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


@every_family
def test_the_example_has_one_solution(family: str) -> None:
    puzzle = caracol.parse(caracol.family(family).example)
    assert puzzle.family == family
    assert caracol.is_unique(puzzle)


@every_sample
def test_an_answer_keeps_every_rule_and_one_change_breaks_one(sample: Sample) -> None:
    puzzle, answer = sample.puzzle, dict(sample.solution.values)
    shared = model(puzzle.family, puzzle.shape)
    assert all(rule.constraint.holds(answer) for rule in (*shared.rules, *clues(puzzle)))
    for cell, values in shared.cells.items():
        for value in set(values) - {answer[cell]}:
            changed = answer | {cell: value}
            assert shared.broken(changed, clues(puzzle))
            assert shared.keeps(changed) == (shared.broken(changed) is None)
    assert shared.keeps(answer)


# How pictures show what the text format writes as these.
SIGNS = {"*": "●", "-": "×"}


def shown(puzzle: Puzzle, solution: Solution | None = None) -> str:
    return plain(characters(draw(puzzle, solution)))


@every_sample
def test_pictures_tell_the_clues_and_what_was_found(sample: Sample) -> None:
    given = Counter(clue.value for clue in sample.puzzle.clues)
    found = Counter(map(str, sample.solution.values.values()))
    del found["-"]  # cells found to be empty look empty
    puzzle, answer = shown(sample.puzzle), shown(sample.puzzle, sample.solution)
    for value, times in given.items():
        assert puzzle.count(SIGNS.get(value, value)) >= times
    for value, times in (given | found).items():
        assert answer.count(SIGNS.get(value, value)) >= times


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
        sign = SIGNS.get(clue.value, clue.value)
        if clue.place in model(family, puzzle.shape).cells:
            assert sign in by_cell[clue.place]
        else:
            assert sign in plain(picture)
    assert not puzzle.clues or plain(picture) != shown(empty)
