"""Chains of consequences: how supposing the contrary of what a step says goes wrong."""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple, TypeGuard

from ..kinds import DONE, Clause, Constraint, Domains, Lazy, Regular, Sum, Together
from ..kinds.automata import DEAD
from ..kinds.numbering import Numbering, numbering
from ..model import Rule
from ..puzzle import Cell, Fact, Value, natural
from .alone import Path
from .entailment import Entailment
from .hitting_sets import bits
from .step import Step

# Limits on cases within cases and on consequences, beyond which nobody follows, and on tries to
# find the cases. Beyond any of them a step is put into words without a chain.
MOST_CASES, MOST_LINKS, MOST_TRIES = 2, 30, 200
# The most suppositions that are tried for the one that goes wrong soonest.
MOST_CONTRARIES = 4
# The same beyond these limits on looks at clauses, some twenty milliseconds, and on the literals
# that it takes to write out the rules. Nearly all chains that are found take fewer looks.
MOST_LOOKS, MOST_LITERALS = 45_000, 300_000
# Clauses are left out that say nothing until as many open cells are settled.
MOST_SETTLED = 12

Link = tuple[Rule | None, list[Fact]]
# The same with literals.
Cause = tuple[Rule | None, tuple[int, ...]]


class _TooLong(Exception):
    """More work than a sentence is worth."""


@dataclass(frozen=True, slots=True)
class Refutation:
    """From a supposition to a contradiction: a rule that is broken, a cell with no value left, or
    several cases each of which ends in one."""

    supposed: Fact
    links: list[Link]
    needs: set[Fact]  # what was known or supposed before and all this rests on
    broken: Rule | None = None
    stuck: Cell = ""
    cases: tuple["Refutation", ...] = ()

    @property
    def length(self) -> int:
        return 1 + len(self.links) + sum(case.length for case in self.cases)


def refutation_of(step: Step, domains: Domains, left: Domains | None = None) -> Refutation | None:
    """How supposing the contrary of what a step derives goes wrong; None if that takes too long.

    Without cases, the shortest for some of the things that it derives; only what is still left
    where it is told is supposed.
    """
    try:
        contraries = [*islice(_contraries(step, left or domains), MOST_CONTRARIES)]
        trail = _Trail(step, domains, contraries)
        found = [trail.refutation(contrary, 0) for contrary in contraries]
        short = [refutation for refutation in found if refutation]
        if short:
            best = min(short, key=lambda refutation: refutation.length)
            return best if best.length <= MOST_LINKS else None
        for depth in range(1, MOST_CASES + 1):
            refutation = trail.refutation(contraries[0], depth)
            if refutation:
                return refutation if refutation.length <= MOST_LINKS else None
    except _TooLong:
        pass
    return None


def _contraries(step: Step, left: Domains) -> Iterator[Fact]:
    """What the step rules out and may still be, of each conclusion one."""
    for cell, value, holds in step.derives:
        gone = (Fact(cell, other) for other in left[cell] if (other == value) is not holds)
        news = (fact for fact in gone if opposite(fact) not in step.reads)
        yield from islice(news, 1)


