"""Text pictures: lines of spans, each with a role that a terminal may give a colour."""

from enum import Enum
from typing import NamedTuple
from unicodedata import east_asian_width

from .puzzle import Puzzle, Solution


class Role(Enum):
    """What a span of a picture is."""

    WALL = "wall"
    GIVEN = "given"
    FOUND = "found"
    OPEN = "open"
    TARGET = "target"  # what a step is about
    READ = "read"  # what it reads
    SCOPE = "scope"  # what else its rules speak of


class Span(NamedTuple):
    """A run of characters of one role, and the cell that they stand for, if any."""

    text: str
    role: Role = Role.WALL
    cell: str = ""


Picture = tuple[tuple[Span, ...], ...]


def plain(picture: Picture) -> str:
    """The picture without its roles."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in picture) + "\n"


def texts(puzzle: Puzzle, solution: Solution | None) -> dict[str, str]:
    """What is written at each place: what a solution says, and the clues."""
    found = solution.values.items() if solution else ()
    return {cell: str(value) for cell, value in found} | dict(puzzle.clues)


def entries(puzzle: Puzzle, solution: Solution | None) -> dict[str, Span]:
    """What stands at each place: the clues, and what a solution adds."""
    found = solution.values.items() if solution else ()
    return {cell: Span(str(value), Role.FOUND, cell) for cell, value in found} | {
        clue.place: Span(clue.value, Role.GIVEN, clue.place) for clue in puzzle.clues
    }


def columns(text: str) -> int:
    """How many columns of a terminal the text takes: some scripts have wide characters."""
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)
