"""What an editor shows while a puzzle is being set, and what a player is told of a board."""

from collections.abc import Mapping
from dataclasses import dataclass

from .. import registry
from ..deadline import Deadline
from ..engines.sat.census import Census, census
from ..explanations.explanation import ClashInWords, clash_in_words
from ..explanations.walk import clash, rules_in_pieces
from ..kinds import Constraint, Is
from ..puzzle import Cell, OutOfTime, Puzzle, Solution, UsageError, Value
from ..solve import Search, Status
from .asked import Entries
from .survey import MOST_COUNTED
from .survey import candidates as candidates_in

# Of a conflict, that many seconds: what is found by then is irreducible on all but large boards.
CONFLICT_SECONDS = 0.3


@dataclass(frozen=True, slots=True)
class Live:
    """How many solutions a puzzle has, and what each cell can still hold."""

    number: int  # of the question
    puzzle: str  # that it is about
    census: Census
    conflict: ClashInWords | None = None

    def to_json(self) -> dict[str, object]:
        fields: dict[str, object] = {
            "number": self.number,
            "puzzle": self.puzzle,
            "count": self.census.boards,
            "more": self.census.more,
            "sure": self.census.sure,
            "candidates": candidates_in(self.census.facts),
        }
        return fields | {"conflict": self.conflict.to_json()} if self.conflict else fields


def live(
    puzzle: Puzzle, limit: int, language: str, deadline: Deadline
) -> tuple[Census, ClashInWords | None]:
    """The census of a puzzle, and where it has no solution, a conflict if one is found soon."""
    if not 1 <= limit <= MOST_COUNTED:
        raise UsageError(f"expected a limit from 1 to {MOST_COUNTED}, found {limit}")
    model = registry.model(puzzle.family, puzzle.shape)
    found = census(model, registry.clues(puzzle), limit, deadline)
    if found.boards or found.more:
        return found, None
    try:
        conflict = clash(puzzle, seconds=CONFLICT_SECONDS)
    except OutOfTime:
        return found, None
    return found, clash_in_words(conflict, language) if conflict else None


@dataclass(frozen=True, slots=True)
class Check:
    """Whether a board is solved, and which entries are wrong."""

    status: Status  # of the puzzle
    solved: bool
    complete: bool
    wrong: tuple[Cell, ...]

    def to_json(self) -> dict[str, object]:
        return {
            "status": self.status.value,
            "solved": self.solved,
            "complete": self.complete,
            "wrong": list(self.wrong),
        }


def check(puzzle: Puzzle, entries: Entries, deadline: Deadline) -> Check:
    """Where there is one solution, entries that differ from it are wrong; where there are many,
    those of a conflict."""
    check_entries(puzzle, entries)
    search = iter(Search(puzzle, seconds=deadline.left(), ordered=False))
    found = [solution for solution, _ in zip(search, range(2), strict=False)]
    status = Status.after(len(found))
    if status is Status.UNIQUE:
        wrong = tuple(cell for cell, entry in entries.items() if not _fits(entry, found[0], cell))
    elif status is Status.MANY:
        conflict = clash(puzzle, entries, seconds=deadline.left())
        wrong = tuple(cell for cell in (conflict.places if conflict else ()) if cell in entries)
    else:
        wrong = ()
    complete = is_complete(puzzle, entries)
    return Check(status, complete and not wrong and bool(found), complete, wrong)


def _fits(entry: Value | tuple[Value, ...], solution: Solution, cell: Cell) -> bool:
    return solution[cell] in entry if isinstance(entry, tuple) else solution[cell] == entry


def is_complete(puzzle: Puzzle, entries: Entries) -> bool:
    """Whether every cell is given or has a single value."""
    filled = {cell for cell, entry in entries.items() if not isinstance(entry, tuple)}
    cells = registry.model(puzzle.family, puzzle.shape).cells
    return cells.keys() <= filled | {clue.place for clue in puzzle.clues}


def check_entries(puzzle: Puzzle, entries: Entries) -> None:
    """Refuse entries that no cell can hold."""
    cells = registry.model(puzzle.family, puzzle.shape).cells
    for cell, entry in entries.items():
        if cell not in cells:
            raise UsageError(f"expected an entry for a cell of the board, found {cell!r}")
        for value in entry if isinstance(entry, tuple) else (entry,):
            if value not in cells[cell]:
                expected = ", ".join(map(str, cells[cell]))
                raise UsageError(f"expected one of {expected} in {cell}, found {value!r}")


@dataclass(frozen=True, slots=True)
class Candidates:
    """The values that cells can still hold, as far as each rule says by itself."""

    values: Mapping[Cell, tuple[Value, ...]]

    def to_json(self) -> dict[str, object]:
        return {"candidates": {cell: list(values) for cell, values in self.values.items()}}


def candidates(puzzle: Puzzle, entries: Entries, deadline: Deadline) -> Candidates:
    """For each cell without a value those that break no rule beside the values in place.

    Every rule is looked at once and alone: no more than what a player pencils in at the start.
    """
    check_entries(puzzle, entries)
    cells = registry.model(puzzle.family, puzzle.shape).cells
    placed = {cell: entry for cell, entry in entries.items() if not isinstance(entry, tuple)}
    rules = rules_in_pieces(puzzle)
    for rule in registry.clues(puzzle):
        if isinstance(rule.constraint, Is):
            placed[rule.constraint.cell] = rule.constraint.value
    about: dict[Cell, list[Constraint]] = {cell: [] for cell in cells}
    for rule in rules:
        for cell in dict.fromkeys(rule.constraint.cells):
            about[cell].append(rule.constraint)

    def is_possible(cell: Cell, value: Value) -> bool:
        deadline.check()
        board = placed | {cell: value}
        return all(constraint.holds(board) for constraint in about[cell])

    return Candidates(
        {
            cell: tuple(value for value in values if is_possible(cell, value))
            for cell, values in cells.items()
            if cell not in placed
        }
    )
