"""Steps in words: what is seen, because of which rules, therefore what; and what it is called."""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from . import contract, told
from .explain import Step
from .model import Constraint, Count, Differ, Domains, First, Next, Rule, Stands, Sum
from .puzzle import Cell, Fact, Puzzle, Value
from .words import ENGLISH, Listing, Phrase, all_of, any_of, opened, say

NUMBERS = re.compile(r"(\d+)")
# From so many rules on, a step is told as a chain of consequences.
CHAIN = 3
# So many cases within cases are told apart; beyond, a step is told without its consequences.
MOST_CASES = 3


def sentence(puzzle: Puzzle, step: Step, language: str = ENGLISH) -> str:
    """A step in words.

    >>> import caracol
    >>> puzzle = caracol.parse("magic-snail 3 AB\\n.A.\\nA..\\n...")
    >>> sentence(puzzle, next(caracol.steps(puzzle)))
    'Row 1 holds exactly one A, and r1c2 is A, so r1c1 and r1c3 are not A.'
    """
    speaker = _Speaker(puzzle)
    story = _story(step, speaker.domains) if len(step.because) >= CHAIN else None
    phrases = speaker.chain(step, story) if story else [speaker.plain(step)]
    return " ".join(opened(phrase.told(language)) + "." for phrase in phrases)


def clash_sentence(rules: Sequence[Rule], language: str = ENGLISH) -> str:
    """Rules, clues and entries that cannot all be true."""
    listed = all_of(rule.sentence for rule in rules)
    return opened(say("{rules}: that cannot all be true", rules=listed).told(language)) + "."


@dataclass(frozen=True, slots=True)
class _Speaker:
    """Says facts in the words of a puzzle's family."""

    puzzle: Puzzle
    domains: Domains = field(init=False)

    def __post_init__(self) -> None:
        model = contract.model(self.puzzle.family, self.puzzle.shape)
        object.__setattr__(self, "domains", model.cells)

    def plain(self, step: Step) -> Phrase:
        rules = all_of(rule.sentence for rule in step.because)
        derived = all_of(self.facts(step.derives))
        if not step.reads:
            return say("{rules}, so {derived}", rules=rules, derived=derived)
        seen = all_of(self.seen(step.reads))
        return say("{rules}, and {seen}, so {derived}", rules=rules, seen=seen, derived=derived)

    def chain(self, step: Step, story: "_Story") -> Iterator[Phrase]:
        if step.reads:
            yield say("here {seen}", seen=all_of(self.seen(step.reads)))
        yield say("suppose that {facts}", facts=all_of(self.facts([story.supposed])))
        yield from self._told(story)
        yield say("so {facts}", facts=all_of(self.facts(step.derives)))

    def _told(self, story: "_Story") -> Iterator[Phrase]:
        for rule, facts in story.links:
            derived = all_of(self.facts(facts))
            if rule:
                yield say("then {facts}, because {rule}", facts=derived, rule=rule.sentence)
            else:
                yield say("then {facts}", facts=derived)
        for case in story.cases:
            yield say("in case {facts}", facts=all_of(self.facts([case.supposed])))
            yield from self._told(case)
        if story.broken:
            yield say("that cannot be, because {rule}", rule=story.broken.sentence)
        elif story.stuck:
            yield say("that cannot be: nothing is left for {cell}", cell=self._cell(story.stuck))

    def seen(self, facts: Iterable[Fact]) -> Iterator[Phrase]:
        """What is known: what a cell is, or can only be, or is not, whatever is shorter."""
        said: dict[tuple[bool, tuple[Value, ...]], list[Cell]] = {}
        for cell, gone in _by_cell(_spelt_out(facts, self.domains)).items():
            left = tuple(value for value in self.domains[cell] if value not in gone)
            is_shorter = len(left) <= max(1, len(gone) - 1)
            said.setdefault((is_shorter, left if is_shorter else tuple(gone)), []).append(cell)
        return (self._say(cells, values, holds) for (holds, values), cells in said.items())

    def facts(self, facts: Iterable[Fact]) -> Iterator[Phrase]:
        """What is concluded, cells of which the same is said together, placements first."""
        facts = list(facts)
        said: dict[tuple[bool, tuple[Value, ...]], list[Cell]] = {}
        for holds in (True, False):
            for cell, values in _by_cell(fact for fact in facts if fact.holds is holds).items():
                said.setdefault((holds, tuple(values)), []).append(cell)
        return (self._say(cells, values, holds) for (holds, values), cells in said.items())

    def _say(self, cells: list[Cell], values: Sequence[Value], holds: bool) -> Phrase:
        several = len(cells) > 1
        template = {
            (True, False): "{cells} is {values}",
            (True, True): "{cells} are {values}",
            (False, False): "{cells} is not {values}",
            (False, True): "{cells} are not {values}",
        }[holds, several]
        values = sorted(values, key=self.domains[cells[0]].index)
        return say(
            template, cells=all_of(map(self._cell, cells)), values=self._values(values, several)
        )

    def _cell(self, cell: Cell) -> Phrase:
        return contract.family(self.puzzle.family).cell(cell)

    def _values(self, values: Sequence[Value], several: bool) -> Listing:
        named = contract.family(self.puzzle.family).value
        return any_of(
            named(run[0], several)
            if len(run) == 1
            else say("{low} to {high}", low=run[0], high=run[-1])
            for run in _runs(values)
        )


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
    broken: Rule | None = None
    stuck: Cell = ""
    cases: tuple["_Story", ...] = ()


