"""Models whose every rule is an automaton that reads a path: what the rules, each by itself, leave.

A value stays in a cell as long as each rule has some path through it: arc consistency (Pesant
2004). Where one value is left in every cell, this is the only board. Most Nonograms are solved so,
a hundred times as fast as rules are written in clauses; what stays open is little to write.
"""

import ctypes
import weakref
from array import array
from collections.abc import Iterable, Sequence
from itertools import accumulate, chain, pairwise

from ..caches import kept
from ..deadline import NEVER, Deadline
from ..kinds import Constraint, Differ, Domains, Is, Regular
from ..model import Model, Rule
from ..puzzle import Cell, Value
from . import Assignment, NotUnique, TooLong
from . import native as compiled
from .native import address, checked, terminated

# As in paths.c.
IRREDUCIBLE, NOT_UNIQUE = 1, 2
MOST_VALUES = 64
# Kinds that are read wholly.
READ = (Regular, Is)
# Places of paths, times states, that may be read for all clues of a board: some tenths of a second.
MOST_READS = 100_000_000


def can_reduce(constraints: Iterable[Constraint]) -> bool:
    """Whether all of them are such as `irreducible` knows, and not facts alone."""
    kinds = {type(one) for one in constraints}
    return Regular in kinds and kinds <= {Regular, Is, Differ}


def has_paths(model: Model, clues: Iterable[Rule]) -> bool:
    """Whether automata and facts are all that is demanded, and not facts alone."""
    found = False
    for rule in chain(model.rules, clues):
        if not isinstance(rule.constraint, READ):
            return False
        found = found or isinstance(rule.constraint, Regular)
    return found


def narrowed(model: Model, clues: Sequence[Rule], deadline: Deadline = NEVER) -> Domains | None:
    """The values that are left when none can be left out any more; None for a contradiction."""
    constraints = [rule.constraint for rule in (*model.rules, *clues)]
    if compiled.LIBRARY and _numbers(model).fit:
        return Paths(model, constraints, compiled.LIBRARY).narrowed()
    return narrowed_plainly(model, constraints, deadline)


def only_board(left: Domains) -> Assignment | None:
    """The board, where each cell has one value left."""
    if any(len(values) > 1 for values in left.values()):
        return None
    return {cell: values[0] for cell, values in left.items()}


def narrowed_plainly(
    model: Model, constraints: Iterable[Constraint], deadline: Deadline = NEVER
) -> Domains | None:
    """The same in Python alone: a second opinion of what is compiled."""
    every = [*constraints]
    left = dict(model.cells)
    on: dict[Cell, list[Regular]] = {}
    for one in every:
        match one:
            case Is(cell, value):
                left[cell] = (value,) if value in left[cell] else ()
            case Regular(path):
                for cell in dict.fromkeys(path):
                    on.setdefault(cell, []).append(one)
    waiting: dict[Regular, None] = {one: None for one in every if isinstance(one, Regular)}
    is_possible = all(left.values()) and all(one.cells or one.holds({}) for one in every)
    while waiting and is_possible:
        deadline.check()
        first = next(iter(waiting))
        del waiting[first]
        for cell, values in zip(first.path, first.supported(left), strict=True):
            if len(values) < len(left[cell]):
                left[cell] = values
                waiting.update(dict.fromkeys(on[cell]))
                is_possible = is_possible and bool(values)
    return left if is_possible else None


