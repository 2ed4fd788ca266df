"""The studio as files, written once for all tests, and a plain web server for them."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from browsers import PLUG_IN, SOURCES, installed
from caracol import UsageError
from caracol.studio.static import registries

# What was fetched once serves all later tests.
DOWNLOADS = Path(__file__).parents[1] / "build" / "static"


def downloads() -> None:
    """Skip the test if there is neither npm nor what it has fetched before, or no connection."""
    DOWNLOADS.mkdir(parents=True, exist_ok=True)
    try:
        registries.pyodide(DOWNLOADS)
        registries.wheels(DOWNLOADS)
    except UsageError as error:
        pytest.skip(f"NO STUDIO WITHOUT A SERVER: {error}")


@pytest.fixture(scope="session")
def static_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the files are served, by a server that knows nothing of them."""
    downloads()
    folder = tmp_path_factory.mktemp("static")
    command = [sys.executable, "-m", "caracol", "studio", "--static", str(folder / "site")]
    paths = SOURCES, PLUG_IN / "src", installed(tmp_path_factory.mktemp("beside"))
    subprocess.run(
        [*command, "--downloads", str(DOWNLOADS)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(map(str, paths))},
        stderr=subprocess.PIPE,
        check=True,
    )
    with served(folder) as address:
        yield f"{address}site/"


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
