"""Triangles filled greedily, all different along every line: for sizes that no search would do."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping

from ..puzzle import Cell
from .triangle import Triangle, circle, row_and_number

# How often laying the circles under clues may go wrong before it is left to an engine.
MOST_TRIES = 20_000

Corners = tuple[Cell, Cell, Cell]


def fill(
    board: Triangle, given: Mapping[Cell, int], sums: Mapping[Corners, int], rng: random.Random
) -> dict[Cell, int] | None:
    """Values laid circle by circle in reading order, each the first value free on its lines.

    The circles that clues speak of are laid first, going back where that fails. Which value counts
    as the first is up to chance. On wide ranges this never fails (50 circles a side need 63 values,
    100 need 128, 200 need 255).
    """
    order = [*board.values]
    rng.shuffle(order)
    filling = _Filling(board.side, order)
    return filling.laid if filling.lay_clues(given, sums) and filling.fill() else None


class _Filling:
    """Circles being laid: per line, which values are taken, as bits in the order of preference."""

    def __init__(self, side: int, order: list[int]) -> None:
        self.side = side
        self.order = order
        self.low, self.high = min(order), max(order)
        self.rank = {value: i for i, value in enumerate(order)}
        self.laid: dict[Cell, int] = {}
        self.taken = {name: [0] * (side + 1) for name in ("row", "rising", "falling")}

    def used(self, i: int, j: int) -> int:
        taken = self.taken
        return taken["row"][i] | taken["rising"][j] | taken["falling"][i - j]

    def flip(self, i: int, j: int, bit: int) -> None:
        """Take a value on the three lines of a circle, or give it back."""
        self.taken["row"][i] ^= bit
        self.taken["rising"][j] ^= bit
        self.taken["falling"][i - j] ^= bit

    def fill(self) -> bool:
        """Lay the first free value everywhere else; false where there is none."""
        for i in range(1, self.side + 1):
            for j in range(1, i + 1):
                if circle(i, j) not in self.laid:
                    used = self.used(i, j)
                    bit = ~used & (used + 1)
                    if bit.bit_length() > len(self.order):
                        return False
                    self.flip(i, j, bit)
                    self.laid[circle(i, j)] = self.order[bit.bit_length() - 1]
        return True

    def lay_clues(self, given: Mapping[Cell, int], sums: Mapping[Corners, int]) -> bool:
        """Lay the circles that clues speak of by a short search; false where it finds no way."""
        cells = list(dict.fromkeys([*given, *(cell for names in sums for cell in names)]))
        triangles: dict[Cell, list[Corners]] = {cell: [] for cell in cells}
        for names in sums:
            for cell in names:
                triangles[cell].append(names)

        def choices(cell: Cell) -> Iterator[int]:
            i, j = row_and_number(cell)
            values = [given[cell]] if cell in given else self.order
            for value in values:
                bit = 1 << self.rank[value]
                if self.used(i, j) & bit:
                    continue
                self.laid[cell] = value
                if all(self._may_sum(names, sums[names]) for names in triangles[cell]):
                    self.flip(i, j, bit)
                    yield value
                    self.flip(i, j, bit)
                del self.laid[cell]

        return _search(cells, choices)

    def _may_sum(self, names: Iterable[Cell], total: int) -> bool:
        values = [self.laid[cell] for cell in names if cell in self.laid]
        missing = 3 - len(values)
        return self.low * missing <= total - sum(values) <= self.high * missing


def _search(cells: list[Cell], choices: Callable[[Cell], Iterator[int]]) -> bool:
    """Depth first, one open iterator of choices per cell laid; bounded."""
    tries = 0
    path: list[Iterator[int]] = []
    while len(path) < len(cells):
        path.append(choices(cells[len(path)]))
        while path and next(path[-1], None) is None:
            path.pop()
        tries += 1
        if not path or tries > MOST_TRIES + len(cells):
            return False
    return True
