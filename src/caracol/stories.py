"""Chains of consequences: how supposing the contrary of what a step says goes wrong."""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from . import told
from .explain import Step
from .model import Domains, Rule
from .puzzle import Cell, Fact, Value

NUMBERS = re.compile(r"(\d+)")
# Nobody follows more than so many cases within cases, or so many consequences: then a step is told
# without them. The same if the cases are not found in so many tries.
MOST_CASES, MOST_LINKS, MOST_TRIES = 2, 30, 1000

Link = tuple[Rule | None, list[Fact]]


@dataclass(frozen=True, slots=True)
class Story:
    """From a supposition to what cannot be: a rule that is broken, a cell with nothing left, or
    several cases none of which can be."""

    supposed: Fact
    links: list[Link]
    needs: set[Fact]  # what was known or supposed before and all this rests on
    broken: Rule | None = None
    stuck: Cell = ""
    cases: tuple["Story", ...] = ()

    @property
    def length(self) -> int:
        return 1 + len(self.links) + sum(case.length for case in self.cases)


def story_of(step: Step, domains: Domains) -> Story | None:
    """How supposing the contrary of what a step derives goes wrong; None if that takes too long."""
    trail = _Trail(step, domains)
    for depth in range(MOST_CASES + 1):
        story = trail.story(_contrary(step, domains), depth)
        if story:
            return story if story.length <= MOST_LINKS else None
    return None


def _contrary(step: Step, domains: Domains) -> Fact:
    """Something that the step's first conclusion rules out and that was not known before."""
    cell, value, holds = step.derives[0]
    if not holds:
        return Fact(cell, value)
    others = (Fact(cell, other) for other in domains[cell] if other != value)
    return next(fact for fact in others if opposite(fact) not in step.reads)