class _Clauses:
    """The rules of a step as clauses over numbered literals, of the values that it reads as left.

    That a cell holds one value is said by `cells`, not by clauses.
    """

    def __init__(self, step: Step, domains: Domains, contraries: Iterable[Fact]) -> None:
        scope = {cell for rule in step.because for cell in rule.constraint.cells}
        gone = {(cell, value) for cell, value, _ in spelt_out(step.reads, domains)}
        left = {
            cell: tuple(value for value in domains[cell] if (cell, value) not in gone)
            for cell in domains
            if cell in scope
        }
        facts = numbering(left)
        self.fact, self.literal = facts.fact, facts.literal
        self._numbers = facts.numbers
        of_cell = {
            cell: range(min(of.values()), 1 + max(of.values()))
            for cell, of in facts.numbers.items()
        }
        self.cells: list[range] = [*of_cell.values()]
        """The literals of each cell's values."""
        self.cell_of: list[range] = [range(0), *(of_cell[cell] for cell, _ in facts.places[1:])]
        """By variable, from 1."""
        self.clauses: list[tuple[int, ...]] = []
        self.rules: list[Rule] = []
        """Whose clause each is."""
        self.against = defaultdict[int, list[int]](list)
        """For each literal the clauses that hold its opposite, which it makes shorter."""
        self.subtle: list[_Subtle] = []
        """The clauses of rules that say more than unit propagation finds."""
        self.whole: dict[int, Rule] = {}
        """By the identity of a rule or a piece of one, the rule of the step."""
        literals, cuts = 0, _cuts(step, domains)
        idle = _idle_pieces(step, domains, contraries)
        rules = [(whole, rule) for whole in step.because for rule in _in_clauses(whole)]
        for whole, rule in rules:
            self.whole[id(rule)] = whole
            if rule.constraint in idle:
                continue
            first, constraint = len(self.clauses), rule.constraint
            direct: Iterable[tuple[int, ...]] | None
            if isinstance(constraint, Regular):
                direct = self._along(constraint)
            else:
                direct = self._short_ones(cuts.get(constraint) or constraint.direct(left))
            for clause in direct:
                literals += len(clause)
                if literals > MOST_LITERALS:
                    raise _TooLong
                self._add_clause(rule, clause)
            subtle = not constraint.is_plain and constraint not in cuts
            if subtle and len(self.clauses) > first:
                starts = (of_cell[cell].start for cell in rule.constraint.cells)
                held = [literal for first in sorted(starts) for literal in self.cell_of[first]]
                clauses = range(first, len(self.clauses))
                along = _along(constraint, facts) if isinstance(constraint, Regular) else None
                short = [] if along else [*map(self._short, clauses)]
                self.subtle.append(_Subtle(clauses, held, short, along))

    def _short_ones(self, direct: Iterable[Clause] | None) -> Iterator[tuple[int, ...]]:
        """Clauses without what is known; one that is known to hold says nothing."""
        if direct is None:
            raise _TooLong
        for facts in direct:
            clause, settled = [], 0
            for cell, value, holds in facts:
                number = self._numbers[cell].get(value)
                if number:
                    clause.append(number if holds else -number)
                    settled += not holds
                if settled > MOST_SETTLED or not (number or holds):
                    break
            else:
                yield tuple(clause)

    def _along(self, path: Regular) -> Iterator[tuple[int, ...]]:
        """The same of the direct clauses of a path, which have their beginnings in common."""
        automaton, cells = path.automaton, [self._numbers[cell] for cell in path.path]
        waiting: list[tuple[int, int, tuple[int, ...], int]] = [(0, 0, (), 0)]
        while waiting:
            at, state, so_far, settled = waiting.pop()
            if at == len(cells):
                if not automaton.accepts(state):
                    yield so_far
                continue
            targets: dict[int, list[Value]] = {}
            for value in cells[at]:
                targets.setdefault(automaton.move(state, value), []).append(value)
            for target, values in targets.items():
                if target == DEAD:
                    if settled < MOST_SETTLED:
                        yield from ((*so_far, -cells[at][value]) for value in values)
                elif target != DONE and len(values) > 1:
                    others = (number for v, number in cells[at].items() if v not in values)
                    waiting.append((at + 1, target, (*so_far, *others), settled))
                elif target != DONE and settled < MOST_SETTLED:
                    not_made = -cells[at][values[0]]
                    waiting.append((at + 1, target, (*so_far, not_made), settled + 1))

    def _add_clause(self, rule: Rule, clause: tuple[int, ...]) -> None:
        for literal in clause:
            self.against[-literal].append(len(self.clauses))
        self.clauses.append(clause)
        self.rules.append(rule)

    def _short(self, clause: int) -> int:
        """The most literals of a clause that may hold while one supposition makes it say more."""
        starts = [self.cell_of[literal].start for literal in self.clauses[clause] if literal > 0]
        return 1 + max(Counter(starts).values(), default=1)


