"""The bridge to CPMpy and through it to every solver it finds installed: `cpmpy:z3` and so on."""

import time
from collections.abc import Iterator
from functools import partial
from typing import Any, assert_never

import cpmpy
from cpmpy.solvers.solver_interface import ExitStatus

from .. import direct
from ..deadline import Deadline
from ..model import Count, Cycle, Differ, Domains, First, Is, Model, Next, Rule, Stands, Sum
from ..puzzle import Cell, OutOfTime, UsageError, Value
from . import Board, Engine, Run, Statistics, heed_ctrl_c, timed

Expression = Any  # CPMpy builds its expressions by operators that carry no types
Literals = dict[Cell, dict[Value, Expression]]

# They look for the best of many boards, and do not take a puzzle.
OPTIMISERS = ("rc2",)


def engine(solver: str = "") -> Engine:
    chosen = solver or "ortools"
    base, _, inner = chosen.partition(":")
    installed = {
        name: kind
        for name, kind in cpmpy.SolverLookup.base_solvers()
        if kind.supported() and name not in OPTIMISERS
    }
    if base not in installed:
        raise UsageError(
            f"expected a solver of CPMpy, one of {', '.join(installed)}; found {chosen!r}"
        )
    # Only some solvers have others behind them.
    inside: list[str] = getattr(installed[base], "solvernames", list)() if inner else []
    if inner and inner not in inside:
        choice = f"one of {', '.join(inside)}" if inside else "of which there is none"
        raise UsageError(f"expected a solver behind cpmpy:{base}, {choice}; found {inner!r}")
    return partial(run, chosen)


def run(solver: str, model: Model, clues: tuple[Rule, ...], deadline: Deadline) -> Run:
    statistics = Statistics(f"cpmpy:{solver}")
    boards = _boards(solver, model, clues, deadline, statistics)
    return Run(timed(boards, statistics), statistics)


def _boards(
    name: str,
    model: Model,
    clues: tuple[Rule, ...],
    deadline: Deadline,
    statistics: Statistics,
) -> Iterator[Board]:
    start = time.perf_counter()
    holds: Literals = {}
    for cell, values in model.cells.items():
        deadline.left()
        holds[cell] = {value: cpmpy.boolvar(name=f"{cell}={value}") for value in values}
    constraints = [cpmpy.sum(list(held.values())) == 1 for held in holds.values()]
    for rule in (*model.rules, *clues):
        constraints += _translated(rule, holds, model.cells)
        deadline.left()
    statistics.variables = sum(map(len, holds.values()))
    statistics.constraints = len(constraints)
    statistics.build_seconds = time.perf_counter() - start
    statistics.solve_seconds -= statistics.build_seconds
    while _solve(name, constraints, deadline):
        board = {
            cell: next(value for value, literal in held.items() if literal.value())
            for cell, held in holds.items()
        }
        yield board
        constraints.append(cpmpy.any(~holds[cell][value] for cell, value in board.items()))


def _solve(name: str, constraints: list[Expression], deadline: Deadline) -> bool:
    """Ask a fresh solver: not every one takes a constraint more after it has answered."""
    try:
        solver = cpmpy.SolverLookup.get(name)
        for constraint in constraints:
            deadline.left()
            solver += constraint
    except ImportError as missing:
        raise UsageError(f"cpmpy:{name} cannot solve this puzzle: {missing}") from missing
    left = deadline.left()
    found = solver.solve() if left is None else solver.solve(time_limit=left)
    heed_ctrl_c()
    if solver.status().exitstatus in (ExitStatus.UNKNOWN, ExitStatus.NOT_RUN):
        raise OutOfTime("out of time")
    return bool(found)


def _translated(rule: Rule, holds: Literals, domains: Domains) -> list[Expression]:
    match rule.constraint:
        case Is(cell, value):
            return [holds[cell][value]]
        case Count(cells, values, low, high):
            hits = [
                holds[cell][value] for cell in cells for value in values if value in holds[cell]
            ]
            return [cpmpy.sum(hits) >= low, cpmpy.sum(hits) <= high]
        case Sum(cells, total, _) as constraint:
            weights = [
                constraint.weight(i, value) * literal
                for i, cell in enumerate(cells)
                for value, literal in holds[cell].items()
            ]
            return [cpmpy.sum(weights) == total]
        case Differ(cells):
            return _differ(cells, holds)
        case Cycle():
            return _cycle(rule.constraint, holds)
        case First() | Next() | Stands():
            return [
                cpmpy.any(
                    holds[cell][value] if positive else ~holds[cell][value]
                    for cell, value, positive in clause
                )
                for clause in direct.clauses(rule.constraint, domains)
            ]
        case _:
            assert_never(rule.constraint)


def _differ(cells: tuple[Cell, ...], holds: Literals) -> list[Expression]:
    values = {value for cell in cells for value in holds[cell]}
    holders = ([holds[cell][value] for cell in cells if value in holds[cell]] for value in values)
    return [cpmpy.sum(literals) <= 1 for literals in holders]


def _cycle(cycle: Cycle, holds: Literals) -> list[Expression]:
    """An automaton whose states are the places in the key; blank is 0, the key counts from 1."""
    numbers = {value: i for i, value in enumerate((cycle.blank, *cycle.key))}
    path = [cpmpy.intvar(0, len(cycle.key)) for _ in cycle.path]
    linked = [
        (path[i] == numbers[value]) == literal
        for i, cell in enumerate(cycle.path)
        for value, literal in holds[cell].items()
    ]
    arcs = [(i, 0, i) for i in range(len(cycle.key))]
    arcs += [(i, i + 1, (i + 1) % len(cycle.key)) for i in range(len(cycle.key))]
    return [*linked, cpmpy.Regular(path, arcs, 0, [0])]
