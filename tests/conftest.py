"""Settings for all tests."""

from pathlib import Path

import pytest
from hypothesis import settings

from commands import Write

# How long an example takes says nothing on a busy machine.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a text into a file, and gives its name."""
    return Write(tmp_path)
