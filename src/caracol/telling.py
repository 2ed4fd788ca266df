"""Steps in words: what is seen, because of which rules, therefore what; and what it is called."""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from . import contract, told
from .explain import Step
from .model import (
    Constraint,
    Count,
    Cycle,
    Differ,
    Domains,
    First,
    Is,
    Next,
    Rule,
    Stands,
    Sum,
)
from .puzzle import Cell, Fact, Puzzle, Value
from .words import ENGLISH, Listing, Phrase, all_of, any_of, clauses, none_of, opened, say

NUMBERS = re.compile(r"(\d+)")
# From so many rules on, a step is told as a chain of consequences.
CHAIN = 3
# Nobody follows more than so many cases within cases, or so many consequences: then a step is told
# without them. The same if the cases are not found in so many tries.
MOST_CASES, MOST_LINKS, MOST_TRIES = 2, 30, 1000


def sentence(puzzle: Puzzle, step: Step, language: str = ENGLISH) -> str:
    """A step in words.

    >>> import caracol
    >>> puzzle = caracol.parse("magic-snail 3 AB\\n.A.\\nA..\\n...")
    >>> sentence(puzzle, next(caracol.steps(puzzle)))
    'Row 1 holds exactly one A; r1c2 is A, so r1c1 and r1c3 are not A.'
    """
    speaker = _Speaker(puzzle)
    story = _story(step, speaker.domains) if len(step.because) >= CHAIN else None
    phrases = speaker.chain(step, story) if story else [speaker.plain(step)]
    return " ".join(opened(phrase.told(language)) + "." for phrase in phrases)


def clash_sentence(rules: Sequence[Rule], language: str = ENGLISH) -> str:
    """Rules, clues and entries that cannot all be true."""
    listed = clauses(rule.sentence for rule in rules)
    return opened(say("{rules}: that cannot all be true", rules=listed).told(language)) + "."


FACTS = {
    ("is", False): "{cells} is {values}",
    ("is", True): "{cells} are {values}",
    ("not", False): "{cells} is not {values}",
    ("not", True): "{cells} are not {values}",
    ("neither", False): "{cells} is neither {values}",
    ("neither", True): "{cells} are neither {values}",
}


@dataclass(frozen=True, slots=True)
class _Speaker:
    """Says facts in the words of a puzzle's family."""

    puzzle: Puzzle
    domains: Domains = field(init=False)

    def __post_init__(self) -> None:
        model = contract.model(self.puzzle.family, self.puzzle.shape)
        object.__setattr__(self, "domains", model.cells)

    def plain(self, step: Step) -> Phrase:
        rules = clauses(rule.sentence for rule in step.because)
        if not step.reads:
            return say("{rules}, so {derived}", rules=rules, derived=self._derived(step))
        seen = clauses(self.seen(step.reads, _touching(step)))
        return say(
            "{rules}; {seen}, so {derived}", rules=rules, seen=seen, derived=self._derived(step)
        )

    def _derived(self, step: Step) -> Listing:
        return clauses(self.facts(step.derives, _touching(step)))

    def chain(self, step: Step, story: "_Story") -> Iterator[Phrase]:
        if step.reads:
            yield say("here {seen}", seen=clauses(self.seen(step.reads)))
        yield say("suppose that {facts}", facts=clauses(self.facts([story.supposed])))
        yield from self._told(story)
        refuted = _opposite(story.supposed)
        if _is_all(step, refuted, self.domains):
            yield say("so {facts}", facts=self._derived(step))
        else:
            yield say("so {facts}", facts=clauses(self.facts([refuted])))
            rest = [fact for fact in step.derives if fact != refuted]
            yield say("in the same way {facts}", facts=clauses(self.facts(rest)))

    def _told(self, story: "_Story", number: str = "") -> Iterator[Phrase]:
        for rule, facts in story.links:
            derived = clauses(self.facts(facts))
            if rule:
                yield say("then {facts}, because {rule}", facts=derived, rule=rule.sentence)
            else:
                yield say("then {facts}", facts=derived)
        for i, case in enumerate(story.cases, start=1):
            supposed = clauses(self.facts([case.supposed]))
            yield say("case {number}: {facts}", number=f"{number}{i}", facts=supposed)
            yield from self._told(case, f"{number}{i}.")
        if story.broken:
            yield say("that cannot be, because {rule}", rule=story.broken.sentence)
        elif story.stuck:
            yield say("that cannot be: nothing is left for {cell}", cell=self._cell(story.stuck))

    def seen(self, facts: Iterable[Fact], where: Sum | None = None) -> Iterator[Phrase]:
        """What is known: what a cell is, or can only be, or is not, whatever is shorter."""
        said: dict[tuple[bool, tuple[Value, ...]], list[Cell]] = {}
        for cell, gone in _by_cell(_spelt_out(facts, self.domains)).items():
            left = tuple(value for value in self.domains[cell] if value not in gone)
            is_shorter = len(left) <= max(1, len(gone) - 1)
            said.setdefault((is_shorter, left if is_shorter else tuple(gone)), []).append(cell)
        for (holds, some), cells in said.items():
            others = () if holds else self.domains[cells[0]]
            yield self._say(cells, some, holds, _there(where, cells[0], some, others))

    def facts(self, facts: Iterable[Fact], where: Sum | None = None) -> Iterator[Phrase]:
        """What is concluded, cells of which the same is said together, placements first."""
        facts = list(facts)
        said: dict[tuple[bool, tuple[Value, ...]], list[Cell]] = {}
        for holds in (True, False):
            for cell, values in _by_cell(fact for fact in facts if fact.holds is holds).items():
                said.setdefault((holds, tuple(values)), []).append(cell)
        for (holds, some), cells in said.items():
            yield self._say(cells, some, holds, _there(where, cells[0], some))

    def _say(
        self, cells: list[Cell], values: Sequence[Value], holds: bool, digits: list[int]
    ) -> Phrase:
        several = len(cells) > 1
        values = sorted(values, key=self.domains[cells[0]].index)
        named = tuple(self._values(values, several))
        many = not holds and len(named) > 1
        fact = say(
            FACTS["neither" if many else "is" if holds else "not", several],
            cells=all_of(map(self._cell, cells)),
            values=none_of(named) if many else any_of(named),
        )
        if not digits or several:
            return fact
        told = "{fact} ({digits} there)" if holds else "{fact} (no {digits} there)"
        return say(told, fact=fact, digits=any_of(digits))

    def _cell(self, cell: Cell) -> Phrase:
        return contract.family(self.puzzle.family).cell(cell)

    def _values(self, values: Sequence[Value], several: bool) -> Iterator[Phrase]:
        named = contract.family(self.puzzle.family).value
        return (
            named(run[0], several)
            if len(run) == 1
            else say("{low} to {high}", low=run[0], high=run[-1])
            for run in _runs(values)
        )


