"""The fewest rules that cannot all be kept: a smallest unsatisfiable subset.

First rules are left out one by one until none can go. Then, as long as there is time, the smallest
are looked for by implicit hitting sets: every board breaks some rules, one of which must be in each
conflict, so a smallest set of rules that meets all such sets so far is too small, or it is the
answer.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..deadline import Deadline
from ..engines.sat.encoder import Encoder
from ..engines.sat.solvers import MainSolver, briefly, load, solve
from ..model import Constraint, Domains
from ..puzzle import OutOfTime
from .hitting_sets import Breaking, LongSearch

# A search for a smallest set of rules may take so many nodes, and twice as many each time that is
# not enough.
NODES = 30_000
# Unless a deadline comes first, the search for fewer rules ends after so many boards and so many
# nodes, some seconds: a clock would end it sometimes here, sometimes there.
MOST_BOARDS, MOST_NODES = 3_000, 4_000_000
# So often rules are left out in another order, which may lead to fewer.
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
        search.reduce(search.blamed(range(len(rules))))
        search.reduce_in_other_orders()
        search.prove()
    except OutOfTime:
        if not search.best:
            raise
    return Conflict(tuple(sorted(search.best)), search.irreducible, search.smallest)


class _Search:
    def __init__(self, domains: Domains, rules: Sequence[Constraint], deadline: Deadline) -> None:
        self._deadline = deadline
        self._solver = MainSolver()
        encoder = Encoder(domains)
        self._switches: list[int] = []
        for rule in rules:
            deadline.left()
            self._switches.append(encoder.switch(rule))
            load(self._solver, encoder.clauses)
            encoder.clauses.clear()
        self.best: list[int] = []
        self.irreducible = self.smallest = False

    def blamed(self, rules: Iterable[int]) -> list[int] | None:
        """Those of the rules that the solver needs for a conflict; None if all can be kept."""
        rules = list(rules)
        if solve(self._solver, [self._switches[i] for i in rules], self._deadline):
            return None
        core = set(self._solver.get_core() or ())
        return [i for i in rules if self._switches[i] in core]

    def reduce(self, rules: list[int] | None) -> None:
        """Leave out rules of a conflict, from the last to the first, until none can go."""
        assert rules is not None, "all rules together are in conflict"
        if not self.best:
            self.best = rules
        needed: list[int] = []
        while rules:
            rule = rules.pop()
            fewer = self.blamed([*needed, *rules])
            if fewer is None:
                needed.append(rule)
            else:
                core = set(fewer)
                rules = [i for i in rules if i in core]
            if not self.irreducible:
                self.best = [*needed, *rules]
        if not self.irreducible or len(needed) < len(self.best):
            self.best, self.irreducible = needed, True

    def reduce_in_other_orders(self) -> None:
        rng = random.Random(0)
        every = list(range(len(self._switches)))
        for _ in range(ORDERS):
            rng.shuffle(every)
            self.reduce(self.blamed(every))

    def prove(self) -> None:
        """Look for fewer rules until there are none, or it takes too long."""
        sets = Breaking([1] * len(self._switches))
        every = boards = 0
        nodes, spent, at_least = NODES, 0, 1
        while boards < MOST_BOARDS and spent < MOST_NODES:
            self._deadline.left()
            if at_least >= len(self.best):
                self.smallest = True
                return
            chosen: list[int] = []
            if every:
                try:
                    at_least, chosen = sets.cheap(every, at_least, nodes)
                except LongSearch:
                    spent, nodes = spent + nodes, 2 * nodes
                    continue
                if not chosen:
                    continue
            found = self.blamed(chosen)
            if found is not None:
                self.best, self.smallest = found, True
                return
            every |= sets.add(self._correction())
            boards += 1

    def _correction(self) -> list[int]:
        """Rules that some board breaks, few of them, starting from the solver's board.

        Where it takes long to find out whether one more can be kept, it counts as broken.
        """
        held = set(self._solver.get_model())
        kept = {switch for switch in self._switches if switch in held}
        lost = []
        for i, switch in enumerate(self._switches):
            self._deadline.left()
            if switch not in held and briefly(self._solver, [*kept, switch]):
                held = set(self._solver.get_model())
            if switch in held:  # perhaps by chance, and not for long unless it is asked for
                kept.add(switch)
            else:
                lost.append(i)
        return lost