class _Subtle(NamedTuple):
    """A rule that says more than unit propagation finds."""

    clauses: range
    literals: list[int]
    short: list[int]  # by clause, how many of its literals may hold for one more to say something
    along: Path | None  # of a path, what it rules out


def _along(path: Regular, facts: Numbering) -> Path | None:
    if len({*path.path}) < len(path.path):
        return None
    return Path(path.automaton, [facts.numbers[cell] for cell in path.path])


def _in_clauses(rule: Rule) -> Iterable[Rule]:
    """The rule, or its pieces where these are told more easily."""
    if rule.pieces:
        return rule.pieces()
    if is_corner(rule.constraint):
        assert isinstance(rule.constraint, Together)
        return (replace(rule, constraint=part) for part in rule.constraint.parts)
    return (rule,)


def _idle_pieces(step: Step, domains: Domains, contraries: Iterable[Fact]) -> set[Constraint]:
    """The pieces that it does not take to rule out the contraries: of many, nearly all."""
    pieces = [p.constraint for rule in step.because if rule.pieces for p in rule.pieces()]
    if not pieces:
        return set()
    whole = [rule.constraint for rule in step.because if not rule.pieces]
    with Entailment(domains, whole, pieces=pieces) as entailment:
        used = [entailment.pieces_against(step.reads, fact) for fact in contraries]
    return {*pieces}.difference(pieces[i] for i in set().union(*used))


def _cuts(step: Step, domains: Domains) -> Mapping[Constraint, Sequence[Clause]]:
    """Clauses of lazy rules that are enough for the step."""
    constraints = [rule.constraint for rule in step.because]
    if not any(isinstance(constraint, Lazy) for constraint in constraints):
        return {}
    with Entailment(domains, constraints) as entailment:
        follows = [entailment.implies(step.reads, fact) for fact in step.derives]
        assert all(follows), "a step follows from its reasons"
        return entailment.cuts


