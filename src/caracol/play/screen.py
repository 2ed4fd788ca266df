"""The game on a terminal: what keys mean, and what is shown, with textual."""

import time
from collections.abc import Callable
from dataclasses import replace

from textual import events
from textual.app import App, ComposeResult
from textual.containers import Container, ScrollableContainer
from textual.content import Content
from textual.geometry import Region
from textual.widgets import Footer, Static

from .. import registry
from ..deadline import Deadline
from ..drawing.boards import draw, glyph_text
from ..drawing.picture import STYLES as ROLES
from ..drawing.picture import Picture, columns
from ..phrases import ENGLISH, Phrase, say
from ..puzzle import Cell
from ..shapes import Role
from ..studio.live import candidates
from . import game as play
from . import help as helping
from .game import Game
from .help import NONE, PATIENCE, WHOLE, Help, checked, has_more, hinted
from .view import Room, board, close_up

STYLES = ROLES | {Role.CURSOR: "bold black on #ffd75f"}
# The cell under the cursor, whatever part it has in a step.
UNDER_CURSOR = dict.fromkeys(Role, STYLES[Role.CURSOR]) | {Role.WRONG: "bold #af0000 on #ffd75f"}
ARROWS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
STEPS = {"[": -1, "]": 1}
# Keys, what they do, and what that is called.
BINDINGS = (
    ("space", "marking", "Marks"),
    ("question_mark", "hint", "Hint"),
    ("exclamation_mark", "check", "Check"),
    ("equals_sign", "candidates", "Candidates"),
    ("ctrl+z", "undo", "Undo"),
    ("ctrl+y", "redo", "Redo"),
    ("f1", "rules", "Rules and keys"),
    ("ctrl+q,ctrl+c", "quit", "Quit"),
)
KEYS = (
    ("arrows, mouse", "move"),
    ("{values}", "write, or take away"),
    ("[ ]", "next value, or the one before"),
    ("space bar", "keys make marks instead of entries"),
    ("Backspace", "erase"),
    ("?", "where to look; again: which technique, why; again: do it"),
    ("!", "which entries are wrong"),
    ("=", "mark all candidates"),
    ("Ctrl+Z, Ctrl+Y", "undo, redo"),
    ("Ctrl+Q", "quit; the game is kept"),
)
# The most values that are listed with their keys; of more, the first and the last are.
MOST_LISTED = 16
# Narrower terminals have the words below the board.
NARROW = 72


