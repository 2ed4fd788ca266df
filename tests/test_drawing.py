"""Laws of geometry for every drawing, and files that really are what their names say."""

import itertools
import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest

import caracol
from caracol import Puzzle, Solution
from caracol.cli.commands import main
from caracol.deadline import NEVER
from caracol.drawing.boards import draw
from caracol.drawing.svg import THEMES, as_svg
from caracol.generation.clues import all_clues
from caracol.registry import family, model
from caracol.shapes import Area, Disc, Drawing, Label, Notes, Point, Role, Stroke, Tone
from caracol.studio.live import candidates

RING = "3456789" * 20
PUZZLES = [
    *(Puzzle("magic-snail", (side, "AB"[:side])) for side in (1, 2, 3, 4, 5, 8, 25)),
    *(Puzzle("mno", (side,)) for side in (1, 2, 5, 12, 45)),
    *(Puzzle("trid", (side, -5, 30)) for side in (1, 2, 3, 7, 30, 45)),
    *(Puzzle("turn-12", (n, *[RING[:n]] * 6)) for n in (4, 24, 72, 140)),
]
EXAMPLES = ["magic-snail", "mno", "trid", "turn-12"]


def filled(puzzle: Puzzle) -> Solution:
    """Some value in every cell, no matter whether it fits."""
    cells = model(puzzle.family, puzzle.shape).cells
    return Solution({cell: values[-1] for cell, values in cells.items()})


def drawings(puzzle: Puzzle) -> list[Drawing]:
    views = ("", *family(puzzle.family).look.views)
    return [draw(puzzle, board, view) for view in views for board in (None, filled(puzzle))]


def box(shape: Area | Disc) -> tuple[float, float, float, float]:
    if isinstance(shape, Disc):
        (x, y), r = shape.centre, shape.radius
        return x - r, y - r, x + r, y + r
    xs, ys = zip(*shape.outline, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def points(shape: object) -> tuple[Point, ...]:
    match shape:
        case Stroke(points=points):
            return points
        case Label(at=at):
            return (at,)
        case Notes(box=corners):
            return corners
        case Area() | Disc():
            left, top, right, bottom = box(shape)
            return (left, top), (right, bottom)
    raise AssertionError(shape)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: f"{puzzle.family} {puzzle.shape[0]}")
def test_every_cell_has_an_outline_of_its_own_on_the_page(puzzle: Puzzle) -> None:
    for drawing in drawings(puzzle):
        assert {shape.cell for shape in drawing.cells} == {
            *model(puzzle.family, puzzle.shape).cells
        }
        assert len(drawing.cells) == len(model(puzzle.family, puzzle.shape).cells)
        for shape in drawing.shapes:
            for x, y in points(shape):
                assert -1e-9 <= x <= drawing.width + 1e-9
                assert -1e-9 <= y <= drawing.height + 1e-9


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: f"{puzzle.family} {puzzle.shape[0]}")
def test_no_two_cells_overlap(puzzle: Puzzle) -> None:
    drawing = draw(puzzle, None)
    for one, other in itertools.combinations(drawing.cells[:200], 2):
        if isinstance(one, Disc) and isinstance(other, Disc):
            (a, b), (c, d) = one.centre, other.centre
            apart = ((a - c) ** 2 + (b - d) ** 2) ** 0.5
            assert apart >= one.radius + other.radius
        else:
            left, top, right, bottom = box(one)
            x, y, far, low = box(other)
            assert (
                right <= x + 1e-9 or far <= left + 1e-9 or bottom <= y + 1e-9 or low <= top + 1e-9
            )


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: f"{puzzle.family} {puzzle.shape[0]}")
def test_labels_stay_within_their_cells(puzzle: Puzzle) -> None:
    drawing = draw(puzzle, filled(puzzle))
    boxes = [box(cell) for cell in drawing.cells]
    for label in (shape for shape in drawing.shapes if isinstance(shape, Label)):
        x, y = label.at
        reach = label.height / 2 * max(1, 0.9 * len(str(label.text)))
        homes = [home for home in boxes if home[0] <= x <= home[2] and home[1] <= y <= home[3]]
        for left, top, right, bottom in homes:
            assert left <= x - reach
            assert x + reach <= right
            assert top <= y - label.height / 2
            assert y + label.height / 2 <= bottom


@pytest.mark.parametrize("side", [2, 3, 7, 30])
def test_sums_stay_between_the_circles(side: int) -> None:
    shape = (side, 1, 30)
    sums = [
        clue
        for kind, clue in all_clues("trid", shape, filled(Puzzle("trid", shape)))
        if kind == "sums"
    ]
    drawing = draw(Puzzle("trid", shape, tuple(sums)), None)
    labels = [shape for shape in drawing.shapes if isinstance(shape, Label)]
    assert [label.text for label in labels] == ["90"] * (side - 1) ** 2
    for label, disc in itertools.product(labels[:200], drawing.cells[:200]):
        assert isinstance(disc, Disc)
        (x, y), (a, b) = label.at, disc.centre
        wide, high = label.height * 0.85, label.height / 2  # half of two digits
        across, down = max(0.0, abs(a - x) - wide), max(0.0, abs(b - y) - high)
        assert across**2 + down**2 >= disc.radius**2


