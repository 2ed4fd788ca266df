"""The bridge to CPMpy and through it to every solver it finds installed: `cpmpy:z3` and so on."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import cpmpy
from cpmpy.solvers.solver_interface import ExitStatus

from ..deadline import Deadline
from ..kinds import Constraint
from ..kinds.lowering import Linear, Part, lowered, lowering
from ..model import Model, Rule
from ..puzzle import OutOfTime, UsageError
from . import Assignment, Engine, Run, Statistics, building, heed_ctrl_c, timed

Expression = Any  # CPMpy builds its expressions by operators that carry no types

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
) -> Iterator[Assignment]:
    with building(statistics):
        translation = _Translation(model, deadline)
        for rule in (*model.rules, *clues):
            translation.add(rule.constraint)
            deadline.check()
    statistics.variables = translation.variables
    statistics.constraints = len(translation.constraints)
    while _solve(name, translation.constraints, deadline):
        held = [fact for fact in translation.facts if fact[2].value()]
        yield {cell: value for cell, value, _ in held}
        translation.constraints.append(cpmpy.any([~variable for _, _, variable in held]))


def _solve(name: str, constraints: list[Expression], deadline: Deadline) -> bool:
    """Ask a fresh solver: not every one takes a constraint more after it has answered."""
    try:
        solver = cpmpy.SolverLookup.get(name)
        for constraint in constraints:
            deadline.check()
            solver += constraint
    except ImportError as missing:
        raise UsageError(f"cpmpy:{name} cannot solve this puzzle: {missing}") from missing
    left = deadline.left()
    found = solver.solve() if left is None else solver.solve(time_limit=left)
    heed_ctrl_c()
    if solver.status().exitstatus in (ExitStatus.UNKNOWN, ExitStatus.NOT_RUN):
        raise OutOfTime("out of time")
    return bool(found)


class _Translation:
    """A Boolean variable for every fact and helper."""

    def __init__(self, model: Model, deadline: Deadline) -> None:
        self._out = lowering(model.cells, deadline.check)
        self.facts = [
            (cell, value, cpmpy.boolvar(name=f"{cell}={value}"))
            for cell, values in model.cells.items()
            for value in values
        ]
        self._variables = [variable for _, _, variable in self.facts]
        self._out.one_value(deadline.check)
        self.constraints = self._said(self._out.parts())

    def add(self, constraint: Constraint) -> None:
        self.constraints += self._said(lowered(self._out, constraint))

    @property
    def variables(self) -> int:
        return len(self._variables)

    def _said(self, parts: list[Part]) -> list[Expression]:
        while len(self._variables) < self._out.top:
            self._variables.append(cpmpy.boolvar())
        return [expression for part in parts for expression in self._expressions(part)]

    def _expressions(self, part: Part) -> Iterator[Expression]:
        match part:
            case Linear(terms, low, high):
                total = cpmpy.sum([weight * self._literal(literal) for weight, literal in terms])
                if low == high:
                    yield total == low
                else:
                    yield total >= low
                    yield total <= high
            case clause:
                yield cpmpy.any([self._literal(literal) for literal in clause])

    def _literal(self, literal: int) -> Expression:
        variable = self._variables[abs(literal) - 1]
        return variable if literal > 0 else ~variable