def _story(step: Step, domains: Domains) -> _Story | None:
    """How supposing the contrary of what a step derives goes wrong; None if that takes too long."""
    return _Trail(step, domains).story(_contrary(step, domains), MOST_CASES)


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
        # Every fact with the rule and the facts it came from; none for what was known before.
        reads = [*_spelt_out(step.reads, domains)]
        self._why: dict[Fact, Link | None] = dict.fromkeys(reads)
        for cell, gone in _by_cell(reads).items():
            left = [value for value in domains[cell] if value not in gone]
            if len(left) == 1:
                self._why[Fact(cell, left[0])] = None

    def story(self, supposed: Fact, depth: int) -> _Story | None:
        before = dict(self._why)
        self._why[supposed] = None
        first = len(self._why)
        broken = self._follow(list(self._why) if depth == MOST_CASES else [supposed])
        while not broken and (probed := self._probe()):
            broken = self._follow(probed)
        cases = None if broken or not depth else self._cases(depth - 1)
        links = self._links(broken[1] if broken else [], first)
        self._why = before
        if broken:
            return _Story(supposed, links, broken[0], "" if broken[0] else broken[1][0].cell)
        return _Story(supposed, links, cases=cases) if cases else None

    def _cases(self, depth: int) -> tuple[_Story, ...] | None:
        """A cell, the fewer values it has left the better, each of which goes wrong."""
        left = {
            cell: [
                Fact(cell, value) for value in values if Fact(cell, value, False) not in self._why
            ]
            for cell, values in self._scope.items()
        }
        for cell in sorted(left, key=lambda cell: len(left[cell])):
            if len(left[cell]) > 1:
                stories = [self.story(fact, depth) for fact in left[cell]]
                if None not in stories:
                    return tuple(story for story in stories if story)
        return None

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

    def _links(self, goal: list[Fact], first: int) -> list[Link]:
        """What was found since the first so many and is needed for the goal, rule by rule."""
        needed = self._needed(goal)
        links: list[Link] = []
        for fact, came_from in list(self._why.items())[first:]:
            if came_from and (fact in needed or not goal):
                _append(links, fact, came_from[0])
        return _merged(links)

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

    Where one rule leaves a cell a single value, that is told instead of what the cell is not.
    """
    if rule is None and not fact.holds:
        return
    if rule is None:
        gone = [
            i
            for i, (cause, (other, *_)) in enumerate(links)
            if cause and other.cell == fact.cell and not other.holds
        ]
        causes = [links[i][0] for i in gone]
        if gone and all(cause is causes[0] for cause in causes):
            links[gone[-1]] = causes[0], [fact]
            for i in reversed(gone[:-1]):
                del links[i]
            return
    links.append((rule, [fact]))


def _merged(links: list[Link]) -> list[Link]:
    """Neighbours of one rule made one."""
    merged: list[Link] = []
    for rule, facts in links:
        if merged and merged[-1][0] is rule:
            merged[-1][1].extend(facts)
        else:
            merged.append((rule, list(facts)))
    return merged


def _opposite(fact: Fact) -> Fact:
    return fact._replace(holds=not fact.holds)


def technique(step: Step) -> Phrase:
    """What people might call a step, by the kinds of its rules and how they share cells."""
    constraints = [rule.constraint for rule in step.because]
    if len(constraints) == 1:
        return say(_single(constraints[0], step.derives))
    if len(constraints) == 2:
        return say(_double(*sorted(constraints, key=_kind)))
    return say(next(name for most, name in CHAINS if len(constraints) <= most))


LINE, ORDER, LETTER, SUM = "line", "order", "letter", "sum"
CHAINS = ((3, "short chain"), (5, "long chain"), (1_000_000, "case analysis"))
PAIRS = {
    (LETTER, LETTER): "two letters",
    (LETTER, ORDER): "letter and order",
    (LETTER, SUM): "letter and sum",
    (LINE, ORDER): "order squeeze",
    (LINE, SUM): "sum without repeats",
    (ORDER, ORDER): "order chain",
    (ORDER, SUM): "order and sum",
    (SUM, SUM): "linked sums",
}


def _kind(constraint: Constraint) -> str:
    match constraint:
        case Count() | Differ():
            return LINE
        case First() | Next():
            return ORDER
        case Stands():
            return LETTER
        case Sum():
            return SUM
    raise AssertionError(f"no step is because of {constraint}")


def _single(constraint: Constraint, derives: Iterable[Fact]) -> str:
    match constraint:
        case Count(values=values):
            placed = any(fact.holds and fact.value in values for fact in derives)
            return "last place" if placed else "full line"
        case Stands():
            return "letter and dots"
        case Sum():
            return "sum"
        case _:
            return "next in turn"


def _double(one: Constraint, other: Constraint) -> str:
    shared = len(set(one.cells) & set(other.cells))
    kinds = _kind(one), _kind(other)
    if kinds == (LINE, LINE):
        return "pair in a line" if shared > 1 else "crossing lines" if shared else "two lines"
    if kinds == (LETTER, LINE):
        return "letter in its line" if shared > 1 else "letter across a line"
    return PAIRS[kinds]


TECHNIQUES = (
    "last place",
    "full line",
    "next in turn",
    "letter and dots",
    "sum",
    "pair in a line",
    "crossing lines",
    "two lines",
    "letter in its line",
    "letter across a line",
    *PAIRS.values(),
    *(name for _, name in CHAINS),
)
