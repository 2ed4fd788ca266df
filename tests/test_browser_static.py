"""The studio as files in a real browser: Python answers there, and nobody else."""

from collections.abc import Callable, Iterator
from datetime import date
from typing import TYPE_CHECKING

import pytest

import caracol
from browsers import PATIENCE, watched
from caracol import registry
from caracol.studio.questions import ask
from player import BOARD, button, open_text, solved, type_value
from test_browser_access import AXE, serious, serious_in_both_themes

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Route, Worker

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("plug_ins")]

FAMILIES = [*registry.names(), "doppelblock", "kropki"]
UNIQUE = "One solution: unique"
EMPTY = "sudoku 9\n" + 9 * ". . . . . . . . .\n"
# Python starts in seconds; on a busy machine it may take so many milliseconds.
STARTING = 90_000


@pytest.fixture
def visitor(browser: "Browser", static_address: str) -> "Iterator[BrowserContext]":
    """Somebody who comes for the first time; no request leaves the site, no error is logged."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    yield from watched(context, static_address)


def opened(page: "Page", address: str) -> "Page":
    page.goto(address)
    page.locator(BOARD).wait_for(timeout=STARTING)
    return page


def wait_until(page: "Page", is_true: Callable[[], bool]) -> None:
    """What is told by events comes while the page is waited for."""
    for _ in range(PATIENCE // 100):
        if is_true():
            return
        page.wait_for_timeout(100)
    raise AssertionError("that should have happened by now")


def text_of(page: "Page") -> str:
    return page.locator(BOARD).get_attribute("data-puzzle") or ""


def test_every_family_is_made_played_hinted_and_set(
    visitor: "BrowserContext", static_address: str
) -> None:
    page = opened(visitor.new_page(), static_address)
    first = text_of(page).split()[0]
    today = ask("daily", {"family": first, "date": date.today().isoformat()})
    assert text_of(page) == today["puzzle"], "the same as anywhere else"
    for family in FAMILIES:
        page.get_by_label("Family").select_option(family)
        page.locator(f"{BOARD}[data-puzzle^='{family} ']").wait_for()
        puzzle = solved(page)
        assert caracol.is_unique(caracol.parse(puzzle.text))
        name, value = next(
            (name, value) for name, value in puzzle.values.items() if value != puzzle.blank
        )
        type_value(page, name, puzzle.keys[value])
        page.get_by_role("button", name="Undo", disabled=False).wait_for()
        button(page, "Hint").click()
        button(page, "Tell me why").click()
        page.locator(".card.is-hint .lines, .card.is-error .lines").wait_for()
        button(page, "Set a puzzle").click()
        page.get_by_role("heading", name=UNIQUE).wait_for()
        button(page, "Back to the game").click()
        button(page, "Hint").wait_for()


def test_who_leaves_ends_the_worker_and_a_spare_answers(
    visitor: "BrowserContext", static_address: str
) -> None:
    page = visitor.new_page()
    workers: list[Worker] = []
    gone: list[Worker] = []
    page.on("worker", lambda worker: workers.append(worker))
    opened(page, static_address)
    wait_until(page, lambda: len(workers) == 2)
    for worker in workers:
        worker.on("close", lambda worker: gone.append(worker))
    open_text(page, static_address, EMPTY)
    button(page, "Set a puzzle").click()
    page.get_by_role("heading", name="More than 1000 solutions").wait_for(timeout=STARTING)
    button(page, "Complete it").click()
    page.get_by_text("One moment…").wait_for()
    page.wait_for_timeout(1000)
    button(page, "Back to the game").click()
    button(page, "Hint").click()
    page.get_by_text("Nothing more is forced.").wait_for()
    wait_until(page, lambda: len(gone) == 1 and len(workers) == 3)
    type_value(page, "r1c1", "5")
    page.reload()
    page.locator(f"{BOARD} [data-cell=r1c1] .entry").wait_for(timeout=STARTING)
    button(page, "Check").click()
    page.get_by_text("All right so far.").wait_for()


@pytest.mark.skipif(not AXE.exists(), reason="NO AXE TESTS: `make browser` brings axe-core")
def test_the_way_there_is_told_to_everybody(browser: "Browser", static_address: str) -> None:
    context = browser.new_context(locale="pt-PT")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.route("**/packages.zip", lambda route: route.abort())
    page.goto(static_address)
    page.get_by_role("alert").get_by_text("Há ligação?").wait_for()
    assert serious(page) == []
    page.unroute("**/packages.zip")
    late: list[Route] = []
    page.route("**/packages.zip", lambda route: late.append(route))
    button(page, "Tentar de novo").click()
    page.get_by_role("progressbar").wait_for()
    page.get_by_role("status").get_by_text("A carregar").wait_for()
    assert serious_in_both_themes(page) == []
    wait_until(page, lambda: bool(late))
    late[0].continue_()
    page.locator(BOARD).wait_for(timeout=STARTING)
    button(page, "Partilhar").click()
    page.get_by_role("button", name="SVG").wait_for()
    assert page.get_by_role("button", name="PDF").count() == 0
    with page.expect_download() as download:
        page.get_by_role("button", name="SVG").click()
    assert download.value.path().read_text().startswith("<svg")
    page.keyboard.press("Escape")
    button(page, "Criar um enigma").click()
    button(page, "Completar").wait_for()
    assert button(page, "Fazer um livro").count() == 0
    context.close()


def test_a_browser_that_cannot_is_told_so(browser: "Browser", static_address: str) -> None:
    context = browser.new_context()
    context.add_init_script("delete globalThis.WebAssembly")
    page = context.new_page()
    page.goto(static_address)
    page.get_by_role("alert").get_by_text("needs a browser with WebAssembly").wait_for()
    context.close()
