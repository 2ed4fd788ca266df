"""The walk as people tell it: proof steps, without those that lead nowhere, taken together.

Whenever a proof step puts something into a cell, what it rests on is looked up, step by step back
to what was told before; all other steps are left out. What a line says once a cell in it is settled
goes without saying. Steps of one rule are told on the way to what they are needed for, as long as
that is not too much at once; others are told steps of their own.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ..deadline import Deadline
from ..kinds import Count, Differ, Domains
from ..model import Rule
from ..puzzle import Cell, Fact, Puzzle, Value
from .chains import Refutation, is_corner, refutation_of
from .grade import Level, level
from .patterns import pattern
from .single_rules import line_of
from .step import Step
from .thoughts import thoughts, without_blanks
from .told import Told, is_complex, is_placement, places, strike
from .voice import sentence
from .walk import Entries, Walk, rule_cost

# How many steps of one rule are told on the way to another, on the way to one of several rules, and
# by themselves.
MOST_SUPPORT, MOST_WITH_CHAIN, MOST_ALONE = 2, 0, 1
# How many placements are told together, and in how many words.
MOST_KEYS, MOST_PLACING = 3, 26
# In how many words steps are told together: of puzzles up to hard, and of others.
MOST_WORDS, MOST_OF_EXPERTS = 30, 50
# In how many words something is told with what is said on the way to it.
MOST_LEADING = 40

Mark = tuple[Cell, Value]


class Telling:
    """The told steps of a walk, one after the other.

    `walked` are the proof steps made so far. A told step comes as soon as the proof steps that it
    consists of are found.
    """

    def __init__(self, walk: Walk, metric: str = "price") -> None:
        self.walk = walk
        self.walked: list[Step] = []
        self.left: dict[Cell, tuple[Value, ...]] = dict(walk.left)
        """What is told so far."""
        self._proved = dict(walk.left)  # the same with all that was found
        self._origin: dict[Mark, int] = {}  # the number of the proof step that struck it
        self._lines, self._metric = Lines(walk, metric), metric
        self._quiet: list[Step] = []  # what goes without saying, for the next told step
        self._before = dict(self.left)
        self._follow([cell for cell, values in walk.left.items() if len(values) == 1])

    def __iter__(self) -> Iterator[Told]:
        waiting: Told | None = None
        for told in self._one_by_one():
            together = _together(waiting, told, self._most_words()) if waiting else None
            yield from [waiting] if waiting and not together else []
            waiting = together or told
        yield from [waiting] if waiting else []

    def _most_words(self) -> int:
        hardest = max(step.at_least for step in self.walked)
        is_expert = level(hardest, self._metric) in (Level.EXPERT, Level.CASES)
        return MOST_OF_EXPERTS if is_expert else MOST_WORDS

    def _one_by_one(self) -> Iterator[Told]:
        for step in self.steps():
            if places([step]):
                yield from self.tell([len(self.walked) - 1])
        yield from self.rest()

    def first(self) -> Told | None:
        """The first told step: what puts something into a cell, or else what takes several rules,
        comes soonest."""
        for step in self.steps():
            if places([step]) or is_complex(step):
                return next(self.tell([len(self.walked) - 1]))
        return next(self.rest(), None)

    def steps(self) -> Iterator[Step]:
        """The proof steps."""
        for step in self.walk:
            self._record(len(self.walked), step)
            yield step

    def rest(self) -> Iterator[Told]:
        """What was found and is not told yet."""
        yield from self.tell(self._open_ends())
        if self._quiet:
            quiet, self._quiet = self._quiet, []
            yield Told(tuple(quiet), tuple(quiet), (), self._before, dict(self.left))

    def _record(self, number: int, step: Step) -> None:
        self.walked.append(step)
        for mark in self._struck(step.derives, self._proved):
            self._origin[mark] = number
        strike(step.derives, self._proved)

    def _struck(self, facts: Iterable[Fact], left: Domains) -> Iterator[Mark]:
        """The candidates that these facts take away."""
        for cell, value, holds in facts:
            for other in left[cell]:
                if (other == value) is not holds:
                    yield cell, other

    def _open_ends(self) -> list[int]:
        """At the end, the steps about cells of which not all is told."""
        untold = (
            self._origin[cell, value]
            for cell, values in self.left.items()
            for value in values
            if value not in self._proved[cell]
        )
        return sorted(set(untold))

    def tell(self, goals: Sequence[int]) -> Iterator[Told]:
        """The told steps that lead to these proof steps, and what else is needed on the way."""
        for number in self._needed(goals):
            step = self.walked[number]
            if (number in goals or is_complex(step)) and self._with_news([step]):
                alone = self._lines.only_value(step, self.left)
                if alone:
                    yield self._told((), [alone])
                    continue
                needed = (self.walked[other] for other in self._needed([number]))
                *support, key = self._with_news(needed)
                most = MOST_WITH_CHAIN if is_complex(key) else MOST_SUPPORT
                while len(support) > most or (support and self._is_long(support, key)):
                    some, support = support[:MOST_ALONE], support[MOST_ALONE:]
                    yield self._told((), some)
                yield self._told(support, [key])

    def _with_news(self, steps: Iterable[Step]) -> list[Step]:
        """Those of the steps that take away candidates after what is told and the ones before."""
        left, found = dict(self.left), []
        for step in steps:
            if any(self._struck(step.derives, left)):
                strike(step.derives, left)
                found.append(step)
        return found

    def _needed(self, goals: Iterable[int]) -> list[int]:
        """The steps that lead to the goals, in their order, without those told."""
        found: set[int] = set()
        waiting = list(goals)
        while waiting:
            number = waiting.pop()
            if number not in found:
                found.add(number)
                read = self._struck(self.walked[number].reads, self.left)
                waiting += [self._origin[mark] for mark in read]
        return sorted(found)

    def _is_long(self, support: Sequence[Step], key: Step) -> bool:
        """Whether that is too much at once."""
        left, quiet, before = dict(self.left), [*self._quiet], self._before
        is_long = _words(self._told(support, [key])) > MOST_LEADING
        self.left, self._quiet, self._before = left, quiet, before
        return is_long

    def _told(self, support: Sequence[Step], keys: Sequence[Step]) -> Told:
        before = self._before
        support = [*map(self._made, support)]
        refutation = self._refutation(keys[-1])
        keys = [*map(self._made, keys)]
        parts = [*self._quiet, *support, *keys]
        self._quiet = []
        settled = [c for c, values in self.left.items() if len(values) == 1 and len(before[c]) > 1]
        self._follow(settled)
        parts += self._quiet
        told = Told(tuple(parts), tuple(keys), tuple(support), before, dict(self.left), refutation)
        self._quiet, self._before = [], dict(self.left)
        return told

    def _refutation(self, step: Step) -> Refutation | None:
        """How the contrary of what is news goes wrong, if the step is not one thought."""
        if not is_complex(step) or pattern(step):
            return None
        return refutation_of(step, without_blanks(self.walk.domains), without_blanks(self.left))

    def _made(self, step: Step) -> Step:
        """The step as it is made where it is told: it may settle cells that it did not before."""
        struck = {*self._struck(step.derives, self.left)}
        said = {fact.cell for fact in step.derives if fact.holds}
        strike(step.derives, self.left)
        more = [c for c in {cell: None for cell, _ in struck} if len(self.left[c]) == 1]
        settled = {cell: self.left[cell][0] for cell in more if cell not in said}
        if not settled:
            return step
        known = (
            Fact(cell, other, False)
            for cell, value in settled.items()
            for other in self.walk.domains[cell]
            if other != value and Fact(cell, other, False) not in step.derives
        )
        derives = (f for f in step.derives if f.cell not in settled)
        return replace(
            step,
            reads=tuple(dict.fromkeys((*step.reads, *known))),
            derives=(*derives, *(Fact(cell, value) for cell, value in settled.items())),
        )

    def _follow(self, settled: Iterable[Cell]) -> None:
        """What lines say once these cells are settled."""
        for cell in settled:
            self._quiet += self._lines.steps(cell, self.left)


class Lines:
    """The rules that count along lines, and what they say of a settled cell's neighbours."""

    def __init__(self, walk: Walk, metric: str) -> None:
        self._puzzle, self._metric = walk.puzzle, metric
        self._domains = walk.domains
        self._rules: dict[Cell, list[Rule]] = {}
        for rule in sorted(thoughts(walk.puzzle), key=lambda rule: rule_cost(rule, metric)):
            if isinstance(rule.constraint, Count | Differ):
                for cell in rule.constraint.cells:
                    self._rules.setdefault(cell, []).append(rule)

    def steps(self, cell: Cell, left: dict[Cell, tuple[Value, ...]]) -> Iterator[Step]:
        """What follows for the other cells of each line of a settled cell; it is struck."""
        for rule in self._rules.get(cell, ()):
            values, holders = _full(rule, cell, left)
            struck = [
                Fact(other, value, False)
                for other in rule.constraint.cells
                if other not in holders
                for value in left[other]
                if value in values
            ]
            struck = [fact for fact in struck if not self._decides(fact.cell, values, left)]
            if struck:
                strike(struck, left)
                yield self._step(rule, values, holders, struck, left)

    def only_value(self, step: Step, left: Domains) -> Step | None:
        """Where a step puts something into one cell, a line that leaves nothing else for it."""
        placed = [fact for fact in step.derives if is_placement(fact) and len(left[fact.cell]) > 1]
        if len(placed) != 1 or len(left[placed[0].cell]) != 2:
            return None
        cell, value, _ = placed[0]
        (other,) = (one for one in left[cell] if one != value)
        for rule in self._rules.get(cell, ()):
            for holder in rule.constraint.cells:
                if len(left[holder]) == 1:
                    values, holders = _full(rule, holder, left)
                    if other in values and value not in values and cell not in holders:
                        after = {**left, cell: (value,)}
                        struck = [Fact(cell, other, False)]
                        return self._step(rule, values, holders, struck, after)
        return None

    def _decides(self, cell: Cell, values: Sequence[Value], left: Domains) -> bool:
        """Whether that puts something into a cell, or leaves it without candidates."""
        kept = [value for value in left[cell] if value not in values]
        return len(kept) < 1 or (len(kept) == 1 and is_placement(Fact(cell, kept[0])))

    def _step(
        self,
        rule: Rule,
        values: Sequence[Value],
        holders: Sequence[Cell],
        struck: Sequence[Fact],
        left: Domains,
    ) -> Step:
        reads = [Fact(holder, left[holder][0]) for holder in holders]
        derives: dict[Fact, None] = {}
        for fact in struck:
            cell = fact.cell
            if len(left[cell]) > 1:
                derives[fact] = None
            elif Fact(cell, left[cell][0]) not in derives:
                derives[Fact(cell, left[cell][0])] = None
                others = (v for v in self._domains[cell] if v not in values and v != left[cell][0])
                reads += [Fact(cell, value, False) for value in others]
        cost, known = rule_cost(rule, self._metric), dict(left)
        return Step(cost, cost, (rule,), tuple(reads), tuple(derives), 1, self._puzzle, known)


