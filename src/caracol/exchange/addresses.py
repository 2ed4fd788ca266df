"""Puzzles as addresses of puzz.link, whose player (pzpr) holds the whole puzzle in its address.

An address ends in the type, the width, the height and the body, with slashes between. Numbers are
hexadecimal digits, larger ones after a sign; letters from g on are runs of blanks; walls between
cells are bits, five to a character. Where numbers are below five, a digit says with them how many
blanks follow. Nothing is looked up on the net.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ..boards.board import EMPTY, UNKNOWN
from ..boards.frame import ABOVE, BELOW, LEFT, RIGHT
from ..boards.grid import cell
from ..boards.lists import NONE
from ..formats import parse, show
from ..puzzle import Clue, ParseError, Puzzle, UsageError, expected_one

PLAYER = "https://puzz.link/p?"
ADDRESS = re.compile(
    r"https?://[\w.-]+/[\w./-]*\?(?:[a-z]+_)?([a-z-]+)/(?:v:/)?([0-9]{1,3})/([0-9]{1,3})/(\S*)",
    re.ASCII,
)
# A digit above LAST stands for a run of blanks: LAST + n for n of them.
LAST = 15
LONGEST_RUN = 20
BITS = 5
END = -1
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
RECTANGLES = "nonogram", "slitherlink"
# Other names that the player knows types by.
ALIASES = {"building": "skyscrapers", "skyscraper": "skyscrapers", "slitherlink": "slither"}
# A small number with the blanks that are said with it, or a run of blanks.
SMALL_AND_BLANKS = re.compile(rf"([0-4])(\.{{0,2}})|\.{{1,{LONGEST_RUN}}}")
SMALL = 5


class Kind(NamedTuple):
    """A type of the player: the family that it is, and its body to and from puzzles."""

    family: str
    parse: Callable[[int, int, str], Puzzle]
    body: Callable[[Puzzle], str]


def is_address(text: str) -> bool:
    return ADDRESS.fullmatch(text.strip()) is not None


def parse_address(text: str) -> Puzzle:
    """The puzzle that an address holds.

    >>> parse_address("https://puzz.link/p?skyscrapers/4/4/k13h4j3g").clues[0]
    Clue(place='below2', value='1')
    """
    found = ADDRESS.fullmatch(text.strip())
    if not found:
        raise ParseError(f"expected an address such as {PLAYER}sudoku/9/9/…, found {text[:60]!r}")
    name, width, height, body = found.groups()
    kind = KINDS.get(ALIASES.get(name, name))
    if not kind:
        raise ParseError(f"expected a type, one of {', '.join(KINDS)}; found {name!r}")
    if width != height and kind.family not in RECTANGLES:
        raise ParseError(f"expected a square, found {width} x {height}")
    try:
        puzzle = kind.parse(int(width), int(height), body.rstrip("/"))
        return parse(show(puzzle))  # which refuses what the family does not allow
    except (ValueError, IndexError) as error:
        raise ParseError(f"expected a puzzle of type {name}, found {body[:60]!r}") from error


def address(puzzle: Puzzle) -> str:
    """The address that holds a puzzle, where its family has one.

    >>> address(parse_address("https://puzz.link/p?skyscrapers/4/4/k13h4j3g"))
    'https://puzz.link/p?skyscrapers/4/4/k13h4j3g'
    """
    for name, kind in KINDS.items():
        if kind.family == puzzle.family:
            width = int(puzzle.shape[0])
            height = int(puzzle.shape[1]) if puzzle.family in RECTANGLES else width
            return f"{PLAYER}{name}/{width}/{height}/{kind.body(puzzle)}"
    known = [kind.family for kind in KINDS.values()]
    raise UsageError(expected_one("a family that has addresses", known, puzzle.family))


def _numbers(body: str, most: int) -> tuple[list[int | None], str]:
    """So many numbers, None for blanks, and the rest; what is missing at the end is blank."""
    found: list[int | None] = []
    while body and len(found) < most:
        sign = body[0]
        wide = {"-": 2, "+": 3}.get(sign, 0)
        if wide:
            found.append(int(body[1 : 1 + wide], 16))
        elif sign in DIGITS[: LAST + 1]:
            found.append(int(sign, 16))
        else:
            found += [None] * (DIGITS.index(sign) - LAST)
        body = body[1 + wide :]
    if len(found) > most:
        raise ValueError(body)
    return found + [None] * (most - len(found)), body


def _written(numbers: Iterable[int | None]) -> str:
    """The body of these numbers."""
    text, blanks = "", 0
    for number in (*numbers, END):
        if blanks and (number is not None or blanks == LONGEST_RUN):
            text += DIGITS[LAST + blanks]
            blanks = 0
        if number is None:
            blanks += 1
        elif number != END:
            text += f"{number:x}" if number < 16 else f"-{number:02x}"
    return text


def _clues(places: Sequence[str], numbers: Iterable[int | None], key: str = "") -> Iterator[Clue]:
    for place, number in zip(places, numbers, strict=True):
        if number is not None:
            yield Clue(place, (" " + key)[number] if key else str(number))


def _given(puzzle: Puzzle, places: Sequence[str], key: str = "") -> list[int | None]:
    """The numbers given at these places."""
    given = dict(puzzle.clues)
    return [
        (key.index(given[place]) + 1 if key else int(given[place])) if place in given else None
        for place in places
    ]


def _alone(puzzle: Puzzle, places: Sequence[str]) -> None:
    """Refuse clues at any other place."""
    for clue in puzzle.clues:
        if clue.place not in places:
            raise UsageError(f"expected a puzzle that an address has room for, found {clue}")


def _cells(width: int, height: int) -> list[str]:
    return [cell(i, j) for i in range(height) for j in range(width)]


def _outside(side: int) -> list[str]:
    return [f"{where}{i + 1}" for where in (ABOVE, BELOW, LEFT, RIGHT) for i in range(side)]


def _parse_sudoku(side: int, _height: int, body: str) -> Puzzle:
    numbers, _ = _numbers(body, side * side)
    return Puzzle("sudoku", (side,), tuple(_clues(_cells(side, side), numbers)))


def _sudoku(puzzle: Puzzle) -> str:
    side = int(puzzle.shape[0])
    return _written(_given(puzzle, _cells(side, side)))


def _parse_skyscrapers(side: int, _height: int, body: str) -> Puzzle:
    outside, rest = _numbers(body, 4 * side)
    inside, _ = _numbers(rest, side * side)
    clues = (*_clues(_outside(side), outside), *_clues(_cells(side, side), inside))
    return Puzzle("skyscrapers", (side,), clues)


def _skyscrapers(puzzle: Puzzle) -> str:
    return _frame_and_cells(puzzle, int(puzzle.shape[0]), "")


def _frame_and_cells(puzzle: Puzzle, side: int, key: str) -> str:
    """The cells only if some are given."""
    inside = _given(puzzle, _cells(side, side), key)
    body = _written(_given(puzzle, _outside(side), key))
    return body + _written(inside) if any(inside) else body


def _parse_easy_as_abc(side: int, _height: int, body: str) -> Puzzle:
    number, _, rest = body.partition("/")
    key = LETTERS[: int(number)]
    outside, rest = _numbers(rest, 4 * side)
    inside, _ = _numbers(rest, side * side)
    clues = (*_clues(_outside(side), outside, key), *_clues(_cells(side, side), inside, key))
    return Puzzle("easy-as-abc", (side, key), clues)


def _easy_as_abc(puzzle: Puzzle) -> str:
    side, key = int(puzzle.shape[0]), str(puzzle.shape[1])
    for clue in puzzle.clues:
        if clue.value == EMPTY:
            raise UsageError(f"expected a puzzle that an address has room for, found {clue}")
    return f"{len(key)}/{_frame_and_cells(puzzle, side, key)}"


def _lists(width: int, height: int) -> list[tuple[str, int]]:
    """The places of lists, columns first, and how many numbers each has room for."""
    columns = [(f"{ABOVE}{i + 1}", (height + 1) // 2) for i in range(width)]
    return columns + [(f"{LEFT}{i + 1}", (width + 1) // 2) for i in range(height)]


def _parse_nonogram(width: int, height: int, body: str) -> Puzzle:
    """The last number of each list comes first, and blanks follow the first."""
    places = _lists(width, height)
    numbers, _ = _numbers(body, sum(room for _, room in places))
    clues = []
    for place, room in places:
        texts = [str(number) for number in numbers[:room] if number is not None]
        clues.append(Clue(place, " ".join(reversed(texts)) or NONE))
        numbers = numbers[room:]
    return Puzzle("nonogram", (width, height), tuple(clues))


def _nonogram(puzzle: Puzzle) -> str:
    places = _lists(int(puzzle.shape[0]), int(puzzle.shape[1]))
    _alone(puzzle, [place for place, _ in places])
    given = dict(puzzle.clues)
    numbers: list[int | None] = []
    for place, room in places:
        if place not in given:
            raise UsageError(
                f"expected a list for every line, as an address has; found none {place}"
            )
        last_first = [int(n) for n in reversed(given[place].split()) if given[place] != NONE]
        if len(last_first) > room:
            raise UsageError(f"expected at most {room} numbers at {place}, found {given[place]}")
        numbers += [*last_first, *[None] * (room - len(last_first))]
    return _written(numbers)


def _walls(side: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Neighbours that may have a wall between them: side by side, then one above the other."""
    cells = [(i, j) for i in range(side) for j in range(side)]
    across = [((i, j), (i, j + 1)) for i, j in cells if j + 1 < side]
    return across + [((i, j), (i + 1, j)) for i, j in cells if i + 1 < side]


