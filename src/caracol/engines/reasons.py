"""The cheapest reasons: which rules force something, and a proof that no cheaper ones do.

A reason is a set of rules that, with all that is known, rules some value out of some cell. It must
break every board that would keep the value: a board that differs from the solution is a witness
against each of its values unless one of the rules that it breaks is among the reasons. So one
solver proposes cheap sets of rules that meet all witnesses so far, another tests them and finds
further witnesses; when nothing is left to propose at a price, nothing costs so little.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from pysat.solvers import Minisat22

from ..model import Constraint, Domains
from ..puzzle import Cell, Fact, OutOfTime, Value, Values
from . import NEVER, Deadline
from .encode import Encoder

# Reasons of more rules than this, of one price, are not looked for: nobody could follow them.
MOST_RULES = 12
# After so many conflicts a question about all facts at once is put fact by fact.
JOINT_CONFLICTS = 50
# After so many conflicts a solver looks at the clock.
PATIENCE = 500
# When time is up, so many facts are tried for a reason that is not proved to be cheapest.
HASTY_TRIES = 12


class Reason(NamedTuple):
    """Rules, by number, that together rule a value out, and whether no others are cheaper."""

    price: int
    rules: tuple[int, ...]
    facts: tuple[int, ...]
    proved: bool = True
    choices: int = 1
    """How many rules alone would rule something out."""


class Reasons:
    """Finds the cheapest reason for anything still open; what is known only grows."""

    def __init__(
        self,
        domains: Domains,
        rules: Sequence[Constraint],
        prices: Sequence[int],
        solution: Values,
        deadline: Deadline = NEVER,
    ) -> None:
        self.rules, self.prices, self.solution = rules, prices, solution
        self._encoder = Encoder(domains)
        self._switches = [self._encoder.switch(rule) for rule in rules]
        self.places: list[tuple[Cell, Value]] = [("", "")]
        self.places += ((cell, value) for cell, held in domains.items() for value in held)
        self.aims: set[int] = set()
        """Facts, by number, that are false in the solution and not yet ruled out."""
        self._touching: dict[Cell, list[int]] = {cell: [] for cell in domains}
        for i, rule in enumerate(rules):
            for cell in rule.cells:
                self._touching[cell].append(i)
        self._tester = Minisat22(bootstrap_with=self._encoder.clauses)
        # Boards close to the solution break few rules, which makes them strong witnesses.
        like_solution = [
            i if solution[cell] == value else -i for i, (cell, value) in self._numbered()
        ]
        self._tester.set_phases([*like_solution, *self._switches])
        deadline.left()
        self._ruled_out = 0  # facts as bits
        self._changes: list[Cell] = []
        # For a rule that a fact alone would break, a board that keeps both, as bits.
        self._supports: dict[int, dict[int, int]] = {}
        self._known: dict[int, Reason] = {}  # the cheapest reason seen for a fact
        self._proposer = _Proposer(prices)

    def _numbered(self) -> Iterator[tuple[int, tuple[Cell, Value]]]:
        return ((i, place) for i, place in enumerate(self.places) if i)

    def number(self, fact: Fact) -> int:
        return self._encoder.literals[fact.cell][fact.value]

    def excluded(self, facts: Iterable[int]) -> list[Fact]:
        """What ruling these out says."""
        return [Fact(*self.places[fact], False) for fact in facts]

    def aim_at(self, facts: Iterable[int]) -> None:
        """What is to be ruled out: false in every solution."""
        self.aims = set(facts)
        self._proposer.aim_at(sorted(self.aims))
        for fact in sorted(self.aims):
            cell, value = self.places[fact]
            board = {**self.solution, cell: value}
            broken = self._broken(board)
            self._supports[fact] = dict.fromkeys(broken, -1)
            self._proposer.witness([fact], broken)

    def rule_out(self, facts: Iterable[int]) -> None:
        """From here on, these facts are known to be false."""
        for fact in facts:
            self._tester.add_clause([-fact])
            self._ruled_out |= 1 << fact
            self._changes.append(self.places[fact][0])
            if fact in self.aims:
                self.aims.discard(fact)
                self._supports.pop(fact, None)
                self._known.pop(fact, None)
                self._proposer.settle(fact)

    def cheapest(self, deadline: Deadline = NEVER) -> Reason:
        """The cheapest reason for anything open; when time is up, one that may not be it."""
        try:
            return self.cheapest_up_to(None, deadline) or self._hasty()
        except OutOfTime:
            return self._hasty()

    def cheapest_up_to(self, most: int | None, deadline: Deadline = NEVER) -> Reason | None:
        """The cheapest reason, unless it costs more than that, or more than anyone can follow."""
        reason = self._single()
        if reason:
            return reason if most is None or reason.price <= most else None
        return self._several(most, deadline)

    def singles(self) -> dict[int, list[int]]:
        """For each rule that alone rules something out, what."""
        found: dict[int, list[int]] = {}
        for fact, supports in self._supports.items():
            for rule, support in supports.items():
                # All bits at first, and dead as soon as one of its facts is ruled out.
                if support & self._ruled_out or support == -1:
                    if self._tester.solve(assumptions=[fact, self._switches[rule]]):
                        supports[rule] = self._support(rule)
                    else:
                        supports[rule] = -1
                        found.setdefault(rule, []).append(fact)
        return found

    def implied(self, rules: Collection[int], among: Iterable[int]) -> list[int]:
        """Those facts that the rules rule out, with all that is known."""
        scope = {cell for rule in rules for cell in self.rules[rule].cells}
        asked = [self._switches[rule] for rule in rules]
        left = [fact for fact in sorted(among) if self.places[fact][0] in scope]
        found = []
        while left:
            fact = left.pop()
            if self._tester.solve(assumptions=[fact, *asked]):
                model = self._tester.get_model()
                left = [other for other in left if model[other - 1] < 0]
            else:
                found.append(fact)
        return found[::-1]

    def _support(self, rule: int) -> int:
        model = self._tester.get_model()
        held = 0
        for cell in self.rules[rule].cells:
            for literal in self._encoder.literals[cell].values():
                if model[literal - 1] > 0:
                    held |= 1 << literal
        return held

    def _single(self) -> Reason | None:
        """The cheapest rule that alone says something; of several, the one that says most."""
        found = self.singles()
        if not found:
            return None
        rule = min(found, key=lambda rule: (self.prices[rule], -self._placed(found[rule]), rule))
        return Reason(self.prices[rule], (rule,), tuple(found[rule]), choices=len(found))

    def _placed(self, facts: list[int]) -> float:
        """How much is won: cells that are decided count most."""
        cells: dict[Cell, int] = {}
        for fact in facts:
            cells[self.places[fact][0]] = cells.get(self.places[fact][0], 0) + 1
        decided = 0
        for cell, gone in cells.items():
            held = self._encoder.literals[cell].values()
            decided += sum(not self._ruled_out >> fact & 1 for fact in held) == gone + 1
        return decided + len(facts) / 1000

    def _several(self, most: int | None, deadline: Deadline) -> Reason | None:
        proposer = self._proposer
        proposer.look_at(self.aims)
        for rung in proposer.ladder:
            if most is not None and rung.price > most:
                return None
            known = min(self._known.values(), key=lambda reason: reason.price, default=None)
            if known and known.price <= rung.price:
                return known
            asked = proposer.question(rung, self._changes, self._touching)
            if asked:
                reason = self._at(asked, sorted(self.aims), deadline)
                if reason:
                    return reason
                proposer.refute(rung, asked, len(self._changes))
        return None

    def _at(self, asked: list[int], facts: list[int], deadline: Deadline) -> Reason | None:
        """A reason within the bounds asked for, or None where there is none."""
        try:
            return self._search(asked, facts, Budget(deadline, JOINT_CONFLICTS))
        except _Hard:
            for fact in facts:
                target = [self._proposer.aimed[fact], *asked]
                reason = self._search(target, [fact], Budget(deadline))
                if reason:
                    return reason
        return None

    def _search(self, asked: list[int], facts: list[int], budget: "Budget") -> Reason | None:
        while proposed := self._proposer.propose(asked, facts, budget):
            fact, rules = proposed
            if not self._tester.solve(assumptions=[fact, *(self._switches[i] for i in rules)]):
                return Reason(sum(self.prices[i] for i in rules), rules, (fact,))
            self._find_witness(fact)
        return None

    def _find_witness(self, fact: int) -> None:
        """From the tester's board to one that breaks as few rules as possible."""
        board = self._board()
        broken = self._broken(board)
        kept = [i for i in range(len(self.rules)) if i not in broken]
        asked = [fact, *(self._switches[i] for i in kept)]
        doubtful, lost = list(broken), []
        while doubtful:
            rule = doubtful.pop()
            if self._tester.solve(assumptions=[*asked, self._switches[rule]]):
                board = self._board()
                broken = self._broken(board)
                mended = [rule, *(i for i in doubtful if i not in broken)]
                asked += [self._switches[i] for i in mended]
                doubtful = [i for i in doubtful if i in broken]
            else:
                lost.append(rule)
                self._remember(fact)
        against = [
            self._encoder.literals[cell][value]
            for cell, value in board.items()
            if self.solution[cell] != value
        ]
        self._proposer.witness(against, lost)

    def _remember(self, fact: int) -> None:
        """The tester's last refusal is a reason, if seldom a cheap one."""
        core = set(self._tester.get_core() or ())
        rules = tuple(i for i, switch in enumerate(self._switches) if switch in core)
        price = sum(self.prices[i] for i in rules)
        if fact in core and (fact not in self._known or price < self._known[fact].price):
            self._known[fact] = Reason(price, rules, (fact,))

    def _hasty(self) -> Reason:
        """Any reason, as short as leaving out rules one by one makes it."""
        for fact in sorted(self.aims)[:HASTY_TRIES]:
            if fact not in self._known:
                assert not self._tester.solve(assumptions=[fact, *self._switches])
                self._remember(fact)
        cheap = min(self._known.values(), key=lambda reason: reason.price)
        (fact,), rules = cheap.facts, list(cheap.rules)
        for rule in cheap.rules:
            rest = [i for i in rules if i != rule]
            if not self._tester.solve(assumptions=[fact, *(self._switches[i] for i in rest)]):
                rules = rest
        return Reason(sum(self.prices[i] for i in rules), tuple(rules), (fact,), proved=False)

    def _board(self) -> dict[Cell, Value]:
        model = self._tester.get_model()[: self._encoder.facts]
        return dict(self.places[literal] for literal in model if literal > 0)

    def _broken(self, board: Values) -> list[int]:
        """The rules that a board breaks, which the solution keeps: look where they differ."""
        near = {
            rule
            for cell, value in board.items()
            if self.solution[cell] != value
            for rule in self._touching[cell]
        }
        return [rule for rule in sorted(near) if not self.rules[rule].holds(board)]


