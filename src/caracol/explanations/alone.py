"""What each rule says alone, kept up to date while candidates go.

A counting rule keeps count of the cells that must and that may hold what it counts. A sum adds up,
and a path is read by its automaton, from both ends. Of other rules all boards are listed, if they
are few. Rules of which there are too many boards are left to a solver (`beyond`).
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Protocol

from ..caches import kept
from ..deadline import NEVER, Tick
from ..kinds import Constraint, Count, Domains, Regular, Sum, Unlike
from ..kinds.automata import DONE, Automaton
from ..kinds.numbering import numbering
from ..puzzle import Cell, Value

# Boards of a rule are listed if there are no more, values alike to it taken as one. Cells with more
# values are not looked into either.
MOST_BOARDS = 4096


class _Rule(Protocol):
    def struck(self, left: int) -> int:
        """Of the facts that are left, those that the rule rules out."""


class Alone:
    """What each rule says alone of the facts that are left; collections of facts are bits.

    `targets` are the facts that are false in every solution; only these are ever found.
    """

    def __init__(
        self, domains: Domains, rules: Iterable[Constraint] = (), tick: Tick = NEVER.check
    ) -> None:
        """The tick is called for each cell and each rule, and raises when the time is up."""
        self.numbering = facts = numbering(domains, tick)
        self.numbers, self.places = facts.numbers, facts.places
        self.left = (1 << len(facts.places)) - 2
        self.targets = 0
        self.beyond: list[int] = []
        """The rules of which only a solver can tell."""
        self._cell_of = [0]  # by fact, all facts of its cell
        for held in self.numbers.values():
            tick()
            self._cell_of += [(1 << len(held)) - 1 << len(self._cell_of)] * len(held)
        self._stale: set[int] = set()  # rules of which it is not known what they say
        self._said: dict[int, int] = {}  # by rule, what it rules out, if anything
        self._others: dict[int, _Rule] = {}
        self._about: list[tuple[int, ...]] = [()] * len(facts.places)  # by fact, other rules
        # Of rules that count: by fact those that count it; by rule what is counted, the cells, how
        # many must and may hold it, and how many should.
        self._counting: list[tuple[int, ...]] = [()] * len(facts.places)
        self._counted: list[int] = []
        self._cells: list[list[int]] = []
        self._must: list[int] = []
        self._may: list[int] = []
        self._bounds: list[tuple[int, int]] = []
        self.add(rules, tick)

    def copy(self) -> "Alone":
        """The same, to go on from here."""
        other = object.__new__(Alone)
        other.__dict__.update(self.__dict__)
        for name in ("beyond", "_about", "_counting", "_counted", "_cells", "_must", "_may"):
            setattr(other, name, [*getattr(self, name)])
        other._bounds = [*self._bounds]
        other._stale, other._said, other._others = {*self._stale}, {**self._said}, {**self._others}
        return other

    def add(self, rules: Iterable[Constraint], tick: Tick = NEVER.check) -> None:
        """More rules, numbered after those before."""
        for number, rule in enumerate(rules, start=len(self._counted)):
            tick()
            counted, cells, must, may, bounds = 0, [], 0, 0, (0, 0)
            if isinstance(rule, Count) and len({*rule.cells}) == len(rule.cells):
                bounds = rule.low, rule.high
                for cell in rule.cells:
                    held = self.numbers[cell]
                    cells.append(self._cell_of[next(iter(held.values()))])
                    for value in rule.values:
                        if value in held:
                            counted |= 1 << held[value]
                            self._counting[held[value]] += (number,)
                must = sum(not cell & self.left & ~counted for cell in cells)
                may = sum(bool(cell & self.left & counted) for cell in cells)
                self._stale.add(number)
            elif other := self._other(rule):
                self._others[number] = other
                self._stale.add(number)
                for cell in {*rule.cells}:
                    for fact in self.numbers[cell].values():
                        self._about[fact] += (number,)
            else:
                self.beyond.append(number)
            self._counted.append(counted)
            self._cells.append(cells)
            self._must.append(must)
            self._may.append(may)
            self._bounds.append(bounds)

    def _other(self, rule: Constraint) -> "_Rule | None":
        cells = [self.numbers[cell] for cell in dict.fromkeys(rule.cells)]
        if max(map(len, cells), default=0) > MOST_BOARDS:
            return None
        once = len({*rule.cells}) == len(rule.cells)
        if isinstance(rule, Regular) and once:
            return Path(rule.automaton, cells)
        if isinstance(rule, Sum) and once:
            weights = [[*rule.weights_of(i, held)] for i, held in enumerate(cells)]
            if min(map(min, weights), default=0) >= 0:
                return _Total(rule.total, weights, cells)
        if isinstance(rule, Unlike):
            return _Lines(rule, self.numbers)
        table = _table(*_alike(rule, cells))
        return _Boards(table, cells) if table else None

    def domains(self) -> Domains:
        """By cell the values that are left."""
        left = self.left
        return {
            cell: tuple([value for value, fact in held.items() if left >> fact & 1])
            for cell, held in self.numbers.items()
        }

    def rule_out(self, fact: int) -> None:
        """From here on, this fact is known to be false."""
        gone = 1 << fact
        if not self.left & gone:
            return
        self.left ^= gone
        self.targets &= ~gone
        here, counted = self.left & self._cell_of[fact], self._counted
        for rule in self._counting[fact]:
            if not here & counted[rule]:
                self._may[rule] -= 1
                if self._may[rule] == self._bounds[rule][0]:
                    self._stale.add(rule)
        for rule in self._counting[(here & -here).bit_length() - 1] if here else ():
            if not (gone & counted[rule] or here & ~counted[rule]):
                self._must[rule] += 1
                if self._must[rule] == self._bounds[rule][1]:
                    self._stale.add(rule)
        self._stale.update(self._about[fact])

    def said(self) -> dict[int, int]:
        """By rule, in their order, what it rules out of the targets; only those that do."""
        said = self._said
        for rule in self._stale:
            other = self._others.get(rule)
            struck = other.struck(self.left) if other else self._count(rule)
            if struck:
                said[rule] = struck
            else:
                said.pop(rule, None)
        self._stale.clear()
        targets = self.targets
        return {rule: said[rule] & targets for rule in sorted(said) if said[rule] & targets}

    def _count(self, rule: int) -> int:
        """What a counting rule rules out."""
        left, counted, struck = self.left, self._counted[rule], 0
        low, high = self._bounds[rule]
        if self._must[rule] >= high:
            for cell in self._cells[rule]:
                if left & cell & ~counted:
                    struck |= left & cell & counted
        elif self._may[rule] <= low:
            for cell in self._cells[rule]:
                if left & cell & counted:
                    struck |= left & cell & ~counted
        return struck


class _Boards:
    """A rule that few boards keep. What is alike to the rule is one way to fill a cell."""

    def __init__(self, table: "_Table", cells: Sequence[dict[Value, int]]) -> None:
        ways, self._boards = table
        self._ways = [
            sum(1 << held[value] for value in way)
            for held, of_cell in zip(cells, ways, strict=True)
            for way in of_cell
        ]

    def struck(self, left: int) -> int:
        gone = sum(1 << i for i, way in enumerate(self._ways) if not way & left)
        kept = reduce(or_, [board for board in self._boards if not board & gone], 0)
        return left & sum(way for i, way in enumerate(self._ways) if not kept >> i & 1)


# By cell the values alike to the rule, and the boards that keep it: a bit for each way of a cell.
_Table = tuple[tuple[tuple[tuple[Value, ...], ...], ...], tuple[int, ...]]


def _alike(
    rule: Constraint, cells: Sequence[Collection[Value]]
) -> tuple[Constraint, tuple[tuple[Value, ...], ...]]:
    """The same rule about cells that are named by their order, and their values."""
    moved = rule.moved({cell: str(i) for i, cell in enumerate(dict.fromkeys(rule.cells))})
    return moved, tuple(map(tuple, cells))


@kept(512)
def _table(rule: Constraint, domains: tuple[tuple[Value, ...], ...]) -> _Table | None:
    """All boards that keep a rule, unless there are too many."""
    ways: list[tuple[tuple[Value, ...], ...]] = []
    count = 1
    for cell, values in zip(dict.fromkeys(rule.cells), domains, strict=True):
        ways.append(tuple(map(tuple, _classes(rule, cell, values))))
        count *= len(ways[-1])
        if count > MOST_BOARDS:
            return None
    return tuple(ways), tuple(_boards(rule, ways))


def _classes(rule: Constraint, cell: Cell, values: Iterable[Value]) -> Iterable[list[Value]]:
    found: list[list[Value]] = []
    for value in values:
        for alike in found:
            if not rule.distinguishes(cell, alike[0], value):
                alike.append(value)
                break
        else:
            found.append([value])
    return found


def _boards(rule: Constraint, ways: Sequence[tuple[tuple[Value, ...], ...]]) -> Iterator[int]:
    waiting: list[tuple[dict[Cell, Value], int, int]] = [({}, 0, 0)]
    cells = [*dict.fromkeys(rule.cells)]
    while waiting:
        board, bits_so_far, bit = waiting.pop()
        if len(board) == len(cells):
            yield bits_so_far
            continue
        for i, way in enumerate(ways[len(board)]):
            more = {**board, cells[len(board)]: way[0]}
            if rule.holds(more):
                after = bit + len(ways[len(board)])
                waiting.append((more, bits_so_far | 1 << bit + i, after))


class _Lines:
    """Two lines that are not the same: what the last pair of cells must not be, once the others are
    the same."""

    def __init__(self, rule: Unlike, numbers: Mapping[Cell, Mapping[Value, int]]) -> None:
        # The facts of the two cells of each pair, and those that are the same value in both.
        self._pairs: list[tuple[int, int, list[tuple[int, int]]]] = []
        for one, other in zip(rule.one, rule.other, strict=True):
            alike = [
                (1 << fact, 1 << numbers[other][value])
                for value, fact in numbers[one].items()
                if value in numbers[other]
            ]
            here, there = (sum(1 << fact for fact in numbers[at].values()) for at in (one, other))
            self._pairs.append((here, there, alike))

    def struck(self, left: int) -> int:
        found: int | None = None
        for one, other, alike in self._pairs:
            here, there = one & left, other & left
            same = [(a, b) for a, b in alike if a & here and b & there]
            if not same:
                return 0
            if len(same) > 1 or here != same[0][0] or there != same[0][1]:
                if found is not None:
                    return 0
                found = sum((b if a == here else 0) | (a if b == there else 0) for a, b in same)
        return found or 0


class _Total:
    """A sum: which totals the cells before reach, and from which those after reach the whole."""

    def __init__(
        self, total: int, weights: Sequence[Sequence[int]], cells: Sequence[dict[Value, int]]
    ) -> None:
        self._total = total
        self._cells = [
            [(1 << fact, weight) for fact, weight in zip(held.values(), of_cell, strict=True)]
            for held, of_cell in zip(cells, weights, strict=True)
        ]

    def struck(self, left: int) -> int:
        reached = [1]
        for cell in self._cells:
            before = reached[-1]
            reached.append(reduce(or_, [before << w for fact, w in cell if fact & left], 0))
        found, after = 0, 1 << self._total
        for cell, before in zip(reversed(self._cells), reversed(reached[:-1]), strict=True):
            for fact, weight in cell:
                if fact & left and not before << weight & after:
                    found |= fact
            after = reduce(or_, [after >> w for fact, w in cell if fact & left], 0)
        return found


class Path:
    """A path: which states its automaton can be in before each cell, and from which it goes on to
    an end; states are bits."""

    def __init__(self, automaton: Automaton, cells: Sequence[dict[Value, int]]) -> None:
        self._automaton = automaton
        self._cells = [[(1 << fact, value) for value, fact in held.items()] for held in cells]
        self._ends = sum(1 << self._bit(state) for state in automaton.ends)
        self._after: dict[tuple[int, Value], int] = {}
        self._before: dict[tuple[int, Value], int] = {}

    def _bit(self, state: int) -> int:
        return len(self._automaton.moves) if state == DONE else state

    def struck(self, left: int) -> int:
        reached = [1]
        for cell in self._cells:
            states = reached[-1]
            moved = [self._moved(states, value) for fact, value in cell if fact & left]
            reached.append(reduce(or_, moved, 0))
        found, after = 0, self._ends
        for cell, states in zip(reversed(self._cells), reversed(reached[:-1]), strict=True):
            before = 0
            for fact, value in cell:
                if fact & left:
                    before |= self._moved_back(after, value)
                    if not self._moved(states, value) & after:
                        found |= fact
            after = before
        return found

    def _moved(self, states: int, value: Value) -> int:
        """Where the value leads from some of the states."""
        key = states, value
        if key not in self._after:
            found = 0
            for state in self._automaton.states:
                if states >> self._bit(state) & 1:
                    target = self._automaton.move(state, value)
                    found |= 1 << self._bit(target) if target >= DONE else 0
            self._after[key] = found
        return self._after[key]

    def _moved_back(self, states: int, value: Value) -> int:
        """From where the value leads to some of the states."""
        key = states, value
        if key not in self._before:
            found = 0
            for state in self._automaton.states:
                target = self._automaton.move(state, value)
                if target >= DONE and states >> self._bit(target) & 1:
                    found |= 1 << self._bit(state)
            self._before[key] = found
        return self._before[key]
