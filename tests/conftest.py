"""Settings for all tests."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from browsers import (
    _desk,
    _hand,
    address,
    browser,
    context,
    daily,
    desk,
    hand,
    page,
    phone,
    plug_ins,
    pytest_terminal_summary,
)
from caracol import forget, registry
from commands import Write
from statics import static_address

# Fixtures for all tests in a browser, and the line that says that there are none.
__all__ = [
    "_desk",
    "_hand",
    "address",
    "browser",
    "context",
    "daily",
    "desk",
    "hand",
    "page",
    "phone",
    "plug_ins",
    "pytest_terminal_summary",
    "static_address",
]

# About terminals, signals, limits of processes and what Linux tells about them.
OF_UNIX = (
    "cli",
    "cli_explain",
    "files",
    "hint",
    "play",
    "pools",
    "studio",
    "verify_tampering",
    "workers",
)
collect_ignore = [f"test_{name}.py" for name in OF_UNIX] if os.name == "nt" else []

# How long an example takes says nothing on a busy machine.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a text into a file, and gives its name."""
    return Write(tmp_path)


@pytest.fixture
def only_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Families that a test adds are gone after it."""
    monkeypatch.setattr(registry, "_ADDED", {})
    monkeypatch.setattr("caracol.phrases._BROUGHT", {})
    forget()
