"""Certificates: a puzzle, its solution, and proofs that it is the only one and no clue redundant.

The clauses are verify.py's own: here a proof is found for them, and boards. docs/certificates.md
says what every number means.
"""

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from importlib.metadata import version
from itertools import chain

from .. import formats, registry
from ..caches import kept
from ..deadline import Deadline
from ..puzzle import Cell, Clue, ManySolutions, Puzzle, Shape, Solution, UsageError, Value
from ..solve import verdict
from . import verify
from .case_split import Formula
from .proofs import board, refutation
from .propagation import checker
from .statement import clue_stated, statement

# How many clues are kept as clauses, and how many boards as texts.
MOST_KEPT = 1000
# Formulas of a shape differ in the number of variables, in steps of this size: they are kept.
STEP = 1000

Clause = list[int]


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
    check_size(puzzle.family, puzzle.shape, text.partition("\n")[0])
    if solution is None:
        solution = _only_solution(puzzle, deadline)
    fields: dict[str, object] = {"certificate": "caracol 2", "puzzle": text}
    if is_stated(puzzle):
        fields |= {"certificate": "caracol 3"} | statement(puzzle)
    fields["claim"] = "unique" if solution else "unsolvable"
    if solution:
        _check_clues(puzzle, solution, broken=[])
        _check_rules(puzzle.family, puzzle.shape, solution)
        stated = dict(solution.values) if is_stated(puzzle) else formats.show(puzzle, solution)
        fields["solution"] = stated
    asked = question(puzzle, solution)
    proof = refutation(asked.formula, asked.clauses(), deadline)
    if not checker(asked.formula).refutes(asked.clauses(), proof, deadline):
        raise AssertionError(f"a proof was found that does not hold: {puzzle}")
    fields["proof"] = dimacs_lines(proof)
    seen = _witnesses(puzzle, asked, deadline) if solution and witnesses else None
    if seen is not None:
        fields["witnesses"] = seen
    if is_stated(puzzle):
        _check_stated(puzzle, fields)
    return fields | {"version": _version()}


def _check_stated(puzzle: Puzzle, fields: dict[str, object]) -> None:
    """Whether verify.py accepts what no other code has read."""
    try:
        verify.verify(fields)
    except verify.TooLarge as error:
        raise UsageError(f"{puzzle.family}: too large to certify: {error}") from None


def check_size(family: str, shape: Shape, header: str) -> None:
    """Refuse puzzles of which verify.py would not check certificates."""
    try:
        if family in verify.FAMILIES:
            verify.measured(header.split())
        else:
            _encoded(family, shape)
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
    deadline.check()
    if found.status == "many":
        raise ManySolutions(
            "more than one solution: only a puzzle with one or none can be certified"
        )
    return found.solutions[0] if found.solutions else None


def _witnesses(puzzle: Puzzle, asked: "Question", deadline: Deadline) -> dict[str, object] | None:
    """For each clue a board that breaks it alone; None if some clue has none."""
    seen: dict[str, object] = {}
    for clue in puzzle.clues:
        # The same board whatever was asked before.
        found = board(asked.formula, asked.clauses(without=clue), deadline)
        if not found:
            return None
        other = Solution(dict(map(asked.facts.__getitem__, found)))
        _check_clues(puzzle, other, broken=[clue])
        name = str(clue) if is_stated(puzzle) else clue.place
        seen[name] = _shown(puzzle.family, puzzle.shape, tuple(other.values.items()))
    return seen


@kept(MOST_KEPT)
def _shown(family: str, shape: Shape, values: tuple[tuple[Cell, Value], ...]) -> object:
    """A board that keeps the rules, as certificates have it; few are witnesses again and again."""
    board, blank = Solution(dict(values)), Puzzle(family, shape)
    _check_rules(family, shape, board)
    return dict(values) if is_stated(blank) else formats.show(blank, board)


def is_stated(puzzle: Puzzle) -> bool:
    """Whether certificates state the model, since verify.py does not know the rules."""
    return puzzle.family not in verify.FAMILIES


def dimacs_lines(clauses: Iterable[list[int]]) -> str:
    """
    >>> dimacs_lines([[1, -2], []])
    '1 -2 0\\n0\\n'
    """
    return "".join("".join(f"{literal} " for literal in clause) + "0\n" for clause in clauses)


def dimacs(puzzle: Puzzle, solution: Solution | None) -> str:
    """The clauses as a file for any SAT solver or proof checker."""
    asked = question(puzzle, solution)
    lines = dimacs_lines(clauses(puzzle, solution))
    return f"p cnf {asked.top} {lines.count(chr(10))}\n{lines}"


