"""Drawings as SVG: small, with a name and words for every cell, in a theme's colours."""

from collections.abc import Iterable, Mapping
from html import escape
from math import ceil
from typing import assert_never
from zlib import crc32

from ..phrases import ENGLISH
from ..puzzle import Puzzle, Solution, UsageError, expected_one
from ..shapes import (
    LEGIBLE,
    NAME,
    Area,
    Disc,
    Drawing,
    Label,
    Name,
    Notes,
    Point,
    Role,
    Shape,
    Spot,
    Stroke,
    Tone,
    middle,
    overview,
    spoken,
)
from .boards import draw

# Colours by tone. Text on its ground has a contrast of 4.5 or more in every theme.
THEMES = {
    "light": {
        "page": "#ffffff",
        Tone.PAPER: "#ffffff",
        Tone.OPEN: "#ffffff",
        Tone.FIELD: "#f4f1ea",
        Tone.GIVEN: "#1a1a1a",
        Tone.FOUND: "#0b5cad",
        Tone.FAINT: "#5c5c5c",
        Tone.THIN: "#c4c0b6",
        Tone.WALL: "#1a1a1a",
        Tone.CONTACT: "#c2410c",
        Role.TARGET: "#c9efd2",
        Role.READ: "#cfe3fb",
        Role.SCOPE: "#f2eee3",
        Role.WRONG: "#fbd5d0",
        Role.CURSOR: "#fff3c4",
    },
    "dark": {
        "page": "#16181c",
        Tone.PAPER: "#1e2126",
        Tone.OPEN: "#1e2126",
        Tone.FIELD: "#262a31",
        Tone.GIVEN: "#f2f2f2",
        Tone.FOUND: "#7cc0ff",
        Tone.FAINT: "#b4b8bf",
        Tone.THIN: "#454a53",
        Tone.WALL: "#e8e8e8",
        Tone.CONTACT: "#ff9d5c",
        Role.TARGET: "#184426",
        Role.READ: "#1c3f66",
        Role.SCOPE: "#2c3038",
        Role.WRONG: "#5c2020",
        Role.CURSOR: "#4d4415",
    },
    "print": {
        "page": "#ffffff",
        Tone.PAPER: "#ffffff",
        Tone.OPEN: "#ffffff",
        Tone.FIELD: "#ffffff",
        Tone.GIVEN: "#000000",
        Tone.FOUND: "#000000",
        Tone.FAINT: "#555555",
        Tone.THIN: "#999999",
        Tone.WALL: "#000000",
        Tone.CONTACT: "#000000",
        Role.TARGET: "#dedede",
        Role.READ: "#f0f0f0",
        Role.SCOPE: "#f6f6f6",
        Role.WRONG: "#bdbdbd",
        Role.CURSOR: "#ececec",
    },
}
Colours = Mapping[object, str]
# Pixels; a larger picture takes more memory than many machines have.
WIDEST = 10_000
# Stands for what all ids of a picture start with, until that is known.
OWN = "\0"
# Around a drawing, in cells.
MARGIN = 0.35
# How the cells of a step are outlined, so that colours never carry meaning alone; the others that
# it speaks of are hatched.
BORDERS = {
    Role.TARGET: (0.08, ""),
    Role.READ: (0.06, "0.16 0.1"),
    Role.WRONG: (0.08, "0.04 0.1"),
    Role.CURSOR: (0.05, ""),
}
# Hatching: lines that far apart, and that thick.
HATCH, HATCHED = 0.16, 0.03
# As far as a wall reaches into an area.
WALL = 0.05
# What a letter's height is of the size of its font, and how far down its middle lies.
CAPITAL = 0.72
FONT = "DejaVu Sans, Verdana, sans-serif"


def svg(
    puzzle: Puzzle,
    solution: Solution | None = None,
    *,
    theme: str = "light",
    size: float | None = None,
    language: str = ENGLISH,
) -> str:
    """A puzzle, or its solution, as an SVG file.

    >>> import caracol
    >>> svg(caracol.parse("mno 1\\n.")).count('data-cell="r1c1"')
    1
    """
    return as_svg(spoken(draw(puzzle, solution), language), theme=theme, size=size)


