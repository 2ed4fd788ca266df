"""Puzzles that experiments work on: made from one seed, or read from a user's file."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from ..formats import parse_all
from ..generation.order import Made, Order
from ..generation.production import produce
from ..puzzle import Puzzle, UsageError

SEED = 12


def made(order: Order) -> Iterator[Made]:
    """Unique, irreducible puzzles with their solutions."""
    return (draw for draw in produce(order) if draw)


def puzzles(name: str, size: str, count: int) -> list[Puzzle]:
    return [one.puzzle for one in islice(made(Order(name, size, SEED)), count)]


def read_puzzles(path: Path, name: str, title: str, least: int = 1) -> list[Puzzle]:
    """The puzzles of a file, all of one family."""
    try:
        found = list(parse_all(path.read_text("utf-8")))
    except OSError as error:
        raise UsageError(f"{path}: {(error.strerror or str(error)).lower()}") from None
    if len(found) < least or any(puzzle.family != name for puzzle in found):
        raise UsageError(f"{path}: expected {title}")
    return found
