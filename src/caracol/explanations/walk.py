"""The walk from the clues to the solution in the cheapest steps there are; conflicts."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from .. import registry
from ..caches import kept
from ..deadline import NEVER, Deadline, Tick
from ..drawing.notebook import figure, line, listed
from ..drawing.steps import Marks, picture
from ..engines import sat
from ..engines.sat.session import Session
from ..kinds import Count, Domains, Is
from ..model import Rule, in_pieces
from ..phrases import any_of, say
from ..puzzle import (
    Cell,
    Fact,
    ManySolutions,
    NoSolution,
    Puzzle,
    Shape,
    UsageError,
    Value,
    Values,
)
from .alone import Alone
from .conflict import conflict
from .entailment import Entailment
from .grade import Grade, check_metric, graded
from .reasons import Reason, ReasonSearch
from .step import Step
from .thoughts import BLANK, clue_thoughts, settling_rules, shape_thoughts

Entries = Mapping[Cell, Value | Collection[Value]]
ENTERED = "{cell} is entered as {value}"


class _OfShape:
    """What walks of all puzzles of a shape have in common."""

    def __init__(self, rules: tuple[Rule, ...], domains: Domains) -> None:
        self.rules, self.domains = rules, domains
        self._alone: Alone | None = None

    def alone(self, tick: Tick) -> Alone:
        """What the rules say alone, to be added to; made when it is first asked for."""
        if not self._alone:
            self._alone = Alone(self.domains, [rule.constraint for rule in self.rules], tick)
        return self._alone.copy()


@kept(16)
def _of_shape(family: str, shape: Shape, has_prices: bool) -> _OfShape:
    settling = settling_rules(Puzzle(family, shape)) if has_prices else ()
    rules = (*shape_thoughts(family, shape), *settling)
    domains: Domains = registry.model(family, shape).cells
    if settling:
        domains = {cell: (*held, BLANK) for cell, held in domains.items()}
    return _OfShape(rules, domains)


class Walk:
    """The steps from what is given to all that is forced, one after the other.

    `left` holds the values that each cell can still have: at the end one each, or more where the
    puzzle has many solutions. A step that takes much work is not proved to be the cheapest. With
    `most`, steps that cost more are not looked for. When time is up, OutOfTime is raised.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        entries: Entries | None = None,
        *,
        metric: str = "price",
        most: int | None = None,
        deadline: Deadline = NEVER,
    ) -> None:
        check_metric(metric)
        self.puzzle = puzzle
        self._most, self._deadline = most, deadline
        shape = _of_shape(puzzle.family, puzzle.shape, metric == "price")
        clues = clue_thoughts(puzzle)
        self._rules = (*shape.rules, *clues)
        self.domains = shape.domains
        """Where it costs something to see that a cell has one value left, it may also be blank."""
        given = [*_given(puzzle), *_entered(puzzle, entries or {})]
        boards = two_boards(puzzle, entries, deadline)
        if not boards:
            raise NoSolution("the puzzle has no solution with these clues and entries")
        self.is_unique = len(boards) == 1
        self._alone = shape.alone(deadline.check)
        self._alone.add((rule.constraint for rule in clues), deadline.check)
        self.left = dict(self.domains)
        self._strike(fact for rule in given for fact in _excluded(rule, self.domains))
        self._search = self._searching(boards[0], metric)
        wrong = [
            Fact(cell, value)
            for cell, values in self.left.items()
            for value in values
            if value not in (boards[0][cell], BLANK)
        ]
        if not self.is_unique:
            wrong = _impossible(puzzle, given, wrong, deadline)
        self._search.set_targets(map(self._search.number, wrong))

    def _searching(self, board: Values, metric: str) -> ReasonSearch:
        constraints = [rule.constraint for rule in self._rules]
        costs = [rule_cost(rule, metric) for rule in self._rules]
        for cell, values in self.left.items():
            left = {*values}
            for value, fact in self._alone.numbers[cell].items():
                if value not in left:
                    self._deadline.check()
                    self._alone.rule_out(fact)
        return ReasonSearch(self.left, constraints, costs, board, self._deadline, self._alone)

    def __iter__(self) -> Iterator[Step]:
        return self

    def __next__(self) -> Step:
        reason = self._reason()
        if not reason:
            raise StopIteration
        rules = tuple(self._rules[i] for i in reason.rules)
        known = self._known(rules)
        with self._entailment(reason) as entailment:
            derives = _settled(self._follow(reason, known, entailment), self.left)
            reads = tuple(entailment.needed(known, derives))
        return Step(
            reason.cost,
            reason.at_least,
            rules,
            reads,
            derives,
            reason.choices,
            self.puzzle,
            dict(self.left),
        )

    def skim(self) -> Iterator[Reason]:
        """Why the same steps are made, without all that it takes to tell them."""
        while reason := self._reason():
            if len(reason.rules) == 1:
                self._follow_one(reason)
            else:
                known = self._known(self._rules[i] for i in reason.rules)
                with self._entailment(reason) as entailment:
                    self._follow(reason, known, entailment)
            yield reason

    def _entailment(self, reason: Reason) -> Entailment:
        constraints = [self._rules[i].constraint for i in reason.rules]
        return Entailment(self.domains, constraints, self._deadline)

    def _follow(
        self, reason: Reason, known: list[Fact], entailment: Entailment
    ) -> tuple[Fact, ...]:
        """Rule out all that follows, of several rules from what it takes to read."""
        if len(reason.rules) == 1:
            return self._follow_one(reason)
        search = self._search
        read = entailment.needed(known, search.excluded(reason.facts))
        more = search.excluded(search.implied(reason.rules, search.targets))
        facts = [fact for fact in more if entailment.implies(read, fact)]
        self._rule_out(facts)
        filled = [fact for fact in self._blank(facts) if entailment.implies(read, fact)]
        self._rule_out(filled)
        return (*facts, *filled)

    def _follow_one(self, reason: Reason) -> tuple[Fact, ...]:
        """The same of one rule."""
        search = self._search
        facts = search.excluded(reason.facts)
        self._rule_out(facts)
        blank = map(search.number, self._blank(facts))
        filled = search.excluded(search.implied(reason.rules, blank))
        self._rule_out(filled)
        return (*facts, *filled)

    @property
    def is_done(self) -> bool:
        """Whether all that is forced has been found."""
        return not self._search.targets

    def goes_through(self) -> bool:
        """Go on to the end, without making steps; whether those that cost no more than `most` lead
        there, in whatever order they are taken."""
        assert self._most is not None, "asked of a walk with a limit"
        while not self.is_done:
            facts = self._search.by_single_rules(self._most)
            if not facts:
                reason = self._search.cheapest_up_to(self._most)
                if not reason:
                    return False
                facts = self._search.implied(reason.rules, self._search.targets)
            self._rule_out(self._search.excluded(facts))
        return True

    def give(self, rule: Rule) -> None:
        """Another clue that says what a cell is."""
        self._rule_out(_excluded(rule, self.left))

    def _repr_html_(self) -> str:
        """What notebooks show: the board as far as the walk has come."""
        board = picture(self.puzzle, self.left, Marks((), {}))
        return figure(board, "All is found." if self.is_done else "The next step is to come.", "")

    def _reason(self) -> Reason | None:
        if self.is_done:
            return None
        if self._most is None:
            return self._search.cheapest()
        return self._search.cheapest_up_to(self._most)

    def _rule_out(self, facts: Iterable[Fact]) -> None:
        facts = list(facts)
        self._strike(facts)
        self._search.rule_out(map(self._search.number, facts))
        self._search.add_targets(map(self._search.number, self._blank(facts)))

    def _blank(self, facts: Iterable[Fact]) -> Iterator[Fact]:
        """That cells are not blank of which some facts leave nothing else but one value."""
        for cell in dict.fromkeys(fact.cell for fact in facts):
            if len(self.left[cell]) == 2 and self.left[cell][1] == BLANK:
                yield Fact(cell, BLANK, False)

    def _strike(self, facts: Iterable[Fact]) -> None:
        for cell, value, _ in facts:
            self.left[cell] = tuple(other for other in self.left[cell] if other != value)

    def _known(self, rules: Iterable[Rule]) -> list[Fact]:
        """What is known of the cells that the rules speak of."""
        cells = dict.fromkeys(cell for rule in rules for cell in rule.constraint.cells)
        gone = (
            Fact(cell, value, False)
            for cell in cells
            for value in self.domains[cell]
            if value not in self.left[cell]
        )
        return list(_settled(gone, self.left))