def _parse_star_battle(side: int, _height: int, body: str) -> Puzzle:
    number, _, rest = body.partition("/")
    half = -(-side * (side - 1) // BITS)
    bits = [_bits(part)[: side * (side - 1)] for part in (rest[:half], rest[half:])]
    region = {(i, j): (i, j) for i in range(side) for j in range(side)}
    for (one, other), is_wall in zip(_walls(side), bits[0] + bits[1], strict=True):
        if not is_wall:
            joined = {region[one], region[other]}
            region = {at: min(joined) if name in joined else name for at, name in region.items()}
    names = dict.fromkeys(region.values())
    if len(names) != side:
        raise ValueError(f"{len(names)} regions")
    letters = dict(zip(names, filter(str.isalpha, map(chr, range(ord("A"), 0x3000))), strict=False))
    rows = ("".join([letters[region[i, j]] for j in range(side)]) for i in range(side))
    return Puzzle("star-battle", (side, int(number), *rows))


def _bits(text: str) -> list[bool]:
    return [character == "1" for digit in text for character in f"{int(digit, 32):05b}"]


def _star_battle(puzzle: Puzzle) -> str:
    _alone(puzzle, ())
    side, number, *rows = puzzle.shape
    walls = [str(rows[i])[j] != str(rows[k])[n] for (i, j), (k, n) in _walls(int(side))]
    half = len(walls) // 2
    body = f"{number}/{_as_digits(walls[:half])}{_as_digits(walls[half:])}"
    try:
        _parse_star_battle(int(side), int(side), body)
    except ValueError:
        raise UsageError("expected regions that hang together, as walls alone are kept") from None
    return body


def _as_digits(bits: list[bool]) -> str:
    padded = "".join("01"[bit] for bit in bits) + "0" * (-len(bits) % BITS)
    return "".join(DIGITS[int(padded[i : i + BITS], 2)] for i in range(0, len(padded), BITS))


def _parse_hitori(side: int, _height: int, body: str) -> Puzzle:
    """A character is a number, as it is with us but for capital letters."""
    if not {*body} <= {*DIGITS}:
        raise ValueError("no number")
    return Puzzle("hitori", (side, body.upper()))


def _hitori(puzzle: Puzzle) -> str:
    _alone(puzzle, ())
    return str(puzzle.shape[1]).lower()


def _parse_slitherlink(width: int, height: int, body: str) -> Puzzle:
    cells = _cells(width, height)
    text = "".join(map(_said_by, body)).ljust(len(cells), UNKNOWN)
    if text[len(cells) :].strip(UNKNOWN):
        raise ValueError("too many numbers")
    clues = (Clue(*found) for found in zip(cells, text, strict=False) if found[1] != UNKNOWN)
    return Puzzle("slitherlink", (width, height), tuple(clues))


def _said_by(digit: str) -> str:
    """A number and blanks, or blanks alone.

    >>> _said_by("3"), _said_by("8"), _said_by("d"), _said_by("h")
    ('3', '3.', '3..', '..')
    """
    number = DIGITS.index(digit)
    if number == LAST:
        raise ValueError(digit)
    if number > LAST:
        return UNKNOWN * (number - LAST)
    blanks, small = divmod(number, SMALL)
    return f"{small}{UNKNOWN * blanks}"


def _slitherlink(puzzle: Puzzle) -> str:
    cells = _cells(int(puzzle.shape[0]), int(puzzle.shape[1]))
    _alone(puzzle, cells)
    given = dict(puzzle.clues)
    return SMALL_AND_BLANKS.sub(_digit, "".join(given.get(place, UNKNOWN) for place in cells))


def _digit(found: re.Match[str]) -> str:
    """The last number is written as if blanks followed."""
    if not found[1]:
        return DIGITS[LAST + len(found[0])]
    blanks = 2 if found.end() == len(found.string) else len(found[2])
    return DIGITS[int(found[1]) + SMALL * blanks]


KINDS = {
    "sudoku": Kind("sudoku", _parse_sudoku, _sudoku),
    "skyscrapers": Kind("skyscrapers", _parse_skyscrapers, _skyscrapers),
    "easyasabc": Kind("easy-as-abc", _parse_easy_as_abc, _easy_as_abc),
    "starbattle": Kind("star-battle", _parse_star_battle, _star_battle),
    "nonogram": Kind("nonogram", _parse_nonogram, _nonogram),
    "hitori": Kind("hitori", _parse_hitori, _hitori),
    "slither": Kind("slitherlink", _parse_slitherlink, _slitherlink),
}
