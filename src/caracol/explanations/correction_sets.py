"""Correction sets by fact, and lower bounds on the cost of reasons that follow from them."""

from collections.abc import Collection, Iterable, Sequence
from operator import itemgetter
from typing import NamedTuple

from .hitting_sets import HittingSets, bits

# Sets are compacted again when their number has grown by this factor.
GROWTH = 1.3


class Bound(NamedTuple):
    """What the reasons for a fact cost at least, proved when `known` facts were known."""

    cost: int
    known: int


class CorrectionSets:
    """For each fact the rules broken by each counterexample that holds it.

    A reason against the fact is a hitting set of these. As more becomes known, counterexamples
    become obsolete; but every reason made possible by that has a rule that distinguishes a fact
    that has become known. So below an earlier bound, the rules touched since then are one more
    set to hit.
    """

    def __init__(self, costs: Sequence[int]) -> None:
        self._sets = HittingSets(costs)
        self._sets_of: dict[int, int] = {}  # by fact, as bits
        self._obsolete = self._compact_above = 0
        self._touched: list[int] = []  # by known fact, the rules that it may have made stronger
        self._touched_since: dict[int, int] = {}  # by number of known facts, the set of such rules
        self._bounds: dict[int, list[Bound]] = {}  # by fact, falling, the latest last
        self._long: set[int] = set()  # the facts for which a search was long

    def add(self, facts: Iterable[int], broken: Collection[int]) -> None:
        """A counterexample breaks only these rules and holds these facts, false in the solution."""
        added = self._sets.add(broken)
        for fact in facts:
            self._sets_of[fact] = self._sets_of.get(fact, 0) | added

    def rule_out(self, fact: int, distinguishing: Iterable[int]) -> None:
        """The fact is known to be false, which these rules may make use of."""
        self._obsolete |= self._sets_of.pop(fact, 0)
        self._touched.append(sum(1 << rule for rule in distinguishing))
        self._drop_touched()

    def compact(self) -> None:
        """Drop obsolete sets, and put the small ones first, where they bound best."""
        self._drop_touched()
        sizes = self._sets.sizes
        active = [i for i in range(len(sizes)) if not self._obsolete >> i & 1]
        active.sort(key=sizes.__getitem__)
        self._sets.retain(active)
        # The digits of a number begin with its last bit; here there is always a zero before.
        moved = itemgetter(0, *[len(sizes) - i for i in reversed(active)])
        for fact, sets in self._sets_of.items():
            digits = f"{sets:0{len(sizes) + 1}b}"
            self._sets_of[fact] = int("".join(moved(digits)), 2)
        self._obsolete = 0
        self._compact_above = int(GROWTH * len(active)) + 4

    def active(self, fact: int) -> int:
        """Its correction sets as bits; compacted, they have other bits."""
        return self._sets_of[fact] & ~self._obsolete

    def common_rules(self, fact: int) -> list[int]:
        """The rules each of which hits all correction sets of a fact."""
        return self._sets.common(self.active(fact))

    def lower_bound(self, fact: int) -> int:
        """What was last known about the cost of its reasons."""
        bounds = self._bounds.get(fact)
        return bounds[-1].cost if bounds else 0

    def hitting_set(self, fact: int, budget: int, nodes: int) -> tuple[int, list[int]]:
        """Rules within the budget that hit all correction sets of a fact, and their cost.

        If there are none, a lower bound on the cost of its reasons, and no rules. Beyond the
        nodes, NodeLimitReached.
        """
        if len(self._sets.sizes) > self._compact_above:
            self.compact()
        sets = self.active(fact)
        bounds = self._bounds.setdefault(fact, [])
        earlier = next((bound for bound in reversed(bounds) if bound.cost > budget), None)
        if earlier:
            if earlier.known == len(self._touched):
                return earlier.cost, []
            sets |= self._rules_touched_since(earlier.known)
        try:
            cost, rules = self._sets.hitting_set(sets, budget, nodes)
        finally:
            if self._sets.was_long:
                self._long.add(fact)
        if rules:
            return cost, rules
        cost = min(cost, earlier.cost) if earlier else cost
        while bounds and bounds[-1].cost <= cost:
            bounds.pop()
        bounds.append(Bound(cost, len(self._touched)))
        return cost, []

    @property
    def nodes(self) -> int:
        """How many nodes all searches for hitting sets took."""
        return self._sets.nodes

    def was_long(self, fact: int) -> bool:
        """Whether some search for a hitting set of the fact took many nodes."""
        return fact in self._long

    def greedy_hitting_set(self, fact: int) -> list[int]:
        """Rules that hit all correction sets of a fact, found at once but not the cheapest."""
        return self._sets.greedy_hitting_set(self.active(fact))

    def _drop_touched(self) -> None:
        for touched in self._touched_since.values():
            self._obsolete |= touched
        self._touched_since.clear()

    def _rules_touched_since(self, known: int) -> int:
        """The set of all rules touched since that number of facts was known, as a bit."""
        if known not in self._touched_since:
            touched = 0
            for rules in self._touched[known:]:
                touched |= rules
            self._touched_since[known] = self._sets.add(bits(touched))
        return self._touched_since[known]
