"""Typesetting with typst: page layouts, and drawings on them, as PDF or PNG.

Only fonts that typst brings along are used, so that the same comes out on every machine.
"""

import json
from importlib.resources import files
from importlib.util import find_spec
from typing import Literal

from ...drawing.svg import FONT
from ...puzzle import UsageError

# Pixels an inch.
DENSITY = 192
OWN_FONT = "DejaVu Sans Mono"


def typeset(layout: str, content: object, format: Literal["pdf", "png"] = "pdf") -> bytes:  # noqa: A002 typst's own word
    """The pages of a layout with this content."""
    if find_spec("typst") is None:
        raise UsageError(
            "this needs the package typst, which is not installed: pip install 'caracol[print]'"
        )
    import typst

    source = files(__name__).joinpath(f"{layout}.typ").read_bytes()
    text = json.dumps(content, ensure_ascii=False).replace(FONT, OWN_FONT)
    return typst.compile(
        source, format=format, ppi=DENSITY, sys_inputs={"content": text}, ignore_system_fonts=True
    )
