"""The tools of the contest: each answers the same questions about the same puzzles.

What a tool needs first is made before the clock starts: a model file for those that read one,
clauses for a bare SAT solver. What a user's program would do each time is counted, such as building
a model with calls of Python. Tools that are programs of their own report their time themselves, so
that starting them does not count.
"""

import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from pysat.formula import CNF
from pysat.solvers import Minisat22

from ..caches import forget
from ..engines import heed_ctrl_c
from ..exports import source, written
from ..exports.source import Wishes
from ..generation.order import Made, Order
from ..puzzle import Clue, Puzzle, UsageError
from ..solve import solutions
from . import solvers
from .peers.puzzles import Board, Known, Unknown
from .samples import board_of, every_clue, irreducible, known, made
from .timing import for_seconds, timed

# Time limit of a program for one puzzle in seconds; a turn has a limit of its own.
SECONDS = 600.0
# Time on the processor: what else the machine does slows nobody.
CLOCK = time.process_time


class Answer(NamedTuple):
    """How many boards were found, and what the tool says that took, if it says so."""

    boards: int
    seconds: float | None = None


Ask = Callable[[int], Answer]  # up to how many boards


class Contestant(NamedTuple):
    """What a tool can do: find boards, look for a second one, and set puzzles its own way."""

    prepare: Callable[[Puzzle], Ask]
    has_second: Callable[[Known, Board], bool] | None = None
    makes: bool = False


class Absent(Exception):
    """The program or the solver is not installed."""


def ours(puzzle: Puzzle, engine: str | None = None) -> Ask:
    return lambda limit: Answer(sum(1 for _ in solutions(puzzle, limit, engine=engine)))


def ours_cold(puzzle: Puzzle) -> Ask:
    """With empty caches before each puzzle."""

    def ask(limit: int) -> Answer:
        forget()
        return ours(puzzle)(limit)

    return ask


def bare_sat(puzzle: Puzzle) -> Ask:
    """The solver that caracol uses, on clauses that are ready: no caracol can be much faster."""
    exported = source(puzzle)
    clauses = CNF(from_string=written(exported, "dimacs", Wishes())).clauses
    facts = sum(map(len, exported.cells.values()))

    def ask(limit: int) -> Answer:
        found = 0
        with Minisat22(bootstrap_with=clauses) as solver:
            while found < limit and solver.solve():
                found += 1
                solver.add_clause([-fact for fact in solver.get_model()[:facts] if fact > 0])
        return Answer(found)

    return ask


def z3(puzzle: Puzzle) -> Ask:
    """Clauses of caracol in a file: adding them by calls of Python takes ten times as long."""
    package = import_module("z3")
    exported, file = source(puzzle), Path(tempfile.mkdtemp(), "puzzle.cnf")
    file.write_text(written(exported, "dimacs", Wishes()), encoding="utf-8")
    facts = [package.Bool(i + 1) for i in range(sum(map(len, exported.cells.values())))]

    def ask(limit: int) -> Answer:
        solver, found = package.SolverFor("QF_FD"), 0
        solver.from_file(str(file))
        while found < limit and solver.check() == package.sat:
            found, board = found + 1, solver.model()
            solver.add(
                package.Or([package.Not(fact) for fact in facts if package.is_true(board[fact])])
            )
        return Answer(found)

    return ask


def by_family(peer: str, puzzle: Puzzle, count: str = "count") -> Ask:
    """A peer with a program for each family."""
    tool, read = getattr(_peer(peer), count), known(puzzle)
    return lambda limit: Answer(tool(read, limit))


def has_second(peer: str, puzzle: Known, board: Board) -> bool:
    return bool(_peer(peer).has_second(puzzle, board))


def _peer(name: str) -> ModuleType:
    return import_module(f"{__package__}.peers.{name}")


# On MNOs, CPMpy's solvers are faster with clauses than with what the exported script says.
BY_CLAUSES = ("mno",)


def cpmpy(solver: str, puzzle: Puzzle) -> Ask:
    package = import_module("cpmpy")
    if solver not in package.SolverLookup.supported():
        raise Absent(f"CPMpy finds no {solver}")
    if puzzle.family in BY_CLAUSES:
        return ours(puzzle, f"cpmpy:{solver}")
    options = {"num_workers": 1} if solver == "ortools" else {}
    script = compile(written(source(puzzle), "cpmpy", Wishes()), "script", "exec")

    def ask(limit: int) -> Answer:
        names: dict[str, Any] = {}  # Any: whatever the script defines
        exec(script, names)  # its own loop runs only as a main program
        cells = [cell for _, row in names["BOARD"] for cell in row]
        found = 0
        while found < limit and names["model"].solve(solver=solver, **options):
            found += 1
            names["model"] += package.any([cell != cell.value() for cell in cells])
        return Answer(found)

    return ask


def minizinc(solver: str, counted: tuple[str, ...], puzzle: Puzzle) -> Ask:
    _need("minizinc")
    if not solvers.offers(solver):
        raise Absent(f"MiniZinc knows no {solver}")
    model = source(puzzle)
    return lambda limit: _understood(solvers.minizinc(model, SECONDS, limit, solver), counted)


