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
from collections.abc import Callable
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from ..caches import forget
from ..deadline import Deadline
from ..engines import heed_ctrl_c
from ..exports import dimacs, source, written
from ..exports.source import Wishes
from ..families import mno, trid
from ..formats import parse, show
from ..generation.production import Made, Order, produce
from ..puzzle import OutOfTime, Puzzle, UsageError
from ..registry import clues, family, model
from ..solve import solutions
from . import solvers
from .peers.cube import FACES, Cube
from .peers.mno import Mno
from .peers.snail import read as read_snail
from .peers.trid import Trid
from .removing import every_clue, place, removal
from .snails import irreducible

# Longer than any import and a small puzzle take.
START = 60.0


class Answer(NamedTuple):
    """How many boards were found, and what the tool says that took, if it says so."""

    boards: int
    seconds: float | None = None


Ask = Callable[[int, Deadline], Answer]  # up to how many boards, and until when
Prepare = Callable[[Puzzle], Ask]


class Contestant(NamedTuple):
    """What a tool can do: find boards, leave out clues in a way of its own, and forget."""

    prepare: Prepare
    remove: Callable[[Order, Made], Callable[[], Puzzle]] | None = None
    before: Callable[[], None] = lambda: None
    makes: bool = False  # puzzles, its own way


class Absent(Exception):
    """The tool is not installed, or does not know such puzzles."""


def ours() -> Contestant:
    return Contestant(_ours, before=forget, makes=True)


def ours_cold() -> Contestant:
    """With nothing known before each puzzle."""

    def prepare(puzzle: Puzzle) -> Ask:
        ask = _ours(puzzle)

        def ask_anew(limit: int, deadline: Deadline) -> Answer:
            forget()
            return ask(limit, deadline)

        return ask_anew

    return Contestant(prepare)


def _ours(puzzle: Puzzle) -> Ask:
    return lambda limit, _: Answer(sum(1 for _ in solutions(puzzle, limit)))


def bare_sat() -> Contestant:
    """The solver that caracol uses, on clauses that are ready: what no caracol can do without."""
    solver_of = import_module("pysat.solvers").Solver

    def prepare(puzzle: Puzzle) -> Ask:
        exported = source(puzzle)
        _, groups = dimacs.fast(exported)
        clauses = [clause for _, group in groups for clause in group]
        facts = sum(map(len, exported.cells.values()))

        def ask(limit: int, _deadline: Deadline) -> Answer:
            found = 0
            with solver_of("minisat22", bootstrap_with=clauses) as solver:
                while found < limit and solver.solve():
                    found += 1
                    held = [literal for literal in solver.get_model()[:facts] if literal > 0]
                    solver.add_clause([-literal for literal in held])
            return Answer(found)

        return ask

    return Contestant(prepare)


def cpsat() -> Contestant:
    return _by_family("cpsat_boards", "cpsat_second", "ortools")


def clingo() -> Contestant:
    return _by_family("clingo_boards", "clingo_second", "clingo")


def multi() -> Contestant:
    return _by_family("multi_boards", "", "multi-puzzle-solver")


def _by_family(boards: str, second: str, package: str) -> Contestant:
    """A peer with a program for each family."""
    tool = _peer(boards, package)

    def prepare(puzzle: Puzzle) -> Ask:
        name, known = _known(puzzle)
        count = getattr(tool, name, None)
        if count is None or (boards == "multi_boards" and len(known.key) != len("ABC")):
            raise Absent("does not know such puzzles")
        return lambda limit, _: Answer(count(known, limit))

    remove = partial(removal, _peer(second, package)) if second else None
    return Contestant(prepare, remove)


def _known(puzzle: Puzzle) -> tuple[str, Any]:  # Any: each family has a type of its own
    """The puzzle as the peers know it, and what they call its family."""
    given = {place(clue.place): clue.value for clue in puzzle.clues}
    match puzzle.family:
        case "magic-snail":
            return "snail", read_snail(show(puzzle))
        case "mno":
            return "mno", Mno(mno.size(puzzle.shape), given)
        case "trid":
            sums = {at: int(value) for at, value in given.items()}
            return "trid", Trid(*trid.size(puzzle.shape), sums)
        case "turn-12":
            _, *rings = puzzle.shape
            return "cube", Cube(dict(zip(FACES, map(str, rings), strict=True)))
        case name:
            raise Absent(f"does not know {name}")


def _peer(name: str, package: str) -> ModuleType:
    try:
        return import_module(f"{__package__}.peers.{name}")
    except ImportError:
        raise Absent(f"pip install {package}") from None


def z3() -> Contestant:
    count = _peer("z3_boards", "z3-solver").count

    def prepare(puzzle: Puzzle) -> Ask:
        rules = model(puzzle.family, puzzle.shape)
        every = (*clues(puzzle), *rules.rules)
        return lambda limit, _: Answer(count(rules.cells, every, limit))

    return Contestant(prepare)


# On MNOs, CPMpy's solvers are faster with clauses than with what the exported script says.
BY_CLAUSES = ("mno",)


