"""Star Battle: as many stars in every row, column and region, none of which touch."""

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..boards.board import EMPTY
from ..boards.glyphs import star
from ..boards.grid import Grid
from ..boards.regions import Lettered, letters
from ..boards.sizes import Number
from ..deadline import Tick
from ..family import Family, Look, Shortcuts, Wording
from ..kinds import Count
from ..model import Model, Rule
from ..phrases import Phrase, all_of, say
from ..puzzle import Puzzle, Solution
from . import _stars
from ._stars import Regions, Stars

STAR = "*"
ONE_STAR = "{line} holds exactly one star"
STARS = "{line} holds exactly {stars} stars"
APART = "two stars in {cells} would touch"
RULES = (
    "Put stars into cells: as many as the header says into every row, every column and every"
    " region with thick walls. No two stars touch, not even at a corner."
)
# A puzzle with more other solutions than that so far is given up, and another composed.
MOST_OTHERS = 100


def board(side: int, stars: int, *letters: str) -> Lettered:
    return Lettered(Grid(side, side, (EMPTY, STAR)), stars, letters)


def model(lettered: Lettered) -> Model:
    return Model(lettered.domains, (*every_line_holds_its_stars(lettered), *no_two_touch(lettered)))


def every_line_holds_its_stars(lettered: Lettered) -> Iterator[Rule]:
    stars = lettered.per_line
    for line, cells in lettered.lines:
        sentence = say(ONE_STAR, line=line) if stars == 1 else say(STARS, line=line, stars=stars)
        yield Rule(sentence, Count(cells, (STAR,), stars, stars))


def no_two_touch(lettered: Lettered) -> Iterator[Rule]:
    """Of four cells around a corner, one is a star at most."""
    rows = lettered.grid.row_cells
    for above, below in pairwise(rows):
        for j in range(len(above) - 1):
            cells = (*above[j : j + 2], *below[j : j + 2])
            yield Rule(say(APART, cells=all_of(cells)), Count(cells, (STAR,), 0, 1))


def compose(lettered: Lettered, rng: random.Random, tick: Tick) -> tuple[Puzzle, Solution]:
    side = lettered.grid.width
    while True:
        stars = _stars.stars_at_random(side, lettered.per_line, rng, tick)
        regions = _stars.regions_around(stars, side, rng, tick)
        if regions:
            return _puzzle(lettered, regions), _solution(lettered, stars)


def mend(
    lettered: Lettered, solution: Solution, others: Sequence[Solution], rng: random.Random
) -> Puzzle | None:
    """Move a star of the last other solution into the region beside it, so that as few as possible
    of the others are left."""
    if len(others) > MOST_OTHERS:
        return None
    side, wanted = lettered.grid.width, _places(lettered, solution)
    stars = [_places(lettered, other) for other in others]
    now = _regions(lettered)
    choices: list[Regions] = []
    for place in sorted(stars[-1] - wanted):
        rest = {other for other, region in now.items() if region == now[place]} - {place}
        near = {now[other] for other in _stars.beside(place, side)} - {now[place]}
        if rest and _stars.hangs_together(rest, side):
            choices += [now | {place: region} for region in sorted(near)]
    rng.shuffle(choices)
    number = lettered.per_line
    best = min(
        choices, key=lambda one: sum(_stars.is_kept(one, it, number) for it in stars), default=None
    )
    return _puzzle(lettered, best) if best else None


def _places(lettered: Lettered, solution: Solution) -> Stars:
    rows = enumerate(lettered.grid.row_cells)
    return frozenset(
        (i, j) for i, row in rows for j, cell in enumerate(row) if solution[cell] == STAR
    )


def _solution(lettered: Lettered, stars: Stars) -> Solution:
    rows = enumerate(lettered.grid.row_cells)
    return Solution(
        {cell: STAR if (i, j) in stars else EMPTY for i, row in rows for j, cell in enumerate(row)}
    )


def _regions(lettered: Lettered) -> Regions:
    numbers = {letter: i for i, letter in enumerate(sorted({*"".join(lettered.letters)}))}
    return {
        (i, j): numbers[letter]
        for i, row in enumerate(lettered.letters)
        for j, letter in enumerate(row)
    }


def _puzzle(lettered: Lettered, regions: Regions) -> Puzzle:
    """Its letters in the order in which the regions come."""
    side = range(lettered.grid.width)
    order = [*dict.fromkeys(regions[i, j] for i in side for j in side)]
    named = dict(zip(order, letters(len(order)), strict=True))
    rows = ("".join([named[regions[i, j]] for j in side]) for i in side)
    return Puzzle("star-battle", (lettered.grid.width, lettered.per_line, *rows))


def note(lettered: Lettered) -> Phrase:
    stars = lettered.per_line
    return say("one star a line") if stars == 1 else say("{stars} stars a line", stars=stars)


FAMILY = Family(
    name="star-battle",
    title="Star Battle",
    rules=RULES,
    example="star-battle 4 1\nAAAB\nAABB\nCCDB\nCCDD\n",
    size=(Number(), Number("the number of stars in a line", name="STARS")),
    usual_sizes=("6 1", "8 1", "10 2"),
    board=board,
    model=model,
    wording=Wording(
        values={STAR: ("a star", "stars")},
        translations={
            "pt": {
                ONE_STAR: "a {line} tem exatamente uma estrela",
                STARS: "a {line} tem exatamente {stars} estrelas",
                APART: "duas estrelas em {cells} tocar-se-iam",
                "a star": "uma estrela",
                "stars": "estrelas",
                "one star a line": "uma estrela por linha",
                "{stars} stars a line": "{stars} estrelas por linha",
                RULES: (
                    "Ponha estrelas em casas: tantas quantas diz o cabeçalho em cada linha, em cada"
                    " coluna e em cada região de paredes grossas. Duas estrelas nunca se tocam, nem"
                    " num canto."
                ),
            }
        },
    ),
    look=Look(glyphs={STAR: star}, note=note),
    shortcuts=Shortcuts(compose=compose, mend=mend),
)
