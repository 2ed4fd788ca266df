"""Puzzles that are almost right, and whether all engines say the same of them.

Puzzles are changed where their characters stand, so that most can still be read: some have other
solutions then, some several, many none.
"""

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from .. import formats, registry
from ..certificates import verify
from ..certificates.writing import certify
from ..generation.order import Order
from ..generation.production import produce
from ..puzzle import OutOfTime, ParseError, Puzzle
from ..solve import Search

# Solutions that engines are compared by.
COMPARED = 3
# Seconds that a puzzle may take on an engine.
SOLVED = 2.0
# How many puzzles of a size are changed.
KNOWN = 20
# Beside the size of a family's example, where that is large for plain search.
SMALLER = {"magic-snail": "4 AB", "mno": "4", "trid": "4 1..6", "turn-12": "12"}


@dataclass(frozen=True, slots=True)
class Comparison:
    """How many solutions a puzzle has, at most COMPARED; who was out of time; what is wrong."""

    solutions: int | None
    late: Sequence[str] = ()
    is_certified: bool = False
    doubt: str = ""


def almost_right(family: str, rng: random.Random) -> Iterator[Puzzle]:
    """Endless puzzles, some of their characters changed."""
    example = formats.parse(registry.family(family).example)
    size = formats.size(family, example.shape)
    smaller = SMALLER.get(family, size)
    known = [[*_texts(family, it, rng)] for it in (size, smaller, smaller)]
    known[0].append(formats.show(example))
    while True:
        alike = rng.choice(known)
        header, _, body = rng.choice(alike).partition("\n")
        characters = list(body)
        for _ in range(rng.randint(1, 3)):
            at = rng.choice([i for i, it in enumerate(characters) if not it.isspace()])
            characters[at] = rng.choice(rng.choice(alike).partition("\n")[2])
        try:
            yield formats.parse(f"{header}\n{''.join(characters)}")
        except ParseError:
            continue


def _texts(family: str, size: str, rng: random.Random) -> Iterator[str]:
    order = Order(family, size, rng.randrange(10**6))
    made = (one.puzzle for one in produce(order) if one)
    return map(formats.show, islice(made, KNOWN))


def compare(puzzle: Puzzle, engines: Sequence[str]) -> Comparison:
    """What engines say of a puzzle, and the checker of certificates."""
    found = {engine: _solutions(puzzle, engine) for engine in engines}
    late = [engine for engine, answer in found.items() if answer is None]
    answers = {engine: answer for engine, answer in found.items() if answer is not None}
    numbers = {engine: len(answer) for engine, answer in answers.items()}
    number = min(numbers.values(), default=None)
    if len({*numbers.values()}) > 1:
        return Comparison(number, late, doubt=f"numbers of solutions: {numbers}")
    if len({frozenset(it) for it in answers.values() if len(it) < COMPARED}) > 1:
        return Comparison(number, late, doubt="the solutions differ")
    if number is None or number > 1:
        return Comparison(number, late)
    doubt = _doubt(puzzle, number)
    return Comparison(number, late, doubt is not None, doubt or "")


def _solutions(puzzle: Puzzle, engine: str) -> set[str] | None:
    """Some solutions, as text; None if they are not found in time."""
    try:
        found = islice(Search(puzzle, engine=engine, seconds=SOLVED), COMPARED)
        return {formats.show(puzzle, solution) for solution in found}
    except OutOfTime:
        return None


def _doubt(puzzle: Puzzle, solutions: int) -> str | None:
    """What is wrong with the certificate that there is one solution, or none; None if it is not
    made in time."""
    try:
        proved = verify.verify(json.dumps(certify(puzzle, seconds=SOLVED)))
    except OutOfTime:
        return None
    except ValueError as error:
        return f"certificate: {error}"
    claim = "unique" if solutions else "unsolvable"
    return "" if claim in proved else f"certificate: {proved}"
