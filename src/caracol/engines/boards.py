"""Boards that hold a fact and keep some rules, close to the solution and breaking few others."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pysat.solvers import Minisat22

from ..model import Constraint, Count, Domains, Stands, Sum
from ..puzzle import Cell, Value, Values
from .encode import Encoder
from .sat import load


class Board(NamedTuple):
    """All that holds on a board, as numbers of facts, and the rules that it breaks."""

    held: list[int]
    broken: list[int]


class Boards:
    """Finds boards on which nothing holds that is ruled out."""

    def __init__(self, domains: Domains, rules: Sequence[Constraint], solution: Values) -> None:
        encoder = Encoder(domains)
        self._new, self._facts, self._rules = encoder.new, encoder.facts, rules
        self.numbers: dict[Cell, dict[Value, int]] = encoder.literals
        self.places: list[tuple[Cell, Value]] = [("", "")]  # by number, from 1
        self.places += ((cell, value) for cell, held in domains.items() for value in held)
        self.touching: list[list[int]] = [[] for _ in self.places]
        """By fact, the rules that tell it from the solution's value of the cell."""
        wrong = {cell: [v for v in domains[cell] if v != solution[cell]] for cell in domains}
        for i, rule in enumerate(rules):
            for at, cell in enumerate(rule.cells):
                for value in wrong[cell] and _told_apart(rule, at, solution[cell], wrong[cell]):
                    self.touching[self.numbers[cell][value]].append(i)
        self._solution = {self.numbers[cell][solution[cell]] for cell in domains}
        # A rule to which all boards look like the solution is never broken: why write it?
        alive = sorted({i for touched in self.touching for i in touched})
        self._switches = {i: encoder.switch(rules[i]) for i in alive}
        self._switched = {switch: i for i, switch in self._switches.items()}
        self._solver = Minisat22()
        load(self._solver, encoder.clauses)
        # Boards close to the solution break few rules, which makes them strong witnesses.
        phases = (i if i in self._solution else -i for i in range(1, self._facts + 1))
        self._solver.set_phases([*phases, *self._switched])

    def rule_out(self, fact: int) -> None:
        self._solver.add_clause([-fact])

    def any_keeps(self, rules: Iterable[int], fact: int) -> bool:
        """Whether the fact holds on some board that keeps the rules; that board is then `last`."""
        switches = (self._switches[i] for i in rules if i in self._switches)
        return bool(self._solver.solve(assumptions=[fact, *switches]))

    def blamed(self) -> list[int]:
        """When no board was found, the rules that are to blame."""
        core = self._solver.get_core() or ()
        return sorted(self._switched[literal] for literal in core if literal in self._switched)

    def last(self) -> list[int]:
        """All that holds on the board just found."""
        return [number for number in self._solver.get_model()[: self._facts] if number > 0]

    def differing(self, held: Iterable[int]) -> list[int]:
        """What holds on a board, but not in the solution."""
        return [fact for fact in held if fact not in self._solution]

    def with_one_change(self, fact: int) -> Board:
        """The solution, but for one cell."""
        cell, _ = self.places[fact]
        held = [*self._solution.difference(self.numbers[cell].values()), fact]
        return Board(held, self._broken(held, self.touching[fact]))

    def best(self, fact: int) -> Board:
        """From the board just found to one that keeps more rules, until no other keeps more."""
        board = self._judged()
        lost = set(board.broken)
        asked = [fact, *(switch for i, switch in self._switches.items() if i not in lost)]
        while better := self._better(board, asked):
            fewer = set(better.broken)
            asked += (self._switches[i] for i in board.broken if i not in fewer)
            board = better
        return board

    def _better(self, board: Board, asked: list[int]) -> Board | None:
        """A board that keeps one rule more: one question for all of them takes least time."""
        one_more = self._new()
        self._solver.add_clause([-one_more, *(self._switches[i] for i in board.broken)])
        found = self._solver.solve(assumptions=[*asked, one_more])
        better = self._judged() if found else None
        self._solver.add_clause([-one_more])
        return better

    def _judged(self) -> Board:
        """The board just found: rules whose switches are on are kept."""
        model = self._solver.get_model()
        held = [number for number in model[: self._facts] if number > 0]
        off = [i for i, switch in self._switches.items() if model[switch - 1] < 0]
        return Board(held, self._broken(held, off))

    def _broken(self, held: Iterable[int], rules: Iterable[int]) -> list[int]:
        values = dict(map(self.places.__getitem__, held))
        return [i for i in rules if not self._rules[i].holds(values)]


def _told_apart(rule: Constraint, at: int, seen: Value, values: list[Value]) -> list[Value]:
    """Those values of the rule's cell that may count otherwise there than the one that is seen."""
    match rule:
        case Count(_, counted):
            counts = seen in counted
            return [value for value in values if (value in counted) != counts]
        case Sum():
            worth = rule.worth(at, seen)
            return [value for value in values if rule.worth(at, value) != worth]
        case Stands(_, own, ends) if seen not in (own, ends):
            return [value for value in values if value in (own, ends)]
        case _:
            return values
