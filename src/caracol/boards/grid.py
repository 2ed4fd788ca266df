"""Square boards: the names of cells and lines, and rows of single characters as text."""

from collections.abc import Callable, Iterator

from ..caches import kept
from ..model import Is, Rule
from ..phrases import Phrase, say
from ..puzzle import Cell, Clue, Puzzle, Shape, Solution, Value, number_of
from ..reader import Reader, Word
from ..shapes import Area, Disc, Label, Stroke, Tone, square
from ..shapes import Shape as Drawn
from .entries import Entry, entries, texts

UNKNOWN = "."
EMPTY = "-"
LARGEST_SIDE = 999


def cell(row: int, column: int) -> Cell:
    return f"r{row + 1}c{column + 1}"


@kept(8)
def row_cells(side: int) -> list[tuple[Cell, ...]]:
    return [tuple(cell(i, j) for j in range(side)) for i in range(side)]


def rows(side: int) -> Iterator[tuple[Phrase, tuple[Cell, ...]]]:
    for i, row in enumerate(row_cells(side), start=1):
        yield say("row {n}", n=i), row


def columns(side: int) -> Iterator[tuple[Phrase, tuple[Cell, ...]]]:
    for j, column in enumerate(zip(*row_cells(side), strict=True), start=1):
        yield say("column {n}", n=j), column


def spiral(side: int) -> Iterator[tuple[int, int]]:
    """Row and column of every cell from the top left clockwise inwards."""
    top, bottom, left, right = 0, side - 1, 0, side - 1
    while top <= bottom and left <= right:
        yield from ((top, j) for j in range(left, right + 1))
        yield from ((i, right) for i in range(top + 1, bottom + 1))
        if top < bottom:
            yield from ((bottom, j) for j in range(right - 1, left - 1, -1))
        if left < right:
            yield from ((i, left) for i in range(bottom - 1, top, -1))
        top, bottom, left, right = top + 1, bottom - 1, left + 1, right - 1


def _rotated(shape: Shape, place: str) -> str:
    i, j = at(place)
    return cell(int(shape[0]) - 1 - i, int(shape[0]) - 1 - j)


def _mirrored(shape: Shape, place: str) -> str:
    i, j = at(place)
    return cell(i, int(shape[0]) - 1 - j)


# How clues can be arranged symmetrically: by half a turn, or left and right.
SYMMETRIES = {"rotate": _rotated, "mirror": _mirrored}


def at(place: str) -> tuple[int, int]:
    """Row and column of a cell by its name."""
    row, _, column = place.removeprefix("r").partition("c")
    return int(row) - 1, int(column) - 1


def symmetries(side: int) -> Iterator[dict[Cell, Cell]]:
    """The eight ways to turn and mirror a square, as what becomes of each cell."""
    last = side - 1
    moves: tuple[Callable[[int, int], tuple[int, int]], ...] = (
        lambda i, j: (i, j),
        lambda i, j: (j, last - i),
        lambda i, j: (last - i, last - j),
        lambda i, j: (last - j, i),
    )
    for move in moves:
        for mirror in (False, True):
            places = {(i, j): move(i, last - j if mirror else j) for i, j in spiral(side)}
            yield {cell(*old): cell(*new) for old, new in places.items()}


def parse_side(words: tuple[Word, ...]) -> int:
    return words[1].number(f"the length of a side, 1 to {LARGEST_SIDE}", 1, LARGEST_SIDE)


def parse_rows(reader: Reader, side: int, values: str) -> tuple[Clue, ...]:
    """The clues of the next rows: each character is a cell, spaces are free."""
    expected = " ".join(values)
    clues = []
    for i in range(side):
        line = reader.take(f"row {i + 1} of {side}")
        characters = line.characters()
        for j, character in enumerate(characters):
            if character.text not in values and character.text != UNKNOWN:
                raise character.error(f"one of {expected} {UNKNOWN}")
            if character.text != UNKNOWN:
                clues.append(Clue(cell(i, j), character.text))
        if len(characters) != side:
            raise line.error(
                f"expected {number_of(side, 'cell')} in row {i + 1}, found {len(characters)}"
            )
    return tuple(clues)


def show_rows(puzzle: Puzzle, solution: Solution | None, side: int) -> str:
    seen = texts(puzzle, solution)
    places, form = _form(side)
    return form % tuple([seen.get(place, UNKNOWN) for place in places])


@kept(8)
def _form(side: int) -> tuple[list[Cell], str]:
    """All places in reading order, and how to set out what they hold."""
    return [place for row in row_cells(side) for place in row], ("%s" * side + "\n") * side


def named(value: Value, several: bool = False) -> Phrase:
    """What a value is called in a sentence about one cell, or about several."""
    if value != EMPTY:
        return say("{value}", value=value)
    return say("empty{several}", several="") if several else say("empty")


def clue(_puzzle: Puzzle, place: str, value: str) -> Rule:
    return Rule(say("{cell} is given as {value}", cell=place, value=named(value)), Is(place, value))


def draw(
    puzzle: Puzzle,
    solution: Solution | None,
    named: Callable[[Value, bool], Phrase],
    *,
    lined: bool,
) -> Iterator[Drawn]:
    """The cells, what stands in them, and the thin lines between them, which may be walls too."""
    side, seen = int(puzzle.shape[0]), entries(puzzle, solution)
    for i in range(side):
        for j in range(side):
            name = cell(i, j)
            tone, description = Tone.OPEN, say("{cell}: open", cell=name)
            if name in seen:
                value = named(seen[name].text, False)
                tone, description = Tone.PAPER, say("{cell}: {value}", cell=name, value=value)
            yield Area(square(j, i), tone, name, description)
    for i in range(1, side):
        yield Stroke(((i, 0), (i, side)), 0.02, Tone.THIN, fine=not lined)
        yield Stroke(((0, i), (side, i)), 0.02, Tone.THIN, fine=not lined)
    for name, entry in seen.items():
        i, j = at(name)
        yield from _drawn(entry, j + 0.5, i + 0.5)
        if entry.text == EMPTY and not entry.is_given and len(seen) < side * side:
            # On a board that is half filled, empty cells must not look like open ones.
            yield Label((j + 0.5, i + 0.5), "–", 0.3, Tone.FAINT)


def _drawn(entry: Entry, x: float, y: float) -> Iterator[Drawn]:
    """A letter, a dot, or a small cross where a cell is given as empty."""
    given = entry.is_given
    tone = Tone.GIVEN if given else Tone.FOUND
    match entry.text:
        case "*":
            yield Disc((x, y), 0.17, tone)
        case text if text != EMPTY:
            yield Label((x, y), text, 0.46, tone)
        case _ if given:
            yield Stroke(((x - 0.1, y - 0.1), (x + 0.1, y + 0.1)), 0.04, tone)
            yield Stroke(((x - 0.1, y + 0.1), (x + 0.1, y - 0.1)), 0.04, tone)
