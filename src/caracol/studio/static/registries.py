"""What others make, fetched by npm and pip: Python for the browser, and packages built for it."""

import importlib.util
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from ...puzzle import UsageError

# Pyodide, the Python that it is, and the platform for which wheels are built for it.
PYODIDE, PYTHON, PLATFORM = "314", "3.14", "pyemscripten_2026_0_wasm32"
# The solver, which brings what it depends on.
SOLVER = "python-sat"
# The longest that npm or pip may take, in seconds.
PATIENCE = 600


def pyodide(downloads: Path) -> dict[str, bytes]:
    """The files of Pyodide by name."""
    archive = _newest(downloads, "pyodide-*.tgz")
    if archive is None:
        npm = shutil.which("npm")
        if npm is None:
            raise UsageError(
                f"expected npm, which fetches Pyodide {PYODIDE}; it is not installed"
                f" (or put pyodide-{PYODIDE}….tgz into the folder given by --downloads)"
            )
        _run([npm, "pack", "--loglevel=error", f"pyodide@{PYODIDE}"], downloads, "npm", "Pyodide")
        archive = _newest(downloads, "pyodide-*.tgz")
        if archive is None:
            raise UsageError("expected npm to fetch Pyodide, found nothing")
    return dict(_files(archive))


def wheels(downloads: Path) -> list[Path]:
    """python-sat for Pyodide, and whatever it needs."""
    folder = downloads / "wheels"
    if _newest(folder, f"{SOLVER.replace('-', '_')}-*{PLATFORM}.whl") is None:
        if importlib.util.find_spec("pip") is None:
            raise UsageError(
                f"expected pip, which fetches {SOLVER} for the browser; it is not installed"
                f" (or put its wheel for {PLATFORM}, and those that it needs,"
                " into the folder wheels of the one given by --downloads)"
            )
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet"]
        built = ["--platform", PLATFORM, "--python-version", PYTHON, "--only-binary", ":all:"]
        _run([*pip, *built, "--dest", "wheels", SOLVER], downloads, "pip", SOLVER)
    return sorted(folder.glob("*.whl"))


def _newest(downloads: Path, pattern: str) -> Path | None:
    return max(downloads.glob(pattern), default=None)


def _run(command: Sequence[str], folder: Path, name: str, what: str) -> None:
    """Have something fetched into a folder; what the program says is told in one line."""
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        raise UsageError(f"{name} did not fetch {what} within {PATIENCE} seconds") from None
    if done.returncode:
        lines = (done.stderr or done.stdout).splitlines()
        said = [line.strip() for line in lines if re.search("err", line, re.IGNORECASE)]
        told = f" It said: {said[0]}" if said else ""
        raise UsageError(f"expected {name} to fetch {what}; is there a connection?{told}")


def _files(archive: Path) -> Iterator[tuple[str, bytes]]:
    """What npm packs lies in a folder `package`."""
    try:
        with tarfile.open(archive) as opened:
            for member in opened:
                content = opened.extractfile(member)
                if content:
                    yield Path(member.name).name, content.read()
    except (tarfile.TarError, EOFError, OSError) as error:
        raise UsageError(f"{archive}: expected a package of npm, found {error}") from None


def unpacked(wheel: Path) -> Iterator[tuple[str, bytes]]:
    """What a wheel installs, without scripts."""
    try:
        with zipfile.ZipFile(wheel) as opened:
            for name in opened.namelist():
                if ".data/" not in name:
                    yield name, opened.read(name)
    except zipfile.BadZipFile as error:
        raise UsageError(f"{wheel}: expected a wheel, found {error}") from None
