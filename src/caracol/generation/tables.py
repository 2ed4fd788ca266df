"""Files of records, read and written a few at a time: JSON lines, and Parquet by pyarrow."""

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from ..extras import need
from ..files import file_error, unfinished
from ..puzzle import UsageError
from ..records import as_fields
from .record import Record

# Columns by their Parquet types: all fields that a record can have.
COLUMNS = {
    "family": "string",
    "puzzle": "string",
    "solution": "string",
    "clues": "int64",
    "seed": "int64",
    "serial": "int64",
    "made_by": "string",
    "at_least": "int64",
    "fewest": "bool",
    "level": "string",
    "grade": {
        "hardest": "int64",
        "sum": "int64",
        "bottleneck": "double",
        "level": "string",
        "proved": "bool",
        "rating": "double",
        "at_most": "int64",
    },
    "certificate": "string",  # JSON: as columns, all certificates would have the fields of all
}
ROWS = 10_000  # of a row group


def holds_records(path: Path) -> bool:
    """Whether a file of that name holds records, and not just puzzles as text."""
    return path.suffix in (".json", ".jsonl", ".parquet")


def read(path: Path) -> Iterator[Record]:
    """The records of a file, one at a time."""
    if not holds_records(path):
        raise UsageError(f"{path}: expected a .jsonl or .parquet file of generated puzzles")
    done = 0
    try:
        for fields in _rows(path):
            yield Record.from_json(fields)
            done += 1
    except OSError as error:
        raise file_error(path, error) from None
    except ValueError as error:
        raise UsageError(f"{path}: record {done + 1}: {error}") from None


def as_line(record: Record) -> str:
    """A record as a line of JSON."""
    return json.dumps(record.to_json(), ensure_ascii=False) + "\n"


def write_parquet(lines: Iterable[str], path: Path) -> None:
    """A Parquet file of JSON lines."""
    from pyarrow import Table, parquet

    schema, rows = _schema(COLUMNS), map(_row, lines)
    try:
        with unfinished(path) as there, parquet.ParquetWriter(there, schema) as writer:
            while some := list(islice(rows, ROWS)):
                writer.write_table(Table.from_pylist(some, schema=schema))
    except OSError as error:
        raise file_error(path, error) from None


def check_parquet(path: Path) -> None:
    """Refuse a Parquet file where nothing can read or write it."""
    if path.suffix == ".parquet":
        need("parquet", "pyarrow")


def _rows(path: Path) -> Iterator[dict[str, object]]:
    if path.suffix != ".parquet":
        with path.open(encoding="utf-8") as stream:
            yield from (dict(as_fields(json.loads(line))) for line in stream)
        return
    check_parquet(path)
    from pyarrow import parquet

    with parquet.ParquetFile(path) as file:
        for batch in file.iter_batches(ROWS):
            yield from map(_fields, batch.to_pylist())


def _row(line: str) -> dict[str, object]:
    """A record with its certificate as text."""
    fields = dict(as_fields(json.loads(line)))
    if "certificate" in fields:
        fields["certificate"] = json.dumps(fields["certificate"], ensure_ascii=False)
    return fields


def _fields(row: dict[str, Any]) -> dict[str, object]:
    """A row as JSON has it: what is missing is left out."""
    fields = {name: value for name, value in row.items() if value is not None}
    if "certificate" in fields:
        fields["certificate"] = json.loads(fields["certificate"])
    return fields


def _schema(columns: dict[str, Any]) -> Any:  # noqa: ANN401 pyarrow has no types
    import pyarrow

    kinds = {
        name: pyarrow.struct(list(_schema(kind)))
        if isinstance(kind, dict)
        else pyarrow.type_for_alias(kind)
        for name, kind in columns.items()
    }
    return pyarrow.schema(list(kinds.items()))
