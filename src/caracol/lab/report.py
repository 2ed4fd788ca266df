"""What experiments have in common: tables on the console, the same figures in a file."""

import json
import os
import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import median

from rich import box
from rich.console import Console
from rich.table import Table

from .timing import Times

PACKAGES = ("caracol", "python-sat", "ortools", "cpmpy", "clingo", "pycmsgen", "pyunigen")
# Tables that go to a file may be wider than a terminal.
FILE_WIDTH = 160


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table; `found` is what counts, set against what is wanted."""

    name: str
    figures: tuple[float, ...]  # what was measured, one a round
    found: str = ""
    wanted: str = ""
    met: bool | None = None


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    unit: str
    counts: str  # the heading over what is found
    rows: tuple[Row, ...]
    headings: tuple[str, ...] = ()  # over the figures, where they are not one a round


def tell(sections: Iterable[Section]) -> list[Section]:
    """Print each section as it comes."""
    told, console = [], Console()
    if not console.is_terminal:
        console.width = FILE_WIDTH
    for section in sections:
        console.print(_table(section))
        told.append(section)
    return told


def write(path: Path, sections: Sequence[Section]) -> None:
    """All figures, as JSON, and which machine they come from."""
    figures = {"machine": _machine(), "sections": [asdict(section) for section in sections]}
    write_whole(path, (json.dumps(figures, indent=1) + "\n").encode())


def write_whole(path: Path, content: bytes) -> None:
    """The file appears whole or not at all."""
    part = path.with_name(f"{path.name}.part")
    part.write_bytes(content)
    part.replace(path)


def duels(
    times: Mapping[str, Times],
    wanted: Mapping[str, int],
    figures: Callable[[Times], tuple[float, ...]],
) -> tuple[Row, ...]:
    """The first contestant, and how many times as long as it each other one takes."""
    (us, ours), *others = times.items()
    rows = [Row(us, figures(ours))]
    for name, theirs in others:
        ratio, least = theirs.over(ours), wanted.get(name)
        told, met = ("", None) if least is None else (f">= {least}x", ratio >= least)
        rows.append(Row(name, figures(theirs), fold(ratio), told, met))
    return tuple(rows)


def fold(ratio: float) -> str:
    return f"{ratio:.3g}x"


def _table(section: Section) -> Table:
    title = f"{section.title}; {section.unit}"
    table = Table(title=title, title_justify="left", box=box.SIMPLE)
    table.add_column("", no_wrap=True, min_width=20)
    judged = ("wanted", "met") if any(row.wanted for row in section.rows) else ()
    counted = (section.counts,) if section.counts else ()
    headings = (*(section.headings or ("median", "least", "most")), *counted, *judged)
    for heading in headings:
        table.add_column(heading, no_wrap=True, min_width=6, justify="right")
    met = {None: "", True: "[green]yes[/]", False: "[red]no[/]"}
    for row in section.rows:
        figures = row.figures if section.headings else _spread(row.figures)
        found = (row.found,) if section.counts else ()
        shown = (*map(_number, figures), *found, row.wanted, met[row.met])
        table.add_row(row.name, *shown[: len(headings)])
    return table


def _spread(figures: Sequence[float]) -> tuple[float, float, float]:
    return median(figures), min(figures), max(figures)


def _number(figure: float) -> str:
    if isinstance(figure, int):
        return str(figure)
    return f"{figure:.{0 if figure >= 100 else 1 if figure >= 10 else 3}f}"


def _machine() -> dict[str, str | int | None]:
    return {
        "python": platform.python_version(),
        "platform": platform.platform(),
        "cores": os.cpu_count(),
        **{package: _version(package) for package in PACKAGES},
    }


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
