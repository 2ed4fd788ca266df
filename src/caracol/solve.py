"""Questions about a puzzle: its solutions, is there just one, how many, which clues matter."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from importlib.util import find_spec
from itertools import islice, repeat
from math import factorial

from . import engines
from .boards.board import Board
from .deadline import Deadline, Tick
from .engines import Assignment, Engine, Run, Statistics, timed
from .formats import show
from .model import Model, Rule, line_to_name_by
from .puzzle import Clue, OutOfTime, Puzzle, Solution, check_number
from .registry import board, family, model
from .registry import clues as clue_rules

Construct = Callable[[Board, tuple[Clue, ...]], Iterator[Solution]]
Join = Callable[[Board, tuple[Clue, ...], Tick], Iterator[Solution]]


class Search:
    """The solutions of a puzzle, one after the other, and what finding them has taken so far.

    >>> import caracol
    >>> search = Search(caracol.parse("magic-snail 3 AB\\n.A.\\nA..\\n..."))
    >>> len(list(search)), search.statistics.engine
    (1, 'sat')

    Without a named engine, a family that can joins small tables instead, and constructs boards
    that are too large to search. Their order depends on the puzzle alone, unless `ordered` is
    false, which is faster for puzzles that share a shape.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        engine: str | None = None,
        seconds: float | None = None,
        ordered: bool = True,
    ) -> None:
        self.puzzle = puzzle
        record = family(puzzle.family)
        joins = record.shortcuts.join if engine is None else None
        # Loading a solver is part of starting up, and not of the time that a puzzle takes.
        solver = None if joins else _engine(engine or engines.DEFAULT, ordered)
        deadline = Deadline(seconds)
        shared, clues = model(puzzle.family, puzzle.shape), clue_rules(puzzle, deadline.check)
        if joins:
            run = _joined(joins, puzzle, deadline)
        else:
            assert solver
            run = solver(shared, clues, deadline)
        self.statistics: Statistics = run.statistics
        boards = run.boards
        construct = record.shortcuts.construct
        if engine is None and construct:
            boards = _constructed_first(construct, puzzle, run)
        # No generator below knows the search: a search that is dropped is gone at once, and leaves
        # nothing behind in the solver, which would wait for Python's collector otherwise.
        self._solutions = _checked(boards, puzzle, shared, clues)

    def __iter__(self) -> Iterator[Solution]:
        return self._solutions


def _engine(name: str, ordered: bool) -> Engine:
    if name == engines.DEFAULT and not ordered:
        from .engines.sat import some

        return some
    return engines.engine(name)


def _joined(join: Join, puzzle: Puzzle, deadline: Deadline) -> Run:
    statistics = Statistics("none", "joined")
    found = join(board(puzzle.family, puzzle.shape), puzzle.clues, deadline.check)
    return Run(timed((dict(one.values) for one in found), statistics), statistics)


def _constructed_first(construct: Construct, puzzle: Puzzle, run: Run) -> Iterator[Assignment]:
    """The boards that a family constructs, then all others."""
    constructed = []
    found = construct(board(puzzle.family, puzzle.shape), puzzle.clues)
    for values in timed((dict(one.values) for one in found), run.statistics):
        run.statistics.method = "constructed"
        constructed.append(values)
        yield values
    for values in run.boards:
        if values not in constructed:
            if constructed:
                run.statistics.method = "searched"
            yield values


def _checked(
    boards: Iterator[Assignment], puzzle: Puzzle, shared: Model, clues: tuple[Rule, ...]
) -> Iterator[Solution]:
    """Every board as a solution, checked by the rules first."""
    for values in boards:
        kept = shared.keeps(values) and all(rule.constraint.holds(values) for rule in clues)
        assert kept, f"a board was found that breaks {shared.broken(values, clues)}"
        yield Solution(values, puzzle)


class Status(StrEnum):
    """What is known of how many solutions there are: "unique" is only said when proved."""

    UNIQUE = "unique"
    MANY = "many"
    NONE = "none"
    OUT_OF_TIME = "out-of-time"

    @classmethod
    def after(cls, found: int) -> "Status":
        """With that many solutions found; fewer than two are all that there are."""
        return (cls.NONE, cls.UNIQUE, cls.MANY)[min(found, 2)]


@dataclass(frozen=True, slots=True)
class Verdict:
    """How many solutions a puzzle has, and some of them."""

    puzzle: Puzzle = field(repr=False)
    status: Status
    solutions: tuple[Solution, ...]
    statistics: Statistics

    def to_json(self) -> dict[str, object]:
        taken = self.statistics.build_seconds + self.statistics.solve_seconds
        return {
            "family": self.puzzle.family,
            "status": self.status.value,
            "solutions": [show(self.puzzle, solution) for solution in self.solutions],
            "seconds": round(taken, 6),
            "statistics": self.statistics.counted(),
        }


def verdict(
    puzzle: Puzzle,
    *,
    limit: int | None = 2,
    engine: str | None = None,
    seconds: float | None = None,
) -> Verdict:
    """Some solutions, at most `limit`, and whether there is one, more, or none.

    >>> import caracol
    >>> found = verdict(caracol.parse("magic-snail 3 AB\\n.A.\\nA..\\n..."))
    >>> found.status, found.solutions[0]["r3c3"]
    (<Status.UNIQUE: 'unique'>, 'A')
    """
    check_number("a limit", limit, 1)
    found: list[Solution] = []
    try:
        search = Search(puzzle, engine=engine, seconds=seconds)
    except OutOfTime:
        statistics = Statistics(engine or engines.DEFAULT)
        return Verdict(puzzle, Status.OUT_OF_TIME, (), statistics)
    try:
        # A second solution is always looked for: without it nobody knows whether there is one.
        found += islice(search, None if limit is None else max(limit, 2))
        status = Status.after(len(found))
    except OutOfTime:
        status = Status.OUT_OF_TIME
    return Verdict(puzzle, status, tuple(found[:limit]), search.statistics)


