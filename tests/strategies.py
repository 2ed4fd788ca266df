"""Random small puzzles of every family, solvable or not."""

from collections.abc import Iterable
from itertools import product

from hypothesis import strategies as st

from caracol import Clue, Puzzle

Puzzles = st.SearchStrategy[Puzzle]


def puzzles(family: str) -> Puzzles:
    return PUZZLES[family]


def _clues(values: dict[str, Iterable[str]]) -> st.SearchStrategy[tuple[Clue, ...]]:
    """At some of the places, in their order, one of the values that may stand there."""
    chosen = {place: st.sampled_from(list(may)) for place, may in values.items()}
    return st.fixed_dictionaries({}, optional=chosen).map(
        lambda found: tuple(Clue(place, found[place]) for place in values if place in found)
    )


def _square(side: int, values: Iterable[str]) -> dict[str, Iterable[str]]:
    places = [f"r{i}c{j}" for i in range(1, side + 1) for j in range(1, side + 1)]
    return dict.fromkeys(places, values)


@st.composite
def _snails(draw: st.DrawFn) -> Puzzle:
    side = draw(st.integers(1, 5))
    letters = st.characters(categories=("Lu", "Ll", "Lo", "Nd"))
    key = "".join(draw(st.lists(letters, unique=True, min_size=1, max_size=side)))
    return Puzzle("magic-snail", (side, key), draw(_clues(_square(side, "-" + key))))


@st.composite
def _mnos(draw: st.DrawFn) -> Puzzle:
    side = draw(st.integers(1, 5))
    return Puzzle("mno", (side,), draw(_clues(_square(side, "-*MNO"))))


@st.composite
def _trids(draw: st.DrawFn) -> Puzzle:
    side, low, width = draw(st.integers(1, 4)), draw(st.integers(-12, 12)), draw(st.integers(0, 5))
    circle_values = list(map(str, range(low, low + width + 1)))
    sums = list(map(str, range(3 * low - 1, 3 * (low + width) + 2)))
    values: dict[str, Iterable[str]] = {}
    for i in range(1, side + 1):
        values |= {f"r{i}c{j}": circle_values for j in range(1, i + 1)}
        if i < side:
            values |= {f"t{i}.{j}": sums for j in range(1, 2 * i)}
    return Puzzle("trid", (side, low, low + width), draw(_clues(values)))


