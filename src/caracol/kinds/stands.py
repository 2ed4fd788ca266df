"""Where a value stands to two others on its line: midway, between, or outside."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from itertools import product
from typing import ClassVar

from ..caches import kept
from ..puzzle import Cell, Fact, Value, Values
from .constraint import OTHER, Cells, Clause, Domains
from .lowering import Literals, Lowering
from .picks import Pick, picks, row

# On lines longer than this, what a value midway or between demands is written only once it is
# needed, and what a value outside demands with helper variables.
LONG_LINE = 12


class Where(Enum):
    """How a value stands to the ends on its line."""

    MIDWAY = "midway between"
    BETWEEN = "between, but not midway between,"
    OUTSIDE = "not between"


@dataclass(frozen=True, slots=True)
class Stands:
    """Wherever the value stands on the line, it stands so to the ends.

    Midway: the ends mirror each other about it. Between: there are ends on both sides and no two
    mirror each other. Outside: not on both sides.
    """

    cost: ClassVar = OTHER
    topic: ClassVar = "place"

    line: Cells
    value: Value
    ends: Value
    where: Where

    @property
    def cells(self) -> Cells:
        return self.line

    @property
    def is_plain(self) -> bool:
        return False

    def holds(self, board: Values) -> bool:
        line = list(map(board.get, self.line))
        if self.value not in line:
            return True
        return all(self._holds_at(line, at) for at, seen in enumerate(line) if seen == self.value)

    def _holds_at(self, line: list[Value | None], at: int) -> bool:
        before, after = line[at - 1 :: -1] if at else [], line[at + 1 :]
        pairs = list(zip(before, after, strict=False))
        match self.where:
            case Where.OUTSIDE:
                return self.ends not in before or self.ends not in after
            case Where.MIDWAY:
                far = before[len(pairs) :] + after[len(pairs) :]
                return self.ends not in far and not any(
                    self.ends in pair and None not in pair and pair[0] != pair[1] for pair in pairs
                )
            case Where.BETWEEN:
                sided = all(self.ends in side or None in side for side in (before, after))
                return sided and (self.ends, self.ends) not in pairs

    def lower(self, out: Lowering) -> None:
        value, literals = self.value, out.literals
        here = [
            (at, held[value])
            for at, cell in enumerate(self.line)
            if value in (held := literals[cell])
        ]
        if not here:
            return
        ends = out.held_in(self.line, self.ends)
        if len(ends) <= LONG_LINE:
            _claim(out, self.where, here, ends)
        elif self.where is Where.OUTSIDE:
            _claim_outside(out, here, ends)
        elif not out.is_certain:
            _claim(out, self.where, here, ends)
        else:
            for at, literal in here:
                out.defer(literal, partial(_claim, out, self.where, [(at, literal)], ends))

    def distinguishes(self, _cell: Cell, one: Value, other: Value) -> bool:
        return one in (self.value, self.ends) or other in (self.value, self.ends)

    def moved(self, to: Mapping[Cell, Cell]) -> "Stands":
        return replace(self, line=tuple([to[cell] for cell in self.line]))

    def direct(self, _domains: Domains) -> Iterator[Clause]:
        line = self.line
        ends = [Fact(cell, self.ends) for cell in line]
        none = [fact._replace(holds=False) for fact in ends]
        for at, cell in enumerate(line):
            here = Fact(cell, self.value, False)
            mirrored = [(at - d, at + d) for d in range(1, min(at, len(line) - 1 - at) + 1)]
            match self.where:
                case Where.OUTSIDE:
                    for i, j in product(range(at), range(at + 1, len(line))):
                        yield here, none[i], none[j]
                case Where.MIDWAY:
                    for i, j in mirrored:
                        yield here, none[i], ends[j]
                        yield here, none[j], ends[i]
                    reach = len(mirrored)
                    for i in (*range(at - reach), *range(at + reach + 1, len(line))):
                        yield here, none[i]
                case Where.BETWEEN:
                    yield (here, *ends[:at])
                    yield (here, *ends[at + 1 :])
                    for i, j in mirrored:
                        yield here, none[i], none[j]


def _claim(out: Lowering, where: Where, here: list[tuple[int, int]], ends: Literals) -> None:
    """What a value demands wherever it stands."""
    literals = row([0, *ends])
    for at, literal in here:
        literals[1], literals[-1] = literal, -literal
        out.claim_all([pick(literals) for pick in _demanded(where, len(ends), at)])


def _claim_outside(out: Lowering, here: list[tuple[int, int]], ends: Literals) -> None:
    """The same with helper variables, for values that stand outside."""
    before, after = out.any_so_far(ends), out.any_so_far(ends[::-1])[::-1]
    inner = range(1, len(ends) - 1)
    out.claim_all(
        [(-literal, -before[at - 1], -after[at + 1]) for at, literal in here if at in inner]
    )


@kept(512)
def _demanded(where: Where, length: int, at: int) -> list[Pick]:
    """For the length of a line and the place of a value on it, the clauses of what it demands.

    They pick from the literals that say that the value stands there, and where ends are.
    """
    ends = range(2, 2 + length)
    before, here, after = ends[:at], ends[at], ends[at + 1 :]
    match where:
        case Where.MIDWAY:
            mirrored = ((end, 2 * here - end) for end in ends if end != here)
            return picks(
                [-1, -end, mirror] if mirror in ends else [-1, -end] for end, mirror in mirrored
            )
        case Where.BETWEEN:
            # Ends on both sides, and no two that mirror each other.
            both = sorted(zip(before[::-1], after, strict=False))
            return picks([[-1, *before], [-1, *after], *([-1, -a, -b] for a, b in both)])
        case Where.OUTSIDE:
            return picks([-1, -a, -b] for a, b in product(before, after))
