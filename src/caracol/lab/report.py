"""Tables of figures: as data, on the console, in a file."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any, Literal

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..files import write_whole
from ..puzzle import UsageError
from .timing import Times

# Tables that go to a file may be wider than a terminal.
FILE_WIDTH = 160
# Where there is no figure.
NOTHING = "–"

Figure = float | None


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table; `found` is what counts, set against what is wanted."""

    name: str
    figures: tuple[Figure, ...]  # what was measured, one a round or one a heading
    found: str = ""
    wanted: str = ""
    met: bool | None = None
    series: str = ""  # rows of one series make one curve, or bars of one colour
    shown: tuple[str, ...] = ()  # in place of the figures, where numbers do not tell all


@dataclass(frozen=True, slots=True)
class Picture:
    """How a section is drawn.

    bars: one a row, as long as the figure under the heading `y`, or as the median of its rounds.
    heat: one tile a figure, rows down and headings across.
    loglog: one point a row, `x` and `y` being headings; one line a series.
    """

    kind: Literal["bars", "heat", "loglog"]
    x: str = ""
    y: str = ""
    log: bool = False  # the lengths of bars or the shades of tiles
    beside: str = ""  # bars: a heading for a second bar a row


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    unit: str = ""
    counts: str = ""  # the heading over what is found
    rows: tuple[Row, ...] = ()
    headings: tuple[str, ...] = ()  # over the figures, where they are not one a round
    picture: Picture | None = None
    notes: tuple[str, ...] = ()  # sentences to stand below


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What one run of an experiment found, when and where."""

    experiment: str
    arguments: tuple[str, ...]
    date: str
    seconds: float
    ended: str
    machine: Mapping[str, str | int]
    versions: Mapping[str, str]
    seeds: tuple[int, ...]
    sections: tuple[Section, ...]


def tell(sections: Iterable[Section]) -> Iterator[Section]:
    """Print each section as it comes."""
    console = Console()
    if not console.is_terminal:
        console.width = FILE_WIDTH
    for section in sections:
        console.print(_table(section))
        for note in section.notes:
            console.print(f"  {note}", markup=False, highlight=False, soft_wrap=True)
        yield section


def write(path: Path, run: Run) -> None:
    """All of a run, as JSON."""
    write_whole(path, json.dumps(asdict(run), indent=1, ensure_ascii=False) + "\n")


def read(path: Path) -> Run:
    """A run that was written."""
    try:
        return _run(json.loads(path.read_text("utf-8")))
    except OSError as error:
        raise UsageError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    except (KeyError, TypeError, ValueError):
        raise UsageError(f"{path}: expected a run of an experiment, as --json writes it") from None


def _run(fields: dict[str, Any]) -> Run:  # Any: what JSON holds
    sections = tuple(map(_section, fields["sections"]))
    lists = {name: tuple(fields[name]) for name in ("arguments", "seeds")}
    return Run(**fields | lists | {"sections": sections})


def _section(fields: dict[str, Any]) -> Section:  # Any: what JSON holds
    rows = tuple(
        Row(**row | {name: tuple(row[name]) for name in ("figures", "shown")})
        for row in fields["rows"]
    )
    picture = fields["picture"] and Picture(**fields["picture"])
    lists = {name: tuple(fields[name]) for name in ("headings", "notes")}
    return Section(**fields | lists | {"rows": rows, "picture": picture})


def duels(
    rounds: Sequence[Mapping[str, float]],
    wanted: Mapping[str, int],
    figures: Callable[[Times], tuple[float, ...]],
) -> tuple[Row, ...]:
    """The first contestant, and how many times as long as it each other one takes.

    Rounds hold the seconds of each.
    """
    times = {name: Times(tuple(one[name] for one in rounds)) for name in rounds[0]}
    (us, ours), *others = times.items()
    rows = [Row(us, figures(ours))]
    for name, theirs in others:
        ratio, least = theirs.over(ours), wanted.get(name)
        told, met = ("", None) if least is None else (f">= {least}x", ratio >= least)
        rows.append(Row(name, figures(theirs), fold(ratio), told, met))
    return tuple(rows)


def fold(ratio: float) -> str:
    return f"{ratio:.3g}x" if ratio < 1000 else f"{ratio:,.0f}x"


def columns(section: Section) -> tuple[str, ...]:
    """What stands over the columns, after that of the names."""
    judged = ("wanted", "met") if any(row.wanted for row in section.rows) else ()
    counted = (section.counts,) if section.counts else ()
    return (*(section.headings or ("median", "least", "most")), *counted, *judged)


def entries(section: Section, row: Row) -> tuple[str, ...]:
    """What stands in the columns."""
    figures = row.figures if section.headings else spread(row.figures)
    shown = row.shown or tuple(map(number, figures))
    blank = ("",) * (len(section.headings) - len(shown))
    found = (row.found,) if section.counts else ()
    met = {None: "", True: "yes", False: "no"}[row.met]
    return (*shown, *blank, *found, row.wanted, met)[: len(columns(section))]


def spread(figures: Sequence[Figure]) -> tuple[Figure, ...]:
    """Median, least and most of what there is."""
    there = [figure for figure in figures if figure is not None]
    return (median(there), min(there), max(there)) if there else (None, None, None)


def number(figure: Figure) -> str:
    if figure is None:
        return NOTHING
    if isinstance(figure, int):
        return str(figure)
    return f"{figure:.{0 if abs(figure) >= 100 else 1 if abs(figure) >= 10 else 3}f}"


def _table(section: Section) -> Table:
    title = f"{section.title}; {section.unit}" if section.unit else section.title
    table = Table(title=title, title_justify="left", box=box.SIMPLE)
    table.add_column("", no_wrap=True, min_width=20)
    for heading in columns(section):
        table.add_column(heading, no_wrap=True, min_width=6, justify="right")
    colours = {None: "", True: "green", False: "red"}
    for row in section.rows:
        *told, last = map(Text, entries(section, row))
        table.add_row(row.name, *told, Text(str(last), style=colours[row.met]))
    return table
