"""Boards that stand against ruling values out, and what follows for the price of reasons."""

from collections.abc import Collection, Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple

from .hitting_sets import Breaking, bits

# Witnesses are put in order again when they have become so many times as many.
UNTIDY = 1.3


class Bound(NamedTuple):
    """What the reasons for a fact cost at least, as of so many known facts."""

    price: int
    when: int


class Witnesses:
    """Which facts each witness holds, which rules it breaks, and what follows for reasons.

    What is known only grows, and with it witnesses die; but in the reasons that it adds there is a
    rule that what has become known touches. So a bound from earlier on still holds for all others.
    """

    def __init__(self, prices: Sequence[int]) -> None:
        self._breaking = Breaking(prices)
        self._against: dict[int, int] = {}  # by fact, the witnesses that hold it
        self._dead = self._untidy = 0
        self._touched: list[int] = []  # the rules that each known fact may have made stronger
        self._fresh: dict[int, int] = {}  # by moment, the witness for what is known since
        self._bounds: dict[int, list[Bound]] = {}  # by fact, falling, the latest last
        self._long: set[int] = set()  # the facts for which a search was long

    def add(self, facts: Iterable[int], broken: Collection[int]) -> None:
        """A board breaks only these rules, and these facts, false in the solution, hold on it."""
        witness = self._breaking.add(broken)
        for fact in facts:
            self._against[fact] = self._against.get(fact, 0) | witness

    def settle(self, fact: int, touching: Iterable[int]) -> None:
        """The fact is known to be false, which these rules may make use of."""
        self._dead |= self._against.pop(fact, 0)
        self._touched.append(sum(1 << rule for rule in touching))
        self._forget_fresh()

    def tidy(self) -> None:
        """Forget the dead, and put those that break few rules first, where they bound best."""
        self._forget_fresh()
        sizes = self._breaking.sizes
        live = [i for i in range(len(sizes)) if not self._dead >> i & 1]
        live.sort(key=sizes.__getitem__)
        self._breaking.keep(live)
        # The digits of a number begin with its last bit; here there is always a nought before.
        moved = itemgetter(0, *[len(sizes) - i for i in reversed(live)])
        for fact, witnesses in self._against.items():
            digits = f"{witnesses:0{len(sizes) + 1}b}"
            self._against[fact] = int("".join(moved(digits)), 2)
        self._dead = 0
        self._untidy = int(UNTIDY * len(live)) + 4

    def breaking_all(self, fact: int) -> list[int]:
        """The rules each of which breaks all witnesses against a fact."""
        return self._breaking.common(self._live(fact))

    def bound(self, fact: int) -> int:
        """What was last known about the price of its reasons."""
        bounds = self._bounds.get(fact)
        return bounds[-1].price if bounds else 0

    def break_all(self, fact: int, most: int, nodes: int) -> tuple[int, list[int]]:
        """Rules for that price that break all witnesses against a fact; or none, and a bound.

        Raise LongSearch if that takes many more nodes than that.
        """
        if len(self._breaking.sizes) > self._untidy:
            self.tidy()
        live = self._live(fact)
        bounds = self._bounds.setdefault(fact, [])
        before = next((bound for bound in reversed(bounds) if bound.price > most), None)
        if before:
            if before.when == len(self._touched):
                return before.price, []
            live |= self._since(before.when)
        try:
            price, rules = self._breaking.cheap(live, most, nodes)
        finally:
            if self._breaking.was_long:
                self._long.add(fact)
        if rules:
            return price, rules
        price = min(price, before.price) if before else price
        while bounds and bounds[-1].price <= price:
            bounds.pop()
        bounds.append(Bound(price, len(self._touched)))
        return price, []

    def was_long(self, fact: int) -> bool:
        """Whether a search for rules that break all witnesses against it was long."""
        return fact in self._long

    def break_quickly(self, fact: int) -> list[int]:
        """Rules that break all witnesses against a fact, not at the least price, but at once."""
        return self._breaking.quick(self._live(fact))

    def _live(self, fact: int) -> int:
        return self._against[fact] & ~self._dead

    def _forget_fresh(self) -> None:
        for witness in self._fresh.values():
            self._dead |= witness
        self._fresh.clear()

    def _since(self, when: int) -> int:
        """As if it were a witness: one of the rules touched since then must be in a reason."""
        if when not in self._fresh:
            touched = 0
            for rules in self._touched[when:]:
                touched |= rules
            self._fresh[when] = self._breaking.add(bits(touched))
        return self._fresh[when]
