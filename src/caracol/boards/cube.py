"""Cubes whose faces carry rings of digits and can be turned: where faces touch, text, pictures."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ..phrases import Listing, Phrase, say
from ..puzzle import Cell, Clue, Value
from ..reader import Reader, Word
from ..shapes import Drawing
from . import cube_pictures
from .board import Contents, Entry, Line, Map, Style

FACES = ("top", "bottom", "front", "back", "left", "right")
UP, RIGHT, DOWN, LEFT = range(4)
# Which side of which face touches which.
CONTACTS = (
    (("top", UP), ("back", DOWN)),
    (("top", RIGHT), ("right", LEFT)),
    (("top", DOWN), ("front", UP)),
    (("top", LEFT), ("left", RIGHT)),
    (("right", UP), ("back", RIGHT)),
    (("right", DOWN), ("front", RIGHT)),
    (("left", UP), ("back", LEFT)),
    (("left", DOWN), ("front", LEFT)),
    (("bottom", UP), ("back", UP)),
    (("bottom", RIGHT), ("left", LEFT)),
    (("bottom", DOWN), ("front", DOWN)),
    (("bottom", LEFT), ("right", RIGHT)),
)
DIGITS = "3456789"


@dataclass(frozen=True, slots=True)
class Cube:
    """Six faces, each with a ring of as many digits; its value is how far a face is turned."""

    length: int
    rings: tuple[str, ...] = ()

    @property
    def blank(self) -> tuple[str, ...]:
        """Rings to be written over: a six everywhere."""
        return tuple(self.length * "6" for _ in FACES)

    @property
    def by_face(self) -> dict[str, str]:
        return dict(zip(FACES, self.rings, strict=True))

    @property
    def places(self) -> tuple[str, ...]:
        return FACES

    @property
    def domains(self) -> dict[Cell, tuple[Value, ...]]:
        return dict.fromkeys(FACES, tuple(range(self.length)))

    @property
    def lines(self) -> tuple[Line, ...]:
        return ()

    @property
    def maps(self) -> dict[str, Map]:
        return {}  # a cube that is turned over has other turns of its faces, not the same elsewhere

    def parse(self, reader: Reader) -> Contents:
        """A line for each face, in any order: its name, its digits, and its turn if given."""
        rings: dict[str, str] = {}
        clues: list[Clue] = []
        for i in range(6):
            missing = [face for face in FACES if face not in rings]
            name, *rest = reader.take(f"face {i + 1} of 6, one of {', '.join(missing)}").words()
            if name.text not in missing:
                raise name.error(f"a face, one of {', '.join(missing)}")
            rings[name.text], turn = _ring(name, rest, self.length)
            if turn:
                most = self.length - 1
                value = turn.number(f"a turn from 0 to {most}", 0, most)
                clues.append(Clue(name.text, str(value)))
        return Contents(tuple(clues), tuple(rings[face] for face in FACES))

    def show(self, seen: Mapping[str, str]) -> str:
        rings = self.by_face.items()
        lines = [f"{face:<6} {ring} {seen.get(face, '')}".rstrip() for face, ring in rings]
        return "\n".join(lines) + "\n"

    def draw(self, seen: Mapping[str, Entry], _style: Style) -> Drawing:
        """The unfolded cube, and below it the turns in words."""
        found = {face: entry.text for face, entry in seen.items()}
        return cube_pictures.net(self.by_face, seen, in_words(found) if found else "")

    def draw_cube(self, seen: Mapping[str, Entry], _style: Style) -> Drawing:
        """The cube from two sides."""
        return cube_pictures.cube(self.by_face, seen)


def in_words(turns: Mapping[str, str]) -> Phrase:
    """The turns of some faces."""
    items = (
        say("{face} {turn}", face=say(face), turn=turns[face]) for face in FACES if face in turns
    )
    return say("{turns}", turns=Listing(tuple(items), "{some}, {last}"))


def parse_without_header(reader: Reader) -> Cube | None:
    """Six rings of digits without a header: top, bottom, front, back, left, right.

    They are written in a line each, all in one line, or as a list of lists as Prolog prints it.
    """
    first = reader.peek()
    words = [word.text for word in first.words()]
    if first.text.lstrip().startswith("["):
        return _listed(reader)
    if not words[0].isdecimal():
        return None
    if len(words) == 6 and len(reader) < 6 and len({*map(len, words)}) == 1:
        reader.take("six rings")
        return _of_rings(first.words())
    return _in_lines(reader)


def _listed(reader: Reader) -> Cube | None:
    """A list of six lists of digits, on one line or several, as far as it is nothing else."""
    rings: list[Word] = []
    depth = 0
    while reader and (depth or not rings):
        line = reader.take("a list")
        for match in re.finditer(r"\[|\]|[^\[\]]+", line.text):
            depth += {"[": 1, "]": -1}.get(match[0], 0)
            digits = re.sub(r"[,\s]", "", match[0])
            if depth == 2 and match[0] not in "[]":
                rings.append(Word(digits, line.number, match.start() + 1))
    return _of_rings(rings) if len(rings) == 6 else None


def _of_rings(rings: list[Word]) -> Cube:
    length = len(rings[0].text)
    if length % 4:
        raise rings[0].error("a ring with a multiple of 4 digits")
    return Cube(length, tuple(_ring(None, [ring], length)[0] for ring in rings))


def _in_lines(reader: Reader) -> Cube:
    rings: list[str] = []
    for face in FACES:
        words = reader.take(f"the digits of {face}, line {len(rings) + 1} of 6").words()
        length = len(rings[0]) if rings else sum(len(word.text) for word in words)
        ring, turn = _ring(None, words, length)
        if turn:
            raise turn.error(f"{length} digits, as many as on the top")
        if length % 4:
            raise words[0].error("a ring with a multiple of 4 digits")
        rings.append(ring)
    return Cube(len(rings[0]), tuple(rings))


def _ring(name: Word | None, words: list[Word], length: int) -> tuple[str, Word | None]:
    """The digits of a ring, together or apart, and the turn behind them if there is one."""
    ring = ""
    while words and len(ring) < length:
        word, *words = words
        for i, digit in enumerate(word.text):
            if digit not in DIGITS:
                raise Word(digit, word.line, word.column + i).error("a digit from 3 to 9")
        ring += word.text
        if len(ring) > length:
            raise word.wrong(f"expected {length} digits, found {len(ring)}")
    if len(ring) < length:
        place = name or word
        raise place.wrong(f"expected {length} digits, found {len(ring)}")
    if len(words) > 1:
        raise words[1].error("the end of the line")
    return ring, words[0] if words else None
