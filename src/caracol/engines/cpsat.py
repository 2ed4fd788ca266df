"""OR-Tools CP-SAT, asked directly: a fresh model per puzzle, in its own constraints."""

import time
from collections.abc import Iterator
from typing import assert_never

from ortools.sat.python import cp_model

from .. import direct
from ..deadline import Deadline
from ..model import Count, Cycle, Differ, First, Is, Model, Next, Rule, Stands, Sum
from ..puzzle import Cell, OutOfTime, Value
from . import Board, Engine, Run, Statistics, heed_ctrl_c, timed


def engine(_solver: str = "") -> Engine:
    return run


def run(model: Model, clues: tuple[Rule, ...], deadline: Deadline) -> Run:
    statistics = Statistics("cpsat")
    return Run(timed(_boards(model, clues, deadline, statistics), statistics), statistics)


def _boards(
    model: Model, clues: tuple[Rule, ...], deadline: Deadline, statistics: Statistics
) -> Iterator[Board]:
    start = time.perf_counter()
    told_model = _Translation(model, deadline)
    for rule in (*model.rules, *clues):
        told_model.add(rule)
        deadline.left()
    proto = told_model.model.proto
    statistics.variables, statistics.constraints = len(proto.variables), len(proto.constraints)
    statistics.build_seconds = time.perf_counter() - start
    statistics.solve_seconds -= statistics.build_seconds
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    while _solve(solver, told_model.model, deadline, statistics):
        held = [literal for literal in told_model.places if solver.boolean_value(literal)]
        yield dict(told_model.places[literal] for literal in held)
        told_model.model.add_bool_or(literal.negated() for literal in held)


def _solve(
    solver: cp_model.CpSolver,
    model: cp_model.CpModel,
    deadline: Deadline,
    statistics: Statistics,
) -> bool:
    left = deadline.left()
    if left is not None:
        solver.parameters.max_time_in_seconds = left
    status = solver.solve(model)
    heed_ctrl_c()
    response = solver.response_proto
    statistics.add(
        decisions=response.num_branches,
        conflicts=response.num_conflicts,
        propagations=response.num_binary_propagations + response.num_integer_propagations,
        restarts=response.num_restarts,
    )
    if status == cp_model.UNKNOWN:
        # It stops early for two reasons, and it swallows the second.
        raise OutOfTime("out of time") if left is not None else KeyboardInterrupt
    assert status != cp_model.MODEL_INVALID, model.validate()
    return status != cp_model.INFEASIBLE


class _Translation:
    """A literal for every fact, and a number for a cell where a constraint wants one."""

    def __init__(self, model: Model, deadline: Deadline) -> None:
        self.model = cp_model.CpModel()
        self.domains = model.cells
        self.holds: dict[Cell, dict[Value, cp_model.IntVar]] = {}
        self.places: dict[cp_model.IntVar, tuple[Cell, Value]] = {}
        self._numbers: dict[Cell, cp_model.IntVar] = {}
        for cell, values in model.cells.items():
            deadline.left()
            held = {value: self.model.new_bool_var(f"{cell}={value}") for value in values}
            self.model.add_exactly_one(held.values())
            self.holds[cell] = held
            self.places |= {literal: (cell, value) for value, literal in held.items()}
        every = sorted({value for values in model.cells.values() for value in values}, key=str)
        self.number_of = {value: i for i, value in enumerate(every)}

    def number(self, cell: Cell) -> cp_model.IntVar:
        """The cell's value as a number."""
        if cell not in self._numbers:
            held = self.holds[cell]
            number = self.model.new_int_var(0, len(self.number_of) - 1, cell)
            self.model.add(
                number == sum(self.number_of[value] * literal for value, literal in held.items())
            )
            self._numbers[cell] = number
        return self._numbers[cell]

    def add(self, rule: Rule) -> None:
        match rule.constraint:
            case Is(cell, value):
                self.model.add_bool_or([self.holds[cell][value]])
            case Count(cells, values, low, high):
                hits = [
                    self.holds[cell][value]
                    for cell in cells
                    for value in values
                    if value in self.holds[cell]
                ]
                self.model.add_linear_constraint(sum(hits), low, high)
            case Differ(cells):
                self.model.add_all_different(self.number(cell) for cell in cells)
            case Sum(cells, total, _) as constraint:
                weights = (
                    constraint.weight(i, value) * literal
                    for i, cell in enumerate(cells)
                    for value, literal in self.holds[cell].items()
                )
                self.model.add(sum(weights) == total)
            case Cycle():
                self._cycle(rule.constraint)
            case First() | Next() | Stands():
                for clause in direct.clauses(rule.constraint, self.domains):
                    literals = (self.holds[cell][value] for cell, value, _ in clause)
                    self.model.add_bool_or(
                        literal if fact.holds else literal.negated()
                        for literal, fact in zip(literals, clause, strict=True)
                    )
            case _:
                assert_never(rule.constraint)

    def _cycle(self, cycle: Cycle) -> None:
        """An automaton whose states are the places in the key."""
        numbers = [self.number(cell) for cell in cycle.path]
        blank = self.number_of[cycle.blank]
        arcs = [(i, blank, i) for i in range(len(cycle.key))]
        for i, value in enumerate(cycle.key):
            arcs.append((i, self.number_of[value], (i + 1) % len(cycle.key)))
        self.model.add_automaton(numbers, 0, [0], arcs)
