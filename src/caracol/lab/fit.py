"""The exponent of a power law, by least squares on logarithms; rank correlation."""

from collections.abc import Sequence
from math import log, sqrt
from statistics import correlation, linear_regression, mean, variance
from typing import NamedTuple

# Fewer points leave nothing to estimate an error from.
FEWEST = 3


class Fit(NamedTuple):
    """y grows as x ** exponent; the error is the exponent's standard error."""

    exponent: float
    error: float


def power_law(points: Sequence[tuple[float, float]]) -> Fit | None:
    """The law that fits best; None for too few points.

    >>> round(power_law([(1, 3), (2, 12), (4, 48)]).exponent, 9)
    2.0
    """
    logs = [(log(x), log(y)) for x, y in points if x > 0 and y > 0]
    if len({x for x, _ in logs}) < FEWEST:
        return None
    xs, ys = zip(*logs, strict=True)
    slope, start = linear_regression(xs, ys)
    residues = sum((y - start - slope * x) ** 2 for x, y in logs)
    width = variance(xs) * (len(logs) - 1)
    return Fit(slope, sqrt(residues / (len(logs) - 2) / width))


def larger_half(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points of larger x, where constant costs matter least: half of them, or just enough."""
    ordered = sorted(points)
    return ordered[-max(FEWEST, (len(ordered) + 1) // 2) :]


def rank_correlation(points: Sequence[tuple[float, float]]) -> float | None:
    """Spearman's; None for too few points, or where one figure is always the same.

    >>> rank_correlation([(1, 10), (2, 30), (3, 1000)]), rank_correlation([(1, 2), (3, 4)])
    (1.0, None)
    """
    xs, ys = ([point[i] for point in points] for i in range(2))
    if len(points) < FEWEST or len({*xs}) == 1 or len({*ys}) == 1:
        return None
    return correlation(_ranks(xs), _ranks(ys))


def _ranks(figures: Sequence[float]) -> list[float]:
    """Equal figures share the mean of their places."""
    places: dict[float, list[int]] = {}
    for place, figure in enumerate(sorted(figures)):
        places.setdefault(figure, []).append(place)
    return [mean(places[figure]) for figure in figures]
