"""The cheapest reasons: which rules force something, and a proof that no cheaper ones do.

A reason is a set of rules that, with all that is known, rules some value out of some cell. It must
break every board that would keep the value: a board that differs from the solution is a witness
against each of its values unless one of the rules that it breaks is among the reasons. So cheap
sets of rules that break all witnesses so far are put to a solver, which refuses them or finds
further witnesses; when nothing is left to try at a price, nothing costs so little.
"""

from collections.abc import Collection, Iterable, Sequence
from heapq import heapreplace
from typing import NamedTuple

from ..deadline import NEVER, Deadline
from ..model import Constraint, Domains
from ..puzzle import Cell, Fact, Values
from .correction_sets import Witnesses
from .counterexamples import Boards
from .hitting_sets import LongSearch

# Reasons that cost more than one cheap rule more than that are not looked for.
MOST_RULES = 30
# From so many rules on, those that break all witnesses at the least price take long to find: not
# every price is tried.
FEW_RULES = 5
# Where it took long, others are tried so often that are found at once.
MOST_GUESSES = 100
# A search of so many nodes takes about as long as these.
MANY_NODES = 30_000
# The search for one reason ends after so many questions, where one that takes many nodes counts as
# many: ten seconds or so. A clock would end it sometimes here, sometimes there.
MOST_WORK, LONG_WORK, NODES_OF_A_QUESTION = 20_000, 20, 1500
# Then so many facts are tried for a reason that is not proved to be cheapest.
HASTY_TRIES = 5


