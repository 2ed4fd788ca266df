"""What formats that are programs have in common: each constraint as statements in their words.

A language has words of its own for most kinds. All others are said in the two forms that every kind
can be lowered to, clauses and linear sums; their literals say that a cell holds a value, or does
not, or are helper variables.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..kinds import Automaton, Constraint, Count, Differ, Is, Regular, Stands, Sum
from ..kinds.lowering import Linear, Part, lowered, lowering
from .source import Names, Source, unused

# What is said where some are declared.
HELPERS = "with helper variables, which follow from the cells:"

Listed = Sequence[str]  # what cells, values or literals are called


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """How a language says each kind of constraint, and the two forms that all others take."""

    given: Callable[[str, str], str]  # the cell holds the value
    count: Callable[[Listed, Listed, int, int], str]  # cells, values, at least, at most
    differ: Callable[[Listed], str]
    total: Callable[[Listed, Sequence[Sequence[int]], int], str]  # weights by cell and value, or ()
    accepted: Callable[[Listed, str, Automaton], str]  # by an automaton whose moves are called so
    stands: Callable[[str, Listed, str, str], str]  # midway …, on a line, a value, to the ends

    helper: str  # how names of helper variables begin
    helpers: Callable[[Listed], str]  # declares them
    fact: Callable[[str, str, bool], str]  # the literal: the cell holds the value, or does not
    definition: Callable[[str, bool], str]  # the literal: the helper holds, or does not
    clause: Callable[[Listed], str]
    linear: Callable[[Sequence[tuple[int, str]], int, int], str]  # weighted literals, low, high


class Translation:
    """The rules of a puzzle as statements of a program."""

    def __init__(self, source: Source, called: Names, language: Language) -> None:
        self.automata: dict[Automaton, str] = {}
        """What the moves of each automaton are called, for those that were needed."""
        self._source, self._called, self._language = source, called, language
        self._out = lowering(source.cells)
        self._facts = [(cell, value) for cell in source.cells for value in source.cells[cell]]
        self._helper, self._moves = unused(language.helper, called), unused("moves_", called)

    def rules(self, mark: str, form: str) -> str:
        """Each rule: its sentence as a comment, then its statements, put into the form.

        What ends with a line break is a declaration, which stands for itself.
        """
        lines = []
        for rule in self._source.all_rules:
            lines.append(f"{mark} {rule.sentence}\n")
            statements = self.statements(rule.constraint)
            lines += (said if said.endswith("\n") else form.format(said) for said in statements)
        return "".join(lines)

    def statements(self, constraint: Constraint) -> Iterator[str]:
        words = self._in_own_words(constraint)
        if words:
            yield words
            return
        top, parts = self._out.top, lowered(self._out, constraint)
        if self._out.top > top:
            yield self._language.helpers([*map(self._name, range(top + 1, self._out.top + 1))])
        yield from map(self._part, parts)

    def _in_own_words(self, constraint: Constraint) -> str:
        """The constraint as the language says it, if it can."""
        language, cells, values = self._language, self._called.cells, self._called.values
        match constraint:
            case Is(cell, value) if value in self._source.cells[cell]:
                return language.given(cells[cell], values[value])
            case Count(line, wanted, low, high) if known := [v for v in wanted if v in values]:
                found = [cells[cell] for cell in line], [values[value] for value in known]
                return language.count(*found, low, high)
            case Differ(line):
                return language.differ([cells[cell] for cell in line])
            case Sum(line, total, weights) if line and self._adds_up(constraint):
                return language.total([cells[cell] for cell in line], weights, total)
            case Regular(path, automaton) if constraint.is_proper:
                name = self.automata.setdefault(automaton, f"{self._moves}{len(self.automata) + 1}")
                return language.accepted([cells[cell] for cell in path], name, automaton)
            case Stands(line, value, ends, where) if value in values and ends in values:
                stood = [cells[cell] for cell in line], values[value], values[ends]
                return language.stands(where.name.lower(), *stood)
            case _:
                return ""

    def _adds_up(self, constraint: Sum) -> bool:
        """Whether cells are numbers, and places in a table of weights where there is one."""
        domains = (self._source.cells[cell] for cell in constraint.cells)
        return self._source.has_numbers and not (
            constraint.weights
            and any(isinstance(v, int) and v < 0 for values in domains for v in values)
        )

    def _part(self, part: Part) -> str:
        match part:
            case Linear(terms, low, high):
                weighted = [(weight, self._literal(literal)) for weight, literal in terms]
                return self._language.linear(weighted, low, high)
            case clause:
                return self._language.clause([*map(self._literal, clause)])

    def _literal(self, literal: int) -> str:
        number, holds = abs(literal), literal > 0
        if number > len(self._facts):
            return self._language.definition(self._name(number), holds)
        cell, value = self._facts[number - 1]
        return self._language.fact(self._called.cells[cell], self._called.values[value], holds)

    def _name(self, number: int) -> str:
        return f"{self._helper}{number - len(self._facts)}"


def added(
    cells: Listed, weights: Sequence[Sequence[int]], table: Callable[[Sequence[int]], str]
) -> str:
    """The sum of the cells, or of what they find in tables of weights."""
    if not weights:
        return " + ".join(cells)
    return " + ".join(f"{table(row)}[{cell}]" for row, cell in zip(weights, cells, strict=True))


def needed(definitions: Mapping[str, str], *texts: str) -> list[str]:
    """Of the definitions those that texts call by name."""
    called = {name for text in texts for name in re.findall(r"\w+(?=\()", text)}
    return [definition for name, definition in definitions.items() if name in called]
