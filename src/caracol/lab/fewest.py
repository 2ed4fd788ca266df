"""The fewest clues that any puzzle of a shape can do with, over all its boards, proved.

All sets of one clue are tried, then of two, and so on, up to symmetry: the first that leaves one
board has the fewest clues there can be. A set that two known boards keep is no puzzle, which is
seen at once: for every clue the known boards that keep it are a number, one bit a board. Only for
the others a solver is asked, and the boards it finds are known from then on. A few thousand boards,
of millions, answer for almost all sets, so the boards need not be listed.

Where the time is up before, a sample of boards with the fewest clues of each shows how many are
enough.
"""

import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import reduce
from itertools import islice
from operator import and_

from ..certificates.verify import verify
from ..certificates.writing import certify
from ..deadline import Deadline
from ..engines import Assignment
from ..engines.sat.session import Session
from ..generation.clues import all_clues, copies, setting
from ..generation.order import Order
from ..puzzle import Clue, OutOfTime, Puzzle, Solution
from ..registry import model, rule
from .samples import SEED, made

# Boards of a sample.
SAMPLE = 20
# After this many boards the solver is steered towards others.
WHIMS = 8


@dataclass(frozen=True, slots=True)
class Fewest:
    """What is known of the fewest clues."""

    at_least: int  # proved
    puzzle: Puzzle | None  # with the fewest clues found
    witnesses: int  # boards known in the end
    impossible: bool = False  # no board of the shape has a unique puzzle

    @property
    def proved(self) -> bool:
        found = self.puzzle is not None and len(self.puzzle.clues) == self.at_least
        return found or self.impossible


def fewest(name: str, size: str, clues: tuple[str, ...] = (), seconds: float = 60) -> Fewest:
    """The fewest clues of these kinds, or the usual ones; a third of the time is for a sample.

    A puzzle that is proved to have the fewest is certified, too, and verify.py checks that.
    """
    order = Order(name, size, SEED, clues, fewest=True)
    found = proved_fewest(order, 2 * seconds / 3)
    if found.puzzle:
        verify(certify(found.puzzle))
    if found.proved:
        return found
    return replace(found, puzzle=_sampled(replace(order, seconds=seconds / 3), seconds / 3))


def proved_fewest(order: Order, seconds: float | None = None) -> Fewest:
    """By trying all sets of clues, as far as the time goes."""
    deadline, at_least, search = Deadline(seconds), 0, None
    try:
        search = _Search(order, deadline)
        for at_least in range(search.places + 1):
            puzzle = search.puzzle(at_least)
            if puzzle:
                return Fewest(at_least, puzzle, search.known)
    except OutOfTime:
        return Fewest(at_least, None, search.known if search else 0)
    return Fewest(0, None, search.known, impossible=True)


