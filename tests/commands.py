"""Commands as a user gives them, and puzzles to give them."""

import json
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
