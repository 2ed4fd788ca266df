"""A game as a text picture, as large as there is room for."""

from collections.abc import Iterator
from dataclasses import dataclass

from .. import registry
from ..drawing.boards import draw, noted
from ..drawing.characters import characters, width, with_room_for_notes
from ..drawing.picture import Picture
from ..drawing.steps import Marks, marked
from ..phrases import ENGLISH
from ..puzzle import Solution
from ..shapes import Drawing, Label, Role, in_detail, part
from .game import Game
from .help import NONE, Help


@dataclass(frozen=True, slots=True)
class Room:
    """How many columns and rows of characters there are."""

    columns: int
    rows: int


def board(game: Game, known: Help, room: Room, language: str = ENGLISH) -> Picture:
    """The board with the cursor and what is marked; without candidates where these do not fit."""
    drawings = [*_sizes(game, known, language)]
    return characters(next((one for one in drawings if _fits(one, room)), drawings[-1]))


def close_up(game: Game, room: Room, language: str = ENGLISH) -> Picture | None:
    """The cell under the cursor, where it has letters too fine for the board, and there is room."""
    drawing = part(_drawn(game, NONE, language), game.cursor)
    if not _has_fine_letters(drawing):
        return None
    detailed = _in_detail(drawing)
    return characters(detailed) if _fits(detailed, room) else None


def _sizes(game: Game, known: Help, language: str) -> Iterator[Drawing]:
    """The largest first: all letters, then all candidates, then entries alone."""
    drawing = _drawn(game, known, language)
    if _has_fine_letters(drawing):
        yield _in_detail(drawing)
    domains = registry.board(game.puzzle.family, game.puzzle.shape).domains
    all_noted = noted(draw(game.puzzle), game.puzzle, domains)
    # As large from the start as it may get: a board that moves about is hard to follow.
    yield drawing._replace(grain=with_room_for_notes(all_noted).grain)
    yield noted(drawing, game.puzzle, {})


def _drawn(game: Game, known: Help, language: str) -> Drawing:
    step, values = known.step, game.position.values
    struck = [fact for fact in step.derives if not fact.holds] if step else []
    domains = registry.board(game.puzzle.family, game.puzzle.shape).domains
    narrowed = {fact.cell: domains[fact.cell] for fact in struck} | dict(game.position.marks)
    notes = {cell: some for cell, some in narrowed.items() if cell not in values}
    board = noted(draw(game.puzzle, Solution(values)), game.puzzle, notes, struck)
    roles = {game.cursor: Role.CURSOR} | dict(known.roles)
    return marked(board, game.puzzle, Marks((), roles, step.because if step else ()), language)


def _has_fine_letters(drawing: Drawing) -> bool:
    return any(isinstance(shape, Label) and shape.fine for shape in drawing.shapes)


def _in_detail(drawing: Drawing) -> Drawing:
    """Large enough for no letter to stand on another."""
    for factor in (2, 3):
        detailed = in_detail(drawing, factor)
        across, down = detailed.grain
        labels = [shape for shape in detailed.shapes if isinstance(shape, Label)]
        spots = {(round(label.at[0] * across), round(label.at[1] * down)) for label in labels}
        if len(spots) == len(labels):
            break
    return detailed


def _fits(drawing: Drawing, room: Room) -> bool:
    return width(drawing) < room.columns and drawing.height * drawing.grain[1] < room.rows
