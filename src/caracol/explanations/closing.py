"""How far steps lead that cost no more than a limit, taken in whatever order: what levels need.

A walk looks for the cheapest step each time. Here any step within the limit will do, and nothing is
put into words, so the same is known sooner: what is known only grows, and no step within the limit
is lost by taking another first. What single rules say is found by unit propagation on clauses over
facts alone, each of which belongs to one rule; what they leave open, and steps of several rules, by
counterexamples as in `reasons.py`.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, islice

from .. import registry
from ..deadline import NEVER, Deadline
from ..engines.sat.solvers import MainSolver, load, propagator
from ..kinds import Domains, Is
from ..kinds.numbering import numbering
from ..model import Rule
from ..puzzle import Fact, Puzzle, Shape, Values
from .correction_sets import CorrectionSets
from .counterexamples import Counterexamples
from .hitting_sets import NodeLimitReached
from .thoughts import BLANK, settling_rules, thoughts

# Of a rule that has more direct clauses than that, the others are left to counterexamples.
MOST_CLAUSES = 2000
# A search for a hitting set first takes that many nodes, then twice as many, and so on.
NODES = 30_000
# Reasons are first looked for that cost no more than that many of the cheapest rules.
FIRST_LIMIT = 3


class TooLong(Exception):
    """It takes more work to tell than was allowed."""


class Sight:
    """What single rules of a shape say at a glance, whatever the puzzle."""

    def __init__(self, family: str, shape: Shape) -> None:
        empty = Puzzle(family, shape)
        settling = settling_rules(empty)
        self.domains = domains = registry.model(family, shape).cells
        if settling:
            self.domains = domains = {cell: (*held, BLANK) for cell, held in domains.items()}
        self.facts = numbering(domains)
        self.size = self._top = len(self.facts)
        self._solver = MainSolver()
        self._propagate = propagator(self._solver)
        for held in self.facts.numbers.values():
            self._load([tuple(held.values()), *combinations([-i for i in held.values()], 2)])
        # The costs of rules, of those that demand something of cells, and of those of which
        # propagation does not find all they say.
        self._costs, self._demanding, self._beyond = set[int](), set[int](), set[int]()
        # By what rules cost and by clue, a literal that demands them.
        self._of_cost: dict[int, int] = {}
        self._of_clue: dict[Rule, int] = {}
        for rule in (*thoughts(empty), *settling):
            if rule.cost not in self._of_cost:
                self._of_cost[rule.cost] = self._new()
            self._write(rule, self._of_cost[rule.cost])

    def _new(self) -> int:
        self._top += 1
        return self._top

    def _load(self, clauses: Iterable[Sequence[int]]) -> None:
        load(self._solver, clauses)

    def _write(self, rule: Rule, selector: int) -> None:
        """Some clauses of the rule, all of them if these are not too many."""
        direct = [*islice(rule.constraint.direct(self.domains) or (), MOST_CLAUSES + 1)]
        literal, few = self.facts.literal, direct[:MOST_CLAUSES]
        self._load([*map(literal, one), -selector] for one in few)
        self._costs.add(rule.cost)
        # Whether a cell is blank is asked only where one value is left besides.
        is_plain = rule.constraint.is_plain or len(rule.constraint.cells) == 1
        if not (few == direct and direct and is_plain):
            self._beyond.add(rule.cost)
        if any(fact.holds or fact.value == BLANK for one in direct for fact in one):
            self._demanding.add(rule.cost)

    @property
    def is_sharp(self) -> bool:
        """Whether all that single rules say is seen."""
        return not self._beyond

    def is_all(self, most: int, *, blank: bool) -> bool:
        """Whether rules within that cost say no more than what is seen.

        One alone does not if propagation finds all that it says. Several take the cheapest two, and
        where all open cells may be blank, one of them demands something: what others forbid is
        kept by a board that is blank but for what is settled and one more fact, or one of them
        rules the fact out alone.
        """
        first = min(self._demanding if blank else self._costs, default=0)
        several = first + min(self._costs, default=0)
        return most < min([several, *self._beyond])

    def selectors(self, clues: Iterable[Rule], most: int) -> list[int]:
        """Literals that demand all rules, and those of the clues, that cost no more than that."""
        found = [literal for cost, literal in self._of_cost.items() if cost <= most]
        for clue in clues:
            if clue not in self._of_clue:
                self._of_clue[clue] = self._new()
                self._write(clue, self._of_clue[clue])
            if clue.cost <= most:
                found.append(self._of_clue[clue])
        return found

    def seen(self, selectors: list[int], gone: Iterable[int]) -> set[int]:
        """The facts that are false, once it is seen what follows from those that are gone."""
        _, implied = self._propagate([*selectors, *(-fact for fact in gone)])
        top = len(self.facts)
        return {-literal for literal in implied if -top <= literal < 0}


class Closing:
    """A puzzle with one solution and how much of it is found by steps within a limit."""

    def __init__(
        self, puzzle: Puzzle, board: Values, deadline: Deadline = NEVER, sight: Sight | None = None
    ) -> None:
        """The sight can be shared by puzzles of a shape."""
        self._puzzle, self._board, self._deadline = puzzle, board, deadline
        self._sight = sight or Sight(puzzle.family, puzzle.shape)
        clues = registry.clues(puzzle)
        self._clues = [rule for rule in thoughts(puzzle) if rule.place]
        self._gone: set[int] = set()
        self._search: _Search | None = None  # until something does not follow from single rules
        for rule in clues:
            self.give(rule)

    @property
    def left(self) -> Domains:
        """What each cell may still hold; where that costs something to see, also nothing."""
        return {
            cell: tuple(value for value, number in held.items() if number not in self._gone)
            for cell, held in self._sight.facts.numbers.items()
        }

    def glance(self, most: int) -> int:
        """See what single rules within a cost say; how many facts are open then."""
        selectors = self._sight.selectors(self._clues, most)
        self._learn(self._sight.seen(selectors, self._gone) - self._gone)
        return len(self._sight.facts) - len(self._sight.facts.numbers) - len(self._gone)

    @property
    def _may_be_blank(self) -> bool:
        """Whether all open cells may."""
        return all(held[-1] == BLANK for held in self.left.values() if len(held) > 1)

    def give(self, rule: Rule) -> None:
        """A clue that says what a cell is; nothing is done about others."""
        constraint = rule.constraint
        if isinstance(constraint, Is):
            held = self._sight.facts.numbers[constraint.cell]
            self._learn(number for value, number in held.items() if value != constraint.value)

    def reaches(self, most: int, work: int | None = None) -> bool:
        """Go on with steps that cost no more than that; whether they lead to the end.

        TooLong where that takes more work, counted in counterexamples.
        """
        while self.glance(most):
            if not self._search:
                if self._sight.is_all(most, blank=self._may_be_blank):
                    return False
                self._search = self._searching()
            facts = self._search.step(most, work)
            if not facts:
                return False
            self._learn(map(self._number, facts))
        return True

    def _searching(self) -> "_Search":
        puzzle = self._puzzle
        rules = (*thoughts(puzzle), *settling_rules(puzzle))
        return _Search(self.left, rules, self._board, self._deadline)

    def _number(self, fact: Fact) -> int:
        return self._sight.facts.numbers[fact.cell][fact.value]

    def _learn(self, gone: Iterable[int]) -> None:
        new = {*gone} - self._gone
        self._gone |= new
        if self._search:
            places = self._sight.facts.places
            self._search.rule_out(Fact(*places[number]) for number in sorted(new))


class _Search:
    """Looks for reasons within a limit against the facts that are open; these only become fewer."""

    def __init__(
        self, left: Domains, rules: Sequence[Rule], board: Values, deadline: Deadline
    ) -> None:
        constraints = [rule.constraint for rule in rules]
        self._deadline, self._costs = deadline, [rule.cost for rule in rules]
        self._counterexamples = Counterexamples(left, constraints, board, deadline)
        self._sets = CorrectionSets(self._costs)
        self._work = 0
        self._open: set[int] = set()
        self._left = {cell: {*held} for cell, held in left.items()}
        wrong = (
            Fact(cell, value)
            for cell, held in left.items()
            for value in held
            if value not in (board[cell], BLANK)
        )
        self._add([*wrong, *self._blank(left)])

    def _number(self, fact: Fact) -> int:
        return self._counterexamples.numbers[fact.cell][fact.value]

    def _add(self, facts: Iterable[Fact]) -> None:
        for number in map(self._number, facts):
            if number not in self._open:
                self._open.add(number)
                broken = self._counterexamples.with_one_change(number).broken
                self._sets.add([number], broken)

    def _blank(self, cells: Iterable[str]) -> Iterator[Fact]:
        """That cells are blank of which nothing else is left but one value."""
        for cell in cells:
            if len(self._left[cell]) == 2 and BLANK in self._left[cell]:
                yield Fact(cell, BLANK)

    def rule_out(self, facts: Iterable[Fact]) -> None:
        facts = list(facts)
        for fact in facts:
            number = self._number(fact)
            self._counterexamples.rule_out(number)
            self._sets.rule_out(number, self._counterexamples.distinguishing(number))
            self._open.discard(number)
            self._left[fact.cell].discard(fact.value)
        self._add(self._blank(dict.fromkeys(fact.cell for fact in facts)))

    def step(self, most: int, work: int | None) -> list[Fact]:
        """What some rules within the limit rule out together; nothing where none do.

        Cheap ones are sooner found, or known not to be there.
        """
        places, bound = self._counterexamples.places, self._sets.lower_bound
        limit = min(most, FIRST_LIMIT * min(self._costs, default=1))
        while True:
            for fact in sorted(
                self._open, key=lambda i: (bound(i), len(self._left[places[i][0]]), i)
            ):
                rules = self._reason(fact, limit, work)
                if rules:
                    return [Fact(*places[found]) for found in self._implied(rules)]
            if limit == most:
                return []
            limit = min(most, limit * 3 // 2)

    def _reason(self, fact: int, most: int, work: int | None) -> list[int]:
        """Rules within the limit that rule a fact out; none where no such rules do."""
        nodes = NODES
        while True:
            self._deadline.check()
            if work is not None and self._work > work:
                raise TooLong
            try:
                _, rules = self._sets.hitting_set(fact, most, nodes)
            except NodeLimitReached:
                nodes *= 2
                rules = self._sets.greedy_hitting_set(fact)
            if not rules:
                return []
            if not self._counterexamples.find(rules, fact):
                core = self._counterexamples.core()
                if sum(self._costs[rule] for rule in core) <= most:
                    return core
            else:
                self._work += 1
                grown = self._counterexamples.grown(fact)
                self._sets.add(self._counterexamples.differing(grown.facts), grown.broken)

    def _implied(self, rules: list[int]) -> list[int]:
        """The open facts that the rules rule out."""
        scope = set[int]().union(*map(self._counterexamples.scope, rules))
        left, found = sorted(scope & self._open), list[int]()
        while left:
            fact = left.pop()
            if self._counterexamples.find(rules, fact):
                held = {*self._counterexamples.last_facts()}
                left = [other for other in left if other not in held]
            else:
                found.append(fact)
        return found
