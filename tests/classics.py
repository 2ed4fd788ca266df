"""A second opinion on the well-known families: their rules by text, without caracol."""

from collections.abc import Callable
from contextlib import suppress
from itertools import chain, groupby, product
from math import isqrt

Rows = list[list[str]]

DIGITS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def is_solution(puzzle: list[str], solution: list[str]) -> bool:
    """Whether the lines of a solution are those of the puzzle filled in, and filled in well."""
    if puzzle[0].split() != solution[0].split():
        return False
    name, *sizes = solution[0].split()
    with suppress(ValueError, IndexError):  # a line is too long or too short
        return CHECKS[name](puzzle[1:], solution[1:], *sizes)
    return False


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


def _is_futoshiki(puzzle: list[str], solution: list[str], size: str) -> bool:
    asked, signs = _with_signs(puzzle)
    rows, same_signs = _with_signs(solution)
    return (
        signs == same_signs
        and _fits(asked, rows)
        and _is_latin(rows, int(size))
        and all(DIGITS.index(rows[i][j]) < DIGITS.index(rows[k][n]) for (i, j), (k, n) in signs)
    )


def _with_signs(lines: list[str]) -> tuple[Rows, set[tuple[tuple[int, int], tuple[int, int]]]]:
    """The cells, and which of two is said to be smaller."""
    rows: Rows = []
    columns: list[int] = []
    signs = set()
    for line in lines:
        i = len(rows)
        if set(line) <= {" ", "^", "v"}:
            for at, sign in enumerate(line):
                if sign in "^v":
                    pair = (i - 1, columns.index(at)), (i, columns.index(at))
                    signs.add(pair if sign == "^" else pair[::-1])
            continue
        columns = [at for at, text in enumerate(line) if text not in " <>"]
        rows.append([line[at] for at in columns])
        for at, sign in enumerate(line):
            if sign in "<>":
                j = sum(column < at for column in columns)
                pair = (i, j - 1), (i, j)
                signs.add(pair if sign == "<" else pair[::-1])
    return rows, signs


def _framed(lines: list[str]) -> tuple[Rows, list[tuple[str, tuple[str, ...]]]]:
    """The cells, and each clue outside with the line that is seen from there."""
    above, *middle, below = _rows(lines)
    rows = [row[1:-1] for row in middle]
    columns = [*zip(*rows, strict=True)]
    seen = [
        *zip(above, columns, strict=True),
        *zip(below, (column[::-1] for column in columns), strict=True),
        *((row[0], tuple(row[1:-1])) for row in middle),
        *((row[-1], tuple(row[-2:0:-1])) for row in middle),
    ]
    return rows, seen


def _is_framed(
    puzzle: list[str], solution: list[str], is_seen: Callable[[str, tuple[str, ...]], bool]
) -> bool:
    (asked, clues), (rows, same) = _framed(puzzle), _framed(solution)
    return (
        [clue for clue, _ in clues] == [clue for clue, _ in same]
        and _fits(asked, rows)
        and all(clue == "." or is_seen(clue, line) for clue, line in same)
    )


def _is_skyscrapers(puzzle: list[str], solution: list[str], size: str) -> bool:
    rows = [row[1:-1] for row in _rows(solution)[1:-1]]
    return _is_latin(rows, int(size)) and _is_framed(puzzle, solution, _shows_towers)


def _shows_towers(clue: str, line: tuple[str, ...]) -> bool:
    heights = [DIGITS.index(tower) for tower in line]
    seen = sum(all(other < height for other in heights[:i]) for i, height in enumerate(heights))
    return DIGITS.index(clue) + 1 == seen


def _is_easy_as_abc(puzzle: list[str], solution: list[str], size: str, key: str) -> bool:
    rows = [row[1:-1] for row in _rows(solution)[1:-1]]
    once = sorted(key + "-" * (int(size) - len(key)))
    return (
        all(sorted(line) == once for line in _lines(rows))
        and len(rows) == int(size)
        and _is_framed(puzzle, solution, lambda clue, line: "".join(line).lstrip("-")[0] == clue)
    )


def _is_takuzu(puzzle: list[str], solution: list[str], size: str) -> bool:
    rows, half = _rows(solution), int(size) // 2
    columns = [*map(list, zip(*rows, strict=True))]
    return (
        _fits(_rows(puzzle), rows)
        and all("".join(sorted(line)) == half * "0" + half * "1" for line in (*rows, *columns))
        and all(len([*run]) < 3 for line in (*rows, *columns) for _, run in groupby(line))
        and all(len(lines) == len({*map(tuple, lines)}) for lines in (rows, columns))
    )


def _with_board(lines: list[str], clues: int, height: int, width: int) -> tuple[list[str], Rows]:
    """The lines of the clues, and the board, which may be left out."""
    rows = _rows(lines[clues:]) or [["."] * width for _ in range(height)]
    return [" ".join(line.split()) for line in lines[:clues]], rows


