"""Puzzles that are ready before anybody asks: fresh ones, each given away once, and daily ones."""

import asyncio
import json
from collections import Counter, OrderedDict, deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta
from itertools import chain
from typing import Protocol

from ..generation.targets import band
from ..records import Fields
from .asked import Daily, Fresh, to_json
from .making import LEVELS, levels, usual_sizes
from .pools import Busy, NoAnswer, Outcome

# How many are kept of a kind, of how many kinds, and how many puzzles of days.
OF_EACH, KINDS, DAYS = 2, 256, 256
# How often a kind is tried before it is taken to be impossible, or as good as that.
TRIES = 3
# Seconds to make one in while somebody waits, and while nobody does.
SOON, AHEAD = 0.4, 60.0

Kind = Fresh | Daily


class Maker(Protocol):
    """Whoever makes puzzles, such as a pool."""

    async def answer(
        self, name: str, fields: Fields, seconds: float | None = None, /
    ) -> Outcome: ...


class Stock:
    """Fresh puzzles by what is asked for; kinds that nobody has asked for lately are dropped."""

    def __init__(self, of_each: int = OF_EACH) -> None:
        self._of_each = of_each
        self._kinds: OrderedDict[Fresh, deque[bytes]] = OrderedDict()
        self._days: OrderedDict[Daily, bytes] = OrderedDict()
        self._each_day: dict[Daily, None] = {}
        self._visited: set[str] = set()
        self._failed: Counter[Kind] = Counter()
        self._wanted = asyncio.Event()

    def want(self, kinds: Iterable[Fresh]) -> None:
        """Have some of these kinds ready, those named last first."""
        if not self._of_each:
            return
        for kind in kinds:
            self._kinds.setdefault(kind, deque())
            self._kinds.move_to_end(kind)
        while len(self._kinds) > KINDS:
            self._kinds.popitem(last=False)
        self._wanted.set()

    def want_days(self, kinds: Iterable[Daily]) -> None:
        """Have these ready of today and of tomorrow, whatever their date."""
        self._each_day |= dict.fromkeys(kinds)
        self._wanted.set()

    def visit(self, family: str) -> None:
        """Somebody looks at this family: have all of its sizes and levels ready."""
        if self._of_each and family not in self._visited:
            self._visited.add(family)
            self.want(kinds_of(family))
            self.want_days(days_of(family))

    def take(self, kind: Fresh) -> bytes | None:
        """A puzzle that is ready, which nobody else gets."""
        ready = self._kinds.get(kind)
        if not ready:
            return None
        self.want([kind])
        return ready.popleft()

    def day(self, day: Daily) -> bytes | None:
        return self._days.get(day)

    def keep_day(self, day: Daily, answer: bytes) -> None:
        self._days[day] = answer
        while len(self._days) > DAYS:
            self._days.popitem(last=False)

    def has_given_up(self, kind: Kind) -> bool:
        """Whether that cannot be made, or takes too long."""
        return self._failed[kind] >= TRIES

    def offered(self, families: bytes) -> bytes:
        """What is told of families, without levels that have been found not to exist."""
        told = json.loads(families)
        for one in told["families"]:
            for size, of_size in one["levels"].items():
                possible = (Fresh(one["name"], size, level) for level in of_size)
                one["levels"][size] = [k.level for k in possible if not self.has_given_up(k)]
        return json.dumps(told).encode()

    async def fill(self, maker: Maker) -> None:
        """Make what is missing, one after the other, without end."""
        while True:
            kind = next(self._missing(), None)
            if kind is None:
                self._wanted.clear()
                with suppress(TimeoutError):  # another day may have come
                    await asyncio.wait_for(self._wanted.wait(), 3600)
                continue
            name = "fresh" if isinstance(kind, Fresh) else "daily"
            made = None
            with suppress(Busy, NoAnswer):
                made = await maker.answer(name, to_json(kind), AHEAD)
            if not isinstance(made, bytes):
                self._failed[kind] += 1
            elif isinstance(kind, Daily):
                self.keep_day(kind, made)
            elif kind in self._kinds:
                self._kinds[kind].append(made)

    def _missing(self) -> Iterator[Kind]:
        """What is not there, what is most likely asked for first."""
        newest = [*reversed(self._kinds)]
        of_today, of_tomorrow = (self._of_day(date.today() + timedelta(i)) for i in range(2))
        rounds = (
            [kind for kind in newest if len(self._kinds[kind]) == n] for n in range(self._of_each)
        )
        every: Iterable[Kind] = chain(of_today, *rounds, of_tomorrow)
        return (kind for kind in every if not self.has_given_up(kind))

    def _of_day(self, day: date) -> list[Daily]:
        of_day = (replace(kind, date=day.isoformat()) for kind in self._each_day)
        return [kind for kind in of_day if kind not in self._days]

    async def fresh(self, kind: Fresh, quick: Maker, slow: Maker) -> Outcome:
        """A fresh puzzle within a second: one that is ready, or made at once, or of the level
        nearest to the one asked for; only where none of these is possible it takes longer."""
        made: Outcome | None = self.take(kind)
        if made is not None:
            return made
        self.want([kind])
        if not self.has_given_up(kind):
            made = await _soon(kind, quick)
            if isinstance(made, bytes):
                return made
        if kind.level:
            any_level = replace(kind, level="")
            at_hand = filter(None, map(self.take, (*nearest(kind), any_level)))
            made = next(at_hand, None) or await _soon(any_level, quick)
            if not isinstance(made, bytes):
                made = await slow.answer("fresh", to_json(any_level))
            return _instead(kind, made) if isinstance(made, bytes) else made
        return await slow.answer("fresh", to_json(kind))


async def _soon(kind: Fresh, maker: Maker) -> Outcome:
    return await maker.answer("fresh", to_json(kind), SOON)


def _instead(kind: Fresh, made: bytes) -> bytes:
    """A puzzle of another level than the one that was wanted."""
    return json.dumps(json.loads(made) | {"wanted": kind.level}).encode()


def nearest(kind: Fresh) -> Iterator[Fresh]:
    """The same of other levels, those nearest first, easier ones before harder ones."""
    at = LEVELS.index(band(kind.level).low.value)
    others = sorted(range(len(LEVELS)), key=lambda i: (abs(i - at), i))
    return (replace(kind, level=LEVELS[i]) for i in others if i != at)


def first_kinds(families: Iterable[str]) -> list[Fresh]:
    """What is ready before anybody looks at a family: its sizes in any level, made at once; those
    people ask for first come last."""
    every = [
        (i, Fresh(family, size))
        for family in families
        for i, size in enumerate(usual_sizes(family))
    ]
    return [kind for _, kind in sorted(every, key=lambda one: one[0], reverse=True)]


def kinds_of(family: str) -> list[Fresh]:
    """Every size in every level, in the same order: usual sizes and easy puzzles last."""
    every = [
        Fresh(family, size, level)
        for size in usual_sizes(family)
        for level in ("", *levels(family))
    ]
    return every[::-1]


def first_days(families: Iterable[str]) -> list[Daily]:
    return [Daily(family, "") for family in families]


def days_of(family: str) -> list[Daily]:
    return [Daily(family, "", level) for level in ("", *levels(family))]
