"""Pictures of steps: what is settled and ruled out, where to look, which lines are spoken of."""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from .. import registry
from ..phrases import ENGLISH
from ..puzzle import Cell, Fact, Puzzle, Solution, Value
from ..shapes import Drawing, Role, highlighted, named, spoken
from .boards import draw, noted

Candidates = Mapping[Cell, Collection[Value]]


class Marks(NamedTuple):
    """What a step derives, the places it points at, and the sentences it is told in."""

    derives: tuple[Fact, ...]
    roles: Mapping[str, Role]
    sentences: tuple[str, ...] = ()


def picture(
    puzzle: Puzzle,
    before: Candidates,
    marks: Marks,
    *,
    view: str = "",
    language: str = ENGLISH,
) -> Drawing:
    """The board once a step is made, with names of lines and what is left in each cell.

    `before` has the candidates of cells before the step, as far as they are known; a cell with a
    single one is settled.
    """
    settled = {cell: next(iter(some)) for cell, some in before.items() if len(some) == 1}
    settled |= {fact.cell: fact.value for fact in marks.derives if fact.holds}
    struck = [fact for fact in marks.derives if not fact.holds]
    board = draw(puzzle, Solution(settled), view)
    return marked(
        noted(board, puzzle, _open(puzzle, before, marks.derives), struck), puzzle, marks, language
    )


def marked(drawing: Drawing, puzzle: Puzzle, marks: Marks, language: str = ENGLISH) -> Drawing:
    """The drawing with names of lines, and all marked that a step points at or speaks of."""
    lines = lines_named(puzzle, marks.sentences, language)
    roles = dict.fromkeys(lines, Role.SCOPE) | dict(marks.roles)
    return spoken(highlighted(named(drawing), roles), language)


def _open(puzzle: Puzzle, before: Candidates, derives: Collection[Fact]) -> dict[Cell, set[Value]]:
    """The candidates of cells that are open and not all that there are, and those ruled out."""
    domains = registry.board(puzzle.family, puzzle.shape).domains
    filled = {place for place, _ in puzzle.clues} | {fact.cell for fact in derives if fact.holds}
    ruled_out: dict[Cell, set[Value]] = {}
    for cell, value, holds in derives:
        if not holds:
            ruled_out.setdefault(cell, set()).add(value)
    found = {}
    for cell in domains.keys() - filled:
        left = {*before.get(cell, domains[cell])} | ruled_out.get(cell, set())
        values = left.intersection(domains[cell])  # it may also be blank
        if cell in ruled_out or (len(left) > 1 and len(values) < len(domains[cell])):
            found[cell] = values
    return found


def lines_named(puzzle: Puzzle, sentences: Iterable[str], language: str = ENGLISH) -> list[str]:
    """The lines of the board that sentences speak of, by their English names.

    >>> from caracol.formats import parse
    >>> lines_named(parse("mno 1\\n."), ["Row 1 holds exactly two dots"])
    ['row 1']
    """
    said = "\n".join(sentences).lower()
    lines = registry.board(puzzle.family, puzzle.shape).lines
    return [
        str(line.name)
        for line in lines
        if re.search(rf"\b{re.escape(line.name.told(language).lower())}\b", said)
    ]
