"""A tool in a process of its own, asked by lines of JSON: python -m caracol.lab.contestants NAME.

Every tool answers the same questions about the same puzzles. What it needs first is made before the
clock starts: a model file for those that read one, clauses for a bare SAT solver. What a user's
program would do each time is counted, such as building a model with calls of Python. Tools that
are programs of their own tell their time themselves, so that starting them does not count.
"""

import json
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import cache, partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from pysat.solvers import Minisat22

from ..caches import forget
from ..deadline import Deadline
from ..engines import heed_ctrl_c
from ..exports import dimacs, source, written
from ..exports.source import Source, Wishes
from ..formats import parse, show
from ..generation.order import Order
from ..puzzle import Clue, OutOfTime, Puzzle, UsageError
from ..registry import clues, family, model
from ..solve import solutions
from . import solvers
from .peers.puzzles import Board, Known, Unknown
from .removing import board_of, every_clue, irreducible, known
from .samples import made
from .solvers import Outcome
from .timing import timed

# Longer than any import and a small puzzle take.
START = 60.0


class Answer(NamedTuple):
    """How many boards were found, and what the tool says that took, if it says so."""

    boards: int
    seconds: float | None = None


Ask = Callable[[int, Deadline], Answer]  # up to how many boards, and until when


class Contestant(NamedTuple):
    """What a tool can do: find boards, tell of a second one, and forget."""

    prepare: Callable[[Puzzle], Ask]
    has_second: Callable[[Known, Board], bool] | None = None
    before: Callable[[], None] = lambda: None
    makes: bool = False  # puzzles, its own way


class Absent(Exception):
    """The tool is not installed."""


def ours(puzzle: Puzzle, engine: str | None = None) -> Ask:
    return lambda limit, _: Answer(sum(1 for _ in solutions(puzzle, limit, engine=engine)))


def ours_cold(puzzle: Puzzle) -> Ask:
    """With nothing known before each puzzle."""

    def ask(limit: int, deadline: Deadline) -> Answer:
        forget()
        return ours(puzzle)(limit, deadline)

    return ask


def bare_sat(puzzle: Puzzle) -> Ask:
    """The solver that caracol uses, on clauses that are ready: what no caracol can do without."""
    exported = source(puzzle)
    _, groups = dimacs.fast(exported)
    clauses = [clause for _, group in groups for clause in group]
    facts = sum(map(len, exported.cells.values()))

    def ask(limit: int, _deadline: Deadline) -> Answer:
        found = 0
        with Minisat22(bootstrap_with=clauses) as solver:
            while found < limit and solver.solve():
                found += 1
                held = [literal for literal in solver.get_model()[:facts] if literal > 0]
                solver.add_clause([-literal for literal in held])
        return Answer(found)

    return ask


def by_family(peer: str, package: str, puzzle: Puzzle) -> Ask:
    """A peer with a program for each family."""
    tool, read = _peer(peer, package), known(puzzle.family, puzzle.shape, puzzle.clues)
    return lambda limit, _: Answer(tool.count(read, limit))


def has_second(peer: str, package: str, puzzle: Known, board: Board) -> bool:
    return bool(_peer(peer, package).has_second(puzzle, board))


def _peer(name: str, package: str) -> ModuleType:
    try:
        return import_module(f"{__package__}.peers.{name}")
    except ImportError:
        raise Absent(f"pip install {package}") from None


def z3(puzzle: Puzzle) -> Ask:
    count, rules = _peer("z3_boards", "z3-solver").count, model(puzzle.family, puzzle.shape)
    every = (*clues(puzzle), *rules.rules)
    return lambda limit, _: Answer(count(rules.cells, every, limit))


# On MNOs, CPMpy's solvers are faster with clauses than with what the exported script says.
BY_CLAUSES = ("mno",)


def cpmpy(solver: str, puzzle: Puzzle) -> Ask:
    try:
        package = import_module("cpmpy")
    except ImportError:
        raise Absent("pip install cpmpy") from None
    if solver not in package.SolverLookup.supported():
        raise Absent(f"CPMpy finds no {solver}")
    if puzzle.family in BY_CLAUSES:
        return ours(puzzle, f"cpmpy:{solver}")
    options = {"num_workers": 1} if solver == "ortools" else {}
    script = compile(written(source(puzzle), "cpmpy", Wishes()), "script", "exec")

    def ask(limit: int, _deadline: Deadline) -> Answer:
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
    exported, file = _exported("minizinc", "mzn", puzzle)
    if not solvers.offers(solver):
        raise Absent(f"MiniZinc knows no {solver}")

    def ask(limit: int, deadline: Deadline) -> Answer:
        outcome = solvers.minizinc(file, exported, deadline.left() or START, limit, solver)
        return _understood(outcome, counted)

    return ask


def prolog(puzzle: Puzzle) -> Ask:
    exported, file = _exported("swipl", "prolog", puzzle)

    def ask(limit: int, deadline: Deadline) -> Answer:
        outcome = solvers.prolog(file, exported, ("ff",), deadline.left() or START, limit)
        return _understood(outcome, ("post", "label"))

    return ask


