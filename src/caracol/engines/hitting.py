"""Smallest sets that meet all given sets, one after the other, by pysat's Hitman."""

from collections.abc import Iterable, Sequence

from pysat.examples.hitman import Hitman
from pysat.examples.rc2 import RC2Stratified
from pysat.formula import WCNF

from . import Deadline


class Hitting:
    """Grows by sets to be met; each answer is a smallest set that meets all so far."""

    def __init__(self) -> None:
        self._hitman = Hitman(htype="sorted")

    def __enter__(self) -> "Hitting":
        return self

    def __exit__(self, *_: object) -> None:
        self._hitman.delete()

    def add(self, some: Iterable[int]) -> None:
        self._hitman.hit(list(some))

    def smallest(self) -> list[int]:
        return self._hitman.get() or []


def cheapest(sets: Sequence[Sequence[int]], prices: Sequence[int], deadline: Deadline) -> list[int]:
    """The cheapest numbers, each with its price, that meet all sets."""
    wanted = WCNF()
    for some in sets:
        wanted.append([i + 1 for i in some])
    for i in sorted({i for some in sets for i in some}):
        wanted.append([-i - 1], weight=prices[i])
    with _Watched(wanted, deadline) as solver:
        return [literal - 1 for literal in solver.compute() if literal > 0]


class _Watched(RC2Stratified):  # type: ignore[misc] # pysat has no types
    """Looks at the clock between the solver's questions."""

    def __init__(self, wanted: WCNF, deadline: Deadline) -> None:
        self._deadline = deadline
        super().__init__(wanted)

    def process_core(self) -> None:
        self._deadline.left()
        super().process_core()
