"""Sections as pictures, drawn by matplotlib: bars, heat maps, and lines on logarithmic axes.

Colours are those of the style sheet of the page: a picture on the page is dark where the page is.
"""

import math
import re
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files
from io import StringIO
from pathlib import Path

from matplotlib import style
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.patches import Rectangle
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from ..files import write_whole
from .fit import larger_half, power_law
from .tables import NOTHING, Figure, Picture, Row, Section, entries, short, spread

# In inches: the width of a picture, the height of a bar or a tile, of what a picture has besides.
WIDTH, LINE, MARGIN = 7.0, 0.26, 0.3
CURVES_HEIGHT = 4.2
# Longer names of rows are cut, longer numbers in tiles are rounded.
LONGEST_NAME, TILE_DIGITS = 30, 6
# The faintest and the deepest shade of a tile.
FAINT, DEEP = 0.06, 0.86

STYLE = files(__package__).joinpath("page.css").read_text("utf-8")
# By name; the style sheet has those of light pages first.
COLOURS = dict(re.findall(r"--(\w+): (#\w{6});", STYLE.partition("@media")[0]))
SERIES = [COLOURS[f"c{i}"] for i in range(8)]
SETTINGS = {
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "caracol",  # the same picture is the same file
    "font.sans-serif": "DejaVu Sans",  # each text names all fonts of this list
    "font.size": 8.5,
    "legend.frameon": False,
    "text.color": COLOURS["ink"],
    "axes.labelcolor": COLOURS["faint"],
    "axes.edgecolor": COLOURS["rule"],
    "grid.color": COLOURS["rule"],
    "xtick.color": COLOURS["faint"],
    "ytick.color": COLOURS["faint"],
}
# What a picture on the page can do without: names, turns by nothing, further digits, space.
SHORTER = {
    r' (?:xmlns(?::\w+)?|version)="[^"]*"| id="\w+_\d+"|<!--.*?-->': "",
    r' transform="rotate\(-0 [^"]*"': "",
    r"(\.\d\d)\d+": r"\1",
    r"\s+": " ",
}


def svg(section: Section) -> str:
    """The picture of a section for the page; empty where there is none, or nothing to show."""
    if not _can_be_drawn(section):
        return ""
    text = _saved(drawn([section])).partition("<svg")[2]
    for longer, shorter in SHORTER.items():
        text = re.sub(longer, shorter, text)
    for name, colour in COLOURS.items():
        text = text.replace(colour, f"var(--{name})")
    return f'<svg role="img" aria-label="{escape(section.title)}"{text}'


def write(path: Path, sections: Iterable[Section]) -> None:
    """The pictures of sections in one file, one below the other."""
    shown = [section for section in sections if _can_be_drawn(section)]
    drawing = drawn(shown) if shown else Canvas()
    for axes, section in zip(drawing.axes, shown, strict=True):
        unit = f", {section.unit}" if section.unit else ""
        axes.set_title(section.title + unit, loc="left", fontsize=10)
    write_whole(path, _saved(drawing))


def _saved(drawing: Canvas) -> str:
    text = StringIO()
    with style.context(SETTINGS):
        nothing = dict.fromkeys(("Creator", "Date", "Format", "Type"))
        drawing.savefig(text, format="svg", transparent=True, metadata=nothing)
    return text.getvalue()


def drawn(sections: Sequence[Section]) -> Canvas:
    """One below the other; each has something to show."""
    heights = [_height(section) for section in sections]
    with style.context(SETTINGS):
        drawing = Canvas(figsize=(WIDTH, sum(heights)), layout="constrained")
        grid = drawing.subplots(len(sections), squeeze=False, height_ratios=heights)
        for axes, section in zip(grid.flat, sections, strict=True):
            assert section.picture, "or it is not drawn"
            DRAW[section.picture.kind](axes, section, section.picture)
    return drawing


def _can_be_drawn(section: Section) -> bool:
    if section.picture is None:
        return False
    if section.picture.kind == "heat":
        return bool(section.rows)
    return any(_figure(section, row, section.picture.y) for row in section.rows)


def _height(section: Section) -> float:
    if section.picture and section.picture.kind == "loglog":
        return CURVES_HEIGHT
    bars = 1.6 if section.picture and section.picture.beside else 1
    return MARGIN + LINE * bars * (len(section.rows) + 1)


def _figure(section: Section, row: Row, heading: str) -> Figure:
    if not section.headings:
        return spread(row.figures)[0]
    at = section.headings.index(heading) if heading in section.headings else 0
    return row.figures[at] if at < len(row.figures) else None