def stated_solution(puzzle: Puzzle, certificate: Mapping[str, object]) -> Solution | None:
    """The solution that a certificate of the puzzle states, if it has one."""
    stated = certificate.get("solution")
    if stated is None:
        return None
    if isinstance(stated, dict):
        return Solution(stated)
    held = {clue.place: clue.value for clue in formats.parse(str(stated)).clues}
    cells = registry.model(puzzle.family, puzzle.shape).cells
    return Solution(
        {cell: value for cell in cells for value in cells[cell] if str(value) == held[cell]}
    )


def clauses(puzzle: Puzzle, solution: Solution | None) -> Iterator[Clause]:
    """What the proof refutes: rules, clues, and that some cell differs from the solution."""
    yield from _encoded(puzzle.family, puzzle.shape).clauses
    yield from question(puzzle, solution).clauses()


@dataclass(frozen=True, slots=True)
class Question:
    """What a proof refutes: the clauses of a shape, and those of a puzzle and its solution."""

    formula: Formula
    facts: Mapping[int, tuple[Cell, Value]]  # what the variables of cells say
    clues: Mapping[Clue, list[Clause]]
    differs: list[Clause]  # some cell differs from the solution
    top: int  # the last variable

    def clauses(self, without: Clue | None = None) -> list[Clause]:
        """What puzzles of a shape do not have in common; if one clue is left out."""
        given = (clauses for clue, clauses in self.clues.items() if clue != without)
        return [*chain.from_iterable(given), *self.differs]


def question(puzzle: Puzzle, solution: Solution | None) -> Question:
    """The clauses of verify.py about a puzzle."""
    family, shape = puzzle.family, puzzle.shape
    rules = _encoded(family, shape)
    top, clues = rules.encoding.top, {}
    for clue in puzzle.clues:
        clues[clue], last = _given(family, shape, clue, top)
        top = last if is_stated(puzzle) else top  # clues of the four have no variables
    more = -(-(top - rules.encoding.top) // STEP) * STEP
    formula = _formula(family, shape, rules.encoding.top + more)
    differs = [[-rules.x[cell][solution[cell]] for cell in rules.x]] if solution else []
    return Question(formula, rules.facts, clues, differs, top)


@dataclass(frozen=True, slots=True)
class _Encoded:
    """The rules of a shape in verify.py's clauses."""

    encoding: verify.Encoding
    x: Mapping[Cell, Mapping[Value, int]]  # the variables of cells
    facts: Mapping[int, tuple[Cell, Value]]  # what they say
    clauses: list[Clause]


@kept(8)
def _encoded(family: str, shape: Shape) -> _Encoded:
    read = _read(Puzzle(family, shape)).model()
    encoding = verify.Encoding(read.cells)
    clauses = _one_value(tuple(map(len, read.cells.values())))
    clauses = [*clauses, *map(list, chain.from_iterable(map(encoding.clauses, read.rules)))]
    values = registry.model(family, shape).cells  # in the same order
    x = {
        cell: dict(zip(values[cell], held.values(), strict=True))
        for cell, held in encoding.x.items()
    }
    facts = {it: (cell, value) for cell, held in x.items() for value, it in held.items()}
    return _Encoded(encoding, x, facts, clauses)


@kept(8)
def _one_value(counts: tuple[int, ...]) -> list[Clause]:
    """Every cell holds one of its values; all cubes of a size have this in common."""
    cells = verify.Encoding({str(i): range(count) for i, count in enumerate(counts)}).x
    return [list(it) for held in cells.values() for it in verify.exactly_one([*held.values()])]


def _read(puzzle: Puzzle) -> verify.PuzzleText | verify.StatedPuzzle:
    """The puzzle as verify.py reads it."""
    text = formats.show(puzzle)
    if is_stated(puzzle):
        return verify.StatedPuzzle({"puzzle": text, **statement(puzzle)})
    return verify.PuzzleText(text)


@kept(8)
def _formula(family: str, shape: Shape, variables: int) -> Formula:
    rules = _encoded(family, shape)
    return Formula(rules.clauses, variables, [[*held.values()] for held in rules.x.values()])


@kept(MOST_KEPT)
def _given(family: str, shape: Shape, clue: Clue, top: int) -> tuple[list[Clause], int]:
    """What a clue says, whose variables follow that one, kept: puzzles of a shape share many."""
    if family in verify.FAMILIES:
        [rule] = _read(Puzzle(family, shape, (clue,))).model().clues.values()
    else:
        rule = clue_stated(family, shape, clue)
    encoding = copy(_encoded(family, shape).encoding)
    encoding.top = top + 1  # the guard of the clue, of which proofs say nothing
    return [*map(list, encoding.clauses(rule))], encoding.top
