"""Sections as SVG: bars, heat maps, and lines on logarithmic axes.

Colours and fonts come from the style sheet of the page: a drawing is dark where the page is.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from ..files import write_whole
from .fit import larger_half, power_law
from .report import NOTHING, Figure, Picture, Row, Section, number, spread

# Widths in units of the drawing; a character is so wide, more or less.
WIDTH = 460
CHARACTER = 6.3
# Longer names of rows are cut.
LONGEST_NAME = 30
# The colours of series that the style sheet knows.
COLOURS = 8
# The deepest shade of a tile still lets its text be read.
DEEPEST = 0.8
# So many digits stand in a tile; longer numbers are rounded there.
TILE_DIGITS = 6
# Above each drawing in a file of several.
TITLE_HEIGHT = 26


class Drawing(NamedTuple):
    width: float
    height: float
    parts: list[str]


def drawn(section: Section) -> str:
    """The picture of a section for the page; empty where there is none, or nothing to show."""
    drawing = _drawing(section)
    return _svg(drawing, f'role="img" aria-label="{escape(section.title)}"') if drawing else ""


def write(path: Path, sections: Iterable[Section]) -> None:
    """The pictures of sections in one file, one below the other."""
    parts, width, top = [f"<style>\n{_light_style()}</style>"], float(WIDTH), 0.0
    for section in sections:
        drawing = _drawing(section)
        if drawing:
            unit = f", {section.unit}" if section.unit else ""
            parts += [_text(4, top + 17, section.title + unit)]
            parts += [f'<g transform="translate(0 {top + TITLE_HEIGHT:.0f})">', *drawing.parts]
            parts += ["</g>"]
            width, top = max(width, drawing.width), top + TITLE_HEIGHT + drawing.height
    whole = _svg(
        Drawing(width, top + 4, parts),
        'xmlns="http://www.w3.org/2000/svg" font-family="sans-serif"',
    )
    write_whole(path, whole + "\n")


def style() -> str:
    return files(__package__).joinpath("page.css").read_text("utf-8")


def _light_style() -> str:
    """The style sheet for a light page without variables, which few programs but browsers know."""
    light, _, rest = style().partition("@media")
    colours = dict(re.findall(r"--(\w+): ([^;]+);", light))
    rules = rest.partition("\n}\n")[2]
    return re.sub(r"var\(--(\w+)\)", lambda name: colours.get(name[1], name[0]), rules)


def _drawing(section: Section) -> Drawing | None:
    if section.picture is None or not section.rows:
        return None
    draw = {"bars": _bars, "heat": _heat, "loglog": _loglog}[section.picture.kind]
    return draw(section, section.picture)


def _svg(drawing: Drawing, attributes: str) -> str:
    width, height, parts = drawing
    inside = "\n".join(parts)
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" style="--wide:{width:.0f}px"'
    return f"<svg {size} {attributes}>\n{inside}\n</svg>"


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(text)}</text>'
    )


def _rect(x: float, y: float, width: float, height: float, look: str, title: str = "") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect {place} rx="2" {look}><title>{escape(title)}</title></rect>'


def _key(x: float, y: float, colour: int, name: str) -> list[str]:
    """What a colour stands for."""
    return [_rect(x, y - 9, 10, 10, _colour(colour), name), _text(x + 16, y, name, "value")]


def _colour(i: int) -> str:
    return f'class="s{i % COLOURS}"'


@dataclass(frozen=True, slots=True)
class Scale:
    """Where figures lie on an axis of some length, from its lowest to its highest."""

    low: float
    high: float
    length: float
    log: bool

    def __call__(self, figure: float) -> float:
        low, high, at = self.low, self.high, figure
        if self.log:
            low, high, at = math.log10(low), math.log10(high), math.log10(max(figure, self.low))
        return self.length * (at - low) / (high - low or 1)


def scale(figures: Sequence[float], length: float, log: bool) -> Scale:
    """A scale that all figures fit on; a logarithmic one has whole powers of ten at its ends."""
    if not log:
        return Scale(0, max(figures, default=1) or 1, length, log)
    there = [figure for figure in figures if figure > 0] or [1]
    low = 10.0 ** math.floor(math.log10(min(there)))
    high = 10.0 ** math.ceil(math.log10(max(there)))
    return Scale(low, high if high > low else 10 * low, length, log)


def _bars(section: Section, picture: Picture) -> Drawing | None:
    """Bars from left to right, a row's under its name."""
    headings = [heading for heading in (picture.y, picture.beside) if heading] or [""]
    bars = [[_figure(section, row, heading) for heading in headings] for row in section.rows]
    every = [figure for row in bars for figure in row if figure is not None]
    if not every:
        return None
    start = _start(section)
    lengths = scale(every, WIDTH - start - 56, picture.log)
    thick, parts, top = 15 if len(headings) == 1 else 12, list[str](), 6.0
    if len(headings) > 1:
        for i, heading in enumerate(headings):
            parts += _key(start + 100 * i, top + 9, i, heading)
        top += 20
    series = list(dict.fromkeys(row.series for row in section.rows))
    step = thick * len(headings) + 7
    for row, figures in zip(section.rows, bars, strict=True):
        parts.append(_text(start - 8, top + step / 2, _cut(row.name), "name", "end"))
        for i, figure in enumerate(figures):
            colour = i if len(headings) > 1 else series.index(row.series)
            length = None if figure is None else lengths(figure)
            parts += _bar((start, top + i * thick, length, thick - 2), figure, colour, row.name)
        top += step
    return Drawing(WIDTH, top + 4, parts)


