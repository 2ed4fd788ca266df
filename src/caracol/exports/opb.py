"""OPB: linear constraints over variables that are 0 or 1, for pseudo-Boolean solvers."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple, assert_never

from .. import direct
from ..model import Constraint, Count, Cycle, Differ, First, Is, Next, Stands, Sum, Where
from ..puzzle import Cell, Value
from .source import Source, Wishes, bounded, comment, fact_numbers


class Line(NamedTuple):
    """What the variables weigh together: at least so much, or exactly so much."""

    weights: tuple[tuple[int, int], ...]  # weight and variable
    least: int
    exactly: bool = False

    def __str__(self) -> str:
        terms = " ".join(f"{weight:+d} x{variable}" for weight, variable in self.weights)
        # Every line needs a term, even where none counts.
        return f"{terms or '+0 x1'} {'=' if self.exactly else '>='} {self.least} ;\n"


def text(source: Source, _wishes: Wishes) -> str:
    translation = _Translation(source)
    groups = bounded(
        chain(
            [("every cell holds one value", [*translation.one_value()])],
            (
                (str(rule.sentence), [*translation.told(rule.constraint)])
                for rule in source.all_rules
            ),
        )
    )
    count = sum(len(lines) for _, lines in groups)
    helpers = (
        f"Variables beyond x{len(translation.numbers)} are helpers, which follow from the cells."
    )
    return "".join(
        [
            f"* #variable= {translation.top} #constraint= {count}\n",
            comment("*", f"{source.printed}\n\nEach variable says that a cell holds a value:"),
            "".join(f"* x{i} {cell}={value}\n" for (cell, value), i in translation.numbers.items()),
            comment("*", helpers) if translation.top > len(translation.numbers) else "",
            *(comment("*", sentence) + "".join(map(str, lines)) for sentence, lines in groups),
        ]
    )


class _Translation:
    """A variable for every fact, and helpers along lines and paths."""

    def __init__(self, source: Source) -> None:
        self.cells = source.cells
        self.numbers = fact_numbers(source.cells)
        self.top = len(self.numbers)

    def one_value(self) -> Iterator[Line]:
        for cell, values in self.cells.items():
            yield _exactly(1, (self.numbers[cell, value] for value in values))

    def told(self, constraint: Constraint) -> Iterator[Line]:
        match constraint:
            case Is(cell, value):
                yield _exactly(1, [self.numbers[cell, value]])
            case Count():
                yield from self._count(constraint)
            case Differ(cells):
                values = tuple({value: 0 for cell in cells for value in self.cells[cell]})
                for value in values:
                    yield _at_most(1, self._holding(cells, value))
            case Sum():
                yield self._sum(constraint)
            case Cycle():
                yield from self._cycle(constraint)
            case Stands(line, value, ends, Where.OUTSIDE):
                yield from self._outside(line, value, ends)
            case First() | Next() | Stands():
                for clause in direct.clauses(constraint, self.cells):
                    yield _clause(
                        self.numbers[cell, value] * (1 if holds else -1)
                        for cell, value, holds in clause
                    )
            case _:
                assert_never(constraint)

    def _count(self, count: Count) -> Iterator[Line]:
        hits = [hit for value in count.values for hit in self._holding(count.cells, value)]
        if count.low == count.high:
            yield _exactly(count.low, hits)
        else:
            yield Line(tuple((1, hit) for hit in hits), count.low)
            yield _at_most(count.high, hits)

    def _holding(self, cells: Iterable[Cell], value: Value) -> list[int]:
        return [self.numbers[cell, value] for cell in cells if value in self.cells[cell]]

    def _sum(self, constraint: Sum) -> Line:
        weights = (
            (constraint.weight(i, value), self.numbers[cell, value])
            for i, cell in enumerate(constraint.cells)
            for value in self.cells[cell]
        )
        return Line(tuple(weights), constraint.total, exactly=True)

    def _outside(self, line: tuple[Cell, ...], value: Value, ends: Value) -> Iterator[Line]:
        """Told without helpers, this would take a cubic number of clauses."""
        held = [self.numbers[cell, ends] for cell in line]
        before, lines = self._any_so_far(held)
        after, more = self._any_so_far(held[::-1])
        yield from (*lines, *more)
        for at in range(1, len(line) - 1):
            here = self.numbers[line[at], value]
            yield _at_most(2, [here, before[at - 1], after[len(line) - 2 - at]])

    def _any_so_far(self, literals: list[int]) -> tuple[list[int], list[Line]]:
        """For each literal a helper that says it or one before it holds, and what makes it so."""
        helpers, lines = literals[:1], list[Line]()
        for literal in literals[1:]:
            self.top += 1
            lines += [_clause([self.top, -literal]), _clause([self.top, -helpers[-1]])]
            lines.append(_clause([-self.top, literal, helpers[-1]]))
            helpers.append(self.top)
        return helpers, lines

    def _cycle(self, cycle: Cycle) -> Iterator[Line]:
        """Before each cell of the path, and after the last, whose turn it is."""
        key = cycle.key
        turns = [self._turns(key) for _ in range(len(cycle.path) + 1)]
        yield _exactly(1, [turns[0][0]])
        yield _exactly(1, [turns[-1][0]])
        for turn in turns:
            yield _exactly(1, turn)
        for cell, now, after in zip(cycle.path, turns, turns[1:], strict=False):
            blank = self.numbers[cell, cycle.blank]
            for j, value in enumerate(key):
                letter = self.numbers[cell, value]
                yield _clause([-letter, now[j]])
                yield _clause([-letter, after[(j + 1) % len(key)]])
                yield _clause([-blank, -now[j], after[j]])

    def _turns(self, key: tuple[Value, ...]) -> list[int]:
        self.top += len(key)
        return list(range(self.top - len(key) + 1, self.top + 1))


def _exactly(count: int, variables: Iterable[int]) -> Line:
    return Line(tuple((1, variable) for variable in variables), count, exactly=True)


def _at_most(count: int, variables: Iterable[int]) -> Line:
    return Line(tuple((-1, variable) for variable in variables), -count)


def _clause(literals: Iterable[int]) -> Line:
    """At least one of the literals; a negative one counts 1 - x."""
    told = tuple(literals)
    weights = tuple((1 if literal > 0 else -1, abs(literal)) for literal in told)
    return Line(weights, 1 - sum(literal < 0 for literal in told))
