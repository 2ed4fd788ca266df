"""OR-Tools CP-SAT, asked directly: a fresh model per puzzle, in its own constraints."""

import threading
from collections.abc import Iterator

from ortools.sat.python import cp_model

from ..deadline import Deadline
from ..kinds import Constraint, Differ, Regular
from ..kinds.lowering import Linear, Part, lowered, lowering
from ..model import Model, Rule
from ..puzzle import Cell, OutOfTime, Value
from . import Assignment, Engine, Run, Statistics, building, timed

# Seconds between two looks at a solver that is asked to stop.
WAKING = 0.1


def engine(_solver: str = "") -> Engine:
    return run


def run(model: Model, clues: tuple[Rule, ...], deadline: Deadline) -> Run:
    statistics = Statistics("cpsat")
    return Run(timed(_boards(model, clues, deadline, statistics), statistics), statistics)


def _boards(
    model: Model, clues: tuple[Rule, ...], deadline: Deadline, statistics: Statistics
) -> Iterator[Assignment]:
    with building(statistics):
        translation = _Translation(model, deadline)
        for rule in (*model.rules, *clues):
            translation.add(rule.constraint)
            deadline.check()
    proto = translation.model.proto
    statistics.variables, statistics.constraints = len(proto.variables), len(proto.constraints)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False  # it would swallow Ctrl-C, or leave it to end us
    while _solve(solver, translation.model, deadline, statistics):
        held = [literal for literal in translation.places if solver.boolean_value(literal)]
        if translation.refine(held):
            continue
        yield dict(translation.places[literal] for literal in held)
        translation.model.add_bool_or(literal.negated() for literal in held)


def _solve(
    solver: cp_model.CpSolver,
    model: cp_model.CpModel,
    deadline: Deadline,
    statistics: Statistics,
) -> bool:
    left = deadline.left()
    if left is not None:
        solver.parameters.max_time_in_seconds = left
    status = _interruptible(solver, model)
    response = solver.response_proto
    statistics.add(
        decisions=response.num_branches,
        conflicts=response.num_conflicts,
        propagations=response.num_binary_propagations + response.num_integer_propagations,
        restarts=response.num_restarts,
    )
    if status == cp_model.UNKNOWN:
        raise OutOfTime("out of time")
    assert status != cp_model.MODEL_INVALID, model.validate()
    return status != cp_model.INFEASIBLE


def _interruptible(solver: cp_model.CpSolver, model: cp_model.CpModel) -> object:
    """Solve in a thread, so that this one hears Ctrl-C and alarms, and stops the solver then."""
    found = list[object]()
    thread = threading.Thread(target=lambda: found.append(solver.solve(model)), daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(WAKING)
    finally:
        while thread.is_alive():
            solver.stop_search()
            thread.join(WAKING)
    assert found, "the solver failed, as its thread has told"
    return found[0]


class _Translation:
    """A literal for every fact and helper, and a number for a cell where a constraint wants one."""

    def __init__(self, model: Model, deadline: Deadline) -> None:
        self.model = cp_model.CpModel()
        self.places: dict[cp_model.IntVar, tuple[Cell, Value]] = {}
        self._out = lowering(model.cells, deadline.check)
        self._out.postponed = []
        self._variables: list[cp_model.IntVar] = []  # by their number in the lowering, less 1
        self._numbers: dict[Cell, cp_model.IntVar] = {}
        for cell, values in model.cells.items():
            deadline.check()
            held = {self.model.new_bool_var(f"{cell}={value}"): (cell, value) for value in values}
            self.model.add_exactly_one(held)
            self._variables += held
            self.places |= held
        every = sorted({value for values in model.cells.values() for value in values}, key=str)
        self._number_of = {value: i for i, value in enumerate(every)}

    def add(self, constraint: Constraint) -> None:
        match constraint:
            case Differ(cells):
                self.model.add_all_different(self._number(cell) for cell in cells)
            case Regular(path, automaton) if constraint.is_proper:
                numbers = [self._number(cell) for cell in path]
                arcs = [
                    (state, self._number_of[value], target)
                    for state, value, target in automaton.arcs(self._number_of)
                ]
                self.model.add_automaton(numbers, 0, automaton.ends, arcs)
            case _:
                for part in lowered(self._out, constraint):
                    self._add_part(part)

    def refine(self, held: list[cp_model.IntVar]) -> bool:
        """Add what a board breaks of what was postponed; whether it breaks anything."""
        facts = [
            self._out.literals[cell][value] for cell, value in map(self.places.__getitem__, held)
        ]
        if not self._out.refine(lambda: facts):
            return False
        for part in self._out.parts():
            self._add_part(part)
        return True

    def _add_part(self, part: Part) -> None:
        match part:
            case Linear(terms, low, high):
                literals = [self._literal(literal) for _, literal in terms]
                weights = [weight for weight, _ in terms]
                total = cp_model.LinearExpr.weighted_sum(literals, weights)
                self.model.add_linear_constraint(total, low, high)
            case clause:
                self.model.add_bool_or([self._literal(literal) for literal in clause])

    def _literal(self, literal: int) -> cp_model.LiteralT:
        while abs(literal) > len(self._variables):
            self._variables.append(self.model.new_bool_var(f"helper {len(self._variables)}"))
        variable = self._variables[abs(literal) - 1]
        return variable if literal > 0 else variable.negated()

    def _number(self, cell: Cell) -> cp_model.IntVar:
        """The cell's value as a number."""
        if cell not in self._numbers:
            held = self._out.literals[cell]
            number = self.model.new_int_var(0, len(self._number_of) - 1, cell)
            self.model.add(
                number
                == sum(
                    self._number_of[value] * self._literal(literal)
                    for value, literal in held.items()
                )
            )
            self._numbers[cell] = number
        return self._numbers[cell]
