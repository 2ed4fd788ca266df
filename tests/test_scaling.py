"""Exponents are recovered, and sizes measured as far as the time goes."""

import random
from math import exp

import pytest

from caracol.lab import scaling
from caracol.lab.fit import larger_half, power_law
from caracol.lab.scaling import Curve, Point
from caracol.puzzle import Puzzle, UsageError


@pytest.mark.parametrize("exponent", [-1.0, 0.5, 2.0, 3.7])
def test_a_fit_recovers_a_known_exponent(exponent: float) -> None:
    law = power_law([(x, 5 * x**exponent) for x in (3, 7, 20, 100)])
    assert law
    assert law.exponent == pytest.approx(exponent)
    assert law.error == pytest.approx(0, abs=1e-6)


def test_the_error_of_a_fit_is_honest() -> None:
    """Over many noisy laws the true exponent is within one error about two times in three."""
    rng, within = random.Random(7), 0
    for _ in range(1000):
        law = power_law([(x, x**2 * exp(rng.gauss(0, 0.3))) for x in range(1, 31)])
        assert law
        within += abs(law.exponent - 2) <= law.error
    assert 600 <= within <= 760


def test_too_few_points_have_no_exponent() -> None:
    assert power_law([(1, 1), (2, 4)]) is None
    assert power_law([(1, 1), (2, 4), (2, 5)]) is None
    assert power_law([(1, 1), (2, 4), (3, 0)]) is None


def test_the_larger_half_is_of_the_larger_sizes() -> None:
    points = [(x, 1.0) for x in (8, 1, 7, 2, 6, 3, 5, 4)]
    assert larger_half(points) == [(5, 1), (6, 1), (7, 1), (8, 1)]
    assert larger_half(points[:3]) == [(1, 1), (7, 1), (8, 1)]


@pytest.mark.parametrize(
    "curve",
    [
        Curve("magic-snail", "solve", "{side} ABC", (5, 6)),
        Curve("mno", "prove", "{side}", (4, 5)),
        Curve("trid", "generate", "{side} 1..{side}", (5,)),
        Curve("trid", "construct", "{side} 1..{wide}", (50,)),
        Curve("mno", "hint", "{side}", (4,)),
        Curve("turn-12", "solve", "{side}", (24,)),
    ],
    ids=str,
)
def test_every_task_is_measured(curve: Curve) -> None:
    found = list(scaling.points(curve, 60))
    assert [point.side for point in found] == list(curve.sides)
    assert all(point.milliseconds and point.megabytes for point in found)


@pytest.mark.slow
def test_a_curve_ends_where_the_time_does() -> None:
    curve = Curve("trid", "solve", "{side} 1..{side}", (3, 120, 130))
    first, last = scaling.points(curve, 3)
    assert first.milliseconds and last == Point(120, None, None)


def test_every_curve_has_exponents() -> None:
    curve = Curve("mno", "solve", "{side}", (1, 2, 4, 8))
    points = [Point(side, 2.0 * side**3, 30 + 10.0 * side) for side in curve.sides]
    other = curve._replace(task="prove")
    one, two = scaling.exponents({curve: points, other: points[:2]}, 30).rows
    assert one.shown == ("3.00 ± 0.00", "1.00 ± 0.00", "8")
    assert two.shown == ("–", "–", "2")


@pytest.mark.slow
def test_a_tiny_run_has_its_sections() -> None:
    curves = [Curve("mno", "solve", "{side}", (3, 4, 5))]
    times, memory, exponents = scaling.measured(curves, 60)
    assert [row.series for row in times.rows] == ["solve an empty board"] * 3
    assert [row.name for row in memory.rows] == [row.name for row in times.rows]
    assert [row.name for row in exponents.rows] == ["MNO: solve an empty board"]


@pytest.mark.parametrize("words", [["kakuro"], ["mno", "--largest", "2"]])
def test_nothing_to_measure_is_refused(words: list[str]) -> None:
    with pytest.raises((UsageError, SystemExit)):
        scaling.main(words)


def test_the_cost_is_that_of_one_puzzle() -> None:
    seconds, megabytes = scaling.cost("solve", [Puzzle("mno", (3,))])
    assert 0 < seconds < 1 < megabytes
