"""Certificates: a puzzle, its solution, and proofs that it is the only one and no clue redundant.

docs/certificates.md says what every number of a proof means.
"""

from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import version
from itertools import combinations, islice

from .. import formats, registry
from ..caches import kept
from ..deadline import Deadline
from ..kinds import Clause as FactClause
from ..model import Differ, Regular, Rule, Sum
from ..puzzle import (
    Cell,
    Clue,
    Fact,
    ManySolutions,
    Puzzle,
    Shape,
    Solution,
    UsageError,
    Value,
    reading_order,
)
from ..solve import verdict
from . import verify
from .case_split import Formula
from .proofs import board, refutation
from .propagation import checker

FORMAT = "caracol 2"
# How many clues are kept as clauses, and how many boards as texts.
MOST_KEPT = 1000

Clause = list[int]
# By literal its weight in a sum.
Weights = Mapping[int, int]


def certify(
    puzzle: Puzzle,
    *,
    solution: Solution | None = None,
    witnesses: bool = True,
    seconds: float | None = None,
) -> dict[str, object]:
    """A certificate that the puzzle has one solution, or none, as JSON has it.

    It depends on the puzzle alone. Whoever knows the only solution may give it; it is still proved.
    Before a certificate is returned, its boards are held against the rules, and the proof is
    checked as certificates/verify.py does it.

    >>> import caracol
    >>> certificate = certify(caracol.parse("magic-snail 3 AB\\n.A.\\nA..\\n..."))
    >>> certificate["claim"], str(certificate["proof"]).splitlines()[-1]
    ('unique', '0')
    """
    deadline, text = Deadline(seconds), formats.show(puzzle)
    check_header(text.partition("\n")[0])
    if solution is None:
        solution = _only_solution(puzzle, deadline)
    fields: dict[str, object] = {"certificate": FORMAT, "puzzle": text}
    fields["claim"] = "unique" if solution else "unsolvable"
    if solution:
        _check_clues(puzzle, solution, broken=[])
        _check_rules(puzzle.family, puzzle.shape, solution)
        fields["solution"] = formats.show(puzzle, solution)
    more, formula = [*_more_clauses(puzzle, solution)], _formula(puzzle.family, puzzle.shape)
    proof = refutation(formula, more, deadline)
    if not checker(formula).refutes(more, proof, deadline):
        raise AssertionError(f"a proof was found that does not hold: {puzzle}")
    fields["proof"] = dimacs_lines(proof)
    seen = None
    if solution and witnesses:
        seen = _witnesses(puzzle, solution, deadline)
    if seen is not None:
        fields["witnesses"] = seen
    return fields | {"version": _version()}


def check_header(header: str) -> None:
    """Refuse a family or size of which verify.py would not check certificates."""
    words = header.split()
    if words[0] not in registry.BUILT_IN:
        raise UsageError(f"certificates are available for {', '.join(registry.BUILT_IN)} only")
    try:
        verify.measured(words)
    except verify.TooLarge:
        raise UsageError(f"{header}: too large to certify") from None


def _check_clues(puzzle: Puzzle, board: Solution, broken: list[Clue]) -> None:
    """A board must break these clues and no other."""
    rules = zip(puzzle.clues, registry.clues(puzzle), strict=True)
    found = [clue for clue, rule in rules if not rule.constraint.holds(board.values)]
    if found != broken:
        raise AssertionError(f"expected to break the clues {broken}, breaks {found}")


def _check_rules(family: str, shape: Shape, board: Solution) -> None:
    if not registry.model(family, shape).keeps(board.values):
        raise AssertionError(f"a board breaks a rule: {board}")


@kept(1)
def _version() -> str:
    return version("caracol")


def _only_solution(puzzle: Puzzle, deadline: Deadline) -> Solution | None:
    found = verdict(puzzle, seconds=deadline.left())
    deadline.left()
    if found.status == "many":
        raise ManySolutions("a puzzle with more than one solution cannot be certified")
    return found.solutions[0] if found.solutions else None


def _witnesses(puzzle: Puzzle, solution: Solution, deadline: Deadline) -> dict[str, str] | None:
    """For each clue a board that breaks it alone; None if some clue has none."""
    seen = {}
    for clue in puzzle.clues:
        other = _other(puzzle.without(clue), solution, deadline)
        if other is None:
            return None
        _check_clues(puzzle, other, broken=[clue])
        seen[clue.place] = _board_text(puzzle.family, puzzle.shape, tuple(other.values.items()))
    return seen


