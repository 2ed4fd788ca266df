"""A second opinion: the rules of the puzzles in other words, by text, without caracol."""

from itertools import combinations

import classics

Lines = list[list[str]]

FACES = {"T": "top", "Bo": "bottom", "F": "front", "Ba": "back", "L": "left", "R": "right"}
CONTACTS = "T1+Ba3 T2+R4 T3+F1 T4+L2 R1+Ba2 R3+F2 L1+Ba4 L3+F4 Bo1+Ba1 Bo2+L4 Bo3+F3 Bo4+R2"


def is_solution(puzzle_text: str, solution_text: str) -> bool:
    """Whether the second text is the first one filled in, and filled in well."""
    bare, filled = _bare(puzzle_text), _bare(solution_text)
    if filled[0].split()[0] in classics.CHECKS:
        return classics.is_solution(bare, filled)
    puzzle, solution = _read(puzzle_text), _read(solution_text)
    if puzzle[0] != solution[0] or len(puzzle) != len(solution):
        return False
    match solution[0]:
        case ["magic-snail", size, key]:
            return _same_cells(puzzle, solution) and _is_snail(solution[1:], int(size), key)
        case ["mno", size]:
            return _same_cells(puzzle, solution) and _is_mno(solution[1:], int(size))
        case ["trid", size, span]:
            return _same_cells(puzzle, solution) and _is_trid(solution[1:], int(size), span)
        case ["turn-12", length]:
            return _same_faces(puzzle, solution) and _is_cube(solution[1:], int(length))
    return False


def _bare(text: str) -> list[str]:
    """The lines without comments, as far as there is anything on them."""
    lines = (line.split("#")[0].rstrip() for line in text.splitlines())
    found = [line for line in lines if line]
    if len(found) > 1 or len(found[0]) != 81:
        return found
    cells = found[0].replace("0", ".")  # a Sudoku in a line
    return ["sudoku 9", *(cells[i : i + 9] for i in range(0, 81, 9))]


def _read(text: str) -> Lines:
    """Per line its words, or its cells where these stand together; a bare cube gets its names."""
    lines = [line.split("#")[0].split() for line in text.splitlines()]
    header, *rest = [line for line in lines if line]
    match header[0]:
        case "magic-snail" | "mno":
            return [header, *(list("".join(line)) for line in rest)]
        case "trid":
            return [header, *(_apart(line, k) for k, line in enumerate(rest))]
        case "turn-12":
            return [header, *sorted(rest)]
    named = [[name, *line] for name, line in zip(FACES.values(), (header, *rest), strict=True)]
    return [["turn-12", str(len(header[0]))], *sorted(named)]


def _apart(line: list[str], k: int) -> list[str]:
    return list(line[0]) if len(line) == 1 < _entries(k) else line


def _entries(k: int) -> int:
    """How many entries a Trid has in line k below its header: circles and triangles by turns."""
    return k if k % 2 else k // 2 + 1


def _same_cells(puzzle: Lines, solution: Lines) -> bool:
    return all(
        len(asked) == len(told) and all(a in (".", b) for a, b in zip(asked, told, strict=True))
        for asked, told in zip(puzzle, solution, strict=True)
    )


def _same_faces(puzzle: Lines, solution: Lines) -> bool:
    return all(
        asked == told[: len(asked)] for asked, told in zip(puzzle[1:], solution[1:], strict=True)
    )


def _is_snail(rows: Lines, size: int, key: str) -> bool:
    lines = [*rows, *map(list, zip(*rows, strict=True))]
    if any(sorted(line) != sorted(key + "-" * (size - len(key))) for line in lines):
        return False
    # Walk right from the top left; before a wall or where one has been, turn right.
    here, step, walked = 0j, 1 + 0j, [0j]
    board = {complex(x, y): cell for y, row in enumerate(rows) for x, cell in enumerate(row)}
    while len(walked) < len(board):
        if here + step not in board or here + step in walked:
            step *= 1j
        here += step
        walked.append(here)
    return "".join(board[at] for at in walked).replace("-", "") == key * size


def _is_mno(rows: Lines, size: int) -> bool:
    lines = [*rows, *map(list, zip(*rows, strict=True))]
    return len(rows) == size and all(is_mno_line("".join(line)) for line in lines)


def is_mno_line(line: str) -> bool:
    dots = [i for i, cell in enumerate(line) if cell == "*"]
    letters = [i for i, cell in enumerate(line) if cell in "MNO"]
    if len(dots) != 2 or len(letters) != 1 or set(line) - set("-*MNO"):
        return False
    left, right = letters[0] - dots[0], dots[1] - letters[0]
    between = left > 0 and right > 0
    midway = left == right
    return line[letters[0]] == ("M" if midway else "N" if between else "O")


def _is_trid(lines: Lines, size: int, span: str) -> bool:
    low, high = map(int, span.split(".."))
    circles, sums = lines[::2], lines[1::2]
    if [len(row) for row in lines] != [_entries(k) for k in range(2 * size - 1)]:
        return False
    if any(cell == "." or not low <= int(cell) <= high for row in circles for cell in row):
        return False
    # A line keeps its distance to one side of the big triangle: the bottom, the left, the right.
    board = {
        (i, j, i - j): int(cell) for i, row in enumerate(circles) for j, cell in enumerate(row)
    }
    clash = any(
        board[one] == board[other] and any(a == b for a, b in zip(one, other, strict=True))
        for one, other in combinations(board, 2)
    )
    return not clash and all(
        total == "." or int(total) == sum(int(circles[y][x]) for y, x in _corners(i, k))
        for i, row in enumerate(sums)
        for k, total in enumerate(row)
    )


def _corners(i: int, k: int) -> list[tuple[int, int]]:
    """Row and place of the circles around triangle k below row i, all counted from 0."""
    half = k // 2
    if k % 2:  # points down
        return [(i, half), (i, half + 1), (i + 1, half + 1)]
    return [(i, half), (i + 1, half), (i + 1, half + 1)]


def _is_cube(lines: Lines, length: int) -> bool:
    if any(len(line) != 3 or not 0 <= int(line[2]) < length for line in lines):
        return False
    rings = {name: digits[int(turn) :] + digits[: int(turn)] for name, digits, turn in lines}
    pairs = [contact.split("+") for contact in CONTACTS.split()]
    return sorted(rings) == sorted(FACES.values()) and all(
        sum(int(rings[FACES[side[:-1]]][(int(side[-1]) - 1) * length // 4]) for side in pair) == 12
        for pair in pairs
    )