def as_svg(drawing: Drawing, *, theme: str = "light", size: float | None = None) -> str:
    """The drawing as an SVG file, `size` pixels wide."""
    if theme not in THEMES:
        raise UsageError(expected_one("a theme", THEMES, theme))
    if size is not None and not 1 <= size <= WIDEST:
        raise UsageError(f"expected a width from 1 to {WIDEST} pixels, found {size}")
    return in_colours(drawing, THEMES[theme], size)


def in_colours(drawing: Drawing, colours: Colours, size: float | None = None) -> str:
    """The drawing as an SVG file; colours are those of all tones and roles, and of the page."""
    if drawing.width > LEGIBLE:
        drawing = overview(drawing)
    width, height = drawing.width + 2 * MARGIN, drawing.height + 2 * MARGIN
    # Clues that stand on the edges of cells must not be hidden by what marks these.
    on_edges = (i for i, shape in enumerate(drawing.shapes) if isinstance(shape, Spot))
    spots = next(on_edges, len(drawing.shapes))
    wide = size or min(1000.0, 56 * width)
    lines = [
        '<svg xmlns="http://www.w3.org/2000/svg"'
        f' width="{_n(wide)}" height="{_n(wide * height / width)}"'
        f' viewBox="{_n(-MARGIN)} {_n(-MARGIN)} {_n(width)} {_n(height)}" role="img"'
        f' aria-labelledby="{OWN}title {OWN}told" font-family="' + FONT + '" text-anchor="middle">',
        f'<title id="{OWN}title">{escape(drawing.title)}</title>',
        f'<desc id="{OWN}told">{escape(str(drawing.description))}</desc>',
        f'<rect x="{_n(-MARGIN)}" y="{_n(-MARGIN)}" width="{_n(width)}" height="{_n(height)}"'
        f' fill="{colours["page"]}"/>',
        _hatching(drawing, colours),
        *(_shape(shape, colours) for shape in drawing.shapes[:spots]),
        *(_border(shape, colours) for shape in drawing.cells if shape.role in BORDERS),
        *(_shape(shape, colours) for shape in drawing.shapes[spots:]),
        "</svg>",
    ]
    text = "\n".join(line for line in lines if line) + "\n"
    # Pictures that differ have other ids, so that several can stand on one page.
    return text.replace(OWN, f"p{crc32(text.encode()):08x}-")


def fragment(shapes: Iterable[Shape], colours: Colours) -> str:
    """Some shapes, to stand inside an SVG."""
    return "".join(_shape(shape, colours) for shape in shapes)


def _shape(shape: Shape, colours: Colours) -> str:
    match shape:
        case Area() | Disc():
            fill = colours[shape.role or shape.tone]
            ground = _outline(shape, f'fill="{fill}"', shape.cell, str(shape.description))
            hatched = shape.cell and shape.role is Role.SCOPE
            return ground + _outline(shape, f'fill="url(#{OWN}hatch)"') if hatched else ground
        case Stroke(points, thickness, tone):
            return (
                f'<path d="{_path(points)}" fill="none" stroke="{colours[tone]}"'
                f' stroke-width="{_n(thickness)}" stroke-linecap="round" stroke-linejoin="round"/>'
            )
        case Label():
            return _label(shape, colours)
        case Spot(centre, radius, _, role):
            return _spot(Disc(centre, radius), colours, role) if role else ""
        case Notes():
            return _notes(shape, colours)
        case Name():
            return _name(shape, colours)
        case _:
            assert_never(shape)


def _outline(shape: Area | Disc, paint: str, cell: str = "", description: str = "") -> str:
    name = f' id="{OWN}{escape(cell)}" data-cell="{escape(cell)}"' if cell else ""
    if isinstance(shape, Disc):
        (x, y), tag = shape.centre, "circle"
        form = f'cx="{_n(x)}" cy="{_n(y)}" r="{_n(shape.radius)}"'
    else:
        tag, form = "path", f'd="{_path(shape.outline)}Z"'
    inside = f"<title>{escape(description)}</title>" if description else ""
    opened = f"<{tag}{name} {form} {paint}"
    return f"{opened}>{inside}</{tag}>" if inside else f"{opened}/>"