class _Numbers:
    """Numbers for the cells and the values of a model."""

    def __init__(self, model: Model) -> None:
        self._domains = model.cells
        self.of_cells = {cell: i for i, cell in enumerate(model.cells)}
        kinds = dict.fromkeys(model.cells.values())
        self.values = tuple(dict.fromkeys(value for domain in kinds for value in domain))
        self.of_values = {value: i for i, value in enumerate(self.values)}
        self._bits = {domain: self._bits_of(domain) for domain in kinds}
        self.domains = array(
            "Q", map(self._bits.__getitem__, model.cells.values()) if self.fit else ()
        )

    @property
    def fit(self) -> bool:
        return len(self.values) <= MOST_VALUES

    def _bits_of(self, values: Iterable[Value]) -> int:
        return sum(1 << self.of_values[value] for value in values)

    def read(self, left: Iterable[int]) -> Domains:
        """What bits leave of the values of each cell."""
        known = {bits: domain for domain, bits in self._bits.items()}
        found: dict[Cell, tuple[Value, ...]] = {}
        for (cell, domain), bits in zip(self._domains.items(), left, strict=True):
            if bits not in known:
                known[bits] = tuple(v for v in domain if bits >> self.of_values[v] & 1)
            found[cell] = known[bits]
        return found

    def line(self, constraint: Constraint) -> list[int]:
        """An automaton along a path, as paths.c reads it."""
        match constraint:
            case Is(cell, value):
                here = self.of_values.get(value)
                moves = [1 if i == here else -1 for i in range(len(self.values))]
                return [1, self.of_cells[cell], 2, *moves, *[-1] * len(self.values), 0, 1]
            case Differ(path):
                return [len(path), *map(self.of_cells.__getitem__, path), 0]
            case Regular(path, automaton):
                table = automaton.table(self.values)
                return [len(path), *map(self.of_cells.__getitem__, path), *table]
        raise AssertionError("not to be read")


@kept(32)
def _numbers(model: Model) -> _Numbers:
    return _Numbers(model)


class Paths:
    """Automata along paths, all to be kept; answers one question at a time."""

    def __init__(
        self, model: Model, constraints: Sequence[Constraint], library: ctypes.CDLL
    ) -> None:
        self._library = library
        self._numbers = numbers = _numbers(model)
        lines = array("i")
        self._is_possible = True
        for one in constraints:
            if one.cells:
                lines.extend(numbers.line(one))
            elif not one.holds({}):
                self._is_possible = False
        made, domains = ctypes.c_void_p(), numbers.domains
        sizes = len(domains), len(numbers.values), address(domains), len(lines), address(lines)
        checked(library.paths_start(*sizes, ctypes.byref(made)))
        self._paths = made
        weakref.finalize(self, library.paths_forget, made)

    def narrowed(self) -> Domains | None:
        """The values that are left when none can be left out any more; None for a contradiction."""
        left = array("Q", bytes(8 * len(self._numbers.domains)))
        possible = checked(self._library.paths_narrow(self._paths, address(left)))
        return self._numbers.read(left) if possible and self._is_possible else None

    def irreducible(
        self, board: Assignment, groups: Sequence[Sequence[int]]
    ) -> dict[int, Assignment]:
        """The groups of constraints that cannot be left out, each with a second board without it.

        A group is left out, from the last to the first, unless the rest then leaves such a board.
        Constraints in no group always stay.
        """
        numbers = self._numbers
        of_values, values = numbers.of_values, numbers.values
        held = array("i", [of_values[board[cell]] for cell in numbers.of_cells])
        lists = terminated([[i + 1 for i in group] for group in groups])
        result = checked(
            self._library.paths_reduce(
                self._paths, address(held), len(lists), address(lists), MOST_READS
            )
        )
        if result == NOT_UNIQUE:
            raise NotUnique
        if result != IRREDUCIBLE:
            raise TooLong
        pointer = ctypes.POINTER(ctypes.c_int)()
        size = self._library.paths_result(self._paths, ctypes.byref(pointer))
        found, step = pointer[:size] if size else [], len(held) + 1
        boards = {}
        for start in range(0, size, step):
            seconds = map(values.__getitem__, found[start + 1 : start + step])
            boards[found[start]] = dict(zip(numbers.of_cells, seconds, strict=True))
        return boards


def irreducible(
    model: Model, board: Assignment, groups: Sequence[Sequence[Constraint]]
) -> dict[int, Assignment]:
    """Groups of clues of which none can be left out, by number; TooLong where that is not told."""
    rules = [rule.constraint for rule in model.rules]
    every = [*rules, *(one for group in groups for one in group)]
    fits = can_reduce(every) and all(one.cells for one in every) and _numbers(model).fit
    if not (compiled.LIBRARY and fits):
        raise TooLong
    ends = [*accumulate(map(len, groups), initial=len(rules))]
    numbered = [range(start, end) for start, end in pairwise(ends)]
    return Paths(model, every, compiled.LIBRARY).irreducible(board, numbered)