def _bar(
    place: tuple[float, float, float | None, float], figure: Figure, colour: int, name: str
) -> Iterator[str]:
    x, y, length, thick = place
    if figure is None or length is None:
        yield _text(x + 3, y + thick - 1, NOTHING, "value")
        return
    length = max(1.5, length)  # a bar of no length could not be seen
    yield _rect(x, y, length, thick, _colour(colour), f"{name}: {_short(figure)}")
    yield _text(x + length + 4, y + thick - 1.5, _short(figure), "value")


def _figure(section: Section, row: Row, heading: str) -> Figure:
    if not section.headings:
        return spread(row.figures)[0]
    at = section.headings.index(heading) if heading in section.headings else 0
    return row.figures[at] if at < len(row.figures) else None


class Tile(NamedTuple):
    figure: Figure
    told: str

    @property
    def text(self) -> str:
        """As told, unless that is a long number."""
        is_long = self.told.isdecimal() and len(self.told) > TILE_DIGITS
        return _short(int(self.told)) if is_long else self.told


def _tiles(section: Section, row: Row) -> list[Tile]:
    blank = [None] * (len(section.headings) - len(row.figures))
    figures = [*row.figures, *blank]
    told = [*row.shown, *("" if one is None else number(one) for one in figures[len(row.shown) :])]
    return [Tile(figure, text) for figure, text in zip(figures, told, strict=True)]


def _heat(section: Section, picture: Picture) -> Drawing:
    tiles = [_tiles(section, row) for row in section.rows]
    every = [tile.figure for row in tiles for tile in row if tile.figure]
    shades = scale(every, DEEPEST, picture.log)
    widest = max(map(len, [*section.headings, *(tile.text for row in tiles for tile in row)]))
    width, height = max(34.0, 1.1 * CHARACTER * widest + 10), 25
    start = _start(section)
    parts = [
        _text(start + (i + 0.5) * width, 14, heading, "name", "middle")
        for i, heading in enumerate(section.headings)
    ]
    for j, row in enumerate(section.rows):
        y = 20 + j * height
        parts.append(_text(start - 8, y + height / 2 + 4, _cut(row.name), "name", "end"))
        for i, tile in enumerate(tiles[j]):
            x = start + i * width
            # What is there but small is still told from what is not there.
            shade = 0.06 + shades(tile.figure) if tile.figure else 0
            look = f'class="tile" style="fill-opacity:{shade:.2f}"'
            title = f"{row.name}, {section.headings[i]}: {tile.told}"
            parts.append(_rect(x + 1, y + 1, width - 2, height - 2, look, title))
            kind = "value" if tile.figure else "name"
            parts.append(_text(x + width / 2, y + height / 2 + 4, tile.text, kind, "middle"))
    across = start + width * len(section.headings) + 4
    return Drawing(across, 24 + height * len(section.rows), parts)


