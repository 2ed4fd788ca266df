"""The oracle: plain depth-first search that asks each rule whether it still holds.

Slow and short, it shares nothing with the other engines but the rules' own `holds`.
"""

from collections.abc import Iterator

from ..deadline import Deadline
from ..kinds import Constraint
from ..model import Model, Rule
from ..puzzle import Cell, UsageError
from . import Assignment, Engine, Run, Statistics, timed

# It goes one call deeper with every cell.
MOST_CELLS = 600


def engine(_solver: str = "") -> Engine:
    return run


def run(model: Model, clues: tuple[Rule, ...], deadline: Deadline) -> Run:
    if len(model.cells) > MOST_CELLS:
        raise UsageError(
            f"engine search handles at most {MOST_CELLS} cells, found {len(model.cells)}"
        )
    statistics = Statistics("search", variables=len(model.cells), decisions=0, conflicts=0)
    statistics.constraints = len(model.rules) + len(clues)
    return Run(_boards(model, clues, deadline, statistics), statistics)


def _boards(
    model: Model, clues: tuple[Rule, ...], deadline: Deadline, statistics: Statistics
) -> Iterator[Assignment]:
    rules: dict[Cell, list[Constraint]] = {cell: [] for cell in model.cells}
    for rule in (*clues, *model.rules):
        for cell in rule.constraint.cells:
            rules[cell].append(rule.constraint)
    cells, board = list(model.cells), Assignment()
    if not all(rule.constraint.holds(board) for rule in (*clues, *model.rules)):
        return  # whatever the cells hold

    def fill(depth: int) -> Iterator[Assignment]:
        if depth == len(cells):
            yield dict(board)
            return
        cell = cells[depth]
        for value in model.cells[cell]:
            deadline.check()
            statistics.add(decisions=1)
            board[cell] = value
            if all(constraint.holds(board) for constraint in rules[cell]):
                yield from fill(depth + 1)
            else:
                statistics.add(conflicts=1)
        del board[cell]

    yield from timed(fill(0), statistics)
