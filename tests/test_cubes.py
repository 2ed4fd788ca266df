"""Cubes are solved by joining tables: the same solutions as engines find, in a fixed order."""

import random
from itertools import islice, product

import pytest

from caracol import Puzzle, count, generate, solutions, verdict
from caracol.boards.cube import FACES
from caracol.lab.samples import cube
from caracol.puzzle import Clue
from caracol.solve import Search

GIVEN = (
    (),
    (Clue("top", "1"),),
    (Clue("left", "3"), Clue("back", "0")),
    (Clue("top", "1"), Clue("top", "1")),
    (Clue("top", "1"), Clue("top", "2")),
)


def random_cube(length: int, digits: str, seed: int) -> Puzzle:
    rng = random.Random(seed)
    return Puzzle("turn-12", (length, *("".join(rng.choices(digits, k=length)) for _ in FACES)))


def turns(puzzle: Puzzle, engine: str | None = None) -> list[tuple[object, ...]]:
    return [tuple(found[face] for face in FACES) for found in solutions(puzzle, engine=engine)]


@pytest.mark.parametrize(("seed", "given"), [*product(range(6), GIVEN)])
def test_joining_finds_what_engines_find(seed: int, given: tuple[Clue, ...]) -> None:
    length, digits = (4, "5667") if seed % 2 else (8, "34566789")
    puzzle = Puzzle("turn-12", random_cube(length, digits, seed).shape, given)
    joined = turns(puzzle)
    assert len(set(joined)) == len(joined) == count(puzzle)
    assert sorted(joined) == sorted(turns(puzzle, "sat")) == sorted(turns(puzzle, "search"))


@pytest.mark.parametrize("length", [24, 48])
def test_joining_finds_what_sat_finds_on_longer_rings(length: int) -> None:
    for seed in range(5):
        puzzle = random_cube(length, "34556677889", seed)
        assert sorted(turns(puzzle)) == sorted(turns(puzzle, "sat"))


def test_joining_finds_what_sat_finds_where_sums_take_helpers() -> None:
    for puzzle in generate("turn-12", "148", seed=1, count=2):
        assert turns(puzzle) == turns(puzzle, "sat") and len(turns(puzzle)) == 1
    alike = Puzzle("turn-12", (148, "6" * 147 + "3", *["6" * 148] * 5), GIVEN[2][:1])
    some = {tuple(found[face] for face in FACES) for found in solutions(alike, 40, engine="sat")}
    assert len(some) == 40 and all(top % 37 != 36 for top, *_ in some)


def test_all_alike_fit_everywhere() -> None:
    assert len(turns(Puzzle("turn-12", (4, *["6666"] * 6)))) == 4**6


def test_joined_cubes_say_so_and_named_engines_are_used() -> None:
    puzzle = cube(24)
    assert verdict(puzzle).statistics.counted().keys() == {
        "engine",
        "method",
        "build_seconds",
        "solve_seconds",
    }
    assert verdict(puzzle).statistics.method == "joined"
    searched = verdict(puzzle, engine="sat").statistics
    assert (searched.engine, searched.method) == ("sat", "searched")
    assert searched.clauses


def test_giant_cubes_stream_in_the_same_order_each_time() -> None:
    first, again = (list(islice(Search(cube(1000)), 50)) for _ in range(2))
    assert first == again
    assert len({tuple(found.values.values()) for found in first}) == 50


def test_joining_minds_the_clock() -> None:
    alike = Puzzle("turn-12", (1000, *["6" * 1000] * 6))
    for puzzle in (cube(1000), alike):
        assert verdict(puzzle, limit=None, seconds=0.05).status == "out-of-time"
