"""One task on some puzzles, in a process of its own: python -m caracol.lab.task TASK IN OUT.

IN holds puzzles, or for `generate` a family, a seed and a size. OUT will hold the seconds that one
puzzle took on average, with nothing known before it, imports excluded: the median of some rounds.
"""

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import median

from ..caches import forget
from ..explanations.walk import Walk
from ..formats import parse_all
from ..generation.production import Order, produce
from ..puzzle import Puzzle
from ..solve import Search, is_unique

# So many puzzles are made, one after the other.
MADE = 3
# At most so many rounds, and none after so many seconds.
ROUNDS, ENOUGH = 9, 0.5

Call = Callable[[], object]


def main(name: str, source: str, target: str) -> None:
    calls = list(TASKS[name](Path(source).read_text("utf-8")))
    puzzles = MADE if name == "generate" else len(calls)
    rounds: list[float] = []
    while len(rounds) < ROUNDS and sum(rounds) < ENOUGH:
        rounds.append(sum(map(_seconds, calls)))
    Path(target).write_text(str(median(rounds) / puzzles), encoding="utf-8")


def _seconds(call: Call) -> float:
    forget()
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


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

    def make() -> None:
        for _ in islice(filter(None, produce(Order(family, size, int(seed)))), MADE):
            pass

    yield make


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
