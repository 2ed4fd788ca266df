"""Puzzles that are ready before anybody asks: fresh ones, each given away once, and daily ones."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Iterable
from contextlib import suppress

from ..explanations.grade import Level
from .asked import Fresh, to_json
from .pools import Busy, NoAnswer, Pool

# How many are kept of a kind, of how many kinds, and how many puzzles of days.
OF_EACH, KINDS, DAYS = 2, 64, 256
# What people ask for first.
LEVELS = ("", *(level.value for level in Level if level is not Level.CASES))


class Stock:
    """Fresh puzzles by what is asked for; kinds that nobody has asked for lately are dropped."""

    def __init__(self, of_each: int = OF_EACH) -> None:
        self._of_each = of_each
        self._kinds: OrderedDict[Fresh, deque[bytes]] = OrderedDict()
        self._days: OrderedDict[object, bytes] = OrderedDict()
        self._wanted = asyncio.Event()

    def want(self, kinds: Iterable[Fresh]) -> None:
        """Have some of these kinds ready, those named last first."""
        for kind in kinds:
            self._kinds.setdefault(kind, deque())
            self._kinds.move_to_end(kind)
        while len(self._kinds) > KINDS:
            self._kinds.popitem(last=False)
        self._wanted.set()

    def take(self, kind: Fresh) -> bytes | None:
        """A puzzle that is ready, which nobody else gets."""
        ready = self._kinds.get(kind)
        if not ready:
            return None
        self.want([kind])
        return ready.popleft()

    def day(self, key: object) -> bytes | None:
        return self._days.get(key)

    def keep_day(self, key: object, answer: bytes) -> None:
        self._days[key] = answer
        while len(self._days) > DAYS:
            self._days.popitem(last=False)

    async def fill(self, pool: Pool) -> None:
        """Make what is missing, one after the other, without end."""
        while True:
            kind = self._missing()
            if kind is None:
                self._wanted.clear()
                await self._wanted.wait()
                continue
            made = None
            with suppress(Busy, NoAnswer):
                made = await pool.answer("fresh", to_json(kind))
            if not isinstance(made, bytes):
                self._kinds.pop(kind, None)  # it cannot be made, or takes too long
            elif kind in self._kinds:
                self._kinds[kind].append(made)

    def _missing(self) -> Fresh | None:
        """The kind that was asked for last among those of which there are the fewest."""
        short = [
            kind for kind, ready in reversed(self._kinds.items()) if len(ready) < self._of_each
        ]
        return min(short, key=lambda kind: len(self._kinds[kind]), default=None)


def first_kinds(sizes: Iterable[tuple[str, str]]) -> Iterable[Fresh]:
    """Every level of some families and sizes; those without a level are made first."""
    sizes = list(sizes)
    return [Fresh(family, size, level) for level in reversed(LEVELS) for family, size in sizes]