def _exported(program: str, form: str, puzzle: Puzzle) -> tuple[Source, Path]:
    """A puzzle, and the file of it that a program reads."""
    if solvers.missing(program):
        raise Absent(solvers.missing(program))
    suffix = ".pl" if form == "prolog" else f".{form}"
    exported, file = source(puzzle), Path(_folder().name, f"{time.monotonic_ns()}{suffix}")
    file.write_text(written(exported, form, Wishes()), encoding="utf-8")
    return exported, file


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory()


def _understood(outcome: Outcome, counted: tuple[str, ...]) -> Answer:
    if outcome.status == solvers.LATE:
        raise OutOfTime("out of time")
    if outcome.status not in ("found", "none"):
        raise UsageError(outcome.status)
    return Answer(len(outcome.boards), sum(outcome.counted.get(name, 0) for name in counted))


US, COLD, FLOOR = "caracol", "caracol, cold", "MiniSat, clauses ready"
SOLVING = ("initTime", "solveTime")


def _with_second(peer: str, package: str) -> Contestant:
    return Contestant(partial(by_family, peer, package), partial(has_second, peer, package))


CONTESTANTS = {
    US: Contestant(ours, before=forget, makes=True),
    COLD: Contestant(ours_cold),
    FLOOR: Contestant(bare_sat),
    "CP-SAT": _with_second("cpsat", "ortools"),
    "clingo": _with_second("clingo", "clingo"),
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
    "multi-puzzle-solver": Contestant(partial(by_family, "multi_boards", "multi-puzzle-solver")),
}


def find(contestant: Contestant, request: dict[str, Any]) -> dict[str, object]:
    """How long boards of some puzzles take, and how many there are."""
    asks = [contestant.prepare(parse(text)) for text in request["puzzles"]]
    deadline = Deadline(request["seconds"])
    contestant.before()
    clock, limit = _Clock(), request["limit"]
    answers = [clock.timed(partial(ask, limit, deadline)) for ask in asks]
    return {"seconds": clock.seconds, "answers": answers}


def make(contestant: Contestant, request: dict[str, Any]) -> dict[str, object]:
    """How long irreducible puzzles take, and what they are; the boards are given, but for ours."""
    order = Order(request["family"], request["size"], request["seed"])
    boards = list(islice(made(order), request["count"]))
    contestant.before()
    if contestant.makes:
        found, seconds = timed(lambda: list(islice(made(order), request["count"])))
        return {"seconds": seconds, "answers": [show(one.puzzle) for one in found]}
    deadline, clock, answers = Deadline(request["seconds"]), _Clock(), list[str]()
    for one in boards:
        board = board_of(one)

        def is_enough(some: Sequence[Clue], board: Board = board) -> bool:
            ask = _second(contestant, Puzzle(order.family, order.shape, tuple(some)), board)
            return clock.timed(partial(ask, 2, deadline)) == 1

        left = irreducible(every_clue(order, one), is_enough)
        answers.append(show(Puzzle(order.family, order.shape, left)))
    return {"seconds": clock.seconds, "answers": answers}


def _second(contestant: Contestant, puzzle: Puzzle, board: Board) -> Ask:
    """How to look for two boards, where one is known already."""
    if contestant.has_second is None:
        return contestant.prepare(puzzle)
    has_second, read = contestant.has_second, known(puzzle.family, puzzle.shape, puzzle.clues)

    def ask(_limit: int, deadline: Deadline) -> Answer:
        deadline.left()
        return Answer(1 + has_second(read, board))

    return ask


class _Clock:
    """Adds up what answers take, by their own account where they give one."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def timed(self, ask: Callable[[], Answer]) -> int:
        (boards, told), spent = timed(ask)
        self.seconds += spent if told is None else told
        heed_ctrl_c()
        return boards


def main(name: str, core: str) -> None:
    """Answer each line of standard input by a line; what tools print themselves goes nowhere."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {int(core)})
    # Ended softly, so that programs under way are ended too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    lines = os.fdopen(os.dup(1), "w", encoding="utf-8")
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)

    def tell(reply: dict[str, object]) -> None:
        lines.write(json.dumps(reply) + "\n")
        lines.flush()

    contestant = CONTESTANTS[name]
    # Once for nothing: some import more when they are first asked.
    warm_up = {"puzzles": [family("magic-snail").example], "limit": 2, "seconds": START}
    greeting = _reply(contestant, {"task": "find", **warm_up})
    tell({name: told for name, told in greeting.items() if name == "absent"})
    for line in sys.stdin:
        tell(_reply(contestant, json.loads(line)))


def _reply(contestant: Contestant, request: dict[str, Any]) -> dict[str, object]:
    task = find if request["task"] == "find" else make
    try:
        return task(contestant, request)
    except (Absent, Unknown, ImportError) as error:
        return {"absent": str(error)}
    except OutOfTime:
        return {"late": True}
    except UsageError as error:
        return {"failed": str(error)}


if __name__ == "__main__":
    main(*sys.argv[1:])
