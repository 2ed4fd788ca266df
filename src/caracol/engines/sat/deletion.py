"""Deletion with core refinement: from many items to some of which none can be left out.

The usual way to an irreducible unsatisfiable subset (a MUS): leave out one item after the other; if
the rest still suffices, go on with a core of the rest.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from .solvers import Undecided

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Deletion(Generic[Item]):
    """How far it has come: items that cannot be left out, and the others that are kept."""

    needed: list[Item]
    rest: list[Item]

    @property
    def kept(self) -> list[Item]:
        return [*self.needed, *self.rest]


def deletion(
    items: Iterable[Item], core: Callable[[Item, list[Item]], Collection[Item] | None]
) -> Iterator[Deletion[Item]]:
    """Fewer and fewer of the items that suffice together, left out from the last to the first.

    `core` is asked about an item and the rest without it: some of the rest that suffice, or None
    if the rest does not. Where it raises Undecided, the item stays open to the end.
    """
    remaining = list(items)
    needed: list[Item] = []
    undecided: list[Item] = []
    yield Deletion(needed, remaining)
    while remaining:
        item = remaining.pop()
        try:
            enough = core(item, [*needed, *undecided, *remaining])
        except Undecided:
            undecided.append(item)
        else:
            if enough is None:
                needed.append(item)
            else:
                core_items = set(enough)
                remaining = [one for one in remaining if one in core_items]
                undecided = [one for one in undecided if one in core_items]
        yield Deletion(needed, [*undecided, *remaining])


def irreducible(
    items: Iterable[Item], core: Callable[[list[Item]], Collection[Item] | None]
) -> list[Item]:
    """Those of the items that are left when none can be left out."""
    *_, last = deletion(items, lambda _, rest: core(rest))
    return last.kept
