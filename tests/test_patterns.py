"""Patterns that players know: recognised by what a step reads and strikes, in their words."""

import pytest

from caracol import Fact, Puzzle, Step, registry
from caracol.explanations.patterns import pattern
from caracol.explanations.told import Told, strike
from caracol.model import Rule
from caracol.puzzle import Cell, Value
from reasoning import follows

SUDOKU = Puzzle("sudoku", (9,))
DOMAINS = registry.model("sudoku", (9,)).cells


def rule(line: str, value: int) -> Rule:
    """The rule that a line of a Sudoku holds a number once."""
    wanted = f"{line} holds exactly one {value}"
    rules = registry.model("sudoku", (9,)).rules
    every = (one for whole in rules if whole.pieces for one in whole.pieces())
    return next(one for one in every if str(one.sentence) == wanted)


def only(cell: Cell, *values: Value) -> list[Fact]:
    """That nothing else is left for a cell."""
    return [Fact(cell, value, False) for value in DOMAINS[cell] if value not in values]


def without(value: int, *cells: Cell) -> list[Fact]:
    return [Fact(cell, value, False) for cell in cells]


def step(rules: list[tuple[str, int]], reads: list[Fact], derives: list[Fact]) -> Step:
    because = tuple(rule(*one) for one in rules)
    assert follows(DOMAINS, reads, because, derives)
    return Step(16, 16, because, tuple(reads), tuple(derives), 1, SUDOKU, {})


def told(one: Step) -> Told:
    before = dict(DOMAINS)
    strike(one.reads, before)
    left = dict(before)
    strike(one.derives, left)
    return Told((one,), (one,), (), before, left)


def row(number: int, *but: int) -> list[Cell]:
    return [f"r{number}c{n}" for n in range(1, 10) if n not in but]


