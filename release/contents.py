"""What the distributions hold: all of the package that git does not ignore, and nothing else."""

import subprocess
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path

from .distributions import ROOT, Distributions

LIBRARY = "caracol/engines/native/libcaracol.so"
# Of the package, what only a compiler and a type checker of the page need.
ONLY_SOURCES = (".c", ".h", ".d.ts")
BESIDES = ("CHANGELOG.md", "CITATION.cff", "LICENSE", "README.md", "THIRD_PARTY.md")
BUILDING = (".gitignore", "PKG-INFO", "hatch_build.py", "pyproject.toml")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def strangers(made: Distributions) -> Iterator[str]:
    """What is missing or too much in each."""
    sources = _kept("src/caracol")
    package = {name.removeprefix("src/") for name in sources if not name.endswith(ONLY_SOURCES)}
    metadata = {"METADATA", "RECORD", "WHEEL", "entry_points.txt"}
    metadata |= {f"licenses/{name}" for name in PROJECT["license-files"]}
    wheel = package | {f"caracol-{PROJECT['version']}.dist-info/{name}" for name in metadata}
    yield from _difference(made.sdist, sources | {*BESIDES, *BUILDING}, _in_sdist(made.sdist))
    yield from _difference(made.pure, wheel, _in_wheel(made.pure))
    if made.compiled:
        yield from _difference(made.compiled, wheel | {LIBRARY}, _in_wheel(made.compiled))


def _kept(folder: str) -> set[str]:
    words = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", folder)
    done = subprocess.run(words, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    return {name for name in done.stdout.split("\0") if name and (ROOT / name).exists()}


def _in_sdist(file: Path) -> set[str]:
    with tarfile.open(file) as archive:
        return {one.name.partition("/")[2] for one in archive.getmembers() if one.isfile()}


def _in_wheel(file: Path) -> set[str]:
    with zipfile.ZipFile(file) as archive:
        return {one.filename for one in archive.infolist() if not one.is_dir()}


def _difference(file: Path, wanted: set[str], found: set[str]) -> Iterator[str]:
    yield from (f"{file.name} lacks {name}" for name in sorted(wanted - found))
    yield from (f"{file.name} holds {name}" for name in sorted(found - wanted))
