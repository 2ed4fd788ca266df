"""Patterns of counts in words, as players say them."""

from collections.abc import Iterable, Iterator, Sequence

from ..boards.board import EMPTY
from ..kinds import Count
from ..model import Rule
from ..phrases import Listing, Phrase, all_of, any_of, say
from .candidates import Candidates
from .lines import Line, line
from .patterns import Crossing, Hidden, Naked, Pattern, Wing
from .single_rules import line_of
from .step import Step

Parts = dict[str, Phrase | Listing]
# Two places or more.
WITHIN = (
    "in {line}, {value} can only go in {cells}, both in {other}, so {facts}",
    "in {line}, {value} can only go in {cells}, all in {other}, so {facts}",
)
HIDDEN = "in {line}, {values} can only go in {cells}, so nothing else does"
HIDDEN_NOT_EMPTY = "in {line}, {values} can only go in {cells}, so none of these is empty"


def in_words(pattern: Pattern, step: Step, left: Candidates) -> Line | None:
    """The step, said to those who know these candidates; None where its lines have no names."""
    match pattern:
        case Naked():
            return line(_naked(pattern, step, left))
        case Hidden():
            return line(_hidden(pattern, step, left))
        case Crossing():
            said = _crossing(pattern, step, left)
            return line(said) if said else None
        case Wing():
            facts = left.facts(step.derives)
            return line(_wing(pattern, left), say("either way {facts}", facts=facts))


def _naked(naked: Naked, step: Step, left: Candidates) -> Phrase:
    parts: Parts = {
        "cells": left.speaker.cells(naked.cells),
        "values": _counted(naked.rules, left),
    }
    name = line_of(naked.rules[0])
    if name is None or len({rule.constraint.cells for rule in naked.rules}) > 1:
        facts = left.facts(step.derives)
        return say("{cells} hold {values} between them, so {facts}", facts=facts, **parts)
    template = "{cells} hold {values} between them, so no other cell of {line} does"
    return _with_placed(say(template, line=name, **parts), step, left)


def _hidden(hidden: Hidden, step: Step, left: Candidates) -> Phrase:
    parts: Parts = {
        "values": _counted(hidden.rules, left),
        "cells": left.speaker.cells(hidden.cells),
    }
    name = line_of(hidden.rules[0])
    if name is None or len({rule.constraint.cells for rule in hidden.rules}) > 1:
        said = say("{values} can only go in {cells}, so nothing else does", **parts)
    else:
        struck = {value for _, value in left.struck(step.derives)}
        template = HIDDEN_NOT_EMPTY if struck == {EMPTY} else HIDDEN
        said = say(template, line=name, **parts)
    return _with_placed(said, step, left)


def _with_placed(said: Phrase, step: Step, left: Candidates) -> Phrase:
    """The conclusion says which candidates are out; what that puts into cells is said too."""
    placed = [fact for fact in step.derives if fact.holds]
    return say("{said}: {facts}", said=said, facts=left.facts(placed)) if placed else said


def _counted(rules: Sequence[Rule], left: Candidates) -> Listing:
    counts = [rule.constraint for rule in rules if isinstance(rule.constraint, Count)]
    groups = (left.speaker.group(count.values, count.high > 1) for count in counts)
    return all_of(say("{said}", said=group) for group in groups)


def _crossing(crossing: Crossing, step: Step, left: Candidates) -> Phrase | None:
    inner = crossing.lines[0].constraint
    assert isinstance(inner, Count)
    lines = [name for rule in crossing.lines if (name := line_of(rule))]
    others = [name for rule in crossing.others if (name := line_of(rule))]
    parts: Parts = {
        "value": left.speaker.group(inner.values, inner.low > 1),
        "facts": left.facts(step.derives),
        "line": all_of(lines),
    }
    if len(crossing.lines) > 1 and len(lines) == len(others) == len(crossing.lines):
        template = "{lines}, {value} can only go {others}, so these have it nowhere else: {facts}"
        del parts["line"]
        return say(template, lines=all_of(_in(lines)), others=any_of(_in(others)), **parts)
    if len(crossing.lines) > 1 or not lines:
        return None
    there = [cell for cell in crossing.places if left.of(cell) & {*inner.values}]
    cells = any_of(map(left.speaker.cell, there))
    if not others or len(there) == 1:
        template = "in {line}, {value} can only go in {cells}; {rule}, so {facts}"
        return say(template, rule=crossing.others[0].sentence, cells=cells, **parts)
    return say(WITHIN[len(there) > 2], other=others[0], cells=cells, **parts)


def _in(lines: Iterable[Phrase]) -> Iterator[Phrase]:
    return (say("in {line}", line=line) for line in lines)


def _wing(wing: Wing, left: Candidates) -> Phrase:
    speaker = left.speaker
    (one, first), (other, second) = wing.forced
    parts: Parts = {
        "pivot": speaker.cell(wing.pivot),
        "one": speaker.value(one),
        "other": speaker.value(other),
        "first": speaker.cell(first),
        "second": speaker.cell(second),
        "value": speaker.value(wing.value),
    }
    if wing.value in left.of(wing.pivot):
        template = (
            "if {pivot} is {one}, {first} is {value}; if it is {other}, {second} is {value};"
            " or else it is {value} itself"
        )
    else:
        template = "if {pivot} is {one}, {first} is {value}; if it is {other}, {second} is {value}"
    return say(template, **parts)
