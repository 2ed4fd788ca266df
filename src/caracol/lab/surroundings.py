"""What goes wrong around a command: its disk, its memory, its clock."""

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path


class CannotBeTried(Exception):
    """This system does not let us, or lacks what it takes."""


@contextmanager
def disk(folder: Path, size: str) -> Iterator[Path]:
    """A small disk of its own."""
    where = folder / "disk"
    where.mkdir()
    mount = ("mount", "-t", "tmpfs", "-o", f"size={size}", "caracol", str(where))
    try:
        done = subprocess.run(mount, capture_output=True, check=False).returncode
    except OSError:
        done = 1
    if done:
        raise CannotBeTried("only root can mount a disk")
    try:
        yield where
    finally:
        subprocess.run(("umount", "--lazy", str(where)), check=True)


def fill(where: Path, left: int) -> Path:
    """A file that takes what is free on a disk, up to some bytes."""
    ballast, free = where / "ballast", os.statvfs(where)
    ballast.write_bytes(bytes(max(0, free.f_bavail * free.f_frsize - left)))
    return ballast


def limit(name: str, most: int) -> None:
    import resource  # not on Windows

    resource.setrlimit(getattr(resource, name), (most, most))


JUMPS = """
import itertools, os, time
true, jumps = time.time, itertools.cycle({jumps})
time.time = lambda: true() + next(jumps) * os.path.exists({when!r})
time.time_ns = lambda: int(time.time() * 1e9)
"""
DAY = 86400


@contextmanager
def jumping_clock(folder: Path, jumps: Sequence[int]) -> Iterator[Path]:
    """In what is started meanwhile Python's clock of the day jumps at every look at it, by these
    seconds in turn, while the file is there."""
    when = folder / "now"
    when.touch()
    text = JUMPS.format(jumps=jumps, when=str(when))
    (folder / "sitecustomize.py").write_text(text, "utf-8")
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(folder), before)))
    try:
        yield when
    finally:
        os.environ.pop("PYTHONPATH")
        if before is not None:
            os.environ["PYTHONPATH"] = before
