"""Showing pictures on a terminal in colour, and anywhere else as plain text."""

import os
import shutil
import sys

from .drawing import Drawing
from .picture import Picture, Role, plain

STYLES = {
    Role.WALL: "dim",
    Role.GIVEN: "bold",
    Role.FOUND: "bold cyan",
    Role.OPEN: "dim",
    Role.TARGET: "bold black on green",
    Role.READ: "bold white on blue",
    Role.SCOPE: "on grey23",
}

# Nobody looks at lines of more columns; a solution as text is of more use then.
WIDEST = 500


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


def fits(drawing: Drawing) -> bool:
    """Whether the drawing's characters are no wider than the terminal, or than a file's reader."""
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDEST
    return drawing.width * drawing.grain[0] < width