@kept(MOST_KEPT)
def _board_text(family: str, shape: Shape, values: tuple[tuple[Cell, Value], ...]) -> str:
    """Of a board that keeps the rules; kept, since few boards are witnesses again and again."""
    board = Solution(dict(values))
    _check_rules(family, shape, board)
    return formats.show(Puzzle(family, shape), board)


def _other(puzzle: Puzzle, solution: Solution, deadline: Deadline) -> Solution | None:
    """Another board than the solution, the same whatever was asked before."""
    formula = _formula(puzzle.family, puzzle.shape)
    found = board(formula, [*_more_clauses(puzzle, solution)], deadline)
    return _numbers(puzzle.family, puzzle.shape).board(found) if found else None


def dimacs_lines(clauses: Iterable[list[int]]) -> str:
    """
    >>> dimacs_lines([[1, -2], []])
    '1 -2 0\\n0\\n'
    """
    return "".join("".join(f"{literal} " for literal in clause) + "0\n" for clause in clauses)


def dimacs(puzzle: Puzzle, solution: Solution | None) -> str:
    """The clauses as a file for any SAT solver or proof checker."""
    lines = dimacs_lines(clauses(puzzle, solution))
    top = _formula(puzzle.family, puzzle.shape).variables
    return f"p cnf {top} {lines.count(chr(10))}\n{lines}"


def stated_solution(puzzle: Puzzle, certificate: Mapping[str, object]) -> Solution | None:
    """The solution that a certificate of the puzzle states, if it has one."""
    if "solution" not in certificate:
        return None
    held = {clue.place: clue.value for clue in formats.parse(str(certificate["solution"])).clues}
    cells = registry.model(puzzle.family, puzzle.shape).cells
    return Solution(
        {cell: value for cell in cells for value in cells[cell] if str(value) == held[cell]}
    )


def clauses(puzzle: Puzzle, solution: Solution | None) -> Iterator[Clause]:
    """What the proof refutes: rules, clues, and that some cell differs from the solution."""
    yield from map(list, _formula(puzzle.family, puzzle.shape).clauses)
    yield from _more_clauses(puzzle, solution)


def _more_clauses(puzzle: Puzzle, solution: Solution | None) -> Iterator[Clause]:
    """What puzzles of a shape do not have in common."""
    numbers = _numbers(puzzle.family, puzzle.shape)
    for clue in puzzle.clues:
        yield from _given(puzzle.family, puzzle.shape, clue)
    if solution:
        yield numbers.differing(solution)


@kept(MOST_KEPT)
def _given(family: str, shape: Shape, clue: Clue) -> list[Clause]:
    """What a clue says, kept: puzzles of a shape share many."""
    return [*_numbers(family, shape).clauses_of(registry.rule(family, shape, clue))]


@kept(8)
def _formula(family: str, shape: Shape) -> Formula:
    numbers = _numbers(family, shape)
    written = [*_one_value(tuple(map(len, numbers.by_cell)))]
    for rule in registry.model(family, shape).rules:
        written += numbers.clauses_of(rule)
    return Formula(written, numbers.top, numbers.by_cell)


@kept(8)
def _one_value(counts: tuple[int, ...]) -> list[Clause]:
    """Every cell holds exactly one of its values; all cubes of a size have this in common."""
    literals = iter(range(1, sum(counts) + 1))
    written: list[Clause] = []
    for count in counts:
        cell = [*islice(literals, count)]
        written += (cell, *([-one, -other] for one, other in combinations(cell, 2)))
    return written


def _pair(total: int, one: Weights, other: Weights) -> Iterator[Clause]:
    """Either way round: one would do, but proofs would be longer."""
    for held, left in ((one, other), (other, one)):
        fitting: dict[int, Clause] = {}
        for literal, weight in left.items():
            fitting.setdefault(total - weight, []).append(literal)
        yield from ([-literal, *fitting.get(weight, [])] for literal, weight in held.items())