class _Trail:
    """What follows, one thing on another, from the facts read and a supposition, inside the rules
    of a step only."""

    def __init__(self, step: Step, domains: Domains, contraries: Iterable[Fact]) -> None:
        self._rules = _Clauses(step, domains, contraries)
        self._tries = self._looks = 0
        # Of each clause, and of each cell's values by the first of them, how many may still hold.
        self._open = [len(clause) for clause in self._rules.clauses]
        self._left = {cell.start: len(cell) for cell in self._rules.cells}
        # Every literal with the rule and the literals it came from; none for what was known before.
        self._why: dict[int, Cause | None] = {}
        for cell in self._rules.cells:
            if len(cell) == 1:
                self._know(cell.start)
        self._read = len(self._why)

    def refutation(self, supposed: Fact, depth: int) -> Refutation | None:
        """What supposing this leads to, with cases nested to that depth; None if nowhere."""
        self._tries += 1
        before, literal = len(self._why), self._rules.literal(supposed)
        self._know(literal)
        broken = self._from_the_start() if before == self._read else self._follow([literal])
        while not broken and (probed := self._probe()):
            broken = self._follow(probed)
        refutation = None
        if broken:
            ended = self._refutation(literal, broken[1], before)
            stuck = self._rules.fact(broken[1][0]).cell
            refutation = replace(ended, broken=broken[0], stuck=stuck)
        elif depth:
            refutation = self._split(literal, depth - 1, before)
        self._forget_from(before)
        return refutation

    def _from_the_start(self) -> Cause | None:
        """What follows from all that is known, also without the supposition."""
        for i, clause in enumerate(self._rules.clauses):
            if len(clause) == 1 and clause[0] not in self._why:
                if -clause[0] in self._why:
                    return self._rules.rules[i], (-clause[0],)
                self._know(clause[0], (self._rules.rules[i], ()))
        return self._follow([*self._why])

    def _know(self, literal: int, cause: Cause | None = None) -> None:
        self._why[literal] = cause
        shorter, still = self._rules.against.get(literal, ()), self._open
        self._looks += len(shorter) + 1
        for clause in shorter:
            still[clause] -= 1
        if literal < 0:
            self._left[self._rules.cell_of[-literal].start] -= 1

    def _forget_from(self, count: int) -> None:
        """Undo all but the first ones."""
        while len(self._why) > count:
            literal, _ = self._why.popitem()
            for clause in self._rules.against.get(literal, ()):
                self._open[clause] += 1
            if literal < 0:
                self._left[self._rules.cell_of[-literal].start] += 1

    def _refutation(self, supposed: int, goal: Iterable[int], before: int) -> Refutation:
        needed, fact = self._needed(goal), self._rules.fact
        known = {supposed, *islice(self._why, before)}
        links = self._links(needed - known)
        return Refutation(fact(supposed), links, {fact(literal) for literal in needed & known})

    def _split(self, supposed: int, depth: int, before: int) -> Refutation | None:
        """The shortest refutation by cases, one for each value left of some cell."""
        best: Refutation | None = None
        for cell in self._rules.cells:
            gone = [-literal for literal in cell if -literal in self._why]
            left = [literal for literal in cell if -literal not in self._why]
            if len(left) < 2 or (best and depth) or self._tries > MOST_TRIES:
                continue
            cases = self._cases(left, depth)
            if cases:
                needs = {fact for case in cases for fact in case.needs - {case.supposed}}
                goal = {*map(self._rules.literal, needs), *gone}
                refutation = replace(self._refutation(supposed, goal, before), cases=cases)
                best = refutation if not best or refutation.length < best.length else best
        return best

    def _cases(self, left: list[int], depth: int) -> tuple[Refutation, ...] | None:
        """How each of these goes wrong, if it does."""
        refutations = []
        for literal in left:
            refutation = self.refutation(self._rules.fact(literal), depth)
            if refutation is None:
                return None
            refutations.append(refutation)
        return tuple(refutations)

    def _follow(self, new: Iterable[int], within: range | None = None) -> Cause | None:
        """All that follows from what is new, up to what cannot be, if that is reached.

        Only some clauses count, if they are given.
        """
        rules, why, still = self._rules, self._why, self._open
        waiting = deque(new)
        while waiting:
            if self._looks > MOST_LOOKS:
                raise _TooLong
            literal = waiting.popleft()
            broken = self._one_value(literal, waiting)
            if broken:
                return broken
            for i in rules.against.get(literal, ()):
                if still[i] > 1 or (within is not None and i not in within):
                    continue
                clause = rules.clauses[i]
                if not still[i]:
                    return rules.rules[i], tuple([-other for other in clause])
                found = next(other for other in clause if -other not in why)
                if found not in why:
                    causes = tuple([-other for other in clause if other != found])
                    self._know(found, (rules.rules[i], causes))
                    waiting.append(found)
        return None

    def _one_value(self, literal: int, waiting: deque[int]) -> Cause | None:
        """What follows because a cell holds one value."""
        cell, why = self._rules.cell_of[abs(literal)], self._why
        if literal > 0:
            for other in cell:
                if other != literal and -other not in why:
                    if other in why:
                        return None, (literal, other)
                    self._know(-other, (None, (literal,)))
                    waiting.append(-other)
        elif self._left[cell.start] < 2:
            left = [other for other in cell if -other not in why]
            if not left:
                return None, tuple([-other for other in cell])
            if left[0] not in why:
                causes = tuple([-other for other in cell if other != left[0]])
                self._know(left[0], (None, causes))
                waiting.append(left[0])
        return None

    def _probe(self) -> list[int]:
        """What a single rule rules out, though not at first sight."""
        known, before = len(self._why), {*self._why}
        new: dict[int, Cause] = {}
        gone = sum(1 << -literal for literal in before if literal < 0)
        for subtle in self._rules.subtle:
            leading = self._leading(subtle, ~gone)
            for literal in subtle.literals:
                if literal in before or -literal in before or -literal in new:
                    continue
                if literal not in leading:
                    continue
                self._know(literal)
                broken = self._follow([literal], subtle.clauses)
                if broken:
                    rule = self._rules.rules[subtle.clauses.start]
                    needed = self._needed(broken[1]) & before
                    new[-literal] = rule, tuple(other for other in self._why if other in needed)
                self._forget_from(known)
        for literal, cause in new.items():
            self._know(literal, cause)
        return [*new]

    def _leading(self, subtle: _Subtle, left: int) -> set[int]:
        """The literals from which something may follow by one of the clauses of a rule."""
        if subtle.along:
            self._looks += 2 * len(subtle.literals)
            return {*bits(subtle.along.struck(left))}
        rules, still = self._rules, self._open
        found: set[int] = set()
        for i, short in zip(subtle.clauses, subtle.short, strict=True):
            if still[i] <= short:
                for literal in rules.clauses[i]:
                    found.update((-literal,) if literal < 0 else rules.cell_of[literal])
        self._looks += len(found) + 1
        return found

    def _links(self, needed: set[int]) -> list[Link]:
        """What was found and is needed, grouped by rule into as few links as possible."""
        pending = {literal: why for literal, why in self._why.items() if why and literal in needed}
        places = {literal: place for place, literal in enumerate(pending)}
        blocked: dict[int, int] = {}  # how many of its causes have no link yet
        leads_to: dict[int, list[int]] = {}
        for literal, (_, causes) in pending.items():
            open_causes = pending.keys() & causes
            blocked[literal] = len(open_causes)
            for cause in open_causes:
                leads_to.setdefault(cause, []).append(literal)
        ready = {literal for literal, count in blocked.items() if not count}
        links: list[Link] = []
        while ready:
            last = links[-1][0] if links else None
            literal = min(ready, key=lambda one: (self._rank(pending[one][0], last), places[one]))
            ready.remove(literal)
            _append(links, self._rules.fact(literal), pending[literal][0])
            for other in leads_to.get(literal, ()):
                blocked[other] -= 1
                if not blocked[other]:
                    ready.add(other)
        return links

    def _rank(self, rule: Rule | None, last: Rule | None) -> int:
        """What goes without saying comes first, then more of the rule of the last link, then more
        pieces of the same rule."""
        whole = self._rules.whole
        if rule is None or rule is last:
            return 0 if rule is None else 1
        return 2 if last and whole[id(rule)] is whole[id(last)] else 3

    def _needed(self, goal: Iterable[int]) -> set[int]:
        """The goal and all that it came from."""
        needed: set[int] = set()
        waiting = list(goal)
        while waiting:
            literal = waiting.pop()
            if literal not in needed:
                needed.add(literal)
                waiting += (self._why.get(literal) or (None, ()))[1]
        return needed


