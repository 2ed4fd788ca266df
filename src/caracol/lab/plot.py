"""Rates by size as a picture: SVG, and PNG beside it."""

from collections.abc import Sequence
from pathlib import Path
from statistics import median

from .report import Section


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
    for suffix in (".svg", ".png"):
        figure.savefig(path.with_suffix(suffix), dpi=150)
