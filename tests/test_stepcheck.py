"""The step checker: it passes what the explainer finds, and refuses every kind of mistake."""

from dataclasses import replace
from functools import cache

import pytest

from caracol import Fact, Puzzle, generate, parse, solutions
from caracol.explanations.step import Step
from caracol.explanations.telling import Telling
from caracol.explanations.walk import Walk, rules_in_pieces
from caracol.lab.stepcheck import after, faults, follow, told_faults, unknown
from tiny import CASES, Tiny, tried

SIZES = {"magic-snail": "5 ABC", "mno": "4", "trid": "4 1..5", "turn-12": "16"}
# Puzzles with many solutions that still force something.
MANY = (
    "magic-snail 4 AB\n....\n....\n....\nA...",
    "mno 4\n....\n.O..\n....\n....",
    "trid 3 1..4\n    .\n    8\n  .   .\n  . 7 .\n.   .   .",
)
every_family = pytest.mark.parametrize("family", SIZES)


@cache
def made(family: str) -> tuple[Puzzle, ...]:
    return tuple(generate(family, SIZES[family], count=3, seed=5))


def walked(puzzle: Puzzle) -> tuple[Walk, list[Step]]:
    walk = Walk(puzzle)
    return walk, list(walk)


def largest(family: str) -> tuple[Walk, Step]:
    """A step with rules and cells to leave out."""
    found = ((walk, step) for walk, steps in map(walked, made(family)) for step in steps)
    return max(found, key=lambda one: (bool(one[1].reads), len(one[1].because)))


@every_family
def test_every_step_of_generated_puzzles_passes(family: str) -> None:
    for puzzle in made(family):
        walk = Walk(puzzle)
        left = dict(walk.left)
        for step in walk:
            assert [*faults(walk.domains, step), *unknown(left, step)] == []
            left = after(left, step.derives)
        assert all(len(values) == 1 for values in left.values())


@every_family
def test_every_told_step_of_generated_puzzles_passes(family: str) -> None:
    for puzzle in made(family):
        walk = Walk(puzzle)
        left = dict(walk.left)
        for told in Telling(walk):
            assert [*told_faults(walk.domains, left, told)] == []
            left = after(left, told.derives)
        assert left == {cell: (value,) for cell, value in next(solutions(puzzle)).values.items()}


@pytest.mark.parametrize("text", MANY)
def test_what_is_forced_in_spite_of_many_solutions_is_told(text: str) -> None:
    walk = Walk(parse(text))
    left = dict(walk.left)
    for told in Telling(walk):
        assert [*told_faults(walk.domains, left, told)] == []
        left = after(left, told.derives)
    assert left == walk.left


def test_a_told_step_without_one_of_its_parts_is_noticed() -> None:
    walk = Walk(made("magic-snail")[0])
    left = dict(walk.left)
    told = next(iter(Telling(walk)))
    for i in range(len(told.parts)):
        fewer = replace(told, parts=told.parts[:i] + told.parts[i + 1 :])
        assert [*told_faults(walk.domains, left, fewer)]
    assert any("not known" in fault for fault in told_faults(walk.domains, walk.domains, told))


@every_family
def test_a_missing_rule_is_noticed(family: str) -> None:
    walk, step = largest(family)
    for i in range(len(step.because)):
        fewer = replace(step, because=step.because[:i] + step.because[i + 1 :])
        assert "does not follow" in next(faults(walk.domains, fewer))


@every_family
def test_a_missing_cell_is_noticed(family: str) -> None:
    walk, step = largest(family)
    assert step.cells_read
    for cell in step.cells_read:
        fewer = replace(step, reads=tuple(fact for fact in step.reads if fact.cell != cell))
        assert "does not follow" in next(faults(walk.domains, fewer))


@every_family
def test_a_superfluous_rule_is_noticed(family: str) -> None:
    walk, step = largest(family)
    spare = next(rule for rule in rules_in_pieces(walk.puzzle) if rule not in step.because)
    more = replace(step, because=(*step.because, spare))
    assert list(faults(walk.domains, more)) == [f"not needed: {spare.sentence}"]


@every_family
def test_a_superfluous_cell_is_noticed(family: str) -> None:
    walk, step = largest(family)
    seen = {fact.cell for fact in (*step.reads, *step.derives)}
    spare = next(cell for cell in walk.domains if cell not in seen)
    wrong = next(value for value in walk.domains[spare] if value not in walk.left[spare])
    more = replace(step, reads=(*step.reads, Fact(spare, wrong, False)))
    assert f"not needed: {spare}" in faults(walk.domains, more)


@every_family
def test_a_wrong_fact_is_noticed(family: str) -> None:
    walk, step = largest(family)
    cell = step.derives[0].cell
    (right,) = walk.left[cell]
    more = replace(step, derives=(*step.derives, Fact(cell, right, False)))
    assert "does not follow" in next(faults(walk.domains, more))


@every_family
def test_reading_what_is_not_known_is_noticed(family: str) -> None:
    walk, step = largest(family)
    assert list(unknown(walk.domains, step))


@pytest.mark.parametrize("tiny", CASES.values(), ids=CASES)
def test_what_follows_from_one_rule_is_what_all_its_boards_share(tiny: Tiny) -> None:
    domains = dict(tiny.cells)
    for cell, values in tiny.cells:
        for value in values:
            shared = not any((cell, value) in board for board in tried(tiny))
            assert follow(domains, [tiny.rule], (), [Fact(cell, value, False)]) == shared


@pytest.mark.slow
@pytest.mark.parametrize("text", MANY, ids=lambda text: text.split()[0])
def test_what_follows_from_all_rules_is_what_all_solutions_share(text: str) -> None:
    puzzle = parse(text)
    walk = Walk(puzzle)
    given = [Fact(cell, values[0]) for cell, values in walk.left.items() if len(values) == 1]
    boards = list(solutions(puzzle))
    assert len(boards) > 1
    for cell, values in walk.domains.items():
        for value in values:
            shared = all(board[cell] != value for board in boards)
            derived = [Fact(cell, value, False)]
            assert follow(walk.domains, rules_in_pieces(puzzle), given, derived) == shared