class _Search:
    """Looks for clues that leave one board, and keeps the boards met on the way."""

    def __init__(self, order: Order, deadline: Deadline) -> None:
        self._order, self._deadline = order, deadline
        self._rng = random.Random(SEED)
        self._model = model(order.family, order.shape)
        self._session = Session(self._model, deadline)
        self._clues = list(every_clue(order))
        self._numbers = {clue: number for number, clue in enumerate(self._clues)}
        self.places = len({clue.place for clue in self._clues})
        rules = [rule(order.family, order.shape, clue) for clue in self._clues]
        self._literals = self._session.assumptions(rules, deadline)
        self._number_of = {literal: number for number, literal in enumerate(self._literals)}
        self.known = 0
        self._boards: list[list[int]] = []  # their facts
        self._keeping = [0] * len(self._clues)  # which known boards keep a clue, as bits
        self._clashing: list[set[int]] = [set() for _ in self._clues]
        # A clue that no board keeps is in no puzzle, nor are those that symmetry takes it to.
        self._orbits = [orbit for orbit in self._in_orbits() if self._boards_with(orbit[:1])]

    def puzzle(self, size: int) -> Puzzle | None:
        """One with the given number of clues; None if there is none.

        Of the orbits that a set of clues reaches into, the first may be taken to give its first
        clue, and the others come from this orbit and later ones.
        """
        if size == 0:
            return self._puzzle_of([]) if self._boards_with([]) == 1 else None
        for i, (first, *_) in enumerate(self._orbits):
            later = [clue for orbit in self._orbits[i:] for clue in orbit if clue != first]
            found = self._more([], [first], later, size)
            if found:
                return self._puzzle_of(found)
        return None

    def _more(
        self, chosen: list[int], choices: list[int], later: list[int], size: int
    ) -> list[int] | None:
        """The clues chosen, one of the choices, and later ones up to the given number."""
        self._deadline.check()
        left, keeping = self._keepers(chosen), self._keeping
        for i, clue in enumerate(choices):
            if (left & keeping[clue]).bit_count() < 2:
                boards = self._boards_with([*chosen, clue])
                if boards == 1:
                    return [*chosen, clue]
                if boards == 0:
                    continue
            if len(chosen) + 1 < size:
                clashing = self._clashing[clue]
                rest = [other for other in later or choices[i + 1 :] if other not in clashing]
                found = self._more([*chosen, clue], rest, [], size)
                if found:
                    return found
        return None

    def _keepers(self, clues: list[int]) -> int:
        """The known boards that keep all these clues."""
        return reduce(and_, (self._keeping[clue] for clue in clues), (1 << self.known) - 1)

    def _boards_with(self, clues: list[int]) -> int:
        """How many boards keep the clues: none, one, or two for more; what is found is kept."""
        keepers = self._keepers(clues)
        found, guard = keepers.bit_count(), 0
        asked = [self._literals[clue] for clue in clues]
        while found < 2:
            if keepers and not guard:
                guard = self._session.block(self._boards[keepers.bit_length() - 1])
            if self.known % WHIMS == 0:
                self._session.prefer(list(self._whims()))
            facts = self._session.ask([*asked, guard] if guard else asked, self._deadline)
            if facts is None:
                break
            self._add(facts)
            found, keepers = found + 1, self._keepers(clues)
        self._session.retire(guard)
        if found == 0:
            self._remember_clash()
        return found

    def _whims(self) -> Iterator[int]:
        """A random value of every cell, so that boards are found that differ in much."""
        for cell, values in self._model.cells.items():
            yield self._session.fact(cell, self._rng.choice(values))

    def _add(self, facts: list[int]) -> None:
        self._boards.append(facts)
        board = self._session.board(facts)
        assert self._model.broken(board, ()) is None, "a witness keeps all rules"
        for clue in _clues_of(self._order, board):
            self._keeping[self._numbers[clue]] |= 1 << self.known
        self.known += 1

    def _remember_clash(self) -> None:
        """Two clues that are to blame never stand together again."""
        core = [self._number_of[literal] for literal in self._session.core()]
        if len(core) == 2:
            one, other = core
            self._clashing[one].add(other)
            self._clashing[other].add(one)

    def _in_orbits(self) -> Iterator[list[int]]:
        """The clues, those together that symmetry takes to one another."""
        seen = set[int]()
        for number in range(len(self._clues)):
            if number not in seen:
                alone = self._puzzle_of([number])
                orbit = {self._numbers[copy.clues[0]] for copy in copies(alone)}
                seen |= orbit
                yield sorted(orbit)

    def _puzzle_of(self, clues: list[int]) -> Puzzle:
        given = tuple(sorted(self._clues[clue] for clue in clues))
        return Puzzle(self._order.family, self._order.shape, given)


def every_clue(order: Order) -> Iterator[Clue]:
    """Every clue of the wanted kinds that a board could have, and maybe some that none has."""
    cells = model(order.family, order.shape).cells
    values = dict.fromkeys(value for domain in cells.values() for value in domain)
    found: dict[str, list[str]] = {}
    for value in values:
        for place, given in _clues_of(order, dict.fromkeys(cells, value)):
            found.setdefault(place, []).append(given)
    for place, values_there in found.items():
        if place not in cells:
            # A clue about several cells lies between those of all least and all greatest values.
            numbers = [int(value) for value in values_there]
            values_there = [str(number) for number in range(min(numbers), max(numbers) + 1)]
        yield from (Clue(place, value) for value in values_there)


def _clues_of(order: Order, board: Assignment) -> Iterator[Clue]:
    kinds = order.clues or setting(order.family).usual
    return (clue for _, clue in all_clues(order.family, order.shape, Solution(board), kinds))


def _sampled(order: Order, seconds: float) -> Puzzle | None:
    """The puzzle with the fewest clues of those of some boards."""
    found: list[Puzzle] = []
    with suppress(OutOfTime):
        deadline = Deadline(seconds)
        for one in islice(made(order), SAMPLE):
            found.append(one.puzzle)
            deadline.check()
    return min(found, key=lambda puzzle: len(puzzle.clues), default=None)
