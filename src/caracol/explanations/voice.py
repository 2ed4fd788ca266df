"""Told steps in words: the question that a placement answers, or the thought that rules out more.

What the step is about decides its form; `reasons_in_words` says a single rule by its kind. Each
thought is a line, and so is each link of a chain; cases are further in.
"""

from collections.abc import Iterable, Iterator, Sequence

from ..kinds import Count, Differ
from ..model import Rule
from ..phrases import ENGLISH, Phrase, any_of, clauses, say
from ..puzzle import Cell, Fact
from .candidates import Candidates
from .chains import by_cell, spelt_out
from .lines import Line, line, words
from .pattern_words import in_words
from .patterns import pattern
from .scanning import Scanning
from .sentences import Speaker
from .single_rules import SingleRules, line_of
from .step import Step
from .suppositions import says_how, supposition
from .techniques import is_last_place
from .told import Told, is_complex, is_placement, last_places

TOGETHER = "{facts}: nothing else fits the {count} rules about these cells"
# The words that a chain should take at most.
MOST_WORDS = 60
# The most thoughts of one rule that are set out.
MOST_THOUGHTS = 2
# Rules in a row say less than how the contrary goes wrong: they must take fewer words by that many.
HOW_SAYS_MORE = 8
# The most words about what is known, where several rules are told in a row.
MOST_READ = 16
# The most candidates that several rules rule out and that are listed.
MOST_STRUCK = 6


def sentence(told: Told, language: str = ENGLISH) -> str:
    """A told step in words, a line for each thought.

    >>> import caracol
    >>> puzzle = caracol.parse("magic-snail 3 AB\\n.A.\\nA..\\n...")
    >>> print(sentence(next(caracol.told(puzzle))))
    Where can A go in column 3? With A in r1c2 and r2c1, only in r3c3.
    """
    return "\n".join(one.told(language) for one in _Voice(told).lines())


