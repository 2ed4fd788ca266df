"""Generated puzzles on file: whole records only, so that an interrupted run can go on."""

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ..files import BINARY, file_error, write_fully
from ..formats import parse, show
from ..puzzle import Puzzle, UsageError
from ..records import as_fields
from .duplicates import Seen
from .order import Made, Order
from .production import key
from .record import Record, made_by, record
from .tables import as_line, check_parquet, holds_records, write_parquet

MARK = re.compile(r"# (caracol generate .* --serial ([0-9]+))\n")


def as_json(order: Order, made: Made) -> str:
    """One line."""
    return as_line(record(order, made))


def as_text(order: Order, made: Made) -> str:
    """The puzzle behind a comment that says how to make it again, and a blank line."""
    command = made_by(order, made.serial, as_json=False)
    proof = (
        ""
        if made.at_least is None
        else f"# no unique puzzle with fewer than {made.at_least} clues\n"
    )
    return f"# {command}\n{proof}{show(made.puzzle)}\n"


@dataclass(frozen=True, slots=True)
class Found:
    """What an earlier run has left: how many puzzles, the serial of the last, and their keys."""

    count: int = 0
    last: int = -1
    seen: Seen | None = None


class Pool:
    """A file of records, text or JSON lines, or by way of JSON lines a Parquet file."""

    def __init__(self, path: Path, order: Order, *, lines_of_json: bool) -> None:
        self.path = path
        self._order = order
        self._parquet = path.suffix == ".parquet"
        self._json = lines_of_json or holds_records(path)
        if order.certify_every and not self._json:
            raise UsageError(f"{path}: certificates need a .jsonl or .parquet file, or --json")
        check_parquet(path)
        # Parquet files cannot grow: records wait beside it until the last is there.
        self._growing = path.with_name(path.name + ".part") if self._parquet else path
        self._file: int | None = None
        self._is_over = False  # all of it is in a Parquet file

    def start(self) -> None:
        """Make an empty file; refuse to touch one that exists."""
        if self.path.exists():
            raise _exists(self.path)
        self._open(os.O_CREAT | os.O_EXCL)

    def resume(self) -> Found:
        """What is in the file already, less a last record that was not finished."""
        if self._parquet and self.path.exists():
            raise UsageError(f"{self.path}: already complete; there is nothing to resume")
        self._open(os.O_CREAT)
        assert self._file is not None
        try:
            with self._growing.open("rb") as file:
                found, end = self._read(file)
            os.truncate(self._file, end)
        except OSError as error:
            raise file_error(self._growing, error) from None
        except ValueError as error:
            raise UsageError(
                f"{self._growing}: expected records written by caracol generate: {error}"
            ) from None
        return found

    def _read(self, file: BinaryIO) -> tuple[Found, int]:
        """The records, one at a time, and where the last whole one ends."""
        begin = b'{"family": ' if self._json else b"# caracol generate "
        seen, count, last, end = Seen(), 0, -1, 0
        for raw, is_whole in self._split(file):
            if not is_whole:
                if raw[: len(begin)] != begin[: len(raw)]:
                    raise UsageError("found something else after the last record")
                break
            puzzle, last = self._puzzle(raw.decode())
            seen.add(key(self._order, puzzle))
            count, end = count + 1, end + len(raw)
        return Found(count, last, seen), end

    def _split(self, file: BinaryIO) -> Iterator[tuple[bytes, bool]]:
        """The file in records: lines, or text up to a blank line; and whether each is whole."""
        held = b""
        for line in file:
            held += line
            if held.endswith(b"\n" if self._json else b"\n\n"):
                yield held, True
                held = b""
        if held:
            yield held, False

    def _puzzle(self, text: str) -> tuple[Puzzle, int]:
        """The puzzle of a record, which must be of the same order, and its serial."""
        if self._json:
            one = Record.from_json(as_fields(json.loads(text)))
            command, serial, text = one.made_by, one.serial, one.puzzle
        elif mark := MARK.match(text):
            command, serial = mark[1], int(mark[2])
        else:
            example = made_by(self._order, 0, as_json=False)
            raise UsageError(f"expected a comment such as '# {example}' before each puzzle")
        expected = made_by(self._order, serial, as_json=self._json)
        if command != expected:
            raise UsageError(f"made by {command!r}, not by {expected!r}")
        return parse(text), serial

    def add(self, made: Made) -> None:
        """Write a record, all of it or nothing."""
        assert self._file is not None, "started or resumed"
        write = as_json if self._json else as_text
        raw, before = write(self._order, made).encode(), os.fstat(self._file).st_size
        try:
            write_fully(self._file, raw)
        except BaseException as error:
            os.truncate(self._file, before)
            if isinstance(error, OSError):
                raise file_error(self._growing, error) from None
            raise

    def finish(self) -> None:
        """All records are there: a Parquet file appears, whole."""
        if self._parquet:
            with self._growing.open(encoding="utf-8") as lines:
                write_parquet(lines, self.path)
            self._is_over = True

    def close(self) -> None:
        """Records are on disk from here on; a file without any is not left behind."""
        if self._file is None:
            return
        is_kept = os.fstat(self._file).st_size > 0 and not self._is_over
        if is_kept:
            os.fsync(self._file)
        os.close(self._file)
        if not is_kept:  # only what is closed can be removed everywhere
            self._growing.unlink(missing_ok=True)

    def _open(self, how: int) -> None:
        try:
            self._file = os.open(self._growing, os.O_WRONLY | os.O_APPEND | BINARY | how, 0o666)
        except FileExistsError:
            raise _exists(self._growing) from None
        except OSError as error:
            raise file_error(self._growing, error) from None


def _exists(path: Path) -> UsageError:
    return UsageError(f"{path}: already exists; use --resume to continue it")
