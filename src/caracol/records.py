"""Generated puzzles on file: whole records only, so that an interrupted run can go on."""

import json
import os
import re
from dataclasses import dataclass
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from .contract import parse, parse_all, show
from .explain import as_fields
from .puzzle import Puzzle, PuzzleError, UsageError
from .setter import Made, Order

MARK = re.compile(r"^# (caracol generate .*): ([0-9]+)$", re.MULTILINE)


def as_json(order: Order, made: Made) -> str:
    """One line."""
    clues = len(made.puzzle.clues)
    fields: dict[str, object] = {
        "family": made.puzzle.family,
        "puzzle": show(made.puzzle),
        "solution": show(made.puzzle, made.solution),
        "clues": clues,
        "seed": order.seed,
        "serial": made.serial,
        "made_by": str(order),
    }
    if made.at_least is not None:
        fields |= {"at_least": made.at_least, "fewest": made.at_least == clues}
    if made.graded:
        grade = made.graded.grade
        fields |= {"level": made.graded.level.value, "grade": grade and as_fields(grade)}
    if made.certificate:
        fields["certificate"] = made.certificate
    return json.dumps(fields, ensure_ascii=False) + "\n"


def as_text(order: Order, made: Made) -> str:
    """The puzzle behind a comment that says how to make it again, and a blank line."""
    proof = (
        ""
        if made.at_least is None
        else f"# no unique puzzle with fewer than {made.at_least} clues\n"
    )
    return f"# {order}: {made.serial}\n{proof}{show(made.puzzle)}\n"


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
            raise UsageError(f"{path}: --certify goes with .jsonl, .parquet or --json")
        if self._parquet and find_spec("pyarrow") is None:
            raise UsageError(f"{path}: .parquet needs the package pyarrow, which is not installed")
        # Parquet files cannot grow: records wait beside it until the last is there.
        self._growing = path.with_name(path.name + ".part") if self._parquet else path

    def start(self) -> None:
        """Make an empty file; refuse to touch one that is there."""
        for path in {self.path, self._growing}:
            if path.exists():
                raise UsageError(f"{path}: is there already; --resume goes on with it")
        self._write(b"")

    def resume(self) -> Found:
        """What is there already, less a last record that was not finished."""
        if self._parquet and self.path.exists():
            raise UsageError(f"{self.path}: is finished")
        if not self._growing.exists():
            self._write(b"")
            return Found()
        end, begin = (b"\n", b'{"family": ') if self._json else (b"\n\n", b"# caracol generate ")
        try:
            raw = self._growing.read_bytes()
            whole = raw[: raw.rfind(end) + len(end)] if end in raw else b""
            torn = raw[len(whole) :]
            if torn[: len(begin)] != begin[: len(torn)]:
                raise UsageError("what stands at its end is no record cut short")
            found = self._read(whole.decode())
            os.truncate(self._growing, len(whole))
        except OSError as error:
            raise UsageError(f"{self._growing}: {(error.strerror or '').lower()}") from None
        except (PuzzleError, ValueError, KeyError, TypeError) as error:
            raise UsageError(f"{self._growing}: expected records of caracol: {error}") from None
        return found

    def _read(self, text: str) -> Found:
        if self._json:
            records = [json.loads(line) for line in text.splitlines()]
            marks = [(record["made_by"], record["serial"]) for record in records]
            puzzles = tuple(parse(record["puzzle"]) for record in records)
        else:
            marks = [(by, int(serial)) for by, serial in MARK.findall(text)]
            puzzles = tuple(parse_all(text)) if text.strip() else ()
        others = {by for by, _ in marks} - {str(self._order)}
        if others or len(marks) != len(puzzles):
            told = others.pop() if others else "something else"
            raise UsageError(f"made by {told!r}, not by {str(self._order)!r}")
        return Found(puzzles, marks[-1][1] if marks else -1)

    def add(self, made: Made) -> None:
        tell = as_json if self._json else as_text
        self._write(tell(self._order, made).encode())

    def finish(self) -> None:
        """All records are there: a Parquet file appears, whole."""
        if self._parquet:
            write_parquet(self._growing, self.path)
            self._growing.unlink()

    def _write(self, raw: bytes) -> None:
        try:
            with self._growing.open("ab") as stream:
                stream.write(raw)
        except OSError as error:
            raise UsageError(f"{self._growing}: {(error.strerror or '').lower()}") from None


def write_parquet(lines: Path, path: Path) -> None:
    """A Parquet file of JSON lines, under its name only once it is complete."""
    from pyarrow import json as arrow
    from pyarrow import parquet

    unfinished = path.with_name(path.name + ".new")
    with lines.open(encoding="utf-8") as stream:
        flat = BytesIO("".join(map(_flat, stream)).encode())
    parquet.write_table(arrow.read_json(flat), unfinished)
    unfinished.replace(path)


def _flat(line: str) -> str:
    """A record with its certificate as text: in a table all would have the witnesses of all."""
    record = json.loads(line)
    if "certificate" in record:
        record["certificate"] = json.dumps(record["certificate"], ensure_ascii=False)
    return json.dumps(record, ensure_ascii=False) + "\n"
