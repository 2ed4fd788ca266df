"""The exponent of a power law, by least squares on logarithms."""

from collections.abc import Sequence
from math import exp, log, sqrt
from typing import NamedTuple

# Fewer points leave nothing to tell an error from.
FEWEST = 3


class Fit(NamedTuple):
    """y = factor * x ** exponent; the error is the exponent's standard error."""

    exponent: float
    error: float
    factor: float
    points: int


def power_law(points: Sequence[tuple[float, float]]) -> Fit | None:
    """The law that fits best; None for too few points.

    >>> power_law([(1, 3), (2, 12), (4, 48)]).exponent
    2.0
    """
    logs = [(log(x), log(y)) for x, y in points if x > 0 and y > 0]
    count = len(logs)
    if count < FEWEST or len({x for x, _ in logs}) < FEWEST:
        return None
    middle_x, middle_y = (sum(side) / count for side in zip(*logs, strict=True))
    width = sum((x - middle_x) ** 2 for x, _ in logs)
    slope = sum((x - middle_x) * (y - middle_y) for x, y in logs) / width
    start = middle_y - slope * middle_x
    left = sum((y - start - slope * x) ** 2 for x, y in logs)
    return Fit(slope, sqrt(left / (count - 2) / width), exp(start), count)


def larger_half(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points of larger x, where constant costs show least: half of them, or just enough."""
    ordered = sorted(points)
    return ordered[-max(FEWEST, (len(ordered) + 1) // 2) :]
