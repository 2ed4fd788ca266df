"""Showing pictures and texts on a terminal, or anywhere else as plain text; asking for a key."""

import os
import shutil
import sys

from ..drawing.characters import width
from ..drawing.picture import STYLES, Picture, plain
from ..shapes import Drawing

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


def indented(text: str) -> str:
    """Two more spaces before it, and on a terminal no word torn apart."""
    if not sys.stdout.isatty():
        return f"  {text}"
    import textwrap  # only terminals pay for loading it

    width = max(20, min(100, shutil.get_terminal_size().columns))
    indent = "  " + " " * (len(text) - len(text.lstrip()))
    return textwrap.fill(
        text.lstrip(), width, initial_indent=indent, subsequent_indent=f"{indent}  "
    )


def goes_on(prompt: str) -> bool:
    """Whether a reader wants more: any key but q, or s for "sair"."""
    return key(prompt).lower() not in ("q", "s", "")


def key(prompt: str) -> str:
    """The key that is pressed, without waiting for Enter; nothing at the end of the input.

    Where there is no terminal, what the next line starts with.
    """
    sys.stdout.write(prompt)
    sys.stdout.flush()
    if not sys.stdin.isatty():
        return sys.stdin.readline()[:1]
    pressed = _pressed()
    sys.stdout.write(f"{pressed.strip() if pressed.isprintable() else ''}\n")
    return pressed


if sys.platform == "win32":

    def _pressed() -> str:
        import msvcrt

        found = msvcrt.getwch()
        if found == "\x03":
            raise KeyboardInterrupt
        return "" if found in ("\x04", "\x1a") else found

else:

    def _pressed() -> str:
        import termios
        import tty

        terminal = sys.stdin.fileno()
        before = termios.tcgetattr(terminal)
        try:
            tty.setcbreak(terminal, termios.TCSADRAIN)
            found = os.read(terminal, 1).decode("utf-8", "ignore")
            if found == "\x1b":  # an arrow or the like: leave nothing of it behind
                termios.tcflush(terminal, termios.TCIFLUSH)
        finally:
            termios.tcsetattr(terminal, termios.TCSADRAIN, before)
        return "" if found == "\x04" else found


def fits(drawing: Drawing) -> bool:
    """Whether the drawing's characters are no wider than the terminal, or than a file's reader."""
    room = shutil.get_terminal_size().columns if sys.stdout.isatty() else WIDEST
    return width(drawing) < room
