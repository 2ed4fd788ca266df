"""Typesetting with typst: page layouts, and drawings on them, as PDF or PNG.

Only fonts that typst brings along are used, so that the same comes out on every machine.
"""

import json
from importlib.resources import files
from typing import Literal

from ...drawing.svg import FONT
from ...extras import need

# Pixels an inch.
DENSITY = 192
OWN_FONT = "DejaVu Sans Mono"
# Typst measures in points; a drawing is laid out at 96 pixels an inch.
POINTS = 72 / 96

Format = Literal["pdf", "png"]


def typeset(layout: str, content: object, format: Format = "pdf") -> bytes:  # noqa: A002 typst's own word
    """The pages of a layout with this content."""
    need("print", "typst")
    import typst

    source = files(__name__).joinpath(f"{layout}.typ").read_bytes()
    text = json.dumps(content, ensure_ascii=False).replace(FONT, OWN_FONT)
    return typst.compile(
        source, format=format, ppi=DENSITY, sys_inputs={"content": text}, ignore_system_fonts=True
    )


def picture(svg: str, format: Format, size: float | None = None) -> bytes:  # noqa: A002
    """A drawing, `size` pixels wide; unless that is given, a PNG is fine enough for print."""
    width = float(svg.split('width="', 1)[1].split('"', 1)[0])
    points = width * POINTS if format == "pdf" else (size or round(2 * width)) * 72 / DENSITY
    return typeset("drawing", {"svg": svg, "points": points}, format)
