"""Commands as a user gives them, and puzzles to give them."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

UNIQUE = "mno 5\n.....\n..O..\n.O*..\n..*..\nO....\n"
MANY = "magic-snail 3 AB\n...\n...\n...\n"

Capture = pytest.CaptureFixture[str]


class Write:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, text: str | bytes) -> str:
        path = self.folder / f"{len(list(self.folder.iterdir()))}.txt"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(path)


def answers(capsys: Capture) -> list[dict[str, Any]]:
    # Any: JSON has no types
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def on_a_terminal(arguments: list[str], typed: str, environment: dict[str, str]) -> str:
    ours, theirs = pty.openpty()
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    child = subprocess.Popen(
        [sys.executable, "-m", "caracol", *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=kept | {"TERM": "xterm-256color", "COLUMNS": "80"} | environment,
    )
    os.close(theirs)
    os.write(ours, typed.encode())
    shown = b""
    try:
        while chunk := os.read(ours, 4096):
            shown += chunk
    except OSError:
        pass  # Linux tells so that the other side has closed
    child.wait()
    os.close(ours)
    return shown.decode()
