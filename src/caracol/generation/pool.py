"""Generated puzzles on file: whole records only, so that an interrupted run can go on."""

import json
import os
import re
from dataclasses import dataclass
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from ..files import file_error, write_fully, write_whole
from ..formats import parse, parse_all, show
from ..puzzle import Puzzle, UsageError
from ..records import as_fields
from .order import Made, Order
from .record import Record, made_by, record

MARK = re.compile(r"^# (caracol generate .* --serial ([0-9]+))$", re.MULTILINE)


def as_json(order: Order, made: Made) -> str:
    """One line."""
    return json.dumps(record(order, made).to_json(), ensure_ascii=False) + "\n"


def as_text(order: Order, made: Made) -> str:
    """The puzzle behind a comment that says how to make it again, and a blank line."""
    command = made_by(order, made.serial, as_json=False)
    proof = (
        ""
        if made.at_least is None
        else f"# no unique puzzle with fewer than {made.at_least} clues\n"
    )
    return f"# {command}\n{proof}{show(made.puzzle)}\n"


def holds_records(path: Path) -> bool:
    """Whether a file of that name holds records, and not just puzzles as text."""
    return path.suffix in (".json", ".jsonl", ".parquet")


@dataclass(frozen=True, slots=True)
class Found:
    """What an earlier run has left: its puzzles and the serial of the last."""

    puzzles: tuple[Puzzle, ...] = ()
    last: int = -1


class Pool:
    """A file of records, text or JSON lines, or by way of JSON lines a Parquet file."""

    def __init__(self, path: Path, order: Order, *, lines_of_json: bool) -> None:
        self.path = path
        self._order = order
        self._parquet = path.suffix == ".parquet"
        self._json = lines_of_json or holds_records(path)
        if order.certify and not self._json:
            raise UsageError(f"{path}: --certify needs a .jsonl or .parquet file, or --json")
        if self._parquet and find_spec("pyarrow") is None:
            raise UsageError(f"{path}: .parquet needs the package pyarrow, which is not installed")
        # Parquet files cannot grow: records wait beside it until the last is there.
        self._growing = path.with_name(path.name + ".part") if self._parquet else path
        self._file: int | None = None

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
        end, begin = (b"\n", b'{"family": ') if self._json else (b"\n\n", b"# caracol generate ")
        try:
            raw = self._growing.read_bytes()
            whole = raw[: raw.rfind(end) + len(end)] if end in raw else b""
            torn = raw[len(whole) :]
            if torn[: len(begin)] != begin[: len(torn)]:
                raise UsageError("found something else after the last record")
            found = self._read(whole.decode())
            os.truncate(self._file, len(whole))
        except OSError as error:
            raise file_error(self._growing, error) from None
        except ValueError as error:
            raise UsageError(
                f"{self._growing}: expected records written by caracol generate: {error}"
            ) from None
        return found

    def _read(self, text: str) -> Found:
        if self._json:
            lines = map(json.loads, text.splitlines())
            records = [Record.from_json(as_fields(line)) for line in lines]
            marks = [(one.made_by, one.serial) for one in records]
            puzzles = tuple(parse(one.puzzle) for one in records)
        else:
            marks = [(command, int(serial)) for command, serial in MARK.findall(text)]
            puzzles = tuple(parse_all(text)) if text.strip() else ()
        for command, serial in marks:
            expected = made_by(self._order, serial, as_json=self._json)
            if command != expected:
                raise UsageError(f"made by {command!r}, not by {expected!r}")
        if len(marks) != len(puzzles):
            example = made_by(self._order, 0, as_json=False)
            raise UsageError(f"expected a comment such as '# {example}' before each puzzle")
        return Found(puzzles, marks[-1][1] if marks else -1)

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
            write_parquet(self._growing, self.path)
            self._growing.unlink()

    def close(self) -> None:
        """Records are on disk from here on; a file without any is not left behind."""
        if self._file is None:
            return
        if self._growing.exists():
            if os.fstat(self._file).st_size:
                os.fsync(self._file)
            else:
                self._growing.unlink()
        os.close(self._file)

    def _open(self, how: int) -> None:
        try:
            self._file = os.open(self._growing, os.O_WRONLY | os.O_APPEND | how, 0o666)
        except FileExistsError:
            raise _exists(self._growing) from None
        except OSError as error:
            raise file_error(self._growing, error) from None


def _exists(path: Path) -> UsageError:
    return UsageError(f"{path}: already exists; use --resume to continue it")


def write_parquet(lines: Path, path: Path) -> None:
    """A Parquet file of JSON lines."""
    from pyarrow import json as arrow
    from pyarrow import parquet

    with lines.open(encoding="utf-8") as stream:
        flat = BytesIO("".join(map(_flat, stream)).encode())
    table = BytesIO()
    parquet.write_table(arrow.read_json(flat), table)
    write_whole(path, table.getvalue())


def _flat(line: str) -> str:
    """A record with its certificate as text: in a table all would have the second_boards of all."""
    fields = json.loads(line)
    if "certificate" in fields:
        fields["certificate"] = json.dumps(fields["certificate"], ensure_ascii=False)
    return json.dumps(fields, ensure_ascii=False) + "\n"
