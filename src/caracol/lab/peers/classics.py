"""OR-Tools CP-SAT on the well-known families, each with the constraints that it offers for such.

Numbers that all differ, automata along lines, a circuit for the loop. What hangs together it has no
constraint for: cells cut off on a board that was found are forbidden to be, and it is asked again.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from math import isqrt

from ortools.sat.python import cp_model

from .cpsat_runs import enumerated, without_symmetry
from .puzzles import EMPTY, Board, Classic, Place

Cells = dict[Place, cp_model.IntVar]
Model = tuple[cp_model.CpModel, Cells]

# Where one board is several solutions of the model, or a solution may be no board.
SOLVED_AGAIN = ("hitori", "slitherlink")


def count(puzzle: Classic, limit: int) -> int:
    model, cells = model_of(puzzle)
    if puzzle.family not in SOLVED_AGAIN:
        return enumerated(model, limit, list(cells.values()))
    for found in range(limit):
        board = _solved(puzzle, model, cells)
        if board is None:
            return found
        _forbid(model, cells, board)
    return limit


def has_second(puzzle: Classic, board: Board) -> bool:
    model, cells = model_of(puzzle)
    _forbid(model, cells, {at: number(puzzle, held) for at, held in board.items()})
    return _solved(puzzle, model, cells) is not None


def model_of(puzzle: Classic) -> Model:
    return MODELS[puzzle.family](puzzle)


def number(puzzle: Classic, held: str) -> int:
    """What a cell holds, as a number."""
    match puzzle.family:
        case "easy-as-abc":
            return (EMPTY + str(puzzle.shape[1])).index(held)
        case "star-battle" | "nonogram" | "hitori":
            return int(held != EMPTY)
        case "slitherlink":
            return int(held == "on")
    return int(held)


def _forbid(model: cp_model.CpModel, cells: Cells, board: Mapping[Place, int]) -> None:
    model.add_forbidden_assignments(list(cells.values()), [[board[at] for at in cells]])


def _solved(puzzle: Classic, model: cp_model.CpModel, cells: Cells) -> dict[Place, int] | None:
    while True:
        solver = without_symmetry()
        if solver.solve(model) == cp_model.INFEASIBLE:
            return None
        board = {at: solver.value(cell) for at, cell in cells.items()}
        walls = [*_walls(board)] if puzzle.family == "hitori" else []
        if not walls:
            return board
        for wall in walls:
            model.add_bool_or(cells[at].negated() for at in wall)


def _start(puzzle: Classic, low: int, high: int) -> Model:
    """A variable for each cell, with what is given."""
    model, given = cp_model.CpModel(), puzzle.inside()
    places = [place for line in puzzle.lines()[: puzzle.height] for place in line]
    cells = {place: model.new_int_var(low, high, "") for place in places}
    for place, held in given.items():
        model.add(cells[place] == number(puzzle, held))
    return model, cells


def _latin(puzzle: Classic) -> Model:
    model, cells = _start(puzzle, 1, puzzle.width)
    for line in puzzle.lines():
        model.add_all_different(cells[place] for place in line)
    return model, cells


def _sudoku(puzzle: Classic) -> Model:
    model, cells = _latin(puzzle)
    side = puzzle.width
    high = max(n for n in range(1, isqrt(side) + 1) if side % n == 0)
    wide = side // high
    for i in range(0, side, high):
        for j in range(0, side, wide):
            box = [cells[i + k, j + m] for k in range(high) for m in range(wide)]
            model.add_all_different(box)
    return model, cells


def _futoshiki(puzzle: Classic) -> Model:
    model, cells = _latin(puzzle)
    for less, more in puzzle.less:
        model.add(cells[less] < cells[more])
    return model, cells


def _skyscrapers(puzzle: Classic) -> Model:
    """Read from where the clue is, a state is the highest tower and how many were seen."""
    model, cells = _latin(puzzle)
    side, more = puzzle.width, puzzle.width + 1
    for seen, clue in puzzle.views():
        moves = [
            (highest * more + count, value, max(highest, value) * more + count + (value > highest))
            for highest in range(side + 1)
            for count in range(int(clue) + 1)
            for value in range(1, side + 1)
            if count + (value > highest) <= int(clue)
        ]
        model.add_automaton([cells[at] for at in seen], 0, [side * more + int(clue)], moves)
    return model, cells


def _easy_as_abc(puzzle: Classic) -> Model:
    key = str(puzzle.shape[1])
    model, cells = _start(puzzle, 0, len(key))
    letters = range(1, len(key) + 1)
    holds = {(at, letter): model.new_bool_var("") for at in cells for letter in letters}
    for at, cell in cells.items():
        here = [holds[at, letter] for letter in letters]
        model.add_at_most_one(here)
        model.add(cell == cp_model.LinearExpr.weighted_sum(here, list(letters)))
    for line in puzzle.lines():
        for letter in letters:
            model.add_exactly_one(holds[at, letter] for at in line)
    for seen, clue in puzzle.views():
        first = number(puzzle, clue)
        moves = [(0, 0, 0), (0, first, 1), *((1, letter, 1) for letter in range(len(key) + 1))]
        model.add_automaton([cells[at] for at in seen], 0, [1], moves)
    return model, cells


def _takuzu(puzzle: Classic) -> Model:
    model, cells = _start(puzzle, 0, 1)
    half, lines = puzzle.width // 2, puzzle.lines()
    for line in lines:
        model.add(sum(cells[at] for at in line) == half)
        for three in zip(line, line[1:], line[2:], strict=False):
            model.add_bool_or(cells[at] for at in three)
            model.add_bool_or(cells[at].negated() for at in three)
    powers = [1 << i for i in range(puzzle.width)]
    for some in (lines[: puzzle.width], lines[puzzle.width :]):
        model.add_all_different(
            cp_model.LinearExpr.weighted_sum([cells[at] for at in line], powers) for line in some
        )
    return model, cells


def _star_battle(puzzle: Classic) -> Model:
    model, cells = _start(puzzle, 0, 1)
    side, stars, regions = puzzle.width, int(puzzle.shape[1]), puzzle.shape[2:]
    for line in puzzle.lines():
        model.add(sum(cells[at] for at in line) == stars)
    for name in {letter for row in regions for letter in str(row)}:
        model.add(sum(cells[i, j] for i, j in cells if str(regions[i])[j] == name) == stars)
    for i in range(side - 1):
        for j in range(side - 1):
            model.add_at_most_one(cells[i + k, j + m] for k in (0, 1) for m in (0, 1))
    return model, cells


def _nonogram(puzzle: Classic) -> Model:
    """A state is how much of the clue has been read; a gap follows every block but the last."""
    model, cells = _start(puzzle, 0, 1)
    for line, clue in puzzle.views():
        moves, state = [(0, 0, 0)], 0
        blocks = [int(word) for word in clue.split() if int(word)]
        for at, block in enumerate(blocks):
            for _ in range(block):
                moves.append((state, 1, state + 1))
                state += 1
            if at < len(blocks) - 1:
                moves.append((state, 0, state + 1))
                state += 1
            moves.append((state, 0, state))
        model.add_automaton([cells[at] for at in line], 0, [state], list(dict.fromkeys(moves)))
    return model, cells


def _hitori(puzzle: Classic) -> Model:
    model, cells = _start(puzzle, 0, 1)
    side, numbers = puzzle.width, str(puzzle.shape[1])
    for line in puzzle.lines():
        values: dict[str, list[Place]] = {}
        for i, j in line:
            values.setdefault(numbers[i * side + j], []).append((i, j))
        for same in values.values():
            model.add_at_most_one(cells[at].negated() for at in same)
        for one, two in pairwise(line):
            model.add_bool_or(cells[one].negated(), cells[two].negated())
    return model, cells


def _walls(board: Mapping[Place, int]) -> Iterator[set[Place]]:
    """Shaded cells around each part of the others, but for the largest part; none if that is all.

    Cells on both sides of a wall stay unshaded, as they touch shaded ones: no wall can be whole.
    """
    left, parts = {at for at, shaded in board.items() if not shaded}, list[set[Place]]()
    while left:
        part = {left.pop()}
        ahead = [*part]
        while ahead:
            reached = left.intersection(_beside(ahead.pop()))
            left -= reached
            part |= reached
            ahead += reached
        parts.append(part)
    for part in sorted(parts, key=len)[:-1]:
        yield {at for inside in part for at in _beside(inside) if board.get(at)}


def _beside(place: Place) -> list[Place]:
    i, j = place
    return [(i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)]


def _slitherlink(puzzle: Classic) -> Model:
    """Every edge can be passed in two directions, every corner be left out."""
    model, high, wide = cp_model.CpModel(), 2 * puzzle.height + 1, 2 * puzzle.width + 1
    places = [(i, j) for i in range(high) for j in range(wide) if (i + j) % 2]
    cells = {place: model.new_bool_var("") for place in places}
    corners = [(i, j) for i in range(0, high, 2) for j in range(0, wide, 2)]
    node = {corner: i for i, corner in enumerate(corners)}
    arcs = [(node[corner], node[corner], model.new_bool_var("")) for corner in corners]
    for (i, j), edge in cells.items():
        one, two = ((i, j - 1), (i, j + 1)) if i % 2 == 0 else ((i - 1, j), (i + 1, j))
        there, back = model.new_bool_var(""), model.new_bool_var("")
        model.add(there + back == edge)
        arcs += [(node[one], node[two], there), (node[two], node[one], back)]
    model.add_circuit(arcs)
    model.add_bool_or(cells.values())
    for at, clue in puzzle.given.items():
        if at in cells:
            model.add(cells[at] == number(puzzle, clue))
        else:
            model.add(sum(cells[edge] for edge in _beside(at)) == int(clue))
    return model, cells


MODELS: dict[str, Callable[[Classic], Model]] = {
    "sudoku": _sudoku,
    "futoshiki": _futoshiki,
    "skyscrapers": _skyscrapers,
    "easy-as-abc": _easy_as_abc,
    "takuzu": _takuzu,
    "star-battle": _star_battle,
    "nonogram": _nonogram,
    "hitori": _hitori,
    "slitherlink": _slitherlink,
}
