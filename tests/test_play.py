"""Playing: what keys do to a game, and whole games on a terminal that nobody sees."""

import json
import os
import re
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest
from caracol_examples import doppelblock, kropki
from textual.pilot import Pilot
from textual.widgets import Static

import caracol
from caracol import Puzzle, UsageError, registry
from caracol.cli import play as command
from caracol.cli.commands import main
from caracol.drawing.picture import Picture, plain
from caracol.play import game as play
from caracol.play.game import Game
from caracol.play.help import NONE, checked, has_more, hinted, more
from caracol.play.screen import Screen
from caracol.play.view import Room, board, close_up
from caracol.shapes import Role
from terminals import asked_for_keys, on_a_terminal

pytestmark = pytest.mark.usefixtures("only_here")

FAMILIES = (*registry.families().values(), kropki.FAMILY, doppelblock.FAMILY)
every_family = pytest.mark.parametrize("name", [family.name for family in FAMILIES])
LARGE = Room(200, 60)
MNO = "mno 5\n.....\n..O..\n.O*..\n..*..\nO....\n"
Script = Callable[[Pilot[None], Screen], Coroutine[None, None, None]]


def example(name: str) -> Puzzle:
    (record,) = (family for family in FAMILIES if family.name == name)
    registry.add(record)
    return caracol.parse(record.example)


def begun(text: str = MNO) -> Game:
    return play.begin(caracol.parse(text))


def typed(game: Game, *keys: str) -> Game:
    for key in keys:
        game = play.press(game, key)
    return game


def test_a_game_starts_in_the_first_cell_that_is_not_given() -> None:
    assert begun("magic-snail 3 AB\nA..\n...\n...\n").cursor == "r1c2"


def test_arrows_go_to_the_nearest_cell_of_any_board() -> None:
    game = begun()
    assert play.moved(play.moved(game, 1, 0), 0, 1).cursor == "r2c2"
    assert play.moved(game, -1, 0) == game, "nothing is there"
    triangle = play.begin(example("trid"))
    assert play.moved(triangle, 0, 1).cursor in {"r2c1", "r2c2"}
    cube = play.at(play.begin(example("turn-12")), "top")
    around = {play.moved(cube, *to).cursor for to in ((0, -1), (1, 0), (0, 1), (-1, 0))}
    assert around == {"back", "right", "front", "left"}


@every_family
def test_every_cell_is_reached_by_arrows(name: str) -> None:
    game = play.begin(example(name))
    found, new = {game.cursor}, [game]
    while new:
        here = new.pop()
        for to in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            there = play.moved(here, *to)
            if there.cursor not in found:
                found.add(there.cursor)
                new.append(there)
    assert found == {*registry.board(game.puzzle.family, game.puzzle.shape).domains}


def test_keys_write_values_in_either_case_and_take_them_away() -> None:
    game = typed(begun(), "m")
    assert game.position.values == {"r1c1": "M"}
    assert typed(game, ".").position.values == {"r1c1": "*"}, "the family's own key for a dot"
    assert typed(game, "M").position.values == {}
    assert typed(game, "x").position == game.position, "no key of a value"


def test_longer_numbers_are_written_as_they_are_typed() -> None:
    game = play.begin(caracol.parse("trid 2 -3..12\n.\n.\n. .\n"))
    assert typed(game, "1").position.values == {"r1c1": 1}
    twelve = typed(game, "1", "2")
    assert twelve.position.values == {"r1c1": 12}
    assert play.undo(twelve).position.values == {}, "one entry, undone at once"
    assert typed(game, "1", "7").position.values == {"r1c1": 7}, "there is no 17"
    below = typed(game, "-")
    assert below.position.values == {} and below.typed == "-"
    assert typed(below, "3").position.values == {"r1c1": -3}
    marks = typed(play.marking(game), "1", "2", "5")
    assert marks.position.marks == {"r1c1": (5, 12)}


def test_what_is_given_stays() -> None:
    game = play.at(begun(), "r2c3")
    assert typed(game, "m") == typed(play.marking(game), "m").__class__(game.puzzle, "r2c3")
    assert play.erase(game).position == play.step_value(game, 1).position == game.position


def test_marks_are_kept_in_the_order_of_values_and_give_way_to_entries() -> None:
    game = typed(play.marking(begun()), "o", "m", "n", "m")
    assert game.position.marks == {"r1c1": ("N", "O")} == game.entries
    entered = typed(play.marking(game), "o")
    assert entered.entries == {"r1c1": "O"}
    assert play.erase(entered).entries == {"r1c1": ("N", "O")}, "the marks are still there"
    assert play.erase(play.erase(entered)).entries == {}