def _settled(facts: Iterable[Fact], left: Domains) -> tuple[Fact, ...]:
    """The same facts, but where one value is left, that it is this one."""
    settled = (
        Fact(fact.cell, left[fact.cell][0]) if len(left[fact.cell]) == 1 else fact for fact in facts
    )
    return tuple(dict.fromkeys(settled))


def steps(
    puzzle: Puzzle,
    entries: Entries | None = None,
    *,
    metric: str = "price",
    seconds: float | None = None,
) -> Walk:
    """The steps that solve a puzzle, each the cheapest there is.

    They start from the clues and the entries of a half-filled board, if there is one. An entry is
    a cell's value, or the values that it can still have. OutOfTime is raised when the seconds are
    over before the last step.

    >>> import caracol
    >>> puzzle = caracol.parse("magic-snail 3 AB\\n.A.\\nA..\\n...")
    >>> step = next(steps(puzzle))
    >>> step.cost, [str(rule.sentence) for rule in step.because]
    (10, ['row 1 holds exactly one A'])
    """
    return Walk(puzzle, entries, metric=metric, deadline=Deadline(seconds))


def grade(puzzle: Puzzle, *, metric: str = "price", seconds: float | None = None) -> Grade:
    """How hard a puzzle is: a property of the puzzle, whatever the machine.

    >>> import caracol
    >>> grade(caracol.parse("magic-snail 3 AB\\n.A.\\nA..\\n...")).level
    <Level.EASY: 'easy'>
    """
    check_metric(metric)
    deadline = Deadline(seconds)
    if len(two_boards(puzzle, {}, deadline)) > 1:
        raise ManySolutions("a puzzle with many solutions cannot be graded")
    return graded([*Walk(puzzle, metric=metric, deadline=deadline).skim()], metric)


