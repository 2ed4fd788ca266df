"""Files that appear whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .puzzle import UsageError

# Names of what is open already, which nobody can replace.
STREAMS = ("/dev/std", "/dev/fd/", "/proc/")
# Windows would write \r\n for every \n.
BINARY = getattr(os, "O_BINARY", 0)
# Here Linux shows a process its open files by number.
OPEN_FILES = "/proc/self/fd"


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file under another name first, so that nobody ever sees half of it."""
    raw = content.encode() if isinstance(content, str) else content
    try:
        if str(path).startswith(STREAMS) or (path.exists() and not path.is_file()):
            _send(path, raw)
        else:
            _replace(path.resolve(), raw)
    except OSError as error:
        raise file_error(path, error) from None


@contextmanager
def unfinished(path: Path) -> Iterator[Path]:
    """Where to write a file or a directory, which gets its name when all of it is there."""
    from secrets import token_hex  # loading it would slow down every start

    other = path.with_name(f".{path.name[:100]}.{token_hex(8)}.new")
    try:
        yield other
        other.replace(path)
    except BaseException:
        if other.is_dir():
            from shutil import rmtree

            rmtree(other)
        other.unlink(missing_ok=True)
        raise


def check_directory(path: Path) -> None:
    """Refuse a file name in a directory that does not exist."""
    if not path.parent.is_dir():
        raise UsageError(f"{path}: no such directory")


def file_error(name: object, error: OSError) -> UsageError:
    return UsageError(f"{name}: {reason(error)}")


def reason(error: OSError) -> str:
    """What the system says, in the style of our messages."""
    return (error.strerror or str(error)).lower()


def write_fully(file: int, raw: bytes) -> None:
    """To an open file; a full disk takes a part before it refuses the rest."""
    rest = memoryview(raw)
    while rest:
        rest = rest[os.write(file, rest) :]


def _send(path: Path, raw: bytes) -> None:
    """To a device or a pipe."""
    file = os.open(path, os.O_WRONLY | os.O_APPEND | BINARY)
    try:
        write_fully(file, raw)
    finally:
        os.close(file)


def _replace(path: Path, raw: bytes) -> None:
    with unfinished(path) as other:
        _write_down(other, raw)


def _write_down(path: Path, raw: bytes) -> None:
    """The file is on disk before it gets its name: a power cut leaves the one before or this one.

    Where the system offers files without a name, a killed process leaves nothing behind.
    """
    file = _nameless(path.parent)
    is_named = file is None
    if file is None:
        file = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | BINARY, 0o666)
    try:
        write_fully(file, raw)
        os.fsync(file)
        if not is_named:
            # A folder must be given, though unused, for the link to be followed.
            os.link(f"{OPEN_FILES}/{file}", path, src_dir_fd=file, follow_symlinks=True)
    finally:
        os.close(file)


def _nameless(folder: Path) -> int | None:
    """A new file without a name, where there is such a thing."""
    if not hasattr(os, "O_TMPFILE") or not os.path.exists(OPEN_FILES):
        return None
    try:
        return os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o666)
    except OSError:
        return None