class _Hard(Exception):
    """A question that takes longer than it is worth."""


class Budget(NamedTuple):
    """How long a solver may think: until the deadline, or for so many conflicts at once."""

    deadline: Deadline
    conflicts: int | None = None

    def solve(self, solver: Any, assumptions: list[int]) -> bool:  # noqa: ANN401 pysat has no types
        while True:
            self.deadline.left()
            solver.conf_budget(self.conflicts or PATIENCE)
            found = solver.solve_limited(assumptions=assumptions)
            if found is not None:
                return bool(found)
            if self.conflicts:
                raise _Hard


class Rung(NamedTuple):
    """A price, and how many rules of each single price make it up."""

    price: int
    counts: tuple[int, ...]


class _Proposer:
    """Proposes a fact and a cheap set of rules that meets every witness against it."""

    def __init__(self, prices: Sequence[int]) -> None:
        self._solver = Minisat22()
        self._top = 0
        self._chosen = [self._new() for _ in prices]
        self.aimed: dict[int, int] = {}
        self._gone: dict[int, int] = {}
        self._kinds = sorted(set(prices))
        self._by_kind = [
            [chosen for chosen, price in zip(self._chosen, prices, strict=True) if price == kind]
            for kind in self._kinds
        ]
        self._counters: list[list[int]] = [[] for _ in self._kinds]
        self._refuted: dict[Rung, int] = {}
        self._now = 0
        counts = product(range(MOST_RULES + 1), repeat=len(self._kinds))
        rungs = sorted(
            Rung(sum(map(int.__mul__, some, self._kinds)), some)
            for some in counts
            if 1 < sum(some) <= MOST_RULES
        )
        # Above that, more rules than are looked for could be cheaper.
        highest = (MOST_RULES + 1) * min(self._kinds, default=0)
        self.ladder = [rung for rung in rungs if rung.price <= highest]

    def _new(self) -> int:
        self._top += 1
        return self._top

    def aim_at(self, facts: Iterable[int]) -> None:
        for fact in facts:
            self.aimed[fact], self._gone[fact] = self._new(), self._new()
        self._solver.add_clause([*self.aimed.values()])

    def witness(self, facts: list[int], broken: Iterable[int]) -> None:
        """A board that breaks only these rules stands against ruling out any of its facts, as long
        as none of them is gone."""
        against = self._new()
        aimed = [fact for fact in facts if fact in self.aimed]
        gone = (self._gone[fact] for fact in aimed)
        self._solver.add_clause([-against, *(self._chosen[i] for i in broken), *gone])
        for fact in aimed:
            self._solver.add_clause([-self.aimed[fact], against])

    def settle(self, fact: int) -> None:
        """The fact is known to be false; nobody aims at it any more."""
        self._solver.add_clause([self._gone[fact]])
        self._solver.add_clause([-self.aimed[fact]])

    def look_at(self, facts: Iterable[int]) -> None:
        """These are the facts still open."""
        if self._now:
            self._solver.add_clause([-self._now])
        self._now = self._new()
        for fact in facts:
            self._solver.add_clause([-self._now, -self._gone[fact]])

    def question(
        self, rung: Rung, changes: list[Cell], touching: Mapping[Cell, list[int]]
    ) -> list[int] | None:
        """What to assume to ask for a reason at a rung, or None if it is known to have none.

        If it had none before, then a reason that it has now reads a cell that has changed since.
        """
        asked = [self._now]
        for kind, most in enumerate(rung.counts):
            asked += self._at_most(kind, most)
        if rung in self._refuted:
            cells = set(changes[self._refuted[rung] :])
            if not cells:
                return None
            fresh = self._new()
            rules = sorted({rule for cell in cells for rule in touching[cell]})
            self._solver.add_clause([-fresh, *(self._chosen[rule] for rule in rules)])
            asked.append(fresh)
        return asked

    def refute(self, rung: Rung, asked: list[int], when: int) -> None:
        if rung in self._refuted:
            self._solver.add_clause([-asked[-1]])
        self._refuted[rung] = when

    def propose(
        self, asked: list[int], facts: Iterable[int], budget: Budget
    ) -> tuple[int, tuple[int, ...]] | None:
        if not budget.solve(self._solver, asked):
            return None
        model = self._solver.get_model()
        rules = tuple(i for i, chosen in enumerate(self._chosen) if model[chosen - 1] > 0)
        return next(fact for fact in facts if model[self.aimed[fact] - 1] > 0), rules

    def _at_most(self, kind: int, most: int) -> list[int]:
        """Assumptions that allow so many rules of a kind."""
        rules = self._by_kind[kind]
        if most >= len(rules):
            return []
        if most >= len(self._counters[kind]):
            self._counters[kind] = self._counter(rules, min(2 * most + 2, len(rules)))
        return [-self._counters[kind][most]]

    def _counter(self, rules: list[int], most: int) -> list[int]:
        """Literals that hold if at least one of the rules is chosen, at least two, …"""
        before: list[int] = []
        for rule in rules:
            after = [self._new() for _ in range(min(most, len(before) + 1))]
            self._solver.add_clause([-rule, after[0]])
            for i, reached in enumerate(before):
                self._solver.add_clause([-reached, after[i]])
                if i + 1 < len(after):
                    self._solver.add_clause([-rule, -reached, after[i + 1]])
            before = after
        return before