def test_pictures_on_one_page_share_no_ids() -> None:
    pictures = []
    for name in EXAMPLES:
        puzzle = caracol.parse(family(name).example)
        pictures += [caracol.svg(puzzle), caracol.svg(puzzle, theme="dark")]
        assert pictures[-2] == caracol.svg(puzzle)
    page = ElementTree.fromstring(f"<body>{''.join(pictures)}</body>")
    ids = [element.get("id") for element in page.iter() if element.get("id")]
    assert len(ids) == len({*ids})
    for image in page:
        assert image.get("role") == "img"
        named = [element.get("id") for element in image.iter()]
        assert {*(image.get("aria-labelledby") or "").split()} <= {*named}


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", THEMES)
def test_text_can_be_read_on_every_ground(theme: str) -> None:
    colours = {getattr(key, "value", key): colour for key, colour in THEMES[theme].items()}
    for text in ("given", "found", "faint"):
        for ground in ("page", "paper", "field", "target", "read", "scope"):
            light, dark = sorted(map(luminance, (colours[text], colours[ground])), reverse=True)
            assert (light + 0.05) / (dark + 0.05) >= 4.5, (text, ground)


@pytest.mark.parametrize("name", EXAMPLES)
def test_files_are_what_their_names_say(name: str, tmp_path: Path) -> None:
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text(family(name).example)
    for suffix in ("svg", "png", "pdf"):
        assert main(["draw", str(puzzle), "-o", str(tmp_path / f"b.{suffix}"), "--solution"]) == 0
    ElementTree.parse(tmp_path / "b.svg")
    png = (tmp_path / "b.png").read_bytes()
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    assert width > 300
    assert height > 300
    assert (tmp_path / "b.pdf").read_bytes().startswith(b"%PDF-")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "b.pdf",
        "b.png",
        "b.svg",
        "puzzle.txt",
    ]


def test_one_of_many_solutions_is_drawn_with_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle, picture = tmp_path / "puzzle.txt", tmp_path / "board.svg"
    words = ["draw", str(puzzle), "-o", str(picture), "--solution"]
    puzzle.write_text("mno 4\n....\n....\n....\n....\n")
    assert main(words) == 0 and picture.exists()
    warning = "the puzzle has more than one solution; one of them is drawn"
    assert capsys.readouterr().err == f"caracol: {puzzle}: {warning}\n"
    puzzle.write_text(family("mno").example)
    assert main(words) == 0
    assert capsys.readouterr().err == ""


def test_a_step_is_marked(tmp_path: Path) -> None:
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text(family("mno").example)
    assert main(["draw", str(puzzle), "-o", str(tmp_path / "step.svg"), "--step", "3"]) == 0
    plain, marked = (
        as_svg(draw(caracol.parse(puzzle.read_text()), None)),
        (tmp_path / "step.svg").read_text(),
    )
    assert "stroke-dasharray" in marked
    assert "stroke-dasharray" not in plain


@pytest.mark.parametrize("theme", THEMES)
def test_a_step_needs_no_colours(theme: str) -> None:
    """What it is about has a border, what it reads a dashed one, other cells are hatched, and lines
    that it speaks of have their names in reverse."""
    puzzle = caracol.parse(family("mno").example)
    step = next(step for step in caracol.steps(puzzle) if step.reads)
    text = as_svg(step.draw(), theme=theme)
    root = ElementTree.fromstring(text)
    borders = [
        one for one in root.iter() if one.get("fill") == "none" and one.get("d", "")[-1:] == "Z"
    ]
    roles = [*step.highlights.values()]
    dashed = [one for one in borders if one.get("stroke-dasharray")]
    assert len(dashed) == roles.count(Role.READ)
    assert len(borders) - len(dashed) == roles.count(Role.TARGET)
    assert text.count("url(#") == roles.count(Role.SCOPE)
    assert text.count("<pattern") == (Role.SCOPE in roles)
    reverse = f'fill="{THEMES[theme][Tone.PAPER]}">'
    assert [one for one in ("r1", "r2", "c1") if f"{reverse}{one}</text>" in text] == ["r2"]


def test_candidates_are_drawn_where_they_fit_the_rules(tmp_path: Path) -> None:
    puzzle, picture = tmp_path / "puzzle.txt", tmp_path / "board.svg"
    puzzle.write_text("magic-snail 3 AB\n.A.\nA..\n...\n")
    assert main(["draw", str(puzzle), "-o", str(picture), "--candidates"]) == 0
    drawn = picture.read_text()
    left = candidates(caracol.parse(puzzle.read_text()), {}, NEVER).values
    assert {*left} == {"r1c1", "r1c3", "r2c2", "r2c3", "r3c1", "r3c2", "r3c3"}
    for value, text in (("-", "–"), ("B", "B")):
        assert drawn.count(f">{text}<") == sum(value in values for values in left.values())
    assert all(f">{name}<" in drawn for name in ("r1", "r3", "c1", "c3"))


@pytest.mark.parametrize("name", EXAMPLES)
def test_drawings_are_as_approved(name: str) -> None:
    """Look at the file before approving it anew: `caracol draw examples/X.txt --solution -o …`."""
    puzzle = caracol.parse(family(name).example)
    solution = next(iter(caracol.solutions(puzzle)))
    approved = Path(__file__).with_name("golden") / f"{name}.svg"
    assert caracol.svg(puzzle, solution) == approved.read_text(encoding="utf-8")


def test_pictures_decode(tmp_path: Path) -> None:
    from matplotlib import image

    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text(family("trid").example)
    assert main(["draw", str(puzzle), "-o", str(tmp_path / "b.png"), "--size", "300"]) == 0
    pixels = image.imread(tmp_path / "b.png")
    assert pixels.shape[1] == 300
    assert pixels[..., :3].min() < 0.2 < 0.9 < pixels[..., :3].max()


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_drawing_speaks_portuguese(name: str) -> None:
    puzzle = caracol.parse(family(name).example)
    english, portuguese = (caracol.svg(puzzle, language=language) for language in ("en", "pt"))
    assert "open</title>" in english
    assert "open</title>" not in portuguese
    assert "em aberto</title>" in portuguese
