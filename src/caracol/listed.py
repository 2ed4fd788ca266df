"""All boards of a small shape, and which of them keep a clue: sets, as the bits of numbers.

What a solver would have to find out about clues is then a few times "and".
"""

from collections.abc import Iterable
from functools import lru_cache, reduce
from itertools import islice, permutations, product
from math import factorial
from operator import and_

from .contract import model
from .engines import NEVER, Board, Deadline, Statistics
from .engines.sat import Session
from .model import Constraint, Differ, Domains, Model
from .puzzle import Cell, Shape

# Shapes with up to so many boards, apart from renamed values, have them all listed.
FEW_BOARDS = 1000
# And up to so many with values renamed: an "and" of two sets takes two microseconds then.
MOST_BOARDS = 200_000
# On boards larger than this (cells times values) even a thousand are long in listing, and there are
# far more.
LISTED_FACTS = 2000


class Listed:
    """Boards in a fixed order."""

    def __init__(self, domains: Domains, columns: dict[Cell, bytes]) -> None:
        """The columns tell what a cell holds on each board: the number of one of its values."""
        self._domains = domains
        self._columns = columns
        self._sets: dict[Constraint | tuple[Cell, int], int] = {}
        self.size = len(next(iter(columns.values())))
        self._every = (1 << self.size) - 1

    def __getitem__(self, i: int) -> Board:
        return {cell: self._domains[cell][column[i]] for cell, column in self._columns.items()}

    def keeping(self, constraint: Constraint) -> int:
        """The boards that keep a constraint."""
        if constraint not in self._sets:
            cells, found = constraint.cells, 0
            domains = [self._domains[cell] for cell in cells]
            for numbers in product(*(range(len(domain)) for domain in domains)):
                values = (domain[i] for domain, i in zip(domains, numbers, strict=True))
                if constraint.holds(dict(zip(cells, values, strict=True))):
                    found |= reduce(and_, map(self._holding, cells, numbers))
            self._sets[constraint] = found
        return self._sets[constraint]

    def _holding(self, cell: Cell, number: int) -> int:
        """The boards on which the cell holds its value of that number."""
        if (cell, number) not in self._sets:
            column = self._columns[cell].translate(b"0" * number + b"1" + b"0" * (255 - number))
            self._sets[cell, number] = int(column[::-1], 2)  # the first board is the last bit
        return self._sets[cell, number]

    def irreducible(self, at: int, sets: Iterable[int]) -> dict[int, Board] | None:
        """Which of these sets must stay for one board alone to be in all of them.

        They are left out from the last to the first. With the place of each that stays comes
        another board that is in all the rest; None if all sets leave others beside the board.
        """
        alone, left = 1 << at, self._every
        before, needed_so_far = [], []
        for one in sets:
            if left == alone:
                break
            before.append(left)
            needed_so_far.append(one)
            left &= one
        if left != alone:
            return None
        stay: dict[int, Board] = {}
        after = self._every
        for i in reversed(range(len(before))):
            others = before[i] & after ^ alone
            if others:
                stay[i] = self[others.bit_length() - 1]
                after &= needed_so_far[i]
        return stay


def listed(family: str, shape: Shape, deadline: Deadline = NEVER) -> Listed | None:
    """All boards of a shape, if there are any and they are few."""
    slot = _slot(family, shape)
    if not slot:
        slot.append(_listed(model(family, shape), deadline))
    return slot[0]


@lru_cache(maxsize=8)
def _slot(_family: str, _shape: Shape) -> list[Listed | None]:
    """Where the boards of a shape are kept once they are listed."""
    return []


def _listed(rules: Model, deadline: Deadline) -> Listed | None:
    if sum(map(len, rules.cells.values())) > LISTED_FACTS:
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
    names = [bytes([*order, *range(len(order), 256)]) for order in permutations(range(len(values)))]
    columns = {}
    for cell, domain in rules.cells.items():
        column = bytes(domain.index(board[cell]) for board in found)
        columns[cell] = b"".join(map(column.translate, names))
    return Listed(rules.cells, columns)


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
