"""What stands in a cell and is no text."""

from collections.abc import Iterator
from math import cos, pi, sin

from ..shapes import Area, Disc, Point, Stroke, Tone, square
from ..shapes import Shape as Drawn


def dot(at: Point, tone: Tone) -> Iterator[Drawn]:
    yield Disc(at, 0.17, tone)


def cross(at: Point, tone: Tone) -> Iterator[Drawn]:
    x, y = at
    yield Stroke(((x - 0.1, y - 0.1), (x + 0.1, y + 0.1)), 0.04, tone)
    yield Stroke(((x - 0.1, y + 0.1), (x + 0.1, y - 0.1)), 0.04, tone)


def block(at: Point, tone: Tone) -> Iterator[Drawn]:
    x, y = at
    yield Area(square(x - 0.32, y - 0.32, 0.64), tone)


def bar(at: Point, tone: Tone) -> Iterator[Drawn]:
    """A line from one end of an edge to the other."""
    x, y = at
    yield Stroke(((x - 0.5, y), (x + 0.5, y)), 0.11, tone)


def hatching(at: Point, tone: Tone) -> Iterator[Drawn]:
    """A shaded cell, through which a number can be read."""
    x, y = at
    for reach in (-0.5, -0.25, 0, 0.25, 0.5):
        low, high = max(-0.4, reach - 0.4), min(0.4, reach + 0.4)
        ends = (x + low, y + reach - low), (x + high, y + reach - high)
        yield Stroke(ends, 0.04, tone, fine=True)
    # Characters have room for a part of one line only, beside the number.
    yield Stroke(((x + 0.15, y + 0.1), (x + 0.35, y - 0.1)), 0.04, tone)


def corner(at: Point, tone: Tone) -> Iterator[Drawn]:
    """A mark beside what is printed in a cell."""
    x, y = at
    yield Disc((x + 0.3, y - 0.2), 0.07, tone)


def ink(at: Point, tone: Tone) -> Iterator[Drawn]:
    """A cell that is filled as a whole."""
    x, y = at
    yield Area(square(x - 0.47, y - 0.47, 0.94), tone)


def star(at: Point, tone: Tone) -> Iterator[Drawn]:
    """With five points."""
    x, y = at
    reach = [0.34 if i % 2 == 0 else 0.14 for i in range(10)]
    angles = [pi * i / 5 for i in range(10)]
    outline = [(x + r * sin(a), y + 0.02 - r * cos(a)) for r, a in zip(reach, angles, strict=True)]
    yield Area(tuple(outline), tone)


def disc(at: Point, tone: Tone) -> Iterator[Drawn]:
    """A full mark on the edge of a cell."""
    yield Disc(at, 0.13, tone)


def ring(at: Point, tone: Tone) -> Iterator[Drawn]:
    """A hollow mark on the edge of a cell."""
    yield Disc(at, 0.13, tone)
    yield Disc(at, 0.1, Tone.PAPER)