def _touching(step: Step) -> Sum | None:
    """The only rule of a step, if what counts for it is not a value but what stands behind it."""
    constraint = step.because[0].constraint
    is_such = len(step.because) == 1 and isinstance(constraint, Sum) and constraint.worths
    return constraint if is_such and isinstance(constraint, Sum) else None


def _there(
    where: Sum | None, cell: Cell, values: Iterable[Value], others: Iterable[Value] = ()
) -> list[int]:
    """What the values of a cell count for a sum, and no others of it do."""
    if where is None:
        return []
    i, values = where.cells.index(cell), set(values)
    told = {where.worth(i, value) for value in values}
    return sorted(told - {where.worth(i, value) for value in others if value not in values})


def _is_all(step: Step, refuted: Fact, domains: Domains) -> bool:
    """Whether a step says no more than that, knowing what it reads."""
    if len(step.derives) > 1 or not step.derives[0].holds:
        return step.derives == (refuted,)
    (fact,) = step.derives
    gone = {value for cell, value, _ in _spelt_out(step.reads, domains) if cell == fact.cell}
    return {*domains[fact.cell]} - gone == {fact.value, refuted.value}


def _by_cell(facts: Iterable[Fact]) -> dict[Cell, list[Value]]:
    """What is said of each cell, in reading order."""
    values: dict[Cell, list[Value]] = {}
    for fact in sorted(facts, key=lambda fact: _natural(fact.cell)):
        values.setdefault(fact.cell, []).append(fact.value)
    return values


def _spelt_out(facts: Iterable[Fact], domains: Domains) -> Iterator[Fact]:
    """What each cell is not."""
    for cell, value, holds in facts:
        others = [other for other in domains[cell] if other != value] if holds else [value]
        yield from (Fact(cell, other, False) for other in others)


