"""Rules as clauses for a SAT solver: short, with helper variables, made for speed.

Cells come first: the variables 1 to `facts` say "this cell holds this value", helpers follow.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations
from math import comb, isqrt
from operator import itemgetter, neg
from typing import assert_never, cast

from ..model import (
    Constraint,
    Count,
    Cycle,
    Differ,
    Domains,
    First,
    Is,
    Next,
    Stands,
    Sum,
    Where,
)
from ..puzzle import Cell, Value

# Beyond so many literals, helpers make "at most one" shorter than all pairs do.
PAIRWISE = 12
# Up to so many clauses, counting is written out without helpers.
WRITTEN_OUT = 64
# On lines longer than this, what M and N demand is written only once they are needed, and what O
# demands with helpers.
LONG_LINE = 12

Literals = list[int]


class Encoder:
    """Clauses of a model, collected in `clauses` until somebody takes them away."""

    def __init__(self, domains: Domains, cycles: Sequence[Cycle] = ()) -> None:
        """The cycles are still to be added: they tell what need not be said of cells."""
        self.clauses: list[Sequence[int]] = []
        self.literals: dict[Cell, dict[Value, int]] = {}
        self.deferred: dict[int, list[Callable[[], None]]] = {}
        """Clauses not yet written, by the literal that may not hold until they are."""
        self.switches: list[int] = []
        """Literals that demand a constraint while they are assumed."""
        self._unless: tuple[int, ...] = ()
        self._helpers: dict[object, int] = {}
        self._lines: dict[tuple[tuple[Cell, ...], Value], Literals] = {}
        # For each line that holds some values exactly once, these values.
        self._once: dict[tuple[Cell, ...], set[Value]] = {}
        # For each cell the lines on which its value stands once.
        self._different: dict[Cell, set[tuple[Cell, ...]]] = {}
        self.top = 0
        for cell, values in domains.items():
            self.literals[cell] = {value: self.top + i for i, value in enumerate(values, 1)}
            self.top += len(values)
        self.facts = self.top
        blanks = {cell: cycle.blank for cycle in cycles for cell in cycle.path}
        for cell, held in self.literals.items():
            literals = list(held.values())
            self.clauses.append(literals)
            if cell in blanks:  # whose turn it is leaves a cell one character
                blank = held[blanks[cell]]
                self.clauses += [(-blank, -other) for other in literals if other != blank]
            else:
                self._at_most_one(literals)

    def add(self, constraint: Constraint) -> None:
        """Demand the constraint."""
        match constraint:  # the most frequent first
            case Count():
                self._count(constraint)
            case Stands():
                self._stands(constraint)
            case Differ(cells):
                self._differ(cells)
            case Is(cell, value):
                self._post([self._held(cell, value)])
            case Sum():
                self._sum(constraint)
            case Cycle():
                self._cycle(constraint)
            case First(path, value, blank):
                self._first(path, value, blank)
            case Next():
                self._next(constraint)
            case _:
                assert_never(constraint)

    def switch(self, constraint: Constraint) -> int:
        """A literal that demands the constraint while it is assumed."""
        if isinstance(constraint, Is):
            return self._held(constraint.cell, constraint.value)
        literal = self._helpers.get(constraint)
        if literal is None:
            self._helpers[constraint] = literal = self.new()
            self.switches.append(literal)
            self._unless = (-literal,)
            self.add(constraint)
            self._unless = ()
        return literal

    def write(self, literal: int) -> None:
        """Write the deferred clauses of a literal, which may hold from then on."""
        for clauses in self.deferred.pop(literal):
            clauses()

    def new(self) -> int:
        self.top += 1
        return self.top

    def _post(self, clause: Sequence[int]) -> None:
        self.clauses.append((*clause, *self._unless) if self._unless else clause)

    def _post_all(self, clauses: Iterable[Sequence[int]]) -> None:
        """Many at once, which takes a fraction of the time."""
        unless = self._unless
        self.clauses += [(*clause, *unless) for clause in clauses] if unless else clauses

    def _held(self, cell: Cell, value: Value) -> int:
        """A literal that says the cell holds the value, which it may be known not to."""
        return self.literals[cell].get(value) or self._never()

    def _held_in(self, cells: tuple[Cell, ...], value: Value) -> Literals:
        """For each cell, a literal that says it holds the value; not to be changed."""
        found = self._lines.get((cells, value))
        if not found:
            found = [self.literals[cell].get(value, 0) for cell in cells]
            if not all(found):
                found = [literal or self._never() for literal in found]
            self._lines[cells, value] = found
        return found

    def _never(self) -> int:
        """A literal that does not hold."""
        if "never" not in self._helpers:
            self._helpers["never"] = self.new()
            self.clauses.append([-self.top])
        return self._helpers["never"]

    def _member(self, cell: Cell, values: tuple[Value, ...]) -> int:
        """A literal that says the cell holds one of the values."""
        held = self.literals[cell]
        if len(values) == 1:
            return held[values[0]]
        if (cell, values) not in self._helpers:
            self._helpers[cell, values] = helper = self.new()
            literals = [held[value] for value in values]
            self.clauses.append([-helper, *literals])
            self.clauses += [(helper, -literal) for literal in literals]
        return self._helpers[cell, values]

    def _holding(self, cells: tuple[Cell, ...], values: tuple[Value, ...]) -> Literals:
        """For each cell that can hold one of the values, a literal that says it does."""
        if len(values) == 1:  # almost always, and worth its own line for speed
            return [held[values[0]] for cell in cells if values[0] in (held := self.literals[cell])]
        known = self._helpers
        members = [known.get((cell, values)) or self._some_of(cell, values) for cell in cells]
        return [literal for literal in members if literal]

    def _some_of(self, cell: Cell, values: tuple[Value, ...]) -> int:
        """A literal that says the cell holds one of those values that it can hold, if any."""
        held = self.literals[cell]
        possible = tuple([value for value in values if value in held])
        return self._member(cell, possible) if possible else 0

    def _at_most_one(self, literals: Literals) -> None:
        """All pairs, or for many literals a grid in which one row and one column may be used."""
        if len(literals) <= PAIRWISE:
            self._post_all(combinations(map(neg, literals), 2))
            return
        width = isqrt(len(literals) - 1) + 1
        columns = [self.new() for _ in range(width)]
        rows = [self.new() for _ in range(0, len(literals), width)]
        for i, literal in enumerate(literals):
            self.clauses.append([-literal, columns[i % width]])
            self.clauses.append([-literal, rows[i // width]])
        self._at_most_one(columns)
        self._at_most_one(rows)

    def _count(self, count: Count) -> None:
        literals = self._holding(count.cells, count.values)
        low, high = count.low, count.high
        if low == high == len(count.values) == 1 and not self._unless:
            self._once.setdefault(count.cells, set()).update(count.values)
        if low > len(literals):
            self._post([])
        elif high == 1 and low <= 1:
            if low:
                self._post(literals)
            self._at_most_one(literals)
        elif comb(len(literals), high + 1) + comb(len(literals), max(low - 1, 0)) <= WRITTEN_OUT:
            self._post_all(combinations(literals, len(literals) - low + 1))
            self._post_all(combinations(map(neg, literals), high + 1))
        else:
            self._counter(literals, low, high)

    def _counter(self, literals: Literals, low: int, high: int) -> None:
        """Level by level: of the literals up to each, at least one holds, at least two, …"""
        if not high:
            for literal in literals:
                self._post([-literal])
            return
        add = self.clauses.append
        level = self._any_so_far(literals)
        for already in range(1, high + 1):
            if already == low:
                self._post([level[-1]])
            if already == high:
                break
            before, level = level, literals[:0]
            so_far = 0
            for literal, reached in zip(literals[already:], before, strict=False):
                helper = self.new()
                add([helper, -literal, -reached])
                if so_far:
                    add([helper, -so_far])
                    add([-helper, so_far, literal])
                    add([-helper, so_far, reached])
                else:
                    add([-helper, literal])
                    add([-helper, reached])
                so_far = helper
                level.append(helper)
        for literal, reached in zip(literals[high:], level, strict=False):
            self._post([-literal, -reached])

    def _differ(self, cells: tuple[Cell, ...]) -> None:
        if not self._unless:
            for cell in cells:
                self._different.setdefault(cell, set()).add(cells)
        holders: dict[Value, Literals] = {}
        for cell in cells:
            for value, literal in self.literals[cell].items():
                holders.setdefault(value, []).append(literal)
        for literals in holders.values():
            self._at_most_one(literals)
            if len(holders) == len(cells):
                self._post(literals)
        if len(holders) < len(cells):
            self._post([])

    def _sum(self, constraint: Sum) -> None:
        if len(constraint.cells) == 2:
            self._pair(constraint)
            return
        terms = [self._worths(constraint, i) for i in range(len(constraint.cells))]
        differ = not constraint.worths and self._all_differ(constraint.cells)
        while len(terms) > 3:
            terms, differ = [self._partial_sums(terms[0], terms[1]), *terms[2:]], False
        match terms:
            case [third, one, other]:  # telling one by the two others is enough, and faster
                self._third_fits(third, one, other, constraint.total, differ)
            case [only]:
                self._one_of(only, {constraint.total})

    def _pair(self, constraint: Sum) -> None:
        """With each value of one cell, one of the values of the other that count the rest."""
        unless, total = self._unless, constraint.total
        one, other = (
            list(zip(constraint.counted(i, held), held.values(), strict=True))
            for i, held in enumerate(map(self.literals.__getitem__, constraint.cells))
        )
        for held, left in ((one, other), (other, one)):
            counting: dict[int, Literals] = {}
            for counted, literal in left:
                counting.setdefault(counted, []).append(literal)
            self.clauses += [
                (-literal, *counting.get(total - counted, ()), *unless) for counted, literal in held
            ]

    def _third_fits(
        self,
        third: dict[int, int],
        one: dict[int, int],
        other: dict[int, int],
        total: int,
        differ: bool,
    ) -> None:
        """Whatever the two others count, the third counts the rest."""
        fitting: list[tuple[int, int, int]] = []
        clauses: list[Sequence[int]] = []
        unless = self._unless
        for a, holds_a in one.items():
            for b, holds_b in other.items():
                if differ and a == b:  # forbidden by their lines
                    continue
                rest = total - a - b
                if rest in third and not (differ and rest in (a, b)):
                    fitting.append((rest, a, b))
                    clauses.append((-holds_a, -holds_b, third[rest], *unless))
                else:
                    clauses.append((-holds_a, -holds_b, *unless))
        self._one_of(third, {rest for rest, _, _ in fitting})
        self._one_of(one, {a for _, a, _ in fitting})
        self._one_of(other, {b for _, _, b in fitting})
        self.clauses += clauses

    def _one_of(self, term: dict[int, int], worths: set[int]) -> None:
        unless = self._unless
        self.clauses += [(-term[worth], *unless) for worth in term if worth not in worths]

    def _all_differ(self, cells: tuple[Cell, ...]) -> bool:
        """Whether every two of the cells stand on a line of different values."""
        lines = (self._different.get(cell, set()) for cell in cells)
        return all(one & other for one, other in combinations(lines, 2))

    def _worths(self, constraint: Sum, i: int) -> dict[int, int]:
        """For each number that a cell can count, a literal that says it counts so much."""
        cell = constraint.cells[i]
        if not constraint.worths:
            return cast("dict[int, int]", self.literals[cell])  # only numbers are summed
        values: dict[int, list[Value]] = {}
        for value in self.literals[cell]:
            values.setdefault(constraint.worth(i, value), []).append(value)
        return {worth: self._member(cell, tuple(held)) for worth, held in values.items()}

    def _partial_sums(self, one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
        totals = sorted({a + b for a in one for b in other})
        sums = {total: self.new() for total in totals}
        for a, b in ((a, b) for a in one for b in other):
            self.clauses.append([-one[a], -other[b], sums[a + b]])
        self._at_most_one(list(sums.values()))
        return sums

    def _cycle(self, cycle: Cycle) -> None:
        """Before each cell of the path, which character of the key comes next: told both ways."""
        known = {cycle.blank, *cycle.key}
        assert all(known.issuperset(self.literals[cell]) for cell in cycle.path)
        size, first = len(cycle.key), self.top + 1
        places = range(first, first + size * (len(cycle.path) + 1), size)
        turns = [list(range(place, place + size)) for place in places]
        self.top = turns[-1][-1]
        self._post([turns[0][0]])
        self._post([turns[-1][0]])
        post = self._post if self._unless else self.clauses.append
        for cell, turn, after in zip(cycle.path, turns, turns[1:], strict=False):
            for i, value in enumerate(cycle.key):
                letter, following = self._held(cell, value), (i + 1) % size
                post([-letter, turn[i]])
                post([-letter, after[following]])
                post([letter, -turn[i], after[i]])
                post([letter, turn[following], -after[following]])
        for turn in turns:
            self._at_most_one(turn)
        for start, end, unless in self._full_stretches(cycle):
            for one, other in zip(turns[start], turns[end], strict=True):
                post([*unless, -one, other])
                post([*unless, one, -other])

    def _full_stretches(self, cycle: Cycle) -> Iterator[tuple[int, int, Literals]]:
        """Stretches of the path that hold each character once: the turn is the same after them.

        They are lines, or lines but for one cell, unless this is filled. All that follows from the
        rest, but saying so halves the conflicts on Magic Snails, whose outer lines are such.
        """
        place = {cell: i for i, cell in enumerate(cycle.path)}
        for line, values in self._once.items():
            if not values.issuperset(cycle.key) or not all(cell in place for cell in line):
                continue
            apart, *rest = places = sorted(place[cell] for cell in line)
            if _gapless(places):
                yield places[0], places[-1] + 1, []
            elif _gapless(rest):
                filled = -self.literals[cycle.path[apart]][cycle.blank]
                yield rest[0], rest[-1] + 1, [filled]

    def _first(self, path: tuple[Cell, ...], value: Value, blank: Value) -> None:
        found = self._leads(path, value, blank)
        if found:
            self._post([found])

    def _next(self, constraint: Next) -> None:
        start, key = self.literals[constraint.path[0]], constraint.key
        for i, value in enumerate(key):
            if value in start:
                following = key[(i + 1) % len(key)]
                found = self._leads(constraint.path[1:], following, constraint.blank)
                if found:
                    self._post([-start[value], found])

    def _leads(self, path: tuple[Cell, ...], value: Value, blank: Value) -> int:
        """A literal that lets no other value come first on the path; 0 if none can come at all.

        All rules of a path share what is said of its end.
        """
        unsaid, literal = [], 0
        for at, cell in enumerate(path):
            held, rest = self.literals[cell], path[at:]
            if blank not in held:
                literal = self._held(cell, value)
                break
            if (rest, value) in self._helpers:
                literal = self._helpers[rest, value]
                break
            if len(held) > 1:
                unsaid.append(rest)
        for rest in reversed(unsaid):
            held, after, literal = self.literals[rest[0]], literal, self.new()
            self._helpers[rest, value] = literal
            self.clauses += [
                (-literal, -other) for wrong, other in held.items() if wrong not in (value, blank)
            ]
            if after:
                self.clauses.append((-literal, -held[blank], after))
        return literal

    def _stands(self, stands: Stands) -> None:
        value, literals = stands.value, self.literals
        here = [
            (at, held[value])
            for at, cell in enumerate(stands.line)
            if value in (held := literals[cell])
        ]
        if not here:
            return
        ends = self._held_in(stands.line, stands.ends)
        if stands.where is Where.OUTSIDE:
            self._outside(here, ends)
            return
        demands = _midway if stands.where is Where.MIDWAY else _between
        if len(ends) <= LONG_LINE or self._unless:
            self._demand(demands, here, ends)
            return
        for at, literal in here:
            later = partial(self._demand, demands, [(at, literal)], ends)
            self.deferred.setdefault(literal, []).append(later)

    def _demand(self, demands: "Demands", here: list[tuple[int, int]], ends: Literals) -> None:
        """What a value demands wherever it stands."""
        literals = [*ends, *map(neg, ends), 0]
        for at, literal in here:
            literals[-1] = -literal
            self._post_all([pick(literals) for pick in demands(len(ends), at)])

    def _outside(self, here: list[tuple[int, int]], ends: Literals) -> None:
        """Wherever the value stands, there are not ends on both sides."""
        if len(ends) <= LONG_LINE:
            never = self._helpers.get("never", 0)
            for at, literal in here:
                before = [end for end in ends[:at] if end != never]
                after = [end for end in ends[at + 1 :] if end != never]
                self._post_all([(-literal, -left, -right) for left in before for right in after])
            return
        before, after = self._any_so_far(ends), self._any_so_far(ends[::-1])[::-1]
        inner = range(1, len(ends) - 1)
        self._post_all(
            [(-literal, -before[at - 1], -after[at + 1]) for at, literal in here if at in inner]
        )

    def _any_so_far(self, literals: Literals) -> Literals:
        """For each literal, one that says it or one before it holds."""
        key = ("any so far", *literals)
        if key not in self._helpers:
            self._helpers[key] = self.top + 1
            so_far = literals[0]
            for helper, literal in enumerate(literals[1:], self.top + 1):
                self.clauses += (helper, -so_far), (helper, -literal), (-helper, so_far, literal)
                so_far = helper
            self.top += len(literals) - 1
        first = self._helpers[key]
        return [literals[0], *range(first, first + len(literals) - 1)]


# Picks the literals of a clause out of those of a line. Lines of a length have the same clauses
# again and again, and picking one takes a third of the time of thinking about it.
Pick = Callable[[Sequence[int]], Sequence[int]]
# For the length of a line and the place of a value on it, the clauses of what it demands there: of
# literals that say where ends are, where none are, and, last, that the value does not stand there.
Demands = Callable[[int, int], list[Pick]]


@lru_cache(maxsize=128)
def _midway(length: int, at: int) -> list[Pick]:
    clauses: list[tuple[int, ...]] = []
    for i in range(length):
        mirror = 2 * at - i
        if not 0 <= mirror < length:
            clauses.append((-1, length + i))
        elif i != at:
            clauses.append((-1, length + i, mirror))
    return [*map(_pick, clauses)]


@lru_cache(maxsize=128)
def _between(length: int, at: int) -> list[Pick]:
    nearer = range(max(0, 2 * at - length + 1), at)
    clauses = [
        (-1, *range(at)),
        (-1, *range(at + 1, length)),
        *((-1, length + i, length + 2 * at - i) for i in nearer),
    ]
    return [*map(_pick, clauses)]


def _pick(places: tuple[int, ...]) -> Pick:
    if len(places) == 1:  # where an itemgetter would give a literal instead of a clause
        return lambda literals: (literals[places[0]],)
    return itemgetter(*places)


def forget() -> None:
    """The templates, which are kept from shape to shape."""
    _midway.cache_clear()
    _between.cache_clear()


def _gapless(places: list[int]) -> bool:
    return places[-1] - places[0] + 1 == len(places)
