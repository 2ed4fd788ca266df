"""Figures as pictures: SVG, and PNG beside it."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from ..files import write_whole
from .report import Section, entries, number, spread

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def write(path: Path, sections: Sequence[Section]) -> None:
    """A panel per section, a point per row, from the least to the most of its rounds."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 4), layout="constrained")
    panels = figure.subplots(1, len(sections), sharey=True, squeeze=False)[0]
    for panel, section in zip(panels, sections, strict=True):
        rounds = {row.name: [figure or 0 for figure in row.figures] for row in section.rows}
        middles = list(map(median, rounds.values()))
        below = [middle - min(of) for middle, of in zip(middles, rounds.values(), strict=True)]
        above = [max(of) - middle for middle, of in zip(middles, rounds.values(), strict=True)]
        names = list(rounds)
        panel.errorbar(names, middles, (below, above), marker="o", capsize=3)
        panel.set_title(section.title.partition(":")[0])
        panel.set_yscale("log")
        panel.grid(alpha=0.3)
        panel.tick_params(axis="x", labelrotation=60)
    panels[0].set_ylabel(sections[0].unit)
    _write(figure, path, 150)


def pictures(path: Path, sections: Sequence[Section]) -> None:
    """The tiles and bars of sections, one panel below the other."""
    from matplotlib.figure import Figure

    drawn = [section for section in sections if section.picture and section.rows]
    heights = [1.2 + 0.32 * len(section.rows) for section in drawn]
    if not drawn:
        return
    figure = Figure(figsize=(8, sum(heights)), layout="constrained")
    panels = figure.subplots(len(drawn), 1, height_ratios=heights, squeeze=False)
    for panel, section in zip(panels[:, 0], drawn, strict=True):
        heat = section.picture and section.picture.kind == "heat"
        (_tiles if heat else _bars)(panel, section)
        unit = f", {section.unit.partition(',')[0]}" if section.unit else ""
        panel.set_title(f"{section.title}{unit}", fontsize=10, loc="left")
    _write(figure, path, 110)


def _write(figure: "Figure", path: Path, dpi: int) -> None:
    for suffix in ("svg", "png"):
        drawn = BytesIO()
        figure.savefig(drawn, format=suffix, dpi=dpi)
        write_whole(path.with_suffix(f".{suffix}"), drawn.getvalue())


# No figure: not offered, or given up.
NOT_OFFERED, GIVEN_UP = "#eeeeee", "#555555"


def _tiles(panel: "Axes", section: Section) -> None:
    """Figures on a logarithmic scale of colours; what was given up is dark, what is absent pale."""
    from matplotlib import colormaps
    from matplotlib.colors import LogNorm, to_hex
    from matplotlib.patches import Rectangle

    every = [figure for row in section.rows for figure in row.figures if figure]
    norm, colours = LogNorm(min(every, default=1), max(every, default=1) * 1.01), colormaps["YlGn"]
    for i, row in enumerate(section.rows):
        for j, (figure, told) in enumerate(zip(row.figures, entries(section, row), strict=False)):
            shade = None if figure is None else float(norm(max(figure, norm.vmin or 1)))
            late = told.startswith(">") or told == "out of time"
            without = GIVEN_UP if late else NOT_OFFERED
            colour = without if shade is None else to_hex(colours(0.8 * shade))
            ink = "white" if late or (shade or 0) > 0.75 else "black"
            panel.add_patch(Rectangle((j, i), 1, 1, facecolor=colour, edgecolor="white", lw=2))
            place = (j + 0.5, i + 0.5)
            panel.annotate(told, place, ha="center", va="center", color=ink, fontsize=8)
    panel.set_xlim(0, len(section.headings))
    panel.set_ylim(len(section.rows), 0)
    panel.set_xticks([j + 0.5 for j in range(len(section.headings))], section.headings)
    panel.set_yticks(
        [i + 0.5 for i in range(len(section.rows))], [row.name for row in section.rows]
    )
    panel.tick_params(length=0)
    panel.spines[:].set_visible(False)


def _bars(panel: "Axes", section: Section) -> None:
    """The figure under a heading, or the median of the rounds from the least to the most."""
    assert section.picture
    names = [row.name for row in section.rows]
    for i, row in enumerate(section.rows):
        middle, least, most = (*spread(row.figures),)
        if section.headings:
            at = section.headings.index(section.picture.y)
            middle = least = most = row.figures[at]
        if middle is None or least is None or most is None:
            told = row.shown[0] if row.shown else row.found
            panel.annotate(f" {told}", (0, i), xycoords=("axes fraction", "data"), va="center")
            continue
        panel.barh(i, middle, height=0.7, color="#2f855a" if row.name == "caracol" else "#7f9fbf")
        panel.errorbar(
            middle, i, xerr=[[middle - least], [most - middle]], color="black", capsize=2
        )
        panel.annotate(f"  {number(middle)}", (most, i), va="center", fontsize=8)
    if section.picture.log:
        panel.set_xscale("log")
    panel.margins(x=0.12)
    panel.set_yticks(range(len(names)), names)
    panel.set_ylim(len(names) - 0.4, -0.6)
    panel.grid(axis="x", alpha=0.3)