def _together(one: Told, other: Told, most: int) -> Told | None:
    """Two told steps as one, where that is one thought and takes no more words than these."""
    keys = (*one.keys, *other.keys)
    if _are_alike(one, other) and _words(one, other) <= min(most, MOST_PLACING):
        return Told((*one.parts, *other.parts), keys, (), one.before, other.left)
    if not _is_read(one, other) or places((*one.parts, *other.parts)):
        return None
    support = (*one.support, *one.keys, *other.support)
    leads_up = not is_complex(one.keys[-1]) and len(support) <= MOST_SUPPORT
    if leads_up and _words(one, other) <= most:
        parts = (*one.parts, *other.parts)
        return Told(parts, other.keys, support, one.before, other.left, other.refutation)
    if _follows_at_once(one, other) and _words(one, other) <= most:
        parts = (*one.parts, *other.parts)
        return Told(parts, keys, one.support, one.before, other.left, one.refutation)
    return None


def _words(*steps: Told) -> int:
    return sum(len(sentence(step).split()) for step in steps)


def _are_alike(one: Told, other: Told) -> bool:
    """Whether both are placements by one rule each, with nothing to be said before, and of the same
    technique or the second seen at a glance."""
    keys = (*one.keys, *other.keys)
    return (
        len(keys) <= MOST_KEYS
        and not (one.support or other.support)
        and all(len(key.because) == 1 and places([key]) for key in keys)
        and (_at_a_glance(other.keys) or one.technique == other.technique)
    )


