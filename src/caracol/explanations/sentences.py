"""Steps in words: what is seen, because of which rules, therefore what."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from .. import registry
from ..boards.board import EMPTY
from ..family import Wording
from ..kinds import Domains, Sum
from ..model import Rule
from ..phrases import ENGLISH, Listing, Phrase, all_of, any_of, clauses, opened, say
from ..puzzle import Cell, Fact, Puzzle, Value, natural, reading_order
from .chains import Refutation, by_cell, opposite, refutation_of, spelt_out
from .grade import Grade
from .step import Step

# From that many on, neighbours in a row are named by the first and the last.
LONG_RUN = 4
GRID_CELL = re.compile(r"r\d+c\d+")
# From that many rules on, a step is put into words as a chain of consequences.
CHAIN = 3


def sentence(puzzle: Puzzle, step: Step, language: str = ENGLISH) -> str:
    """A step in words.

    >>> import caracol
    >>> puzzle = caracol.parse("magic-snail 3 AB\\n.A.\\nA..\\n...")
    >>> sentence(puzzle, next(caracol.steps(puzzle)))
    'Row 1 holds exactly one A; r1c2 is A, so r1c1 and r1c3 are not A.'
    """
    speaker = Speaker(puzzle)
    refutation = refutation_of(step, speaker.domains) if len(step.because) >= CHAIN else None
    phrases = speaker.chain(step, refutation) if refutation else [speaker.plain(step)]
    return " ".join(opened(phrase.told(language)) + "." for phrase in phrases)


def clash_sentence(rules: Sequence[Rule], language: str = ENGLISH) -> str:
    """Rules, clues and entries that cannot all be true."""
    sentences = clauses(rule.sentence for rule in rules)
    template = (
        "{rules}: that cannot all be true" if len(rules) > 1 else "{rules}: that cannot be true"
    )
    return opened(say(template, rules=sentences).told(language)) + "."


def grade_line(grade: Grade, language: str = ENGLISH) -> str:
    level = say(grade.level.value).told(language)
    parts: dict[str, str | int] = {
        "hardest": grade.hardest,
        "sum": grade.sum,
        "bottleneck": f"{grade.bottleneck:.2f}",
    }
    if grade.proved:
        template = (
            "{level} {rating}: hardest step {hardest}, all steps {sum}, bottleneck {bottleneck}"
        )
        rating = f"{int(10 * grade.rating) / 10:.1f}"
        return say(template, level=opened(level), rating=rating, **parts).told(language)
    if grade.at_most is None:
        template = (
            "At least {level}: hardest step at least {hardest}, all steps {sum},"
            " bottleneck {bottleneck}"
        )
        return say(template, level=level, **parts).told(language)
    template = (
        "At least {level}: hardest step from {hardest} to {most}, all steps {sum},"
        " bottleneck {bottleneck}"
    )
    return say(template, level=level, most=grade.at_most, **parts).told(language)


FACTS = {
    ("is", False): "{cells} is {values}",
    ("is", True): "{cells} are {values}",
    ("state", False): "{cells} is{state} {values}",
    ("state", True): "{cells} are{state} {values}",
    ("not", False): "{cells} is not {values}",
    ("not", True): "{cells} are not {values}",
    ("neither", False): "{cells} is neither {some} nor {last}",
    ("neither", True): "{cells} are neither {some} nor {last}",
    ("none", False): "{cells} is not {some} or {last}",
    ("none", True): "{cells} are not {some} or {last}",
    ("empty", False): "{cells} is empty",
    ("empty", True): "{cells} are empty",
    ("not empty", False): "{cells} is not empty",
    ("not empty", True): "{cells} are not empty",
    ("only", False): "{cells} can only be {values}",
    ("only", True): "{cells} can only be{several} {values}",
}
SUPPOSED = {
    "is": "suppose {cell} is {value}",
    "state": "suppose {cell} is{state} {value}",
    "not": "suppose {cell} is not {value}",
    "empty": "suppose {cell} is empty",
    "not empty": "suppose {cell} is not empty",
}


# What would happen otherwise, where that says more than the rule.
OTHERWISE = {
    "connection": "{step}: otherwise some would be cut off",
    "loop": "{step}: otherwise a loop would close too early",
}


@dataclass(frozen=True, slots=True)
class Speaker:
    """Says facts in the words of a puzzle's family."""

    puzzle: Puzzle
    domains: Domains = field(init=False)

    def __post_init__(self) -> None:
        model = registry.model(self.puzzle.family, self.puzzle.shape)
        object.__setattr__(self, "domains", model.cells)

    def plain(self, step: Step) -> Phrase:
        rules = clauses(rule.sentence for rule in step.because)
        if not step.reads:
            told = say("{rules}, so {derived}", rules=rules, derived=self._derived(step))
        else:
            seen, derived = clauses(self.seen(step.reads, _touching(step))), self._derived(step)
            told = say("{rules}; {seen}, so {derived}", rules=rules, seen=seen, derived=derived)
        topics = (rule.constraint.topic for rule in step.because)
        otherwise = next((OTHERWISE[topic] for topic in topics if topic in OTHERWISE), None)
        return say(otherwise, step=told) if otherwise else told

    def _derived(self, step: Step) -> Listing:
        return clauses(self.facts(step.derives, _touching(step)))

    def chain(self, step: Step, refutation: "Refutation") -> Iterator[Phrase]:
        if step.reads:
            yield say("here {seen}", seen=clauses(self.seen(step.reads)))
        yield say("suppose that {facts}", facts=clauses(self.facts([refutation.supposed])))
        yield from self._consequences(refutation)
        refuted = self._plainly(opposite(refutation.supposed))
        if _is_all(step, refuted, self.domains):
            yield say("so {facts}", facts=self._derived(step))
        else:
            yield say("so {facts}", facts=clauses(self.facts([refuted])))
            rest = [fact for fact in step.derives if fact != refuted]
            yield say("in the same way {facts}", facts=clauses(self.facts(rest)))

    def _consequences(self, refutation: "Refutation", number: str = "") -> Iterator[Phrase]:
        for rule, facts in refutation.links:
            derived = clauses(self.facts(facts))
            if rule:
                yield say("then {facts}, because {rule}", facts=derived, rule=rule.sentence)
            else:
                yield say("then {facts}", facts=derived)
        for i, case in enumerate(refutation.cases, start=1):
            supposed = clauses(self.facts([case.supposed]))
            yield say("case {number}: {facts}", number=f"{number}{i}", facts=supposed)
            yield from self._consequences(case, f"{number}{i}.")
        if refutation.broken:
            yield say("that cannot be, because {rule}", rule=refutation.broken.sentence)
        elif refutation.stuck:
            yield say(
                "that cannot be: nothing is left for {cell}", cell=self.cell(refutation.stuck)
            )

    def seen(self, facts: Iterable[Fact], where: Sum | None = None) -> Iterator[Phrase]:
        """What is known: what a cell is, or can only be, or is not, whatever is shorter."""
        said: dict[tuple[bool, tuple[Value, ...]], list[Cell]] = {}
        for cell, gone in by_cell(spelt_out(facts, self.domains)).items():
            left = tuple(value for value in self.domains[cell] if value not in gone)
            is_shorter = len(left) <= max(1, len(gone) - 1) or left in self._wording.groups
            said.setdefault((is_shorter, left if is_shorter else tuple(gone)), []).append(cell)
        for (holds, some), cells in said.items():
            others = () if holds else self.domains[cells[0]]
            yield self.say(cells, some, holds, _there(where, cells[0], some, others))

    def facts(self, facts: Iterable[Fact], where: Sum | None = None) -> Iterator[Phrase]:
        """What is concluded, cells of which the same is said together, placements first."""
        facts = list(map(self._plainly, facts))
        said: dict[tuple[bool, tuple[Value, ...]], list[Cell]] = {}
        for holds in (True, False):
            for cell, values in by_cell(fact for fact in facts if fact.holds is holds).items():
                said.setdefault((holds, tuple(values)), []).append(cell)
        for (holds, some), cells in said.items():
            yield self.say(cells, some, holds, _there(where, cells[0], some))

    def _plainly(self, fact: Fact) -> Fact:
        """What a cell is that is not the other of two values."""
        others = [value for value in self.domains[fact.cell] if value != fact.value]
        return fact if fact.holds or len(others) != 1 else Fact(fact.cell, others[0])

    def only(self, cells: Sequence[Cell], values: Sequence[Value]) -> Phrase:
        """That nothing else is left for these cells."""
        if len(values) == 1:
            return self.say(reading_order(cells), values, holds=True)
        several = len(cells) > 1
        values = sorted(values, key=self.domains[cells[0]].index)
        named = any_of(self._values(values, several))
        number = {"several": ""} if several else {}
        return say(FACTS["only", several], cells=self.cells(cells), values=named, **number)

    def supposed(self, fact: Fact) -> Phrase:
        """That something is supposed."""
        cell, value, holds = self._plainly(fact)
        if self._is_empty(value):
            return say(SUPPOSED["empty" if holds else "not empty"], cell=self.cell(cell))
        parts = {"cell": self.cell(cell), "value": self.value(value)}
        if holds and self._wording.states:
            return say(SUPPOSED["state"], state="", **parts)
        return say(SUPPOSED["is" if holds else "not"], **parts)

    def case(self, cell: Cell, values: Sequence[Value]) -> Phrase:
        """In which case we are."""
        if len(values) == 1 and self._is_empty(values[0]):
            return say("if {cell} is empty", cell=self.cell(cell))
        value = any_of(map(self.value, values))
        if self._wording.states:
            return say("if {cell} is{state} {value}", cell=self.cell(cell), state="", value=value)
        return say("if {cell} is {value}", cell=self.cell(cell), value=value)

    def _is_empty(self, value: Value) -> bool:
        """Whether it means that a cell is empty, and the family has no other word for it."""
        return value == EMPTY and value not in self._wording.values

    def say(
        self,
        cells: Sequence[Cell],
        values: Sequence[Value],
        holds: bool,
        digits: Sequence[int] = (),
    ) -> Phrase:
        several = len(cells) > 1
        values = sorted(values, key=self.domains[cells[0]].index)
        named = tuple(self._values(values, several))
        if holds and tuple(values) in self._wording.groups:
            named = (say(self._wording.groups[tuple(values)][several]),)
        named_cells = all_of(self._called(cells))
        if len(values) == 1 and self._is_empty(values[0]):
            return say(FACTS["empty" if holds else "not empty", several], cells=named_cells)
        if holds and self._wording.states:
            template = FACTS["state", several]
            fact = say(template, cells=named_cells, state="", values=any_of(named))
        elif holds or len(named) == 1:
            template = FACTS["is" if holds else "not", several]
            fact = say(template, cells=named_cells, values=any_of(named))
        else:
            template = FACTS["neither" if len(named) == 2 else "none", several]
            some = Listing(named[:-1], "{some}, {last}")
            fact = say(template, cells=named_cells, some=some, last=named[-1])
        if not digits or several:
            return fact
        template = "{fact} ({digits} there)" if holds else "{fact} (no {digits} there)"
        return say(template, fact=fact, digits=any_of(digits))

    def cell(self, cell: Cell) -> Phrase:
        return self._wording.cell(cell)

    def cells(self, cells: Iterable[Cell]) -> Listing:
        return all_of(self._called(reading_order(cells)))

    def any_cell(self, cells: Iterable[Cell]) -> Listing:
        return any_of(self._called(reading_order(cells)))

    def _called(self, cells: Sequence[Cell]) -> Iterator[Phrase]:
        """Cells one by one, several of a kind or in a row together."""
        wording = self._wording
        kinds: dict[str, list[Phrase]] = {}
        for run in _in_a_row(cells):
            if len(run) > 1:
                named = say("{first} to {last}", first=run[0], last=run[-1])
            else:
                named = wording.cell(run[0])
            kinds.setdefault(named.template, []).append(named)
        yield from self._of_one_place(kinds) or self._of_one_kind(kinds)

    def _of_one_place(self, kinds: dict[str, list[Phrase]]) -> list[Phrase]:
        """Several sides of the same place together, where that is shorter."""
        wording = self._wording
        places: dict[object, list[str]] = {}
        for template, named_alike in kinds.items():
            for named in named_alike if template in wording.sides else ():
                places.setdefault(dict(named.parts)["cell"], []).append(template)
        if not len(places) < len(kinds):
            return []
        return [
            say(
                wording.around,
                sides=all_of(say(wording.sides[template], edges="") for template in templates),
                cell=str(place),
            )
            if len(templates) > 1
            else say(templates[0], cell=str(place))
            for place, templates in places.items()
        ]

    def _of_one_kind(self, kinds: dict[str, list[Phrase]]) -> Iterator[Phrase]:
        wording = self._wording
        for template, named_alike in kinds.items():
            if len(named_alike) > 1 and template in wording.plurals:
                alike = all_of(str(part) for named in named_alike for _, part in named.parts)
                yield say(wording.plurals[template], cells=alike)
            else:
                yield from named_alike

    def value(self, value: Value, several: bool = False) -> Phrase:
        return self._wording.value(value, several)

    def group(self, values: Sequence[Value], several: bool = False) -> Phrase | Listing:
        """What some values are called together."""
        named = self._wording.groups.get(tuple(values))
        return say(named[several]) if named else any_of(self.value(v, several) for v in values)

    def bearer(self, cell: Cell) -> Phrase:
        """What shows the numbers that a cell's value turns up."""
        return (self._wording.bearer or self._wording.cell)(cell)

    @property
    def _wording(self) -> Wording:
        return registry.family(self.puzzle.family).wording

    def _values(self, values: Sequence[Value], several: bool) -> Iterator[Phrase]:
        return (
            self.value(run[0], several)
            if len(run) == 1
            else say("{low} to {high}", low=run[0], high=run[-1])
            for run in _runs(values)
        )