def _bars(axes: Axes, section: Section, picture: Picture) -> None:
    headings = [heading for heading in (picture.y, picture.beside) if heading] or [""]
    table = [[_figure(section, row, heading) for row in section.rows] for heading in headings]
    there = [figure for figures in table for figure in figures if figure and figure > 0]
    low = 10.0 ** math.floor(math.log10(min(there))) if picture.log else 0.0
    if picture.log:
        axes.set_xscale("log")
    # To the right of the longest bar its figure is written.
    axes.set_xlim(low, max(there) * ((max(there) / low) ** 0.12 if picture.log else 1.12))
    series = list(dict.fromkeys(row.series for row in section.rows))
    colours = [SERIES[series.index(row.series) % len(SERIES)] for row in section.rows]
    thick = 0.8 / len(headings)
    for i, (heading, figures) in enumerate(zip(headings, table, strict=True)):
        places = [j + i * thick for j in range(len(figures))]
        lengths = [max(0.0, (figure or 0) - low) for figure in figures]
        colour = SERIES[i] if len(headings) > 1 else colours
        bars = axes.barh(places, lengths, thick * 0.9, left=low, color=colour, label=heading)
        texts = [NOTHING if figure is None else short(figure) for figure in figures]
        axes.bar_label(bars, texts, padding=3)
    middle = thick * (len(headings) - 1) / 2
    axes.set_yticks([j + middle for j in range(len(section.rows))], _names(section))
    axes.tick_params(left=False)
    axes.xaxis.set_visible(False)
    axes.margins(y=0.02)
    axes.invert_yaxis()
    axes.set_frame_on(False)
    if len(headings) > 1:
        axes.legend(ncols=2, loc="lower left", bbox_to_anchor=(0, 1))


def _names(section: Section) -> list[str]:
    return [
        row.name if len(row.name) <= LONGEST_NAME else f"{row.name[: LONGEST_NAME - 1]}…"
        for row in section.rows
    ]


def _heat(axes: Axes, section: Section, picture: Picture) -> None:
    there = [figure for row in section.rows for figure in row.figures if figure]
    for j, row in enumerate(section.rows):
        texts = entries(section, row)[: len(section.headings)]
        blank = [None] * (len(texts) - len(row.figures))
        for i, (figure, text) in enumerate(zip([*row.figures, *blank], texts, strict=True)):
            shade = _shade(figure, there, picture.log) if figure else 0
            look = {"facecolor": COLOURS["c0"], "alpha": shade, "clip_on": False}
            axes.add_patch(Rectangle((i - 0.48, j - 0.46), 0.96, 0.92, **look))
            is_long = text.isdecimal() and len(text) > TILE_DIGITS
            said = short(int(text)) if is_long else text
            colour = COLOURS["ink" if figure else "faint"]
            axes.text(i, j, said, ha="center", va="center", color=colour)
    axes.set_xlim(-0.5, max(4, len(section.headings)) - 0.5)  # few tiles are not drawn wider
    axes.set_ylim(len(section.rows) - 0.5, -0.5)
    axes.set_xticks(range(len(section.headings)), section.headings)
    axes.set_yticks(range(len(section.rows)), _names(section))
    axes.tick_params(top=False, labeltop=True, bottom=False, labelbottom=False, left=False)
    axes.set_frame_on(False)


def _shade(figure: float, every: Sequence[float], log: bool) -> float:
    """A small figure still differs from none."""
    if not log:
        return FAINT + (DEEP - FAINT) * figure / max(every)
    low, high, at = (math.log10(one) for one in (min(every), max(every), figure))
    return FAINT + (DEEP - FAINT) * ((at - low) / (high - low) if high > low else 1)


def _loglog(axes: Axes, section: Section, picture: Picture) -> None:
    """A line a series, with its exponent."""
    curves: dict[str, list[tuple[float, float]]] = {}
    for row in section.rows:
        x, y = (_figure(section, row, heading) for heading in (picture.x, picture.y))
        if x and y and x > 0 and y > 0:
            curves.setdefault(row.series, []).append((x, y))
    for i, (name, curve) in enumerate(curves.items()):
        law = power_law(larger_half(curve))
        growth = f": grows as N^{law.exponent:.1f} ± {law.error:.1f}" if law else ""
        label, colour = f"{name or 'all'}{growth}", SERIES[i % len(SERIES)]
        axes.loglog(*zip(*sorted(curve), strict=True), "o-", ms=4, color=colour, label=label)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(LogLocator(subs=(1, 2, 5), numticks=12))
        axis.set_major_formatter(FuncFormatter(lambda figure, _: f"{figure:g}"))
        axis.set_minor_formatter(NullFormatter())
    axes.grid(visible=True)
    axes.spines[:].set_visible(False)
    axes.tick_params(which="both", length=0)
    axes.set_xlabel(picture.x)
    axes.set_ylabel(picture.y)
    axes.legend(loc="upper left", bbox_to_anchor=(0, -0.12), ncols=1)


DRAW = {"bars": _bars, "heat": _heat, "loglog": _loglog}
