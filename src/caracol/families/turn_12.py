"""Turn 12: six rings of digits on a cube, turned so that touching digits sum to 12."""

import random
from collections.abc import Iterator
from functools import partial
from itertools import combinations

from ..boards import cube_joins
from ..boards.cube import CONTACTS, FACES, Cube, in_words, parse_without_header
from ..boards.sizes import Number
from ..deadline import Tick
from ..family import Family, Look, Shortcuts, Wording, too_small
from ..kinds import Sum, Together
from ..model import Model, Rule
from ..phrases import Phrase, say
from ..puzzle import Cell, Clue, Puzzle, Solution
from ..reader import Reader
from . import _cubes
from ._cubes import TOTAL, contact_digits, readings

LARGEST_RING = 99_996
# What three contacts around a corner cost to think of: more than one, less than two.
CORNER = 20


def board(length: int, *rings: str) -> Cube:
    return Cube(length, rings)


def model(cube: Cube) -> Model:
    rules = tuple(touching_digits_sum(cube))
    return Model(cube.domains, rules, partial(corners_fit, rules))


def touching_digits_sum(cube: Cube) -> Iterator[Rule]:
    rings = cube.by_face
    template = "where {one} and {other} touch, the digits sum to {total}"
    for (face, side), (other, other_side) in CONTACTS:
        weights = contact_digits(rings[face], side), contact_digits(rings[other], other_side)
        sentence = say(template, one=say(face), other=say(other), total=TOTAL)
        yield Rule(sentence, Sum((face, other), TOTAL, weights))


def corners_fit(contacts: tuple[Rule, ...]) -> Iterator[Rule]:
    """Three faces that meet in a corner touch each other in pairs."""
    template = "where {one}, {other} and {third} meet, touching digits sum to {total}"
    for three in combinations(contacts, 3):
        faces = sorted({face for rule in three for face in rule.constraint.cells}, key=FACES.index)
        if len(faces) == 3:
            named = dict(zip(("one", "other", "third"), map(say, faces), strict=True))
            touching = Together(tuple(rule.constraint for rule in three))
            yield Rule(say(template, total=TOTAL, **named), touching, own_cost=CORNER)


def join(cube: Cube, clues: tuple[Clue, ...], tick: Tick) -> Iterator[Solution]:
    """Every solution."""
    return map(Solution, cube_joins.solutions(_tables(cube, clues), tick))


def count(cube: Cube, clues: tuple[Clue, ...], tick: Tick) -> int:
    """The number of solutions, however many."""
    tables = _tables(cube, clues)
    ways = {face: {key: len(turns) for key, turns in own.items()} for face, own in tables.items()}
    around = cube_joins.surroundings("bottom", ways, tick)
    return sum(around.get(reading, 0) * times for reading, times in ways["bottom"].items())


def _tables(cube: Cube, clues: tuple[Clue, ...]) -> dict[str, cube_joins.Table]:
    """What each face can put on its edges, and by which turns, if it is not turned otherwise."""
    tables: dict[str, cube_joins.Table] = {}
    for face, ring in cube.by_face.items():
        given = {int(turn) for place, turn in clues if place == face}
        table: dict[tuple[int, ...], list[int]] = {}
        for turn, reading in enumerate(readings(face, ring)):
            if not given or given == {turn}:
                table.setdefault(reading, []).append(turn)
        tables[face] = table
    return tables


def compose(cube: Cube, rng: random.Random, tick: Tick) -> tuple[Puzzle, Solution]:
    rings, turns = _cubes.compose(cube.length, rng, tick)
    return _puzzle(Cube(cube.length, tuple(rings[face] for face in FACES))), Solution(turns)


def without_header(reader: Reader) -> Puzzle | None:
    cube = parse_without_header(reader)
    return _puzzle(cube) if cube else None


def _puzzle(cube: Cube) -> Puzzle:
    return Puzzle("turn-12", (cube.length, *cube.rings))


def lacking(cube: Cube) -> dict[str, str]:
    if cube.length <= _cubes.SHORT:
        first = {"medium": 8, "hard": 16, "expert": 20, "case analysis": 28}
        return too_small(cube.length, first)
    reason = (
        f"rings of more than {_cubes.SHORT} digits leave no other way than from corner to corner"
    )
    return dict.fromkeys(("easy", "hard", "expert", "case analysis"), reason)


def the_turn(face: Cell) -> Phrase:
    return say("{face}'s turn", face=say(face))


FAMILY = Family(
    name="turn-12",
    title="Turn 12",
    rules=(
        "Each face of a cube carries a ring of digits from 3 to 9 and can be turned. Where two"
        " faces meet, one digit of each touches the other: each of the twelve pairs must sum to"
        " 12. Find the turn of every face."
    ),
    example=(
        "turn-12 24\n"
        "top    356735869637537564374649\n"
        "bottom 343574954363596738547975\n"
        "front  353748635975458485676439\n"
        "back   349576573795398457964379\n"
        "left   357863653739359498735895\n"
        "right  348765738453874583769785\n"
    ),
    size=(Number("the number of digits of a ring", 4, LARGEST_RING, multiple_of=4),),
    usual_sizes=("12", "24", "36"),
    board=board,
    model=model,
    lacking=lacking,
    wording=Wording(cell=the_turn, bearer=say),
    look=Look(views={"cube": Cube.draw_cube}, answer=in_words),
    shortcuts=Shortcuts(compose=compose, join=join, count=count, without_header=without_header),
)
