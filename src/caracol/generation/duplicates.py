"""A compact set of texts seen before, compared by digests."""

from array import array
from hashlib import blake2b

SMALLEST = 1024
FREE = 0


class Seen:
    """A set of texts that keeps eight bytes of digest for each, and room for as much again or more.

    A set of Python's takes ten times as much. Two texts with the same digest pass for one: among a
    million that happens once in millions of runs, and then one of them is left out, no worse.
    """

    def __init__(self) -> None:
        self._digests = array("Q", bytes(8 * SMALLEST))
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, text: str) -> bool:
        """Whether the text is new; it is not from now on."""
        digest = int.from_bytes(blake2b(text.encode(), digest_size=8).digest()) or 1
        at = self._place(digest)
        if self._digests[at]:
            return False
        self._digests[at] = digest
        self._count += 1
        if 2 * self._count > len(self._digests):
            self._grow()
        return True

    def _place(self, digest: int) -> int:
        """Where a digest stands, or else the free place where it belongs."""
        digests, last = self._digests, len(self._digests) - 1
        at = digest & last  # there are always as many places as a power of two
        while digests[at] not in (FREE, digest):
            at = at + 1 & last
        return at

    def _grow(self) -> None:
        before = self._digests
        self._digests = array("Q", bytes(16 * len(before)))
        for digest in before:
            if digest:
                self._digests[self._place(digest)] = digest
