"""Sets single puzzles: draws a board, leaves out clues, proves the result again."""

import random
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from itertools import count as count_from
from math import inf

from .. import registry
from ..deadline import NEVER, Deadline
from ..engines import Assignment
from ..engines.sat.solvers import MainSolver, SecondSolver, Undecided
from ..explanations.closing import Sight
from ..explanations.grade import Level
from ..kinds import Is
from ..puzzle import Clue, Puzzle, Shape, Solution
from .clues import all_clues, copies, setting, symmetries
from .order import Attempt, Made, Order
from .reduction import ClueSolver, SecondBoards
from .sampler import Sample, Sampler
from .targets import LOOKS, SWAPS, Band, Fitting, Graded, Groups

# The boards of the first attempts are searched: listing all of a shape, or learning that they are
# too many, takes as long as making fifty puzzles.
SEARCHED = 20
# Of its time per puzzle, the share that --fewest may search for; the rest is for the proof.
SEARCH_SHARE = 0.8
# From that many facts on, the weak clues are left out first. With a random choice of clues, Trid 12
# takes ten times as long to prove, Trid 15 more than a minute.
LARGE = 500
# How far from the order of strength clues may be left out, strengths being between 0 and 3.
NOISE = 0.1
# From that many facts on, the board with the strongest clues is taken out of a few.
VERY_LARGE = 1000
BOARDS_TO_CHOOSE_FROM = 8
# A board is given up when the hard questions about its clues may take more conflicts. They do for
# about half of the Trids of 20 circles a side, and some would take a minute.
MOST_CONFLICTS = 30_000
# Each time that many boards were given up, twice as many conflicts are allowed.
TRIES = 8


