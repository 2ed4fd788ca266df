"""Text pictures: lines of spans, each with a role that a terminal may give a colour."""

from typing import NamedTuple
from unicodedata import east_asian_width

from ..shapes import Role

# How a terminal shows each role, in the words of rich.
STYLES = {
    Role.WALL: "dim",
    Role.GIVEN: "bold",
    Role.FOUND: "bold cyan",
    Role.OPEN: "dim",
    Role.TARGET: "bold black on green",
    Role.READ: "bold white on blue",
    Role.SCOPE: "on #3a3a3a",
    Role.WRONG: "bold white on red",
    Role.CURSOR: "reverse",
}


class Span(NamedTuple):
    """A run of characters of one role, and the cell that they stand for, if any."""

    text: str
    role: Role = Role.WALL
    cell: str = ""


Picture = tuple[tuple[Span, ...], ...]


def plain(picture: Picture) -> str:
    """The picture without its roles."""
    return "\n".join("".join(span.text for span in line).rstrip() for line in picture) + "\n"


def columns(text: str) -> int:
    """How many columns of a terminal the text takes: some scripts have wide characters."""
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in text)
