"""OR-Tools CP-SAT: a fresh model for each puzzle, one worker, stopped at a second solution."""

from ortools.sat.python import cp_model

from .snail import EMPTY, Place, Snail, run, spiral

# What each cell of the path may hold: 0 for empty, 1 for the first character of the key.
Candidates = dict[Place, list[int]]
# By place and letter, the variable that says the letter is held there.
Holds = dict[tuple[Place, int], cp_model.IntVar]


def is_unique(snail: Snail) -> bool:
    """Solve a Magic Snail and look for a second solution."""
    return _has_one_solution(snail, candidates(snail))


def is_unique_twice(snail: Snail) -> bool:
    """The same as most users would do it: solve, forbid the solution, solve again."""
    (model, holds), solver = snail_model(snail, candidates(snail)), cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False  # or Ctrl-C is lost to Python afterwards
    if solver.solve(model) != cp_model.OPTIMAL:
        return False
    model.add_bool_or(held.negated() for held in holds.values() if solver.boolean_value(held))
    return bool(solver.solve(model) == cp_model.INFEASIBLE)


def is_unique_pruned(snail: Snail) -> bool:
    """The same, without variables for letters that a clue in the same line rules out.

    That is the solver's work done by hand, but it saves making the variables.
    """
    return _has_one_solution(snail, pruned(candidates(snail)))


def candidates(snail: Snail) -> Candidates:
    values = EMPTY + snail.key
    every = list(range(len(values)))
    return {
        place: [values.index(snail.given[place])] if place in snail.given else every
        for place in spiral(snail.side)
    }


def pruned(every: Candidates) -> Candidates:
    known = [(i, j, may[0]) for (i, j), may in every.items() if len(may) == 1 and may[0]]
    in_row = {(i, letter) for i, _, letter in known}
    in_column = {(j, letter) for _, j, letter in known}
    return {
        (i, j): [x for x in may if (i, x) not in in_row and (j, x) not in in_column]
        if len(may) > 1
        else may
        for (i, j), may in every.items()
    }


def _has_one_solution(snail: Snail, may_hold: Candidates) -> bool:
    # One search through all solutions takes two thirds of the time of a second solve that forbids
    # the first one. No setting of presolve, probing, symmetry or linearization beat the defaults.
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False  # or Ctrl-C is lost to Python afterwards
    solver.parameters.enumerate_all_solutions = True
    counter = TwoAtMost()
    model, _ = snail_model(snail, may_hold)
    solver.solve(model, counter)
    return counter.found == 1


class TwoAtMost(cp_model.CpSolverSolutionCallback):
    """Counts solutions and stops at the second."""

    def __init__(self) -> None:
        super().__init__()
        self.found = 0

    def on_solution_callback(self) -> None:
        self.found += 1
        if self.found == 2:
            self.stop_search()


def snail_model(snail: Snail, may_hold: Candidates) -> tuple[cp_model.CpModel, Holds]:
    side, key, _ = snail
    model, holds = cp_model.CpModel(), Holds()
    yes = model.new_constant(1)
    lines: dict[tuple[int, int], list[cp_model.IntVar]] = {
        (line, x): [] for line in range(2 * side) for x in range(1, len(key) + 1)
    }
    path: list[cp_model.LinearExprT] = []
    for (i, j), may in may_hold.items():
        here = {x: model.new_bool_var("") if len(may) > 1 else yes for x in may if x}
        path.append(_letter(model, here))
        for x, held in here.items():
            holds[(i, j), x] = held
            lines[i, x].append(held)
            lines[side + j, x].append(held)
    for line in lines.values():
        model.add_exactly_one(line)
    model.add_automaton(path, 0, [0], _turns(len(key)))
    return model, holds


def _letter(model: cp_model.CpModel, here: dict[int, cp_model.IntVar]) -> cp_model.LinearExprT:
    """Which of the letters is held, 0 for none, as a number."""
    letters, holds = list(here), list(here.values())
    if len(letters) < 2:
        return letters[0] * holds[0] if letters else 0
    letter = model.new_int_var(0, letters[-1], "")
    model.add_at_most_one(holds)
    model.add(letter == cp_model.LinearExpr.weighted_sum(holds, letters))
    return letter


def _turns(length: int) -> list[tuple[int, int, int]]:
    """From a turn, by an empty cell or the letter whose turn it is, to the next turn."""
    stay = [(turn, 0, turn) for turn in range(length)]
    return stay + [(turn, turn + 1, (turn + 1) % length) for turn in range(length)]


if __name__ == "__main__":
    run(is_unique)