def prolog(puzzle: Puzzle) -> Ask:
    _need("swipl")
    model, counted = source(puzzle), ("post", "label")
    return lambda limit: _understood(solvers.prolog(model, SECONDS, limit, ("ff",)), counted)


def _need(program: str) -> None:
    if solvers.missing(program):
        raise Absent(solvers.missing(program))


def _understood(outcome: solvers.Outcome, counted: tuple[str, ...]) -> Answer:
    if not outcome.ended:
        raise UsageError(outcome.status)
    return Answer(len(outcome.boards), sum(outcome.counted.get(name, 0) for name in counted))


US, COLD, FLOOR = "caracol", "caracol, cold", "MiniSat, clauses ready"
SOLVING = ("initTime", "solveTime")


def _with_second(peer: str) -> Contestant:
    return Contestant(partial(by_family, peer), partial(has_second, peer))


CONTESTANTS = {
    US: Contestant(ours, makes=True),
    COLD: Contestant(ours_cold),
    FLOOR: Contestant(bare_sat),
    "CP-SAT": _with_second("cpsat"),
    "clingo": _with_second("clingo"),
    "Z3": Contestant(z3),
    "CPMpy, OR-Tools": Contestant(partial(cpmpy, "ortools")),
    "CPMpy, Choco": Contestant(partial(cpmpy, "choco")),
    "CPMpy, Z3": Contestant(partial(cpmpy, "z3")),
    "CPMpy, Pindakaas": Contestant(partial(cpmpy, "pindakaas")),
    "CPMpy, PySAT": Contestant(partial(cpmpy, "pysat")),
    "MiniZinc, Gecode": Contestant(partial(minizinc, "gecode", ("flatTime", *SOLVING))),
    "Gecode, flattened": Contestant(partial(minizinc, "gecode", SOLVING)),
    "MiniZinc, Chuffed": Contestant(partial(minizinc, "chuffed", ("flatTime", *SOLVING))),
    "SWI-Prolog": Contestant(prolog),
    "multi-puzzle-solver": Contestant(partial(by_family, "multi_boards")),
}
# Other ways to use CP-SAT, for single comparisons.
TWICE, UNPRUNED = "CP-SAT, two solves", "CP-SAT, not pruned"
VARIANTS = {
    TWICE: Contestant(partial(by_family, "cpsat", count="count_in_many_solves")),
    UNPRUNED: Contestant(partial(by_family, "cpsat", count="count_not_pruned")),
}


class Reply(NamedTuple):
    """What a contestant found, and the seconds it took in all."""

    seconds: float
    answers: Sequence[int | Puzzle]  # numbers of boards, or puzzles


def reply(name: str, task: Callable[[Contestant], Reply]) -> Reply | str:
    """What the contestant of that name found, or why it found nothing."""
    try:
        return task((CONTESTANTS | VARIANTS)[name])
    except ModuleNotFoundError:
        return "absent: pip install 'caracol[lab]'"
    except (Absent, Unknown, ImportError) as error:
        return f"absent: {error}"
    except UsageError as error:
        return str(error)


def find(
    contestant: Contestant, puzzles: Sequence[Puzzle], limit: int, before: Sequence[Puzzle] = ()
) -> Reply:
    """Up to a number of boards of each puzzle, after some others that are not counted."""
    asks = [contestant.prepare(puzzle) for puzzle in (*before, *puzzles)]
    forget()
    found = [_timed(partial(ask, limit)) for ask in asks][len(before) :]
    return Reply(sum(spent for _, spent in found), [boards for boards, _ in found])


def make(
    contestant: Contestant, order: Order, count: int, seconds: float, before: int = 0
) -> Reply:
    """Irreducible puzzles, until there are enough or the time is up.

    All but caracol are given the boards; caracol starts with empty caches, or after some puzzles.
    """
    if contestant.makes:
        if not before:
            forget()
        for _ in islice(made(order), before):
            pass
        drawn, each = for_seconds(islice(made(order), count), seconds, CLOCK)
        return Reply(each * len(drawn), [one.puzzle for one in drawn])
    total, answers = 0.0, list[Puzzle]()
    for one in islice(made(order), count):
        puzzle, spent = _reduced(contestant, order, one)
        total, answers = total + spent, [*answers, puzzle]
        if total > seconds:
            break
    return Reply(total, answers)


def _reduced(contestant: Contestant, order: Order, one: Made) -> tuple[Puzzle, float]:
    """An irreducible puzzle of a board, and the seconds that the contestant took."""
    board, seconds = board_of(one), list[float]()

    def is_enough(some: Sequence[Clue]) -> bool:
        puzzle = Puzzle(order.family, order.shape, tuple(some))
        if contestant.has_second:
            call = partial(contestant.has_second, known(puzzle), board)
            boards, spent = _timed(lambda: Answer(1 + call()))
        else:
            boards, spent = _timed(partial(contestant.prepare(puzzle), 2))
        seconds.append(spent)
        return boards == 1

    left = irreducible(every_clue(order, one), is_enough)
    return Puzzle(order.family, order.shape, left), sum(seconds)


def _timed(ask: Callable[[], Answer]) -> tuple[int, float]:
    """How many boards, and the seconds, by the tool's own account where it gives one."""
    (boards, reported), spent = timed(ask, CLOCK)
    heed_ctrl_c()
    return boards, spent if reported is None else reported
