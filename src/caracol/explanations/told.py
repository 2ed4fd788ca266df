"""A told step: proof steps that a person takes in one breath, and what they say together."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ..boards.board import EMPTY
from ..drawing.steps import Marks, picture
from ..kinds import Count, Domains
from ..model import Rule
from ..phrases import ENGLISH
from ..puzzle import Cell, Fact, Puzzle, Value, Values
from ..shapes import Drawing, Role
from .chains import Refutation, is_corner
from .step import Step, cells_of, highlights, settled_in


@dataclass(frozen=True, slots=True)
class Told:
    """Proof steps told together: they lead up to the last of `keys`, which is what it is about.

    The parts that are neither keys nor support go without saying: what a line says once a cell in
    it is settled.
    """

    parts: tuple[Step, ...]
    """All the proof steps that it consists of."""
    keys: tuple[Step, ...]
    """Those of the parts that it is about."""
    support: tuple[Step, ...]
    """Those that are said on the way to them."""
    before: Domains = field(compare=False, repr=False)
    """The candidates of each cell before it."""
    left: Domains = field(compare=False, repr=False)
    """The candidates of each cell once it is made."""
    refutation: Refutation | None = field(default=None, compare=False, repr=False)
    """How the contrary of a key of several rules goes wrong."""

    @property
    def puzzle(self) -> Puzzle:
        return self.parts[0].puzzle

    @property
    def cost(self) -> int:
        """That of its hardest part."""
        return max(part.cost for part in self.parts)

    @property
    def at_least(self) -> int:
        """The lower bound of its hardest part."""
        return max(part.at_least for part in self.parts)

    @property
    def proved(self) -> bool:
        """Whether each part is proved to be cheapest."""
        return all(part.proved for part in self.parts)

    @property
    def because(self) -> tuple[Rule, ...]:
        """The rules that it takes."""
        return tuple(dict.fromkeys(rule for part in self.parts for rule in part.because))

    @property
    def reads(self) -> tuple[Fact, ...]:
        """What must be known before it."""
        return tuple(dict.fromkeys(self._read()))

    def _read(self) -> Iterator[Fact]:
        derived: set[Fact] = set()
        settled: set[Cell] = set()
        for part in self.parts:
            for fact in part.reads:
                if fact not in derived and (fact.holds or fact.cell not in settled):
                    yield fact
            derived.update(part.derives)
            settled.update(fact.cell for fact in part.derives if fact.holds)

    @property
    def derives(self) -> tuple[Fact, ...]:
        """What a cell is where that is settled, else what it is not."""
        facts = dict.fromkeys(fact for part in self.parts for fact in part.derives)
        settled = {fact.cell for fact in facts if fact.holds}
        return tuple(fact for fact in facts if fact.holds or fact.cell not in settled)

    @property
    def placed(self) -> tuple[Fact, ...]:
        """What it puts into cells that do not stay empty."""
        return tuple(filter(is_placement, self.derives))

    @property
    def settled(self) -> Values:
        return settled_in(self.left)

    @property
    def cells_read(self) -> tuple[Cell, ...]:
        return cells_of(self.reads)

    @property
    def highlights(self) -> dict[str, Role]:
        """What to mark on the board: of the parts that are said."""
        return highlights(self._said, self.keys)

    @property
    def _said(self) -> list[Step]:
        return [part for part in self.parts if part in self.keys or part in self.support]

    def sentence(self, language: str = ENGLISH) -> str:
        """The step in words, a line for each thought."""
        from .voice import sentence

        return sentence(self, language)

    @property
    def technique(self) -> str:
        """What people might call the step."""
        from .techniques import technique

        return str(technique(self))

    def draw(self, language: str = ENGLISH, view: str = "") -> Drawing:
        """The board once the step is made, the step marked."""
        sentences = tuple(
            rule.sentence.told(language) for part in self._said for rule in part.because
        )
        marks = Marks(self.derives, self.highlights, sentences)
        return picture(self.puzzle, self.left, marks, view=view, language=language)

    def _repr_html_(self) -> str:
        """What notebooks show: the board with the step marked, and the step in words."""
        from ..drawing.notebook import figure

        return figure(self.draw(), self.technique, self.sentence())


def is_complex(step: Step) -> bool:
    """Whether a step is more than one thought, to be told by itself."""
    return len(step.because) > 1 or is_corner(step.because[0].constraint)


def is_placement(fact: Fact) -> bool:
    """Whether something is put into a cell."""
    return fact.holds and fact.value != EMPTY


def places(steps: Iterable[Step]) -> bool:
    return any(is_placement(fact) for step in steps for fact in step.derives)


def strike(facts: Iterable[Fact], left: dict[Cell, tuple[Value, ...]]) -> None:
    """Take away the candidates that facts rule out."""
    for cell, value, holds in facts:
        left[cell] = tuple(other for other in left[cell] if (other == value) is holds)


def last_places(step: Step) -> list[Cell]:
    """The cells that a counting rule leaves for what it counts."""
    constraint = step.because[0].constraint
    if not isinstance(constraint, Count) or len(constraint.cells) == 1:
        return []
    # What is struck by the fewest that there must be is what is not counted.
    found = (fact.cell for fact in step.derives if fact.holds is (fact.value in constraint.values))
    return [*dict.fromkeys(found)]
