"""The tools that exported models are for, each as a function that finds all boards of a model."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pysat.formula import CNF
from pysat.solvers import Solver

from caracol.exports import written
from caracol.exports.source import Source, Wishes
from caracol.kinds.lowering import lowering
from caracol.lab.solvers import boards, minizinc, missing, prolog
from caracol.puzzle import Cell, Value, Values

SECONDS = 60
FAST = Wishes()

Solve = Callable[[Source, Path], Iterator[Values]]


def facts(model: Source) -> dict[int, tuple[Cell, Value]]:
    """What each variable of DIMACS and OPB says, helpers left out."""
    literals = lowering(model.cells).literals
    return {n: (cell, value) for cell, held in literals.items() for value, n in held.items()}


def by_minizinc(model: Source, _folder: Path) -> Iterator[Values]:
    outcome = minizinc(model, SECONDS, limit=0)
    assert outcome.complete, outcome.status
    yield from outcome.boards


def by_prolog(model: Source, _folder: Path) -> Iterator[Values]:
    outcome = prolog(model, SECONDS, limit=0)
    assert outcome.ended, outcome.status
    yield from outcome.boards


def by_cpmpy(model: Source, folder: Path) -> Iterator[Values]:
    file = folder / "model.py"
    file.write_text(written(model, "cpmpy", Wishes()), "utf-8")
    words = [sys.executable, "-W", "error::SyntaxWarning", str(file)]
    told = subprocess.run(words, capture_output=True, text=True, check=True, timeout=SECONDS)
    yield from boards(told.stdout.splitlines(), model)


def by_sat(model: Source, _folder: Path, wishes: Wishes = FAST) -> Iterator[Values]:
    """MiniSat on the file as PySAT reads it, each board forbidden by its cells."""
    clauses = CNF(from_string=written(model, "dimacs", wishes)).clauses
    places = facts(model)
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        while solver.solve():
            held = [literal for literal in solver.get_model() if literal in places]
            yield dict(places[literal] for literal in held)
            solver.add_clause([-literal for literal in held])


def by_plain_sat(model: Source, folder: Path) -> Iterator[Values]:
    return by_sat(model, folder, Wishes(direct=True))


def by_clasp(model: Source, folder: Path) -> Iterator[Values]:
    """clasp reads OPB; the helpers follow from the cells, so no board comes twice."""
    file = folder / "model.opb"
    file.write_text(written(model, "opb", Wishes()), "utf-8")
    words = [sys.executable, "-m", "clingo", "--mode=clasp", "--quiet=0", str(file), "0"]
    told = subprocess.run(words, capture_output=True, text=True, check=False, timeout=SECONDS)
    assert "s SATISFIABLE" in told.stdout or "s UNSATISFIABLE" in told.stdout, told.stderr
    places = {f"x{number}": fact for number, fact in facts(model).items()}
    board: dict[str, int | str] = {}
    for line in told.stdout.splitlines():
        if line.startswith("v "):
            board |= dict(places[word] for word in line.split() if word in places)
        if len(board) == len(model.cells):
            yield board
            board = {}


def installed(program: str, solve: Solve) -> object:
    reason = f"{program} is not installed: {missing(program)}"
    return pytest.param(solve, marks=pytest.mark.skipif(bool(missing(program)), reason=reason))


SOLVERS = [
    installed("minizinc", by_minizinc),
    installed("swipl", by_prolog),
    by_cpmpy,
    by_sat,
    by_plain_sat,
    by_clasp,
]
