"""OR-Tools CP-SAT: a fresh model for each puzzle, one worker, a second solve to prove it unique."""

from ortools.sat.python import cp_model

from ...families._grid import cell, columns, rows, spiral
from ...families.magic_snail import size
from ...puzzle import Puzzle


def is_unique(puzzle: Puzzle) -> bool:
    """Solve a Magic Snail and look for a second solution."""
    side, key = size(puzzle.shape)
    model = cp_model.CpModel()
    holds = {
        (cell(i, j), x): model.new_bool_var("") for i, j in spiral(side) for x in range(len(key))
    }
    for _, line in (*rows(side), *columns(side)):
        for x in range(len(key)):
            model.add_exactly_one(holds[place, x] for place in line)
    letters = []
    for i, j in spiral(side):
        here = [holds[cell(i, j), x] for x in range(len(key))]
        model.add_at_most_one(here)
        letter = model.new_int_var(0, len(key), "")
        model.add(letter == sum((x + 1) * held for x, held in enumerate(here)))
        letters.append(letter)
    arcs = [(x, 0, x) for x in range(len(key))]
    arcs += [(x, x + 1, (x + 1) % len(key)) for x in range(len(key))]
    model.add_automaton(letters, 0, [0], arcs)
    for place, value in puzzle.clues:
        for x, character in enumerate(key):
            model.add(holds[place, x] == (character == value))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if solver.solve(model) != cp_model.OPTIMAL:
        return False
    model.add_bool_or(held.negated() for held in holds.values() if solver.boolean_value(held))
    return bool(solver.solve(model) == cp_model.INFEASIBLE)
