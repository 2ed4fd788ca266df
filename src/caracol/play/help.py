"""What is said to a player beside the board and marked on it: checks, hints in three grades."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ..deadline import Deadline
from ..explanations.explanation import HIGHLIGHTS, StepInWords
from ..explanations.hint import Hint, hint, in_grades
from ..phrases import ENGLISH, say
from ..puzzle import OutOfTime, Puzzle
from ..shapes import Role
from ..studio.live import check
from .game import Game

# What a player waits for, in seconds.
PATIENCE = 30.0


@dataclass(frozen=True, slots=True)
class Help:
    """A message, what is marked, and the hint that it comes from, as far as it has been told."""

    message: str = ""
    roles: Mapping[str, Role] = field(default_factory=dict)
    hint: Hint | None = None
    grade: int = 0  # how much of the hint is told: where, which technique, the whole step

    @property
    def step(self) -> StepInWords | None:
        """The step, once it is told as a whole."""
        return self.hint.step if self.hint and self.grade == WHOLE else None


WHOLE = 3
NONE = Help()


def checked(game: Game, language: str = ENGLISH) -> Help:
    """Which entries are wrong; nothing is said about marks."""
    try:
        found = check(game.puzzle, game.position.values, Deadline(PATIENCE))
    except OutOfTime:
        return Help(_late(language))
    roles = dict.fromkeys(found.wrong, Role.WRONG)
    if not found.wrong:
        return Help(say("Nothing is wrong so far.").told(language))
    if len(found.wrong) == 1:
        return Help(say("One entry is wrong.").told(language), roles)
    count = say("{count} entries are wrong.", count=len(found.wrong))
    return Help(count.told(language), roles)


def hinted(game: Game, language: str = ENGLISH) -> Help:
    """The first grade of a hint, or what is wrong."""
    try:
        found = hint(game.puzzle, game.entries, language=language, seconds=PATIENCE)
    except OutOfTime:
        return Help(_late(language))
    role = Role.WRONG if found.clash else Role.TARGET
    message = in_grades(game.puzzle, found, language)[0]
    return Help(message, dict.fromkeys(found.where, role), found, 1)


def more(puzzle: Puzzle, known: Help, language: str = ENGLISH) -> Help:
    """The next grade of the hint."""
    assert known.hint and known.hint.step, "there is more of a step only"
    grade = known.grade + 1
    message = "\n".join(in_grades(puzzle, known.hint, language)[:grade])
    roles = known.roles
    if grade == WHOLE:
        marked = zip(HIGHLIGHTS, known.hint.step.highlights, strict=True)
        roles = {cell: role for role, cells in marked for cell in cells}
    return replace(known, message=message, roles=roles, grade=grade)


def has_more(known: Help) -> bool:
    return known.hint is not None and known.hint.step is not None and known.grade < WHOLE


def _late(language: str) -> str:
    return say("That took too long: no answer.").told(language)