def cpmpy(solver: str) -> Contestant:
    try:
        package = import_module("cpmpy")
    except ImportError:
        raise Absent("pip install cpmpy") from None
    if solver not in package.SolverLookup.supported():
        raise Absent(f"CPMpy finds no {solver}")
    options = {"num_workers": 1} if solver == "ortools" else {}

    def prepare(puzzle: Puzzle) -> Ask:
        if puzzle.family in BY_CLAUSES:
            engine = f"cpmpy:{solver}"
            return lambda limit, _: Answer(sum(1 for _ in solutions(puzzle, limit, engine=engine)))
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

    return Contestant(prepare)


def minizinc(solver: str, counted: tuple[str, ...]) -> Contestant:
    if solvers.missing("minizinc"):
        raise Absent(solvers.missing("minizinc"))
    if not solvers.offers(solver):
        raise Absent(f"MiniZinc knows no {solver}")
    folder = tempfile.TemporaryDirectory()

    def prepare(puzzle: Puzzle) -> Ask:
        exported, file = source(puzzle), Path(folder.name, f"{time.monotonic_ns()}.mzn")
        file.write_text(written(exported, "mzn", Wishes()), encoding="utf-8")

        def ask(limit: int, deadline: Deadline) -> Answer:
            outcome = solvers.minizinc(file, exported, deadline.left() or 60, limit, solver)
            return _understood(outcome, counted)

        return ask

    return Contestant(prepare)


def prolog() -> Contestant:
    if solvers.missing("swipl"):
        raise Absent(solvers.missing("swipl"))
    folder = tempfile.TemporaryDirectory()

    def prepare(puzzle: Puzzle) -> Ask:
        exported, file = source(puzzle), Path(folder.name, f"{time.monotonic_ns()}.pl")
        file.write_text(written(exported, "prolog", Wishes()), encoding="utf-8")

        def ask(limit: int, deadline: Deadline) -> Answer:
            outcome = solvers.prolog(file, exported, ("ff",), deadline.left() or 60, limit)
            return _understood(outcome, ("post", "label"))

        return ask

    return Contestant(prepare)


def _understood(outcome: solvers.Outcome, counted: tuple[str, ...]) -> Answer:
    if outcome.status == solvers.LATE:
        raise OutOfTime("out of time")
    if outcome.status not in ("found", "none"):
        raise UsageError(outcome.status)
    return Answer(len(outcome.boards), sum(outcome.counted.get(name, 0) for name in counted))


US, COLD, FLOOR = "caracol", "caracol, cold", "MiniSat, clauses ready"
CONTESTANTS: dict[str, Callable[[], Contestant]] = {
    US: ours,
    COLD: ours_cold,
    FLOOR: bare_sat,
    "CP-SAT": cpsat,
    "clingo": clingo,
    "Z3": z3,
    "CPMpy, OR-Tools": partial(cpmpy, "ortools"),
    "CPMpy, Choco": partial(cpmpy, "choco"),
    "CPMpy, Z3": partial(cpmpy, "z3"),
    "CPMpy, Pindakaas": partial(cpmpy, "pindakaas"),
    "CPMpy, PySAT": partial(cpmpy, "pysat"),
    "MiniZinc, Gecode": partial(minizinc, "gecode", ("flatTime", "initTime", "solveTime")),
    "Gecode, flattened": partial(minizinc, "gecode", ("initTime", "solveTime")),
    "MiniZinc, Chuffed": partial(minizinc, "chuffed", ("flatTime", "initTime", "solveTime")),
    "SWI-Prolog": prolog,
    "multi-puzzle-solver": multi,
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
    made = list(islice(filter(None, produce(order)), request["count"]))
    deadline, clock = Deadline(request["seconds"]), _Clock()
    left: list[Puzzle] = []
    contestant.before()
    start = time.perf_counter()
    if contestant.makes:
        left = [one.puzzle for one in islice(filter(None, produce(order)), request["count"])]
    elif contestant.remove:
        removals = [contestant.remove(order, one) for one in made]
        start = time.perf_counter()
        left = [remove() for remove in removals]
    else:

        def is_unique(puzzle: Puzzle) -> bool:
            return clock.timed(partial(contestant.prepare(puzzle), 2, deadline)) == 1

        for one in made:
            every = Puzzle(order.family, order.shape, tuple(every_clue(order, one)))
            left.append(irreducible(every, is_unique))
    seconds = clock.seconds or time.perf_counter() - start
    return {"seconds": seconds, "answers": [show(puzzle) for puzzle in left]}


class _Clock:
    """Adds up what answers take, by their own account where they give one."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def timed(self, ask: Callable[[], Answer]) -> int:
        start = time.perf_counter()
        boards, told = ask()
        self.seconds += time.perf_counter() - start if told is None else told
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

    try:
        contestant = CONTESTANTS[name]()
    except Absent as error:
        tell({"absent": str(error)})
        return
    # Once for nothing: some import more when they are first asked.
    warm_up = {"puzzles": [family("magic-snail").example], "limit": 2, "seconds": START}
    _reply(contestant, {"task": "find", **warm_up})
    tell({})
    for line in sys.stdin:
        tell(_reply(contestant, json.loads(line)))


def _reply(contestant: Contestant, request: dict[str, Any]) -> dict[str, object]:
    task = find if request["task"] == "find" else make
    try:
        return task(contestant, request)
    except (Absent, ImportError) as error:
        return {"absent": str(error)}
    except OutOfTime:
        return {"late": True}
    except UsageError as error:
        return {"failed": str(error)}


if __name__ == "__main__":
    main(*sys.argv[1:])
