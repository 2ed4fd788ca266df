"""A Trid as the peers know it: side, range of values and given sums."""

from collections.abc import Iterator
from typing import NamedTuple

from .snail import Place


class Trid(NamedTuple):
    side: int
    low: int
    high: int
    given: dict[Place, int]  # triangle j below row i, from 0: even ones point up, odd ones down


def circles(side: int) -> list[Place]:
    return [(i, j) for i in range(side) for j in range(i + 1)]


def lines(side: int) -> Iterator[list[Place]]:
    """Every straight line of two circles or more."""
    for i in range(1, side):
        yield [(i, j) for j in range(i + 1)]
    for j in range(side - 1):
        yield [(i, j) for i in range(j, side)]
        yield [(i, i - j) for i in range(j, side)]


def corners(triangle: Place) -> tuple[Place, Place, Place]:
    """The three circles of a triangle."""
    i, j = triangle
    left = j // 2
    if j % 2:
        return (i, left), (i, left + 1), (i + 1, left + 1)
    return (i, left), (i + 1, left), (i + 1, left + 1)
