"""One task on some puzzles, in a process of its own: python -m caracol.lab.task TASK IN OUT.

IN holds puzzles, or for `generate` a family, a seed and a size. OUT will hold the seconds that one
puzzle took on average, with nothing known before it, imports excluded: the median of some rounds.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median

from ..explanations.walk import Walk
from ..formats import parse_all, show
from ..generation.order import Order
from ..puzzle import Puzzle
from ..solve import Search, is_unique
from .samples import made
from .timing import timed_cold

# So many puzzles are made, one after the other.
MADE = 3
# The most rounds, and the seconds after which none is started.
ROUNDS, ENOUGH = 9, 0.5

Call = Callable[[], object]


def main(name: str, source: str, target: str) -> None:
    calls = list(TASKS[name](Path(source).read_text("utf-8")))
    puzzles = MADE if name == "generate" else len(calls)
    rounds: list[float] = []
    while len(rounds) < ROUNDS and sum(rounds) < ENOUGH:
        rounds.append(sum(timed_cold(call)[1] for call in calls))
    Path(target).write_text(str(median(rounds) / puzzles), encoding="utf-8")


def prepared(name: str, order: Order) -> str:
    """What IN holds for a task on puzzles with clues."""
    if name == "generate":
        return f"{order.family} {order.seed} {order.size}"
    return "".join(show(one.puzzle) for one in islice(made(order), MADE))


def _on_puzzles(ask: Callable[[Puzzle], object]) -> Callable[[str], Iterator[Call]]:
    return lambda text: (partial(ask, puzzle) for puzzle in parse_all(text))


def _solve(puzzle: Puzzle) -> None:
    assert next(iter(Search(puzzle, engine="sat")), None), "there is a board"


def _construct(puzzle: Puzzle) -> None:
    search = Search(puzzle)
    assert next(iter(search), None) and search.statistics.method == "constructed"


def _prove(puzzle: Puzzle) -> None:
    assert is_unique(puzzle), "it was made to be unique"


def _hint(puzzle: Puzzle) -> None:
    next(Walk(puzzle))


def _nothing(_puzzle: Puzzle) -> None:
    """What memory is needed before anything is done."""


def _generate(text: str) -> Iterator[Call]:
    family, seed, size = text.split(maxsplit=2)
    yield lambda: list(islice(made(Order(family, size, int(seed))), MADE))


TASKS: dict[str, Callable[[str], Iterator[Call]]] = {
    "nothing": _on_puzzles(_nothing),
    "solve": _on_puzzles(_solve),
    "construct": _on_puzzles(_construct),
    "prove": _on_puzzles(_prove),
    "hint": _on_puzzles(_hint),
    "generate": _generate,
}

if __name__ == "__main__":
    main(*sys.argv[1:])
