"""Showing pictures on a terminal in colour, and anywhere else as plain text."""

import os
import shutil
import sys

from .picture import Picture, Role, columns, plain

STYLES = {
    Role.WALL: "dim",
    Role.GIVEN: "bold",
    Role.FOUND: "bold cyan",
    Role.OPEN: "dim",
    Role.TARGET: "bold black on green",
    Role.READ: "bold white on blue",
    Role.SCOPE: "on grey23",
}


def show(picture: Picture) -> None:
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        sys.stdout.write(plain(picture))
        return
    # Only terminals pay for loading it: it takes longer than solving a puzzle.
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, soft_wrap=True)
    for line in picture:
        console.print(Text.assemble(*((span.text, STYLES[span.role]) for span in line)))


def fits(picture: Picture) -> bool:
    """Whether the picture is no wider than the terminal; a file has room for any."""
    if not sys.stdout.isatty():
        return True
    width = max(sum(columns(span.text) for span in line) for line in picture)
    return width <= shutil.get_terminal_size().columns
