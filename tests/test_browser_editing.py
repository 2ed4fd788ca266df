"""The studio's editor in a real browser: clues set by keys and mouse, answers while typing."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pypdf
import pytest

import caracol
from caracol import registry
from caracol.solve import check
from player import BOARD, button, cell, choose, held, open_puzzle, open_text, solved, type_value

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("plug_ins")]

MNO = "mno 5\n.....\n..O..\n.O*..\n..*..\nO....\n"
UNIQUE = "One solution: unique"
COUNTED = "[data-counted]"


def edit(page: "Page", address: str, text: str) -> None:
    open_text(page, address, text)
    button(page, "Set a puzzle").click()
    page.locator(COUNTED).wait_for()


def begun(text: str) -> str:
    """A board whose puzzle begins with a text."""
    return f"{BOARD}[data-puzzle^='{text}']".replace("\n", "\\a ")


def text_of(page: "Page") -> str:
    return page.locator(BOARD).get_attribute("data-puzzle") or ""


def test_the_editor_counts_while_clues_change(page: "Page", address: str) -> None:
    edit(page, address, MNO)
    page.get_by_role("heading", name=UNIQUE).wait_for()
    cell(page, "r2c3").focus()
    page.keyboard.press("Delete")
    page.locator(".is-given[data-cell=r2c3]").wait_for(state="detached")
    page.locator(f"{COUNTED}:not([data-count='1'])").wait_for()
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
    page.locator(".is-clash .is-target[data-cell=r2c1]").wait_for()
    page.get_by_text("r2c1 is given as M").wait_for()


def test_a_number_grows_while_solutions_are_counted(page: "Page", address: str) -> None:
    late = held(page, "survey")
    edit(page, address, MNO)
    with page.expect_request(
        lambda asked: "survey" in asked.url and "O" not in (asked.post_data or "")
    ):
        button(page, "Clear all").click()
    page.get_by_role("heading", name="100 solutions so far").wait_for()
    page.locator(f"{BOARD} .centre").first.wait_for()
    late[-1].continue_()
    page.get_by_role("heading", name="784 solutions").wait_for()


def test_level_and_needless_clues_follow(page: "Page", address: str) -> None:
    edit(page, address, MNO)
    level = caracol.grade(caracol.parse(MNO)).level.value
    page.locator(f"[data-level='{level}']").wait_for()
    page.get_by_text("Every clue is needed.").wait_for()
    type_value(page, "r1c1", ".")
    page.locator(".is-given[data-cell=r1c1]").wait_for()
    redundant = [clue.place for clue in check(caracol.parse(text_of(page))).redundant]
    page.locator(f"[data-redundant='{' '.join(redundant)}']").wait_for()
    marked = page.locator(f"{BOARD} .is-redundant").all()
    assert [one.get_attribute("data-cell") for one in marked] == redundant == ["r1c1", "r5c1"]


def test_an_answer_about_other_clues_is_not_shown(page: "Page", address: str) -> None:
    edit(page, address, MNO)
    late = held(page, "live")
    with page.expect_request("**/api/live"):
        type_value(page, "r2c1", "M")
    page.unroute("**/api/live")
    cell(page, "r2c1").focus()
    page.keyboard.press("Delete")
    page.get_by_role("heading", name=UNIQUE).wait_for()
    for route in late:
        route.continue_()
    page.locator("[data-level]").wait_for()
    page.get_by_role("heading", name=UNIQUE).wait_for()


def test_who_leaves_ends_the_questions(page: "Page", address: str) -> None:
    held(page, "survey")
    with page.expect_request("**/api/survey"):
        edit(page, address, MNO)
    with page.expect_event("requestfailed") as ended:
        button(page, "Back to the game").click()
    assert ended.value.url.endswith("/api/survey")


def test_what_is_made_too_late_does_not_come_back(page: "Page", address: str) -> None:
    edit(page, address, MNO)
    held(page, "trim")
    with page.expect_request("**/api/trim"):
        button(page, "Trim it").click()
    with page.expect_event("requestfailed"):
        button(page, "Play it").click()
    button(page, "Hint").click()
    page.locator(".is-target").first.wait_for()


def test_what_was_played_comes_back_from_the_editor(page: "Page", address: str) -> None:
    open_text(page, address, MNO)
    type_value(page, "r1c1", "M")
    button(page, "Set a puzzle").click()
    page.get_by_role("heading", name=UNIQUE).wait_for()
    button(page, "Clear all").click()
    page.get_by_role("heading", name="784 solutions").wait_for()
    button(page, "Back to the game").click()
    page.locator(".entry").wait_for()
    assert text_of(page) == MNO


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
    with page.expect_response("**/api/trim"):
        button(page, "Trim it").click()
    page.get_by_text("Every clue is needed.").wait_for()
    button(page, "Play it").click()
    button(page, "Hint").wait_for()
    puzzle = solved(page)
    for name, value in puzzle.values.items():
        type_value(page, name, puzzle.keys[value])
    page.locator(f"{BOARD}[data-solved]").wait_for()


@pytest.mark.parametrize("family", registry.names())
def test_every_family_can_be_set(desk: "Page", address: str, family: str) -> None:
    edit(desk, address, caracol.family(family).example)
    desk.get_by_role("heading", name=UNIQUE).wait_for()


@pytest.mark.parametrize(
    ("before", "place", "keys", "value"),
    [
        ("futoshiki 2\n. .\n. .\n", "r1c2<r1c1", "<", "<"),
        ("skyscrapers 2\n..\n. .. .\n. .. .\n..\n", "left2", "2", "2"),
        ("easy-as-abc 2 A\n..\n. .. .\n. .. .\n..\n", "below1", "A", "A"),
        ("nonogram 4 1\n.\n.\n.\n.\n.\n", "left1", "1 2", "1 2"),
        ("slitherlink 1 1\n.\n", "r1c1", "3", "3"),
        ("slitherlink 2 1\n..\n", "left_r1c1", "x", "off"),
        ("star-battle 1 1\nA\n", "r1c1", "*", "*"),
        ("takuzu 2\n..\n..\n", "r2c1", "0", "0"),
    ],
)
def test_clues_of_every_kind_are_typed(
    desk: "Page", address: str, before: str, place: str, keys: str, value: str
) -> None:
    edit(desk, address, before)
    type_value(desk, place, keys)
    puzzle = caracol.parse(before)
    clue = caracol.Clue(place, value)
    desk.locator(begun(caracol.show(replace(puzzle, clues=(clue,))))).wait_for()


def test_a_sign_is_set_and_taken_away_by_a_touch(desk: "Page", address: str) -> None:
    edit(desk, address, "futoshiki 3\n. . .\n. . .\n. . .\n")
    cell(desk, "r1c1<r1c2").click()
    desk.locator(".is-set[data-cell='r1c1<r1c2']").wait_for()
    cell(desk, "r1c1<r1c2").click()
    desk.locator(".is-set").wait_for(state="detached")


@pytest.mark.parametrize(
    ("before", "cells", "text", "rows"),
    [
        (
            "star-battle 4 1\nAAAA\nBBBB\nCCCC\nDDDD\n",
            ("r1c3", "r2c3"),
            "C",
            "AACA\nBBCB\nCCCC\nDDDD",
        ),
        ("hitori 3\n123\n231\n312\n", ("r1c1", "r1c2"), "3", "333\n231\n312"),
    ],
)
def test_regions_and_numbers_are_written_over(
    desk: "Page", address: str, before: str, cells: tuple[str, str], text: str, rows: str
) -> None:
    edit(desk, address, before)
    first, last = cells
    cell(desk, first).click()
    cell(desk, last).click(modifiers=["Shift"])
    desk.locator(f".choice[data-printed='{text}']").click()
    desk.locator(begun(before.split("\n")[0] + "\n" + rows)).wait_for()
    button(desk, "Undo").click()
    desk.locator(begun(before)).wait_for()


def test_boards_of_every_offered_size_begin_blank(page: "Page", address: str) -> None:
    edit(page, address, MNO)
    page.get_by_label("Size").select_option("7")
    page.locator(f"{BOARD}[data-puzzle^='mno 7']").wait_for()
    assert caracol.parse(text_of(page)).clues == ()
    page.get_by_role("heading", name="More than 1000 solutions").wait_for()
    page.get_by_label("Family").select_option("kropki")
    page.locator(f"{BOARD}[data-puzzle^='kropki 4']").wait_for()
    page.get_by_role("heading", name="576 solutions").wait_for()
    cell(page, "r1c1-r1c2").click()
    page.locator(".choice[data-sign='o']").click()
    page.locator(f"{COUNTED}:not([data-count='576'])").wait_for()
    assert list(map(str, caracol.parse(text_of(page)).clues)) == ["r1c1-r1c2=o"]


def test_another_language_leaves_places_for_clues(page: "Page", address: str) -> None:
    edit(page, address, caracol.family("trid").example)
    cells = page.locator("[role=gridcell]").count()
    button(page, "Settings").click()
    page.get_by_role("radio", name="Português").check()
    page.keyboard.press("Escape")
    page.get_by_role("heading", name="Uma solução: única").wait_for()
    page.get_by_text("Coloque").first.wait_for()
    assert page.locator("[role=gridcell]").count() == cells


def test_digits_of_rings_are_set(page: "Page", address: str) -> None:
    puzzle = open_puzzle(page, address, "turn-12")
    button(page, "Set a puzzle").click()
    page.get_by_role("heading", name=UNIQUE).wait_for()
    ring = page.locator("[data-ring-of=top]")
    digits = ring.input_value()
    ring.fill("3" * len(digits))
    ring.press("Enter")
    page.locator(f"{BOARD}[data-puzzle*='{'3' * len(digits)}']").wait_for()
    page.get_by_role("heading", name="No solution").wait_for()
    button(page, "Undo").click()
    page.get_by_role("heading", name=UNIQUE).wait_for()
    assert text_of(page) == puzzle.text
    ring.fill("12")
    ring.press("Enter")
    page.locator("[data-ring-of=top]:invalid").wait_for()
    assert text_of(page) == puzzle.text


def test_one_like_this_of_a_wanted_level(page: "Page", address: str) -> None:
    edit(page, address, caracol.family("magic-snail").example)
    page.get_by_label("Wanted level").select_option("easy")
    with page.expect_response("**/api/alike") as answer:
        button(page, "Make one like this").click()
    found = answer.value.json()
    page.get_by_role("button", name="Undo", disabled=False).wait_for()
    page.get_by_role("heading", name=UNIQUE).wait_for()
    assert text_of(page) == found["puzzle"] != caracol.family("magic-snail").example
    if "wanted" not in found:
        page.locator("[data-level=easy]").wait_for()


def test_a_book_is_made_and_told_how_far_it_is(page: "Page", address: str) -> None:
    edit(page, address, MNO)
    button(page, "Make a book").click()
    page.get_by_label("How many").fill("3")
    page.get_by_label("Title").fill("Three of them")
    with page.expect_download() as download:
        button(page, "Make it").click()
    assert download.value.suggested_filename == "mno-5.pdf"
    pages = [one.extract_text() for one in pypdf.PdfReader(Path(download.value.path())).pages]
    assert "Three of them" in pages[0]
    button(page, "Make it").wait_for()


def test_a_book_is_not_made_when_nobody_wants_it_any_more(page: "Page", address: str) -> None:
    held(page, "batch")
    edit(page, address, MNO)
    button(page, "Make a book").click()
    button(page, "Make it").click()
    page.get_by_role("progressbar").wait_for()
    page.get_by_text("0 of 12 made").wait_for()
    with page.expect_event("requestfailed"):
        button(page, "Cancel").click()
    button(page, "Make it").wait_for()
