"""The fewest rules that cannot all be kept: a smallest unsatisfiable subset.

First an irreducible conflict is found by deletion: rules are left out one by one until none can be.
Then, as long as there is time, a smallest one is looked for by implicit hitting sets: the rules
that a board breaks are a correction set, which every conflict must hit, so a smallest hitting set
of the correction sets so far is kept by one more board, or it is the answer.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..deadline import Deadline
from ..engines.sat.deletion import deletion
from ..engines.sat.encoder import encoder
from ..engines.sat.solvers import MainSolver, briefly, load, solve
from ..kinds import Constraint, Domains
from ..puzzle import OutOfTime
from .hitting_sets import HittingSets, NodeLimitReached

# The nodes of a search for a smallest hitting set: doubled each time they are not enough.
NODES = 30_000
# Unless a deadline comes first, the search for fewer rules ends after these boards or nodes, some
# seconds: a clock would end it sometimes here, sometimes there.
MOST_BOARDS, MOST_NODES = 3_000, 4_000_000
# In how many other orders rules are left out, which may lead to fewer.
ORDERS = 20


@dataclass(frozen=True, slots=True)
class Conflict:
    """Rules, by number, that cannot all be kept."""

    rules: tuple[int, ...]
    irreducible: bool  # whether none of them can be left out
    smallest: bool  # whether no fewer rules are in conflict


def conflict(domains: Domains, rules: Sequence[Constraint], deadline: Deadline) -> Conflict:
    """As few of the rules as can be found in time that cannot all be kept; all together cannot.

    Raise OutOfTime where not even all rules are known to be in conflict by then.
    """
    search = _Search(domains, rules, deadline)
    try:
        search.delete(search.core(range(len(rules))))
        search.delete_in_other_orders()
        search.minimize()
    except OutOfTime:
        if not search.best:
            raise
    return Conflict(tuple(sorted(search.best)), search.irreducible, search.smallest)


class _Search:
    def __init__(self, domains: Domains, rules: Sequence[Constraint], deadline: Deadline) -> None:
        self._deadline = deadline
        self._solver = MainSolver()
        out = encoder(domains)
        self._selectors: list[int] = []
        for rule in rules:
            deadline.check()
            self._selectors.append(out.selector(rule))
            load(self._solver, out.take())
        self.best: list[int] = []
        self.irreducible = self.smallest = False

    def core(self, rules: Iterable[int]) -> list[int] | None:
        """An unsatisfiable core of the rules; None if all can be kept."""
        rules = list(rules)
        if solve(self._solver, [self._selectors[i] for i in rules], self._deadline):
            return None
        core = set(self._solver.get_core() or ())
        return [i for i in rules if self._selectors[i] in core]

    def delete(self, rules: list[int] | None) -> None:
        """Reduce a conflict by deletion, from its last rule to the first."""
        assert rules is not None, "all rules together are in conflict"
        kept = rules
        for state in deletion(rules, lambda _, rest: self.core(rest)):
            kept = state.kept
            if not self.irreducible:
                self.best = kept
        if not self.irreducible or len(kept) < len(self.best):
            self.best, self.irreducible = kept, True

    def delete_in_other_orders(self) -> None:
        rng = random.Random(0)
        every = list(range(len(self._selectors)))
        for _ in range(ORDERS):
            rng.shuffle(every)
            self.delete(self.core(every))

    def minimize(self) -> None:
        """Look for a smallest conflict by implicit hitting sets, unless it takes too long."""
        sets = HittingSets([1] * len(self._selectors))
        every = boards = 0
        nodes, spent, at_least = NODES, 0, 1
        while boards < MOST_BOARDS and spent < MOST_NODES:
            self._deadline.check()
            if at_least >= len(self.best):
                self.smallest = True
                return
            chosen: list[int] = []
            if every:
                try:
                    at_least, chosen = sets.hitting_set(every, at_least, nodes)
                except NodeLimitReached:
                    spent, nodes = spent + nodes, 2 * nodes
                    continue
                if not chosen:
                    continue
            found = self.core(chosen)
            if found is not None:
                self.best, self.smallest = found, True
                return
            every |= sets.add(self._correction_set())
            boards += 1

    def _correction_set(self) -> list[int]:
        """The rules that some board breaks, few of them, grown from the solver's board.

        Where it takes long to find out whether one more can be kept, it counts as broken.
        """
        held = set(self._solver.get_model())
        kept = {selector for selector in self._selectors if selector in held}
        broken = []
        for i, selector in enumerate(self._selectors):
            self._deadline.check()
            if selector not in held and briefly(self._solver, [*kept, selector]):
                held = set(self._solver.get_model())
            if selector in held:  # perhaps by chance, and not for long unless it is asked for
                kept.add(selector)
            else:
                broken.append(i)
        return broken