def _loglog(section: Section, picture: Picture) -> Drawing | None:
    """A line a series, with its exponent."""
    curves: dict[str, list[tuple[float, float]]] = {}
    for row in section.rows:
        x, y = (_figure(section, row, heading) for heading in (picture.x, picture.y))
        if x and y and x > 0 and y > 0:
            curves.setdefault(row.series, []).append((x, y))
    if not curves:
        return None
    left, bottom = 52, 300
    points = [point for curve in curves.values() for point in curve]
    across = _tight([x for x, _ in points], WIDTH - left - 14)
    up = _tight([y for _, y in points], bottom - 18)
    parts = [*_axes(across, up, left, bottom, picture)]
    y = float(bottom + 42)
    for colour, (name, curve) in enumerate(curves.items()):
        places = [(left + across(x), bottom - up(y)) for x, y in sorted(curve)]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        parts.append(f'<polyline points="{line}" class="line l{colour % COLOURS}"/>')
        for (at_x, at_y), (size, value) in zip(places, sorted(curve), strict=True):
            title = f"<title>{_short(size)}: {_short(value)}</title>"
            dot = f'cx="{at_x:.1f}" cy="{at_y:.1f}" r="3.2" {_colour(colour)}'
            parts.append(f"<circle {dot}>{title}</circle>")
        law = power_law(larger_half(curve))
        told = f": grows as N^{law.exponent:.1f} ± {law.error:.1f}" if law else ""
        parts += _key(left, y, colour, f"{name or 'all'}{told}")
        y += 17
    return Drawing(WIDTH, y, parts)


def _tight(figures: Sequence[float], length: float) -> Scale:
    """A logarithmic axis with a little room at both ends."""
    return Scale(min(figures) / 1.15, max(figures) * 1.15, length, log=True)


def _axes(across: Scale, up: Scale, left: float, bottom: float, picture: Picture) -> Iterator[str]:
    right, top = left + across.length, bottom - up.length
    for tick in _round_numbers(up.low, up.high):
        y = bottom - up(tick)
        yield f'<line x1="{left:.1f}" y1="{y:.1f}" x2="{right:.1f}" y2="{y:.1f}" class="grid"/>'
        yield _text(left - 6, y + 4, _short(tick), "value", "end")
    for tick in _round_numbers(across.low, across.high):
        x = left + across(tick)
        yield f'<line x1="{x:.1f}" y1="{top:.1f}" x2="{x:.1f}" y2="{bottom:.1f}" class="grid"/>'
        yield _text(x, bottom + 15, _short(tick), "value", "middle")
    yield _text(left - 44, top - 6, picture.y, "name")
    yield _text(right, bottom + 30, picture.x, "name", "end")


def _round_numbers(low: float, high: float) -> list[float]:
    """1, 2, 5, 10 and so on between the ends; powers of ten only where that is enough."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    digits = (1,) if len(powers) > 5 else (1, 2, 5)
    every = [digit * 10.0**power for power in powers for digit in digits]
    return [tick for tick in every if low <= tick <= high]


def _start(section: Section) -> float:
    """Where the names of the rows end."""
    return CHARACTER * max(len(_cut(row.name)) for row in section.rows) + 13


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _short(figure: float) -> str:
    """Three digits and what they stand for."""
    for power, unit in ((12, "T"), (9, "G"), (6, "M"), (3, "k")):
        if abs(figure) >= 10**power:
            return f"{figure / 10**power:.3g}{unit}" if figure < 10**15 else f"{figure:.1e}"
    return f"{figure:.3g}"