def test_undo_and_redo_go_all_the_way() -> None:
    games = [begun()]
    for key in ("m", "n", "o"):
        games.append(typed(games[-1], key))
    back = [games[-1]]
    for _ in range(5):
        back.append(play.undo(back[-1]))
    assert [game.position for game in back[:4]] == [game.position for game in games[::-1]]
    assert back[4] == back[3], "there is nothing before"
    forth = play.redo(play.redo(play.redo(play.redo(back[-1]))))
    assert forth.position == games[-1].position
    assert typed(back[-2], "m").future == (), "another way was taken"


def test_values_are_stepped_through() -> None:
    game = play.begin(example("turn-12"))
    assert play.step_value(game, 1).position.values == {"top": 0}
    assert play.step_value(game, -1).position.values == {"top": 23}
    assert play.step_value(play.step_value(game, -1), 1).position.values == {"top": 0}


def test_candidates_that_were_struck_stay_struck() -> None:
    game = typed(play.marking(begun()), "m")
    all_marked = play.note(game, {"r1c1": ("-", "*", "M"), "r1c2": ("-", "*"), "r2c3": ("O",)})
    assert all_marked.position.marks == {"r1c1": ("M",), "r1c2": ("-", "*")}


@every_family
def test_games_come_back_from_json(name: str) -> None:
    game = play.begin(example(name))
    one = play.step_value(game, 1)
    other = play.marking(play.moved(play.undo(play.step_value(one, 1)), 1, 1))
    marked = play.step_value(play.mark(other, other.domain[0]), 1)
    for kept in (game, one, other, marked):
        assert Game.from_json(json.loads(json.dumps(kept.to_json()))) == kept


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("cursor", "r9c9"),
        ("seconds", "long"),
        ("position", {"values": {"r1c1": "Q"}, "marks": {}}),
        ("position", {"values": {"r2c3": "M"}, "marks": {}}),
        ("past", [{"values": {"nowhere": "M"}, "marks": {}}]),
        ("position", {"values": {}, "marks": {"r1c1": "M"}}),
    ],
)
def test_games_that_make_no_sense_are_refused(field: str, value: object) -> None:
    with pytest.raises(UsageError, match="expected"):
        Game.from_json(begun().to_json() | {field: value})


@every_family
def test_hints_alone_solve_the_example(name: str) -> None:
    game = play.begin(example(name))
    for _ in range(400):
        known = hinted(game)
        if not (known.hint and known.hint.step):
            break
        assert Role.TARGET in known.roles.values()
        while has_more(known):
            known = more(game.puzzle, known)
        assert known.step and known.step.sentence in known.message
        following = play.follow(game, known.step.derives)
        assert following.position != game.position
        game = following
    assert game.is_full and checked(game).roles == {}
    assert known.message == "The board is complete and right."


def test_wrong_entries_come_first_and_are_shown() -> None:
    game = typed(play.at(begun(), "r1c3"), "o")
    known = hinted(game)
    assert known.message.startswith("Look again at r1c3.") and not has_more(known)
    assert known.roles == {"r1c3": Role.WRONG} == checked(game).roles
    assert "!O!" in text(board(game, known, LARGE))
    assert checked(game, "pt").message == "Um valor está errado."
    assert checked(begun()).message == "Nothing is wrong so far."


def text(picture: Picture) -> str:
    return plain(picture)


@every_family
def test_the_board_shows_cursor_entries_and_marks_without_colours(name: str) -> None:
    game = play.begin(example(name))
    empty = text(board(game, NONE, LARGE))
    assert "▐" in empty and "▌" in empty
    entered = text(board(play.step_value(game, 1), NONE, LARGE))
    marked = text(board(play.mark(game, game.domain[0]), NONE, LARGE))
    assert len({empty, entered, marked}) == 3


@every_family
def test_the_board_does_not_move_about(name: str) -> None:
    game = play.begin(example(name))
    sizes = set()
    for one in (game, play.mark(game, game.domain[0]), play.moved(game, 0, 1)):
        lines = text(board(one, NONE, LARGE)).splitlines()
        sizes.add(len(lines))
    assert len(sizes) == 1


def test_a_small_terminal_has_a_smaller_board() -> None:
    game = begun()
    large, small = (text(board(game, NONE, room)) for room in (LARGE, Room(30, 20)))
    assert max(map(len, large.splitlines())) > max(map(len, small.splitlines()))


def test_a_face_is_shown_closely_with_all_its_digits() -> None:
    game = play.begin(example("turn-12"))
    shown = close_up(game, Room(34, 20))
    assert shown
    ring = caracol.registry.board("turn-12", game.puzzle.shape).rings[0]  # type: ignore[attr-defined]  # a cube has rings
    assert sorted(re.sub(r"\D", "", text(shown))) == sorted(ring)
    assert close_up(game, Room(10, 5)) is None
    assert close_up(begun(), Room(34, 20)) is None, "nothing is too fine there"


