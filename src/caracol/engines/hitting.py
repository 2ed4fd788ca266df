"""Smallest sets that meet all given sets, one after the other, by pysat's Hitman."""

from collections.abc import Iterable

from pysat.examples.hitman import Hitman


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
