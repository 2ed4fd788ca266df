"""Sections as inline SVG: bars, heat maps, and lines on logarithmic axes.

Colours and fonts come from the style sheet of the page: a drawing is dark where the page is.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from .fit import larger_half, power_law
from .report import Figure, Row, Section, number, spread

# Widths in units of the drawing; a character is so wide, more or less.
WIDTH = 460
CHARACTER = 6.3
# Longer names of rows are cut.
LONGEST_NAME = 30
# The colours of series that the style sheet knows, and the marks that go with them.
COLOURS = 8
# The deepest shade of a tile still lets its text be read.
DEEPEST = 0.8
# So many digits stand in a tile; longer numbers are rounded there.
TILE_DIGITS = 6


def drawn(section: Section) -> str:
    """The picture of a section; empty where there is none, or nothing to show."""
    match section.picture:
        case None:
            return ""
        case picture if picture.kind == "heat":
            return _heat(section)
        case picture if picture.kind == "loglog":
            return _loglog(section)
        case _:
            return _bars(section)


def _svg(width: float, height: float, title: str, parts: Iterator[str] | Sequence[str]) -> str:
    inside = "\n".join(parts)
    return (
        f'<svg viewBox="0 0 {width:.0f} {height:.0f}" style="--wide:{width:.0f}px" role="img"'
        f' aria-label="{escape(title)}">\n{inside}\n</svg>'
    )


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(text)}</text>'
    )


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


def _bars(section: Section) -> str:
    """Bars from left to right, a row's under its name."""
    picture = section.picture
    assert picture, "it is to be drawn"
    wanted = [heading for heading in (picture.y, picture.beside) if heading]
    bars = [[_figure(section, row, heading) for heading in wanted or [""]] for row in section.rows]
    every = [figure for row in bars for figure in row if figure is not None]
    if not every:
        return ""
    names = [_cut(row.name) for row in section.rows]
    start = CHARACTER * max(map(len, names)) + 12
    lengths = scale(every, WIDTH - start - 56, picture.log)
    thick = 15 if len(wanted) < 2 else 12
    step = thick * max(1, len(wanted)) + 7
    parts, top = list[str](), 6.0
    if len(wanted) > 1:
        parts += _legend(wanted, start, top)
        top += 20
    colours = _colours(row.series for row in section.rows)
    for row, name, figures in zip(section.rows, names, bars, strict=True):
        parts.append(_text(start - 8, top + step / 2, name, "name", "end"))
        for i, figure in enumerate(figures):
            colour = i if len(wanted) > 1 else colours[row.series]
            parts += _bar(start, top + i * thick, thick - 2, lengths, figure, colour, row.name)
        top += step
    return _svg(WIDTH, top + 4, section.title, parts)


def _bar(
    x: float, y: float, thick: float, lengths: Scale, figure: Figure, colour: int, name: str
) -> Iterator[str]:
    if figure is None:
        yield _text(x + 3, y + thick - 1, "–", "value")
        return
    # A bar of no length could not be seen.
    length = max(1.5, lengths(figure))
    yield (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{length:.1f}" height="{thick:.1f}" rx="2"'
        f' class="s{colour}"><title>{escape(name)}: {_short(figure)}</title></rect>'
    )
    yield _text(x + length + 4, y + thick - 1.5, _short(figure), "value")


def _legend(names: Sequence[str], x: float, y: float) -> Iterator[str]:
    for colour, name in enumerate(names):
        yield f'<rect x="{x:.1f}" y="{y:.1f}" width="10" height="10" rx="2" class="s{colour}"/>'
        yield _text(x + 14, y + 9, name, "value")
        x += CHARACTER * len(name) + 34


def _figure(section: Section, row: Row, heading: str) -> Figure:
    if not section.headings:
        return spread(row.figures)[0]
    at = section.headings.index(heading) if heading in section.headings else 0
    return row.figures[at] if at < len(row.figures) else None


def _heat(section: Section) -> str:
    picture = section.picture
    assert picture, "it is to be drawn"
    every = [figure for row in section.rows for figure in row.figures if figure is not None]
    shades = scale([figure for figure in every if figure > 0], DEEPEST, picture.log)
    tiles = [[_tile(section, row, i) for i in range(len(section.headings))] for row in section.rows]
    wide = max(map(len, [*section.headings, *(text for row in tiles for text in row)]), default=1)
    width, height = max(34.0, 1.1 * CHARACTER * wide + 10), 25
    names = [_cut(row.name) for row in section.rows]
    start = CHARACTER * max(map(len, names), default=1) + 14
    parts = [
        _text(start + (i + 0.5) * width, 14, heading, "name", "middle")
        for i, heading in enumerate(section.headings)
    ]
    for j, (row, texts) in enumerate(zip(section.rows, tiles, strict=True)):
        y = 20 + j * height
        parts.append(_text(start - 8, y + height / 2 + 4, names[j], "name", "end"))
        for i, (text, figure) in enumerate(zip(texts, _padded(row, len(texts)), strict=True)):
            x = start + i * width
            # What is there but small is still told from what is not there.
            shade = 0.06 + shades(figure) if figure else 0
            title = f"{row.name}, {section.headings[i]}: {_told(section, row, i)}"
            parts.append(
                f'<rect x="{x + 1:.1f}" y="{y + 1:.1f}" width="{width - 2:.1f}"'
                f' height="{height - 2:.1f}" rx="3" class="tile" style="--shade:{shade:.2f}">'
                f"<title>{escape(title)}</title></rect>"
            )
            kind = "value" if figure else "name"
            parts.append(_text(x + width / 2, y + height / 2 + 4, text, kind, "middle"))
    across = start + width * len(section.headings) + 4
    return _svg(across, 24 + height * len(section.rows), section.title, parts)


