"""Refutations that anyone can re-check: clauses that follow one on another, to the empty one."""

from collections.abc import Sequence

from pysat.solvers import Glucose4, Minisat22

from . import NEVER, Deadline

# After so many conflicts the solver looks at the clock.
PATIENCE = 20_000
# Cells with more values than this are better told apart value by value: what a solver learns of a
# Turn 12 with 72 digits a face takes 200 kB, the cases of two faces take 10.
MANY_VALUES = 16

Clause = Sequence[int]


def refutation(
    clauses: Sequence[Clause], cells: Sequence[Clause], deadline: Deadline = NEVER
) -> list[list[int]]:
    """Clauses each of which follows from those before it by unit propagation, the last empty.

    Each cell is the literals of its values.
    """
    if max(map(len, cells)) > MANY_VALUES:
        return _Cases(clauses, cells, deadline).proof
    return _learned(clauses, deadline)


def _learned(clauses: Sequence[Clause], deadline: Deadline) -> list[list[int]]:
    """What a solver learned on its way to "no solution"."""
    with Glucose4(bootstrap_with=clauses, with_proof=True) as solver:
        found = None
        while found is None:
            deadline.left()
            solver.conf_budget(PATIENCE)
            found = solver.solve_limited()
        assert found is False, "only what has no solution can be refuted"
        lines = [line for line in solver.get_proof() if line[0] != "d"]
    learned = [[int(word) for word in line.split()[:-1]] for line in lines]
    return [*(clause for clause in learned if clause), []]


class _Cases:
    """Case by case, always of a cell with the fewest values left."""

    def __init__(
        self, clauses: Sequence[Clause], cells: Sequence[Clause], deadline: Deadline
    ) -> None:
        self.proof: list[list[int]] = []
        self._cells, self._deadline = cells, deadline
        # The solver does not tell what follows from nothing, so all follows from this.
        self._always = 1 + max(abs(literal) for clause in clauses for literal in clause)
        with Minisat22() as self._solver:
            for clause in clauses:
                self._solver.add_clause([*clause, -self._always] if len(clause) == 1 else clause)
            self._close([])

    def _close(self, case: list[int]) -> None:
        self._deadline.left()
        possible, implied = self._solver.propagate(assumptions=[self._always, *case])
        if possible:
            gone = {-literal for literal in implied}
            left = ([value for value in cell if value not in gone] for cell in self._cells)
            for value in min((values for values in left if len(values) > 1), key=len):
                self._close([*case, value])
        refused = [-value for value in case]
        self.proof.append(refused)
        self._solver.add_clause([*refused, -self._always])
