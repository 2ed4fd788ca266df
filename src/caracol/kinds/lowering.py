"""What constraints are lowered to: clauses and linear sums over facts and helper variables.

The first variables are `facts`, "this cell holds this value"; helper variables follow. A constraint
is lowered by claims and definitions. Claims (`claim`, `count`, `total`) hold as long as the
constraint is demanded. Definitions (`define`, `any_of`, `any_so_far`) always hold: they fix helper
variables, by unit propagation, as soon as the cells are known, so that solutions can be counted and
proofs stay exact.
Helpers have a key, what they say, so that all constraints share them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from ..puzzle import Cell, Value
from .constraint import Cells, Constraint, Domains
from .numbering import numbering
from .value import Is

Literals = list[int]


class Linear(NamedTuple):
    """The sum of the weights of those literals that hold is from `low` to `high`."""

    terms: tuple[tuple[int, int], ...]  # weight and literal
    low: int
    high: int


Part = tuple[int, ...] | Linear


class Sums(Protocol):
    """How linear sums are claimed: as they are, or in clauses."""

    def counted(self, out: "Lowering", groups: Iterable[Literals]) -> Literals:
        """Literals of which as many hold as groups have one that does; no group has two."""

    def count(self, out: "Lowering", literals: Literals, low: int, high: int) -> None:
        """From `low` to `high` of the literals hold."""

    def total(
        self, out: "Lowering", groups: Sequence[Mapping[int, int]], total: int, distinct: bool
    ) -> None:
        """One literal of each group holds, and their weights sum to the total.

        Distinct: no two groups have the same weight.
        """


class Lowering:
    """Clauses and linear sums about the cells of a board, collected until somebody takes them."""

    def __init__(self, domains: Domains, sums: Sums, tick: Callable[[], object]) -> None:
        """The tick is called for each cell, and raises when the time is up."""
        self.clauses: list[Sequence[int]] = []
        self.sums: list[Linear] = []
        self.facts = numbering(domains, tick)
        self.literals = self.facts.numbers
        self.unless: tuple[int, ...] = ()
        """Literals that every claim of the constraint at hand has besides its own."""
        self.selectors: list[int] = []
        """Literals that demand a constraint while they are assumed."""
        self.deferred: dict[int, list[Callable[[], None]]] = {}
        """Clauses not yet written, by the literal that may not hold until they are."""
        self.helpers: dict[object, int] = {}
        """Helper variables, by what they say."""
        # What is known of lines from the rules lowered so far. It is always true, so constraints
        # lowered later may say more, or less, because of it; what all rules mean together is the
        # same in any order. A model that states its lines first gets the stronger clauses.
        self.once: dict[Cells, set[Value]] = {}
        """For each line that certainly holds some values exactly once, these values."""
        self.different: dict[Cell, set[Cells]] = {}
        """For each cell the lines on which its value certainly stands once."""
        self._lines: dict[tuple[Cells, Value], Literals] = {}
        self._sums = sums
        self.top = len(self.facts)

    def one_value(self, tick: Callable[[], object] = lambda: None) -> None:
        """Claim that each cell holds one of its values."""
        for held in self.literals.values():
            tick()
            self.count([*held.values()], 1, 1)

    def selector(self, constraint: Constraint) -> int:
        """A literal that demands the constraint while it is assumed."""
        if isinstance(constraint, Is):
            return self.held(constraint.cell, constraint.value)
        literal = self.helpers.get(constraint)
        if literal is None:
            self.helpers[constraint] = literal = self.new()
            self.selectors.append(literal)
            self.unless = (-literal,)
            constraint.lower(self)
            self.unless = ()
        return literal

    @property
    def is_certain(self) -> bool:
        """Whether the constraint at hand always holds, so that definitions may build on it."""
        return not self.unless

    def new(self) -> int:
        self.top += 1
        return self.top

    def claim(self, *clauses: Sequence[int]) -> None:
        self.claim_all(clauses)

    def claim_all(self, clauses: Iterable[Sequence[int]]) -> None:
        """Many at once, which takes a fraction of the time."""
        unless = self.unless
        self.clauses += [(*clause, *unless) for clause in clauses] if unless else clauses

    def define(self, *clauses: Sequence[int]) -> None:
        """Fix a helper variable: whatever the cells hold, the clauses leave it one value.

        They always hold, also where the constraint at hand is not demanded.
        """
        self.clauses += clauses

    def count(self, literals: Literals, low: int, high: int) -> None:
        """Claim that from `low` to `high` of the literals hold."""
        self._sums.count(self, literals, low, high)

    def total(
        self, groups: Sequence[Mapping[int, int]], total: int, *, distinct: bool = False
    ) -> None:
        """Claim a sum: the weights of literals, of each group one that holds."""
        self._sums.total(self, groups, total, distinct)

    def defer(self, literal: int, write: Callable[[], None]) -> None:
        """Claim something only once it is needed: while the literal may hold."""
        self.deferred.setdefault(literal, []).append(write)

    def write(self, literals: Iterable[int]) -> bool:
        """Write what was deferred for these literals; whether there was anything."""
        needed = [literal for literal in literals if literal in self.deferred]
        for literal in needed:
            for write in self.deferred.pop(literal):
                write()
        return bool(needed)

    def take(self) -> list[Sequence[int]]:
        """The clauses so far, which are then gone."""
        taken, self.clauses = self.clauses, []
        return taken

    def parts(self) -> list[Part]:
        """All that was claimed and defined so far, which is then gone."""
        self.write([*self.deferred])
        sums, self.sums = self.sums, []
        clauses = (tuple(dict.fromkeys(clause)) for clause in self.take())
        return [*clauses, *sums]

    def held(self, cell: Cell, value: Value) -> int:
        """A literal that says the cell holds the value, which it may be known not to."""
        return self.literals[cell].get(value) or self.never()

    def held_in(self, cells: Cells, value: Value) -> Literals:
        """For each cell, a literal that says it holds the value; not to be changed."""
        found = self._lines.get((cells, value))
        if not found:
            found = [self.literals[cell].get(value, 0) for cell in cells]
            if not all(found):
                found = [literal or self.never() for literal in found]
            self._lines[cells, value] = found
        return found

    def holding(self, cells: Cells, values: tuple[Value, ...]) -> Literals:
        """Literals of which as many hold as cells hold one of the values."""
        if len(values) == 1:  # almost always, and worth its own line for speed
            return [held[values[0]] for cell in cells if values[0] in (held := self.literals[cell])]
        held_in = (self.literals[cell] for cell in cells)
        some = ([held[value] for value in values if value in held] for held in held_in)
        return self._sums.counted(self, [literals for literals in some if literals])

    def one_of(self, literals: Literals) -> int:
        """A literal that says one of these holds, the same each time it is asked for."""
        if len(literals) == 1:
            return literals[0]
        key = ("one of", *literals)
        if key not in self.helpers:
            self.helpers[key] = self.any_of(literals)
        return self.helpers[key]

    def never(self) -> int:
        """A literal that does not hold."""
        if "never" not in self.helpers:
            self.helpers["never"] = self.new()
            self.define([-self.top])
        return self.helpers["never"]

    def any_of(self, literals: Literals) -> int:
        """Define a literal that says one of these holds."""
        helper = self.new()
        self.define([-helper, *literals], *((helper, -literal) for literal in literals))
        return helper

    def any_so_far(self, literals: Literals) -> Literals:
        """Define for each literal one that says it or one before it holds."""
        key = ("any so far", *literals)
        if key not in self.helpers:
            self.helpers[key] = self.top + 1
            so_far = literals[0]
            for helper, literal in enumerate(literals[1:], self.top + 1):
                self.define((helper, -so_far), (helper, -literal), (-helper, so_far, literal))
                so_far = helper
            self.top += len(literals) - 1
        first = self.helpers[key]
        return [literals[0], *range(first, first + len(literals) - 1)]


class _AsTheyAre:
    """Linear sums are kept, for whoever can handle them."""

    def counted(self, _out: Lowering, groups: Iterable[Literals]) -> Literals:
        return [literal for literals in groups for literal in literals]

    def count(self, out: Lowering, literals: Literals, low: int, high: int) -> None:
        out.sums.append(Linear(tuple((1, literal) for literal in literals), low, high))

    def total(
        self,
        out: Lowering,
        groups: Sequence[Mapping[int, int]],
        total: int,
        distinct: bool,  # noqa: ARG002 a sum says it all
    ) -> None:
        weights: dict[int, int] = {}
        for group in groups:
            for literal, weight in group.items():
                weights[literal] = weights.get(literal, 0) + weight
        terms = tuple((weight, literal) for literal, weight in weights.items())
        out.sums.append(Linear(terms, total, total))


def lowering(domains: Domains, tick: Callable[[], object] = lambda: None) -> Lowering:
    """For engines and formats that know linear sums."""
    return Lowering(domains, _AsTheyAre(), tick)


def lowered(out: Lowering, constraint: Constraint) -> list[Part]:
    """What a constraint demands, and defines if nothing before has: clauses and linear sums."""
    assert out.is_certain
    constraint.lower(out)
    return out.parts()
