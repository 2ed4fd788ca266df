"""How a teacher solves puzzles, written before anyone looked at caracol's steps; and how often
caracol tells a placement by the same technique.

Run this file for the figures and where they differ.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
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
from caracol.explanations.told import Told, is_placement, strike
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
    all single thoughts that make it where the teacher stands."""

    fact: Fact
    teacher: str
    told: frozenset[str]
    ways: frozenset[str]

    @property
    def is_told(self) -> bool:
        """Whether caracol tells it so, in its own order or from the teacher's board."""
        return self._has(self.told)

    @property
    def agrees(self) -> bool:
        """The same in any order that works: or it is a step on a board on the way there."""
        return self._has(self.told | self.ways)

    def _has(self, names: frozenset[str]) -> bool:
        same = {NAMES.get(name, name) for name in names} | names
        return self.teacher in same or bool(self.teacher in SUPPOSING and same & SUPPOSING)


def compared(lesson: Lesson) -> Iterator[Compared]:
    """Each placement of the teacher against how caracol tells it, in any order that works.

    What a teacher places in one step is placed one by one, in any order: each is looked for on the
    teacher's board before the step, on the same board with the placements named before it, and
    with all others of the step. From each of these boards caracol goes on to the placement and
    nothing else; on the way, it counts what a single thought puts there on each board.
    """
    own = _told_techniques(Telling(Walk(lesson.puzzle)))
    left: dict[Cell, tuple[Value, ...]] = dict(Walk(lesson.puzzle).left)
    for step in lesson.steps:
        wanted = [fact for fact in step.places if is_placement(fact)]
        for i, fact in enumerate(wanted):
            told, ways = own.get(fact, frozenset()), frozenset[str]()
            others = [other for other in step.places if other != fact]
            for known in dict.fromkeys(((), tuple(wanted[:i]), tuple(others))):
                board = _with(lesson.puzzle, left, known)
                telling = Telling(_walk_to(lesson.puzzle, board, fact))
                told |= _told_techniques(telling).get(fact, frozenset())
                ways |= _ways_from(telling, board, fact)
            yield Compared(fact, step.technique, told, ways)
        left = _with(lesson.puzzle, left, (*step.places, *step.excludes))


def _with(puzzle: Puzzle, left: Domains, facts: Iterable[Fact]) -> dict[Cell, tuple[Value, ...]]:
    """A board on which these facts are known as well, and what goes without saying then."""
    known = dict(left)
    strike(facts, known)
    return dict(Telling(Walk(puzzle, known)).left)


def _ways_from(telling: Telling, board: Domains, fact: Fact) -> frozenset[str]:
    """The techniques of the single thoughts that make a placement on the boards up to it."""
    known, found = dict(board), set(_ways(telling.walk.puzzle, board, fact))
    for step in telling.walked:
        if fact in step.derives:
            break
        strike(step.derives, known)
        found |= _ways(telling.walk.puzzle, known, fact)
    return frozenset(found)


def _ways(puzzle: Puzzle, left: Domains, fact: Fact) -> frozenset[str]:
    """The techniques of the single thoughts that put something into a cell, each alone."""
    domains = registry.model(puzzle.family, puzzle.shape).cells
    found = set()
    for rule in thoughts(puzzle):
        cells = rule.constraint.cells
        if fact.cell in cells and len(left[fact.cell]) > 1:
            known = [
                Fact(cell, value, False)
                for cell in cells
                for value in domains[cell]
                if value not in left[cell]
            ]
            with Entailment(domains, [rule.constraint]) as entailment:
                if entailment.implies(known, fact):
                    reads = tuple(entailment.needed(known, [fact]))
                    step = Step(0, 0, (rule,), reads, (fact,), 1, puzzle, {})
                    found.add(str(technique(step)))
    return frozenset(found)


def _walk_to(puzzle: Puzzle, left: Domains, wanted: Fact) -> Walk:
    """A walk from a board that looks for nothing but a cell."""
    walk = Walk(puzzle, dict(left))
    search = walk._search
    open_facts = zip(sorted(search.targets), search.excluded(sorted(search.targets)), strict=True)
    search.set_targets([number for number, fact in open_facts if fact.cell == wanted.cell])
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
    agreed = told = placements = 0
    for lesson in lessons():
        found = list(compared(lesson))
        good = sum(one.agrees for one in found)
        agreed, placements = agreed + good, placements + len(found)
        told += sum(one.is_told for one in found)
        print(f"{lesson.name}: {good} of {len(found)}", flush=True)
        for one in found:
            if not one.agrees:
                differing[one.teacher, " + ".join(sorted(one.told | one.ways))] += 1
    print(f"told alike from the teacher's board: {told} of {placements}, {told / placements:.0%}")
    print(f"in any order that works: {agreed} of {placements}, {agreed / placements:.0%}")
    for (teacher, ours), count in differing.most_common():
        print(f"  {count} x {teacher}: {ours}")


if __name__ == "__main__":
    main()
