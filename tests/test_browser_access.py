"""Every view of the page, in both themes and at both sizes, as axe-core judges it."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from browsers import watched
from player import button, cell, open_puzzle, open_text, type_value

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

AXE = Path(__file__).parents[1] / "build/npm/node_modules/axe-core/axe.min.js"
MNO = "mno 5\n.....\n..O..\n.O*..\n..*..\nO....\n"
SIZES = {"phone": (390, 844), "wide": (1280, 800)}

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not AXE.exists(), reason="NO AXE TESTS: `make browser` brings axe-core"),
]


def serious(page: "Page") -> list[str]:
    """What axe finds on the page as it is now."""
    found = page.evaluate(AXE.read_text() + ";axe.run({resultTypes: ['violations']})")
    return [
        f"{violation['id']}: {violation['nodes'][0]['html'][:200]}"
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_no_view_shuts_anybody_out(browser: "Browser", address: str, theme: str, size: str) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
    )
    for watching in watched(context, address):
        page = watching.new_page()
        found = {view: serious(page) for view in views(page, address)}
        assert {view: told for view, told in found.items() if told} == {}


def views(page: "Page", address: str) -> Iterator[str]:
    """Go from view to view."""
    open_text(page, address, MNO)
    yield "play"
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
    for dialog in ("Settings", "How to play", "Share"):
        button(page, dialog).click()
        page.get_by_role("dialog").wait_for()
        yield dialog
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="hidden")
    button(page, "Pause").click()
    yield "pause"
    page.get_by_text("Paused").click()
    button(page, "Walk through").click()
    page.locator(".walk").wait_for()
    page.keyboard.press("ArrowRight")
    yield "walk"
    button(page, "Back to the game").click()
    button(page, "Set a puzzle").click()
    page.locator("[data-count]").wait_for()
    cell(page, "r2c3").focus()
    page.keyboard.press("Delete")
    page.locator("[data-count='2']").wait_for()
    yield "edit"
    for family in ("trid", "turn-12", "magic-snail"):
        open_puzzle(page, address, family)
        yield family
