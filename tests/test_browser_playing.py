"""The studio's page in a real browser: played by keys, mouse and touch, hinted, kept, shared."""

import re
from typing import TYPE_CHECKING

import pytest

import caracol
from caracol import registry
from player import (
    BOARD,
    SOLVED,
    Solved,
    button,
    cell,
    choose,
    open_puzzle,
    open_text,
    solved,
    type_value,
)

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

pytestmark = pytest.mark.browser

FAMILIES = registry.names()
MNO = "mno 5\n.....\n..O..\n.O*..\n..*..\nO....\n"


def expect_solved(page: "Page") -> None:
    page.locator(SOLVED).wait_for()
    page.get_by_role("heading", name="Solved!").wait_for()


def test_the_page_opens_on_the_daily_puzzle(daily: "Page") -> None:
    board = daily.locator(BOARD)
    text = board.get_attribute("data-puzzle")
    assert text and caracol.is_unique(caracol.parse(text))
    daily.get_by_text("Daily puzzle").wait_for()
    assert daily.locator("[role=gridcell]:focus").count() == 1


def test_what_is_asked_for_last_is_opened(page: "Page", address: str) -> None:
    page.goto(address)
    open_text(page, address, MNO)
    page.wait_for_timeout(1000)
    assert page.locator(BOARD).get_attribute("data-puzzle") == MNO


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_is_played_by_keys(page: "Page", address: str, family: str) -> None:
    puzzle = open_puzzle(page, address, family)
    for name, value in puzzle.values.items():
        type_value(page, name, puzzle.keys[value])
    expect_solved(page)


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_is_played_by_mouse(page: "Page", address: str, family: str) -> None:
    puzzle = open_puzzle(page, address, family)
    for name, value in puzzle.values.items():
        if "_" in name:  # edges are narrow
            cell(page, name).click()
        else:
            cell(page, name).click(position={"x": 12, "y": 12})
        if caracol.family(family).look.views:  # a cube
            for _ in range(int(value)):
                button(page, "↶ Turn on").click()
        else:
            choose(page, value).click()
    expect_solved(page)


@pytest.mark.parametrize("family", ["magic-snail", "mno", "trid"])
def test_families_are_played_by_touch_with_the_value_first(
    phone: "BrowserContext", address: str, family: str
) -> None:
    page = phone.new_page()
    puzzle = open_puzzle(page, address, family)
    page.get_by_role("switch", name="Value first").tap()
    for value in puzzle.keys:
        choose(page, value).tap()
        for name in (name for name, one in puzzle.values.items() if one == value):
            cell(page, name).tap()
    expect_solved(page)


def test_hints_lead_to_the_end(page: "Page", address: str) -> None:
    open_text(page, address, MNO)
    for _ in range(60):
        if page.locator(SOLVED).count():
            break
        button(page, "Hint").click()
        page.locator(".is-target").first.wait_for()
        button(page, "Tell me why").click()
        button(page, "Do it").click()
        page.locator(".is-target").first.wait_for(state="detached")
    expect_solved(page)


def test_a_wrong_entry_has_its_reason(page: "Page", address: str) -> None:
    puzzle = open_text(page, address, MNO)
    type_value(page, "r1c3", "O")
    button(page, "Check").click()
    page.locator(".is-wrong[data-cell=r1c3]").wait_for()
    page.get_by_text("One of your entries cannot stay.").wait_for()
    button(page, "Why?").first.click()
    button(page, "Tell me why").click()
    page.get_by_text("r1c3 is entered as O").wait_for()
    type_value(page, "r1c3", puzzle.keys[puzzle.values["r1c3"]])
    assert page.locator(".is-wrong").count() == 0


def test_a_hint_says_first_that_something_is_wrong(page: "Page", address: str) -> None:
    open_text(page, address, MNO)
    type_value(page, "r1c3", "O")
    button(page, "Hint").click()
    page.get_by_role("heading", name="Something is wrong here.").wait_for()


def test_entries_are_checked_while_playing_if_wanted(page: "Page", address: str) -> None:
    open_text(page, address, MNO)
    button(page, "Settings").click()
    page.get_by_role("radio", name="as I go").check()
    page.keyboard.press("Escape")
    type_value(page, "r1c3", "O")
    page.locator(".is-wrong[data-cell=r1c3]").wait_for()


