"""Puzzles of a wanted level: clues are added where the way is too hard, and left out again where
it stays easy enough, with the grader in the loop."""

import random
from collections.abc import Callable
from typing import NamedTuple

from .. import registry
from ..deadline import NEVER, Deadline
from ..explanations.closing import Closing, Sight, TooLong
from ..explanations.grade import MOST_COST, Grade, Level, graded
from ..explanations.walk import Walk
from ..kinds import Domains, Is
from ..puzzle import Clue, Puzzle, UsageError, Values, did_you_mean

Group = tuple[Clue, ...]
Groups = list[Group]

LEVELS = tuple(Level)
NAMES = {level.value: level for level in LEVELS}
NAMES |= {"cases": Level.CASES, "case-analysis": Level.CASES}
# How many choices of clues are tried for a board while they are too easy.
SWAPS = 20
# Where it is soon seen how hard a puzzle is, how many choices are looked at before one is changed:
# those of which single rules leave open no more than that share of all facts, each for no more than
# that many counterexamples for each unit of what a step may cost.
LOOKS, LITTLE, SOON = 80, 0.11, 5


class Band(NamedTuple):
    """Levels from one to another."""

    low: Level
    high: Level

    def __contains__(self, level: object) -> bool:
        return level in self.levels

    def __str__(self) -> str:
        ends = [level.value for level in self]
        return ends[0] if self.low is self.high else "..".join(ends)

    @property
    def levels(self) -> tuple[Level, ...]:
        return LEVELS[LEVELS.index(self.low) : LEVELS.index(self.high) + 1]

    @property
    def most(self) -> int:
        """The highest cost of a step that is looked for: beyond it is case analysis anyway."""
        return MOST_COST.get(self.high, MOST_COST[Level.EXPERT])


def band(word: str) -> Band:
    """
    >>> str(band("hard..")), str(band("..medium")), str(band("expert"))
    ('hard..case analysis', 'easy..medium', 'expert')
    """
    low, dots, high = word.partition("..")
    ends = [low or "easy", (high or "cases") if dots else low]
    for end in ends:
        if end not in NAMES:
            names = ", ".join(level.value for level in LEVELS)
            raise UsageError(
                f"expected a level, one of {names}, or a range such as easy..hard; found {word!r}"
                f"{did_you_mean(end, NAMES)}"
            )
    found = Band(*(NAMES[end] for end in ends))
    if found.low not in Band(Level.EASY, found.high):
        raise UsageError(f"expected a range from easier to harder, found {word!r}")
    return found


class Graded(NamedTuple):
    """A level, and the grade if that was asked for and all steps are within the wanted levels."""

    level: Level
    grade: Grade | None = None


class Fitting:
    """Chooses clues of one board so that the puzzle is of a level."""

    def __init__(
        self,
        puzzle_of: Callable[[Groups], Puzzle],
        board: Values,
        wanted: Band,
        sight: Sight,
        deadline: Deadline = NEVER,
    ) -> None:
        self._puzzle_of, self._board, self._wanted = puzzle_of, board, wanted
        self._sight, self._deadline = sight, deadline

    def soon(self, groups: Groups) -> Level | None:
        """The level of a puzzle of these clues, where that is soon known.

        It is where single rules leave little open.
        """
        most = self._wanted.most
        closing = self._closing(groups)
        if closing.glance(most) > LITTLE * self._sight.size:
            return None
        try:
            return self._level(self._closing(groups), SOON * most)
        except TooLong:
            return None

    def level(self, groups: Groups) -> Level:
        """The level of a puzzle of these clues, where it is one that is wanted.

        Otherwise some level below these, or the one above them.
        """
        return self._level(self._closing(groups))

    def _level(self, closing: Closing, work: int | None = None) -> Level:
        low, high = map(LEVELS.index, self._wanted)
        if low and closing.reaches(MOST_COST[LEVELS[low - 1]], work):
            return LEVELS[low - 1]
        for level in self._wanted.levels:
            if level is Level.CASES or closing.reaches(MOST_COST[level], work):
                return level
        return LEVELS[high + 1]

    def eased(
        self, groups: Groups, spare: Groups, rng: random.Random, is_unique: Callable[[Groups], bool]
    ) -> tuple[Groups, Level]:
        """Clues added until no step costs too much, then left out by deletion; and the level.

        Sometimes all clues together leave the way too hard.
        """
        most = MOST_COST[self._wanted.high]
        kept, spare = list(groups), list(spare)
        closing = self._closing(kept)
        while not closing.reaches(most):
            left = closing.left
            group = next((group for group in spare if self._says_more(left, group)), None)
            if group is None:
                return kept, LEVELS[LEVELS.index(self._wanted.high) + 1]
            spare.remove(group)
            kept.append(group)
            if not self._give(closing, group):
                closing = self._closing(kept)
        rng.shuffle(kept)
        for group in list(kept):
            rest = [other for other in kept if other != group]
            if is_unique(rest) and self._closing(rest).reaches(most):
                kept = rest
        return kept, self.level(kept)

    def _closing(self, groups: Groups) -> Closing:
        return Closing(self._puzzle_of(groups), self._board, self._deadline, self._sight)

    def _says_more(self, left: Domains, group: Group) -> bool:
        """Whether a clue says more than what is found by itself."""
        rules = registry.clues(self._puzzle_of([group]))
        return any(any(len(left[cell]) > 1 for cell in rule.constraint.cells) for rule in rules)

    def _give(self, closing: Closing, group: Group) -> bool:
        """Add a clue while steps are looked for; not possible where it is a rule of its own."""
        rules = registry.clues(self._puzzle_of([group]))
        if not all(isinstance(rule.constraint, Is) for rule in rules):
            return False
        for rule in rules:
            closing.give(rule)
        return True


def grade_within(puzzle: Puzzle, wanted: Band, deadline: Deadline) -> Grade | None:
    """The grade of a puzzle of a wanted level; None where only case analysis is known to help."""
    walk = Walk(puzzle, most=wanted.most, deadline=deadline)
    reasons = list(walk.skim())
    return graded(reasons) if walk.is_done else None
