"""Random boards of a shape: sampled uniformly from all, or found by search where there are many."""

import random
from collections.abc import Callable, Collection
from functools import partial, reduce
from itertools import accumulate, chain, product
from operator import and_
from typing import NamedTuple

from .. import formats, registry
from ..deadline import NEVER, Deadline
from ..engines import Assignment, NotUnique, TooLong, covers, paths
from ..engines.sat.solvers import MainSolver
from ..kinds import Count, Is
from ..model import Model, Rule
from ..puzzle import Cell, NoSolution, Puzzle, Shape, Value
from .all_boards import AllBoards, all_boards
from .clues import setting
from .reduction import ClueSolver, SecondBoards
from .targets import Group, Groups

# One in that many cells has its value drawn before a board is searched. With half as many drawn,
# snails of 6 ABC come up less evenly (chi² per degree of freedom 10 instead of 5).
CELLS_PER_DRAW = 4
# On boards of more facts (cells times values), leaving out clues one by one takes too long.
MOST_COVERED, MOST_READ = 1000, 5000


class Sample(NamedTuple):
    """A board, and how to reduce its clues until none can be left out."""

    board: Assignment
    irreducible: Callable[[Groups, Deadline, float], SecondBoards | None]


class Sampler:
    """Samples boards of a shape, from all of them if they are few, else by a solver."""

    def __init__(self, family: str, shape: Shape, solver: ClueSolver) -> None:
        self._family = family
        self._shape = shape
        self._solver = solver
        model = registry.model(family, shape)
        self._cells = model.cells
        # Exact covers, and boards whose rules are automata, if they are small enough to leave out
        # clue after clue.
        facts = sum(map(len, model.cells.values()))
        self._is_exact = facts <= MOST_COVERED and covers.is_exact(model)
        self._rules = [rule.constraint for rule in model.rules]
        self._is_small = facts <= (MOST_COVERED if self._rules else MOST_READ)
        self._covers = covers.covers(model) if self._is_exact else None
        # What a solver was asked has an influence on the boards it finds: another one leaves out.
        self._deleter = ClueSolver(family, shape, MainSolver)
        self._shares = {cell: [*accumulate(parts)] for cell, parts in shares(model).items()}

    def sample(
        self, rng: random.Random, deadline: Deadline = NEVER, *, searched: bool = False
    ) -> Sample:
        """A board; `searched` if so few are wanted that listing all of them would take longer."""
        drawn = setting(self._family).board
        if drawn:
            board = dict(drawn(registry.board(self._family, self._shape), rng).values)
            return Sample(board, partial(self._reduced, board))
        boards = None if searched else all_boards(self._family, self._shape, deadline)
        if boards:
            place = boards.place(rng.randrange(boards.size))
            return Sample(boards[place], partial(self._irreducible, boards, place))
        board = self.search(rng, deadline)
        return Sample(board, partial(self._reduced, board))

    def search(
        self, rng: random.Random, deadline: Deadline = NEVER, rules: Collection[Rule] = ()
    ) -> Assignment:
        """A board with some random values, less those in conflict with others or with the rules."""
        session = self._solver.session(deadline)
        assumed = session.assumptions(rules, deadline)
        session.activate(assumed)
        cells = rng.sample(
            list(self._cells), min(max(2, len(self._cells) // CELLS_PER_DRAW), len(self._cells))
        )
        wanted = [
            session.fact(cell, *rng.choices(self._cells[cell], cum_weights=self._shares[cell]))
            for cell in cells
        ]
        while True:
            found = session.ask([*assumed, *wanted], deadline)
            if found is not None:
                return session.board(found)
            core = [literal for literal in session.core() if literal in wanted]
            if not core:
                header, _, _ = formats.show(Puzzle(self._family, self._shape)).partition("\n")
                raise NoSolution(f"no board of size {header} exists")
            wanted.remove(rng.choice(core))

    def _irreducible(
        self, boards: AllBoards, place: int, groups: Groups, _deadline: Deadline, _most: float
    ) -> SecondBoards | None:
        """An irreducible part of the groups, and for each a second board without it."""

        def keeping(group: Group) -> int:
            rules = (registry.rule(self._family, self._shape, clue) for clue in group)
            return reduce(and_, (boards.keeping(one.constraint) for one in rules))

        stay = boards.irreducible(place, map(keeping, groups))
        return None if stay is None else {groups[i]: board for i, board in stay.items()}

    def _reduced(
        self, board: Assignment, groups: Groups, deadline: Deadline, most: float
    ) -> SecondBoards | None:
        """By deletion where what is compiled may do it, else with cores."""
        by_deletion = self._is_exact or (self._is_small and self._are_read(groups))
        reduce = self._deleted if by_deletion else self._solver.irreducible
        return reduce(board, groups, deadline, most)

    def _are_read(self, groups: Groups) -> bool:
        return paths.can_reduce(chain(self._rules, *map(self._solver.constraints, groups)))

    def _deleted(
        self, board: Assignment, groups: Groups, deadline: Deadline, most: float
    ) -> SecondBoards | None:
        """By the compiled part where it is there, else the same by the solver."""
        try:
            found = self._compiled(board, groups)
        except NotUnique:
            return None
        except TooLong:
            return self._deleter.deleted(board, groups, deadline, most)
        return {groups[i]: second for i, second in found.items()}

    def _compiled(self, board: Assignment, groups: Groups) -> dict[int, Assignment]:
        """The groups that are needed, by number; TooLong where the compiled part cannot tell."""
        facts = [self._facts(group) for group in groups]
        if self._covers and all(facts):
            return self._covers.irreducible(board, [some for some in facts if some])
        model = registry.model(self._family, self._shape)
        return paths.irreducible(model, board, [*map(self._solver.constraints, groups)])

    def _facts(self, group: Group) -> list[tuple[Cell, Value]] | None:
        """What clues say that cells hold, if that is all they say."""
        constraints = self._solver.constraints(group)
        facts = [(one.cell, one.value) for one in constraints if isinstance(one, Is)]
        return facts if len(facts) == len(constraints) else None


def shares(model: Model) -> dict[Cell, list[float]]:
    """For each value of each cell its expected frequency, as far as rules count values."""
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
