"""OR-Tools CP-SAT as most people would use it: solve, forbid the solution, solve again.

A fresh model for each puzzle, one worker, and the rules as the rulebooks have them.
"""

from itertools import combinations

from ortools.sat.python import cp_model

from .cpsat import candidates, cube_model, snail_model, solver, trid_lines
from .puzzles import DOT, MNO_VALUES, Cube, Known, Mno, Snail, Trid, true_letter


def count(puzzle: Known, limit: int) -> int:
    model, variables = _model(puzzle)
    found = 0
    while found < limit:
        one = solver()
        if one.solve(model) == cp_model.INFEASIBLE:
            break
        found += 1
        board = [one.value(variable) for variable in variables]
        model.add_forbidden_assignments(variables, [board])
    return found


def _model(puzzle: Known) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    match puzzle:
        case Snail():
            model, holds = snail_model(puzzle, candidates(puzzle))
            return model, list(holds.values())
        case Mno():
            return _mno_model(puzzle)
        case Trid():
            model, circles = trid_lines(puzzle)
            for corners, total in puzzle.sums():
                model.add(sum(circles[place] for place in corners) == total)
            return model, list(circles.values())
        case Cube():
            return cube_model(puzzle)


def _mno_model(puzzle: Mno) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
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
    return model, list(holds.values())
