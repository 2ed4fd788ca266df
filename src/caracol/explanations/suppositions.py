"""Steps of several rules in words: suppose the contrary, and see how that goes wrong."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..model import Rule
from ..phrases import Listing, Phrase, any_of, say
from ..puzzle import Cell, Fact
from .candidates import Candidates
from .chains import Refutation, opposite
from .lines import Line, line, words
from .links import BECAUSE, Links, is_line
from .single_rules import about
from .step import Step

# More conclusions than these are counted instead of listed.
MOST_LISTED = 2
# The most words of a chain that is said in one sentence, and with a reason.
MOST_IN_ONE, MOST_WITH_REASON = 40, 23
# What follows; what goes wrong then; the rule that is broken.
THEN, WRONG, AGAINST = "then {said}", "but then {said}", "but {said}"
# What follows, but goes without saying.
QUIET = ""


class Beat(NamedTuple):
    """A step of a chain, and in what sense it is one."""

    how: str
    said: Phrase


def _aloud(beat: Beat) -> Beat:
    return beat._replace(how=beat.how or THEN)


def supposition(step: Step, refutation: Refutation, left: Candidates, most: int) -> list[Line]:
    """One sentence where there is no more than one link; else a line for the supposition, each
    link and each case, and what is known in the end.

    Where that takes more words, reasons are left out: first those that lines are, then all. At last
    links are left out as well: it is said which cells to try, and how that goes wrong.
    """
    short = _in_one_sentence(step, refutation, left)
    if short:
        return [short]
    topics = {about(rule.constraint).topic for rule in step.because}
    for silent in ({*()}, {"line"}, topics):
        chain = _Chain(step, left.copy(), silent).consequences(refutation, 1)
        told = [*_told(step, refutation, left, chain, silent)]
        if words(told) <= most:
            return told
    return [*_told(step, refutation, left, [_outline(step, refutation, left)], topics)]


def _told(
    step: Step,
    refutation: Refutation,
    left: Candidates,
    chain: Iterable[Line],
    silent: set[str],
) -> Iterator[Line]:
    yield line(left.speaker.supposed(refutation.supposed))
    yield from chain
    refuted = left.facts([opposite(refutation.supposed)])
    rest = _likewise(step, refutation, left, silent)
    if rest:
        yield line(say("so {facts}; {rest}", facts=refuted, rest=rest))
    else:
        yield line(say("so {facts}", facts=refuted))


def says_how(chain: Iterable[Line]) -> bool:
    """Whether a chain ends in more than a rule that is broken."""
    return all(phrase.template != AGAINST for line in chain for phrase in line.phrases)


def _outline(step: Step, refutation: Refutation, left: Candidates) -> Line:
    """Which cells to try, and how that goes wrong."""
    ways = [*dict.fromkeys(_Chain(step, left.copy(), {*()}, is_outline=True).ends(refutation))]
    wrong = [end for how, end in ways if how == WRONG]
    rules = [rule for how, rule in ways if how == AGAINST]
    if rules:
        wrong.append(say("it breaks the rule that {rules}", rules=any_of(rules)))
    ends = any_of(wrong)
    tried = {*_tried(refutation)}
    if not tried:
        return line(say("follow that to the end: {ends}", ends=ends), depth=1)
    cells = left.speaker.cells(tried)
    return line(say("try {cells}: in each case {ends}", cells=cells, ends=ends), depth=1)


def _tried(refutation: Refutation) -> Iterator[Cell]:
    for case in refutation.cases:
        yield case.supposed.cell
        yield from _tried(case)


def _in_one_sentence(step: Step, refutation: Refutation, left: Candidates) -> Line | None:
    """What is refuted and how, where that takes one link at most that needs no reason."""
    beats = _Chain(step, left.copy(), {*()}).beats(refutation)
    if not beats or beats[-1][0] == THEN:
        return None  # there are cases
    *links, (how, end) = beats
    if len(links) > 1 or (links and how == AGAINST):
        return None
    refuted = opposite(refutation.supposed)
    facts = left.facts([refuted])
    if not links and how == AGAINST:
        told = say("{facts}, because {reason}", facts=facts, reason=end)
    else:
        wrong = say("{link}, and {end}", link=links[0].said, end=end) if links else end
        told = _refuted(refutation.supposed, facts, wrong, left)
    most = MOST_WITH_REASON if any(said.template == BECAUSE for _, said in links) else MOST_IN_ONE
    if words([line(told)]) > most:
        return None
    rest = _likewise(step, refutation, left, {*()})
    return line(told, rest) if rest else line(told)


def _refuted(supposed: Fact, facts: Listing, wrong: Phrase, left: Candidates) -> Phrase:
    """What is known since the contrary goes wrong; it is named where it is not plain."""
    is_plain = len(left.of(supposed.cell)) > 2 or len(left.speaker.domains[supposed.cell]) == 2
    if is_plain or not supposed.holds:
        return say("{facts}, or else {wrong}", facts=facts, wrong=wrong)
    case = left.speaker.case(supposed.cell, [supposed.value])
    return say("{case}, {wrong}; so {facts}", case=case, wrong=wrong, facts=facts)


class _Chain:
    """What follows from a supposition, inside the rules of a step; rules about some topics go
    unsaid."""

    def __init__(
        self, step: Step, left: Candidates, silent: set[str], is_outline: bool = False
    ) -> None:
        self._step, self._left, self._silent = step, left, silent
        self._is_outline = is_outline  # then only what goes wrong is told
        self._links = Links(step, left, silent)

    def consequences(self, refutation: Refutation, depth: int) -> Iterator[Line]:
        for how, said in self.beats(refutation):
            yield line(say(how, said=said), depth=depth)
        if not all(
            map(self._left.of, {fact.cell for _, facts in refutation.links for fact in facts})
        ):
            return
        yield from self._cases(refutation, depth)

    def beats(self, refutation: Refutation) -> list[Beat]:
        """One after the other what follows from a supposition, and what goes wrong then.

        What lines say of the neighbours of a settled cell goes without saying, unless that is all.
        """
        beats = [*self._beats(refutation)]
        said = [beat for beat in beats if beat.how != QUIET]
        return said if any(how == THEN for how, _ in said) else [*map(_aloud, beats)]

    def _beats(self, refutation: Refutation) -> Iterator[Beat]:
        self._left.learn([refutation.supposed])
        for thought in self._links.thoughts(refutation):
            cause, rule, facts = thought
            after = self._left.copy()
            after.learn(facts)
            if rule and not all(after.of(fact.cell) for fact in facts):
                yield self._end(rule)
                self._left.learn(facts)
                return
            is_open = all(len(after.of(fact.cell)) > 1 for fact in facts)
            how = QUIET if is_open and is_line(cause, rule) else THEN
            yield Beat(how, self._links.link(thought, refutation.supposed))
            self._left.learn(facts)
        if refutation.broken:
            yield self._end(refutation.broken)
        elif refutation.stuck:
            cell = self._left.speaker.cell(refutation.stuck)
            yield Beat(WRONG, say("nothing is left for {cell}", cell=cell))

    def _end(self, rule: Rule) -> Beat:
        end = self._links.end(rule, self._is_outline)
        return Beat(WRONG, end) if end else Beat(AGAINST, rule.sentence)

    def _cases(self, refutation: Refutation, depth: int) -> Iterator[Line]:
        cases = [c for c in refutation.cases if self._left.struck([opposite(c.supposed)])]
        if len(cases) == 1:  # the others are known to be out where this is told
            yield from self._only_case(cases[0], depth)
        found: dict[tuple[Line, ...], list[Fact]] = {}
        for case in cases if len(cases) > 1 else ():
            chain = _Chain(self._step, self._left.copy(), self._silent)
            found.setdefault(tuple(chain.consequences(case, depth + 1)), []).append(case.supposed)
        for i, (lines, supposed) in enumerate(found.items()):
            is_all, is_rest = len(found) == 1, i == 1 == len(found) - 1
            yield line(self._case(supposed, is_all, is_rest), depth=depth)
            yield from lines

    def _case(self, supposed: list[Fact], is_all: bool, is_rest: bool) -> Phrase:
        """In which of the cases we are, which may come to the same."""
        if is_rest:
            return say("if not:")
        speaker, (cell, *_) = self._left.speaker, supposed[0]
        if is_all:
            return say("whatever {cell} is:", cell=speaker.cell(cell))
        return say("{case}:", case=speaker.case(cell, [fact.value for fact in supposed]))

    def ends(self, refutation: Refutation) -> Iterator[Beat]:
        """How it goes wrong in each case."""
        beats = self.beats(refutation)
        if beats and beats[-1][0] != THEN:
            yield beats[-1]
            return
        for case in refutation.cases:
            if self._left.struck([opposite(case.supposed)]):
                chain = _Chain(self._step, self._left.copy(), self._silent, is_outline=True)
                yield from chain.ends(case)

    def _only_case(self, case: Refutation, depth: int) -> Iterator[Line]:
        if self._left.struck([case.supposed]):
            yield line(say(THEN, said=self._left.facts([case.supposed])), depth=depth)
        yield from self.consequences(case, depth)


def _likewise(
    step: Step, refutation: Refutation, left: Candidates, silent: set[str]
) -> Phrase | None:
    """What else the step says."""
    cell, value, holds = refutation.supposed
    after = left.copy()
    after.learn([Fact(cell, value, not holds)])
    struck = after.struck(step.derives)
    if not struck:
        return None
    if {other for other, _ in struck} == {cell} and len(after.of(cell)) > len(struck) + 1:
        others = sorted((v for _, v in struck), key=left.speaker.domains[cell].index)
        return say("likewise not {values}", values=any_of(map(left.speaker.value, others)))
    is_told = not silent and any(fact.holds for fact in step.derives)
    if len(struck) <= MOST_LISTED or is_told:
        return say("likewise {rest}", rest=after.facts(step.derives))
    return say("likewise {count} more are out", count=len(struck))
