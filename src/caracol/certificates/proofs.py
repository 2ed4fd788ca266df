"""Refutations that anyone can re-check, and boards that anyone can look at.

Both depend on the question alone: what was asked before leaves no trace in them.
"""

import os
from collections.abc import Sequence
from typing import Any

from ..caches import kept
from ..deadline import NEVER, Deadline
from ..engines.sat.solvers import ProofSolver, load
from ..puzzle import UsageError
from .case_split import HAS_SOLUTION, REFUTED, Cases, Clause, Formula, cases

# The conflicts between two looks at the clock.
CONFLICTS_PER_LOOK = 20_000
# The facts that unit propagation may find while cases are tried: some hundredths of a second, over
# three times what any of 2,300 Trids 7 took. Beyond, a solver learns from its conflicts: it gets to
# an end with large boards, but its proofs are longer.
MOST_FACTS = 1_000_000

# The most bytes of proof that a solver may write: verify.py checks no larger certificates.
MOST_BYTES = 64 << 20


def refutation(
    formula: Formula, more: Sequence[Clause], deadline: Deadline = NEVER
) -> list[list[int]]:
    """Clauses each of which follows from those before it by unit propagation, the last empty."""
    deadline.check()
    result, numbers = _cases(formula).refute(more, MOST_FACTS)
    return _clauses(numbers) if result == REFUTED else _learned(formula, more, deadline)


def board(formula: Formula, more: Sequence[Clause], deadline: Deadline = NEVER) -> list[int] | None:
    """What the cells hold on some board that keeps all clauses, if there is one."""
    deadline.check()
    result, numbers = _cases(formula).find(more, MOST_FACTS)
    if result == HAS_SOLUTION:
        return numbers
    return None if result == REFUTED else _searched(formula, more, deadline)


@kept(8)
def _cases(formula: Formula) -> Cases:
    return cases(formula)


def _clauses(numbers: list[int]) -> list[list[int]]:
    """Clauses, each followed by a zero."""
    proof: list[list[int]] = [[]]
    for number in numbers:
        if number:
            proof[-1].append(number)
        else:
            proof.append([])
    return proof[:-1]


def _learned(formula: Formula, more: Sequence[Clause], deadline: Deadline) -> list[list[int]]:
    """What a solver learned on its way to "no solution"."""
    with ProofSolver(with_proof=True) as solver:
        found = _solved(solver, formula, more, deadline)
        assert found is False, "only what has no solution can be refuted"
        lines = [line for line in solver.get_proof() if line[0] != "d"]
    learned = [[int(word) for word in line.split()[:-1]] for line in lines]
    return [*(clause for clause in learned if clause), []]


def _searched(formula: Formula, more: Sequence[Clause], deadline: Deadline) -> list[int] | None:
    """The board that a solver finds that has been asked nothing else."""
    with ProofSolver() as solver:
        if not _solved(solver, formula, more, deadline):
            return None
        true = {literal for literal in solver.get_model() if literal > 0}
    return [value for cell in formula.cells for value in cell if value in true]


def _solved(
    solver: Any,  # noqa: ANN401 pysat has no types
    formula: Formula,
    more: Sequence[Clause],
    deadline: Deadline,
) -> bool:
    load(solver, [*formula.clauses, *more])
    found = None
    while found is None:
        deadline.check()
        solver.conf_budget(CONFLICTS_PER_LOOK)
        found = solver.solve_limited()
        if solver.prfile and os.fstat(solver.prfile.fileno()).st_size > MOST_BYTES:
            raise UsageError("too large to certify: the proof is too long")
    return bool(found)
