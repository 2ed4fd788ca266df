"""OR-Tools CP-SAT as most people would use it: solve, forbid the solution, solve again.

A fresh model for each question, one worker, and the rules as they are said.
"""

from collections.abc import Iterable
from itertools import combinations

from ortools.sat.python import cp_model

from . import mno, trid
from .cpsat import is_unique_twice
from .mno import Mno
from .snail import Place, Snail
from .trid import Trid


def snail_has_second(snail: Snail, _board: dict[Place, str]) -> bool:
    return not is_unique_twice(snail)


def mno_has_second(puzzle: Mno, board: dict[Place, str]) -> bool:
    model = cp_model.CpModel()
    holds = {(place, held): model.new_bool_var("") for place in board for held in mno.VALUES}
    for place in board:
        model.add_exactly_one(holds[place, held] for held in mno.VALUES)
    for place, told in puzzle.given.items():
        model.add(holds[place, told] == 1)
    for line in mno.lines(puzzle.side):
        model.add(sum(holds[place, mno.DOT] for place in line) == 2)
        model.add(sum(holds[place, letter] for place in line for letter in "MNO") == 1)
        for (i, one), (j, two) in combinations(enumerate(line), 2):
            for at, here in enumerate(line):
                true = "O" if not i < at < j else "M" if i + j == 2 * at else "N"
                dots = [holds[one, mno.DOT].negated(), holds[two, mno.DOT].negated()]
                for wrong in set("MNO") - {true}:
                    model.add_bool_or(*dots, holds[here, wrong].negated())
    return _has_two(model, holds.values())


def trid_has_second(puzzle: Trid, _board: dict[Place, int]) -> bool:
    model = cp_model.CpModel()
    side, low, high, given = puzzle
    circles = {place: model.new_int_var(low, high, "") for place in trid.circles(side)}
    for line in trid.lines(side):
        model.add_all_different(circles[place] for place in line)
    for triangle, total in given.items():
        model.add(sum(circles[place] for place in trid.corners(triangle)) == total)
    return _has_two(model, circles.values())


def _has_two(model: cp_model.CpModel, variables: Iterable[cp_model.IntVar]) -> bool:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) != cp_model.OPTIMAL:
        return False
    found = [(variable, solver.value(variable)) for variable in variables]
    model.add_forbidden_assignments([one for one, _ in found], [[value for _, value in found]])
    return bool(solver.solve(model) != cp_model.INFEASIBLE)
