"""The studio's page in a real browser: hinted, marked, tried, kept, shared, walked through."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import caracol
from browsers import PATIENCE, started, watched
from player import (
    BOARD,
    Solved,
    button,
    cell,
    expect_solved,
    held,
    open_text,
    solved,
    type_value,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("plug_ins")]

MNO = "mno 5\n.....\n..O..\n.O*..\n..*..\nO....\n"


def test_the_page_opens_on_the_daily_puzzle(daily: "Page") -> None:
    board = daily.locator(BOARD)
    text = board.get_attribute("data-puzzle")
    assert text and caracol.is_unique(caracol.parse(text))
    daily.get_by_text("Daily puzzle").wait_for()
    assert daily.locator("[role=gridcell]:focus").count() == 1


def test_what_is_asked_for_last_is_opened(page: "Page", address: str) -> None:
    late = held(page, "daily")
    with page.expect_request("**/api/daily"):
        page.goto(address)
    open_text(page, address, MNO)
    for route in late:
        route.continue_()
    button(page, "Check").click()
    page.get_by_text("All right so far.").wait_for()
    assert page.locator(BOARD).get_attribute("data-puzzle") == MNO


def test_hints_lead_to_the_end(page: "Page", address: str) -> None:
    puzzle = open_text(page, address, MNO)
    while page.locator(".entry").count() < len(puzzle.values):
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


def test_a_game_survives_a_restart_of_the_browser(
    browser: "Browser", address: str, tmp_path: Path
) -> None:
    for watching in watched(started(browser, tmp_path), address):
        puzzle = half_played(watching.new_page(), address)
    for watching in watched(started(browser, tmp_path), address):
        page = watching.new_page()
        page.goto(address)
        page.locator(".entry").first.wait_for()
        assert solved(page) == puzzle
        assert page.locator(".entry").count() == 5


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


# As browsers do it: they refuse what is too much, or the storage itself.
FULL = "for (let n = 1 << 22; n; n >>= 1) for (let i = 0; i < 3; i += 1) try { " + (
    "localStorage.setItem(`${n} ${i}`, 'x'.repeat(n)) } catch {}"
)
FORBIDDEN = "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException() } })"


@pytest.mark.parametrize("script", [FULL, FORBIDDEN], ids=["full", "forbidden"])
def test_play_goes_on_without_storage(page: "Page", address: str, script: str) -> None:
    page.add_init_script(script)
    open_text(page, address, MNO)
    type_value(page, "r1c1", "M")
    page.get_by_text("This browser keeps nothing here").wait_for()
    type_value(page, "r1c2", "N")
    assert page.locator(".entry").count() == 2


def test_play_goes_on_if_nothing_kept_can_be_read(page: "Page", address: str) -> None:
    page.add_init_script("Storage.prototype.getItem = () => { throw new DOMException() };")
    open_text(page, address, MNO)
    type_value(page, "r1c1", "M")
    assert page.locator(".entry").count() == 1


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


def test_a_link_to_an_unknown_family_is_told(browser: "Browser", address: str) -> None:
    context = browser.new_context()
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(f"{address}#1&hashi_5/.....")
    page.get_by_text("No answer: ").wait_for()
    page.get_by_text("found 'hashi'").wait_for()
    page.locator(BOARD).wait_for()
    context.close()


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
    page.get_by_text(re.compile("porque|logo, ")).first.wait_for()
    assert page.locator("html").get_attribute("lang") == "pt"


def test_question_mark_lists_the_keys(daily: "Page") -> None:
    daily.keyboard.press("?")
    daily.get_by_role("dialog").get_by_text("corner mark", exact=True).wait_for()


def test_a_pause_hides_the_board_and_stops_the_clock(page: "Page", address: str) -> None:
    page.clock.install()
    open_text(page, address, MNO)
    page.clock.run_for(61_000)
    page.get_by_role("timer").get_by_text(re.compile("1:0")).wait_for()
    button(page, "Pause").click()
    page.get_by_text("Paused").wait_for()
    before = page.get_by_role("timer").inner_text()
    page.clock.run_for(61_000)
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


def test_a_fresh_puzzle_of_a_wanted_size_and_level(daily: "Page") -> None:
    page = daily
    page.get_by_label("Family").select_option("mno")
    page.locator(f"{BOARD}[data-puzzle^='mno 5']").wait_for()
    page.get_by_label("Size").select_option("6")
    page.locator(f"{BOARD}[data-puzzle^='mno 6']").wait_for()
    with page.expect_response("**/api/fresh") as answer:
        page.get_by_label("Level").select_option("medium")
    found = answer.value.json()
    if "wanted" in found:  # what is not ready is told, and never waited for
        page.get_by_text("No medium one is ready yet").wait_for()
    else:
        page.get_by_text("size 6 · medium").wait_for()
        assert caracol.grade(caracol.parse(found["puzzle"])).level.value == "medium"


def test_the_daily_puzzle_is_the_same_for_everyone(context: "BrowserContext", address: str) -> None:
    texts = []
    for _ in range(2):
        page = context.new_page()
        page.goto(address)
        page.get_by_text("Daily puzzle").wait_for()
        texts.append(solved(page).text)
    assert texts[0] == texts[1]


def test_each_day_opens_with_another_family(browser: "Browser", address: str) -> None:
    titles = []
    for day in ("2026-11-18", "2026-11-19", "2026-11-20"):
        context = browser.new_context()
        for watching in watched(context, address):
            page = watching.new_page()
            page.clock.set_fixed_time(day)
            page.goto(address)
            page.locator(BOARD).wait_for()
            titles.append(page.get_by_role("heading", level=1).inner_text())
    assert len({*titles}) == 3


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_colours_are_chosen(daily: "Page", theme: str) -> None:
    page = daily
    button(page, "Settings").click()
    page.get_by_role("radio", name=theme).check()
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == {"light": "rgb(250, 248, 244)", "dark": "rgb(20, 22, 26)"}[theme]
