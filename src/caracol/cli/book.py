"""The command that makes books and teaching sheets."""

import argparse
from collections.abc import Iterator

from ..books import book as books
from ..files import check_directory, write_whole
from ..puzzle import UsageError
from .console import DONE
from .inputs import puzzles_of, read_text


def book(options: argparse.Namespace) -> int:
    if options.output.suffix != ".pdf":
        raise UsageError(f"{options.output}: expected a file name that ends in .pdf")
    check_directory(options.output)
    layout = books.Layout(
        options.title,
        options.per_page,
        options.paper,
        options.language,
        options.large,
        options.facing,
        options.sort,
        options.seconds,
    )
    entries = [entry for file in options.files for entry in _entries(file)]
    if options.sheet and len(entries) != 1:
        raise UsageError(f"--sheet expects one puzzle, found {len(entries)}")
    made = books.sheet(entries[0], layout) if options.sheet else books.book(entries, layout)
    write_whole(options.output, made)
    return DONE


def _entries(file: str) -> Iterator[books.Entry]:
    text = read_text(file)
    return books.entries([*puzzles_of(text, file)], text, file)