NAKED = step(
    [("row 3", 2), ("row 3", 3)],
    [*only("r3c1", 2, 3), *only("r3c4", 2, 3), *only("r3c9", 2, 5)],
    [Fact("r3c9", 5), *without(3, "r3c2")],
)
TRIPLE = step(
    [("row 3", 2), ("row 3", 3), ("row 3", 4)],
    [*only("r3c1", 2, 3), *only("r3c4", 3, 4), *only("r3c7", 2, 4)],
    without(4, "r3c2"),
)
HIDDEN = step(
    [("row 3", 2), ("row 3", 3)],
    [*without(2, *row(3, 1, 4)), *without(3, *row(3, 1, 4))],
    without(9, "r3c1", "r3c4"),
)
HIDDEN_ACROSS = step(
    [("row 3", 2), ("box 1", 3)],
    [
        *without(2, *row(3, 1, 2)),
        *without(3, "r3c3", *(f"r{i}c{j}" for i in (1, 2) for j in (1, 2, 3))),
    ],
    without(9, "r3c1", "r3c2"),
)
POINTING = step(
    [("box 1", 7), ("row 1", 7)],
    without(7, "r2c1", "r2c2", "r2c3", "r3c1", "r3c2", "r3c3"),
    without(7, "r1c5", "r1c8"),
)
CLAIMING = step(
    [("row 1", 7), ("box 1", 7)],
    without(7, *row(1, 1, 2)),
    without(7, "r2c1", "r3c3"),
)
X_WING = step(
    [("row 2", 5), ("row 7", 5), ("column 3", 5), ("column 8", 5)],
    without(5, *row(2, 3, 8), *row(7, 3, 8)),
    without(5, "r5c3", "r9c8"),
)
XY_WING = step(
    [("row 1", 3), ("column 1", 5), ("column 6", 9), ("row 4", 9)],
    [*only("r1c1", 3, 5), *only("r1c6", 3, 9), *only("r4c1", 5, 9)],
    without(9, "r4c6"),
)
XYZ_WING = step(
    [("row 1", 3), ("box 1", 5), ("row 1", 9), ("box 1", 9)],
    [*only("r1c1", 3, 5, 9), *only("r1c6", 3, 9), *only("r2c3", 5, 9)],
    without(9, "r1c2"),
)
PATTERNS = {
    "naked pair": (
        NAKED,
        "r3c1 and r3c4 hold 2 and 3 between them, so no other cell of row 3 does: r3c9 is 5.",
        "r3c1 e r3c4 repartem 2 e 3 entre si; logo, mais nenhuma casa da linha 3 os tem: r3c9 é 5.",
    ),
    "naked triple": (
        TRIPLE,
        "r3c1, r3c4 and r3c7 hold 2, 3 and 4 between them, so no other cell of row 3 does.",
        "r3c1, r3c4 e r3c7 repartem 2, 3 e 4 entre si; logo, mais nenhuma casa da linha 3 os tem.",
    ),
    "hidden pair": (
        HIDDEN,
        "In row 3, 2 and 3 can only go in r3c1 and r3c4, so nothing else does.",
        "Na linha 3, 2 e 3 só podem ficar em r3c1 e r3c4, e nada mais fica ali.",
    ),
    "pointing": (
        POINTING,
        "In box 1, 7 can only go in r1c1, r1c2 or r1c3, all in row 1, so r1c5 and r1c8 are not 7.",
        "Na caixa 1, 7 só pode ficar em r1c1, r1c2 ou r1c3, sempre na linha 1; logo, r1c5 e r1c8"
        " não são 7.",
    ),
    "claiming": (
        CLAIMING,
        "In row 1, 7 can only go in r1c1 or r1c2, both in box 1, so r2c1 and r3c3 are not 7.",
        "Na linha 1, 7 só pode ficar em r1c1 ou r1c2, sempre na caixa 1; logo, r2c1 e r3c3 não são"
        " 7.",
    ),
    "X-wing": (
        X_WING,
        "In row 2 and in row 7, 5 can only go in column 3 or in column 8, so these have it nowhere"
        " else: r5c3 and r9c8 are not 5.",
        "Na linha 2 e na linha 7, 5 só pode ficar na coluna 3 ou na coluna 8, que não o têm em mais"
        " nenhum lugar: r5c3 e r9c8 não são 5.",
    ),
    "XY-wing": (
        XY_WING,
        "If r1c1 is 3, r1c6 is 9; if it is 5, r4c1 is 9. Either way r4c6 is not 9.",
        "Se r1c1 for 3, r1c6 é 9; se for 5, r4c1 é 9. Em qualquer caso, r4c6 não é 9.",
    ),
    "XYZ-wing": (
        XYZ_WING,
        "If r1c1 is 3, r1c6 is 9; if it is 5, r2c3 is 9; or else it is 9 itself. Either way r1c2 is"
        " not 9.",
        "Se r1c1 for 3, r1c6 é 9; se for 5, r2c3 é 9; senão, ela própria é 9. Em qualquer caso,"
        " r1c2 não é 9.",
    ),
}


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_has_its_name_and_its_words(name: str) -> None:
    one, english, portuguese = PATTERNS[name]
    assert pattern(one)
    assert one.technique == told(one).technique == name
    assert told(one).sentence() == english
    assert told(one).sentence("pt") == portuguese


def test_a_pair_may_be_hidden_in_two_lines() -> None:
    assert HIDDEN_ACROSS.technique == "hidden pair"
    said = "2 and 3 can only go in r3c1 and r3c2, so nothing else does."
    assert told(HIDDEN_ACROSS).sentence() == said


def test_counts_that_make_no_pattern_have_none() -> None:
    lines = [("row 3", 2), ("column 9", 4)]
    reads = [*only("r3c1", 2, 4), *without(2, *row(3, 1, 9))]
    apart = step(lines, [*reads, *only("r5c9", 4)], without(4, "r7c9"))
    assert pattern(apart) is None
