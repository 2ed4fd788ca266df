"""Makes docs/gallery.md and its pictures from generated puzzles: python docs/make_gallery.py"""

from pathlib import Path

import caracol
from caracol.cli.draw import Look, drawing_of
from caracol.drawing.svg import as_svg
from caracol.registry import family

HERE = Path(__file__).parent
# Family, size, and what is shown of a puzzle: (name, look) pairs.
SHOWN = [
    ("magic-snail", "6 ABC", 3),
    ("magic-snail", "10 ABCD", 1),
    ("mno", "6", 2),
    ("mno", "10", 2),
    ("trid", "5 1..5", 4),
    ("trid", "7 1..7", 1),
    ("turn-12", "24", 1),
    ("turn-12", "60", 1),
    ("sudoku", "9", 1),
    ("hitori", "8", 1),
    ("slitherlink", "8 8", 1),
    ("futoshiki", "5", 2),
    ("skyscrapers", "5", 1),
    ("easy-as-abc", "5 ABC", 1),
    ("takuzu", "8", 1),
    ("star-battle", "8 1", 3),
    ("nonogram", "15 15", 1),
]

ABOUT = """One puzzle of each family, and larger ones. The command below a heading prints the
puzzle; `docs/make_gallery.py` makes the pictures."""


def main() -> None:
    lines = ["# Gallery", "", "    $ caracol draw puzzle.txt -o board.svg --solution", ""]
    lines += ["![One puzzle of each family](gallery/wall.svg)", ""]  # made by make_wall.py
    lines += [ABOUT, ""]
    for name, size, seed in SHOWN:
        (puzzle,) = caracol.generate(name, size, seed=seed, count=1)
        title = f"{family(name).title}, {size}"
        lines += [f"## {title}", "", f"`caracol generate {name} {size} --seed {seed}`", ""]
        stem = f"{name}-{size.replace(' ', '-').replace('..', '-')}"
        for kind, look in (("puzzle", Look()), ("solution", Look(solution=True))):
            write(f"{stem}-{kind}", puzzle, look)
            lines.append(f"![{title}, {kind}](gallery/{stem}-{kind}.svg)")
        lines.append("")
    (puzzle,) = caracol.generate("mno", "6", seed=2, count=1)
    write("step", puzzle, Look(step=4))
    write("dark", puzzle, Look(solution=True, theme="dark"))
    (puzzle,) = caracol.generate("turn-12", "24", seed=1, count=1)
    write("cube", puzzle, Look(solution=True, view="cube"))
    lines += ["## A cube from two corners", "", "![A cube](gallery/cube.svg)", ""]
    lines += ["## A step, and a dark theme", "", "![A step](gallery/step.svg)"]
    lines += ["![Dark](gallery/dark.svg)", ""]
    (HERE / "gallery.md").write_text("\n".join(lines), encoding="utf-8")


def write(name: str, puzzle: caracol.Puzzle, look: Look) -> None:
    text = as_svg(drawing_of(puzzle, look), theme=look.theme, size=360)
    (HERE / "gallery" / f"{name}.svg").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
