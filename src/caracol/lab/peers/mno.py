"""An MNO as the peers know it: side and given characters."""

from collections.abc import Iterator
from typing import NamedTuple

from .snail import Place

EMPTY, DOT = "-", "*"
VALUES = EMPTY + DOT + "MNO"


class Mno(NamedTuple):
    side: int
    given: dict[Place, str]


def lines(side: int) -> Iterator[list[Place]]:
    """Every row and every column."""
    for i in range(side):
        yield [(i, j) for j in range(side)]
        yield [(j, i) for j in range(side)]
