"""OR-Tools CP-SAT: a fresh model for each puzzle, one worker; as its experts use it, and plainly.

Up to all solutions in one search take two thirds of the time of a second solve that forbids the
first solution, which is what most people would do, with the rules as the rulebooks have them.
"""

from functools import cache
from itertools import combinations, permutations

from ortools.sat.python import cp_model

from . import classics, puzzles
from .cpsat_runs import enumerated, solver, without_symmetry
from .puzzles import DOT, EMPTY, MNO_VALUES, Board, Classic, Cube, Known, Mno, Place, Snail, Trid

# What each cell of the path may hold: 0 for empty, 1 for the first character of the key.
Candidates = dict[Place, list[int]]
# By place and letter, the variable that says the letter is held there.
Holds = dict[tuple[Place, int], cp_model.IntVar]
Cells = dict[Place, cp_model.IntVar]


def count(puzzle: Known, limit: int) -> int:
    match puzzle:
        case Snail():
            model, _ = snail_model(puzzle, pruned(candidates(puzzle)))
        case Mno():
            model, _ = mno_model(puzzle)
        case Trid():
            model, _ = trid_model(puzzle)
        case Cube():
            model, _ = cube_model(puzzle)
        case Classic():
            return classics.count(puzzle, limit)
    return enumerated(model, limit)


def count_not_pruned(snail: Snail, limit: int) -> int:
    """The same, with variables for letters that a clue in the same line rules out.

    To leave them out is the solver's work done by hand, but it saves making the variables.
    """
    return enumerated(snail_model(snail, candidates(snail))[0], limit)


def count_in_many_solves(puzzle: Known, limit: int) -> int:
    """As most people would: solve, forbid the solution, solve again."""
    model, variables = _as_in_the_rulebook(puzzle)
    for found in range(limit):
        one = solver()
        if one.solve(model) == cp_model.INFEASIBLE:
            return found
        board = [one.value(variable) for variable in variables]
        model.add_forbidden_assignments(variables, [board])
    return limit


def has_second(puzzle: Known, board: Board) -> bool:
    """The board is forbidden, so that a single solve decides."""
    match puzzle:
        case Snail():
            # Pruning makes it half as fast again.
            model, holds = snail_model(puzzle, pruned(candidates(puzzle)))
            letters = {at: puzzle.key.index(it) + 1 for at, it in board.items() if it != EMPTY}
            model.add_bool_or(holds[letter].negated() for letter in letters.items())
        case Mno():
            model, cells = mno_model(puzzle)
            _forbid(model, cells, {at: MNO_VALUES.index(held) for at, held in board.items()})
        case Trid():
            model, cells = trid_model(puzzle)
            _forbid(model, cells, {at: int(held) for at, held in board.items()})
        case Cube():
            raise AssertionError("cubes have no clues to leave out")
        case Classic():
            return classics.has_second(puzzle, board)
    return bool(without_symmetry().solve(model) != cp_model.INFEASIBLE)


def _forbid(model: cp_model.CpModel, cells: Cells, board: dict[Place, int]) -> None:
    model.add_forbidden_assignments(list(cells.values()), [[board[place] for place in cells]])


def candidates(snail: Snail) -> Candidates:
    values = EMPTY + snail.key
    every = list(range(len(values)))
    return {
        place: [values.index(snail.given[place])] if place in snail.given else every
        for place in snail.path()
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
    # From a turn, by an empty cell or the letter whose turn it is, to the next turn.
    turns = range(len(key))
    stay = [(turn, 0, turn) for turn in turns]
    move = [(turn, turn + 1, (turn + 1) % len(key)) for turn in turns]
    model.add_automaton(path, 0, [0], stay + move)
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


def mno_model(puzzle: Mno) -> tuple[cp_model.CpModel, Cells]:
    """Every line is a row of the table of all lines: three times as fast as clauses per letter."""
    model = cp_model.CpModel()
    last, side = len(MNO_VALUES) - 1, range(puzzle.side)
    cells = {(i, j): model.new_int_var(0, last, "") for i in side for j in side}
    for place, value in puzzle.given.items():
        model.add(cells[place] == MNO_VALUES.index(value))
    for line in puzzle.lines():
        model.add_allowed_assignments([cells[place] for place in line], _mno_lines(puzzle.side))
    return model, cells


@cache
def _mno_lines(side: int) -> list[list[int]]:
    """What a line can hold: a letter, two dots, and the letter true."""
    found = []
    for letter in range(side):
        for one, two in combinations([at for at in range(side) if at != letter], 2):
            line = [MNO_VALUES.index(EMPTY)] * side
            line[one] = line[two] = MNO_VALUES.index(DOT)
            line[letter] = MNO_VALUES.index(puzzles.true_letter(letter, one, two))
            found.append(line)
    return found


def trid_model(puzzle: Trid) -> tuple[cp_model.CpModel, Cells]:
    """Listing the ways to sum is half as fast again as a linear equation."""
    model, circles = _trid_lines(puzzle)
    for corners, total in puzzle.sums():
        triples = permutations(range(puzzle.low, puzzle.high + 1), 3)
        ways = [way for way in triples if sum(way) == total]
        model.add_allowed_assignments([circles[place] for place in corners], ways)
    return model, circles


def _trid_lines(puzzle: Trid) -> tuple[cp_model.CpModel, Cells]:
    """A Trid without its sums."""
    model = cp_model.CpModel()
    circles = {place: model.new_int_var(puzzle.low, puzzle.high, "") for place in puzzle.circles()}
    for line in puzzle.lines():
        model.add_all_different(circles[place] for place in line)
    return model, circles


def cube_model(cube: Cube) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """For each contact the pairs of turns that fit are listed."""
    model, turns = cp_model.CpModel(), range(cube.length)
    turn = {face: model.new_int_var(0, cube.length - 1, face) for face in puzzles.FACES}
    for face, side, other, at in puzzles.CONTACTS:
        digits = {second: cube.digit(other, at, second) for second in turns}
        fitting = [
            (first, second)
            for first in turns
            for second in turns
            if cube.digit(face, side, first) + digits[second] == puzzles.TOTAL
        ]
        model.add_allowed_assignments([turn[face], turn[other]], fitting)
    return model, list(turn.values())


def _as_in_the_rulebook(puzzle: Known) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
    """A model and its variables, with nothing done for speed."""
    match puzzle:
        case Snail():
            model, holds = snail_model(puzzle, candidates(puzzle))
            return model, list(holds.values())
        case Mno():
            return _mno_clauses(puzzle)
        case Trid():
            model, circles = _trid_lines(puzzle)
            for corners, total in puzzle.sums():
                model.add(sum(circles[place] for place in corners) == total)
            return model, list(circles.values())
        case Cube():
            return cube_model(puzzle)
        case Classic():
            model, cells = classics.model_of(puzzle)
            return model, list(cells.values())


def _mno_clauses(puzzle: Mno) -> tuple[cp_model.CpModel, list[cp_model.IntVar]]:
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
                for wrong in set("MNO") - {puzzles.true_letter(at, i, j)}:
                    model.add_bool_or(*dots, holds[here, wrong].negated())
    return model, list(holds.values())
