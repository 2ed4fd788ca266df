"""Puzzles as models for other tools: readable text, a constraint a rule, its sentence beside it.

Enter at `export`. `source` is what is exported; `program` turns kinds into statements of a language
(`minizinc`, `prolog`, `script` for CPMpy), and what a language has no words for into clauses and
linear sums; `dimacs` and `opb` have only these.
"""

from collections.abc import Callable
from importlib import import_module

from .. import formats, registry
from ..puzzle import Puzzle, UsageError, expected_one, reading_order
from .source import Source, Wishes

# Each format, and the module that writes it.
FORMATS = {
    "mzn": "minizinc",
    "prolog": "prolog",
    "dimacs": "dimacs",
    "opb": "opb",
    "cpmpy": "script",
}
# These number every fact, so that many values make them large too.
BY_FACTS = ("dimacs", "opb")
MOST_CELLS, MOST_FACTS = 50_000, 250_000


def export(puzzle: Puzzle, to: str, *, search: str = "", plain: bool = False) -> str:
    """The puzzle as a model in one of the `FORMATS`.

    `search` says how MiniZinc or Prolog are to search, as in "first_fail,indomain_min" or "ff";
    `plain` asks for DIMACS clauses over the cells alone, without helper variables.

    >>> import caracol
    >>> print(export(caracol.parse("mno 1\\n*"), "opb"))  # doctest: +ELLIPSIS
    * #variable= 5 #constraint= ...
    * r1c1 is given as a dot
    +1 x2 >= 1 ;
    ...
    """
    if to not in FORMATS:
        raise UsageError(expected_one("a format", FORMATS, to))
    model = registry.model(puzzle.family, puzzle.shape)
    _check_size("cells", len(model.cells), MOST_CELLS, to)
    if to in BY_FACTS:
        _check_size("facts", sum(map(len, model.cells.values())), MOST_FACTS, to)
    wishes = Wishes(tuple(word.strip() for word in search.split(",")) if search else (), plain)
    return written(source(puzzle), to, wishes)


def _check_size(what: str, found: int, most: int, to: str) -> None:
    if found > most:
        raise UsageError(
            f"expected a puzzle with at most {most:,} {what} for {to}, found {found:,}"
        )


def source(puzzle: Puzzle) -> Source:
    model = registry.model(puzzle.family, puzzle.shape)
    cells = {cell: model.cells[cell] for cell in reading_order(model.cells)}
    text = formats.show(puzzle).rstrip("\n")
    return Source(text, cells, registry.clues(puzzle), model.rules)


def written(model: Source, to: str, wishes: Wishes) -> str:
    if wishes.search and to not in ("mzn", "prolog"):
        raise UsageError(f"a search strategy can be given for mzn and prolog only, not for {to}")
    if wishes.direct and to != "dimacs":
        raise UsageError(f"the direct encoding is available for dimacs only, not for {to}")
    write: Callable[[Source, Wishes], str] = import_module(f"{__name__}.{FORMATS[to]}").text
    return write(model, wishes)
