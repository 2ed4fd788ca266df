"""Explanations line by line."""

from collections.abc import Iterable
from dataclasses import dataclass

from ..phrases import Phrase, opened


@dataclass(frozen=True, slots=True)
class Line:
    """Sentences in a line, further in the deeper the case they belong to."""

    phrases: tuple[Phrase, ...]
    depth: int = 0

    def told(self, language: str) -> str:
        texts = (opened(phrase.told(language)) for phrase in self.phrases)
        said = " ".join(text if text[-1] in "?:" else f"{text}." for text in texts)
        return "  " * self.depth + said


def line(*phrases: Phrase, depth: int = 0) -> Line:
    return Line(phrases, depth)


def words(lines: Iterable[Line]) -> int:
    """How many words it takes to say them."""
    return sum(len(str(phrase).split()) for line in lines for phrase in line.phrases)