def _spot(disc: Disc, colours: Colours, role: Role) -> str:
    paint = f'fill="{colours[role]}" stroke="{colours[Tone.FOUND]}" stroke-width="0.04"'
    return _outline(disc, paint)


def _border(shape: Area | Disc, colours: Colours) -> str:
    assert shape.role
    width, dashes = BORDERS[shape.role]
    if isinstance(shape, Disc):
        width *= 0.6  # it has less room
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    paint = f'fill="none" stroke="{colours[Tone.FOUND]}" stroke-width="{_n(width)}"{dashed}'
    return _outline(_shrunk(shape, width / 2), paint)


def _shrunk(shape: Area | Disc, by: float) -> Area | Disc:
    if isinstance(shape, Disc):
        return Disc(shape.centre, shape.radius - by)
    by += WALL
    x, y = middle(shape)
    factor = 1 - by / max(abs(a - x) for a, _ in shape.outline)
    return Area(tuple((x + (a - x) * factor, y + (b - y) * factor) for a, b in shape.outline))


def _hatching(drawing: Drawing, colours: Colours) -> str:
    if not any(shape.role is Role.SCOPE for shape in drawing.cells):
        return ""
    return (
        f'<pattern id="{OWN}hatch" width="{HATCH}" height="{HATCH}" patternUnits="userSpaceOnUse"'
        f' patternTransform="rotate(45)"><path d="M0 0V{HATCH}" stroke="{colours[Tone.THIN]}"'
        f' stroke-width="{HATCHED}"/></pattern>'
    )


def _notes(notes: Notes, colours: Colours) -> str:
    """The values left, each at its own place in a small grid; those struck are crossed out."""
    if not any(notes.texts):
        return ""
    (left, top), (right, bottom) = notes.box
    longest = max(map(len, notes.texts))

    def letters(across: int) -> float:
        """How high letters can be with this number of values in a row."""
        down = ceil(len(notes.texts) / across)
        return min(NAME, 0.7 * (bottom - top) / down, 1.1 * (right - left) / across / longest)

    across = max(range(1, len(notes.texts) + 1), key=letters)
    down = ceil(len(notes.texts) / across)
    width, height, high = (right - left) / across, (bottom - top) / down, letters(across)
    shown = []
    for i, text in enumerate(notes.texts):
        x, y = left + (i % across + 0.5) * width, top + (i // across + 0.5) * height
        if text:
            shown.append(_label(Label((x, y), text, high, Tone.FAINT), colours))
        if text in notes.struck:
            reach = 0.5 * high * (1 + 0.5 * (len(text) - 1))
            line = Stroke(((x - reach, y + reach), (x + reach, y - reach)), 0.025, Tone.GIVEN)
            shown.append(_shape(line, colours))
    return "".join(shown)


def _name(name: Name, colours: Colours) -> str:
    """Faint, whatever it stands on; in reverse where a step speaks of the line."""
    (x, y), wide, high = name.at, 0.095 * len(name.text) + 0.06, 0.19
    corners = (x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high)
    ground, letters = (Tone.GIVEN, Tone.PAPER) if name.role else (Tone.PAPER, Tone.FAINT)
    label = Label(name.at, name.text, NAME, letters)
    return _shape(Area(corners, ground), colours) + _label(label, colours)


def _label(label: Label, colours: Colours) -> str:
    size = label.height / CAPITAL
    x, y = label.at[0], label.at[1] + label.height / 2
    weight = ' font-weight="bold"' if label.tone is Tone.GIVEN else ""
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}"{weight}'
        f' fill="{colours[label.tone]}">{escape(str(label.text))}</text>'
    )


def _path(points: tuple[Point, ...]) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(y)}" for x, y in points)


def _n(number: float) -> str:
    """A number, no longer than anyone can see."""
    digits = f"{number:.3f}".rstrip("0").rstrip(".")
    return "0" if digits == "-0" else digits