@dataclass(frozen=True, slots=True)
class Clash:
    """Clues, entries and rules that cannot all be true."""

    rules: tuple[Rule, ...]
    """Clues and entries are rules with a place."""
    irreducible: bool
    """Whether none of them can be left out."""
    proved: bool
    """Whether it is proved that no fewer clash."""

    @property
    def places(self) -> tuple[str, ...]:
        """Where the clues and entries of it stand."""
        return tuple(dict.fromkeys(rule.place for rule in self.rules if rule.place))

    def _repr_html_(self) -> str:
        sentences = (str(rule.sentence) for rule in self.rules)
        return f"{line('Not all of this can be true:')}{listed(sentences)}"


def clash(
    puzzle: Puzzle, entries: Entries | None = None, *, seconds: float | None = None
) -> Clash | None:
    """The fewest clues, entries and rules that cannot all be true, unless all can.

    When time is up, those found by then: it says whether none of them can be left out, and whether
    it is proved that no fewer others clash. OutOfTime is raised where none were found.

    >>> import caracol
    >>> for rule in clash(caracol.parse("magic-snail 3 AB\\nA.A\\n...\\n...")).rules:
    ...     print(rule.sentence)
    row 1 holds exactly one A
    r1c1 is given as A
    r1c3 is given as A
    """
    deadline = Deadline(seconds)
    if two_boards(puzzle, entries, deadline):
        return None
    rules = (*rules_in_pieces(puzzle), *_given(puzzle), *_entered(puzzle, entries or {}))
    constraints = [rule.constraint for rule in rules]
    domains = registry.model(puzzle.family, puzzle.shape).cells
    found = conflict(domains, constraints, deadline)
    return Clash(tuple(rules[i] for i in found.rules), found.irreducible, found.smallest)