class Setter:
    """Sets the puzzles of an order: one solver or a list reduces, another solver proves again."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.shape = order.shape
        self.model = registry.model(order.family, self.shape)
        self.setting = setting(order.family)
        self.prover = ClueSolver(order.family, self.shape, SecondSolver)
        self.prefers_strong = self.setting.strength is not None and order.facts >= LARGE
        self._sight: Sight | None = None  # until a level is wanted
        self._renew()

    def _renew(self) -> None:
        """Start with a fresh solver to find boards and reduce their clues."""
        self.reducer = ClueSolver(self.order.family, self.shape, MainSolver)
        self.sampler = Sampler(self.order.family, self.shape, self.reducer)

    def make(self, serial: int, rng: random.Random, deadline: Deadline = NEVER) -> Attempt:
        """A puzzle of a random board, or None where none of the wanted kind is unique."""
        for given_up in count_from():
            most = MOST_CONFLICTS << given_up // TRIES
            sample = self._sample(rng, deadline, searched=serial < SEARCHED)
            solution = Solution(sample.board)
            wanted = wanted_clues(self.order, self.shape, solution)
            groups = clue_groups(self.order, self.shape, wanted)
            self._shuffle(groups, rng)
            with suppress(Undecided):
                second_boards = sample.irreducible(groups, deadline, most)
                break
        if second_boards is None:
            return None
        if self.order.level:
            return self._of_level(serial, sample, wanted, rng, deadline)
        at_least = None
        if self.order.fewest:
            best = list(second_boards)
            search = deadline.part(SEARCH_SHARE)
            kept, at_least = self.reducer.fewest(sample.board, groups, best, search)
            if kept is not best:
                # Second boards known so far prove nothing about other groups.
                second_boards = {group: {} for group in kept}
        puzzle = self.puzzle_of(list(second_boards))
        if not self.order.is_proved_by_certificate(serial):
            self._prove(puzzle, sample, second_boards, deadline)
        return Made(serial, puzzle, solution, at_least)

    def _shuffle(self, groups: Groups, rng: random.Random) -> None:
        """In random order; on large boards the strong clues come first, and are left out last."""
        rng.shuffle(groups)
        if self.prefers_strong:
            weights = {group: self._strength(group) + NOISE * rng.random() for group in groups}
            groups.sort(key=weights.__getitem__, reverse=True)

    def _sample(self, rng: random.Random, deadline: Deadline, *, searched: bool) -> Sample:
        """A random board; very large ones are the best of a few."""
        if not (self.prefers_strong and self.order.facts >= VERY_LARGE):
            return self.sampler.sample(rng, deadline, searched=searched)
        samples = [self._fresh_sample(rng, deadline) for _ in range(BOARDS_TO_CHOOSE_FROM)]

        def strength(sample: Sample) -> float:
            clues = wanted_clues(self.order, self.shape, Solution(sample.board))
            return self._strength(clues.values())

        return self._turned(max(samples, key=strength).board, rng)

    def _turned(self, board: Assignment, rng: random.Random) -> Sample:
        """A random symmetric copy: a fresh solver fills all boards from the same end."""
        facts = tuple(Clue(cell, str(value)) for cell, value in board.items())
        every = [*copies(Puzzle(self.order.family, self.shape, facts))]
        constraints = self.reducer.constraints(rng.choice(every).clues)
        turned = {one.cell: one.value for one in constraints if isinstance(one, Is)}
        assert self.model.keeps(turned), "a symmetric copy of a board is a board"
        return Sample(turned, partial(self.reducer.irreducible, turned))

    def _fresh_sample(self, rng: random.Random, deadline: Deadline) -> Sample:
        """The first board of a solver: equal values stand closer on it, so that sums say more."""
        self._renew()
        return self.sampler.sample(rng, deadline, searched=True)

    def _strength(self, clues: Iterable[Clue]) -> float:
        assert self.setting.strength, "only where strong clues are preferred"
        board = registry.board(self.order.family, self.shape)
        return sum(self.setting.strength(board, clue) for clue in clues)

    def _of_level(
        self,
        serial: int,
        sample: Sample,
        wanted: dict[str, Clue],
        rng: random.Random,
        deadline: Deadline,
    ) -> Attempt:
        """A puzzle of the level wanted; no clue can go without making it harder than that."""
        band = self.order.level
        assert band, "a level is wanted"
        self._sight = self._sight or Sight(self.order.family, self.shape)
        fitting = Fitting(self.puzzle_of, sample.board, band, self._sight, deadline)
        groups = clue_groups(self.order, self.shape, wanted)

        def is_unique(some: Groups) -> bool:
            return self.reducer.second(sample.board, some, deadline) is None

        # Where it is soon seen how hard it is, another choice is sooner made than one changed.
        for looks in range(-LOOKS if self._sight.is_sharp else 0, SWAPS):
            rng.shuffle(groups)
            kept = list(sample.irreducible(groups, deadline, inf) or ())
            level = fitting.soon(kept) if looks < 0 else fitting.level(kept)
            if looks >= 0 and level not in Band(Level.EASY, band.high):
                spare = [group for group in groups if group not in kept]
                kept, level = fitting.eased(kept, spare, rng, is_unique)
                if level not in Band(Level.EASY, band.high):
                    return None  # not even with all clues
            if level in band:
                puzzle = self.puzzle_of(kept)
                if not self.order.certifies(serial):
                    self._prove_unique(puzzle, sample, kept, deadline)
                return Made(serial, puzzle, Solution(sample.board), graded=Graded(level))
        return None

    def puzzle_of(self, groups: Groups) -> Puzzle:
        """The puzzle of these clues."""
        clues = tuple(clue for group in groups for clue in group)
        return Puzzle(self.order.family, self.shape, clues)

    def _prove(
        self, puzzle: Puzzle, sample: Sample, second_boards: SecondBoards, deadline: Deadline
    ) -> None:
        """Unique by the other solver, and irreducible; a failure here is a bug.

        The second board without a group is checked by the rules themselves; where none is known,
        the other solver looks for one.
        """
        groups = list(second_boards)
        self._prove_unique(puzzle, sample, groups, deadline)
        constraints = [
            (i, one) for i, group in enumerate(groups) for one in self.prover.constraints(group)
        ]
        for i, known in enumerate(second_boards.values()):
            rest = groups[:i] + groups[i + 1 :]
            second = known or self.prover.second(sample.board, rest, deadline)
            assert second and self.model.keeps(second), f"reducible after all: {puzzle}"
            broken = {j for j, one in constraints if not one.holds(second)}
            assert broken == {i}, f"reducible after all: {puzzle}"

    def _prove_unique(
        self, puzzle: Puzzle, sample: Sample, groups: Groups, deadline: Deadline
    ) -> None:
        """By the other solver."""
        second = self.prover.second(sample.board, groups, deadline)
        assert second is None, f"not unique after all: {puzzle}"


def wanted_clues(order: Order, shape: Shape, solution: Solution) -> dict[str, Clue]:
    """The clues of the wanted kinds, by their place."""
    kinds = order.clues or setting(order.family).usual
    every = all_clues(order.family, shape, solution, kinds)
    return {clue.place: clue for _, clue in every}


def clue_groups(order: Order, shape: Shape, clues: dict[str, Clue]) -> Groups:
    """The clues in groups: those that symmetry maps to each other together."""
    if not order.symmetry:
        return [(clue,) for clue in clues.values()]
    partner = symmetries(order.family, shape)[order.symmetry]
    groups: Groups = []
    for place in clues:
        other = partner[place]
        if other in clues and place <= other:
            groups.append(tuple(clues[name] for name in dict.fromkeys((place, other))))
    return groups