def _triangle(total: int, *circles: Weights) -> Iterator[Clause]:
    """What each circle leaves to the others: one clause would do, but proofs would be longer.

    The circles of a triangle lie on common lines in pairs, so no two hold the same.
    """
    held = [{weight: literal for literal, weight in circle.items()} for circle in circles]
    for i in range(3):
        first, second, third = held[i:] + held[:i]
        for here, literal in first.items():
            rests = ((there, total - here - there) for there in second)
            ways = [way for way in rests if way[1] in third and len({here, *way}) == 3]
            yield [-literal, *(second[there] for there, _ in ways)]
            yield [-literal, *(third[rest] for _, rest in ways)]
            yield from ([-literal, -second[there], third[rest]] for there, rest in ways)
            if len(ways) == 2:  # the same two values, either way round
                yield from ([-literal, second[value], third[value]] for value in ways[0])


@kept(8)
def _numbers(family: str, shape: Shape) -> "_Numbers":
    return _Numbers(family, shape)


class _Numbers:
    """The variables of a shape: cells in reading order, then whose turn it is along a snail."""

    def __init__(self, family: str, shape: Shape) -> None:
        model = registry.model(family, shape)
        order = reading_order(model.cells)
        self.cells: Mapping[Cell, tuple[Value, ...]] = {cell: model.cells[cell] for cell in order}
        facts = [(cell, value) for cell, values in self.cells.items() for value in values]
        self._of = {fact: i for i, fact in enumerate(facts, start=1)}
        self._facts = dict(enumerate(facts, start=1))
        self.top = len(self._of)
        self.by_cell = [
            [self._of[cell, value] for value in values] for cell, values in self.cells.items()
        ]

    def fact(self, fact: Fact) -> int:
        number = self._of[fact.cell, fact.value]
        return number if fact.holds else -number

    def board(self, numbers: list[int]) -> Solution:
        """The values that these literals say, one for each cell."""
        return Solution(dict(map(self._facts.__getitem__, numbers)))

    def differing(self, solution: Solution) -> Clause:
        """Some cell holds another value."""
        return [-self._of[cell, solution[cell]] for cell in self.cells]

    def clause(self, clause: FactClause) -> Clause:
        return [self.fact(fact) for fact in clause]

    def clauses_of(self, rule: Rule) -> Iterator[Clause]:
        match rule.constraint:
            case Regular():
                yield from self._cycle(rule.constraint)
            case Differ(cells):
                yield from map(self.clause, rule.constraint.direct(self.cells) or ())
                yield from self._every_value(cells)
            case Sum():
                yield from self._sum(rule.constraint)
            case _:
                yield from map(self.clause, rule.constraint.direct(self.cells) or ())

    def _every_value(self, cells: tuple[Cell, ...]) -> Iterator[Clause]:
        """As many cells as values hold each of them; it follows, but not by unit propagation."""
        values = {value for cell in cells for value in self.cells[cell]}
        if len(values) == len(cells):
            for value in sorted(values, key=self.cells[cells[0]].index):
                yield [self.fact(Fact(cell, value)) for cell in cells]

    def _sum(self, constraint: Sum) -> Iterator[Clause]:
        """What each cell leaves to the others."""
        weights = [
            {self._of[cell, value]: constraint.weight(i, value) for value in self.cells[cell]}
            for i, cell in enumerate(constraint.cells)
        ]
        if len(weights) == 2:
            yield from _pair(constraint.total, *weights)
        else:
            yield from _triangle(constraint.total, *weights)

    def _cycle(self, cycle: Regular) -> Iterator[Clause]:
        key = (
            [
                next(value for value, state in moves.items() if state != i or len(moves) == 1)
                for i, moves in enumerate(cycle.automaton.moves)
            ]
            if len(cycle.automaton.moves) > 1
            else [*cycle.automaton.moves[0]][1:]
        )
        size, start = len(key), len(self._of) + 1
        self.top = len(self._of) + size * (len(cycle.path) + 1)

        def turn(place: int, due: int) -> int:
            return start + place * size + due % size

        yield [turn(0, 0)]
        yield [turn(len(cycle.path), 0)]
        for place in range(len(cycle.path) + 1):
            due = [turn(place, j) for j in range(size)]
            yield due
            yield from ([-one, -other] for one, other in combinations(due, 2))
        for place, cell in enumerate(cycle.path):
            for j, value in enumerate(key):
                letter = self.fact(Fact(cell, value))
                yield [-letter, turn(place, j)]
                yield [-letter, turn(place + 1, j + 1)]
                yield [letter, -turn(place, j), turn(place + 1, j)]
                yield [letter, turn(place, j + 1), -turn(place + 1, j + 1)]
