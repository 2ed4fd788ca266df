"""The rules of a puzzle in people's units, and grades that are told with a decimal."""

import pytest

import caracol
from caracol import Clue, Fact, Puzzle, registry
from caracol.explanations.grade import Grade, Level
from caracol.explanations.reasons import ReasonSearch
from caracol.explanations.thoughts import combinations, thoughts
from caracol.kinds import Count, Differ, Regular, Stands, Sum, Together
from caracol.solve import count

TRID = Puzzle("trid", (5, 1, 5), (Clue("t1.1", "12"), Clue("t2.1", "8")))


def sentences(puzzle: Puzzle) -> list[str]:
    return [str(rule.sentence) for rule in thoughts(puzzle)]


def test_a_sum_of_different_circles_is_told_by_its_only_combination() -> None:
    told = sentences(TRID)
    assert "r1c1, r2c1 and r2c2 sum to 12, which is only 3+4+5" in told
    assert "r2c1, r3c1 and r3c2 sum to 8, all different" in told
    assert "the numbers in row 5 sum to 15" in told
    domains = registry.model("trid", TRID.shape).cells
    assert combinations(Sum(("r2c1", "r3c1", "r3c2"), 8), domains) == [(1, 2, 5), (1, 3, 4)]


def test_a_letter_is_read_with_the_two_dots_of_its_line() -> None:
    constraints = [rule.constraint for rule in thoughts(Puzzle("mno", (5,)))]
    assert not any(isinstance(one, Stands) for one in constraints)
    read = [one.parts for one in constraints if isinstance(one, Together)]
    assert len(read) == 3 * 10
    assert all(isinstance(a, Stands) and isinstance(b, Count) for a, b in read)


def test_the_snail_is_one_thought() -> None:
    paths = [one for one in thoughts(Puzzle("magic-snail", (5, "ABC"))) if one.pieces]
    (whole,) = paths
    assert isinstance(whole.constraint, Regular) and whole.cost == 12


def test_three_faces_meet_in_each_corner_of_a_cube() -> None:
    puzzle = caracol.parse(caracol.family("turn-12").example)
    corners = [rule for rule in thoughts(puzzle) if isinstance(rule.constraint, Together)]
    assert len(corners) == 8 and {rule.cost for rule in corners} == {20}
    assert len({rule.constraint.cells for rule in corners}) == 8
    assert len(thoughts(puzzle)) == 12 + 8


def test_implied_rules_are_for_explanations_only() -> None:
    puzzle = caracol.parse(caracol.family("trid").example)
    model = registry.model(puzzle.family, puzzle.shape)
    assert all(isinstance(rule.constraint, Differ) for rule in model.rules)
    assert model.implied and count(puzzle) == 1


@pytest.mark.parametrize("family", ["magic-snail", "mno", "trid"])
def test_the_rating_is_the_number_of_the_level_and_a_decimal(family: str) -> None:
    found = caracol.grade(caracol.parse(caracol.family(family).example))
    assert int(found.rating) == 1 + [*Level].index(found.level)
    assert Grade.from_json(found.to_json()) == found


def test_of_equally_cheap_steps_one_that_settles_a_cell_comes_first() -> None:
    domains = {"a": (0, 1, 2), "b": (0, 1), "c": (0, 1), "d": (0, 1)}
    rules = [Differ(("a", "c")), Differ(("b", "d"))]
    for order in (rules, rules[::-1]):
        search = ReasonSearch(domains, order, [8, 8], {"a": 0, "b": 0, "c": 1, "d": 1})
        search.rule_out(search.number(Fact(cell, 0)) for cell in "cd")
        search.set_targets(search.number(fact) for fact in (Fact("a", 1), Fact("b", 1)))
        (rule,) = search.cheapest().rules
        assert order[rule].cells == ("b", "d")
