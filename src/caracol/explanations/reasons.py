"""The cheapest reasons: which rules force something, and a proof that no cheaper ones do.

A reason is a set of rules that, with all that is known, rules out a fact. Each counterexample, a
board on which the fact holds, breaks some rule of it: a reason is a hitting set of the correction
sets, the rules that each counterexample breaks. This is the implicit hitting set algorithm: a cheap
hitting set of the correction sets so far is put to a solver, which finds one more counterexample or
proves that the rules are a reason. When no hitting set within a cost is left, neither is a reason.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from heapq import heapreplace
from typing import NamedTuple

from ..deadline import NEVER, Deadline
from ..engines.sat.deletion import irreducible
from ..kinds import Constraint, Domains
from ..puzzle import Cell, Fact, Values
from .alone import Alone
from .correction_sets import CorrectionSets
from .counterexamples import Counterexamples
from .hitting_sets import NodeLimitReached, bits

# No reasons are looked for that cost more than that many rules of the cheapest kind and one more.
MOST_RULES = 30
# From that many rules on, cheapest hitting sets take long to find: not every cost is tried.
FEW_RULES = 5
# How many greedy hitting sets are tried where the search for a cheap one was long.
MOST_GREEDY_SETS = 20
# The nodes of a first search, which takes about as long as these.
MANY_NODES = 30_000
# The search for one reason ends after MOST_WORK iterations, a second or two. Nodes of searches for
# hitting sets count too, NODES_OF_AN_ITERATION as one. A clock would not always end it at the same.
MOST_WORK, NODES_OF_AN_ITERATION = 2500, 1500
# After that many searches that ended so, reasons are no longer proved cheapest.
MOST_GIVEN_UP = 3
# Then that many facts are tried for a reason that is not proved to be cheapest.
UNPROVED_TRIES = 5


class Reason(NamedTuple):
    """Rules, by number, that together rule out facts, and a proved bound on what any cost."""

    cost: int
    rules: tuple[int, ...]
    facts: tuple[int, ...]
    at_least: int
    choices: int = 1
    """How many rules alone would rule something out."""

    @property
    def proved(self) -> bool:
        """Whether no other rules are cheaper."""
        return self.cost <= self.at_least


class ReasonSearch:
    """Finds the cheapest reason for anything still open; what is known only grows."""

    def __init__(
        self,
        domains: Domains,
        rules: Sequence[Constraint],
        costs: Sequence[int],
        solution: Values,
        deadline: Deadline = NEVER,
        alone: Alone | None = None,
    ) -> None:
        """After the deadline, every search raises OutOfTime.

        `alone` may know more candidates than the domains: those have been ruled out.
        """
        self.rules, self.costs = rules, costs
        self._solution, self._deadline = solution, deadline
        self.targets: set[int] = set()
        """Facts, by number, that are false in the solution and not yet ruled out."""
        self._alone = alone or Alone(domains, rules, deadline.check)
        self._facts = self._alone.numbering
        self._beyond = {*self._alone.beyond}
        self._min_cost = min(costs, default=0)
        self._max_cost = (MOST_RULES + 1) * self._min_cost
        self._ruled_out = ~self._alone.left  # facts as bits
        # By fact and rule, a board that keeps both, as bits: only the cells of the rule.
        self._supports: dict[int, dict[int, int]] = {}
        # By fact, its correction sets when it was last looked at, and the boards of all supports;
        # forgotten when sets are compacted.
        self._looked_at: dict[int, tuple[int, int]] = {}
        self._alike: dict[tuple[int, int], int] = {}  # by rule and fact, which mean the same to it
        # By cell, how many values are left, and how many there were in the beginning.
        self._left = {cell: len(values) for cell, values in domains.items()}
        self._values = {**self._left}
        self._singles: dict[int, list[int]] = {}  # by fact, the rules that alone rule it out
        self._found: Reason | None = None  # the cheapest of several rules so far
        self._nodes: dict[int, int] = {}  # by fact, the limit for its searches
        self._iterations = self._nodes_before = 0  # of the present search, and before it
        self._given_up = 0  # searches that took too many
        self._at_least = 0  # what any reason costs, as far as that search has proved
        self._last_cost = 0  # of the last such reason; the next may cost as much

    # Both are made when they are first needed: single rules may lead to the end.
    @cached_property
    def _counterexamples(self) -> Counterexamples:
        alone = self._alone
        args = alone.domains(), self.rules, self._solution, self._deadline
        return Counterexamples(*args, alone.numbering)

    @cached_property
    def _correction_sets(self) -> CorrectionSets:
        found = CorrectionSets(self.costs)
        for fact in sorted(self.targets):
            self._add_target(found, fact)
        return found

    def _add_target(self, correction_sets: CorrectionSets, fact: int) -> None:
        """The solution but for the cell of a target is a counterexample."""
        self._supports[fact], self._singles[fact] = {}, []
        correction_sets.add([fact], self._counterexamples.with_one_change(fact).broken)

    def number(self, fact: Fact) -> int:
        return self._facts.numbers[fact.cell][fact.value]

    def excluded(self, facts: Iterable[int]) -> list[Fact]:
        """That these are false."""
        return [Fact(*self._facts.places[fact], False) for fact in facts]

    def set_targets(self, facts: Iterable[int]) -> None:
        """Facts to be ruled out: false in every solution."""
        self.targets, self._alone.targets = set(), 0
        self.add_targets(facts)

    def add_targets(self, facts: Iterable[int]) -> None:
        new = {*facts} - self.targets
        self.targets |= new
        for fact in sorted(new):
            self._alone.targets |= 1 << fact
            if "_correction_sets" in self.__dict__:
                self._add_target(self._correction_sets, fact)

    def rule_out(self, facts: Iterable[int]) -> None:
        """From here on, these facts are known to be false."""
        for fact in facts:
            self._alone.rule_out(fact)
            if "_counterexamples" in self.__dict__:
                self._counterexamples.rule_out(fact)
            if "_correction_sets" in self.__dict__:
                distinguishing = self._counterexamples.distinguishing(fact)
                self._correction_sets.rule_out(fact, distinguishing)
            self._ruled_out |= 1 << fact
            self._left[self._cell(fact)] -= 1
            self.targets.discard(fact)

    def cheapest(self) -> Reason:
        """The cheapest reason for anything open; after much work, one that may not be it."""
        single = self._single_rule()
        if not single:
            work = MOST_WORK if self._given_up < MOST_GIVEN_UP else 0
            return self._several_rules(self._max_cost, work) or self._unproved()
        return self._below(single) or single

    def _below(self, single: Reason) -> Reason | None:
        """A reason of several rules that is cheaper than that of one."""
        if single.cost <= 2 * self._min_cost:
            return None
        return self._several_rules(single.cost - 1)

    def cheapest_up_to(self, max_cost: int) -> Reason | None:
        """The cheapest reason, unless it costs more than that, or more than anyone can follow."""
        single = self._single_rule()
        if single and single.cost <= max_cost:
            return self._below(single) or single
        return self._several_rules(min(max_cost, self._max_cost))

    def by_single_rules(self, max_cost: int) -> list[int]:
        """All open facts that some rule of that cost at most rules out alone."""
        said = self._said_alone()
        facts = {fact for rule in said if self.costs[rule] <= max_cost for fact in said[rule]}
        return sorted(facts)

    def implied(self, rules: Collection[int], among: Iterable[int]) -> list[int]:
        """Those facts that the rules rule out, with all that is known."""
        if len(rules) == 1 and self._beyond.isdisjoint(rules):
            (rule,) = rules
            said = self._alone.said().get(rule, 0)
            return [fact for fact in among if said >> fact & 1]
        scope = set[int]().union(*map(self._counterexamples.scope, rules))
        left = sorted(scope.intersection(among))
        found = []
        while left:
            fact = left.pop()
            if self._counterexamples.find(rules, fact):
                held = set(self._counterexamples.last_facts())
                left = [other for other in left if other not in held]
            else:
                found.append(fact)
        return found[::-1]

    def _cell(self, fact: int) -> Cell:
        return self._facts.places[fact][0]

    def _cost(self, rules: Iterable[int]) -> int:
        return sum(self.costs[rule] for rule in rules)

    def _single_rule(self) -> Reason | None:
        """The cheapest rule that alone says something; of several, one that settles a cell."""
        found = self._said_alone()
        if not found:
            return None
        cost = min(self.costs[rule] for rule in found)
        cheapest = (rule for rule in found if self.costs[rule] == cost)
        rule = min(cheapest, key=lambda rule: (*self._rank(rule, found[rule]), rule))
        return Reason(cost, (rule,), tuple(found[rule]), at_least=cost, choices=len(found))

    def _said_alone(self) -> dict[int, list[int]]:
        """By rule the open facts that it rules out alone; only rules that say something."""
        found = {rule: bits(facts) for rule, facts in self._alone.said().items()}
        if self._alone.beyond:
            for fact in sorted(self.targets):
                for rule in self._sufficient_rules(fact):
                    found.setdefault(rule, []).append(fact)
        return found

    def _sufficient_rules(self, fact: int) -> list[int]:
        """The rules, of those that take a solver, that alone rule a fact out; each hits all its
        correction sets."""
        sets = self._correction_sets.active(fact)
        singles, supports = self._singles[fact], self._supports[fact]
        before, boards = self._looked_at.get(fact, (0, 0))
        if sets == before and not boards & self._ruled_out:
            return singles
        boards = 0
        for rule in self._correction_sets.common_rules(fact):
            if rule in singles or rule not in self._beyond:
                continue
            if rule not in supports or not self._has_support(rule, fact):
                if not self._counterexamples.find([rule], fact):
                    singles.append(rule)
                    continue
                self._record_support(rule)
            boards |= supports[rule]
        self._looked_at[fact] = sets, boards
        return singles

    def _has_support(self, rule: int, fact: int) -> bool:
        """Whether the board that was found is still possible, or one that means the same."""
        board = self._supports[fact][rule]
        gone = board & self._ruled_out
        if not gone:
            return True
        for other in bits(gone):
            left = self._like(rule, other) & ~self._ruled_out
            if not left:
                return False
            board ^= 1 << other | left & -left
        self._supports[fact][rule] = board
        return True

    def _like(self, rule: int, fact: int) -> int:
        """The facts about a cell that mean the same to a rule as this one."""
        if (rule, fact) not in self._alike:
            cell, value = self._facts.places[fact]
            distinguishes = self.rules[rule].distinguishes
            others = self._facts.numbers[cell].items()
            like = (1 << i for other, i in others if not distinguishes(cell, value, other))
            self._alike[rule, fact] = sum(like)
        return self._alike[rule, fact]

    def _record_support(self, rule: int) -> None:
        """The board just found keeps the rule, which alone rules out none of its facts."""
        held = self._counterexamples.scope(rule).intersection(self._counterexamples.last_facts())
        board = sum(1 << fact for fact in held)
        for fact in held & self.targets:
            self._supports[fact][rule] = board

    def _rank(self, rule: int, facts: list[int]) -> tuple[bool, int, int]:
        """Among equally cheap rules: cells settled first, then few cells to read, then much said.

        Whatever is known of the cells of a rule counts as read.
        """
        gone = Counter(map(self._cell, facts))
        settles = any(self._left[cell] == count + 1 for cell, count in gone.items())
        left, values = self._left, self._values
        known = sum(left[cell] < values[cell] for cell in {*self.rules[rule].cells})
        return not settles, known, -len(facts)

    def _several_rules(self, max_cost: int, work: int | None = None) -> Reason | None:
        """The cheapest reason of two rules or more.

        Always go on with the fact of the lowest bound. None where all reasons cost more than that,
        or where it takes more work than that.
        """
        self._correction_sets.compact()
        self._looked_at.clear()
        self._found, self._nodes = None, {}
        self._iterations, self._nodes_before = 0, self._correction_sets.nodes
        self._at_least = 2 * self._min_cost
        # Where a cell has two values left, ruling out one of them settles it.
        queue = [
            (self._at_least, self._left[self._cell(fact)] > 2, fact)
            for fact in sorted(self.targets)
        ]
        queue.sort()
        while work is None or self._work_done() < work:
            self._deadline.check()
            self._at_least, settles_nothing, fact = queue[0]
            if self._found and self._found.cost <= min(self._at_least, max_cost):
                self._last_cost = self._found.cost
                return self._found._replace(at_least=self._found.cost)
            if self._at_least > max_cost:
                return None
            bound = self._iterate(fact, min(self._budget(self._at_least), max_cost))
            if bound:
                heapreplace(queue, (bound, settles_nothing, fact))
        self._given_up += 1
        return None

    def _work_done(self) -> int:
        """How much work the present search has taken."""
        nodes = self._correction_sets.nodes - self._nodes_before
        return self._iterations + nodes // NODES_OF_AN_ITERATION

    def _iterate(self, fact: int, budget: int) -> int | None:
        """Put a hitting set to the solver; or, if none is within the budget, a lower bound."""
        nodes = self._nodes.setdefault(fact, MANY_NODES)
        self._iterations += 1
        try:
            bound, rules = self._correction_sets.hitting_set(fact, budget, nodes)
        except NodeLimitReached:
            self._nodes[fact] = 2 * nodes
            self._try_greedy(fact)
            return None
        if not rules:
            return bound
        if not self._counterexamples.find(rules, fact):
            self._record_core(fact)
        else:
            self._add_correction_set(fact)
            if self._correction_sets.was_long(fact):
                self._try_greedy(fact)
        return None

    def _budget(self, cost: int) -> int:
        """What hitting sets may cost that are looked for, where none cost less than that."""
        if cost < FEW_RULES * self._min_cost:
            return cost
        budget = max(cost + self._min_cost // 2, self._last_cost - 1)
        return max(cost, min(budget, self._found.cost - 1) if self._found else budget)

    def _add_correction_set(self, fact: int) -> None:
        """The rules broken by the counterexample just found, once it is grown."""
        grown = self._counterexamples.grown(fact)
        self._correction_sets.add(self._counterexamples.differing(grown.facts), grown.broken)

    def _record_core(self, fact: int) -> None:
        """No counterexample was found: the rules of the core are a reason."""
        rules = self._counterexamples.core()
        cost = self._cost(rules)
        if not self._found or cost < self._found.cost:
            self._found = Reason(cost, tuple(rules), (fact,), at_least=0)

    def _try_greedy(self, fact: int) -> None:
        """Greedy hitting sets lead to more correction sets, and at last to a reason."""
        for _ in range(MOST_GREEDY_SETS):
            self._deadline.check()
            self._iterations += 1
            if not self._counterexamples.find(self._correction_sets.greedy_hitting_set(fact), fact):
                self._record_core(fact)
                return
            self._add_correction_set(fact)

    def _unproved(self) -> Reason:
        """An irreducible reason, not proved to be cheapest."""
        lower_bound = self._correction_sets.lower_bound
        promising = sorted(self.targets, key=lambda fact: (lower_bound(fact), fact))
        tried = []
        for fact in promising[:UNPROVED_TRIES]:
            self._try_greedy(fact)
            tried.append(self._reduced_by_deletion(fact, range(len(self.rules))))
        if self._found:
            (fact,) = self._found.facts
            tried.append(self._reduced_by_deletion(fact, self._found.rules))
        return min(tried, key=lambda reason: reason.cost)

    def _reduced_by_deletion(self, fact: int, rules: Collection[int]) -> Reason:
        """Those of the rules that are left when none can be left out, the first ones first."""

        def core(some: Iterable[int]) -> list[int] | None:
            found = self._counterexamples.find(sorted(some), fact)
            return None if found else self._counterexamples.core()

        start = core(rules)
        assert start is not None, "targets are false in every solution"
        left = sorted(irreducible(reversed(start), core))
        return Reason(self._cost(left), tuple(left), (fact,), at_least=self._at_least)
