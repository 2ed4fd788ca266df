"""Boards that hold a fact and keep some rules, close to the solution and breaking few others."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..deadline import NEVER, Deadline
from ..engines.sat.encoder import Encoder
from ..engines.sat.solvers import MainSolver, adder, load, solve
from ..model import Constraint, Count, Domains, Stands, Sum
from ..puzzle import Cell, Value, Values

# Each question for a better board leaves a variable behind. After so many the solver is made anew:
# it takes ten milliseconds, and all boards after that a quarter less time.
MOST_QUESTIONS = 1000


class Board(NamedTuple):
    """All that holds on a board, as numbers of facts, and the rules that it breaks."""

    held: list[int]
    broken: list[int]


class Boards:
    """Finds boards on which nothing holds that is ruled out.

    A rule is written for the solver when it is first asked for: many reasons are found before all
    are needed.
    """

    def __init__(
        self,
        domains: Domains,
        rules: Sequence[Constraint],
        solution: Values,
        deadline: Deadline = NEVER,
    ) -> None:
        self._encoder, self._rules, self._values = Encoder(domains), rules, solution
        self._deadline = deadline
        self.numbers: dict[Cell, dict[Value, int]] = self._encoder.literals
        self.places: list[tuple[Cell, Value]] = [("", "")]  # by number, from 1
        self.places += ((cell, value) for cell, held in domains.items() for value in held)
        self._facts = self._encoder.facts
        self._solution = {self.numbers[cell][solution[cell]] for cell in domains}
        # By open cell, the rules that speak of it.
        self._speaking: dict[Cell, list[int]] = {
            cell: [] for cell, held in domains.items() if len(held) > 1
        }
        for i, rule in enumerate(rules):
            for cell in self._speaking.keys() & rule.cells:
                self._speaking[cell].append(i)
        self._touching: dict[int, list[int]] = {}
        self._scopes: dict[int, set[int]] = {}
        self._switches: dict[int, int] = {}  # by rule, as far as written
        self._switched: dict[int, int] = {}
        # To all other rules, all boards look like the solution: why write them?
        self._unwritten = set[int]().union(*self._speaking.values())
        self._clauses: list[Sequence[int]] = []  # all that the solver was told, but for questions
        self._start()
        self._load()

    def _start(self) -> None:
        """Have a solver that has been asked nothing yet."""
        self._solver = MainSolver()
        self._add = adder(self._solver)
        load(self._solver, self._clauses)
        # Boards close to the solution break few rules, which makes them strong witnesses.
        phases = [i if i in self._solution else -i for i in range(1, self._facts + 1)]
        self._solver.set_phases([*phases, *self._switches.values()])

    def touching(self, fact: int) -> list[int]:
        """The rules that tell a fact from the solution's value of the cell."""
        if fact not in self._touching:
            cell, value = self.places[fact]
            seen, rules = self._values[cell], self._rules
            self._touching[fact] = [
                i for i in self._speaking[cell] if _tells_apart(rules[i], cell, seen, value)
            ]
        return self._touching[fact]

    def speaks_of(self, rule: int) -> set[int]:
        """All facts about the cells of a rule."""
        if rule not in self._scopes:
            cells = self._rules[rule].cells
            self._scopes[rule] = {fact for cell in cells for fact in self.numbers[cell].values()}
        return self._scopes[rule]

    def rule_out(self, fact: int) -> None:
        self._clauses.append([-fact])
        self._add([-fact])

    def any_keeps(self, rules: Iterable[int], fact: int) -> bool:
        """Whether the fact holds on some board that keeps the rules; that board is then `last`."""
        return solve(self._solver, [fact, *self._on(rules)], self._deadline)

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
        return Board(held, self._broken(held, self.touching(fact)))

    def best(self, fact: int) -> Board:
        """From the board just found to one that keeps more rules, until no other keeps more.

        The fact is false in every solution, so at least one rule is broken.
        """
        board = self._judged()
        lost = set(board.broken)
        asked = [fact, *self._on(i for i in range(len(self._rules)) if i not in lost)]
        while len(board.broken) > 1 and (better := self._better(board, asked)):
            fewer = set(better.broken)
            asked += self._on(i for i in board.broken if i not in fewer)
            board = better
        return board

    def _better(self, board: Board, asked: list[int]) -> Board | None:
        """A board that keeps one rule more: one question for all of them takes least time."""
        if self._encoder.top > self._top + MOST_QUESTIONS:
            self._solver.delete()
            self._encoder.top = self._top
            self._start()
        switches = self._on(board.broken)
        one_more = self._encoder.new()
        self._add([-one_more, *switches])
        found = solve(self._solver, [*asked, one_more], self._deadline)
        better = self._judged() if found else None
        self._add([-one_more])
        return better

    def _on(self, rules: Iterable[int]) -> list[int]:
        """Switches that make boards keep the rules, which are written if they were not yet."""
        rules = list(rules)
        if self._unwritten and (new := [i for i in rules if i in self._unwritten]):
            self._unwritten.difference_update(new)
            self._write(new)
        return [self._switches[i] for i in rules if i in self._switches]

    def _write(self, rules: list[int]) -> None:
        for i in rules:
            self._deadline.left()
            switch = self._switches[i] = self._encoder.switch(self._rules[i])
            self._switched[switch] = i
        self._load()
        self._solver.set_phases([self._switches[i] for i in rules])

    def _load(self) -> None:
        load(self._solver, self._encoder.clauses)
        self._clauses += self._encoder.clauses
        self._encoder.clauses.clear()
        self._top = self._encoder.top

    def _judged(self) -> Board:
        """The board just found: rules whose switches are on are kept."""
        model = self._solver.get_model()
        held = [number for number in model[: self._facts] if number > 0]
        off = [i for i, switch in self._switches.items() if model[switch - 1] < 0]
        if self._unwritten:
            touched = {i for fact in self.differing(held) for i in self.touching(fact)}
            off += touched & self._unwritten
        return Board(held, self._broken(held, sorted(off)))

    def _broken(self, held: Iterable[int], rules: Iterable[int]) -> list[int]:
        values = dict(map(self.places.__getitem__, held))
        return [i for i in rules if not self._rules[i].holds(values)]


def _tells_apart(rule: Constraint, cell: Cell, seen: Value, value: Value) -> bool:
    """Whether the value may count otherwise in a cell of the rule than the one that is seen."""
    match rule:
        case Count(_, counted):
            return (seen in counted) != (value in counted)
        case Sum():
            return any(
                other == cell and rule.worth(at, seen) != rule.worth(at, value)
                for at, other in enumerate(rule.cells)
            )
        case Stands(_, own, ends):
            return seen in (own, ends) or value in (own, ends)
        case _:
            return True
