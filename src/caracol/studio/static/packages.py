"""The Python packages that go along: caracol, without what no page asks for, and plug-ins."""

import importlib.util
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import Distribution, EntryPoint, distribution, entry_points
from pathlib import Path

import caracol

from ... import registry
from ...puzzle import UsageError

GROUP = "caracol.families"
# Rooms and folders that no page asks for.
LEFT_OUT = (
    "cli",
    "exchange",
    "exports",
    "lab",
    "play",
    "studio/page",
    "studio/static/page",
    "testing",
)
# What is told of a package that is installed.
TOLD = ("METADATA", "entry_points.txt", "licenses/LICENSE")
# What only runs where it was compiled.
COMPILED = (".so", ".pyd", ".dylib")

Files = dict[str, bytes]  # by name


@dataclass(frozen=True, slots=True)
class PlugIns:
    """Families of other packages: files to install, and why some cannot come along."""

    files: Files
    left_out: Mapping[str, str]


def ours() -> Files:
    """caracol, in Python alone."""
    folder = Path(caracol.__file__).parent
    found = {
        name: path.read_bytes()
        for name, path in _files(folder)
        if path.suffix == ".py" and not any(name.startswith(f"{room}/") for room in LEFT_OUT)
    }
    installed = _installed(distribution("caracol"))
    return {f"caracol/{name}": content for name, content in found.items()} | installed


def plug_ins() -> PlugIns:
    """Every family that another package offers, if that is written in Python alone."""
    files: dict[str, bytes] = {}
    left_out: dict[str, str] = dict(registry.broken())
    for entry in entry_points(group=GROUP):
        if entry.value.startswith("caracol.") or entry.name in left_out:
            continue
        try:
            files |= _plug_in(entry)
        except UsageError as error:
            left_out[entry.name] = str(error)
    return PlugIns(files, left_out)


def _plug_in(entry: EntryPoint) -> Files:
    assert entry.dist, "what is installed has a distribution"
    for needed in entry.dist.requires or ():
        name = re.split(r"[^\w.-]", needed, maxsplit=1)[0]
        if name.lower().replace("_", "-") != "caracol" and "extra ==" not in needed:
            raise UsageError(f"needs the package {name}")
    top = entry.module.partition(".")[0]
    spec = importlib.util.find_spec(top)
    if spec is None or spec.origin is None:
        raise UsageError(f"expected a package {top} with files of its own")
    origin = Path(spec.origin)
    if not spec.submodule_search_locations:
        every = {origin.name: origin}
    else:
        every = {f"{top}/{name}": path for name, path in _files(origin.parent)}
    compiled = next((name for name in every if name.endswith(COMPILED)), None)
    if compiled:
        raise UsageError(f"expected Python alone, found {compiled}")
    return {name: path.read_bytes() for name, path in every.items()} | _installed(entry.dist)


def _installed(installed: Distribution) -> Files:
    """What says that a package is there, and which families it has."""
    folder = f"{installed.name.replace('-', '_')}-{installed.version}.dist-info"
    told = {name: installed.read_text(name) for name in TOLD}
    return {f"{folder}/{name}": text.encode() for name, text in told.items() if text}


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield path.relative_to(folder).as_posix(), path