# Games on a terminal


class Kept:
    """What a screen gave to keep, the last of it."""

    def __init__(self) -> None:
        self.games: list[Game | None] = []

    def __call__(self, game: Game | None) -> None:
        self.games.append(game)


async def press(pilot: Pilot[None], screen: Screen, *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await screen.workers.wait_for_complete()
        await pilot.pause()


def words(screen: Screen) -> str:
    return str(screen.query_one("#words", Static).content)


def shown(screen: Screen) -> str:
    return str(screen.query_one("#board", Static).content)


def run(screen: Screen, script: Script, size: tuple[int, int] = (120, 50)) -> None:
    import asyncio

    async def play_it() -> None:
        async with screen.run_test(size=size) as pilot:
            await pilot.pause()
            await script(pilot, screen)

    asyncio.run(play_it())


NAMES = {".": "full_stop", "-": "minus"}


async def go_to(pilot: Pilot[None], screen: Screen, cell: str) -> None:
    """By arrows, on a shortest way."""
    ways: dict[str, tuple[str, ...]] = {screen.game.cursor: ()}
    new = [screen.game]
    arrows = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
    while cell not in ways:
        here = new.pop(0)
        for key, to in arrows.items():
            there = play.moved(here, *to)
            if there.cursor not in ways:
                ways[there.cursor] = (*ways[here.cursor], key)
                new.append(there)
    await pilot.press(*ways[cell])
    assert screen.game.cursor == cell


@every_family
def test_the_example_is_played_to_its_end(name: str) -> None:
    puzzle, kept = example(name), Kept()
    (solution,) = caracol.solutions(puzzle)
    screen = Screen(play.begin(puzzle), kept)

    async def script(pilot: Pilot[None], screen: Screen) -> None:
        given = {clue.place for clue in puzzle.clues}
        for cell, value in solution.values.items():
            if cell not in given:
                await go_to(pilot, screen, cell)
                key = play.value_keys(screen.game)[value]
                await pilot.press(*(NAMES.get(one, one) for one in key))
        await screen.workers.wait_for_complete()
        await pilot.pause()
        assert screen.is_solved and re.fullmatch(
            r"Solved in \d:\d\d, without a hint\.", words(screen)
        )
        before = screen.game
        await press(pilot, screen, "backspace")
        assert screen.game.position == before.position, "it is over"

    run(screen, script)
    assert kept.games[-1] is None and kept.games[0] is not None


def test_marks_undo_and_redo_by_keys() -> None:
    screen = Screen(begun(), Kept())

    async def script(pilot: Pilot[None], screen: Screen) -> None:
        await press(pilot, screen, "space", "m", "o", "right", "space", "full_stop")
        assert screen.game.entries == {"r1c1": ("M", "O"), "r1c2": "*"}
        assert "MO" in shown(screen)
        await press(pilot, screen, "ctrl+z", "ctrl+z")
        assert screen.game.entries == {"r1c1": ("M",)}
        await press(pilot, screen, "ctrl+y", "left", "delete")
        assert screen.game.entries == {}

    run(screen, script)


def test_a_hint_comes_in_three_grades_and_is_done_at_the_fourth() -> None:
    screen = Screen(begun(), Kept())

    async def script(pilot: Pilot[None], screen: Screen) -> None:
        await press(pilot, screen, "question_mark")
        where = words(screen)
        assert where.startswith("Look at ") and "\n" not in where
        await press(pilot, screen, "question_mark")
        assert words(screen).startswith(f"{where}\nTechnique: ")
        assert "‹" not in shown(screen)
        await press(pilot, screen, "question_mark")
        assert words(screen).count("\n") >= 2
        assert "[" in shown(screen) and "<" in shown(screen)
        assert screen.game.hints == 1 and not screen.game.entries
        await press(pilot, screen, "question_mark")
        assert screen.game.entries and "Look at" not in words(screen)

    run(screen, script)


def test_checks_show_what_is_wrong_until_it_is_changed() -> None:
    screen = Screen(begun(), Kept())

    async def script(pilot: Pilot[None], screen: Screen) -> None:
        await press(pilot, screen, "right", "right", "o", "exclamation_mark")
        assert words(screen) == "One entry is wrong." and "!O!" in shown(screen)
        await press(pilot, screen, "minus")
        assert "!" not in shown(screen)
        await press(pilot, screen, "exclamation_mark")
        assert words(screen) == "Nothing is wrong so far."

    run(screen, script)


def test_a_full_board_that_is_wrong_is_not_the_end() -> None:
    screen = Screen(begun("magic-snail 2 AB\nA.\n..\n"), Kept())

    async def script(pilot: Pilot[None], screen: Screen) -> None:
        await press(pilot, screen, "b", "down", "b", "left", "a")
        assert screen.game.is_full and not screen.is_solved
        assert "wrong" in words(screen)

    run(screen, script)


def test_candidates_rules_and_the_mouse() -> None:
    screen = Screen(begun(), Kept())

    async def script(pilot: Pilot[None], screen: Screen) -> None:
        assert "exactly two dots" in words(screen), "who begins sees the rules"
        await press(pilot, screen, "equals_sign")
        assert len(screen.game.position.marks) == 20
        assert "0 of 25" not in words(screen) and "5 of 25" in words(screen)
        await press(pilot, screen, "f1")
        assert "exactly two dots" in words(screen) and ". = ●" in words(screen)
        await pilot.click("#board", offset=(16, 4))
        assert screen.game.cursor == "r2c2"

    run(screen, script)


SMALL = [(family.name, (40, 15)) for family in FAMILIES]


@pytest.mark.parametrize(("name", "size"), [*SMALL, ("turn-12", (80, 24)), ("mno", (20, 8))])
def test_small_terminals_can_be_played_on(name: str, size: tuple[int, int]) -> None:
    screen = Screen(play.begin(example(name)), Kept())

    async def script(pilot: Pilot[None], screen: Screen) -> None:
        await press(pilot, screen, "right_square_bracket", "down", "right", "question_mark")
        assert words(screen) and len(screen.game.position.values) == 1

    run(screen, script, size)


def test_the_screen_speaks_portuguese_and_works_without_colours(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    screen = Screen(begun(), Kept(), "pt")

    async def script(pilot: Pilot[None], screen: Screen) -> None:
        assert screen.no_color and "▐" in shown(screen)
        await press(pilot, screen, "question_mark")
        assert words(screen).startswith("Olhe para ")
        assert {binding.description for _, binding in screen._bindings} >= {"Dica", "Sair"}

    run(screen, script)


def test_a_game_goes_on_where_it_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    puzzle = caracol.parse(MNO)
    file = command.state_file(puzzle)
    screen = Screen(command.kept(file, puzzle), lambda game: command.keep(file, game))

    async def script(pilot: Pilot[None], screen: Screen) -> None:
        await press(pilot, screen, "o", "right", "m", "ctrl+z", "ctrl+q")

    run(screen, script)
    left = command.kept(file, puzzle)
    assert left.position.values == {"r1c1": "O"} and left.cursor == "r1c2"
    assert len(left.past) == len(left.future) == 1 and left.seconds > 0
    assert [one.name for one in file.parent.iterdir()] == [file.name], "nothing half written"
    command.keep(file, None)
    assert command.kept(file, puzzle) == play.begin(puzzle)


def test_a_state_that_cannot_be_read_is_told_and_left_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    puzzle = caracol.parse(MNO)
    file = command.state_file(puzzle)
    file.parent.mkdir(parents=True)
    for content in ("{", "[]", json.dumps({"puzzle": "mno"}), "\0"):
        file.write_text(content)
        assert command.kept(file, puzzle) == play.begin(puzzle)
        assert "so the game starts anew" in capsys.readouterr().err


def test_a_game_that_cannot_be_kept_is_played_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no directory")
    file = tmp_path / "file" / "caracol" / "game.json"
    with pytest.raises(UsageError, match=re.escape(str(file))):
        command.keep(file, begun())
    assert command.kept(file, caracol.parse(MNO)) == begun()


def test_the_command_needs_a_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "puzzle.txt").write_text(MNO)
    assert main(["play", str(tmp_path / "puzzle.txt")]) == 2
    assert "play needs a terminal" in capsys.readouterr().err


def test_without_textual_the_command_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "puzzle.txt").write_text(MNO)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setattr("caracol.extras.find_spec", lambda _: None)
    assert main(["play", str(tmp_path / "puzzle.txt")]) == 2
    assert "pip install 'caracol[play]'" in capsys.readouterr().err


def test_the_command_plays_on_a_real_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text(MNO)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert asked_for_keys(["play", str(puzzle)], "Entries", ["o", "\x11"])[0] == 0
    (file,) = (tmp_path / "caracol" / "play").iterdir()
    assert json.loads(file.read_text())["position"]["values"] == {"r1c1": "O"}
    hopeless = tmp_path / "hopeless.txt"
    hopeless.write_text("mno 1\n.\n")
    told = on_a_terminal(["play", str(hopeless)], "", {"XDG_STATE_HOME": str(tmp_path)})
    assert "the puzzle has no solution" in told
    assert os.listdir(tmp_path / "caracol" / "play") == [file.name]
