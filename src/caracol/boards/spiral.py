"""Snails: square grids read from the top left clockwise inwards, with a shell for walls."""

from collections.abc import Iterator

from ..puzzle import Cell
from ..shapes import Point, Stroke
from .grid import Grid, cell


def spiral(grid: Grid) -> tuple[Cell, ...]:
    """Every cell from the top left clockwise inwards."""
    return tuple([cell(i, j) for i, j in _inwards(grid.height, grid.width)])


def _inwards(height: int, width: int) -> Iterator[tuple[int, int]]:
    top, bottom, left, right = 0, height - 1, 0, width - 1
    while top <= bottom and left <= right:
        yield from ((top, j) for j in range(left, right + 1))
        yield from ((i, right) for i in range(top + 1, bottom + 1))
        if top < bottom:
            yield from ((bottom, j) for j in range(right - 1, left - 1, -1))
        if left < right:
            yield from ((i, left) for i in range(bottom - 1, top, -1))
        top, bottom, left, right = top + 1, bottom - 1, left + 1, right - 1


def shell(grid: Grid) -> tuple[Stroke, ...]:
    """Walls only between the turns of the spiral of a square, its mouth at the top left."""
    return (Stroke(tuple(_corners(grid.width)), 0.1),)


def _corners(side: int) -> Iterator[Point]:
    """One line from the mouth inwards."""
    yield 0, 0
    yield side, 0
    near, far = 0, side
    while far > near:
        yield far, far
        yield near, far
        if near + 1 < far:
            yield near, near + 1
        if near + 2 < far:
            yield far - 1, near + 1
        near, far = near + 1, far - 1