def solutions(
    puzzle: Puzzle,
    limit: int | None = None,
    *,
    engine: str | None = None,
    seconds: float | None = None,
) -> Iterator[Solution]:
    """The solutions of a puzzle as they are found.

    >>> import caracol
    >>> puzzle = caracol.parse("magic-snail 3 AB\\n.A.\\nA..\\n...")
    >>> for solution in solutions(puzzle):
    ...     print(caracol.show(puzzle, solution), end="")
    magic-snail 3 AB
    -AB
    AB-
    B-A
    """
    check_number("a limit", limit, 1)
    return islice(Search(puzzle, engine=engine, seconds=seconds), limit)


def is_unique(puzzle: Puzzle, *, engine: str | None = None, seconds: float | None = None) -> bool:
    """Whether a puzzle has exactly one solution.

    >>> import caracol
    >>> is_unique(caracol.parse("magic-snail 3 AB\\nA..\\n...\\n..."))
    True
    """
    return _number(puzzle, engine, seconds) == 1


def _number(puzzle: Puzzle, engine: str | None, seconds: float | None) -> int:
    """How many solutions there are: none, one, or two for more."""
    search = Search(puzzle, engine=engine, seconds=seconds, ordered=False)
    return sum(1 for _ in islice(search, 2))


@dataclass(frozen=True, slots=True)
class Report:
    """What a setter wants to know: is it solvable, unique and irreducible?"""

    puzzle: Puzzle = field(repr=False)
    solvable: bool
    unique: bool
    irreducible: bool
    redundant: tuple[Clue, ...]
    """Clues that can be left out, each by itself."""

    def to_json(self) -> dict[str, object]:
        return {
            "family": self.puzzle.family,
            "solvable": self.solvable,
            "unique": self.unique,
            "irreducible": self.irreducible,
            "redundant": [str(clue) for clue in self.redundant],
        }


def check(puzzle: Puzzle, *, engine: str | None = None, seconds: float | None = None) -> Report:
    """Whether a puzzle is solvable, unique and irreducible.

    A clue is redundant if the puzzle without it is still unique; irreducible means that none is.

    >>> import caracol
    >>> [str(clue) for clue in check(caracol.parse("magic-snail 3 AB\\n.A.\\nA..\\n...")).redundant]
    ['r1c2=A']
    """
    deadline = Deadline(seconds)
    search = Search(puzzle, engine=engine, seconds=deadline.left(), ordered=False)
    found = list(islice(search, 2))
    if len(found) != 1:
        return Report(puzzle, bool(found), False, False, ())
    every = _needed(puzzle, found[0], engine, deadline)
    redundant = tuple(clue for clue, needed in zip(puzzle.clues, every, strict=True) if not needed)
    return Report(puzzle, True, True, not redundant, redundant)


def _needed(
    puzzle: Puzzle, only: Solution, engine: str | None, deadline: Deadline
) -> Iterator[bool]:
    """Of each clue of a puzzle with one solution, whether it has more without the clue."""
    quick: Iterable[bool | None] = repeat(None)
    if engine is None and not family(puzzle.family).shortcuts.join:
        from .engines.sat import needed

        rules = clue_rules(puzzle, deadline.check)
        quick = needed(model(puzzle.family, puzzle.shape), rules, dict(only.values), deadline)
    for clue, known in zip(puzzle.clues, quick, strict=False):
        if known is None:
            rest = puzzle.without(clue)
            known = not is_unique(rest, engine=engine, seconds=deadline.left())
        yield known


def has_board(puzzle: Puzzle, *, seconds: float | None = None) -> bool:
    """Whether there is any board of the puzzle's shape, clues aside.

    >>> import caracol
    >>> has_board(caracol.Puzzle("magic-snail", (5, "ABCD")))
    False
    """
    empty = Puzzle(puzzle.family, puzzle.shape)
    return any(True for _ in Search(empty, seconds=seconds, ordered=False))


# After FEW boards counted one by one an exact counter joins in; after MANY more it goes on alone.
FEW, MANY = 2000, 200_000


def count(puzzle: Puzzle, *, seconds: float | None = None) -> int:
    """The exact number of solutions.

    >>> import caracol
    >>> count(caracol.parse("magic-snail 4 AB\\n....\\n....\\n....\\n...."))
    27
    """
    deadline = Deadline(seconds)
    line = () if puzzle.clues else line_to_name_by(model(puzzle.family, puzzle.shape))
    if line:
        values = model(puzzle.family, puzzle.shape).cells[line[0]]
        first = tuple(Clue(cell, str(value)) for cell, value in zip(line, values, strict=False))
        return factorial(len(values)) * count(replace(puzzle, clues=first), seconds=seconds)
    rules = clue_rules(puzzle, deadline.check)
    own_way = family(puzzle.family).shortcuts.count
    if own_way:
        return own_way(board(puzzle.family, puzzle.shape), puzzle.clues, deadline.check)
    left = deadline.left()
    search = iter(Search(puzzle, engine=engines.DEFAULT, seconds=left, ordered=False))
    counted = sum(1 for _ in islice(search, FEW))
    if counted < FEW:
        return counted
    if find_spec("pyganak") is None:
        return counted + sum(1 for _ in search)
    from .engines.ganak import Counting

    with Counting(model(puzzle.family, puzzle.shape), rules, deadline) as counting:
        for _ in islice(search, MANY):
            counted += 1
            if counting.is_done:
                return counting.result()
        return counted if counted < FEW + MANY else counting.result()