def _is_star_battle(puzzle: list[str], solution: list[str], size: str, stars: str) -> bool:
    side, number = int(size), int(stars)
    regions, asked = _with_board(puzzle, side, side, side)
    same, rows = _with_board(solution, side, side, side)
    if regions != same or not _fits(asked, rows) or not {*chain(*rows)} <= {"*", "-"}:
        return False
    places = [(i, j) for i, j in product(range(side), repeat=2) if rows[i][j] == "*"]
    letters = [row.replace(" ", "") for row in regions]
    groups: list[list[object]] = [
        [i for i, _ in places],
        [j for _, j in places],
        [letters[i][j] for i, j in places],
    ]
    return all(
        max(abs(i - k), abs(j - n)) > 1 for at, (i, j) in enumerate(places) for k, n in places[:at]
    ) and all(
        len({*group}) == side and all(group.count(one) == number for one in group)
        for group in groups
    )


def _is_nonogram(puzzle: list[str], solution: list[str], width: str, height: str) -> bool:
    wide, high = int(width), int(height)
    clues, asked = _with_board(puzzle, wide + high, high, wide)
    same, rows = _with_board(solution, wide + high, high, wide)
    lines = _lines(rows)
    return (
        clues == same
        and _fits(asked, rows)
        and {*chain(*rows)} <= {"X", "-"}
        and all(clue in (".", _blocks(line)) for clue, line in zip(clues, lines, strict=True))
    )


def _blocks(line: list[str]) -> str:
    return " ".join(str(len(block)) for block in "".join(line).split("-") if block) or "0"


def _is_hitori(puzzle: list[str], solution: list[str], size: str) -> bool:
    side = int(size)
    numbers, asked = _with_board(puzzle, side, side, side)
    same, rows = _with_board(solution, side, side, side)
    if _rows(numbers) != _rows(same) or not _fits(asked, rows) or not {*chain(*rows)} <= {"X", "-"}:
        return False
    board = zip(_lines(_rows(same)), _lines(rows), strict=True)
    kept = ([n for n, mark in zip(*pair, strict=True) if mark == "-"] for pair in board)
    left = {(i, j) for i, j in product(range(side), repeat=2) if rows[i][j] == "-"}
    return (
        all(len({*line}) == len(line) for line in kept)
        and not any("XX" in "".join(line) for line in _lines(rows))
        and _areas(left, lambda i, j: [(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)]) == 1
    )


Point = tuple[int, int]


def _areas(points: set[Point], beside: Callable[[int, int], list[Point]]) -> int:
    """In how many areas points lie."""
    left, areas = set(points), 0
    while left:
        areas += 1
        found = [left.pop()]
        for point in found:
            near = left.intersection(beside(*point))
            left -= near
            found += near
    return areas


def _is_slitherlink(puzzle: list[str], solution: list[str], width: str, height: str) -> bool:
    """On a map of characters, edges have an odd row or an odd column, but not both."""
    wide, high = int(width), int(height)
    clues, map_ = _rows(solution[:high]), solution[high:]
    asked = [["."] * (wide + i % 2) for i in range(2 * high + 1)]
    if puzzle[high:]:
        asked = _rows([line.replace("+", "") for line in puzzle[high:]])
    if _rows(puzzle[:high]) != clues or [*map(len, map_)] != [2 * wide + 1] * (2 * high + 1):
        return False
    every = [*product(range(2 * high + 1), range(2 * wide + 1))]
    edges = [(i, j) for i, j in every if (i + j) % 2]
    on = {(i, j) for i, j in edges if map_[i][j] == "-|"[i % 2]}
    corners = [(i, j) for i, j in every if not i % 2 and not j % 2]

    def around(i: int, j: int) -> int:
        return len(on & {(i + 1, j), (i - 1, j), (i, j + 1), (i, j - 1)})

    def beside(i: int, j: int) -> list[Point]:
        ends = [(i, j - 1), (i, j + 1)] if j % 2 else [(i - 1, j), (i + 1, j)]
        return [(a + c, b + d) for a, b in ends for c, d in ((0, 1), (0, -1), (1, 0), (-1, 0))]

    return (
        _fits(asked, [[*line[1 - i % 2 :: 2]] for i, line in enumerate(map_)])
        and all((i, j) in on or map_[i][j] == "x" for i, j in edges)
        and all(map_[i][j] == "+ "[i % 2] for i, j in every if (i + j) % 2 == 0)
        and all(around(i, j) in (0, 2) for i, j in corners)
        and all(
            clues[i][j] in (".", str(around(2 * i + 1, 2 * j + 1)))
            for i, j in product(range(high), range(wide))
        )
        and _areas(on, beside) == 1
    )


CHECKS: dict[str, Callable[..., bool]] = {
    "easy-as-abc": _is_easy_as_abc,
    "futoshiki": _is_futoshiki,
    "hitori": _is_hitori,
    "nonogram": _is_nonogram,
    "skyscrapers": _is_skyscrapers,
    "slitherlink": _is_slitherlink,
    "star-battle": _is_star_battle,
    "sudoku": _is_sudoku,
    "takuzu": _is_takuzu,
}
