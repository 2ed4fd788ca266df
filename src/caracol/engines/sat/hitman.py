"""Smallest hitting sets of a growing collection of sets, by pysat's Hitman."""

from collections.abc import Iterable
from functools import partial
from threading import Timer

from pysat.examples.hitman import Hitman

from ...deadline import NEVER, Deadline


class SmallestHittingSets:
    """Grows by sets; each answer is a smallest hitting set of all so far."""

    def __init__(self) -> None:
        self._hitman = Hitman(htype="sorted")

    def __enter__(self) -> "SmallestHittingSets":
        return self

    def __exit__(self, *_: object) -> None:
        self._hitman.delete()

    def add(self, some: Iterable[int]) -> None:
        self._hitman.hit(list(some))

    def smallest(self, deadline: Deadline = NEVER) -> list[int]:
        left, oracle = deadline.left(), self._hitman.oracle
        if left is None:
            return self._hitman.get() or []
        oracle.compute = partial(type(oracle).compute, oracle, expect_interrupt=True)
        alarm = Timer(left, oracle.interrupt)
        alarm.start()
        try:
            return self._hitman.get() or []
        finally:
            alarm.cancel()
            alarm.join()
            deadline.check()
