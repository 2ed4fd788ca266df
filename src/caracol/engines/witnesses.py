"""Boards that stand against ruling values out, and the cheapest rules that break them all.

Rules, facts and witnesses have numbers; sets of witnesses and of rules are bits of an integer. That
makes a search among some hundred witnesses a matter of a few operations at each node.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from . import Deadline
from .hitting import cheapest

# Shallow searches are over long before that; in deep ones a MaxSAT solver is faster.
MOST_NODES = 2000
# Witnesses are put in order again when they have become so many times as many.
UNTIDY = 1.3
# Dearer than any rules.
NEVER_SO_DEAR = 10**9


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
        self._prices = prices
        self._cheapest_rule = min(prices, default=0)
        self._against: dict[int, int] = {}  # by fact, the witnesses that hold it
        self._broken: list[list[int]] = []  # by witness, the rules that it breaks
        self._price: list[int] = []  # by witness, what the cheapest of them costs
        self._breaking = [0] * len(prices)  # by rule, the witnesses that it breaks
        self._apart: dict[int, int] = {}  # by witness, those that share no broken rule with it
        self._dead = self._untidy = 0
        self._touched: list[int] = []  # the rules that each known fact may have made stronger
        self._fresh: dict[int, int] = {}  # by moment, the witness for what is known since
        self._bounds: dict[int, list[Bound]] = {}  # by fact, falling, the latest last
        self._ready: dict[int, list[int]] = {}  # by fact, rules that broke all and were too dear
        self._spare = self._beyond = 0

    def add(self, facts: Iterable[int], broken: Collection[int]) -> None:
        """A board breaks only these rules, and these facts, false in the solution, hold on it."""
        witness = self._numbered(broken)
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
        live = [i for i in range(len(self._broken)) if not self._dead >> i & 1]
        live.sort(key=lambda i: len(self._broken[i]))
        moved = {i: 1 << place for place, i in enumerate(live)}
        for fact, witnesses in self._against.items():
            self._against[fact] = sum(moved[i] for i in _numbers(witnesses & ~self._dead))
        kept = [self._broken[i] for i in live]
        self._broken, self._price, self._dead = [], [], 0
        self._breaking = [0] * len(self._prices)
        for broken in kept:
            self._numbered(broken)
        self._untidy = int(UNTIDY * len(kept)) + 4

    def breaking_all(self, fact: int) -> list[int]:
        """The rules each of which breaks all witnesses against a fact."""
        live = self._against[fact] & ~self._dead
        return [rule for rule in self._first(live) if self._breaking[rule] & live == live]

    def bound(self, fact: int) -> int:
        """What was last known about the price of its reasons."""
        return self._bounds[fact][-1].price if fact in self._bounds else 0

    def break_all(self, fact: int, most: int, deadline: Deadline) -> tuple[int, list[int]]:
        """Rules for that price that break all witnesses against a fact; or none, and a bound."""
        if len(self._broken) > self._untidy:
            self.tidy()
        live = self._against[fact] & ~self._dead
        bounds = self._bounds.setdefault(fact, [])
        before = next((bound for bound in reversed(bounds) if bound.price > most), None)
        if before:
            if before.when == len(self._touched):
                return before.price, []
            live |= self._since(before.when)
        price, rules = self._cheap(fact, live, most, deadline)
        if rules:
            return price, rules
        price = min(price, before.price) if before else price
        while bounds and bounds[-1].price <= price:
            bounds.pop()
        bounds.append(Bound(price, len(self._touched)))
        return price, []

    def break_greedily(self, fact: int) -> list[int]:
        """Rules that break all witnesses against a fact, not at the least price, but at once."""
        live, rules = self._against[fact] & ~self._dead, list[int]()
        while live:
            most = max(
                self._first(live),
                key=lambda rule: (self._breaking[rule] & live).bit_count() / self._prices[rule],
            )
            rules.append(most)
            live &= ~self._breaking[most]
        return rules

    def _numbered(self, broken: Collection[int]) -> int:
        witness = 1 << len(self._broken)
        self._broken.append([*broken])
        self._price.append(min(self._prices[rule] for rule in broken))
        for rule in broken:
            self._breaking[rule] |= witness
        self._apart.clear()
        return witness

    def _forget_fresh(self) -> None:
        for witness in self._fresh.values():
            self._dead |= witness
        self._fresh.clear()

    def _first(self, live: int) -> list[int]:
        """The rules that the first of these witnesses breaks."""
        return self._broken[(live & -live).bit_length() - 1]

    def _since(self, when: int) -> int:
        """As if it were a witness: one of the rules touched since then must be in a reason."""
        if when not in self._fresh:
            touched = 0
            for rules in self._touched[when:]:
                touched |= rules
            self._fresh[when] = self._numbered(_numbers(touched))
        return self._fresh[when]

    def _cheap(self, fact: int, live: int, most: int, deadline: Deadline) -> tuple[int, list[int]]:
        """Rules that break the live and cost no more than that; or none, and what any cost."""
        ready = self._ready.get(fact)
        if ready and self._cost(ready) <= most and self._break_each(ready, live):
            return self._cost(ready), ready
        self._spare, self._beyond = MOST_NODES, NEVER_SO_DEAR
        try:
            rules = self._search(live, 0, most)
        except _Deep:
            rules = cheapest([self._broken[i] for i in _numbers(live)], self._prices, deadline)
            if self._cost(rules) > most:
                self._ready[fact] = rules
                return self._cost(rules), []
        return most + self._beyond if rules is None else self._cost(rules), rules or []

    def _cost(self, rules: Iterable[int]) -> int:
        return sum(self._prices[rule] for rule in rules)

    def _break_each(self, rules: Iterable[int], live: int) -> bool:
        for rule in rules:
            live &= ~self._breaking[rule]
        return not live

    def _search(self, live: int, without: int, left: int) -> list[int] | None:
        """Rules that break these witnesses for what is left to spend, none of those without."""
        self._spare -= 1
        if not self._spare:
            raise _Deep
        if not self._affordable(live, left):
            return None
        choices = [
            (self._breaking[rule] & live, rule)
            for rule in self._first(live)
            if not without >> rule & 1
        ]
        if left < 2 * self._cheapest_rule:
            return self._last(choices, live, left)
        choices.sort(key=_fewest)
        tried: list[tuple[int, int]] = []
        for broken, rule in reversed(choices):
            price = self._prices[rule]
            if price > left:
                self._beyond = min(self._beyond, price - left)
            elif broken == live:
                return [rule]
            elif not _outdone(broken, price, tried):
                rest = self._search(live & ~broken, without, left - price)
                if rest is not None:
                    return [*rest, rule]
                tried.append((broken, price))
            without |= 1 << rule
        return None

    def _affordable(self, live: int, left: int) -> bool:
        """Witnesses that share no broken rule need one each."""
        needed, price, apart = 0, self._price, self._apart
        while live:
            one = (live & -live).bit_length() - 1
            needed += price[one]
            live &= apart[one] if one in apart else self._set_apart(one)
        if needed > left:
            self._beyond = min(self._beyond, needed - left)
        return needed <= left

    def _set_apart(self, witness: int) -> int:
        sharing = 0
        for rule in self._broken[witness]:
            sharing |= self._breaking[rule]
        self._apart[witness] = ~sharing
        return ~sharing

    def _last(self, choices: list[tuple[int, int]], live: int, left: int) -> list[int] | None:
        """One rule that breaks them all, where there is nothing to spend on a second."""
        for broken, rule in choices:
            if broken == live:
                if self._prices[rule] <= left:
                    return [rule]
                self._beyond = min(self._beyond, self._prices[rule] - left)
        self._beyond = min(self._beyond, 2 * self._cheapest_rule - left)
        return None


class _Deep(Exception):
    """A search of too many nodes."""


def _outdone(broken: int, price: int, tried: list[tuple[int, int]]) -> bool:
    """Whether a rule that was tried would break all that, for no more."""
    for other, cost in tried:  # noqa: SIM110 any() takes twice as long, and most time goes here
        if broken | other == other and cost <= price:
            return True
    return False


def _fewest(choice: tuple[int, int]) -> int:
    return choice[0].bit_count()


def _numbers(bits: int) -> list[int]:
    """Which bits are set."""
    found = []
    while bits:
        found.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return found