def _append(links: list[Link], fact: Fact, rule: Rule | None) -> None:
    """Add a fact to the links, unless it goes without saying.

    Where a rule leaves a cell a single value, that replaces what the cell is not.
    """
    if rule is None and not fact.holds:
        return
    if rule is None and links:
        rule, facts = links.pop()
        links.append((rule, [other for other in facts if other.cell != fact.cell] + [fact]))
    elif links and links[-1][0] is rule:
        links[-1][1].append(fact)
    else:
        links.append((rule, [fact]))


def is_contact(constraint: Constraint) -> TypeGuard[Sum]:
    """Whether it is a sum of what the values of two cells show."""
    return isinstance(constraint, Sum) and bool(constraint.weights) and len(constraint.cells) == 2


def is_corner(constraint: Constraint) -> bool:
    """Whether it is about several contacts at once."""
    return isinstance(constraint, Together) and all(map(is_contact, constraint.parts))


def opposite(fact: Fact) -> Fact:
    return fact._replace(holds=not fact.holds)


def spelt_out(facts: Iterable[Fact], domains: Domains) -> Iterator[Fact]:
    """What each cell is not."""
    for cell, value, holds in facts:
        others = [other for other in domains[cell] if other != value] if holds else [value]
        yield from (Fact(cell, other, False) for other in others)


def by_cell(facts: Iterable[Fact]) -> dict[Cell, list[Value]]:
    """What is said of each cell, in reading order."""
    values: dict[Cell, list[Value]] = {}
    for fact in sorted(facts, key=lambda fact: natural(fact.cell)):
        values.setdefault(fact.cell, []).append(fact.value)
    return values
