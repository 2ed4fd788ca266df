"""Random small puzzles of every family, solvable or not."""

from collections.abc import Iterable

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
    rings = [draw(ring) for _ in faces]
    turns = list(map(str, range(length)))
    return Puzzle("turn-12", (length, *rings), draw(_clues(dict.fromkeys(faces, turns))))


PUZZLES: dict[str, Puzzles] = {
    "magic-snail": _snails(),
    "mno": _mnos(),
    "trid": _trids(),
    "turn-12": _cubes(),
}
