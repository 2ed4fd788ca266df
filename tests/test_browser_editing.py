"""The studio's editor in a real browser: clues set by keys and mouse, answers while typing."""

from typing import TYPE_CHECKING

import pytest

import caracol
from caracol import registry
from player import BOARD, button, cell, choose, open_text, solved, type_value

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

MNO = "mno 5\n.....\n..O..\n.O*..\n..*..\nO....\n"
UNIQUE = "One solution: unique"


def edit(page: "Page", address: str, text: str) -> None:
    open_text(page, address, text)
    button(page, "Set a puzzle").click()
    page.locator("[data-count]").wait_for()


def text_of(page: "Page") -> str:
    return page.locator(BOARD).get_attribute("data-puzzle") or ""


def test_the_editor_counts_while_clues_change(page: "Page", address: str) -> None:
    edit(page, address, MNO)
    page.get_by_role("heading", name=UNIQUE).wait_for()
    cell(page, "r2c3").focus()
    page.keyboard.press("Delete")
    page.locator(".is-given[data-cell=r2c3]").wait_for(state="detached")
    page.locator("[data-count]:not([data-count='1'])").wait_for()
    count = caracol.count(caracol.parse(text_of(page)))
    assert page.locator("[data-count]").get_attribute("data-count") == str(count)
    assert page.locator(".is-deciding").count() > 0
    button(page, "Undo").click()
    page.get_by_role("heading", name=UNIQUE).wait_for()
    assert text_of(page) == MNO


def test_a_board_without_solution_shows_its_conflict(page: "Page", address: str) -> None:
    edit(page, address, MNO)
    type_value(page, "r2c1", "M")
    page.get_by_role("heading", name="No solution").wait_for()
    page.locator(".is-target").first.wait_for()


def test_two_quick_edits_are_both_made_and_answered(page: "Page", address: str) -> None:
    edit(page, address, MNO)
    for name in ("r2c3", "r3c2", "r3c3"):
        cell(page, name).focus()
        page.keyboard.press("Delete")
    page.get_by_role("heading", name="68 solutions").wait_for()
    assert text_of(page) == "mno 5\n.....\n.....\n.....\n..*..\nO....\n"


def test_more_than_a_thousand_are_not_counted(page: "Page", address: str) -> None:
    edit(page, address, "mno 6\n" + 6 * "......\n")
    page.get_by_role("heading", name="More than 1000 solutions").wait_for()


def test_sums_are_set_at_places_that_are_no_cells(page: "Page", address: str) -> None:
    edit(page, address, caracol.family("trid").example)
    cell(page, "t1.1").focus()
    page.keyboard.press("1")
    page.keyboard.press("1")
    page.locator(f"{BOARD}[data-puzzle*='11']").wait_for()
    assert "t1.1=11" in map(str, caracol.parse(text_of(page)).clues)


def test_clues_are_completed_trimmed_and_played(page: "Page", address: str) -> None:
    edit(page, address, MNO)
    button(page, "Clear all").click()
    page.get_by_role("heading", name="784 solutions").wait_for()
    cell(page, "r1c1").click()
    choose(page, "O").click()
    page.locator(".is-given[data-cell=r1c1]").wait_for()
    button(page, "Complete it").click()
    page.get_by_role("heading", name=UNIQUE).wait_for()
    button(page, "Trim it").click()
    page.wait_for_load_state("networkidle")
    page.get_by_role("heading", name=UNIQUE).wait_for()
    button(page, "Play it").click()
    button(page, "Hint").wait_for()
    puzzle = solved(page)
    for name, value in puzzle.values.items():
        type_value(page, name, puzzle.keys[value])
    page.locator(f"{BOARD}[data-solved]").wait_for()


@pytest.mark.parametrize("family", registry.names())
def test_every_family_can_be_set(page: "Page", address: str, family: str) -> None:
    edit(page, address, caracol.family(family).example)
    page.get_by_role("heading", name=UNIQUE).wait_for()