def test_marks_are_made_and_undone(page: "Page", address: str) -> None:
    open_text(page, address, MNO)
    cell(page, "r1c1").focus()
    page.keyboard.press("Shift+M")
    page.keyboard.press("Control+N")
    page.keyboard.press("x")
    page.keyboard.press("o")
    name = "row 1, column 1, empty, candidates N, corner marks M O"
    page.get_by_role("gridcell", name=name).wait_for()
    for _ in range(3):
        page.keyboard.press("Control+z")
    page.get_by_role("gridcell", name=re.compile("^row 1, column 1, empty$")).wait_for()
    for _ in range(3):
        page.keyboard.press("Control+y")
    page.get_by_role("gridcell", name=name).wait_for()


def test_several_cells_are_selected_by_dragging(page: "Page", address: str) -> None:
    open_text(page, address, MNO)
    boxes = [cell(page, name).bounding_box() for name in ("r1c1", "r1c2", "r1c3")]
    for i, box in enumerate(boxes):
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=3)
        if not i:
            page.mouse.down()
    page.mouse.up()
    page.keyboard.press("m")
    assert page.locator(".entry").count() == 3


def test_a_trial_is_dropped_or_kept(page: "Page", address: str) -> None:
    open_text(page, address, MNO)
    button(page, "Try out").click()
    type_value(page, "r1c1", "M")
    page.locator(".is-tried").wait_for()
    button(page, "Drop").click()
    assert page.locator(".entry").count() == 0
    button(page, "Try out").click()
    type_value(page, "r1c1", "M")
    button(page, "Keep").click()
    assert page.locator(".entry").count() == 1
    assert page.locator(".is-tried").count() == 0


def test_candidates_are_filled_in(page: "Page", address: str) -> None:
    puzzle = open_text(page, address, MNO)
    button(page, "Fill in candidates").click()
    page.locator(".centre").first.wait_for()
    assert page.locator(".centre").count() == len(puzzle.values)
    button(page, "Undo").click()
    assert page.locator(".centre").count() == 0


def half_played(page: "Page", address: str) -> Solved:
    puzzle = open_text(page, address, MNO)
    for name, value in list(puzzle.values.items())[:5]:
        type_value(page, name, puzzle.keys[value])
    return puzzle


def test_a_game_survives_a_reload_with_its_history(page: "Page", address: str) -> None:
    half_played(page, address)
    page.reload()
    page.locator(".entry").first.wait_for()
    assert page.locator(".entry").count() == 5
    for _ in range(5):
        button(page, "Undo").click()
    assert page.locator(".entry").count() == 0


def test_a_game_survives_a_restart_of_the_browser(context: "BrowserContext", address: str) -> None:
    page = context.new_page()
    puzzle = half_played(page, address)
    page.close()
    again = context.new_page()
    again.goto(address)
    again.locator(".entry").first.wait_for()
    assert solved(again) == puzzle
    assert again.locator(".entry").count() == 5


def test_two_tabs_do_not_overwrite_each_other(context: "BrowserContext", address: str) -> None:
    one, other = context.new_page(), context.new_page()
    open_text(one, address, MNO)
    open_text(other, address, MNO)
    type_value(one, "r1c1", "M")
    type_value(other, "r1c2", "N")
    one.reload()
    one.locator(".entry").first.wait_for()
    assert cell(one, "r1c1").locator(".entry").count() == 1
    assert cell(one, "r1c2").locator(".entry").count() == 0


@pytest.mark.parametrize("method", ["setItem", "getItem"])
def test_play_goes_on_without_storage(context: "BrowserContext", address: str, method: str) -> None:
    page = context.new_page()
    page.add_init_script(f"Storage.prototype.{method} = () => {{ throw new DOMException() }};")
    open_text(page, address, MNO)
    type_value(page, "r1c1", "M")
    if method == "setItem":
        page.get_by_text("This browser keeps nothing here").wait_for()
    type_value(page, "r1c2", "N")
    assert page.locator(".entry").count() == 2


def test_a_link_carries_puzzle_and_progress(context: "BrowserContext", address: str) -> None:
    page = context.new_page()
    half_played(page, address)
    button(page, "Share").click()
    link = page.get_by_label("with what I have written").input_value()
    assert len(link) < 200
    other = context.browser
    assert other
    fresh = other.new_context()
    reader = fresh.new_page()
    reader.goto(link)
    reader.locator(".entry").first.wait_for()
    assert reader.locator(".entry").count() == 5
    assert solved(reader).text == MNO
    fresh.close()


def test_a_link_without_sense_is_told(page: "Page", address: str) -> None:
    page.goto(f"{address}#9&what")
    page.get_by_text("This link says no puzzle").wait_for()
    page.locator(BOARD).wait_for()