class Reason(NamedTuple):
    """Rules, by number, that together rule a value out, and a proved bound on what any cost."""

    price: int
    rules: tuple[int, ...]
    facts: tuple[int, ...]
    at_least: int
    choices: int = 1
    """How many rules alone would rule something out."""

    @property
    def proved(self) -> bool:
        """Whether no other rules are cheaper."""
        return self.price <= self.at_least


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
        """After the deadline, every search raises OutOfTime."""
        self.rules, self.prices = rules, prices
        self._deadline = deadline
        self.aims: set[int] = set()
        """Facts, by number, that are false in the solution and not yet ruled out."""
        self._boards = Boards(domains, rules, solution, deadline)
        self._witnesses = Witnesses(prices)
        self._cheapest_rule = min(prices, default=0)
        self._highest = (MOST_RULES + 1) * self._cheapest_rule
        self._ruled_out = 0  # facts as bits
        # For a fact and a rule, a board that keeps both, as bits: only where the rule reaches.
        self._supports: dict[int, dict[int, int]] = {}
        self._singles: dict[int, list[int]] = {}  # the rules that alone rule a fact out
        self._found: Reason | None = None  # the cheapest of several rules for what is open now
        self._nodes: dict[int, int] = {}  # by fact, how long a search for its reasons may be
        self._work = 0  # questions of the present search
        self._at_least = 0  # what any reason costs, as far as that search has proved
        self._last_price = 0  # that of the last such reason; the next may cost as much

    def number(self, fact: Fact) -> int:
        return self._boards.numbers[fact.cell][fact.value]

    def excluded(self, facts: Iterable[int]) -> list[Fact]:
        """What ruling these out says."""
        return [Fact(*self._boards.places[fact], False) for fact in facts]

    def aim_at(self, facts: Iterable[int]) -> None:
        """What is to be ruled out: false in every solution."""
        self.aims = set(facts)
        for fact in sorted(self.aims):
            self._supports[fact], self._singles[fact] = {}, []
            self._witnesses.add([fact], self._boards.with_one_change(fact).broken)

    def rule_out(self, facts: Iterable[int]) -> None:
        """From here on, these facts are known to be false."""
        for fact in facts:
            self._boards.rule_out(fact)
            self._ruled_out |= 1 << fact
            self._witnesses.settle(fact, self._boards.touching(fact))
            self.aims.discard(fact)

    def cheapest(self) -> Reason:
        """The cheapest reason for anything open; after much work, one that may not be it."""
        return self._single() or self._several(self._highest, MOST_WORK) or self._hasty()

    def cheapest_up_to(self, most: int) -> Reason | None:
        """The cheapest reason, unless it costs more than that, or more than anyone can follow."""
        reason = self._single()
        if reason:
            return reason if reason.price <= most else None
        return self._several(min(most, self._highest))

    def implied(self, rules: Collection[int], among: Iterable[int]) -> list[int]:
        """Those facts that the rules rule out, with all that is known."""
        scope = set[int]().union(*map(self._boards.speaks_of, rules))
        left = sorted(scope.intersection(among))
        found = []
        while left:
            fact = left.pop()
            if self._boards.any_keeps(rules, fact):
                held = set(self._boards.last())
                left = [other for other in left if other not in held]
            else:
                found.append(fact)
        return found[::-1]

    def _cell(self, fact: int) -> Cell:
        return self._boards.places[fact][0]

    def _price(self, rules: Iterable[int]) -> int:
        return sum(self.prices[rule] for rule in rules)

    def _single(self) -> Reason | None:
        """The cheapest rule that alone says something; of several, the one that says most."""
        found: dict[int, list[int]] = {}
        for fact in sorted(self.aims):
            for rule in self._alone(fact):
                found.setdefault(rule, []).append(fact)
        if not found:
            return None
        rule = min(found, key=lambda rule: (self.prices[rule], -self._placed(found[rule]), rule))
        price = self.prices[rule]
        return Reason(price, (rule,), tuple(found[rule]), at_least=price, choices=len(found))

    def _alone(self, fact: int) -> list[int]:
        """The rules that alone rule a fact out; each breaks all witnesses against it."""
        singles, supports = self._singles[fact], self._supports[fact]
        for rule in self._witnesses.breaking_all(fact):
            supported = rule in supports and not supports[rule] & self._ruled_out
            if not supported and rule not in singles:
                if self._boards.any_keeps([rule], fact):
                    self._support(rule)
                else:
                    singles.append(rule)
        return singles

    def _support(self, rule: int) -> None:
        """The board just found keeps the rule, which alone rules out none of its facts."""
        held = self._boards.speaks_of(rule).intersection(self._boards.last())
        board = sum(1 << fact for fact in held)
        for fact in held & self.aims:
            self._supports[fact][rule] = board

    def _placed(self, facts: list[int]) -> float:
        """How much is won: cells that are decided count most."""
        cells: dict[Cell, int] = {}
        for fact in facts:
            cells[self._cell(fact)] = cells.get(self._cell(fact), 0) + 1
        decided = 0
        for cell, gone in cells.items():
            held = self._boards.numbers[cell].values()
            decided += sum(not self._ruled_out >> fact & 1 for fact in held) == gone + 1
        return decided + len(facts) / 1000

    def _several(self, most: int, work: int | None = None) -> Reason | None:
        """The cheapest reason of two rules or more: always ask for a fact that may have it.

        None where all cost more than that, or where it takes more work than that.
        """
        self._witnesses.tidy()
        self._found, self._nodes, self._work = None, {}, 0
        self._at_least = 2 * self._cheapest_rule
        queue = [(self._at_least, fact) for fact in sorted(self.aims)]
        while work is None or self._work < work:
            self._deadline.left()
            self._at_least, fact = queue[0]
            if self._found and self._found.price <= min(self._at_least, most):
                self._last_price = self._found.price
                return self._found._replace(at_least=self._found.price)
            if self._at_least > most:
                return None
            bound = self._ask(fact, min(self._budget(self._at_least), most))
            if bound:
                heapreplace(queue, (bound, fact))
        return None

    def _ask(self, fact: int, most: int) -> int | None:
        """Put rules for that price to the solver; or say what those for a fact cost at least."""
        nodes = self._nodes.setdefault(fact, MANY_NODES)
        self._work += LONG_WORK if self._witnesses.was_long(fact) else 1
        try:
            bound, rules = self._witnesses.break_all(fact, most, nodes)
        except LongSearch:
            self._work += nodes // NODES_OF_A_QUESTION
            self._nodes[fact] = 2 * nodes
            self._guess(fact)
            return None
        if not rules:
            return bound
        if not self._boards.any_keeps(rules, fact):
            self._keep(fact)
        else:
            self._add_witness(fact)
            if self._witnesses.was_long(fact):
                self._guess(fact)
        return None

    def _budget(self, price: int) -> int:
        """How dear rules are looked for at once, where none cost less than that."""
        if price < FEW_RULES * self._cheapest_rule:
            return price
        budget = max(price + self._cheapest_rule // 2, self._last_price - 1)
        return max(price, min(budget, self._found.price - 1) if self._found else budget)

    def _add_witness(self, fact: int) -> None:
        """From the board just found, which holds the fact."""
        board = self._boards.best(fact)
        self._witnesses.add(self._boards.differing(board.held), board.broken)

    def _keep(self, fact: int) -> None:
        """No board was found that holds the fact: the rules to blame are a reason."""
        rules = self._boards.blamed()
        price = self._price(rules)
        if not self._found or price < self._found.price:
            self._found = Reason(price, tuple(rules), (fact,), at_least=0)

    def _guess(self, fact: int) -> None:
        """Dearer rules that break all witnesses lead to more witnesses, and at last to a reason."""
        for _ in range(MOST_GUESSES):
            self._deadline.left()
            if not self._boards.any_keeps(self._witnesses.break_quickly(fact), fact):
                self._keep(fact)
                return
            self._add_witness(fact)

    def _hasty(self) -> Reason:
        """Any reason, as short as leaving out rules one by one makes it."""
        hopeful = sorted(self.aims, key=lambda fact: (self._witnesses.bound(fact), fact))
        tried = []
        for fact in hopeful[:HASTY_TRIES]:
            self._guess(fact)
            tried.append(self._irreducible(fact, range(len(self.rules))))
        if self._found:
            (fact,) = self._found.facts
            tried.append(self._irreducible(fact, self._found.rules))
        return min(tried, key=lambda reason: reason.price)

    def _irreducible(self, fact: int, rules: Collection[int]) -> Reason:
        """Some of these rules, which rule the fact out."""
        possible = self._boards.any_keeps(rules, fact)
        assert not possible, "what is aimed at is false in every solution"
        blamed = self._boards.blamed()
        for rule in [*blamed]:
            rest = [i for i in blamed if i != rule]
            if rule in blamed and not self._boards.any_keeps(rest, fact):
                blamed = self._boards.blamed()
        return Reason(self._price(blamed), tuple(blamed), (fact,), at_least=self._at_least)