def rule_cost(rule: Rule, metric: str) -> int:
    """The cost of a rule."""
    return 1 if metric == "rules" else rule.cost


def rules_in_pieces(puzzle: Puzzle) -> tuple[Rule, ...]:
    """The rules of the game in small pieces, and the clues that say more than a value."""
    pieces = in_pieces(registry.model(puzzle.family, puzzle.shape).rules)
    clues = (rule for rule in registry.clues(puzzle) if not isinstance(rule.constraint, Is))
    return (*pieces, *clues)


def _given(puzzle: Puzzle) -> Iterator[Rule]:
    return (rule for rule in registry.clues(puzzle) if isinstance(rule.constraint, Is))


def is_entry(rule: Rule) -> bool:
    """Whether a rule of a conflict is an entry of the player."""
    return rule.sentence.template == ENTERED


def _entered(puzzle: Puzzle, entries: Entries) -> Iterator[Rule]:
    """What a player has filled in or pencilled in, as rules."""
    domains = registry.model(puzzle.family, puzzle.shape).cells
    wording = registry.family(puzzle.family).wording
    for cell, entry in entries.items():
        if cell not in domains:
            raise UsageError(
                f"expected an entry for a cell such as {next(iter(domains))}, found {cell!r}"
            )
        one = isinstance(entry, str | int)
        values = (entry,) if isinstance(entry, str | int) else tuple(entry)
        for value in values:
            if value not in domains[cell]:
                expected = ", ".join(map(str, domains[cell]))
                raise UsageError(f"expected one of {expected} in {cell}, found {value!r}")
        named = any_of(map(wording.value, values)) if values else say("nothing")
        sentence = say(ENTERED, cell=wording.cell(cell), value=named)
        constraint = Is(cell, values[0]) if one else Count((cell,), values, 1, 1)
        yield Rule(sentence, constraint, place=cell)


def _excluded(rule: Rule, domains: Domains) -> Iterator[Fact]:
    """What a clue or an entry says that its cell is not."""
    constraint = rule.constraint
    assert isinstance(constraint, Is | Count), "clues and entries speak of one cell"
    (cell,) = constraint.cells
    kept = (constraint.value,) if isinstance(constraint, Is) else (*constraint.values, BLANK)
    return (Fact(cell, value, False) for value in domains[cell] if value not in kept)


def two_boards(
    puzzle: Puzzle, entries: Entries | None = None, deadline: Deadline = NEVER
) -> list[Values]:
    """Two solutions that keep the entries, or as many as there are."""
    model = registry.model(puzzle.family, puzzle.shape)
    rules = dict.fromkeys((*registry.clues(puzzle), *_entered(puzzle, entries or {})))
    return list(islice(sat.run(model, tuple(rules), deadline).boards, 2))


def _impossible(
    puzzle: Puzzle, given: Iterable[Rule], facts: Iterable[Fact], deadline: Deadline
) -> list[Fact]:
    """Those of the facts that hold in no solution."""
    session = Session(registry.model(puzzle.family, puzzle.shape), deadline)
    rules = dict.fromkeys((*registry.clues(puzzle), *given))
    assumed = session.assumptions(rules, deadline)
    left = {session.fact(fact.cell, fact.value): fact for fact in facts}
    found = []
    while left:
        literal, fact = left.popitem()
        board = session.ask([*assumed, literal], deadline)
        if board is None:
            found.append(fact)
        for other in board or ():
            left.pop(other, None)
    return found[::-1]
