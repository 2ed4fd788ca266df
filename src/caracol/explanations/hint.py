"""Hints: the next step from a board, told little by little; or what is wrong with the board."""

from dataclasses import dataclass, field

from .. import registry
from ..deadline import Deadline
from ..drawing.notebook import figure, folded, line, paragraph
from ..phrases import ENGLISH, say
from ..puzzle import NoSolution, Puzzle, reading_order
from ..records import Fields, items, optional, required
from .explanation import (
    ClashInWords,
    StepInWords,
    clash_in_words,
    conflict_in_time,
    step_in_words,
)
from .sentences import Speaker
from .telling import Telling
from .told import Told
from .walk import Entries, Walk, is_entry

NO_SOLUTION = say("The puzzle has no solution.")


@dataclass(frozen=True, slots=True)
class Hint:
    """The cheapest step from a board: where to look, which technique, the whole step.

    Where the board is wrong, there is a conflict instead; where nothing more is forced, neither.
    """

    family: str
    where: tuple[str, ...] = ()
    """Cells that the step is about and places of the clues it uses, or entries that clash."""
    step: StepInWords | None = None
    clash: ClashInWords | None = None
    is_complete: bool = False
    drawn: Told | None = field(default=None, compare=False, repr=False)
    """The step that can be drawn; JSON has only what it says."""

    def _repr_html_(self) -> str:
        """What notebooks show: where to look, the rest when it is touched."""
        if not self.drawn:
            return paragraph(self.clash.sentence if self.clash else "There is nothing to find.")
        technique = folded("Which technique?", paragraph(self.drawn.technique))
        step = folded("Which step?", figure(self.drawn.draw(), "", self.drawn.sentence()))
        where = ", ".join(self.where)
        return f"{line(f'Look at {where}.')}{technique}{step}"

    def to_json(self) -> dict[str, object]:
        fields: dict[str, object] = {"family": self.family}
        if self.clash:
            return fields | self.clash.to_json() | {"where": list(self.where)}
        if not self.step:
            return fields | {"step": None, "complete": self.is_complete}
        return fields | {
            "technique": self.step.technique,
            "where": list(self.where),
            "step": self.step.to_json(),
        }

    @classmethod
    def from_json(cls, fields: Fields) -> "Hint":
        family = required(fields, "family", str)
        if "clash" in fields:
            where = items(fields, "where", str)
            return cls(family, where, clash=ClashInWords.from_json(fields))
        step = optional(fields, "step", dict)
        if step is None:
            return cls(family, is_complete=required(fields, "complete", bool))
        return cls(family, items(fields, "where", str), StepInWords.from_json(step))


def hint(
    puzzle: Puzzle,
    entries: Entries | None = None,
    *,
    language: str = ENGLISH,
    seconds: float | None = None,
) -> Hint:
    """The next step from a board on which a player has made these entries.

    An entry is a value, or some values that are still candidates.

    >>> import caracol
    >>> puzzle = caracol.parse("mno 5\\n.....\\n..O..\\n.O*..\\n..*..\\nO....\\n")
    >>> found = hint(puzzle)
    >>> found.where, found.step.technique
    (('r1c4', 'r1c5'), 'mirror')
    >>> hint(puzzle, {"r1c3": "O"}).clash.sentence
    'Column 3 holds exactly one letter, r2c3 is given as O, and r1c3 is entered as O: that cannot \
all be true.'
    """
    deadline = Deadline(seconds)
    try:
        walk = Walk(puzzle, entries, deadline=deadline)
    except NoSolution:
        found = conflict_in_time(puzzle, entries, deadline)
        entered = (rule.constraint.cells for rule in found.rules if is_entry(rule))
        where = tuple(reading_order({cell for cells in entered for cell in cells}))
        return Hint(puzzle.family, where, clash=clash_in_words(found, language))
    step = Telling(walk).first()
    if step is None:
        return Hint(puzzle.family, is_complete=walk.is_unique)
    return Hint(puzzle.family, _where(step), step_in_words(step, language), drawn=step)


def in_grades(puzzle: Puzzle, found: Hint, language: str = ENGLISH) -> tuple[str, ...]:
    """The hint little by little: where to look, which technique, the whole step; what is wrong, or
    that there is nothing to find, is said at once."""
    cells = registry.board(puzzle.family, puzzle.shape).domains
    where = Speaker(puzzle).cells(at for at in found.where if at in cells)
    if found.clash:
        begins = NO_SOLUTION
        if found.where:
            begins = say("Look again at {cells}.", cells=where)
        return (f"{begins.told(language)} {found.clash.sentence}",)
    if found.is_complete:
        return (say("The board is complete and right.").told(language),)
    if not found.step:
        return (say("Nothing more is forced: the puzzle has many solutions.").told(language),)
    return (
        say("Look at {cells}.", cells=where).told(language),
        say("Technique: {technique}.", technique=found.step.technique).told(language),
        found.step.sentence,
    )


def _where(step: Told) -> tuple[str, ...]:
    """Where to look: at the cells that a step is about and the clues that it uses."""
    cells = reading_order({fact.cell for key in step.keys for fact in key.derives})
    said = (*step.support, *step.keys)
    clues = (rule.place for part in said for rule in part.because if rule.place)
    return tuple(dict.fromkeys((*cells, *clues)))
