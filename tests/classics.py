"""A second opinion on the well-known families: their rules by text, without caracol."""

from collections.abc import Callable
from itertools import chain, product
from math import isqrt

Rows = list[list[str]]

DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def is_solution(puzzle: list[str], solution: list[str]) -> bool:
    """Whether the lines of a solution are those of the puzzle filled in, and filled in well."""
    if puzzle[0].split() != solution[0].split():
        return False
    name, *sizes = solution[0].split()
    return CHECKS[name](puzzle[1:], solution[1:], *sizes)


def _rows(lines: list[str]) -> Rows:
    return [[*"".join(line.split())] for line in lines]


def _fits(puzzle: Rows, solution: Rows) -> bool:
    return [*map(len, puzzle)] == [*map(len, solution)] and all(
        asked in (".", told) for asked, told in zip(chain(*puzzle), chain(*solution), strict=True)
    )


def _lines(rows: Rows) -> Rows:
    return [*rows, *map(list, zip(*rows, strict=True))]


def _is_latin(rows: Rows, size: int) -> bool:
    return len(rows) == size and all(sorted(line) == [*DIGITS[:size]] for line in _lines(rows))


def _is_sudoku(puzzle: list[str], solution: list[str], size: str) -> bool:
    rows, side = _rows(solution), int(size)
    if not _fits(_rows(puzzle), rows) or not _is_latin(rows, side):
        return False
    high = max(n for n in range(1, isqrt(side) + 1) if side % n == 0)
    wide = side // high
    boxes: dict[tuple[int, int], set[str]] = {}
    for i, j in product(range(side), repeat=2):
        boxes.setdefault((i // high, j // wide), set()).add(rows[i][j])
    return all(len(box) == side for box in boxes.values())


CHECKS: dict[str, Callable[..., bool]] = {
    "sudoku": _is_sudoku,
}