def _padded(row: Row, columns: int) -> list[Figure]:
    return [*row.figures, *[None] * (columns - len(row.figures))]


def _told(section: Section, row: Row, column: int) -> str:
    if column < len(row.shown):
        return row.shown[column]
    figure = _padded(row, len(section.headings))[column]
    return "" if figure is None else number(figure)


def _tile(section: Section, row: Row, column: int) -> str:
    """What stands in a tile: as told, unless that is a long number."""
    told = _told(section, row, column)
    return _short(int(told)) if told.isdecimal() and len(told) > TILE_DIGITS else told


def _loglog(section: Section) -> str:
    """A line a series, with its exponent."""
    picture = section.picture
    assert picture, "it is to be drawn"
    curves: dict[str, list[tuple[float, float]]] = {}
    for row in section.rows:
        x, y = (_figure(section, row, heading) for heading in (picture.x, picture.y))
        if x and y and x > 0 and y > 0:
            curves.setdefault(row.series, []).append((x, y))
    if not curves:
        return ""
    left, bottom, wide, high = 52, 300, WIDTH - 52 - 14, 282
    points = [point for curve in curves.values() for point in curve]
    across, up = (_tight([point[i] for point in points], (wide, high)[i]) for i in range(2))
    parts = [*_axes(across, up, left, bottom, (picture.x, picture.y))]
    for colour, curve in enumerate(curves.values()):
        placed = [(left + across(x), bottom - up(y)) for x, y in sorted(curve)]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in placed)
        parts.append(f'<polyline points="{line}" class="line l{colour % COLOURS}"/>')
        for (x, y), (here, value) in zip(placed, sorted(curve), strict=True):
            title = f"{_short(here)}: {_short(value)}"
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.2" class="s{colour % COLOURS}">'
                f"<title>{title}</title></circle>"
            )
    y = float(bottom + 42)
    for colour, (name, curve) in enumerate(curves.items()):
        parts.append(
            f'<rect x="{left}" y="{y - 9:.1f}" width="10" height="10" rx="2"'
            f' class="s{colour % COLOURS}"/>'
        )
        law = power_law(larger_half(curve))
        told = f": grows as N^{law.exponent:.1f} ± {law.error:.1f}" if law else ""
        parts.append(_text(left + 16, y, f"{name or 'all'}{told}", "value"))
        y += 17
    return _svg(WIDTH, y, section.title, parts)


def _tight(figures: Sequence[float], length: float) -> Scale:
    """A logarithmic axis with a little room at both ends."""
    return Scale(min(figures) / 1.15, max(figures) * 1.15, length, log=True)


def _axes(
    across: Scale, up: Scale, left: float, bottom: float, names: tuple[str, str]
) -> Iterator[str]:
    right, top = left + across.length, bottom - up.length
    for tick in _round_numbers(up.low, up.high):
        y = bottom - up(tick)
        yield f'<line x1="{left:.1f}" y1="{y:.1f}" x2="{right:.1f}" y2="{y:.1f}" class="grid"/>'
        yield _text(left - 6, y + 4, _short(tick), "value", "end")
    for tick in _round_numbers(across.low, across.high):
        x = left + across(tick)
        yield f'<line x1="{x:.1f}" y1="{top:.1f}" x2="{x:.1f}" y2="{bottom:.1f}" class="grid"/>'
        yield _text(x, bottom + 15, _short(tick), "value", "middle")
    yield _text(left - 44, top - 6, names[1], "name")
    yield _text(right, bottom + 30, names[0], "name", "end")


def _round_numbers(low: float, high: float) -> list[float]:
    """1, 2, 5, 10 and so on between the ends; powers of ten only where that is enough."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    digits = (1,) if len(powers) > 5 else (1, 2, 5)
    every = [digit * 10.0**power for power in powers for digit in digits]
    return [tick for tick in every if low <= tick <= high]


def _colours(series: Iterator[str]) -> dict[str, int]:
    return {name: i % COLOURS for i, name in enumerate(dict.fromkeys(series))}


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def _short(figure: float) -> str:
    """Three digits and what they stand for."""
    for power, unit in ((12, "T"), (9, "G"), (6, "M"), (3, "k")):
        if abs(figure) >= 10**power:
            return f"{figure / 10**power:.3g}{unit}" if figure < 10**15 else f"{figure:.1e}"
    return f"{figure:.3g}"