def _at_a_glance(keys: Iterable[Step]) -> bool:
    """Whether steps count along lines that have names, and so are said shortly."""
    rules = [key.because[0] for key in keys]
    return all(isinstance(rule.constraint, Count | Differ) and line_of(rule) for rule in rules)


def _is_read(one: Told, other: Told) -> bool:
    """Whether a step reads what the one before is about."""
    found = {fact.cell for fact in one.keys[-1].derives}
    return any(fact.cell in found for fact in other.keys[-1].reads)


def _follows_at_once(one: Told, other: Told) -> bool:
    """Whether a step of two rules is told after one of several."""
    (first, *more), (*_, last) = one.keys, other.keys
    is_short = len(last.because) == 2 < len(first.because)
    return is_short and not more and not other.support and not is_corner(last.because[0].constraint)


def _full(rule: Rule, cell: Cell, left: Domains) -> tuple[tuple[Value, ...], tuple[Cell, ...]]:
    """The values that a line can hold nowhere else, once a cell is settled, and where they are."""
    constraint, value = rule.constraint, left[cell][0]
    if isinstance(constraint, Differ):
        return (value,), (cell,)
    assert isinstance(constraint, Count)
    holders = [c for c in constraint.cells if len(left[c]) == 1 and left[c][0] in constraint.values]
    if value in constraint.values and len(holders) == constraint.high:
        return constraint.values, tuple(holders)
    return (), ()


def told(
    puzzle: Puzzle,
    entries: Entries | None = None,
    *,
    metric: str = "price",
    seconds: float | None = None,
) -> Iterator[Told]:
    """The steps that solve a puzzle as people tell them: each is one or more proof steps.

    >>> import caracol
    >>> for step in told(caracol.parse("magic-snail 3 AB\\n.A.\\nA..\\n...")):
    ...     print(step.technique, [f"{fact.cell}={fact.value}" for fact in step.placed])
    last place ['r3c3=A']
    order squeeze ['r2c2=B']
    last place ['r1c3=B', 'r3c1=B']
    """
    walk = Walk(puzzle, entries, metric=metric, deadline=Deadline(seconds))
    return iter(Telling(walk, metric))
