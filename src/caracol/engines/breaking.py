"""The cheapest rules that break all of some witnesses; the search itself is in breaking.c.

Rules and witnesses have numbers; sets of witnesses are bits of an integer.
"""

import ctypes
import weakref
from collections.abc import Collection, Sequence

from .compiled import LIBRARY, checked, integers, started

# Most searches are over by then; for the others a linear program is worth it.
FEW_NODES = 500

FOUND, TOO_LONG = 1, -1  # as in breaking.c


class LongSearch(Exception):
    """Too long: with more witnesses it will be shorter."""


class Breaking:
    """Grows by witnesses, each of which breaks some rules."""

    def __init__(self, prices: Sequence[int]) -> None:
        self.sizes: list[int] = []
        """By witness, how many rules it breaks."""
        self._prices, self._sums = prices, _sums(prices)
        self._pool = started(LIBRARY.breaking_start(len(prices), integers(prices)))
        weakref.finalize(self, LIBRARY.breaking_forget, self._pool)
        self._found = (ctypes.c_int * (len(prices) + 1))()
        self._told = (ctypes.c_int * 2)()

    def add(self, broken: Collection[int]) -> int:
        """A witness that breaks these rules, as a bit."""
        checked(LIBRARY.breaking_add(self._pool, len(broken), integers(broken)))
        self.sizes.append(len(broken))
        return 1 << len(self.sizes) - 1

    def keep(self, numbers: Sequence[int]) -> None:
        """Forget all witnesses but these, and number them anew, in this order."""
        checked(LIBRARY.breaking_keep(self._pool, len(numbers), integers(numbers)))
        self.sizes = [self.sizes[i] for i in numbers]

    def common(self, live: int) -> list[int]:
        """The rules each of which breaks all these witnesses."""
        return self._found[: LIBRARY.breaking_common(self._pool, self._words(live), self._found)]

    def quick(self, live: int) -> list[int]:
        """Rules that break these witnesses, not at the least price, but found at once."""
        return self._found[
            : checked(LIBRARY.breaking_quick(self._pool, self._words(live), self._found))
        ]

    def cheap(self, live: int, most: int, nodes: int) -> tuple[int, list[int]]:
        """Rules for that price that break these witnesses; or none, and what any cost at least.

        Raise LongSearch if so many nodes are not enough.
        """
        nodes_in_all, words = ctypes.c_int64(nodes), self._words(live)
        result = checked(
            LIBRARY.breaking_cheap(
                self._pool, words, most, FEW_NODES, nodes_in_all, self._told, self._found
            )
        )
        if result == TOO_LONG:
            raise LongSearch
        if result != FOUND:
            return self._sum_from(self._told[0]), []
        found = self._found[: self._told[0]]
        return sum([self._prices[rule] for rule in found]), found

    @property
    def was_long(self) -> bool:
        """Whether the last search took many nodes."""
        return bool(self._told[1])

    def _words(self, live: int) -> ctypes.Array[ctypes.c_char]:
        size = len(self.sizes) // 64 * 8 + 8
        return ctypes.create_string_buffer(live.to_bytes(size, "little"), size)

    def _sum_from(self, price: int) -> int:
        """The least that rules may cost, from that price on."""
        more = self._sums >> price
        return price + (more & -more).bit_length() - 1 if more else price


def _sums(prices: Sequence[int]) -> int:
    """All that some rules may cost together, as bits."""
    found, most = 1, sum(prices)
    for price in {*prices}:
        times = price
        while times <= most:
            found |= found << times
            times *= 2
    return found


def bits(number: int) -> list[int]:
    """Which bits are set."""
    found = []
    while number:
        found.append((number & -number).bit_length() - 1)
        number &= number - 1
    return found