class _Voice:
    """Says the parts of a told step; `left` are the candidates as far as it is told."""

    def __init__(self, told: Told) -> None:
        self.told = told
        self.speaker = Speaker(told.puzzle)
        self.left = Candidates(self.speaker, told.before)
        self.singles = SingleRules(self.left)
        self.scanning = Scanning(self.left)

    def lines(self) -> Iterator[Line]:
        """What is said of each part; others go without saying."""
        told = self.told
        if all(map(_is_complete_line, told.keys)):
            facts = self.left.facts(told.derives)
            yield line(say("{facts}, because their lines are complete", facts=facts))
            return
        support = {*map(id, told.support)}
        if len(told.keys) == 1 and _asks(told.keys[0]):
            support = set()  # said in answer to the question
        groups = {id(group[0]): group for group in self.singles.alike(told.keys)}
        for part in told.parts:
            if id(part) in groups:
                yield from self._keys(groups[id(part)])
            elif id(part) in support:
                yield from self._because(part, self._needed_of(part))
            if id(part) not in {*map(id, told.support)} - support:
                self.left.learn(part.derives)

    def _keys(self, steps: Sequence[Step]) -> Iterator[Line]:
        if len(steps) > 1:
            yield line(self.singles.third(steps))
        else:
            yield from self._key(steps[0])

    def _key(self, step: Step) -> Iterator[Line]:
        if is_complex(step):
            yield from self._several(step)
        elif _asks(step):
            yield from self._last_place(step)
        elif _placed(step) and (said := self._only_value(step)):
            yield line(said)
        else:
            yield from self._because(step, step.derives)

    def _because(self, step: Step, facts: Sequence[Fact]) -> Iterator[Line]:
        """What follows from one rule, and why."""
        said = self.singles.whole(step, facts)
        if said:
            yield line(said)
            return
        thoughts = self.singles.thoughts(step, facts)
        news = [(some, reason) for some, reason in thoughts if self.left.struck(some)]
        most = MOST_THOUGHTS if len(news) > MOST_THOUGHTS + 1 else len(news)
        for some, reason in news[:most]:
            facts_said = self.left.facts(some)
            if any(map(is_placement, some)):
                yield line(say("{reason}, so {facts}", facts=facts_said, reason=reason))
            else:
                yield line(say("{facts}, because {reason}", facts=facts_said, reason=reason))
        rest = [fact for some, _ in news[most:] for fact in some]
        if any(map(is_placement, rest)):
            yield line(say("in the same way {facts}", facts=self.left.facts(_only_placed(rest))))
        elif rest:
            count = len(self.left.struck(rest))
            yield line(say("likewise {count} more are out", count=count))

    def _needed_of(self, step: Step) -> list[Fact]:
        """What of a step is read by those told after it; all of it, if nothing is."""
        said = (*self.told.support, *self.told.keys)
        later = said[said.index(step) + 1 :]
        read = {
            (fact.cell, fact.value)
            for other in later
            for fact in spelt_out(other.reads, self.speaker.domains)
        }
        return [fact for fact in step.derives if self.left.struck([fact]) & read] or [*step.derives]

    # Placements

    def _last_place(self, step: Step) -> Iterator[Line]:
        """Where something can go in a line: not here, not there, so in the last place left."""
        (rule,) = step.because
        assert isinstance(rule.constraint, Count)
        there = last_places(step)
        placed = [fact for fact in step.derives if fact.cell in there and fact.holds]
        question = self._question(rule, len(there) > 1)
        apart, denied = self._split_support(rule.constraint, there)
        for support in apart:
            yield from self._because(support, self._needed_of(support))
            self.left.learn(support.derives)
        body: list[Line] = []
        for support, cells in denied:
            body += self._not_there(support, cells)
            self.left.learn(support.derives)
        reasons = {cell for _, cells in denied for cell in cells} | {*there}
        others = [c for c in rule.constraint.cells if c not in reasons and len(self.left.of(c)) > 1]
        ending = self._answer(there, others, bool(body))
        if others and not body and len(rule.constraint.values) == 1:
            ending = self.scanning.only_places(rule.constraint.values[0], there, others) or ending
        if len(rule.constraint.values) > 1 and placed:
            ending = self._with_placed(ending, placed)
        if body:
            yield line(question)
            yield from body
            yield line(ending)
        else:
            yield line(question, ending)

    def _split_support(
        self, count: Count, there: Sequence[Cell]
    ) -> tuple[list[Step], list[tuple[Step, list[Cell]]]]:
        """What is said before the question, and what answers it: where something cannot go."""
        cells = {*count.cells} - {*there}
        apart: list[Step] = []
        denied = []
        for step in self.told.support:
            facts = self._needed_of(step)
            own = [*by_cell(facts)]
            if self._goes_without_saying(step, count, there):
                continue
            gone = {*spelt_out(facts, self.speaker.domains)}
            kept = (v for c in own for v in self.left.of(c) if Fact(c, v, False) not in gone)
            if {*own} <= cells and not {*kept} & {*count.values}:
                denied.append((step, own))
            else:
                apart.append(step)
        return apart, denied

    def _goes_without_saying(self, step: Step, count: Count, there: Sequence[Cell]) -> bool:
        """Whether it is about cells that are known not to hold what is looked for, and no more."""
        own = {fact.cell for fact in self._needed_of(step)}
        later = self.told.support[self.told.support.index(step) + 1 :]
        is_read = any(fact.cell in own for other in later for fact in other.reads)
        is_open = any(self.left.of(cell) & {*count.values} for cell in own)
        return own <= {*count.cells} - {*there} and not is_open and not is_read

    def _answer(self, there: Sequence[Cell], others: Sequence[Cell], goes_on: bool) -> Phrase:
        cells = self.speaker.cells(there)
        if not others:
            return say("so in {cells}" if goes_on else "only in {cells}", cells=cells)
        out = self.speaker.any_cell(others)
        template = "nor in {others}, so in {cells}" if goes_on else "not in {others}, so in {cells}"
        return say(template, others=out, cells=cells)

    def _question(self, rule: Rule, several: bool) -> Phrase:
        line, count = line_of(rule), rule.constraint
        assert line and isinstance(count, Count)
        value = self.speaker.group(count.values, several)
        if not several:
            return say("where can {value} go in {line}?", value=value, line=line)
        if value == any_of([self.speaker.value(count.values[0])]):
            return say("where can the {value}s go in {line}?", value=value, line=line)
        return say("where can the {value} go in {line}?", value=value, line=line)

    def _with_placed(self, ending: Phrase, placed: Sequence[Fact]) -> Phrase:
        """The answer to a question about several values, and which of them it is."""
        if len(placed) > 1:
            return say("{ending}: {facts}", ending=ending, facts=self.left.facts(placed))
        value = self.speaker.value(placed[0].value)
        return say("{ending}, which is {value}", ending=ending, value=value)

    def _not_there(self, step: Step, cells: Iterable[Cell]) -> Iterator[Line]:
        cells = {*cells}
        facts = [fact for fact in self._needed_of(step) if fact.cell in cells]
        for some, reason in self.singles.thoughts(step, facts):
            where = self.speaker.any_cell(by_cell(some))
            yield line(say("not in {cells}, because {reason}", cells=where, reason=reason))

    def _only_value(self, step: Step) -> Phrase | None:
        """Why nothing else can stand in a cell, by a rule that counts along its lines."""
        is_counting = isinstance(step.because[0].constraint, Count | Differ)
        return self.scanning.only_value(_placed(step)[0]) if is_counting else None

    # Several rules

    def _several(self, step: Step) -> list[Line]:
        """By supposing the contrary; with two rules, these in a row if that is shorter."""
        found = pattern(step)
        said = in_words(found, step, self.left) if found else None
        if said:
            return [said]
        plain = [line(*self._plain(step))]
        if words(plain) > MOST_WORDS:
            facts, count = self.left.facts(step.derives), len(step.because)
            plain = [line(say(TOGETHER, facts=facts, count=count))]
        refutation = self.told.refutation
        if refutation is None or step is not self.told.keys[0]:
            return plain
        chain = supposition(step, refutation, self.left, MOST_WORDS)
        less = HOW_SAYS_MORE if says_how(chain) else 0
        return plain if len(step.because) == 2 and words(plain) + less <= words(chain) else chain

    def _plain(self, step: Step) -> Iterator[Phrase]:
        """The rules in a row and what follows; the first of it, where that is much."""
        derives = step.derives
        is_much = len(self.left.struck(derives)) > MOST_STRUCK
        if is_much and not any(fact.holds for fact in derives):
            derives = derives[:1]
        parts = {
            "rules": clauses(self.singles.premises(step.because)),
            "derived": self.left.facts(derives),
        }
        seen = [*self.speaker.seen(step.reads)]
        if not seen or sum(len(str(one).split()) for one in seen) > MOST_READ:
            yield say("{rules}, so {derived}", **parts)  # what is known is seen on the board
        else:
            yield say("{rules}; {seen}, so {derived}", seen=clauses(seen), **parts)
        rest = len(self.left.struck(step.derives)) - len(self.left.struck(derives))
        if rest:
            yield say("likewise {count} more are out", count=rest)


def _asks(step: Step) -> bool:
    """Whether it is told as the question where in a line something can go."""
    return is_last_place(step) and line_of(step.because[0]) is not None


def _is_complete_line(step: Step) -> bool:
    """Whether a line says what its other cells are not, once it has all it may hold."""
    constraint = step.because[0].constraint
    is_line = len(step.because) == 1 and isinstance(constraint, Count | Differ)
    return is_line and not _placed(step) and not is_last_place(step)


def _only_placed(facts: Iterable[Fact]) -> list[Fact]:
    return [*filter(is_placement, facts)]


def _placed(step: Step) -> list[Fact]:
    return [*filter(is_placement, step.derives)]
