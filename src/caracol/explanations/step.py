"""A step of an explanation: rules, the facts they are read with, and what follows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..drawing.steps import Marks, picture
from ..kinds import Domains
from ..model import Rule
from ..phrases import ENGLISH
from ..puzzle import Cell, Fact, Puzzle, Values
from ..shapes import Drawing, Role


@dataclass(frozen=True, slots=True)
class Step:
    """Rules and known facts, none of which can be left out, and all that follows from them."""

    cost: int
    """The sum of what its rules cost."""
    at_least: int
    """A lower bound on the cost of any step at this point."""
    because: tuple[Rule, ...]
    """The rules that it takes."""
    reads: tuple[Fact, ...]
    """What must be known: what a cell is if that is settled, else what it is not."""
    derives: tuple[Fact, ...]
    """What follows: what a cell is where that is settled, else what it is not."""
    choices: int
    """How many rules alone would have led on at this point."""
    puzzle: Puzzle = field(compare=False, repr=False)
    left: Domains = field(compare=False, repr=False)
    """The candidates of each cell once it is made."""

    @property
    def proved(self) -> bool:
        """Whether no step is cheaper."""
        return self.cost <= self.at_least

    @property
    def settled(self) -> Values:
        """The cells settled once it is made."""
        return settled_in(self.left)

    @property
    def cells_read(self) -> tuple[Cell, ...]:
        """The cells of what must be known."""
        return cells_of(self.reads)

    @property
    def highlights(self) -> dict[str, Role]:
        """What to mark on the board."""
        return highlights([self], [self])

    def sentence(self, language: str = ENGLISH) -> str:
        """The step in words."""
        from .sentences import sentence

        return sentence(self.puzzle, self, language)

    @property
    def technique(self) -> str:
        """What people might call the step."""
        from .techniques import technique

        return str(technique(self))

    def draw(self, language: str = ENGLISH, view: str = "") -> Drawing:
        """The board once the step is made, the step marked."""
        sentences = tuple(rule.sentence.told(language) for rule in self.because)
        marks = Marks(self.derives, self.highlights, sentences)
        return picture(self.puzzle, self.left, marks, view=view, language=language)

    def _repr_html_(self) -> str:
        """What notebooks show: the board with the step marked, and the step in words."""
        from ..drawing.notebook import figure

        return figure(self.draw(), self.technique, self.sentence())


def settled_in(left: Domains) -> Values:
    """The cells with a single candidate left."""
    return {cell: values[0] for cell, values in left.items() if len(values) == 1}


def cells_of(facts: Iterable[Fact]) -> tuple[Cell, ...]:
    """The cells that facts are about, each once."""
    return tuple(dict.fromkeys(fact.cell for fact in facts))


def highlights(steps: Sequence[Step], keys: Sequence[Step]) -> dict[str, Role]:
    """What to mark on the board: what the keys are about, what is read, what else is spoken of."""
    rules = [rule for step in steps for rule in step.because]
    return {
        **dict.fromkeys((cell for rule in rules for cell in rule.constraint.cells), Role.SCOPE),
        **dict.fromkeys((rule.place for rule in rules if rule.place), Role.READ),
        **dict.fromkeys((cell for step in steps for cell in step.cells_read), Role.READ),
        **dict.fromkeys((fact.cell for step in keys for fact in step.derives), Role.TARGET),
    }
