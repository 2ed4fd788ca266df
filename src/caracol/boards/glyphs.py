"""What stands in a cell and is no text."""

from collections.abc import Iterator

from ..shapes import Disc, Point, Stroke, Tone
from ..shapes import Shape as Drawn


def dot(at: Point, tone: Tone) -> Iterator[Drawn]:
    yield Disc(at, 0.17, tone)


def cross(at: Point, tone: Tone) -> Iterator[Drawn]:
    x, y = at
    yield Stroke(((x - 0.1, y - 0.1), (x + 0.1, y + 0.1)), 0.04, tone)
    yield Stroke(((x - 0.1, y + 0.1), (x + 0.1, y - 0.1)), 0.04, tone)
