"""Checks all of a release that can be checked here, and says what is left to do by hand."""

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

from . import installed
from .contents import PROJECT, strangers
from .distributions import ROOT, build

BY_HAND = """
Left to do by hand:
  - make test on this commit; .github/workflows/tests.yml elsewhere, for Windows and macOS
  - make report, if figures in the documents may have changed
  - the date of the release in CHANGELOG.md ({date}) and as `date-released` in CITATION.cff
  - git tag v{version}, and twine upload dist/*
"""
SECTION = re.compile(r"^## \[(.+)\] - (.+)$", re.MULTILINE)


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def disagreements() -> Iterator[str]:
    """Where another version is written than in pyproject.toml."""
    said = {
        "the installed package": version("caracol"),
        "the first section of CHANGELOG.md": SECTION.search(text("CHANGELOG.md")),
        "CITATION.cff": re.search(r"^version: (.+)$", text("CITATION.cff"), re.MULTILINE),
    }
    for where, found in said.items():
        told = found[1] if isinstance(found, re.Match) else found
        if told != PROJECT["version"]:
            yield f"{where} has version {told}, pyproject.toml {PROJECT['version']}"


def changes() -> Iterator[str]:
    """What is not committed."""
    words = ("git", "status", "--porcelain")
    done = subprocess.run(words, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    yield from done.stdout.splitlines()


def built() -> Iterator[str]:
    """Two builds: the same bytes, nothing missing, nothing too much."""
    made = build(ROOT / "dist")
    yield from strangers(made)
    if made.compiled is None:
        yield "no wheel with compiled parts"
    with tempfile.TemporaryDirectory() as name:
        for one, again in zip(made, build(Path(name)), strict=True):
            if one and again and one.read_bytes() != again.read_bytes():
                yield f"{one.name} has other bytes when it is built again"


def metadata() -> Iterator[str]:
    words = (sys.executable, "-m", "twine", "check", "--strict", *_distributions())
    done = subprocess.run(words, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    if done.returncode:
        yield done.stdout


def works() -> Iterator[str]:
    yield from installed.all_troubles(ROOT / name for name in _distributions())


def _distributions() -> list[str]:
    return sorted(str(file.relative_to(ROOT)) for file in (ROOT / "dist").glob("caracol-*"))


CHECKS: dict[str, Callable[[], Iterator[str]]] = {
    "everything is committed": changes,
    "versions agree": disagreements,
    "distributions are built, and are the same when built again": built,
    "their metadata are well formed": metadata,
    "each works in an empty environment, with and without extras": works,
}


def main() -> int:
    failed = 0
    for claim, check in CHECKS.items():
        found = list(check())
        print("no " if found else "yes", claim, *found, sep="  ", flush=True)
        failed += bool(found)
    section = SECTION.search(text("CHANGELOG.md"))
    print(BY_HAND.format(date=section and section[2], version=PROJECT["version"]))
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
