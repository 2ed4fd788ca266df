"""The command that plays a puzzle on a terminal, and keeps the game for the next time."""

import argparse
import json
import os
import sys
from hashlib import sha256
from pathlib import Path

from ..deadline import within
from ..extras import need
from ..files import file_error, write_whole
from ..formats import show
from ..play.game import Game, begin
from ..puzzle import NoSolution, Puzzle, PuzzleError, UsageError
from ..records import as_fields
from ..solve import Status, verdict
from .console import DONE, warn
from .inputs import one

# What finding out whether there is anything to play may take, in seconds.
PATIENCE = 30.0


def play(options: argparse.Namespace) -> int:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError(
            "play needs a terminal for input and output; caracol hint works without one"
        )
    need("play", "textual")
    from ..play.screen import Screen

    puzzle = one(options.file, "puzzle")
    with within(PATIENCE):
        if verdict(puzzle).status is Status.NONE:
            raise NoSolution("the puzzle has no solution, so there is nothing to play")
    file = state_file(puzzle)
    game = begin(puzzle) if options.new else kept(file, puzzle)
    problems: list[str] = []

    def keep_if_possible(changed: Game | None) -> None:
        try:
            keep(file, changed)
        except UsageError as error:
            problems.append(str(error))  # nobody wants to stop playing for that

    Screen(game, keep_if_possible, options.language).run()
    if problems:
        warn(f"the game was not kept: {problems[-1]}")
    return DONE


def state_file(puzzle: Puzzle) -> Path:
    """Where the game of a puzzle is kept: in the user's directory for such things."""
    home = os.environ.get("XDG_STATE_HOME") or os.environ.get("LOCALAPPDATA")
    folder = Path(home) if home else Path.home() / ".local" / "state"
    name = sha256(show(puzzle).encode()).hexdigest()[:16]
    return folder / "caracol" / "play" / f"{puzzle.family}-{name}.json"


def kept(file: Path, puzzle: Puzzle) -> Game:
    """The game as it was left; from the start where there is none, or none that can be read."""
    if not file.exists():
        return begin(puzzle)
    try:
        game = Game.from_json(as_fields(json.loads(file.read_text(encoding="utf-8"))))
    except (OSError, ValueError, PuzzleError) as error:
        warn(f"{file}: cannot be read, so the game starts anew: {error}")
        return begin(puzzle)
    return game if game.puzzle == puzzle else begin(puzzle)


def keep(file: Path, game: Game | None) -> None:
    """Write the game down, whole or not at all; one that is over is forgotten."""
    try:
        if game is None:
            file.unlink(missing_ok=True)
            return
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise file_error(file, error) from None
    write_whole(file, json.dumps(game.to_json(), ensure_ascii=False))
