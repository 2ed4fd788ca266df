"""OR-Tools CP-SAT as most people would use it: solve, forbid the solution, solve again.

A fresh model for each question, one worker, and the rules as they are said.
"""

from collections.abc import Iterable
from itertools import combinations

from ortools.sat.python import cp_model

from .cpsat import candidates, snail_model, solver, trid_lines
from .puzzles import DOT, MNO_VALUES, Board, Cube, Known, Mno, Snail, Trid, corners, true_letter


def is_unique(snail: Snail) -> bool:
    model, holds = snail_model(snail, candidates(snail))
    first = solver()
    if first.solve(model) != cp_model.OPTIMAL:
        return False
    model.add_bool_or(held.negated() for held in holds.values() if first.boolean_value(held))
    return bool(solver().solve(model) == cp_model.INFEASIBLE)


def has_second(puzzle: Known, _board: Board) -> bool:
    match puzzle:
        case Snail():
            return not is_unique(puzzle)
        case Mno():
            return _mno_has_second(puzzle)
        case Trid():
            model, circles = trid_lines(puzzle)
            for triangle, total in puzzle.given.items():
                model.add(sum(circles[place] for place in corners(triangle)) == total)
            return _has_two(model, circles.values())
        case Cube():
            raise AssertionError("cubes have no clues to leave out")


def _mno_has_second(puzzle: Mno) -> bool:
    model, side = cp_model.CpModel(), range(puzzle.side)
    places = [(i, j) for i in side for j in side]
    holds = {(place, held): model.new_bool_var("") for place in places for held in MNO_VALUES}
    for place in places:
        model.add_exactly_one(holds[place, held] for held in MNO_VALUES)
    for place, value in puzzle.given.items():
        model.add(holds[place, value] == 1)
    for line in puzzle.lines():
        model.add(sum(holds[place, DOT] for place in line) == 2)
        model.add(sum(holds[place, letter] for place in line for letter in "MNO") == 1)
        for (i, one), (j, two) in combinations(enumerate(line), 2):
            dots = [holds[one, DOT].negated(), holds[two, DOT].negated()]
            for at, here in enumerate(line):
                for wrong in set("MNO") - {true_letter(at, i, j)}:
                    model.add_bool_or(*dots, holds[here, wrong].negated())
    return _has_two(model, holds.values())


def _has_two(model: cp_model.CpModel, variables: Iterable[cp_model.IntVar]) -> bool:
    first = solver()
    if first.solve(model) != cp_model.OPTIMAL:
        return False
    found = [(variable, first.value(variable)) for variable in variables]
    model.add_forbidden_assignments([one for one, _ in found], [[value for _, value in found]])
    return bool(solver().solve(model) != cp_model.INFEASIBLE)
