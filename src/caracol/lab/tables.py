"""Tables of figures: as data, on the console, in a file; and the table of a race."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any, Literal, ParamSpec, TypeVar

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..files import file_error, write_whole
from ..puzzle import UsageError

# Tables that go to a file may be wider than a terminal.
FILE_WIDTH = 160
# Where there is no figure.
NOTHING = "–"

Figure = float | None
P = ParamSpec("P")
Thing = TypeVar("Thing")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a table; `found` is the main result, compared with what is wanted."""

    name: str
    figures: tuple[Figure, ...]  # what was measured, one a round or one a heading
    found: str = ""
    wanted: str = ""
    met: bool | None = None
    series: str = ""  # rows of one series make one curve, or bars of one colour
    shown: tuple[str, ...] = ()  # texts in place of the figures


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
    notes: tuple[str, ...] = ()  # sentences below the table


Sections = Iterator[Section]


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


def growing(section: Section, rows: Iterable[Row]) -> Iterator[Section]:
    """The section with these rows; with those found so far if the run is interrupted."""
    return filled(section, rows, iter)


def filled(
    section: Section, things: Iterable[Thing], rows: Callable[[Sequence[Thing]], Iterable[Row]]
) -> Iterator[Section]:
    """The section with the rows of all things, or of those that came before an interruption."""
    found: list[Thing] = []
    try:
        for thing in things:
            found.append(thing)  # noqa: PERF402 what came before an exception counts
    finally:
        yield replace(section, rows=tuple(rows(found)))


def table(section: Section) -> Callable[[Callable[P, Iterable[Row]]], Callable[P, Sections]]:
    """A function that yields rows yields the section of them instead."""

    def of(rows: Callable[P, Iterable[Row]]) -> Callable[P, Sections]:
        return lambda *args, **options: growing(section, rows(*args, **options))

    return of


# The seconds that each contestant took in a round, or what went wrong.
Round = Mapping[str, float | str]


def race(
    section: Section,
    rounds: Iterable[Round],
    wanted: Mapping[str, str],
    unit: Callable[[float], float],
) -> Iterator[Section]:
    """The section with a row a contestant, of the rounds found so far if it is interrupted."""
    rows = partial(race_rows, wanted=wanted, unit=unit)
    return filled(replace(section, counts="ratio"), rounds, rows)


def race_rows(
    rounds: Sequence[Round], wanted: Mapping[str, str], unit: Callable[[float], float]
) -> Iterator[Row]:
    """Ratios are to the first contestant, by rounds that both took part in."""
    names = dict.fromkeys(name for one in rounds for name in one)
    taken = {name: [one[name] for one in rounds if name in one] for name in names}
    seconds = {name: [one for one in taken[name] if isinstance(one, float)] for name in taken}
    us = next(iter(seconds), "")
    for name, figures in seconds.items():
        trouble = next((one for one in taken[name] if isinstance(one, str)), "").partition(":")[0]
        ratio = median_ratio(figures, seconds[us])
        found = trouble or ("" if name == us or ratio is None else fold(ratio))
        met = meets(ratio, wanted.get(name, ""))
        yield Row(name, tuple(map(unit, figures)), found, wanted.get(name, ""), met)


def median_ratio(theirs: Sequence[Figure], ours: Sequence[Figure]) -> Figure:
    ratios = [one / two for one, two in zip(theirs, ours, strict=False) if one and two]
    return median(ratios) if ratios else None


def meets(figure: Figure, wanted: str) -> bool | None:
    """Whether a figure is as wanted, such as "<= 200" or ">= 8x".

    >>> meets(7, "<= 8x"), meets(7, ">= 8x"), meets(None, ">= 8x"), meets(7, "")
    (True, False, False, None)
    """
    if not wanted:
        return None
    sign, limit = wanted.split()[:2]
    bound = float(limit.rstrip("x"))
    return figure is not None and (figure <= bound if sign == "<=" else figure >= bound)


def milliseconds(seconds: float) -> float:
    return 1000 * seconds


def fold(ratio: float) -> str:
    return f"{ratio:.3g}x" if ratio < 1000 else f"{ratio:,.0f}x"


def printed(sections: Iterable[Section]) -> Iterator[Section]:
    """Print each section as it comes; those without rows are left out."""
    console = Console()
    if not console.is_terminal:
        console.width = FILE_WIDTH
    for section in sections:
        if section.rows:
            console.print(_table(section))
            for note in section.notes:
                console.print(f"  {note}", markup=False, highlight=False, soft_wrap=True)
            yield section


def _table(section: Section) -> Table:
    title = f"{section.title}; {section.unit}" if section.unit else section.title
    table = Table(title=title, title_justify="left", box=box.SIMPLE)
    table.add_column("", no_wrap=True, min_width=20)
    for heading in columns(section):
        table.add_column(heading, no_wrap=True, min_width=6, justify="right")
    colours = {None: "", True: "green", False: "red"}
    for row in section.rows:
        *texts, last = map(Text, entries(section, row))
        table.add_row(row.name, *texts, Text(str(last), style=colours[row.met]))
    return table


def columns(section: Section) -> tuple[str, ...]:
    """The headings of the columns, after that of the names."""
    judged = ("wanted", "met") if any(row.wanted for row in section.rows) else ()
    counted = (section.counts,) if section.counts else ()
    return (*(section.headings or ("median", "least", "most")), *counted, *judged)


def entries(section: Section, row: Row) -> tuple[str, ...]:
    """The texts in the columns."""
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


def short(figure: float) -> str:
    """
    >>> short(0.1234), short(12345), short(12345678)
    ('0.123', '12345', '12.3M')
    """
    for power, unit in ((12, "T"), (9, "G"), (6, "M")):
        if figure >= 10**power:
            return f"{figure / 10**power:.3g}{unit}" if figure < 1e15 else f"{figure:.1e}"
    return number(figure)


def write(path: Path, run: Run) -> None:
    """All of a run, as JSON."""
    write_whole(path, json.dumps(asdict(run), indent=1, ensure_ascii=False) + "\n")


def read(path: Path) -> Run:
    """A run that was written."""
    try:
        fields = json.loads(path.read_text("utf-8"))
        return Run(**_tuples(fields) | {"sections": tuple(map(_section, fields["sections"]))})
    except OSError as error:
        raise file_error(path, error) from None
    except (AttributeError, KeyError, TypeError, ValueError):
        raise UsageError(f"{path}: expected a run of an experiment, as --json writes it") from None


def _section(fields: dict[str, Any]) -> Section:  # Any: what JSON holds
    rows = tuple(Row(**_tuples(row)) for row in fields["rows"])
    picture = fields["picture"] and Picture(**fields["picture"])
    return Section(**_tuples(fields) | {"rows": rows, "picture": picture})


def _tuples(fields: dict[str, Any]) -> dict[str, Any]:  # Any: what JSON holds
    return {name: tuple(it) if isinstance(it, list) else it for name, it in fields.items()}
