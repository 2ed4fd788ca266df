"""Reading puzzles from text: lines without comments, words with their place."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .puzzle import ParseError, did_you_mean

NUMBER = re.compile(r"-?[0-9]{1,7}", re.ASCII)


class Word(NamedTuple):
    """Some text and where it stands."""

    text: str
    line: int
    column: int

    def error(self, expected: str, known: Iterable[str] = ()) -> ParseError:
        """This is not what was expected; of what is known, the most like it is named."""
        found = self.text if len(self.text) <= 40 else self.text[:40] + "…"
        return self.wrong(f"expected {expected}, found {found!r}{did_you_mean(self.text, known)}")

    def wrong(self, reason: str) -> ParseError:
        return ParseError(reason, line=self.line, column=self.column)

    def number(self, expected: str, low: int, high: int) -> int:
        if not NUMBER.fullmatch(self.text) or not low <= int(self.text) <= high:
            raise self.error(expected)
        return int(self.text)


class TextLine(NamedTuple):
    """A line that holds something besides a comment."""

    text: str
    number: int

    def words(self) -> list[Word]:
        return [
            Word(match[0], self.number, match.start() + 1)
            for match in re.finditer(r"\S+", self.text)
        ]

    def characters(self) -> list[Word]:
        return [
            Word(character, self.number, column)
            for column, character in enumerate(self.text, start=1)
            if not character.isspace()
        ]

    def error(self, reason: str) -> ParseError:
        """Something is wrong with the line as a whole: point at its end."""
        return ParseError(reason, line=self.number, column=len(self.text) + 1)


class Reader:
    """The lines of a text, taken one by one by whoever knows what must come next."""

    def __init__(self, text: str) -> None:
        self._lines = list(_lines(text.removeprefix("\ufeff")))  # some editors leave a mark
        self.place = 0  # of the next line; to go back to one, set it
        self._end = (text.count("\n") + 1, len(text) - text.rfind("\n"))

    def __len__(self) -> int:
        """How many lines are left."""
        return len(self._lines) - self.place

    def peek(self) -> TextLine:
        return self._lines[self.place]

    def take(self, expected: str) -> TextLine:
        if not self:
            line, column = self._end
            raise ParseError(
                f"expected {expected}, found the end of the text", line=line, column=column
            )
        self.place += 1
        return self._lines[self.place - 1]


def _lines(text: str) -> Iterator[TextLine]:
    for number, line in enumerate(text.split("\n"), start=1):
        if "\0" in line:
            raise ParseError(
                "expected text, found a NUL byte", line=number, column=line.index("\0") + 1
            )
        content = line.partition("#")[0].rstrip()
        if content:
            yield TextLine(content, number)
