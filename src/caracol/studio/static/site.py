"""Writes the studio into a directory that any web server can serve."""

import gzip
import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory

from ...files import check_directory, file_error, unfinished
from ...puzzle import UsageError
from ..policy import policy
from . import packages, registries

# What is taken of Pyodide.
CODE, LOCK = "pyodide.asm.wasm", "pyodide-lock.json"
TAKEN = ("pyodide.mjs", "pyodide.asm.mjs", "python_stdlib.zip")
# By this a directory is known to be ours: the answer to who made it, and with what.
MADE = "caracol-studio.json"
# Python's code is compiled, and its workers are started by a script that the page makes, so that
# all of this holds for them too.
POLICY = policy({"script-src": "'self' 'wasm-unsafe-eval'", "worker-src": "'self' blob:"})
CHARSET = '<meta charset="utf-8" />'
LICENCES = """What this directory holds, and under which licences:

caracol {caracol}: MIT, see its folder in packages.zip
lit-html: BSD-3-Clause, see page/lit-html.LICENSE
Pyodide {pyodide}: MPL-2.0; the Pyodide project publishes the source of this version
Python {python} and its standard library: PSF-2.0
{wheels}
"""


@dataclass(frozen=True, slots=True)
class Site:
    """What was written: bytes as they are sent to a browser, and families that stayed behind."""

    bytes: int
    left_out: Mapping[str, str]


def build(
    folder: Path, downloads: Path | None = None, tell: Callable[[str], object] = lambda _: None
) -> Site:
    """Write the studio into a directory, which appears when all of it is there.

    What was fetched stays in `downloads`, if that is given, and is not fetched again.
    """
    folder = folder.resolve()
    check_directory(folder)
    is_there = _is_ours(folder)
    try:
        with _kept(downloads) as there, _beside(folder) as aside:
            tell("fetching Pyodide and python-sat")
            pyodide, wheels = registries.pyodide(there), registries.wheels(there)
            tell("writing")
            with unfinished(folder) as other:
                site = _write(other, pyodide, wheels)
                if is_there:
                    folder.replace(aside / "before")
    except OSError as error:
        raise file_error(folder, error) from None
    return site


def _is_ours(folder: Path) -> bool:
    """Whether there is a directory from before, which may be replaced."""
    if not folder.exists():
        return False
    if not folder.is_dir():
        raise UsageError(f"{folder}: expected a directory, found a file")
    if any(folder.iterdir()) and not (folder / MADE).is_file():
        raise UsageError(
            f"{folder}: has files that are not of the studio; expected a directory that is"
            " empty, not there yet, or written by caracol studio --static"
        )
    return True


@contextmanager
def _beside(folder: Path) -> Iterator[Path]:
    """A place on the same disk for what is to go."""
    with TemporaryDirectory(prefix=f".{folder.name[:100]}.", dir=folder.parent) as other:
        yield Path(other)


@contextmanager
def _kept(downloads: Path | None) -> Iterator[Path]:
    if downloads is None:
        with TemporaryDirectory() as folder:
            yield Path(folder)
    else:
        downloads.mkdir(parents=True, exist_ok=True)
        yield downloads


def _write(folder: Path, pyodide: packages.Files, wheels: list[Path]) -> Site:
    plug_ins = packages.plug_ins()
    installed = {name: raw for wheel in wheels for name, raw in registries.unpacked(wheel)}
    python = _python(pyodide, installed | packages.ours() | plug_ins.files)
    digest = sha256(b"".join(python.values())).hexdigest()[:12]
    known: dict[str, object] = {
        "caracol": version("caracol"),
        "pyodide": json.loads(pyodide["package.json"])["version"],
        "python": registries.PYTHON,
        "wheels": [wheel.name for wheel in wheels],
    }
    sizes = {name: len(content) for name, content in python.items()}
    built = {"folder": f"python-{digest}", "code": f"{CODE}.bin", "files": sizes}
    written = {f"python-{digest}/{name}": content for name, content in python.items()}
    written |= {f"page/{name}": content for name, content in _page().items()}
    written["page/built.js"] = f"export const BUILT = {json.dumps(built)};\n".encode()
    written["index.html"] = _index(written.pop("page/index.html"))
    lines = "\n".join(f"{wheel.name}: see its folder in packages.zip" for wheel in wheels)
    written["LICENCES.txt"] = LICENCES.format(**{**known, "wheels": lines}).encode()
    written[MADE] = json.dumps(known, indent=2).encode()
    for name, content in written.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return Site(sum(sizes.values()), plug_ins.left_out)


def _python(pyodide: packages.Files, installed: packages.Files) -> packages.Files:
    """Pyodide's files and all packages. Servers do not always compress; what is large is packed."""
    lock = json.loads(pyodide[LOCK])
    taken = {name: pyodide[name] for name in TAKEN}
    taken[f"{CODE}.bin"] = gzip.compress(pyodide[CODE], 9, mtime=0)
    taken[LOCK] = json.dumps({"info": lock["info"], "packages": {}}).encode()
    taken["packages.zip"] = _zipped(installed)
    return taken


def _zipped(contents: packages.Files) -> bytes:
    """The same bytes for the same contents."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(contents):
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, contents[name])
    return raw.getvalue()


def _page() -> packages.Files:
    """The page's modules, with those that take the place of others."""
    studio = files("caracol.studio")
    return _contents(studio / "page") | _contents(studio / "static" / "page")


def _contents(folder: Traversable) -> packages.Files:
    return {one.name: one.read_bytes() for one in folder.iterdir() if one.is_file()}


def _index(page: bytes) -> bytes:
    policy = f'{CHARSET}\n    <meta http-equiv="Content-Security-Policy" content="{POLICY}" />'
    assert CHARSET in page.decode(), "the page says how it is written"
    return page.decode().replace(CHARSET, policy).encode()
