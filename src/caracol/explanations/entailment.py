"""What follows from some rules alone, without the rest of the game, and which facts that takes."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial

from ..deadline import NEVER, Deadline
from ..engines.sat.deletion import irreducible
from ..engines.sat.encoder import encoder
from ..engines.sat.solvers import MainSolver, load, solve, solve_lazily
from ..kinds import Clause, Constraint, Domains
from ..puzzle import Cell, Fact


class Entailment:
    """Entailment from some rules, which may have pieces, and facts about their cells."""

    def __init__(
        self,
        domains: Domains,
        rules: Sequence[Constraint],
        deadline: Deadline = NEVER,
        pieces: Sequence[Constraint] = (),
    ) -> None:
        self._deadline = deadline
        scope = {cell for rule in (*rules, *pieces) for cell in rule.cells}
        self._encoder = encoder({cell: domains[cell] for cell in domains if cell in scope})
        self._encoder.postponed = []
        self._literal = self._encoder.facts.literal
        for rule in rules:
            deadline.check()
            rule.lower(self._encoder)
        self._pieces = [*map(self._encoder.selector, pieces)]
        self._encoder.write([*self._encoder.deferred])
        self._solver = MainSolver()
        self._load()

    def __enter__(self) -> "Entailment":
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()

    def _load(self) -> None:
        load(self._solver, self._encoder.take())

    def _solve(self, assumptions: list[int]) -> bool:
        ask = partial(solve, self._solver, assumptions, self._deadline)
        return solve_lazily(self._solver, ask, self._encoder, self._load)

    def implies(self, known: Iterable[Fact], fact: Fact) -> bool:
        assumptions = [*map(self._literal, known), -self._literal(fact)]
        return not self._solve(assumptions)

    def pieces_against(self, known: Iterable[Fact], fact: Fact) -> set[int]:
        """Pieces, by number, that are enough to rule out a fact that is false."""
        found = self._core(self._pieces, [*map(self._literal, known), self._literal(fact)])
        assert found is not None, "what is false is ruled out by all that is known"
        core = {*found}
        return {i for i, piece in enumerate(self._pieces) if piece in core}

    @property
    def cuts(self) -> Mapping[Constraint, Sequence[Clause]]:
        """What answers so far have taken of lazy rules."""
        return self._encoder.cuts

    def needed(self, known: Iterable[Fact], derived: Iterable[Fact]) -> list[Fact]:
        """An irreducible part of what is known that suffices to derive all that.

        It is reduced by deletion, whole cells before single facts.
        """
        some_false = self._encoder.new()
        self._solver.add_clause([-some_false, *(-self._literal(fact) for fact in derived)])
        fact_of = {self._literal(fact): fact for fact in known}

        def core(facts: Iterable[int]) -> list[int] | None:
            return self._core(list(facts), [some_false])

        kept = core(fact_of)
        assert kept is not None, "what is derived is entailed by all that is known"

        def held_by(cells: Collection[Cell]) -> list[int]:
            return [fact for fact in kept if fact_of[fact].cell in cells]

        def cells_in_core(cells: Collection[Cell]) -> set[Cell] | None:
            facts = core(held_by(cells))
            return None if facts is None else {fact_of[fact].cell for fact in facts}

        all_cells = {fact_of[fact].cell for fact in kept}
        cells = irreducible(sorted(all_cells, reverse=True), cells_in_core)
        left = {*irreducible(reversed(held_by(cells)), core)}
        return [fact for number, fact in fact_of.items() if number in left]

    def _core(self, literals: list[int], others: list[int]) -> list[int] | None:
        """Those of the literals in a core that, with the others, has no solution; None if all these
        have one."""
        if self._solve([*others, *literals]):
            return None
        core = set(self._solver.get_core() or ())
        return [literal for literal in literals if literal in core]
