"""Asks everything of caracol from eight threads at once, then from one; test_threads.py runs it."""

import sys
from collections.abc import Callable
from threading import Barrier, Thread

import caracol

THREADS = 8
# By family: a size, and a puzzle without solution.
SHAPES = {
    "magic-snail": ("5 ABC", "magic-snail 5 ABC\nAA...\n" + ".....\n" * 4),
    "mno": ("5", "mno 5\nMM...\n" + ".....\n" * 4),
    "trid": ("4 1..5", "trid 4 1..5\n1\n1\n. .\n. . .\n. . .\n. . . . .\n. . . .\n"),
    "turn-12": (
        "8",
        "turn-12 8\n"
        + "".join(
            f"{face} 33333333\n" for face in ("top", "bottom", "front", "back", "left", "right")
        ),
    ),
}

Verbs = dict[str, Callable[[], object]]


def verbs(puzzle: caracol.Puzzle, family: str) -> Verbs:
    """All that can be asked of a puzzle, each under its name."""
    size, unsolvable = SHAPES[family]
    open_puzzle = puzzle.without(puzzle.clues[0]) if puzzle.clues else puzzle
    formats = ("mzn", "prolog", "dimacs", "opb", "cpmpy")
    return {
        "solutions": lambda: [*caracol.solutions(puzzle)],
        "many solutions": lambda: [caracol.show(puzzle, one) for one in _all(open_puzzle)],
        "verdict": lambda: caracol.verdict(puzzle).status,
        "some solutions": lambda: caracol.verdict(open_puzzle, limit=2).solutions,
        "check": lambda: caracol.check(puzzle),
        "count": lambda: caracol.count(puzzle),
        "count many": lambda: caracol.count(open_puzzle),
        "is_unique": lambda: caracol.is_unique(puzzle),
        "generate": lambda: [*caracol.generate(family, size, count=3, seed=8)],
        "steps": lambda: [*caracol.steps(puzzle)],
        "steps of many": lambda: [*caracol.steps(open_puzzle)],
        "grade": lambda: caracol.grade(puzzle),
        "clash": lambda: caracol.clash(caracol.parse(unsolvable)),
        "certify": lambda: [caracol.certify(puzzle) for _ in range(30)],
        "verify": lambda: caracol.verify(caracol.certify(puzzle)),
        "export": lambda: [caracol.export(puzzle, to) for to in formats],
        "svg": lambda: caracol.svg(puzzle),
        "parse and show": lambda: caracol.show(caracol.parse(caracol.show(puzzle))),
    }


def _all(puzzle: caracol.Puzzle) -> list[caracol.Solution]:
    return [*caracol.solutions(puzzle, limit=None)]


def answers(asked: list[Verbs], first: int) -> list[dict[str, object]]:
    """What all verbs answer; each thread begins with another."""
    found = []
    for some in asked:
        names = [*some]
        turned = names[first % len(names) :] + names[: first % len(names)]
        found.append({name: some[name]() for name in turned})
    return found


def main(family: str, texts: list[str]) -> None:
    asked = [verbs(caracol.parse(text), family) for text in texts]
    barrier, found = Barrier(THREADS), dict[int, list[dict[str, object]]]()

    def run(number: int) -> None:
        barrier.wait()
        found[number] = answers(asked, 2 * number)

    threads = [Thread(target=run, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    alone = answers(asked, 0)
    for number in range(THREADS):
        for one, other in zip(found[number], alone, strict=True):
            wrong = [name for name in other if one[name] != other[name]]
            assert not wrong, f"thread {number} differs in {wrong}"


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2].split("\n\n"))
