"""Random boards of a shape: drawn fairly from a list of all, or searched where there are many."""

import random
from collections.abc import Callable
from functools import partial, reduce
from itertools import accumulate, product
from operator import and_
from typing import NamedTuple

from .. import formats, registry
from ..deadline import NEVER, Deadline
from ..engines import Board
from ..model import Count, Model
from ..puzzle import Cell, NoSolution, Puzzle, Shape, Value
from .all_boards import Listed, listed
from .reduction import Examiner, Witnesses
from .targets import Group, Groups

# Of so many cells the value of one is drawn before a board is searched. With half as many drawn,
# snails of 6 ABC come up less evenly (chi² per degree of freedom 10 instead of 5).
DRAWN = 4


class Deal(NamedTuple):
    """A board, and how to leave out its clues until none can go."""

    board: Board
    irreducible: Callable[[Groups, Deadline, float], Witnesses | None]
    by_list: bool  # not by the solver


class Dealer:
    """Draws boards of a shape, from the list if there is one, else by asking the finder."""

    def __init__(self, family: str, shape: Shape, finder: Examiner) -> None:
        self._family = family
        self._shape = shape
        self._finder = finder
        model = registry.model(family, shape)
        self._cells = model.cells
        self._shares = {cell: [*accumulate(parts)] for cell, parts in shares(model).items()}

    def deal(
        self, rng: random.Random, deadline: Deadline = NEVER, *, searched: bool = False
    ) -> Deal:
        """A board; whoever wants but a few need not wait for the list."""
        boards = None if searched else listed(self._family, self._shape, deadline)
        if boards:
            place = boards.place(rng.randrange(boards.size))
            return Deal(boards[place], partial(self._irreducible, boards, place), True)
        board = self.searched(rng, deadline)
        return Deal(board, partial(self._finder.irreducible, board), False)

    def searched(self, rng: random.Random, deadline: Deadline = NEVER) -> Board:
        """A board with a few random values, less those that clash."""
        session = self._finder.session(deadline)
        session.attend([])
        cells = rng.sample(
            list(self._cells), min(max(2, len(self._cells) // DRAWN), len(self._cells))
        )
        wanted = [
            session.fact(cell, *rng.choices(self._cells[cell], cum_weights=self._shares[cell]))
            for cell in cells
        ]
        while True:
            found = session.ask(wanted, deadline)
            if found is not None:
                return session.board(found)
            clash = session.core()
            if not clash:
                header, _, _ = formats.show(Puzzle(self._family, self._shape)).partition("\n")
                raise NoSolution(f"no board of size {header} exists")
            wanted.remove(rng.choice(clash))

    def _irreducible(
        self, boards: Listed, place: int, groups: Groups, _deadline: Deadline, _most: float
    ) -> Witnesses | None:
        """The groups that remain when every one that can go has gone, and boards that say why."""

        def keeping(group: Group) -> int:
            rules = (registry.rule(self._family, self._shape, clue) for clue in group)
            return reduce(and_, (boards.keeping(one.constraint) for one in rules))

        stay = boards.irreducible(place, map(keeping, groups))
        return None if stay is None else {groups[i]: board for i, board in stay.items()}


def shares(model: Model) -> dict[Cell, list[float]]:
    """For each value of each cell about how often it is there, as far as rules count values."""
    counted: dict[Cell, dict[Value, float]] = {cell: {} for cell in model.cells}
    for rule in model.rules:
        match rule.constraint:
            case Count(cells, values, low, high) if low == high:
                for cell, value in product(cells, values):
                    counted[cell][value] = low / len(values) / len(cells)
    return {cell: _filled(counted[cell], values) for cell, values in model.cells.items()}


def _filled(counted: dict[Value, float], values: tuple[Value, ...]) -> list[float]:
    """The shares of all values: those not counted take what is left in equal parts."""
    rest = max(0.0, 1 - sum(counted.values())) / max(1, len(values) - len(counted))
    return [counted.get(value, rest) for value in values]
