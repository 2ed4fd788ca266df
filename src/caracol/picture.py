"""Text pictures: lines of spans, each with a role that a terminal may give a colour."""

from collections.abc import Iterable, Mapping
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

# What joins the walls that meet in a point, by which of them are there: up, right, down, left.
CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"


def corner(*, up: bool, right: bool, down: bool, left: bool) -> str:
    return CORNERS[up | right << 1 | down << 2 | left << 3]


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


def still_open(cell: str) -> Span:
    return Span("·", Role.OPEN, cell)


# What is put around the cells of a step where there is room, for those who see no colours.
BRACKETS = {Role.TARGET: ("[", "]"), Role.READ: ("<", ">")}


def marked(picture: Picture, roles: Mapping[str, Role]) -> Picture:
    """The picture with other roles for some cells."""
    return tuple(tuple(_marked(list(line), roles)) for line in picture)


def _marked(line: list[Span], roles: Mapping[str, Role]) -> list[Span]:
    for i, span in enumerate(line):
        role = roles.get(span.cell, span.role)
        line[i] = span._replace(role=role)
        if role not in BRACKETS:
            continue
        left, right = BRACKETS[role]
        text = span.text
        if text[0] == text[-1] == " " and len(text) > 2:
            line[i] = Span(left + text[1:-1] + right, role, span.cell)
        elif i and line[i - 1].text.endswith("(") and line[i + 1].text.startswith(")"):
            line[i - 1] = line[i - 1]._replace(text=line[i - 1].text[:-1] + left)
            line[i + 1] = line[i + 1]._replace(text=right + line[i + 1].text[1:])
    return line


def columns(text: str) -> int:
    """How many columns of a terminal the text takes: some scripts have wide characters."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)


def centred(span: Span, width: int) -> Span:
    room = max(0, width - columns(span.text))
    return span._replace(text=" " * (room // 2) + span.text + " " * (room - room // 2))


def joined(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The spans of a line, neighbours of one role and one cell made one."""
    line: list[Span] = []
    for span in spans:
        if line and line[-1][1:] == span[1:]:
            line[-1] = span._replace(text=line[-1].text + span.text)
        else:
            line.append(span)
    return tuple(line)
