"""Weighted hitting sets: cheap rules of which at least one is in each of some sets of rules.

Rules and sets have numbers; collections of either are bits of an integer. The search is branch and
bound. The lower bound comes from disjoint sets: each of them needs a rule of its own.
"""

import ctypes
from array import array
from collections.abc import Collection, Sequence

from ..engines import native as compiled
from ..engines.native import TOO_LONG, address, checked

# Searches that take more nodes than that are long.
FEW_NODES = 500
# All rules together cost no more, so that sums of costs are small numbers in C too.
MOST_COST = 100_000_000

FOUND = 1  # as in hitting_sets.c


class NodeLimitReached(Exception):
    """The search was given up; with more sets to hit it will be shorter."""


class HittingSets:
    """A growing collection of sets of rules, and the searches for rules that hit some of them."""

    def __init__(self, costs: Sequence[int]) -> None:
        if min(costs, default=1) < 1 or sum(costs) > MOST_COST:
            raise ValueError(f"expected costs from 1, up to {MOST_COST} together")
        self.was_long = False
        """Whether the last search took many nodes."""
        self.nodes = 0
        """How many nodes all searches took."""
        self._costs, self._possible_costs = array("i", costs), _possible_costs(costs)
        self._min_cost = min(costs, default=1)
        self._clear()

    def _clear(self) -> None:
        self.sizes: list[int] = []
        """By set, how many rules it has."""
        self._rules_of: list[list[int]] = []  # by set
        self._masks: list[int] = []  # by set, its rules as bits
        self._sets_of = [0] * len(self._costs)  # by rule, the sets that it hits, as bits
        # The same for C: the rules of all sets, and where those of each begin.
        self._flat, self._starts = array("i"), array("i", [0])

    def add(self, rules: Collection[int]) -> int:
        """One more set, as a bit."""
        rules = sorted({*rules})
        if not rules or rules[0] < 0 or rules[-1] >= len(self._costs):
            raise ValueError(f"expected rules from 0 to {len(self._costs) - 1}; found {rules}")
        added, mask = 1 << len(self.sizes), 0
        for rule in rules:
            self._sets_of[rule] |= added
            mask |= 1 << rule
        self._rules_of.append(rules)
        self._masks.append(mask)
        self.sizes.append(len(rules))
        self._flat.extend(rules)
        self._starts.append(len(self._flat))
        return added

    def retain(self, numbers: Sequence[int]) -> None:
        """Drop all sets but these, and number them from 0 in this order."""
        if not {*numbers} <= {*range(len(self._rules_of))}:
            raise ValueError(f"expected sets below {len(self._rules_of)}; found {[*numbers]}")
        kept = [self._rules_of[i] for i in numbers]
        self._clear()
        for rules in kept:
            self.add(rules)

    def common(self, sets: int) -> list[int]:
        """The rules each of which hits all these sets."""
        self._check(sets)
        rules = self._rules_of[_lowest_bit(sets)] if sets else ()
        return [rule for rule in rules if not sets & ~self._sets_of[rule]]

    def greedy_hitting_set(self, sets: int) -> list[int]:
        """Rules that hit all these sets, found at once but not the cheapest.

        Of the rules of the first set not yet hit, the one that hits most sets for its cost.
        """
        self._check(sets)
        found = []
        while sets:
            best, most, cost = 0, 0, 1
            for rule in self._rules_of[_lowest_bit(sets)]:
                count = (sets & self._sets_of[rule]).bit_count()
                if count * cost > most * self._costs[rule]:
                    best, most, cost = rule, count, self._costs[rule]
            found.append(best)
            sets &= ~self._sets_of[best]
        return found

    def hitting_set(self, sets: int, budget: int, nodes: int) -> tuple[int, list[int]]:
        """Rules within the budget that hit all these sets, and their cost.

        If there are none, a lower bound on the cost, and no rules. Beyond the nodes,
        NodeLimitReached.
        """
        self._check(sets)
        budget = max(0, min(budget, MOST_COST))
        search = self._search_in_c if compiled.LIBRARY else self._search_in_python
        found, excess, nodes_left = search(sets, budget, nodes)
        self.was_long = nodes - nodes_left > FEW_NODES
        self.nodes += nodes - nodes_left
        if nodes_left < 0:
            raise NodeLimitReached
        if found is None:
            return self._next_possible_cost(budget + excess), []
        return sum([self._costs[rule] for rule in found]), found

    def _check(self, sets: int) -> None:
        if sets < 0 or sets >> len(self._rules_of):
            raise ValueError(f"expected sets below {len(self._rules_of)} as bits")

    def _search_in_python(self, sets: int, budget: int, nodes: int) -> "Result":
        rules_of, masks = self._rules_of, self._masks
        search = _Search(rules_of, masks, self._sets_of, self._costs, self._min_cost, nodes)
        found = search.search(sets, 0, budget) if sets else []
        return found, search.excess, search.nodes

    def _search_in_c(self, sets: int, budget: int, nodes: int) -> "Result":
        assert compiled.LIBRARY, "asked only where it is there"
        nodes_left, count_or_bound = ctypes.c_int64(nodes), ctypes.c_int()
        found = (ctypes.c_int * (len(self._costs) + 1))()
        result = checked(
            compiled.LIBRARY.hitting_set(
                len(self._rules_of),
                address(self._starts),
                address(self._flat),
                sets.to_bytes(len(self._rules_of) // 64 * 8 + 8, "little"),
                len(self._costs),
                address(self._costs),
                self._min_cost,
                budget,
                ctypes.byref(nodes_left),
                ctypes.byref(count_or_bound),
                found,
            )
        )
        assert result != TOO_LONG or nodes_left.value < 0
        rules = found[: count_or_bound.value] if result == FOUND else None
        return rules, count_or_bound.value - budget, nodes_left.value

    def _next_possible_cost(self, cost: int) -> int:
        """The least that some rules can cost together, from that cost on."""
        more = self._possible_costs >> cost
        return cost + (more & -more).bit_length() - 1 if more else cost


# Rules, if there are any; else by how much any exceed the budget; and how many nodes are left.
Result = tuple[list[int] | None, int, int]


class _Search:
    """What hitting_sets.c does: the same nodes in the same order."""

    def __init__(
        self,
        rules_of: list[list[int]],
        masks: list[int],
        sets_of: list[int],
        costs: Sequence[int],
        min_cost: int,
        nodes: int,
    ) -> None:
        self.excess = MOST_COST
        self.nodes = nodes
        self._rules_of, self._masks, self._sets_of = rules_of, masks, sets_of
        self._costs, self._min_cost = costs, min_cost
        # By set, those disjoint from it, and the cost of its cheapest rule.
        self._disjoint: dict[int, tuple[int, int]] = {}

    def search(self, unhit: int, excluded: int, budget: int) -> list[int] | None:
        """Rules within the budget, none of them excluded, that hit all sets not yet hit."""
        self.nodes -= 1
        if self.nodes < 0 or not self._bound_allows(unhit, budget):
            return None
        if budget < 3 * self._min_cost:
            return self._one_or_two(unhit, excluded, budget)
        tried: list[int] = []
        for rule in self._branches(unhit, excluded, budget):
            if not self._dominated(unhit, rule, tried):
                rest = unhit & ~self._sets_of[rule]
                found = self.search(rest, excluded, budget - self._costs[rule]) if rest else []
                if found is not None:
                    return [*found, rule]
                if self.nodes < 0:
                    return None
            tried.append(rule)
            excluded |= 1 << rule
        return None

    def _exceeds(self, by: int) -> None:
        self.excess = min(self.excess, by)

    def _bound_allows(self, unhit: int, budget: int) -> bool:
        """Whether the lower bound is within the budget: disjoint sets need a rule each."""
        bound = 0
        while unhit:
            one = _lowest_bit(unhit)
            if one not in self._disjoint:
                sharing = 0
                for rule in self._rules_of[one]:
                    sharing |= self._sets_of[rule]
                cheapest = min([self._costs[rule] for rule in self._rules_of[one]])
                self._disjoint[one] = ~sharing, cheapest
            disjoint, cost = self._disjoint[one]
            bound += cost
            unhit &= disjoint
        if bound > budget:
            self._exceeds(bound - budget)
        return bound <= budget

    def _one_or_two(self, unhit: int, excluded: int, budget: int) -> list[int] | None:
        """One rule that hits all, or two, where the budget does not reach for a third."""
        least = 3 * self._min_cost
        for rule in self._allowed(unhit, excluded):
            excluded |= 1 << rule
            found, cost = [rule], self._costs[rule]
            if rest := unhit & ~self._sets_of[rule]:
                others = self._hitting_all(rest, ~excluded)
                if not others:
                    continue
                other = min(bits(others), key=self._costs.__getitem__)
                found, cost = [rule, other], cost + self._costs[other]
            if cost <= budget:
                return found
            least = min(least, cost)
        self._exceeds(least - budget)
        return None

    def _hitting_all(self, unhit: int, rules: int) -> int:
        """Those of the rules each of which hits all these sets."""
        while unhit and rules:
            rules &= self._masks[_lowest_bit(unhit)]
            unhit &= unhit - 1
        return rules

    def _allowed(self, unhit: int, excluded: int) -> list[int]:
        """The rules of the first set, but for those excluded."""
        return [rule for rule in self._rules_of[_lowest_bit(unhit)] if not excluded >> rule & 1]

    def _branches(self, unhit: int, excluded: int, budget: int) -> list[int]:
        """The rules of the first set that are within the budget, those that hit most first."""
        found = []
        for rule in self._allowed(unhit, excluded):
            if self._costs[rule] > budget:
                self._exceeds(self._costs[rule] - budget)
            else:
                found.append(rule)
        return sorted(found, key=lambda rule: -(unhit & self._sets_of[rule]).bit_count())

    def _dominated(self, unhit: int, rule: int, tried: list[int]) -> bool:
        """Whether a rule that was tried hits all that this one hits, and costs no more."""
        hit = unhit & self._sets_of[rule]
        return any(
            not hit & ~self._sets_of[other] and self._costs[other] <= self._costs[rule]
            for other in tried
        )


def _possible_costs(costs: Sequence[int]) -> int:
    """All sums of some of these costs, each any number of times, as bits."""
    found, total = 1, sum(costs)
    for cost in {*costs}:
        times = cost
        while times <= total:
            found |= found << times
            times *= 2
    return found


def _lowest_bit(number: int) -> int:
    return (number & -number).bit_length() - 1


def bits(number: int) -> list[int]:
    """Which bits are set."""
    found = []
    while number:
        found.append((number & -number).bit_length() - 1)
        number &= number - 1
    return found
