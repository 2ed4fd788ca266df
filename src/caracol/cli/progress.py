"""A bar that tells how far a long command has come."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Advance(Protocol):
    """Called with the number of puzzles more that are done."""

    def __call__(self, done: int = 1, /) -> None: ...


@contextmanager
def progress(count: int | None = None, done: int = 0) -> Iterator[Advance]:
    """A bar on standard error, where that is a terminal and the work not a moment's."""
    if not sys.stderr.isatty() or count == 1:
        yield lambda _=1: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(),
    )
    with Progress(
        *columns,
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
    ) as progress:
        task = progress.add_task("", total=count, completed=done, rate="")

        def advance(done: int = 1) -> None:
            progress.advance(task, done)
            speed = progress.tasks[task].speed
            progress.update(task, rate=f"{speed:,.0f} per second" if speed else "")

        yield advance
