"""Some rules on their own, without the rest of the game."""

from collections.abc import Iterable, Sequence

from ..deadline import NEVER, Deadline
from ..engines.sat.encoder import Encoder
from ..engines.sat.solvers import MainSolver, load, solve
from ..model import Constraint, Domains
from ..puzzle import Fact


class Alone:
    """What follows from some rules and some facts."""

    def __init__(
        self, domains: Domains, rules: Sequence[Constraint], deadline: Deadline = NEVER
    ) -> None:
        self._deadline = deadline
        scope = {cell for rule in rules for cell in rule.cells}
        self._encoder = Encoder({cell: domains[cell] for cell in domains if cell in scope})
        for rule in rules:
            deadline.left()
            self._encoder.add(rule)
        for literal in list(self._encoder.deferred):
            self._encoder.write(literal)
        self._solver = MainSolver()
        load(self._solver, self._encoder.clauses)

    def __enter__(self) -> "Alone":
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    def implies(self, known: Iterable[Fact], fact: Fact) -> bool:
        asked = [*map(self._literal, known), -self._literal(fact)]
        return not solve(self._solver, asked, self._deadline)

    def needed(self, known: Iterable[Fact], derived: Iterable[Fact]) -> list[Fact]:
        """Facts out of the known that suffice to derive all that, with none to spare.

        Whole cells are left out before single facts are.
        """
        some_fails = self._encoder.new()
        self._solver.add_clause([-some_fails, *(-self._literal(fact) for fact in derived)])
        told = {self._literal(fact): fact for fact in known}
        kept = self._shrunk([*told], some_fails)
        assert kept is not None, "what is derived follows from all that is known"
        cells = sorted({told[fact].cell for fact in kept})
        by_cell = ([fact for fact in told if told[fact].cell == cell] for cell in cells)
        for group in (*by_cell, *([fact] for fact in kept)):
            rest = [fact for fact in kept if fact not in group]
            if len(rest) < len(kept):
                fewer = self._shrunk(rest, some_fails)
                kept = kept if fewer is None else fewer
        return [told[fact] for fact in kept]

    def _shrunk(self, facts: list[int], goal: int) -> list[int] | None:
        """Those of the facts that rule out the goal, or None if they do not."""
        if solve(self._solver, [goal, *facts], self._deadline):
            return None
        core = set(self._solver.get_core() or ())
        return [fact for fact in facts if fact in core]

    def _literal(self, fact: Fact) -> int:
        held = self._encoder.literals[fact.cell][fact.value]
        return held if fact.holds else -held
