"""Slitherlink: one closed loop along the edges of cells; numbers count those around them."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import product

from ..boards.edges import AROUND, OFF, ON, PLURALS, SIDES, Edges, called
from ..boards.glyphs import bar, cross
from ..boards.grid import Grid
from ..boards.sizes import Number
from ..family import Family, Look, Setting, Wording
from ..kinds import Count, Forbid, Loop
from ..model import Model, Rule
from ..phrases import say
from ..puzzle import Solution
from ._loops import area_at_random

# A number or a corner speaks of four edges, and little follows from one alone: steps take more of
# them than of the lines of other families.
FOUR_EDGES, WHOLE_LOOP = 4, 8
NUMBERS = (0, 1, 2, 3)
LARGEST_SIDE = 99

NO_BRANCH = "the loop does not branch at {corner}"
NO_END = "the loop does not end at {corner}"
ONE_LOOP = "there is only one loop"
A_LOOP = "there is a loop"
SEVERAL = "exactly {n} edges of {cell} are drawn"
SINGLE = "exactly one edge of {cell} is drawn"
NONE = "no edge of {cell} is drawn"
RULES = (
    "Draw one closed loop along the edges of the cells that neither crosses nor touches itself. A"
    " number says how many of the four edges of its cell are on the loop."
)


def board(width: int, height: int) -> Edges:
    return Edges(Grid(width, height, NUMBERS))


def model(edges: Edges) -> Model:
    rules = (*the_loop_goes_on(edges), *there_is_one_loop(edges))
    return Model(edges.domains, rules)


def the_loop_goes_on(edges: Edges) -> Iterator[Rule]:
    """Two edges on the loop meet at a corner, or none."""
    for name, meeting in edges.meeting.items():
        corner, n = edges.corner(name), len(meeting)
        alone = frozenset(way for way in product((OFF, ON), repeat=n) if way.count(ON) == 1)
        yield Rule(say(NO_END, corner=corner), Forbid(meeting, alone), FOUR_EDGES)
        if n > 2:
            yield Rule(say(NO_BRANCH, corner=corner), Count(meeting, (ON,), 0, 2), FOUR_EDGES)


def there_is_one_loop(edges: Edges) -> Iterator[Rule]:
    cells = edges.cells
    yield Rule(say(A_LOOP), Count(cells, (ON,), 1, len(cells)))
    yield Rule(say(ONE_LOOP), Loop(cells, tuple(edges.ends.values()), ON), WHOLE_LOOP)


def number(edges: Edges, place: str, text: str) -> Rule:
    n = int(text)
    sentence = (NONE, SINGLE)[n] if n < 2 else SEVERAL
    parts = {"cell": place} | ({"n": text} if n > 1 else {})
    return Rule(say(sentence, **parts), Count(edges.around[place], (ON,), n, n), FOUR_EDGES)


def counted(edges: Edges, solution: Solution, place: str) -> str | None:
    """The kind of clues that count edges."""
    if place not in edges.around:
        return None
    n = sum(solution[edge] == ON for edge in edges.around[place])
    return str(n) if n in NUMBERS else None


def winding(edges: Edges, rng: random.Random) -> Solution:
    """The border of an area; search would find short loops."""
    area = area_at_random(edges.width, edges.height, rng)
    inside = (edges.around[edges.grid.row_cells[i][j]] for i, j in area)
    borders = Counter(edge for around in inside for edge in around)
    return Solution({edge: ON if borders[edge] == 1 else OFF for edge in edges.cells})


FAMILY = Family(
    name="slitherlink",
    title="Slitherlink",
    rules=RULES,
    example="slitherlink 3 3\n3.3\n..1\n.3.\n",
    size=(
        Number("the width", high=LARGEST_SIDE, name="W"),
        Number("the height", high=LARGEST_SIDE, name="H"),
    ),
    usual_sizes=("6 6", "4 4", "8 8", "10 10"),
    board=board,
    model=model,
    clue=number,
    wording=Wording(
        cell=called,
        plurals=PLURALS,
        sides=SIDES,
        around=AROUND,
        values={
            ON: ("drawn", "drawn{several}"),
            OFF: ("crossed out", "crossed out{several}"),
        },
        states=True,
        translations={
            "pt": {
                NO_BRANCH: "o laço não se ramifica n{corner}",
                NO_END: "o laço não acaba n{corner}",
                ONE_LOOP: "há um só laço",
                A_LOOP: "há um laço",
                SEVERAL: "{cell} tem exatamente {n} lados traçados",
                SINGLE: "{cell} tem exatamente um lado traçado",
                NONE: "{cell} não tem lados traçados",
                "drawn": "traçado",
                "drawn{several}": "traçados{several}",
                "crossed out": "riscado",
                "crossed out{several}": "riscados{several}",
                RULES: (
                    "Trace um só laço fechado ao longo dos lados das casas, que não se cruze nem"
                    " toque em si mesmo. Um número diz quantos dos quatro lados da sua casa fazem"
                    " parte do laço."
                ),
            }
        },
    ),
    look=Look(glyphs={ON: bar, OFF: cross}, keys={ON: "-", OFF: "x"}),
    setting=Setting(
        kinds={"numbers": counted},
        usual=("numbers",),
        keep=("turn", "rotate", "mirror"),
        board=winding,
    ),
)
