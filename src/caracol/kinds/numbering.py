"""Facts as numbers: the variables of formulas."""

from collections.abc import Callable
from dataclasses import dataclass

from ..puzzle import Cell, Fact, Value
from .constraint import Domains


@dataclass(frozen=True, slots=True)
class Numbering:
    """That a cell holds a value, as a number from 1, cell by cell; that it does not, negative."""

    numbers: dict[Cell, dict[Value, int]]
    places: list[tuple[Cell, Value]]  # by number; nothing has the number 0

    def __len__(self) -> int:
        return len(self.places) - 1

    def literal(self, fact: Fact) -> int:
        number = self.numbers[fact.cell][fact.value]
        return number if fact.holds else -number

    def fact(self, literal: int) -> Fact:
        return Fact(*self.places[abs(literal)], literal > 0)


def numbering(domains: Domains, tick: Callable[[], object] = lambda: None) -> Numbering:
    """The tick is called for each cell, and raises when the time is up.

    >>> found = numbering({"r1c1": ("A", "B"), "r1c2": ("A", "B")})
    >>> found.literal(Fact("r1c2", "A", False)), found.fact(2)
    (-3, Fact(cell='r1c1', value='B', holds=True))
    """
    numbers: dict[Cell, dict[Value, int]] = {}
    places: list[tuple[Cell, Value]] = [("", "")]
    for cell, values in domains.items():
        tick()
        numbers[cell] = {value: i for i, value in enumerate(values, start=len(places))}
        places += ((cell, value) for value in values)
    return Numbering(numbers, places)