def _natural(cell: Cell) -> list[tuple[int, str]]:
    """Numbers in a name count as numbers: r2c1 before r10c1."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in NUMBERS.split(cell)]


def _runs(values: Sequence[Value]) -> Iterator[tuple[Value, ...]]:
    """Three or more numbers in a row are told as a range, everything else one by one."""
    run: list[Value] = []
    for value in (*values, None):
        if run and isinstance(value, int) and isinstance(run[-1], int) and value == run[-1] + 1:
            run.append(value)
            continue
        yield from [tuple(run)] if len(run) > 2 else [(one,) for one in run]
        run = [] if value is None else [value]


Link = tuple[Rule | None, list[Fact]]


@dataclass(frozen=True, slots=True)
class _Story:
    """From a supposition to what cannot be: a rule that is broken, a cell with nothing left, or
    several cases none of which can be."""

    supposed: Fact
    links: list[Link]
    needs: set[Fact]  # what was known or supposed before and all this rests on
    broken: Rule | None = None
    stuck: Cell = ""
    cases: tuple["_Story", ...] = ()

    @property
    def length(self) -> int:
        return 1 + len(self.links) + sum(case.length for case in self.cases)


def _story(step: Step, domains: Domains) -> _Story | None:
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
    return next(fact for fact in others if _opposite(fact) not in step.reads)


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
                self._speaking_against.setdefault(_opposite(fact), []).append(i)
        self._tries = 0
        # Every fact with the rule and the facts it came from; none for what was known before.
        reads = [*_spelt_out(step.reads, domains)]
        self._why: dict[Fact, Link | None] = dict.fromkeys(reads)
        for cell, gone in _by_cell(reads).items():
            left = [value for value in domains[cell] if value not in gone]
            if len(left) == 1:
                self._why[Fact(cell, left[0])] = None

    def story(self, supposed: Fact, depth: int) -> _Story | None:
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

    def _ended(self, supposed: Fact, goal: Iterable[Fact], before: Iterable[Fact]) -> _Story:
        needed = self._needed(goal)
        known = {*before, supposed}
        return _Story(supposed, self._links(needed - known), needed & known)

    def _split(self, supposed: Fact, depth: int, before: Iterable[Fact]) -> _Story | None:
        """The shortest story that tells the values of a cell apart."""
        best: _Story | None = None
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

    def _cases(self, left: list[Fact], depth: int) -> tuple[_Story, ...] | None:
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
                left = [fact for fact in clause if _opposite(fact) not in self._why]
                if not left:
                    return rule, [_opposite(fact) for fact in clause]
                if len(left) == 1 and left[0] not in self._why:
                    causes = [_opposite(fact) for fact in clause if fact != left[0]]
                    self._why[left[0]] = rule, causes
                    waiting.append(left[0])
        return None

    def _probe(self) -> list[Fact]:
        """What a single rule rules out, though not at first sight."""
        known = dict(self._why)
        new: dict[Fact, Link] = {}
        for fact in (Fact(cell, value) for cell, held in self._scope.items() for value in held):
            if fact in known or _opposite(fact) in known:
                continue
            self._why = {**known, fact: None}
            broken = self._follow([fact])
            if broken:
                needed = self._needed(broken[1])
                links = (self._why[other] for other in needed if other not in known)
                rules = {link[0] for link in (*links, broken) if link and link[0]}
                if len(rules) == 1:
                    new[_opposite(fact)] = (
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


def _opposite(fact: Fact) -> Fact:
    return fact._replace(holds=not fact.holds)


def technique(step: Step) -> Phrase:
    """What people might call a step, by the kinds of its rules.

    Two rules that say more together than each alone share at least two cells.
    """
    constraints = [rule.constraint for rule in step.because]
    if len(constraints) == 1:
        return say(_single(constraints[0], step.derives))
    if len(constraints) == 2:
        one, other = sorted(map(_kind, constraints))
        return say(PAIRS.get((one, other), ANY_PAIR))
    return say(next(name for most, name in CHAINS if len(constraints) <= most))


LINE, ORDER, LETTER, SUM = "line", "order", "letter", "sum"
CHAINS = ((3, "short chain"), (5, "long chain"), (1_000_000, "case analysis"))
PAIRS = {
    (LETTER, LETTER): "two letters",
    (LETTER, LINE): "letter in its line",
    (LINE, LINE): "pair in a line",
    (LINE, ORDER): "order squeeze",
    (LINE, SUM): "sum without repeats",
    (ORDER, ORDER): "order chain",
    (SUM, SUM): "linked sums",
}
# Other families may have others.
ANY_PAIR = "two rules"


def _kind(constraint: Constraint) -> str:
    match constraint:
        case Is() | Count() | Differ():
            return LINE
        case Cycle() | First() | Next():
            return ORDER
        case Stands():
            return LETTER
        case Sum():
            return SUM
        case _:
            assert_never(constraint)


def _single(constraint: Constraint, derives: Iterable[Fact]) -> str:
    match _kind(constraint):
        case "line":
            values = constraint.values if isinstance(constraint, Count) else ()
            placed = any(fact.holds and fact.value in values for fact in derives)
            return "last place" if placed else "full line"
        case "order":
            return "next in turn"
        case "letter":
            return "letter and dots"
        case _:
            return "sum"


TECHNIQUES = (
    "last place",
    "full line",
    "next in turn",
    "letter and dots",
    "sum",
    *PAIRS.values(),
    ANY_PAIR,
    *(name for _, name in CHAINS),
)
