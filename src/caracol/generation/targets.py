"""Puzzles of a wanted level: clues are added where the way is too hard, and left out again where
it stays easy enough, with the grader in the loop."""

import random
from collections.abc import Callable
from typing import NamedTuple

from .. import registry
from ..deadline import NEVER, Deadline
from ..engines.sat.session import Session
from ..explanations.grade import MOST_COST, Grade, Level, graded
from ..explanations.step import Step
from ..explanations.thoughts import thoughts
from ..explanations.walk import Walk, two_boards
from ..kinds import Count, Is
from ..model import Model
from ..puzzle import Clue, Puzzle, Shape, UsageError, did_you_mean

Group = tuple[Clue, ...]
Groups = list[Group]

LEVELS = tuple(Level)
NAMES = {level.value: level for level in LEVELS}
NAMES |= {"cases": Level.CASES, "case-analysis": Level.CASES}
# How many choices of clues are tried for a board while they are too easy.
SWAPS = 20


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
    """A level, and the grade if all steps are within what was looked for."""

    level: Level
    grade: Grade | None = None


class SingleRules:
    """Puzzles of a shape that are easy, seen at a glance: by unit propagation on the rules that a
    step of an easy puzzle may use, each alone.

    That is known where all rules count values, of which propagation says nothing that one of them
    does not. Puzzles that it does not solve may be easy all the same.
    """

    def __init__(self, family: str, shape: Shape) -> None:
        rules, most = thoughts(Puzzle(family, shape)), MOST_COST[Level.EASY]
        self._model = registry.model(family, shape)
        self._rules = tuple(rule for rule in rules if rule.cost <= most)
        self._can_tell = (self._model.settling or 0) <= most and all(
            isinstance(rule.constraint, Count) for rule in rules
        )
        self._session: Session | None = None  # until there is something to ask

    def are_enough(self, puzzle: Puzzle, deadline: Deadline) -> bool | None:
        """Whether they solve a puzzle with one solution; None where only a walk can tell."""
        clues = registry.clues(puzzle)
        if not self._can_tell or not all(isinstance(rule.constraint, Is) for rule in clues):
            return None
        self._session = self._session or Session(Model(self._model.cells, self._rules), deadline)
        return bool(self._session.forced(self._session.assumptions(clues, deadline)))


class Fitting:
    """Chooses clues of one board so that the puzzle is of a level."""

    def __init__(
        self,
        puzzle_of: Callable[[Groups], Puzzle],
        wanted: Band,
        deadline: Deadline = NEVER,
        single_rules: SingleRules | None = None,
    ) -> None:
        self._puzzle_of, self._wanted, self._deadline = puzzle_of, wanted, deadline
        self._single_rules = single_rules

    def graded(self, groups: Groups) -> Graded:
        """How hard a puzzle of these clues is, as far as that matters."""
        walk = self._walk(groups)
        walked = list(walk)
        return self._result(walk, walked)

    def is_easy(self, groups: Groups) -> bool | None:
        """Whether the puzzle, which has one solution, is seen to be easy; None if that is not."""
        if self._single_rules is None:
            return None
        return self._single_rules.are_enough(self._puzzle_of(groups), self._deadline)

    def eased(self, groups: Groups, spare: Groups, rng: random.Random) -> tuple[Groups, Graded]:
        """Clues added until no step costs too much, then left out by deletion.

        Sometimes all clues together leave the way too hard.
        """
        kept, spare = list(groups), list(spare)
        walk = self._walk(kept)
        while not self._goes_through(walk):
            group = next((group for group in spare if self._says_more(walk, group)), None)
            if group is None:
                return kept, self._result(walk, [])
            spare.remove(group)
            kept.append(group)
            if not self._give(walk, group):
                walk = self._walk(kept)
        rng.shuffle(kept)
        for group in list(kept):
            rest = [other for other in kept if other != group]
            if self._is_enough(rest):
                kept = rest
        return kept, self.graded(kept)

    def _is_enough(self, groups: Groups) -> bool:
        """Whether no step costs too much; before a walk, all that is sooner known is asked."""
        if len(two_boards(self._puzzle_of(groups), deadline=self._deadline)) > 1:
            return False
        return bool(self.is_easy(groups)) or self._goes_through(self._walk(groups))

    def _walk(self, groups: Groups) -> Walk:
        return Walk(self._puzzle_of(groups), most=self._wanted.most, deadline=self._deadline)

    def _goes_through(self, walk: Walk) -> bool:
        return walk.is_unique and walk.goes_through()

    def _result(self, walk: Walk, walked: list[Step]) -> Graded:
        if not walk.is_done:
            beyond = LEVELS.index(self._wanted.high) + 1
            return Graded(LEVELS[min(beyond, len(LEVELS) - 1)])
        grade = graded(walked)
        return Graded(grade.level, grade)

    def _says_more(self, walk: Walk, group: Group) -> bool:
        """Whether a clue says more than the walk has found by itself."""
        rules = registry.clues(self._puzzle_of([group]))
        return any(
            any(len(walk.left[cell]) > 1 for cell in rule.constraint.cells) for rule in rules
        )

    def _give(self, walk: Walk, group: Group) -> bool:
        """Add a clue to a walk in progress; not possible where the clue is a rule of its own."""
        rules = registry.clues(self._puzzle_of([group]))
        if not all(isinstance(rule.constraint, Is) for rule in rules):
            return False
        for rule in rules:
            walk.give(rule)
        return True