@st.composite
def _cubes(draw: st.DrawFn) -> Puzzle:
    length = 4 * draw(st.integers(1, 3))
    ring = st.text("3456789", min_size=length, max_size=length)
    faces = ("top", "bottom", "front", "back", "left", "right")
    rings = {face: list(draw(ring)) for face in faces}
    turns = {face: draw(st.integers(0, length - 1)) for face in faces}
    if draw(st.booleans()):  # a cube that these turns solve, and clues that tell some of them
        for (face, side), (other, other_side) in CONTACTS:
            digit = draw(st.integers(3, 9))
            rings[face][(turns[face] + side * length // 4) % length] = str(digit)
            rings[other][(turns[other] + other_side * length // 4) % length] = str(12 - digit)
        values: dict[str, Iterable[str]] = {face: [str(turns[face])] for face in faces}
    else:
        values = dict.fromkeys(faces, tuple(map(str, range(length))))
    texts = ["".join(rings[face]) for face in faces]
    return Puzzle("turn-12", (length, *texts), draw(_clues(values)))


# Which sides of faces touch: up, right, down and left are 0 to 3.
CONTACTS = (
    (("top", 0), ("back", 2)),
    (("top", 1), ("right", 3)),
    (("top", 2), ("front", 0)),
    (("top", 3), ("left", 1)),
    (("right", 0), ("back", 1)),
    (("right", 2), ("front", 1)),
    (("left", 0), ("back", 3)),
    (("left", 2), ("front", 3)),
    (("bottom", 0), ("back", 0)),
    (("bottom", 1), ("left", 3)),
    (("bottom", 2), ("front", 2)),
    (("bottom", 3), ("right", 1)),
)


@st.composite
def _sudokus(draw: st.DrawFn) -> Puzzle:
    side = draw(st.sampled_from([4, 6]))
    return Puzzle("sudoku", (side,), draw(_clues(_square(side, "123456"[:side]))))


@st.composite
def _futoshikis(draw: st.DrawFn) -> Puzzle:
    side = draw(st.integers(1, 5))
    values = _square(side, "12345"[:side])
    signs: dict[str, Iterable[str]] = {}
    for i, j in product(range(1, side + 1), range(1, side)):
        pairs = ((f"r{i}c{j}", f"r{i}c{j + 1}"), (f"r{j}c{i}", f"r{j + 1}c{i}"))
        for one, other in pairs:
            signs[draw(st.sampled_from([f"{one}<{other}", f"{other}<{one}"]))] = "<"
    return Puzzle("futoshiki", (side,), draw(_clues(values | signs)))


def _around(side: int, clues: Iterable[str]) -> dict[str, Iterable[str]]:
    sides = ("above", "left", "right", "below")
    return {f"{where}{i}": clues for where in sides for i in range(1, side + 1)}


@st.composite
def _towers(draw: st.DrawFn) -> Puzzle:
    side = draw(st.integers(1, 5))
    heights = "12345"[:side]
    values = _square(side, heights) if draw(st.booleans()) else {}
    return Puzzle("skyscrapers", (side,), draw(_clues(values | _around(side, heights))))


@st.composite
def _abcs(draw: st.DrawFn) -> Puzzle:
    side = draw(st.integers(1, 5))
    key = "".join(draw(st.lists(st.sampled_from("ABC1x"), unique=True, min_size=1, max_size=side)))
    values = _square(side, "-" + key) if draw(st.booleans()) else {}
    return Puzzle("easy-as-abc", (side, key), draw(_clues(values | _around(side, key))))


@st.composite
def _hitoris(draw: st.DrawFn) -> Puzzle:
    side = draw(st.integers(1, 5))
    numbers = draw(st.lists(st.sampled_from("12345A"), min_size=side**2, max_size=side**2))
    marks = _square(side, "X-") if draw(st.booleans()) else {}
    return Puzzle("hitori", (side, "".join(numbers)), draw(_clues(marks)))


@st.composite
def _slitherlinks(draw: st.DrawFn) -> Puzzle:
    width, height = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    cells = [(i, j) for i in range(1, height + 1) for j in range(1, width + 1)]
    numbers: dict[str, Iterable[str]] = {f"r{i}c{j}": "0123" for i, j in cells}
    edges: dict[str, Iterable[str]] = {}
    for i, j in cells if draw(st.booleans()) else ():
        sides = ["above", "left", *["below"] * (i == height), *["right"] * (j == width)]
        edges |= {f"{side}_r{i}c{j}": ("on", "off") for side in sides}
    return Puzzle("slitherlink", (width, height), draw(_clues(numbers | edges)))


@st.composite
def _takuzus(draw: st.DrawFn) -> Puzzle:
    side = draw(st.sampled_from([2, 4, 6]))
    return Puzzle("takuzu", (side,), draw(_clues(_square(side, "01"))))


# Stars that do not touch, by the column of that in each row.
STARS: dict[int, list[tuple[int, ...]]] = {
    1: [(0,)],
    4: [(1, 3, 0, 2), (2, 0, 3, 1)],
    5: [(0, 2, 4, 1, 3), (1, 4, 2, 0, 3)],
}


@st.composite
def _battles(draw: st.DrawFn) -> Puzzle:
    side = draw(st.sampled_from([*STARS]))
    regions = [[draw(st.integers(0, side - 1)) for _ in range(side)] for _ in range(side)]
    for i, j in enumerate(draw(st.sampled_from(STARS[side]))):
        regions[i][j] = i  # so that there is a solution, unless clues are wrong
    rows = ("".join("AbCé字"[region] for region in row) for row in regions)
    clues = _clues(_square(side, "*-")) if draw(st.booleans()) else st.just(())
    return Puzzle("star-battle", (side, 1, *rows), draw(clues))


@st.composite
def _nonograms(draw: st.DrawFn) -> Puzzle:
    width, height = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    rows = [draw(st.text("X-", min_size=width, max_size=width)) for _ in range(height)]
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    values: dict[str, Iterable[str]] = {}
    for side, lines in (("left", rows), ("above", columns)):
        for i, line in enumerate(lines, start=1):
            blocks = " ".join(str(len(block)) for block in line.split("-") if block)
            values[f"{side}{i}"] = (
                [blocks or "0", "1 1"] if draw(st.booleans()) else [blocks or "0"]
            )
    cells = {f"r{i}c{j}": "X-" for i in range(1, height + 1) for j in range(1, width + 1)}
    return Puzzle("nonogram", (width, height), draw(_clues({**values, **cells})))


PUZZLES: dict[str, Puzzles] = {
    "easy-as-abc": _abcs(),
    "futoshiki": _futoshikis(),
    "hitori": _hitoris(),
    "magic-snail": _snails(),
    "mno": _mnos(),
    "nonogram": _nonograms(),
    "skyscrapers": _towers(),
    "slitherlink": _slitherlinks(),
    "star-battle": _battles(),
    "sudoku": _sudokus(),
    "takuzu": _takuzus(),
    "trid": _trids(),
    "turn-12": _cubes(),
}
