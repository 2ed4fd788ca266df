"""Every view of the page, in both themes and at both sizes, as axe-core judges it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import pytest

from browsers import PATIENCE, watched
from player import (
    BOARD,
    SOLVED,
    button,
    cell,
    expect_solved,
    open_puzzle,
    open_text,
    solved,
    type_value,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

AXE = Path(__file__).parents[1] / "build/npm/node_modules/axe-core/axe.min.js"
MNO = "mno 5\n.....\n..O..\n.O*..\n..*..\nO....\n"
SIZES = {"phone": (390, 844), "wide": (1280, 800)}
# What is said about names and roles is the same at every size: these depend on where things are.
SEEN = "color-contrast", "target-size", "scrollable-region-focusable", "meta-viewport"

pytestmark = [
    pytest.mark.browser,
    pytest.mark.usefixtures("plug_ins"),
    pytest.mark.skipif(not AXE.exists(), reason="NO AXE TESTS: `make browser` brings axe-core"),
]


def serious(page: "Page", *rules: str) -> list[str]:
    """What axe finds on the page as it is now."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text() + ";0")
    wanted = {"resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
    found = page.evaluate("(wanted) => axe.run(wanted)", wanted)
    return [
        f"{violation['id']}: {violation['nodes'][0]['html'][:200]}"
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
    ]


def serious_in_both_themes(page: "Page", *rules: str) -> list[str]:
    """These rules or all in light, and in dark those about colours."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    light = serious(page, *rules)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    return light + [f"dark: {told}" for told in serious(page, "color-contrast")]


@pytest.mark.parametrize("size", SIZES)
def test_no_view_shuts_anybody_out(browser: "Browser", address: str, size: str) -> None:
    width, height = SIZES[size]
    context = browser.new_context(viewport={"width": width, "height": height})
    for watching in watched(context, address):
        page = watching.new_page()
        rules = () if size == "wide" else SEEN
        found = {view: serious_in_both_themes(page, *rules) for view in views(page, address)}
        assert {view: told for view, told in found.items() if told} == {}


def views(page: "Page", address: str) -> Iterator[str]:
    """Go from view to view."""
    open_text(page, address, MNO)
    yield "play"
    yield from views_of_play(page)
    yield from dialogs(page, "Settings", "How to play", "Share")
    button(page, "Pause").click()
    yield "pause"
    page.get_by_text("Paused").click()
    button(page, "Walk through").click()
    page.locator(".walk").wait_for()
    page.keyboard.press("ArrowRight")
    yield "walk"
    button(page, "Back to the game").click()
    button(page, "Set a puzzle").click()
    page.locator("[data-level]").wait_for()
    yield "edit"
    yield from dialogs(page, "Make a book")
    cell(page, "r2c3").focus()
    page.keyboard.press("Delete")
    page.locator("[data-count='2']").wait_for()
    yield "edit, not unique"
    type_value(page, "r2c1", "M")
    page.locator(".is-clash").wait_for()
    yield "edit, no solution"
    for family in ("trid", "turn-12", "magic-snail", "doppelblock", "hitori", "slitherlink"):
        open_puzzle(page, address, family)
        yield family


def views_of_play(page: "Page") -> Iterator[str]:
    button(page, "Fill in candidates").click()
    page.locator(".centre").first.wait_for()
    button(page, "Hint").click()
    button(page, "Tell me why").click()
    yield "hint"
    button(page, "Try out").click()
    type_value(page, "r5c5", "O")
    button(page, "Check").click()
    page.locator(".is-wrong").first.wait_for()
    yield "wrong"
    button(page, "Why?").first.click()
    button(page, "Tell me why").click()
    yield "why wrong"
    puzzle = solved(page)
    for name, value in puzzle.values.items():
        type_value(page, name, puzzle.keys[value])
    expect_solved(page)
    yield "solved"
    button(page, "Start again").click()


def dialogs(page: "Page", *names: str) -> Iterator[str]:
    for name in names:
        button(page, name).click()
        page.get_by_role("dialog").wait_for()
        yield name
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="hidden")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_server_that_does_not_answer_is_told_to_everybody(
    browser: "Browser", address: str, theme: Literal["light", "dark"]
) -> None:
    context = browser.new_context(color_scheme=theme)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.route("**/api/families", lambda route: route.abort())
    page.goto(address)
    page.get_by_role("alert").get_by_text("Is it still running?").wait_for()
    assert serious(page) == []
    page.unroute("**/api/families")
    button(page, "Try again").click()
    page.locator(BOARD).wait_for()
    context.close()


def test_keys_alone_are_enough(page: "Page", address: str) -> None:
    open_text(page, address, MNO)
    press(page, "Settings")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="hidden")
    press(page, "Hint")
    press(page, "Tell me why")
    press(page, "Do it")
    page.locator(".is-target").first.wait_for(state="detached")
    press(page, "Try out")
    press(page, "Drop")
    press(page, "Set a puzzle")
    page.get_by_role("heading", name="One solution: unique").wait_for()
    press(page, "Play it")
    button(page, "Hint").wait_for()
    reached(page, lambda name: "row" in name)
    puzzle = solved(page)
    for _ in range(5):
        page.keyboard.press("Home")
        for _ in range(5):
            at = page.locator("[role=gridcell]:focus").get_attribute("data-cell") or ""
            if at in puzzle.values:
                page.keyboard.press(puzzle.keys[puzzle.values[at]])
            page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowDown")
    expect_solved(page)


def press(page: "Page", name: str) -> None:
    """Go to a button by Tab, and press it."""
    button(page, name).first.wait_for()
    reached(page, lambda found: found == name)
    page.keyboard.press("Enter")


def reached(page: "Page", is_it: Callable[[str], bool]) -> None:
    for _ in range(60):
        name = page.evaluate(
            "document.activeElement.ariaLabel ?? document.activeElement.innerText.trim()"
        )
        if is_it(name):
            return
        page.keyboard.press("Tab")
    raise AssertionError("Tab does not lead there")


@pytest.mark.parametrize("wish", ["reduce", "no-preference"])
def test_nothing_moves_for_who_wants_no_motion(
    browser: "Browser", address: str, wish: Literal["reduce", "no-preference"]
) -> None:
    for watching in watched(browser.new_context(reduced_motion=wish), address):
        page = watching.new_page()
        puzzle = open_text(page, address, MNO)
        for name, value in puzzle.values.items():
            type_value(page, name, puzzle.keys[value])
        page.locator(SOLVED).wait_for()
        names = "getComputedStyle(document.querySelector('.entry')).animationName"
        assert page.evaluate(names) == ("none" if wish == "reduce" else "hop")
        how_long = "getComputedStyle(document.querySelector('.stage')).transitionDuration"
        assert page.evaluate(how_long) == ("0s" if wish == "reduce" else "0.15s")