class _Trail:
    """What follows, one thing on another, from the facts read and a supposition, inside the rules
    of a step only."""

    def __init__(self, step: Step, domains: Domains) -> None:
        cells = {cell for rule in step.because for cell in rule.constraint.cells}
        self._scope = {cell: domains[cell] for cell in domains if cell in cells}
        self._clauses: list[tuple[Rule | None, told.Clause]] = [
            (None, clause) for clause in told.one_value(self._scope)
        ]
        for rule in step.because:
            self._clauses += ((rule, clause) for clause in told.clauses(rule.constraint, domains))
        # For each fact the clauses that hold its opposite, which it makes shorter.
        self._speaking_against: dict[Fact, list[int]] = {}
        for i, (_, clause) in enumerate(self._clauses):
            for fact in clause:
                self._speaking_against.setdefault(opposite(fact), []).append(i)
        self._tries = 0
        # Every fact with the rule and the facts it came from; none for what was known before.
        reads = [*spelt_out(step.reads, domains)]
        self._why: dict[Fact, Link | None] = dict.fromkeys(reads)
        for cell, gone in by_cell(reads).items():
            left = [value for value in domains[cell] if value not in gone]
            if len(left) == 1:
                self._why[Fact(cell, left[0])] = None

    def story(self, supposed: Fact, depth: int) -> Story | None:
        """What supposing this leads to, with cases up to so deep; None if it leads nowhere."""
        self._tries += 1
        before = dict(self._why)
        self._why[supposed] = None
        broken = self._follow(list(self._why))
        while not broken and (probed := self._probe()):
            broken = self._follow(probed)
        story = None
        if broken:
            ended = self._ended(supposed, broken[1], before)
            story = replace(ended, broken=broken[0], stuck=broken[1][0].cell)
        elif depth:
            story = self._split(supposed, depth - 1, before)
        self._why = before
        return story

    def _ended(self, supposed: Fact, goal: Iterable[Fact], before: Iterable[Fact]) -> Story:
        needed = self._needed(goal)
        known = {*before, supposed}
        return Story(supposed, self._links(needed - known), needed & known)

    def _split(self, supposed: Fact, depth: int, before: Iterable[Fact]) -> Story | None:
        """The shortest story that tells the values of a cell apart."""
        best: Story | None = None
        for cell, values in self._scope.items():
            gone = [fact for value in values if (fact := Fact(cell, value, False)) in self._why]
            left = [Fact(cell, value) for value in values if Fact(cell, value, False) not in gone]
            if len(left) < 2 or (best and depth) or self._tries > MOST_TRIES:
                continue
            cases = self._cases(left, depth)
            if cases:
                goal = {fact for case in cases for fact in case.needs - {case.supposed}}.union(gone)
                story = replace(self._ended(supposed, goal, before), cases=cases)
                best = story if not best or story.length < best.length else best
        return best

    def _cases(self, left: list[Fact], depth: int) -> tuple[Story, ...] | None:
        """How each of these goes wrong, if it does."""
        stories = []
        for fact in left:
            story = self.story(fact, depth)
            if story is None:
                return None
            stories.append(story)
        return tuple(stories)

    def _follow(self, new: Iterable[Fact]) -> Link | None:
        """All that follows from what is new, up to what cannot be, if that is reached."""
        waiting = deque(new)
        while waiting:
            for i in self._speaking_against.get(waiting.popleft(), ()):
                rule, clause = self._clauses[i]
                left = [fact for fact in clause if opposite(fact) not in self._why]
                if not left:
                    return rule, [opposite(fact) for fact in clause]
                if len(left) == 1 and left[0] not in self._why:
                    causes = [opposite(fact) for fact in clause if fact != left[0]]
                    self._why[left[0]] = rule, causes
                    waiting.append(left[0])
        return None

    def _probe(self) -> list[Fact]:
        """What a single rule rules out, though not at first sight."""
        known = dict(self._why)
        new: dict[Fact, Link] = {}
        for fact in (Fact(cell, value) for cell, held in self._scope.items() for value in held):
            if fact in known or opposite(fact) in known:
                continue
            self._why = {**known, fact: None}
            broken = self._follow([fact])
            if broken:
                needed = self._needed(broken[1])
                links = (self._why[other] for other in needed if other not in known)
                rules = {link[0] for link in (*links, broken) if link and link[0]}
                if len(rules) == 1:
                    new[opposite(fact)] = (
                        rules.pop(),
                        [other for other in needed if other in known],
                    )
        self._why = {**known, **new}
        return list(new)

    def _links(self, needed: set[Fact]) -> list[Link]:
        """What was found and is needed, told in as few goes as there can be, rule by rule."""
        links: list[Link] = []
        pending = {fact: link for fact, link in self._why.items() if link and fact in needed}
        while pending:
            ready = [
                fact
                for fact, (_, causes) in pending.items()
                if not any(cause in pending for cause in causes)
            ]
            last = links[-1][0] if links else None
            fact = next(
                (fact for rule in (None, last) for fact in ready if pending[fact][0] is rule),
                ready[0],
            )
            _append(links, fact, pending.pop(fact)[0])
        return links

    def _needed(self, goal: Iterable[Fact]) -> set[Fact]:
        """The goal and all that it came from."""
        needed: set[Fact] = set()
        waiting = list(goal)
        while waiting:
            fact = waiting.pop()
            if fact not in needed:
                needed.add(fact)
                waiting += (self._why.get(fact) or (None, []))[1]
        return needed


def _append(links: list[Link], fact: Fact, rule: Rule | None) -> None:
    """Tell one more fact, unless it goes without saying.

    Where a rule leaves a cell a single value, that is told instead of what the cell is not.
    """
    if rule is None and not fact.holds:
        return
    if rule is None and links:
        rule, told = links.pop()
        links.append((rule, [other for other in told if other.cell != fact.cell] + [fact]))
    elif links and links[-1][0] is rule:
        links[-1][1].append(fact)
    else:
        links.append((rule, [fact]))


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
    for fact in sorted(facts, key=lambda fact: _natural(fact.cell)):
        values.setdefault(fact.cell, []).append(fact.value)
    return values


def _natural(cell: Cell) -> list[tuple[int, str]]:
    """Numbers in a name count as numbers: r2c1 before r10c1."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in NUMBERS.split(cell)]
