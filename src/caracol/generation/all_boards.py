"""All boards of a small shape, and which of them keep a clue: sets, as the bits of numbers.

What a solver would have to find out about clues is then a few intersections.
"""

from collections.abc import Iterable, Mapping
from functools import reduce
from itertools import islice, permutations, product
from math import factorial, prod
from operator import and_, or_

from ..caches import kept
from ..deadline import NEVER, Deadline
from ..engines import Assignment, Statistics
from ..engines.sat.session import Session
from ..kinds import Constraint, Differ, Domains
from ..model import Model
from ..puzzle import Cell, Shape, Value
from ..registry import model

# Shapes of up to that many boards, not counting renamed values, have them all listed.
FEW_BOARDS = 1000
# The same with values renamed: an "and" of two sets takes two microseconds then.
MOST_BOARDS = 200_000
# On larger boards (cells times values) even a thousand take long to list, and there are far more.
MOST_LISTED_FACTS = 2000

# By new value, the one that it replaces.
Renaming = Mapping[Value, Value]


class AllBoards:
    """All boards of a shape: some, under each renaming of values. Sets of them are bits."""

    def __init__(
        self, domains: Domains, found: list[Assignment], renamings: list[Renaming]
    ) -> None:
        self._domains = domains
        self._found = found
        self._renamings = renamings
        self.size = len(found) * len(renamings)
        # In a set, the boards of each renaming take whole bytes.
        self._bytes = -(-len(found) // 8)
        self._every = self._set([self._part((1 << len(found)) - 1)] * len(renamings))
        self._none = self._part(0)
        self._parts = self._parts_by_fact()
        # By new value those that it replaces, one for each renaming.
        self._replaced = {value: [one[value] for one in renamings] for value in renamings[0]}
        self._sets: dict[Constraint | tuple[Cell, Value], int] = {}

    def place(self, i: int) -> int:
        """Which bit says whether board i is in a set."""
        renaming, at = divmod(i, len(self._found))
        return 8 * self._bytes * renaming + at

    def __getitem__(self, place: int) -> Assignment:
        renaming, at = divmod(place, 8 * self._bytes)
        renamed = {value: new for new, value in self._renamings[renaming].items()}
        return {cell: renamed[value] for cell, value in self._found[at].items()}

    def keeping(self, constraint: Constraint) -> int:
        """The boards that keep a constraint: by what its cells may hold, or board by board."""
        if constraint not in self._sets:
            domains = tuple(self._domains[cell] for cell in constraint.cells)
            if prod(map(len, domains)) <= self.size:
                ways = _ways(*_anywhere(constraint), domains)
                held = (map(self._holding, constraint.cells, way) for way in ways)
                kept = (reduce(and_, facts) for facts in held)
            else:
                places = map(self.place, range(self.size))
                kept = (1 << place for place in places if constraint.holds(self[place]))
            self._sets[constraint] = reduce(or_, kept, 0)
        return self._sets[constraint]

    def irreducible(self, place: int, sets: Iterable[int]) -> dict[int, Assignment] | None:
        """Which of these sets must stay for the board of a place to be alone in all of them.

        They are left out from the last to the first. With the number of each that stays comes
        another board that is in all the rest; None if all sets leave others beside the board.
        """
        alone, left = 1 << place, self._every
        taken: list[tuple[int, int]] = []
        for one in sets:
            if left == alone:
                break
            taken.append((left, one))
            left &= one
        if left != alone:
            return None
        stay: dict[int, Assignment] = {}
        after = self._every
        while taken:
            before, one = taken.pop()
            others = before & after ^ alone
            if others:
                stay[len(taken)] = self[others.bit_length() - 1]
                after &= one
        return stay

    def _holding(self, cell: Cell, value: Value) -> int:
        """The boards on which the cell holds the value."""
        fact = cell, value
        if fact not in self._sets:
            parts = {other: self._parts.get((cell, other), self._none) for other in self._replaced}
            self._sets[fact] = self._set(map(parts.__getitem__, self._replaced[value]))
        return self._sets[fact]

    def _set(self, parts: Iterable[bytes]) -> int:
        """The set that has these parts, one for each renaming."""
        return int.from_bytes(b"".join(parts), "little")

    def _part(self, bits: int) -> bytes:
        return bits.to_bytes(self._bytes, "little")

    def _parts_by_fact(self) -> dict[tuple[Cell, Value], bytes]:
        """For each fact, on which of the boards that were found it holds."""
        bits: dict[tuple[Cell, Value], int] = {}
        for i, board in enumerate(self._found):
            for fact in board.items():
                bits[fact] = bits.get(fact, 0) | 1 << i
        return {fact: self._part(held) for fact, held in bits.items()}


def _anywhere(constraint: Constraint) -> tuple[Constraint, tuple[Cell, ...]]:
    """The same constraint about cells without a place, so that many share it; and these cells."""
    places = {cell: str(i) for i, cell in enumerate(dict.fromkeys(constraint.cells))}
    moved = constraint.moved(places)
    return moved, moved.cells


@kept(10_000)
def _ways(
    constraint: Constraint, cells: tuple[Cell, ...], domains: tuple[tuple[Value, ...], ...]
) -> list[tuple[Value, ...]]:
    """What the cells may hold to keep the constraint."""
    return [
        way for way in product(*domains) if constraint.holds(dict(zip(cells, way, strict=True)))
    ]


def all_boards(family: str, shape: Shape, deadline: Deadline = NEVER) -> AllBoards | None:
    """All boards of a shape, if there are any and they are few."""
    slot = _slot(family, shape)
    if not slot:
        slot.append(_enumerated(model(family, shape), deadline))
    return slot[0]


@kept(8)
def _slot(_family: str, _shape: Shape) -> list[AllBoards | None]:
    """Where the boards of a shape are kept once they are enumerated."""
    return []


def _enumerated(rules: Model, deadline: Deadline) -> AllBoards | None:
    if sum(map(len, rules.cells.values())) > MOST_LISTED_FACTS:
        return None
    # A session of its own: the order of boards must not depend on what was asked before.
    session = Session(rules, deadline)
    line = line_to_name_by(rules)
    values = rules.cells[line[0]] if line else ()
    named = [session.fact(cell, value) for cell, value in zip(line, values, strict=False)]
    few = min(FEW_BOARDS, MOST_BOARDS // factorial(len(values)))
    found = list(islice(session.boards(named, deadline, Statistics("sat")), few + 1))
    if not 0 < len(found) <= few:
        return None
    kept = {value: value for domain in rules.cells.values() for value in domain}
    renamings = [dict(zip(values, order, strict=True)) for order in permutations(values)]
    return AllBoards(rules.cells, found, [kept | renaming for renaming in renamings])


def line_to_name_by(rules: Model) -> tuple[Cell, ...]:
    """Cells that hold all values but one at most, if no rule cares which value is which; else none.

    Then every board is one on which these cells hold the first values in order, with all values
    renamed in one way.
    """
    lines = [rule.constraint.cells for rule in rules.rules if isinstance(rule.constraint, Differ)]
    domains = set(rules.cells.values())
    if len(lines) < len(rules.rules) or len(domains) > 1:
        return ()
    (values,) = domains
    longest = max(lines, key=len, default=())
    return longest if len(longest) >= len(values) - 1 else ()
