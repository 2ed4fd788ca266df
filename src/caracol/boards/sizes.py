"""Sizes in a header line: each part knows its name there, how to read it and what it allows."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from ..puzzle import Shape
from ..reader import Word

RANGE = re.compile(r"(-?[0-9]{1,6})\.\.(-?[0-9]{1,6})", re.ASCII)
LARGEST_SIDE = 999


class Size(Protocol):
    """A word of the header, which gives one value or more to the shape."""

    @property
    def name(self) -> str:
        """What stands for it where a header is described."""

    def parse(self, word: Word, before: Shape) -> Shape:
        """Its values, knowing those before it."""

    def show(self, values: Iterator[int | str]) -> str:
        """The word that `parse` reads; takes its values off the front."""


class Number(NamedTuple):
    """A number within limits, such as the length of a side."""

    what: str = "the length of a side"
    low: int = 1
    high: int = LARGEST_SIDE
    multiple_of: int = 1
    name: str = "N"

    def parse(self, word: Word, _before: Shape) -> Shape:
        limits = f"{self.low} to {self.high}"
        if self.multiple_of > 1:
            limits = f"a multiple of {self.multiple_of} from {limits}"
        expected = f"{self.what}, {limits}"
        number = word.number(expected, self.low, self.high)
        if number % self.multiple_of:
            raise word.error(expected)
        return (number,)

    def show(self, values: Iterator[int | str]) -> str:
        return str(next(values))


class OneOf(NamedTuple):
    """One of some numbers."""

    numbers: tuple[int, ...]
    what: str = "the length of a side"
    name: str = "N"

    def parse(self, word: Word, _before: Shape) -> Shape:
        *some, last = self.numbers
        expected = f"{self.what}, {', '.join(map(str, some))} or {last}"
        number = word.number(expected, min(self.numbers), max(self.numbers))
        if number not in self.numbers:
            raise word.error(expected)
        return (number,)

    def show(self, values: Iterator[int | str]) -> str:
        return str(next(values))


class Key(NamedTuple):
    """Different letters or digits, no more than the number before them."""

    name: str = "KEY"

    def parse(self, word: Word, before: Shape) -> Shape:
        key, most = word.text, int(before[-1])
        for i, character in enumerate(key):
            if not character.isalnum() or character in key[:i]:
                wrong = Word(character, word.line, word.column + i)
                raise wrong.error("a key of different letters or digits")
        if len(key) > most:
            raise word.error(f"a key of at most {most} characters, as many as a row has cells")
        return (key,)

    def show(self, values: Iterator[int | str]) -> str:
        return str(next(values))


class Range(NamedTuple):
    """The smallest and the largest value."""

    name: str = "LO..HI"

    def parse(self, word: Word, _before: Shape) -> Shape:
        span = RANGE.fullmatch(word.text)
        if not span or int(span[1]) > int(span[2]):
            raise word.error(
                "a range of values LO..HI, LO not above HI, at most six digits each, such as 1..5"
            )
        return int(span[1]), int(span[2])

    def show(self, values: Iterator[int | str]) -> str:
        return f"{next(values)}..{next(values)}"


def names(sizes: Sequence[Size]) -> str:
    """How the sizes are written in a header.

    >>> names([Number(), Range()])
    'N LO..HI'
    """
    return " ".join(size.name for size in sizes)


def show(sizes: Sequence[Size], shape: Shape) -> str:
    """
    >>> show([Number(), Range()], (5, 1, 9))
    '5 1..9'
    """
    values = iter(shape)
    return " ".join(size.show(values) for size in sizes)


def parse(sizes: Sequence[Size], words: Sequence[Word], example: str) -> Shape:
    """What the words of a header, its name first, say about the shape."""
    name, *rest = words
    if len(rest) != len(sizes):
        raise words[-1].error(f"a header '{name.text} {names(sizes)}', such as '{example}'")
    shape: Shape = ()
    for size, word in zip(sizes, rest, strict=True):
        shape += size.parse(word, shape)
    return shape
