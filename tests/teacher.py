"""How a teacher solves puzzles, written before anyone looked at caracol's steps; and how often
caracol tells a placement by the same technique.

Run this file for the figures and where they differ.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import caracol
from caracol import Fact, Puzzle, registry
from caracol.explanations.entailment import Entailment
from caracol.explanations.step import Step
from caracol.explanations.techniques import key_technique, technique
from caracol.explanations.telling import Telling
from caracol.explanations.thoughts import thoughts
from caracol.explanations.told import Told, is_placement
from caracol.explanations.walk import Walk
from caracol.kinds import Domains
from caracol.puzzle import Cell, Value

FOLDER = Path(__file__).parent / "golden" / "teacher"
# What caracol calls more exactly than the teacher's list of names does.
NAMES = {
    "naked pair": "naked pair/triple",
    "naked triple": "naked pair/triple",
    "hidden pair": "hidden pair/triple",
    "hidden triple": "hidden pair/triple",
    "one on each side": "both on one side",
    "corner of three rings": "contact of two rings",
    "linked sums": "sum combinations",
}
# Both suppose something and follow it; the teacher's cases are often caracol's chains.
SUPPOSING = {"short chain", "long chain", "case analysis"}


@dataclass(frozen=True, slots=True)
class Lesson:
    """A puzzle and what the teacher says, step by step."""

    name: str
    puzzle: Puzzle
    steps: tuple["TeacherStep", ...]


class TeacherStep(NamedTuple):
    technique: str
    places: tuple[Fact, ...]
    excludes: tuple[Fact, ...]


def lessons() -> Iterator[Lesson]:
    for path in sorted(FOLDER.glob("*.json")):
        fields = json.loads(path.read_text("utf-8"))
        puzzle = caracol.parse(fields["puzzle"])
        domains = registry.model(puzzle.family, puzzle.shape).cells
        steps = tuple(_step(one, domains) for one in fields["steps"])
        yield Lesson(path.stem, puzzle, steps)


def _step(fields: dict[str, dict[str, object]], domains: Domains) -> TeacherStep:
    places = [Fact(c, _value(domains[c], v)) for c, v in fields["places"].items()]
    excludes = [
        Fact(cell, _value(domains[cell], value), False)
        for cell, values in fields["excludes"].items()
        for value in _some(values)
    ]
    return TeacherStep(str(fields["technique"]), tuple(places), tuple(excludes))


def _some(values: object) -> list[object]:
    assert isinstance(values, list)
    return values


def _value(domain: tuple[Value, ...], text: object) -> Value:
    return next(value for value in domain if str(value) == str(text))


class Compared(NamedTuple):
    """A placement: the teacher's technique, those of the told step that makes it, and those of
    all single thoughts that make it on the teacher's board."""

    fact: Fact
    teacher: str
    told: frozenset[str]
    ways: frozenset[str]

    @property
    def agrees(self) -> bool:
        return self._has(self.told)

    @property
    def is_known(self) -> bool:
        """Whether caracol knows the teacher's way, though it may tell another that is as cheap."""
        return self._has(self.told | self.ways)

    def _has(self, names: frozenset[str]) -> bool:
        same = {NAMES.get(name, name) for name in names} | names
        return self.teacher in same or bool(self.teacher in SUPPOSING and same & SUPPOSING)


def compared(lesson: Lesson) -> Iterator[Compared]:
    """Each placement of the teacher against how caracol tells it, in any order that works.

    It may be told in caracol's own order, or from the teacher's board before the step.
    """
    own = _told_techniques(Telling(Walk(lesson.puzzle)))
    left: dict[Cell, tuple[Value, ...]] = dict(Walk(lesson.puzzle).left)
    for step in lesson.steps:
        wanted = [fact for fact in step.places if is_placement(fact)]
        if wanted:
            from_here = _told_techniques(Telling(_walk_to(lesson.puzzle, left, wanted)))
            for fact in wanted:
                names = own.get(fact, frozenset()) | from_here.get(fact, frozenset())
                yield Compared(fact, step.technique, names, _ways(lesson.puzzle, left, fact))
        for cell, value, holds in (*step.places, *step.excludes):
            left[cell] = tuple(v for v in left[cell] if (v == value) is holds)
        left = dict(Telling(Walk(lesson.puzzle, left)).left)


def _ways(puzzle: Puzzle, left: Domains, fact: Fact) -> frozenset[str]:
    """The techniques of the single rules that put something into a cell, each alone."""
    domains = registry.model(puzzle.family, puzzle.shape).cells
    found = set()
    for rule in thoughts(puzzle):
        cells = rule.constraint.cells
        if fact.cell in cells:
            known = [
                Fact(cell, value, False)
                for cell in cells
                for value in domains[cell]
                if value not in left[cell]
            ]
            with Entailment(domains, [rule.constraint]) as entailment:
                if entailment.implies(known, fact):
                    step = Step(0, 0, (rule,), tuple(known), (fact,), 1, puzzle, {})
                    found.add(str(technique(step)))
    return frozenset(found)


def _walk_to(puzzle: Puzzle, left: Domains, wanted: list[Fact]) -> Walk:
    """A walk from a board that looks for nothing but some cells."""
    walk = Walk(puzzle, dict(left))
    cells = {fact.cell for fact in wanted}
    walk._search.targets = {
        number
        for number in walk._search.targets
        if walk._search.excluded([number])[0].cell in cells
    }
    return walk


def _told_techniques(telling: Telling) -> dict[Fact, frozenset[str]]:
    """For each placement the techniques that the told step which makes it uses."""
    found: dict[Fact, frozenset[str]] = {}
    for told in telling:
        for part in told.parts:
            for fact in filter(is_placement, part.derives):
                found[fact] = frozenset(_names(told, part))
    return found


def _names(told: Told, part: Step) -> Iterator[str]:
    yield str(technique(part))
    if any(part is key for key in told.keys):
        yield key_technique(told, part)
        if len(told.keys) == 1:
            yield told.technique
        yield from (str(technique(support)) for support in told.support)


def main() -> None:
    differing: Counter[tuple[str, str]] = Counter()
    agreed = known = placements = 0
    for lesson in lessons():
        found = list(compared(lesson))
        good = sum(one.agrees for one in found)
        agreed, placements = agreed + good, placements + len(found)
        known += sum(one.is_known for one in found)
        print(f"{lesson.name}: {good} of {len(found)}", flush=True)
        for one in found:
            if not one.agrees:
                differing[one.teacher, " + ".join(sorted(one.told))] += 1
    print(f"told alike: {agreed} of {placements}, {agreed / placements:.0%}")
    print(f"known: {known} of {placements}, {known / placements:.0%}")
    for (teacher, ours), count in differing.most_common():
        print(f"  {count} x {teacher}: {ours}")


if __name__ == "__main__":
    main()