def test_the_walk_shows_every_step(page: "Page", address: str) -> None:
    open_text(page, address, MNO)
    button(page, "Walk through").click()
    page.get_by_text("Start", exact=True).wait_for()
    page.keyboard.press("ArrowRight")
    page.get_by_text(re.compile("Step 1 of")).wait_for()
    page.locator(".is-target").first.wait_for()
    page.get_by_label("Walk through").last.press("End")
    assert page.locator(".cell:not(.is-given) .entry").count() == 20
    button(page, "Back to the game").click()
    assert page.locator(".entry").count() == 0


def test_the_page_speaks_portuguese(page: "Page", address: str) -> None:
    open_text(page, address, MNO)
    button(page, "Settings").click()
    page.get_by_role("radio", name="Português").check()
    page.keyboard.press("Escape")
    page.get_by_role("gridcell", name=re.compile("^linha 1, coluna 1, vazia")).wait_for()
    button(page, "Dica").click()
    button(page, "Diga porquê").click()
    page.get_by_text(re.compile("logo, ")).wait_for()
    assert page.locator("html").get_attribute("lang") == "pt"


def test_question_mark_lists_the_keys(daily: "Page") -> None:
    daily.keyboard.press("?")
    daily.get_by_role("dialog").get_by_text("corner mark", exact=True).wait_for()


def test_a_pause_hides_the_board_and_stops_the_clock(page: "Page", address: str) -> None:
    open_text(page, address, MNO)
    button(page, "Pause").click()
    page.get_by_text("Paused").wait_for()
    before = page.get_by_role("timer").inner_text()
    page.wait_for_timeout(1500)
    assert page.get_by_role("timer").inner_text() == before
    page.get_by_text("Paused").click()
    cell(page, "r1c1").click()


def test_arrows_move_one_tab_stop(page: "Page", address: str) -> None:
    open_text(page, address, MNO)
    cell(page, "r1c1").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.locator("[role=gridcell]:focus").get_attribute("data-cell") == "r2c2"
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1
    page.keyboard.press("End")
    assert page.locator("[role=gridcell]:focus").get_attribute("data-cell") == "r2c5"


def test_a_cube_is_looked_at_and_turned(page: "Page", address: str) -> None:
    open_puzzle(page, address, "turn-12")
    cube = page.locator(".cube")
    before = cube.get_attribute("style")
    space = page.locator(".space").bounding_box()
    assert space
    page.mouse.move(space["x"] + 10, space["y"] + 10)
    page.mouse.down()
    page.mouse.move(space["x"] + 110, space["y"] + 30, steps=4)
    page.mouse.up()
    assert cube.get_attribute("style") != before
    ring = page.locator(f"{BOARD} [data-ring=top]").bounding_box()
    assert ring
    middle = ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2
    radius = ring["width"] / 2 * 0.9
    page.mouse.move(middle[0] + radius * 0.1, middle[1] - radius)
    page.mouse.down()
    page.mouse.move(middle[0] + radius, middle[1], steps=10)
    page.mouse.up()
    page.get_by_role("gridcell", name=re.compile("^the turn of top, (?!empty)")).wait_for()
    assert page.locator(".faces .turn").count() == 1


def test_a_fresh_puzzle_of_a_wanted_size_and_level(daily: "Page") -> None:
    page = daily
    page.get_by_label("Family").select_option("mno")
    page.locator(f"{BOARD}[data-puzzle^='mno 5']").wait_for()
    page.get_by_label("Size").select_option("6")
    page.locator(f"{BOARD}[data-puzzle^='mno 6']").wait_for()
    page.get_by_label("Level").select_option("medium")
    page.get_by_text("6 · medium").wait_for()
    puzzle = caracol.parse(solved(page).text)
    assert caracol.grade(puzzle).level.value == "medium"


def test_the_daily_puzzle_is_the_same_for_everyone(context: "BrowserContext", address: str) -> None:
    texts = []
    for _ in range(2):
        page = context.new_page()
        page.goto(address)
        page.get_by_text("Daily puzzle").wait_for()
        texts.append(solved(page).text)
    assert texts[0] == texts[1]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_colours_are_chosen(daily: "Page", theme: str) -> None:
    page = daily
    button(page, "Settings").click()
    page.get_by_role("radio", name=theme).check()
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == {"light": "rgb(250, 248, 244)", "dark": "rgb(20, 22, 26)"}[theme]
