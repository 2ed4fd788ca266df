"""What every kind of constraint can do."""

from collections.abc import Hashable, Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar, Protocol

from ..puzzle import Cell, Fact, Value, Values

if TYPE_CHECKING:
    from .lowering import Lowering

Cells = tuple[Cell, ...]
Domains = Mapping[Cell, tuple[Value, ...]]
# Facts of which at least one is as it says.
Clause = tuple[Fact, ...]

# What it costs to think of a constraint, unless its rule says otherwise: counting along a line is
# easier than an order, a place or a sum.
COUNTING, OTHER = 8, 12


class Constraint(Hashable, Protocol):
    """A claim about some cells. Constraints that say the same of the same cells are equal."""

    cost: ClassVar[int]
    """What it costs to think of."""

    @property
    def topic(self) -> str:
        """What it is about, for the names of techniques: a line, an order, a sum …"""

    @property
    def cells(self) -> Cells:
        """The cells that it is about."""

    def holds(self, board: Values) -> bool:
        """Whether a full board keeps it; false of a partly filled one only if that breaks it."""

    def lower(self, out: "Lowering") -> None:
        """Claim it in clauses and linear sums."""

    def distinguishes(self, cell: Cell, one: Value, other: Value) -> bool:
        """Whether it may matter which of two values one of its cells holds."""

    def moved(self, to: Mapping[Cell, Cell]) -> "Constraint":
        """The same claim about other cells."""

    def direct(self, domains: Domains) -> Iterator[Clause] | None:
        """Clauses over facts alone that say the same; None where these would be too many."""

    @property
    def is_plain(self) -> bool:
        """Whether unit propagation on the direct clauses finds all it says of single values."""
