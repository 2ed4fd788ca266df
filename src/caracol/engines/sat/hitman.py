"""Smallest hitting sets of a growing collection of sets, by pysat's Hitman."""

from collections.abc import Iterable

from ...deadline import NEVER, Deadline
from .solvers import solve


class SmallestHittingSets:
    """Grows by sets; each answer is a smallest hitting set of all so far."""

    def __init__(self) -> None:
        from pysat.examples.hitman import Hitman  # loading it takes as long as the solvers

        self._hitman = Hitman(htype="sorted")

    def __enter__(self) -> "SmallestHittingSets":
        return self

    def __exit__(self, *_: object) -> None:
        self._hitman.delete()

    def add(self, some: Iterable[int]) -> None:
        self._hitman.hit(list(some))

    def smallest(self, deadline: Deadline = NEVER) -> list[int]:
        """When time is up, raise OutOfTime; no more is to be asked then."""
        oracle = self._hitman.oracle.oracle

        def asked(assumptions: list[int], expect_interrupt: bool = False) -> bool:  # noqa: ARG001
            return solve(oracle.solver, list(assumptions), deadline)

        # Whichever way Hitman asks its solver: each time the clock is read.
        oracle.solve = oracle.solve_limited = asked
        return self._hitman.get() or []
