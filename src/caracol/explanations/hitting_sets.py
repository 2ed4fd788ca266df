"""The cheapest rules that break all of some witnesses: a smallest weighted hitting set.

Rules and witnesses have numbers; sets of either are bits of an integer. The search is branch and
bound: witnesses that share no rule need one rule each, which bounds the price from below.
"""

import ctypes
from array import array
from collections.abc import Collection, Sequence

from ..engines import native as compiled
from ..engines.native import TOO_LONG, address, checked

# Searches that take more nodes than that are long.
FEW_NODES = 500
# All rules together cost no more, so that sums of prices are small numbers in C too.
MOST_PRICES = 100_000_000

FOUND = 1  # as in hitting_sets.c


class LongSearch(Exception):
    """Too long: with more witnesses it will be shorter."""


class Breaking:
    """Grows by witnesses, each of which breaks some rules."""

    def __init__(self, prices: Sequence[int]) -> None:
        if min(prices, default=1) < 1 or sum(prices) > MOST_PRICES:
            raise ValueError(f"expected prices from 1, up to {MOST_PRICES} together")
        self.was_long = False
        """Whether the last search took many nodes."""
        self._prices, self._sums = array("i", prices), _sums(prices)
        self._least = min(prices, default=1)
        self._forget()

    def _forget(self) -> None:
        self.sizes: list[int] = []
        """By witness, how many rules it breaks."""
        self._rules: list[list[int]] = []  # by witness, those that it breaks
        self._as_bits: list[int] = []
        self._witnesses = [0] * len(self._prices)  # by rule, those that break it
        # The same for C: the rules of all witnesses, and where those of each begin.
        self._flat, self._starts = array("i"), array("i", [0])

    def add(self, broken: Collection[int]) -> int:
        """A witness that breaks these rules, as a bit."""
        rules = sorted({*broken})
        if not rules or rules[0] < 0 or rules[-1] >= len(self._prices):
            raise ValueError(f"expected rules from 0 to {len(self._prices) - 1}; found {rules}")
        witness, as_bits = 1 << len(self.sizes), 0
        for rule in rules:
            self._witnesses[rule] |= witness
            as_bits |= 1 << rule
        self._rules.append(rules)
        self._as_bits.append(as_bits)
        self.sizes.append(len(rules))
        self._flat.extend(rules)
        self._starts.append(len(self._flat))
        return witness

    def keep(self, numbers: Sequence[int]) -> None:
        """Forget all witnesses but these, and number them anew, in this order."""
        if not {*numbers} <= {*range(len(self._rules))}:
            raise ValueError(f"expected witnesses below {len(self._rules)}; found {[*numbers]}")
        kept = [self._rules[i] for i in numbers]
        self._forget()
        for rules in kept:
            self.add(rules)

    def common(self, live: int) -> list[int]:
        """The rules each of which breaks all these witnesses."""
        self._check(live)
        rules = self._rules[_lowest(live)] if live else ()
        return [rule for rule in rules if not live & ~self._witnesses[rule]]

    def quick(self, live: int) -> list[int]:
        """Rules that break these witnesses, not at the least price, but found at once."""
        self._check(live)
        found = []
        while live:
            best, most, price = 0, 0, 1
            for rule in self._rules[_lowest(live)]:
                count = (live & self._witnesses[rule]).bit_count()
                if count * price > most * self._prices[rule]:
                    best, most, price = rule, count, self._prices[rule]
            found.append(best)
            live &= ~self._witnesses[best]
        return found

    def cheap(self, live: int, most: int, nodes: int) -> tuple[int, list[int]]:
        """Rules for that price that break these witnesses; or none, and what any cost at least.

        Raise LongSearch if so many nodes are not enough.
        """
        self._check(live)
        most = max(0, min(most, MOST_PRICES))
        task = self._compiled if compiled.LIBRARY else self._searched
        found, missed, left = task(live, most, nodes)
        self.was_long = nodes - left > FEW_NODES
        if left < 0:
            raise LongSearch
        if found is None:
            return self._sum_from(most + missed), []
        return sum([self._prices[rule] for rule in found]), found

    def _check(self, live: int) -> None:
        if live < 0 or live >> len(self._rules):
            raise ValueError(f"expected witnesses below {len(self._rules)} as bits")

    def _searched(self, live: int, most: int, nodes: int) -> "Result":
        rules, as_bits = self._rules, self._as_bits
        search = _Search(rules, as_bits, self._witnesses, self._prices, self._least, nodes)
        found = search.cheap(live, 0, most) if live else []
        return found, search.missed, search.nodes

    def _compiled(self, live: int, most: int, nodes: int) -> "Result":
        assert compiled.LIBRARY, "asked only where it is there"
        left, told = ctypes.c_int64(nodes), ctypes.c_int()
        found = (ctypes.c_int * (len(self._prices) + 1))()
        result = checked(
            compiled.LIBRARY.breaking_cheap(
                len(self._rules),
                address(self._starts),
                address(self._flat),
                live.to_bytes(len(self._rules) // 64 * 8 + 8, "little"),
                len(self._prices),
                address(self._prices),
                self._least,
                most,
                ctypes.byref(left),
                ctypes.byref(told),
                found,
            )
        )
        assert result != TOO_LONG or left.value < 0
        rules = found[: told.value] if result == FOUND else None
        return rules, told.value - most, left.value

    def _sum_from(self, price: int) -> int:
        """The least that rules may cost, from that price on."""
        more = self._sums >> price
        return price + (more & -more).bit_length() - 1 if more else price


# Rules, if there were any; else by how much they were too dear; and how many nodes are left.
Result = tuple[list[int] | None, int, int]


class _Search:
    """What hitting_sets.c does: the same nodes in the same order."""

    def __init__(
        self,
        rules: list[list[int]],
        as_bits: list[int],
        witnesses: list[int],
        prices: Sequence[int],
        least: int,
        nodes: int,
    ) -> None:
        self.missed = MOST_PRICES
        self.nodes = nodes
        self._rules, self._as_bits, self._witnesses = rules, as_bits, witnesses
        self._prices, self._least = prices, least
        # By witness, those that share no rule with it, and the price of its cheapest rule.
        self._apart: dict[int, tuple[int, int]] = {}

    def cheap(self, live: int, without: int, left: int) -> list[int] | None:
        """Rules for what is left that break these witnesses, and none of those without."""
        self.nodes -= 1
        if self.nodes < 0 or not self._may_suffice(live, left):
            return None
        if left < 3 * self._least:
            return self._last_two(live, without, left)
        tried: list[int] = []
        for rule in self._choices(live, without, left):
            if not self._outdone(live, rule, tried):
                rest = live & ~self._witnesses[rule]
                found = self.cheap(rest, without, left - self._prices[rule]) if rest else []
                if found is not None:
                    return [*found, rule]
                if self.nodes < 0:
                    return None
            tried.append(rule)
            without |= 1 << rule
        return None

    def _too_dear(self, by: int) -> None:
        self.missed = min(self.missed, by)

    def _may_suffice(self, live: int, left: int) -> bool:
        """Witnesses that share no rule need one each."""
        needed = 0
        while live:
            one = _lowest(live)
            if one not in self._apart:
                sharing = 0
                for rule in self._rules[one]:
                    sharing |= self._witnesses[rule]
                cheapest = min([self._prices[rule] for rule in self._rules[one]])
                self._apart[one] = ~sharing, cheapest
            apart, price = self._apart[one]
            needed += price
            live &= apart
        if needed > left:
            self._too_dear(needed - left)
        return needed <= left

    def _last_two(self, live: int, without: int, left: int) -> list[int] | None:
        """One rule that breaks all, or two, where there is nothing to spend on a third."""
        needed = 3 * self._least
        for rule in self._allowed(live, without):
            without |= 1 << rule
            found, price = [rule], self._prices[rule]
            if rest := live & ~self._witnesses[rule]:
                others = self._in_all(rest, ~without)
                if not others:
                    continue
                other = min(bits(others), key=self._prices.__getitem__)
                found, price = [rule, other], price + self._prices[other]
            if price <= left:
                return found
            needed = min(needed, price)
        self._too_dear(needed - left)
        return None

    def _in_all(self, live: int, rules: int) -> int:
        """Those of the rules that break all these witnesses."""
        while live and rules:
            rules &= self._as_bits[_lowest(live)]
            live &= live - 1
        return rules

    def _allowed(self, live: int, without: int) -> list[int]:
        """The rules of the first witness, but for those without."""
        return [rule for rule in self._rules[_lowest(live)] if not without >> rule & 1]

    def _choices(self, live: int, without: int, left: int) -> list[int]:
        """The rules of the first witness that are not too dear, those that break most first."""
        found = []
        for rule in self._allowed(live, without):
            if self._prices[rule] > left:
                self._too_dear(self._prices[rule] - left)
            else:
                found.append(rule)
        return sorted(found, key=lambda rule: -(live & self._witnesses[rule]).bit_count())

    def _outdone(self, live: int, rule: int, tried: list[int]) -> bool:
        """Whether a rule that was tried breaks all that this one breaks, for no more."""
        broken = live & self._witnesses[rule]
        return any(
            not broken & ~self._witnesses[other] and self._prices[other] <= self._prices[rule]
            for other in tried
        )


def _sums(prices: Sequence[int]) -> int:
    """All that some rules may cost together, as bits."""
    found, most = 1, sum(prices)
    for price in {*prices}:
        times = price
        while times <= most:
            found |= found << times
            times *= 2
    return found


def _lowest(number: int) -> int:
    return (number & -number).bit_length() - 1


def bits(number: int) -> list[int]:
    """Which bits are set."""
    found = []
    while number:
        found.append((number & -number).bit_length() - 1)
        number &= number - 1
    return found
