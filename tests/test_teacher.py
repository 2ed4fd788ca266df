"""Lessons of a teacher: right, complete, and told by caracol in much the same way."""

import pytest

from caracol import solutions
from teacher import Lesson, compared, lessons

LESSONS = list(lessons())


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_lesson_is_right_and_gets_to_the_end(lesson: Lesson) -> None:
    (solution,) = solutions(lesson.puzzle)
    placed = {fact.cell for step in lesson.steps for fact in step.places}
    given = {clue.place for clue in lesson.puzzle.clues}
    for step in lesson.steps:
        for cell, value, holds in (*step.places, *step.excludes):
            assert (solution[cell] == value) is holds
    assert placed | given >= {*solution.values}


def test_there_are_lessons_of_every_family() -> None:
    found = [lesson.puzzle.family for lesson in LESSONS]
    assert {name: found.count(name) for name in found} == {
        "magic-snail": 5,
        "mno": 5,
        "trid": 5,
        "turn-12": 5,
    }


@pytest.mark.slow
def test_placements_are_told_by_the_technique_of_the_teacher() -> None:
    found = [one for lesson in LESSONS for one in compared(lesson)]
    assert len(found) > 200
    assert sum(one.is_told for one in found) >= 0.85 * len(found)
    assert sum(one.agrees for one in found) >= 0.9 * len(found)
