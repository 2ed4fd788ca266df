"""How the 200 Magic Snails of the speed benchmark were made."""

import random
from collections.abc import Iterator

from caracol import registry
from caracol.boards.board import EMPTY
from caracol.lab.samples import irreducible
from caracol.puzzle import Clue, Puzzle, Shape
from caracol.solve import is_unique, solutions

# The sides and keys of published levels.
SIZES = "5 ABC, 6 ABC, 7 ABC, 7 ABCD, 8 ABC, 9 ABC, 10 ABC, 10 ABCD, 11 ABC, 11 ABCD"
SHAPES: list[Shape] = [(int(side), key) for side, key in map(str.split, SIZES.split(", "))]
EACH = 10


def make(seed: int) -> Iterator[Puzzle]:
    """Ten puzzles of each shape, then ten more of each, no two alike.

    What is kept depends on the seed and on which boards exist, never on how they are searched.
    """
    rng = random.Random(seed)
    made: set[Puzzle] = set()
    for shape in SHAPES * 2:
        goal = len(made) + EACH
        while len(made) < goal:
            puzzle = like_published(shape, rng)
            if puzzle not in made:
                made.add(puzzle)
                yield puzzle


def like_published(shape: Shape, rng: random.Random) -> Puzzle:
    """A puzzle with a third more clues than it needs, as published levels have."""
    letters = full_board(shape, rng)
    rng.shuffle(letters)
    needed = irreducible(letters, lambda some: is_unique(Puzzle("magic-snail", shape, tuple(some))))
    spare = [letter for letter in letters if letter not in needed]
    return Puzzle("magic-snail", shape, (*needed, *spare[: 1 + len(needed) // 3]))


def full_board(shape: Shape, rng: random.Random) -> list[Clue]:
    """The letters of a random board: any letter anywhere, as long as the rest can be filled in."""
    places = registry.board("magic-snail", shape).places
    tries = [Clue(place, letter) for place in places for letter in str(shape[1])]
    rng.shuffle(tries)
    puzzle = Puzzle("magic-snail", shape)
    for clue in tries:
        tried = Puzzle("magic-snail", shape, (*puzzle.clues, clue))
        found = list(solutions(tried, 2))
        if found:
            puzzle = tried
        if len(found) == 1:
            break
    board = next(solutions(puzzle))
    return [Clue(place, str(board[place])) for place in places if board[place] != EMPTY]
