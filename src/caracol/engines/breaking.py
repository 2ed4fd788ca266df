"""The cheapest rules that break all of some witnesses.

Rules and witnesses have numbers; sets of them are bits of an integer. That makes a search among
some hundred witnesses a matter of a few operations at each node. Costs are prices, told in parts.
"""

from collections.abc import Collection, Sequence

from .worths import PARTS as FINE_PARTS
from .worths import affordable, improved

# Most searches are over by then; for the others it is worked out what witnesses are worth.
FEW_NODES = 500
# Worths in few bits are soon added up.
PARTS = 4
# Dearer than any rules.
NEVER_SO_DEAR = 10**9

Rules = tuple[int, ...]


class LongSearch(Exception):
    """Too long: with more witnesses it will be shorter."""


class Breaking:
    """Grows by witnesses, each of which breaks some rules."""

    def __init__(self, prices: Sequence[int]) -> None:
        self.rules: list[Rules] = []
        """By witness, those that it breaks."""
        self.witnesses = [0] * len(prices)
        """By rule, those that break it."""
        self._prices = prices
        self._costs = [PARTS * price for price in prices]
        self._least = min(self._costs, default=0)
        self._sums = _sums(prices)
        self._bits: list[int] = []  # by witness, the rules that it breaks
        self._cost: list[int] = []  # by witness, that of the cheapest of these rules
        self._apart: dict[int, int] = {}  # by witness, those that share no broken rule with it
        # Of the search that is going on: worths by the bits they are made of, what it is short of
        # at least, and how many nodes it may still take.
        self._planes: list[tuple[int, int]] = []
        self._short = self._spare = 0

    def add(self, broken: Collection[int]) -> int:
        """A witness that breaks these rules, as a bit."""
        witness = 1 << len(self.rules)
        self.rules.append(tuple(broken))
        self._bits.append(sum([1 << rule for rule in broken]))
        self._cost.append(min([self._costs[rule] for rule in broken]))
        for rule in broken:
            self.witnesses[rule] |= witness
        self._apart.clear()
        return witness

    def keep(self, numbers: Sequence[int]) -> None:
        """Forget all witnesses but these, and number them anew, in this order."""
        self.rules = [self.rules[i] for i in numbers]
        self._bits = [self._bits[i] for i in numbers]
        self._cost = [self._cost[i] for i in numbers]
        self.witnesses = [0] * len(self._prices)
        for i, broken in enumerate(self.rules):
            for rule in broken:
                self.witnesses[rule] |= 1 << i
        self._apart.clear()

    def first(self, live: int) -> Rules:
        """The rules that the first of these witnesses breaks."""
        return self.rules[(live & -live).bit_length() - 1]

    def quick(self, live: int) -> list[int]:
        """Rules that break these witnesses, not at the least price, but found at once."""
        rules = []
        while live:
            most = max(
                self.first(live),
                key=lambda rule: (self.witnesses[rule] & live).bit_count() / self._prices[rule],
            )
            rules.append(most)
            live &= ~self.witnesses[most]
        return rules

    def cheap(
        self, live: int, most: int, worths: dict[Rules, int], nodes: int
    ) -> tuple[int, list[int]]:
        """Rules for that price that break these witnesses; or none, and what any cost at least.

        Worths are kept for the next time: by the rules that a witness breaks. Raise LongSearch if
        so many nodes are not enough.
        """
        self._planes, self._short, self._spare = [], NEVER_SO_DEAR, FEW_NODES
        try:
            found = self._search(live, 0, PARTS * most, 0)
        except LongSearch:
            bound = self._weigh(live, most, worths)
            if bound > most:
                return self._sum_from(bound), []
            self._spare = nodes
            found = self._search(live, 0, PARTS * most, self._worth(live))
        if found is None:
            return self._sum_from(most - (-self._short // PARTS)), []
        return sum([self._prices[rule] for rule in found]), found

    def _sum_from(self, price: int) -> int:
        """The least that rules may cost, from that price on."""
        more = self._sums >> price
        return price + (more & -more).bit_length() - 1 if more else price

    def _weigh(self, live: int, most: int, worths: dict[Rules, int]) -> int:
        """Work out what the witnesses are worth, and what rules that break them cost at least."""
        numbers = bits(live)
        sets = [self.rules[i] for i in numbers]
        start = [worths.get(some, 0) for some in sets]
        bound, found = improved(sets, self._prices, start, most * FINE_PARTS)
        worths.clear()
        worths.update(zip(sets, found, strict=True))
        coarse = affordable(sets, self._prices, found, PARTS)
        self._planes = [
            (k, plane)
            for k in range(max(coarse).bit_length())
            if (plane := sum([1 << i for i, w in zip(numbers, coarse, strict=True) if w >> k & 1]))
        ]
        return -(-bound // FINE_PARTS)

    def _worth(self, witnesses: int) -> int:
        return sum([(witnesses & plane).bit_count() << k for k, plane in self._planes])

    def _search(self, live: int, without: int, left: int, worth: int) -> list[int] | None:
        """Rules that break witnesses of that worth for what is left, none of those without."""
        self._spare -= 1
        if self._spare < 0:
            raise LongSearch
        if not self._enough(live, left):
            return None
        if left < 3 * self._least:
            return self._last_two(live, without, left)
        tried: list[tuple[int, int]] = []
        for rest, _, rule, broken in self._choices(live, without, left, worth):
            if broken == live:
                return [rule]
            cost = self._costs[rule]
            if not _outdone(broken, cost, tried):
                found = self._search(live & ~broken, without, left - cost, rest)
                if found is not None:
                    return [*found, rule]
                tried.append((broken, cost))
            without |= 1 << rule
        return None

    def _choices(
        self, live: int, without: int, left: int, worth: int
    ) -> list[tuple[int, int, int, int]]:
        """Of the rules that break the first witness, those that leave enough for the others.

        Those that break most come first: what is left to break, how many are broken, which rule,
        and which witnesses.
        """
        choices, costs, planes = [], self._costs, self._planes
        for rule in self.first(live):
            if not without >> rule & 1:
                broken, rest = self.witnesses[rule] & live, worth
                for k, plane in planes:
                    rest -= (broken & plane).bit_count() << k
                short = costs[rule] + rest - left
                if short <= 0:
                    choices.append((rest, -broken.bit_count(), rule, broken))
                elif short < self._short:
                    self._short = short
        choices.sort()
        return choices

    def _enough(self, live: int, left: int) -> bool:
        """Witnesses that share no broken rule need one each."""
        needed, cost, apart = 0, self._cost, self._apart
        while live:
            one = (live & -live).bit_length() - 1
            needed += cost[one]
            live &= apart[one] if one in apart else self._set_apart(one)
        if needed > left:
            self._short = min(self._short, needed - left)
        return needed <= left

    def _set_apart(self, witness: int) -> int:
        sharing = 0
        for rule in self.rules[witness]:
            sharing |= self.witnesses[rule]
        self._apart[witness] = ~sharing
        return ~sharing

    def _last_two(self, live: int, without: int, left: int) -> list[int] | None:
        """One rule that breaks them all, or two, where there is nothing to spend on a third."""
        needed, allowed, costs = 3 * self._least, ~without, self._costs
        for rule in self.first(live):
            if not allowed >> rule & 1:
                continue
            allowed &= ~(1 << rule)
            rest, others = live & ~self.witnesses[rule], allowed
            while rest and others:
                one = rest & -rest
                others &= self._bits[one.bit_length() - 1]
                rest ^= one
            if others:  # which break the rest, unless the first rule broke all
                pair = [rule]
                if others > 0:
                    pair.append(min(bits(others), key=costs.__getitem__))
                cost = sum([costs[one] for one in pair])
                if cost <= left:
                    return pair
                needed = min(needed, cost)
        self._short = min(self._short, needed - left)
        return None


def _sums(prices: Sequence[int]) -> int:
    """All that some rules may cost together, as bits."""
    found, most = 1, sum(prices)
    for price in {*prices}:
        times = price
        while times <= most:
            found |= found << times
            times *= 2
    return found


def _outdone(broken: int, cost: int, tried: list[tuple[int, int]]) -> bool:
    """Whether a rule that was tried would break all that, for no more."""
    for other, price in tried:  # noqa: SIM110 any() takes twice as long, and most time goes here
        if broken | other == other and price <= cost:
            return True
    return False


def bits(number: int) -> list[int]:
    """Which bits are set."""
    found = []
    while number:
        found.append((number & -number).bit_length() - 1)
        number &= number - 1
    return found
