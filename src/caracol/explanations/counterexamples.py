"""Counterexamples: boards that keep some rules although a fact holds that is to be ruled out.

They stay close to the solution, and are grown until they break as few other rules as possible: the
rules that they break are then minimal correction sets.
"""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from ..deadline import NEVER, Deadline
from ..engines.sat.encoder import encoder
from ..engines.sat.solvers import MainSolver, adder, load, solve, solve_lazily
from ..kinds import Constraint, Domains
from ..kinds.numbering import Numbering
from ..puzzle import Cell, Values

# Each attempt to keep one more rule leaves a variable behind. After that many the solver is
# replaced: it takes ten milliseconds, and all boards after that a quarter less time.
MOST_ATTEMPTS = 1000


class Counterexample(NamedTuple):
    """The facts that hold on a board, and the rules that it breaks: its correction set."""

    facts: list[int]
    broken: list[int]


class Counterexamples:
    """Finds boards on which nothing holds that is ruled out. Facts and rules are numbers.

    A rule is encoded when it is first selected: many reasons are found before all are needed.
    """

    def __init__(
        self,
        domains: Domains,
        rules: Sequence[Constraint],
        solution: Values,
        deadline: Deadline = NEVER,
        facts: Numbering | None = None,
    ) -> None:
        """Facts are numbered as given; of these, the domains say which may hold."""
        self._encoder, self._rules, self._values = encoder(domains), rules, solution
        self._encoder.postponed = []
        self._deadline = deadline
        inside = self._encoder.facts
        facts = facts or inside
        self.numbers, self.places = facts.numbers, facts.places
        self._facts = len(inside)
        # The numbers of facts as variables of the solver, and back.
        self._outside = [0, *(self.numbers[cell][value] for cell, value in inside.places[1:])]
        self._inside = {fact: i for i, fact in enumerate(self._outside)}
        self._solution = {self.numbers[cell][solution[cell]] for cell in domains}
        # By open cell, the rules about it.
        self._rules_about: dict[Cell, list[int]] = {
            cell: [] for cell, held in domains.items() if len(held) > 1
        }
        for i, rule in enumerate(rules):
            for cell in self._rules_about.keys() & rule.cells:
                self._rules_about[cell].append(i)
        self._distinguishing: dict[int, list[int]] = {}
        self._scopes: dict[int, set[int]] = {}
        self._selectors: dict[int, int] = {}  # by rule, as far as encoded
        self._rule_of: dict[int, int] = {}  # by selector
        # All boards keep the rules that are about no open cell: these are never encoded.
        self._unencoded = set[int]().union(*self._rules_about.values())
        self._clauses: list[Sequence[int]] = []  # all but those of single attempts
        self._start()
        self._load()

    def _start(self) -> None:
        """Start with a fresh solver."""
        self._solver = MainSolver()
        self._add = adder(self._solver)
        load(self._solver, self._clauses)
        # Boards close to the solution break few rules, and small correction sets bound best.
        outside = self._outside
        phases = [i if outside[i] in self._solution else -i for i in range(1, len(outside))]
        self._solver.set_phases([*phases, *self._selectors.values()])

    def distinguishing(self, fact: int) -> list[int]:
        """The rules to which a fact may differ from the solution's value of the cell."""
        if fact not in self._distinguishing:
            cell, value = self.places[fact]
            seen, rules = self._values[cell], self._rules
            self._distinguishing[fact] = [
                i for i in self._rules_about[cell] if rules[i].distinguishes(cell, seen, value)
            ]
        return self._distinguishing[fact]

    def scope(self, rule: int) -> set[int]:
        """All facts about the cells of a rule."""
        if rule not in self._scopes:
            cells = self._rules[rule].cells
            known = self._inside
            self._scopes[rule] = {
                fact for cell in cells for fact in self.numbers[cell].values() if fact in known
            }
        return self._scopes[rule]

    def rule_out(self, fact: int) -> None:
        clause = [-self._inside[fact]]
        self._clauses.append(clause)
        self._add(clause)

    def find(self, rules: Iterable[int], fact: int) -> bool:
        """Whether there is a board that keeps the rules and on which the fact holds.

        If so, `last_facts` and `grown` are about that board; if not, `core` says why.
        """
        return self._solve([self._inside[fact], *self._selectors_of(rules)])

    def _solve(self, assumptions: list[int]) -> bool:
        ask = partial(solve, self._solver, assumptions, self._deadline)
        return solve_lazily(self._solver, ask, self._encoder, self._load)

    def core(self) -> list[int]:
        """After none was found, the rules of an unsatisfiable core."""
        core = self._solver.get_core() or ()
        return sorted(self._rule_of[literal] for literal in core if literal in self._rule_of)

    def last_facts(self) -> list[int]:
        """The facts that hold on the board just found."""
        return self._holding(self._solver.get_model())

    def _holding(self, model: Sequence[int]) -> list[int]:
        outside = self._outside
        return [outside[number] for number in model[: self._facts] if number > 0]

    def differing(self, facts: Iterable[int]) -> list[int]:
        """The facts that do not hold in the solution."""
        return [fact for fact in facts if fact not in self._solution]

    def with_one_change(self, fact: int) -> Counterexample:
        """The solution but for the cell of a fact."""
        cell, _ = self.places[fact]
        facts = [*self._solution.difference(self.numbers[cell].values()), fact]
        return Counterexample(facts, self._broken(facts, self.distinguishing(fact)))

    def grown(self, fact: int) -> Counterexample:
        """From the board just found to one that keeps more rules, until none keeps one more.

        The fact is false in every solution, so at least one rule is broken.
        """
        grown = self._last()
        broken = set(grown.broken)
        self._encode_all()
        kept = [selector for i, selector in self._selectors.items() if i not in broken]
        assumptions = [self._inside[fact], *kept]
        while len(grown.broken) > 1 and (larger := self._grown_by_one(grown.broken, assumptions)):
            fewer = set(larger.broken)
            assumptions += self._selectors_of(i for i in grown.broken if i not in fewer)
            grown = larger
        return grown

    def _grown_by_one(self, broken: list[int], assumptions: list[int]) -> Counterexample | None:
        """A board that keeps at least one of the broken rules too, whichever the solver finds."""
        if self._encoder.top > self._top + MOST_ATTEMPTS:
            self._solver.delete()
            self._encoder.top = self._top
            self._start()
        selectors = self._selectors_of(broken)
        one_more = self._encoder.new()
        self._add([-one_more, *selectors])
        found = self._solve([*assumptions, one_more])
        larger = self._last(broken) if found else None
        self._add([-one_more])
        return larger

    def _encode_all(self) -> None:
        if self._unencoded:
            self._encode(sorted(self._unencoded))
            self._unencoded.clear()

    def _selectors_of(self, rules: Iterable[int]) -> list[int]:
        """The selectors of the rules, which are encoded if they were not yet."""
        rules = list(rules)
        if self._unencoded and (new := [i for i in rules if i in self._unencoded]):
            self._unencoded.difference_update(new)
            self._encode(new)
        return [self._selectors[i] for i in rules if i in self._selectors]

    def _encode(self, rules: list[int]) -> None:
        for i in rules:
            self._deadline.check()
            selector = self._selectors[i] = self._encoder.selector(self._rules[i])
            self._rule_of[selector] = i
        self._load()
        self._solver.set_phases([self._selectors[i] for i in rules])

    def _load(self) -> None:
        load(self._solver, self._encoder.clauses)
        self._clauses += self._encoder.clauses
        self._encoder.clauses.clear()
        self._top = self._encoder.top

    def _last(self, among: Iterable[int] | None = None) -> Counterexample:
        """The board just found: rules whose selectors are true are kept. All others among some."""
        model = self._solver.get_model()
        facts = self._holding(model)
        if among is None:
            affected = (self.distinguishing(fact) for fact in self.differing(facts))
            among = sorted(set().union(*affected))
        selectors = self._selectors
        off = [i for i in among if i not in selectors or model[selectors[i] - 1] < 0]
        return Counterexample(facts, self._broken(facts, off))

    def _broken(self, facts: Iterable[int], rules: Iterable[int]) -> list[int]:
        values = dict(map(self.places.__getitem__, facts))
        return [i for i in rules if not self._rules[i].holds(values)]
