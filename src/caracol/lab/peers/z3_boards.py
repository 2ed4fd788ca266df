"""Z3: how many boards, up to a limit? A Boolean for each cell and value, sums as Z3 has them.

The rules are caracol's own: unlike the other peers, this one translates them.
"""

from typing import Any

import z3

from ...kinds.lowering import Linear, Part, lowered, lowering
from ...model import Domains, Rule, Sum

Literal = Any  # Z3 has no types


def count(cells: Domains, rules: tuple[Rule, ...], limit: int) -> int:
    out = lowering(cells)
    out.one_value()
    # Its solver for finite domains is the faster one, unless there is something to add up.
    sums = any(isinstance(rule.constraint, Sum) for rule in rules)
    solver = z3.Solver() if sums else z3.SolverFor("QF_FD")
    parts = [*out.parts(), *(part for rule in rules for part in lowered(out, rule.constraint))]
    variables = [z3.Bool(f"x{i}") for i in range(out.top + 1)]
    for part in parts:
        solver.add(*_told(part, variables))
    found = 0
    while found < limit and solver.check() == z3.sat:
        found += 1
        board = solver.model()
        facts = variables[1 : out.facts + 1]
        solver.add(z3.Or([z3.Not(fact) for fact in facts if board[fact]]))
    return found


def _told(part: Part, variables: list[Literal]) -> list[Literal]:
    match part:
        case Linear(terms, low, high):
            weighted = [(_literal(literal, variables), weight) for weight, literal in terms]
            if low == high:
                return [z3.PbEq(weighted, low)]
            return [z3.PbGe(weighted, low), z3.PbLe(weighted, high)]
        case clause:
            return [z3.Or([_literal(literal, variables) for literal in clause])]


def _literal(literal: int, variables: list[Literal]) -> Literal:
    return variables[literal] if literal > 0 else z3.Not(variables[-literal])
