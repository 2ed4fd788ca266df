"""Text pictures: lines of spans, each with a role that a terminal may give a colour."""

from collections.abc import Iterable
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


class Span(NamedTuple):
    """A run of characters of one role."""

    text: str
    role: Role = Role.WALL


Picture = tuple[tuple[Span, ...], ...]

# What joins the walls that meet in a point, by which of them are there: up, right, down, left.
CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"


def corner(*, up: bool, right: bool, down: bool, left: bool) -> str:
    return CORNERS[up | right << 1 | down << 2 | left << 3]


def plain(picture: Picture) -> str:
    """The picture without its roles."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in picture) + "\n"


def entries(puzzle: Puzzle, solution: Solution | None) -> dict[str, Span]:
    """What stands at each place: the clues, and what a solution adds."""
    found = solution.values.items() if solution else ()
    return {cell: Span(str(value), Role.FOUND) for cell, value in found} | {
        clue.place: Span(clue.value, Role.GIVEN) for clue in puzzle.clues
    }


def columns(text: str) -> int:
    """How many columns of a terminal the text takes: some scripts have wide characters."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def centred(span: Span, width: int) -> Span:
    room = max(0, width - columns(span.text))
    return Span(" " * (room // 2) + span.text + " " * (room - room // 2), span.role)


def joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The spans of a line, neighbours of one role made one."""
    line: list[Span] = []
    for span in spans:
        if line and line[-1].role is span.role:
            line[-1] = Span(line[-1].text + span.text, span.role)
        else:
            line.append(span)
    return tuple(line)