class Screen(App[None], inherit_bindings=False):
    """A game to be played; whoever keeps it is given every change, and nothing once it is over."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #top { height: 1; padding: 0 1; background: $primary; color: $text; text-style: bold; }
    #middle { layout: horizontal; height: 1fr; }
    #scroll { width: 1fr; height: 1fr; align: center middle;
              scrollbar-size-horizontal: 1; scrollbar-size-vertical: 1; }
    #board, #near { width: auto; height: auto; text-wrap: nowrap; }
    #side { width: 35; height: 1fr; padding: 1 2 1 1; border-left: solid $primary;
            scrollbar-size-vertical: 1; }
    #words { height: auto; }
    .-narrow #middle { layout: vertical; }
    .-narrow #side { width: 1fr; height: auto; max-height: 40%; padding: 0 1;
                     border-left: none; border-top: solid $primary; }
    """
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-wide")]  # noqa: RUF012 textual's own way

    def __init__(
        self, game: Game, keep: Callable[[Game | None], None], language: str = ENGLISH
    ) -> None:
        super().__init__()
        self.game, self.known, self.language = game, NONE, language
        self.has_rules = not game.past and not game.seconds
        self.is_solved = False
        self._keep, self._since = keep, time.monotonic()
        self._picture: Picture = ()
        for keys, action, description in BINDINGS:
            self.bind(keys, action, description=self._said(description))

    def compose(self) -> ComposeResult:
        yield Static(id="top")
        with Container(id="middle"):
            with ScrollableContainer(id="scroll", can_focus=False):
                yield Static(id="board")
            with ScrollableContainer(id="side", can_focus=False):
                yield Static(id="near")
                yield Static(id="words")
        yield Footer()

    def on_mount(self) -> None:
        self.title = draw(self.game.puzzle).title
        self.set_interval(1, self._show_time)
        self._show()

    def on_resize(self) -> None:
        self.call_after_refresh(self._show)

    def on_key(self, event: events.Key) -> None:
        if event.key in ARROWS:
            self._look(play.moved(self.game, *ARROWS[event.key]))
        elif event.key in ("backspace", "delete"):
            self._play(play.erase(self.game))
        elif event.character in STEPS:
            self._play(play.step_value(self.game, STEPS[event.character]))
        elif event.character and event.is_printable:
            self._play(play.press(self.game, event.character))

    def on_click(self, event: events.Click) -> None:
        if event.widget is self.query_one("#board"):
            cell = _cell_at(self._picture, event.x, event.y)
            if cell in registry.board(self.game.puzzle.family, self.game.puzzle.shape).domains:
                self._look(play.at(self.game, cell))

    def action_marking(self) -> None:
        self._look(play.marking(self.game))

    def action_undo(self) -> None:
        self._play(play.undo(self.game))

    def action_redo(self) -> None:
        self._play(play.redo(self.game))

    def action_rules(self) -> None:
        self.has_rules = not self.has_rules
        self._show()

    def action_check(self) -> None:
        self._ask(checked)

    def action_hint(self) -> None:
        if has_more(self.known):
            self._tell(helping.more(self.game.puzzle, self.known, self.language))
        elif self.known.step:
            self._play(play.follow(self.game, self.known.step.derives))
        else:
            self._ask(hinted)

    def action_candidates(self) -> None:
        values = self.game.position.values
        found = candidates(self.game.puzzle, values, Deadline(PATIENCE))
        self._play(play.note(self.game, found.values))

    async def action_quit(self) -> None:
        self._keep(None if self.is_solved else self._timed())
        self.exit()

    def _said(self, english: str) -> str:
        return say(english).told(self.language)

    def _timed(self) -> Game:
        """The game with the time that it has taken; a solved one takes no more."""
        taken = 0.0 if self.is_solved else time.monotonic() - self._since
        return replace(self.game, seconds=self.game.seconds + taken)

    def _look(self, game: Game) -> None:
        """Something else is looked at, nothing is changed."""
        self.game = game
        self._show()

    def _play(self, game: Game) -> None:
        """Something is changed: help that was about the board before is over."""
        if self.is_solved or game.position == self.game.position:
            self._look(replace(self.game, typed=game.typed, typed_from=game.typed_from))
            return
        self.game, self.known, self.has_rules = game, NONE, False
        if game.is_full:
            self._ask(checked)
        self._keep(self._timed())
        self._show()

    def _ask(self, question: Callable[[Game, str], Help]) -> None:
        """Ask without keeping keys waiting; who plays on meanwhile has no use for the answer."""
        game = self.game

        def answer() -> None:
            found = question(game, self.language)
            self.call_from_thread(self._answered, game, found)

        self.run_worker(answer, thread=True, exclusive=True)

    def _answered(self, game: Game, found: Help) -> None:
        if game.position != self.game.position:
            return
        if game.is_full and not found.roles:
            self.game, self.is_solved = self._timed(), True
            self._keep(None)
            found = Help(_finished(self.game).told(self.language))
        self._tell(found)

    def _tell(self, found: Help) -> None:
        if found.grade == WHOLE:
            self.game = replace(self.game, hints=self.game.hints + 1)
        self.known, self.has_rules = found, False
        self._show()

    def _show(self) -> None:
        scroll, side = self.query_one("#scroll"), self.query_one("#side")
        room = Room(scroll.size.width, scroll.size.height)
        self._picture = board(self.game, self.known, room, self.language)
        self.query_one("#board", Static).update(_content(self._picture, self.game.cursor))
        scroll.scroll_to_region(_region(self._picture, self.game.cursor), animate=False)
        words = self._rules() if self.has_rules else self.known.message or self._progress()
        self.query_one("#words", Static).update(Content(words))
        near = close_up(self.game, Room(side.size.width, 16), self.language)
        has_room = near and not self.has_rules
        self.query_one("#near", Static).update(_content(near, "") if near and has_room else "")
        self._show_time()

    def _show_time(self) -> None:
        mode = self._said("Marks" if self.game.is_marking else "Entries")
        typed = f" {self.game.typed}…" if self.game.typed else ""
        told = f"{self.title}  ·  {clock(self._timed().seconds)}  ·  {mode}{typed}"
        self.query_one("#top", Static).update(Content(told))

    def _progress(self) -> str:
        """How much is done, and what can be written here."""
        cells = registry.board(self.game.puzzle.family, self.game.puzzle.shape).domains
        done = {*self.game.position.values} | (self.game.given.keys() & cells)
        told = say("{count} of {all} cells are filled.", count=len(done), all=len(cells))
        return f"{told.told(self.language)}\n\n{self._values()}"

    def _values(self) -> str:
        """The keys of the values that can stand here, and what these are where it is not clear."""
        glyphs, found = registry.family(self.game.puzzle.family).look.glyphs, []
        for value, key in play.value_keys(self.game).items():
            text = glyph_text(str(value), glyphs)
            found.append(key if key == text or text == "–" else f"{key} = {text}")
        return "  ".join(found) if len(found) <= MOST_LISTED else f"{found[0]} … {found[-1]}"

    def _rules(self) -> str:
        lines = [self._said(registry.family(self.game.puzzle.family).rules), ""]
        for keys, does in KEYS:
            told = say(keys, values=self._values()).told(self.language)
            lines.append(f"{told}: {self._said(does)}")
        return "\n".join(lines)


def clock(seconds: float) -> str:
    """
    >>> clock(59.9), clock(3725)
    ('0:59', '1:02:05')
    """
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _finished(game: Game) -> Phrase:
    taken = clock(game.seconds)
    if not game.hints:
        return say("Solved in {time}, without a hint.", time=taken)
    if game.hints == 1:
        return say("Solved in {time}, with one hint.", time=taken)
    return say("Solved in {time}, with {count} hints.", time=taken, count=game.hints)


def _content(picture: Picture, cursor: Cell) -> Content:
    """The picture in colours."""
    parts: list[tuple[str, str] | str] = []
    for line in picture:
        for span in line:
            is_here = bool(span.cell) and span.cell == cursor
            parts.append((span.text, (UNDER_CURSOR if is_here else STYLES)[span.role]))
        parts.append("\n")
    return Content.assemble(*parts[:-1])


def _region(picture: Picture, cell: Cell) -> Region:
    """Where a cell stands."""
    xs: list[int] = []
    ys: list[int] = []
    for y, line in enumerate(picture):
        x = 0
        for span in line:
            wide = columns(span.text)
            if span.cell == cell:
                xs += x, x + wide
                ys += y, y + 1
            x += wide
    return Region.from_corners(min(xs), min(ys), max(xs), max(ys))


def _cell_at(picture: Picture, x: int, y: int) -> Cell:
    """The cell that stands at a column and a row, if any."""
    for span in picture[y] if y < len(picture) else ():
        x -= columns(span.text)
        if x < 0:
            return span.cell
    return ""
