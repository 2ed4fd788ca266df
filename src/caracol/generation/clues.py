"""What can be printed of a solved board, and which puzzles are symmetric copies of each other."""

from collections.abc import Collection, Iterator
from typing import Any

from .. import registry
from ..boards.board import Map, group
from ..caches import kept
from ..family import Setting
from ..puzzle import Clue, Puzzle, Shape, Solution
from .canonical import canonical


def setting(family: str) -> Setting[Any]:  # of whatever board the family has
    """How puzzles of a family are set by giving clues."""
    found = registry.family(family).setting
    assert found, "only families with clues have a setting"
    return found


def all_clues(
    family: str, shape: Shape, solution: Solution, kinds: Collection[str] = ()
) -> Iterator[tuple[str, Clue]]:
    """Every clue of some kinds, or of all, with its kind, in reading order."""
    board, known = registry.board(family, shape), setting(family).kinds
    chosen = [(kind, known[kind]) for kind in kinds or known]
    for place in board.places:
        for kind, text_of in chosen:
            text = text_of(board, solution, place)
            if text is not None:
                yield kind, Clue(place, text)


def symmetries(family: str, shape: Shape) -> dict[str, Map]:
    """How clues can be arranged symmetrically: the board's maps that, done twice, do nothing."""
    if not registry.family(family).setting:
        return {}
    maps = registry.board(family, shape).maps.items()
    return {name: to for name, to in maps if all(to[to[place]] == place for place in to)}


def copies(puzzle: Puzzle) -> Iterator[Puzzle]:
    """The puzzle and all puzzles that are the same but for symmetries that keep the rules."""
    board = registry.board(puzzle.family, puzzle.shape)
    known = registry.family(puzzle.family).setting
    exchange = known and known.exchange
    clues = [puzzle.clues]
    if exchange:
        clues.append(tuple(exchange(board, clue) for clue in puzzle.clues))
    for moved in _symmetries(puzzle.family, puzzle.shape):
        for some in clues:
            there = tuple([Clue(moved[place], value) for place, value in some])
            yield Puzzle(puzzle.family, puzzle.shape, there)


def look(puzzle: Puzzle) -> str:
    """What a puzzle shares with those that look alike, and with no other of its shape."""
    known = registry.family(puzzle.family).setting
    if known and known.structure:
        board = registry.board(puzzle.family, puzzle.shape)
        return canonical(*known.structure(board, puzzle.clues))
    return str(min(copy.clues for copy in copies(puzzle)))


@kept(8)
def _symmetries(family: str, shape: Shape) -> list[Map]:
    board, known = registry.board(family, shape), registry.family(family).setting
    return group(board, known.keep if known else (*board.maps,))
