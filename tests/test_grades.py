"""Grades: what a cell's only value costs, and how they are compared with published ratings."""

import random
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

import caracol
from caracol import UsageError
from caracol.cli import commands
from caracol.explanations.grade import Grade, level
from caracol.explanations.reasons import ReasonSearch
from caracol.explanations.telling import Telling
from caracol.explanations.thoughts import BLANK, settling_rules
from caracol.explanations.walk import Walk, grade
from caracol.families.sudoku import IN_BOX, IN_LINE, ONLY_NUMBER
from caracol.generation.order import Distinct, Order
from caracol.generation.production import produce
from caracol.kinds import Count
from caracol.lab import soundness
from caracol.lab.fit import rank_correlation
from caracol.lab.grades import Graded, correlations, levels, read
from caracol.lab.stepcheck import after, faults, told_faults, unknown
from caracol.puzzle import Fact, Puzzle

# By the hardest step: where a number goes in a box, in a row, what a cell can only be.
SINGLES = {
    IN_BOX: "sudoku 4\n1.3.\n.4.2\n2.4.\n.3.1\n",
    IN_LINE: "sudoku 4\n..1.\n1...\n.2..\n...3\n",
    ONLY_NUMBER: "sudoku 4\n12..\n..3.\n....\n....\n",
}


def sudokus() -> list[Puzzle]:
    return list(caracol.generate("sudoku", "4", seed=5, count=6))


def test_steps_of_blank_cells_are_right_and_need_all_they_say() -> None:
    for puzzle in sudokus():
        walk = Walk(puzzle)
        left = dict(walk.left)
        for step in walk:
            assert [*faults(walk.domains, step), *unknown(left, step)] == []
            assert all(fact.value != BLANK for fact in (*step.reads, *step.derives))
            left = dict(walk.left)
        (solution,) = caracol.solutions(puzzle)
        assert {cell: held for cell, (held,) in left.items()} == dict(solution.values)


def test_told_steps_of_blank_cells_are_right() -> None:
    for puzzle in sudokus():
        walk = Walk(puzzle)
        left, telling = dict(walk.left), Telling(walk)
        for told in telling:
            assert [*told_faults(walk.domains, left, told)] == []
            assert "blank" not in told.sentence()
            left = after(left, told.derives)
        assert max(step.cost for step in telling.walked) == grade(puzzle).hardest


def test_a_cells_only_value_is_a_step_of_its_own() -> None:
    """The lines of r1c1 hold all but 6, and each of the others has room for 6 elsewhere."""
    puzzle = caracol.parse("sudoku 6\n...12.\n..5...\n3.....\n......\n4.....\n......\n")
    step = next(step for step in Walk(puzzle) if Fact("r1c1", 6) in step.derives)
    assert (step.cost, step.technique) == (ONLY_NUMBER, "only value left")
    assert str(step.because[0].sentence) == "r1c1 is not blank"
    assert len(settling_rules(puzzle)) == 36 and settling_rules(Puzzle("mno", (5,))) == ()


def test_every_sudoku_of_four_is_solved_by_single_places_in_boxes() -> None:
    """All 36 that are irreducible, up to symmetry; more clues make nothing harder."""
    order = Order("sudoku", "4", 3, distinct=Distinct.SYMMETRY)
    found = [one.puzzle for one in islice(filter(None, produce(order)), 36)]
    assert Counter(len(puzzle.clues) for puzzle in found) == {4: 13, 5: 22, 6: 1}
    assert {grade(puzzle).hardest for puzzle in found} == {IN_BOX}
    with pytest.raises(UsageError, match="Sudoku 4 has no medium puzzles: some number"):
        next(caracol.generate("sudoku", "4", level="medium"))


def test_candidates_that_a_player_marks_are_known() -> None:
    puzzle = caracol.parse("sudoku 4\n1...\n....\n....\n....\n")
    walk = Walk(puzzle, {"r2c3": [1, 2], "r3c3": 4})
    assert walk.left["r2c3"] == (1, 2, BLANK) and walk.left["r3c3"] == (4,)


@pytest.mark.parametrize("seed", range(3))
def test_the_hardest_step_of_a_sudoku_is_the_same_in_any_order(seed: int) -> None:
    (puzzle,) = caracol.generate("sudoku", "6", seed=seed, count=1)
    assert soundness.hardest(puzzle, random.Random(seed)) == grade(puzzle).hardest


def test_two_cheap_rules_come_before_a_dear_one() -> None:
    cells = ("a", "b", "c")
    rules = [
        Count(("a", "b"), (1,), 1, 1),
        Count(("b", "c"), (1,), 1, 1),
        Count(("c",), (1,), 1, 1),
    ]
    board = {"a": 1, "b": 0, "c": 1}
    for dear, cost in ((5, 4), (3, 3)):
        search = ReasonSearch(dict.fromkeys(cells, (0, 1)), rules, [2, 2, dear], board)
        search.rule_out([search.number(Fact("a", 0))])
        search.set_targets([search.number(Fact("c", 0))])
        assert search.cheapest().cost == cost


def graded(path: Path | None = None) -> list[Graded]:
    """The rated puzzles, as hard as they are rated."""
    found = []
    for one in read(path):
        hardest = int(10 * one.published)
        found.append(Graded(one, Grade(hardest, hardest, 1.0, level(hardest), True, one.published)))
    return found


def test_rated_puzzles_come_with_the_package() -> None:
    rated = read(None)
    assert len(rated) > 30 and all(caracol.is_unique(one.puzzle) for one in rated)
    (section,) = correlations(graded())
    assert [row.found for row in section.rows] == ["1.00"] * 5
    (section,) = levels(graded())
    assert sum(row.figures[0] or 0 for row in section.rows) == len(rated)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "line 1"),
        ('{"puzzle": "sudoku 4"}', "line 1"),
        ("[]", "expected a JSON object"),
    ],
)
def test_what_is_no_rated_puzzle_is_refused(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "rated.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=said):
        read(path)
    with pytest.raises(UsageError, match="no such file"):
        read(tmp_path / "none.jsonl")


def test_grades_are_measured_from_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "rated.jsonl"
    lines = (f'{{"puzzle": {text!r}, "se": 1.{i}}}' for i, text in enumerate(SINGLES.values()))
    path.write_text("\n".join(lines).replace("'", '"'), encoding="utf-8")
    assert commands.main(["lab", "grades", str(path)]) == 0
    assert "rank correlation" in capsys.readouterr().out


def test_ranks_are_compared_not_figures() -> None:
    assert rank_correlation([(1, 5), (2, 5), (3, 6), (4, 7)]) == pytest.approx(0.9487, abs=1e-4)
    assert rank_correlation([(1, 5), (2, 5), (3, 5)]) is None
