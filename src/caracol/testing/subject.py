"""The family that laws are tried on, with puzzles to try them by."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from .. import formats, registry
from ..family import AnyFamily
from ..generation.order import Made, Order
from ..generation.production import produce
from ..kinds import Domains
from ..model import Model
from ..puzzle import Cell, Puzzle, Solution, Value
from ..solve import solutions

# A puzzle as text, or that and its only solution.
Sample = str | tuple[str, str]
# What breaks a law; only the first of it is told.
Broken = Iterator[str]

# How many boards are changed by chance, and how many boards of a puzzle are compared one by one.
CHANGED, MANY = 100, 30
# For what takes no such time on small boards.
LONG = 30.0


@dataclass(frozen=True)
class Subject:
    """A family with puzzles to test it by."""

    family: AnyFamily
    samples: tuple[Sample, ...]

    @property
    def texts(self) -> list[tuple[str, str]]:
        """Every puzzle as text, and its solution where that is known."""
        known = [one if isinstance(one, tuple) else (one, "") for one in self.samples]
        return [(self.family.example, ""), *known]

    @cached_property
    def puzzles(self) -> list[Puzzle]:
        return [formats.parse(text) for text, _ in self.texts]

    @property
    def example(self) -> Puzzle:
        return self.puzzles[0]

    @cached_property
    def solved(self) -> list[tuple[Puzzle, Solution]]:
        found = ((puzzle, [*solutions(puzzle, 1)]) for puzzle in (*self.puzzles, *self.generated))
        return [(puzzle, solution) for puzzle, some in found for solution in some]

    @property
    def model(self) -> Model:
        return registry.model(self.family.name, self.example.shape)

    @property
    def order(self) -> Order:
        size = formats.size(self.family.name, self.example.shape)
        return Order(self.family.name, size, seed=1, seconds=LONG)

    @cached_property
    def made(self) -> list[Made]:
        return [made for made in islice(produce(self.order), 6) if made][:3]

    @property
    def generated(self) -> list[Puzzle]:
        return [made.puzzle for made in self.made]

    @cached_property
    def loosened(self) -> list[tuple[Puzzle, list[Solution]]]:
        """Puzzles and all their solutions: as they are, and without some of their clues."""
        found = []
        for puzzle in (*self.puzzles, *self.generated)[:4]:
            every = [*solutions(puzzle)]
            while puzzle.clues and len(every) == 1:
                found.append((puzzle, every))
                puzzle = puzzle.without(puzzle.clues[0])
                every = [*solutions(puzzle, MANY + 1)]
            if len(every) <= MANY:
                found.append((puzzle, every))
        return found

    def rng(self) -> random.Random:
        return random.Random(self.family.name)


def changed(
    board: dict[Cell, Value], cells: Domains, rng: random.Random, most: int
) -> Iterator[dict[Cell, Value]]:
    """Boards that differ from one in a few cells."""
    free = [cell for cell, values in cells.items() if len(values) > 1]
    for _ in range(CHANGED if free else 0):
        chosen = rng.sample(free, min(len(free), rng.randint(1, most)))
        others = {c: rng.choice([v for v in cells[c] if v != board[c]]) for c in chosen}
        yield board | others
