"""Makes docs/gallery/wall.svg, a picture of every family: python docs/make_wall.py"""

from pathlib import Path

import caracol
from caracol.boards.board import EMPTY
from caracol.boards.edges import OFF
from caracol.drawing.boards import draw
from caracol.drawing.svg import THEMES, fragment
from caracol.shapes import Area, Disc, Shape

HERE = Path(__file__).parent
SNAIL = """nonogram 13 11
1 1\n4 2\n2 2 2\n1 3 3\n1 1 1 3\n1 1 1 1 2\n1 1 2 1 2\n1 2 2 2\n1 2 3\n11\n9
1\n4 2\n1 3\n1 2 2\n1 1 1 2\n1 1 2 2\n1 1 2 3\n1 1 4\n2 4 2\n1 3\n1 7\n8\n5
"""
# The size and the seed of a generated puzzle, or its text.
SHOWN: dict[str, tuple[str, int] | str] = {
    "magic-snail": ("6 ABC", 3),
    "mno": ("6", 2),
    "trid": ("5 1..5", 4),
    "turn-12": ("24", 1),
    "sudoku": ("9", 1),
    "futoshiki": ("5", 2),
    "skyscrapers": ("5", 1),
    "easy-as-abc": ("5 ABC", 1),
    "takuzu": ("8", 1),
    "star-battle": ("8 1", 3),
    "nonogram": SNAIL,
    "hitori": ("6", 1),
    "slitherlink": ("6 6", 1),
}
VIEWS = {"turn-12": "cube"}
COLUMNS = 5
# Of a tile, in pixels: its side, what lies between tiles, what is around the board, its title.
SIDE, GAP, INSET, TITLE = 200, 20, 18, 34
GROUND, CARD, EDGE, INK, SOFT, MAIN = (
    "#faf8f4",
    "#ffffff",
    "#ddd8ce",
    "#1c1b19",
    "#5d5a54",
    "#0b6e4f",
)
FONT = "system-ui, -apple-system, Segoe UI, Roboto, DejaVu Sans, Verdana, sans-serif"
SNAIL_PATHS = (
    "M3 29h27c5 0 7-4 6-9l-1-7M35 13l-3-5M36 13l2-5",
    "M24 17a5 5 0 1 0-5 5 9 9 0 0 0 9-9A11 11 0 1 0 9 22c2 3 5 5 9 6",
)


def main() -> None:
    tiles = [name_tile(), *map(tile, SHOWN), yours_tile()]
    rows = -(-len(tiles) // COLUMNS)
    width, height = COLUMNS * SIDE + (COLUMNS + 1) * GAP, rows * (SIDE + TITLE) + (rows + 1) * GAP
    placed = (
        f'<g transform="translate({GAP + i % COLUMNS * (SIDE + GAP)}'
        f' {GAP + i // COLUMNS * (SIDE + TITLE + GAP)})">{one}</g>'
        for i, one in enumerate(tiles)
    )
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img"'
        f' font-family="{FONT}" text-anchor="middle">'
        "<title>The families of puzzles, one solved puzzle each</title>"
        f'<rect width="{width}" height="{height}" rx="16" fill="{GROUND}"/>'
        f"{''.join(placed)}</svg>\n"
    )
    (HERE / "gallery" / "wall.svg").write_text(text, encoding="utf-8")


def puzzle_of(name: str) -> caracol.Puzzle:
    match SHOWN[name]:
        case str(text):
            return caracol.parse(text)
        case size, seed:
            return next(caracol.generate(name, size, seed=seed))


def tile(name: str) -> str:
    """A card with the solved board and its title below."""
    puzzle = puzzle_of(name)
    solution = next(caracol.solutions(puzzle)).values
    marked = {cell: value for cell, value in solution.items() if value not in (EMPTY, OFF)}
    drawing = draw(puzzle, caracol.Solution(marked), VIEWS.get(name, ""))
    room = SIDE - 2 * INSET
    scale = room / max(drawing.width, drawing.height)
    x, y = ((SIDE - scale * length) / 2 for length in (drawing.width, drawing.height))
    board = fragment(map(unnamed, drawing.shapes), THEMES["light"])
    inside = f'<g transform="translate({x:.1f} {y:.1f}) scale({scale:.3f})">{board}</g>'
    return card(CARD, EDGE, "") + inside + title(caracol.family(name).title)


def unnamed(shape: Shape) -> Shape:
    return shape._replace(cell="", description="") if isinstance(shape, Area | Disc) else shape


def card(fill: str, edge: str, dashes: str) -> str:
    return (
        f'<rect width="{SIDE}" height="{SIDE}" rx="12" fill="{fill}" stroke="{edge}"'
        f' stroke-width="1.5" stroke-dasharray="{dashes}"/>'
    )


def title(text: str) -> str:
    return (
        f'<text x="{SIDE / 2}" y="{SIDE + 23}" font-size="17"'
        f' font-weight="600" fill="{INK}">{text}</text>'
    )


def name_tile() -> str:
    """The snail."""
    paths = "".join(f'<path d="{path}"/>' for path in SNAIL_PATHS)
    snail = (
        f'<g transform="translate(24 28) scale(3.8)" fill="none" stroke="{MAIN}" stroke-width="2.6"'
        f' stroke-linecap="round" stroke-linejoin="round">{paths}</g>'
    )
    return snail + (
        f'<text x="{SIDE / 2}" y="{SIDE - 8}" font-size="34"'
        f' font-weight="700" fill="{INK}">caracol</text>'
    )


def yours_tile() -> str:
    plus = (
        f'<path d="M{SIDE / 2} {SIDE / 2 - 24}v48m-24-24h48" stroke="{SOFT}" stroke-width="5"'
        f' stroke-linecap="round"/>'
    )
    return card("none", SOFT, "7 7") + plus + title("yours")


if __name__ == "__main__":
    main()
