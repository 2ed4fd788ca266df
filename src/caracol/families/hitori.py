"""Hitori: shade cells so that no number is left twice in a line, and the rest hangs together."""

import random
from collections.abc import Iterator, Mapping, Sequence

from ..boards.board import EMPTY
from ..boards.glyphs import corner, hatching
from ..boards.grid import Grid
from ..boards.numbered import NUMBERS, Numbered
from ..boards.sizes import Number
from ..deadline import Tick
from ..family import Family, Look, Shortcuts, Wording
from ..kinds import Connected, Count
from ..model import Model, Rule
from ..phrases import say
from ..puzzle import Cell, Puzzle, Solution

SHADED, LEFT = "X", EMPTY
LARGEST_SIDE = len(NUMBERS)
# A puzzle with more other solutions than that so far is given up, and another composed.
MOST_OTHERS = 200

ONCE = "{where} keeps at most one {value}"
APART = "{one} and {other} are not both shaded"
TOGETHER = "the cells that are not shaded hang together"
SOME = "some cell is not shaded"
# Of two cells one is as it is; the first step takes two rules.
SIMPLE = 6
RULES = (
    "Shade cells so that no number is left twice in a row or column. No two shaded cells share an"
    " edge, and the cells that are not shaded hang together edge to edge."
)


def board(side: int, numbers: str = "") -> Numbered:
    return Numbered(Grid(side, side, (LEFT, SHADED)), numbers)


def model(numbered: Numbered) -> Model:
    rules = (
        *no_number_is_left_twice(numbered),
        *no_two_shaded_cells_share_an_edge(numbered),
        *the_cells_left_hang_together(numbered),
    )
    return Model(numbered.domains, rules)


def no_number_is_left_twice(numbered: Numbered) -> Iterator[Rule]:
    for line, cells in numbered.lines:
        same: dict[str, list[Cell]] = {}
        for cell in cells if numbered.numbers else ():
            same.setdefault(numbered.number_in[cell], []).append(cell)
        for number, some in same.items():
            if len(some) > 1:
                sentence = say(ONCE, where=line, value=number)
                yield Rule(sentence, Count(tuple(some), (LEFT,), 0, 1), SIMPLE)


def no_two_shaded_cells_share_an_edge(numbered: Numbered) -> Iterator[Rule]:
    for one, other in numbered.grid.neighbours:
        sentence = say(APART, one=one, other=other)
        yield Rule(sentence, Count((one, other), (SHADED,), 0, 1), SIMPLE)


def the_cells_left_hang_together(numbered: Numbered) -> Iterator[Rule]:
    cells = numbered.grid.cells
    yield Rule(say(TOGETHER), Connected(cells, (LEFT,), numbered.grid.neighbours))
    if len(cells) == 1:  # larger boards cannot be shaded as a whole
        yield Rule(say(SOME), Count(cells, (LEFT,), 1, 1))


def compose(numbered: Numbered, rng: random.Random, tick: Tick) -> tuple[Puzzle, Solution]:
    """As many cells shaded as possible, then numbers: those that are left as in a Latin square."""
    grid, side = numbered.grid, numbered.grid.width
    shading = dict.fromkeys(grid.cells, LEFT)
    together = Connected(grid.cells, (LEFT,), grid.neighbours)
    beside: dict[Cell, list[Cell]] = {cell: [] for cell in grid.cells}
    for one, other in grid.neighbours:
        beside[one].append(other)
        beside[other].append(one)
    for cell in rng.sample(grid.cells, len(grid.cells)):
        tick()
        shaded = shading | {cell: SHADED}
        is_apart = all(shading[other] == LEFT for other in beside[cell])
        if is_apart and len(grid.cells) > 1 and together.holds(shaded):
            shading = shaded
    rows, columns, values = (rng.sample(range(side), side) for _ in range(3))
    square = {
        cell: NUMBERS[values[(rows[i] + columns[j]) % side]]
        for i, row in enumerate(grid.row_cells)
        for j, cell in enumerate(row)
    }
    for cell in (cell for cell in grid.cells if shading[cell] == SHADED):
        square[cell] = rng.choice([square[o] for o in _in_line(grid, cell) if shading[o] == LEFT])
    return _puzzle(numbered.with_numbers(square)), Solution(shading)


def mend(
    numbered: Numbered, solution: Solution, others: Sequence[Solution], rng: random.Random
) -> Puzzle | None:
    """Change the number of a shaded cell so that as few as possible of the others are left."""
    if len(others) > MOST_OTHERS:
        return None
    grid, numbers, last = numbered.grid, numbered.number_in, others[-1]
    choices = [
        (cell, number)
        for cell in grid.cells
        if solution[cell] == SHADED and last[cell] == LEFT
        for number in sorted({numbers[o] for o in _in_line(grid, cell) if last[o] == LEFT})
    ]
    changed = [numbers | dict([choice]) for choice in choices]
    rng.shuffle(changed)
    best = min(changed, key=lambda one: sum(_is_kept(grid, one, it) for it in others), default=None)
    return _puzzle(numbered.with_numbers(best)) if best else None


def _in_line(grid: Grid, cell: Cell) -> Iterator[Cell]:
    """The other cells of its row and column."""
    for _, cells in grid.lines:
        if cell in cells:
            yield from (other for other in cells if other != cell)


def _is_kept(grid: Grid, numbers: Mapping[Cell, str], shading: Solution) -> bool:
    """Whether it leaves no number twice."""
    left = ([numbers[cell] for cell in cells if shading[cell] == LEFT] for _, cells in grid.lines)
    return all(len({*line}) == len(line) for line in left)


def _puzzle(numbered: Numbered) -> Puzzle:
    return Puzzle("hitori", (numbered.grid.width, numbered.numbers))


FAMILY = Family(
    name="hitori",
    title="Hitori",
    rules=RULES,
    example="hitori 4\n1114\n1423\n3321\n4213\n",
    size=(Number(high=LARGEST_SIDE),),
    usual_sizes=("6", "4", "8", "10"),
    board=board,
    model=model,
    wording=Wording(
        values={
            SHADED: ("shaded", "shaded{several}"),
            LEFT: ("unshaded", "unshaded{several}"),
        },
        states=True,
        translations={
            "pt": {
                ONCE: "a {where} conserva no máximo um {value}",
                APART: "{one} e {other} não ficam ambas pintadas",
                TOGETHER: "as casas brancas formam uma só área",
                SOME: "alguma casa não está pintada",
                "shaded": "pintada",
                "shaded{several}": "pintadas{several}",
                "unshaded": "branca",
                "unshaded{several}": "brancas{several}",
                RULES: (
                    "Pinte casas de modo que nenhum número fique duas vezes numa linha ou coluna."
                    " Duas casas pintadas nunca têm um lado em comum, e as casas não pintadas"
                    " formam uma só área, ligada pelos lados."
                ),
            }
        },
    ),
    look=Look(glyphs={SHADED: hatching, LEFT: corner}),
    shortcuts=Shortcuts(compose=compose, mend=mend),
)