def _touching(step: Step) -> Sum | None:
    """The only rule of a step, if what counts for it is not a value but what stands behind it."""
    constraint = step.because[0].constraint
    is_such = len(step.because) == 1 and isinstance(constraint, Sum) and constraint.weights
    return constraint if is_such and isinstance(constraint, Sum) else None


def _there(
    where: Sum | None, cell: Cell, values: Iterable[Value], others: Iterable[Value] = ()
) -> list[int]:
    """What the values of a cell count for a sum, and no others of it do."""
    if where is None:
        return []
    i, values = where.cells.index(cell), set(values)
    digits = {where.weight(i, value) for value in values}
    return sorted(digits - {where.weight(i, value) for value in others if value not in values})


def _is_all(step: Step, refuted: Fact, domains: Domains) -> bool:
    """Whether a step says no more than that, knowing what it reads."""
    fact, *others = step.derives
    if others or not fact.holds or fact == refuted:
        return step.derives == (refuted,)
    gone = {value for cell, value, _ in spelt_out(step.reads, domains) if cell == fact.cell}
    return {*domains[fact.cell]} - gone == {fact.value, refuted.value}


def _in_a_row(cells: Sequence[Cell]) -> Iterator[list[Cell]]:
    """Cells one by one, but many neighbours in a row or column together."""
    run: list[Cell] = []
    for cell in cells:
        if run and not _goes_on(run, cell):
            yield from [run] if len(run) >= LONG_RUN else [[one] for one in run]
            run = []
        run.append(cell)
    yield from [run] if len(run) >= LONG_RUN else [[one] for one in run]


def _goes_on(run: Sequence[Cell], cell: Cell) -> bool:
    """Whether a cell of a grid, r3c4, is the next in the direction of a run."""
    if not all(map(GRID_CELL.fullmatch, (run[-1], cell))):
        return False
    step = _step(run[-1], cell)
    return step in ((0, 1), (1, 0)) and (len(run) < 2 or step == _step(run[0], run[1]))


def _step(one: Cell, other: Cell) -> tuple[int, ...]:
    ends = zip(natural(one)[1::2], natural(other)[1::2], strict=True)
    return tuple(int(there) - int(here) for here, there in ends)


def _runs(values: Sequence[Value]) -> Iterator[tuple[Value, ...]]:
    """Three or more numbers in a row are written as a range, everything else one by one."""
    run: list[Value] = []
    for value in (*values, None):
        if run and isinstance(value, int) and isinstance(run[-1], int) and value == run[-1] + 1:
            run.append(value)
            continue
        yield from [tuple(run)] if len(run) > 2 else [(one,) for one in run]
        run = [] if value is None else [value]
