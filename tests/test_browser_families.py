"""Every family, and those of a plug-in, played to the end in a real browser: keys, mouse, touch."""

import math
import re
from typing import TYPE_CHECKING

import pytest

import caracol
from browsers import watched
from caracol import registry
from player import (
    BOARD,
    button,
    cell,
    choose,
    expect_solved,
    middles,
    open_puzzle,
    open_text,
    touch,
    type_value,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("plug_ins")]

FAMILIES = [*registry.names(), "doppelblock", "kropki"]
FLAT = [family for family in FAMILIES if family != "turn-12"]
# Cells to which not all belongs that is around their middle, 44 pixels wide.
MISSED = """async () => {
  const { cellAt } = await import("/page/pointer.js");
  return [...document.querySelectorAll("[role=gridcell]")].filter((cell) => {
    const { left, top, width, height } = cell.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const around = [[x - 21, y], [x + 21, y], [x, y - 21], [x, y + 21]];
    return around.some(([x, y]) => cellAt(x, y) !== cell);
  }).map((cell) => cell.dataset.cell);
}"""
# Other targets that are smaller than that.
SMALL = """() => [...document.querySelectorAll("button, select")].filter((one) => {
  const { width, height } = one.getBoundingClientRect();
  return one.checkVisibility() && Math.min(width, height) < 44;
}).map((one) => one.innerText)"""


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_is_played_by_keys_and_by_mouse(
    desk: "Page", address: str, family: str
) -> None:
    puzzle = open_puzzle(desk, address, family)
    for name, value in puzzle.values.items():
        type_value(desk, name, puzzle.keys[value])
    expect_solved(desk)
    if family not in FLAT:
        return
    button(desk, "Start again").click()
    choose(desk, next(iter(puzzle.keys))).wait_for()
    at = middles(desk)
    for name, value in puzzle.values.items():
        if puzzle.taps:
            for _ in range(puzzle.taps.get(name, 0)):
                desk.mouse.click(*at[name])
        else:
            desk.mouse.click(*at[name])
            desk.mouse.click(*at[f"={value}"])
    expect_solved(desk)


@pytest.mark.parametrize("family", FLAT)
def test_every_family_is_played_by_touch_on_targets_that_are_large_enough(
    hand: "Page", address: str, family: str
) -> None:
    puzzle = open_puzzle(hand, address, family)
    assert hand.evaluate("document.documentElement.scrollWidth") <= 390
    assert hand.evaluate(SMALL) == []
    assert hand.evaluate(MISSED) == []
    first = hand.get_by_role("switch", name="Value first")
    if first.is_checked() == bool(puzzle.taps):
        first.tap()
    at = middles(hand)
    for value in puzzle.keys:
        if not puzzle.taps:
            hand.touchscreen.tap(*at[f"={value}"])
        for name in (name for name, one in puzzle.values.items() if one == value):
            for _ in range(puzzle.taps.get(name, 0) if puzzle.taps else 1):
                hand.touchscreen.tap(*at[name])
    expect_solved(hand)


def test_a_drag_fills_cells_and_the_other_button_says_what_is_empty(
    desk: "Page", address: str
) -> None:
    open_text(desk, address, "nonogram 3 3\n3\n0\n1\n1\n1 1\n1\n")
    at = middles(desk)
    desk.mouse.move(*at["r1c1"])
    desk.mouse.down()
    desk.mouse.move(*at["r1c3"], steps=6)
    desk.mouse.up()
    assert desk.get_by_role("gridcell", name=re.compile("row 1, .*, filled$")).count() == 3
    desk.mouse.click(*at["r2c1"], button="right")
    desk.locator("[data-cell=r2c1] .is-blank").wait_for()
    button(desk, "Undo").click()
    desk.locator(".entry.is-blank").wait_for(state="detached")
    cell(desk, "r2c1").focus()
    desk.keyboard.press("Enter")
    desk.keyboard.press("Enter")
    desk.locator("[data-cell=r2c1] .is-blank").wait_for()


@pytest.mark.parametrize("language", ["en-GB", "pt-PT"])
def test_nothing_is_cut_off_on_the_smallest_screen(
    browser: "Browser", address: str, language: str
) -> None:
    size: ViewportSize = {"width": 320, "height": 640}
    for watching in watched(browser.new_context(viewport=size, locale=language), address):
        page = watching.new_page()
        for family in ("magic-snail", "turn-12"):
            open_puzzle(page, address, family)
            assert page.evaluate("document.documentElement.scrollWidth") <= 320
            bar = page.locator(".bar").bounding_box()
            assert bar and bar["height"] < 110


def test_what_was_left_blank_is_filled_in_at_the_end_and_can_be_undone(
    desk: "Page", address: str
) -> None:
    open_text(desk, address, "nonogram 2 1\n1\n1\n0\n")
    cell(desk, "r1c1").click()
    expect_solved(desk)
    assert desk.locator(".entry").count() == 2
    for left in (1, 0):
        button(desk, "Undo").click()
        desk.locator(f"{BOARD}:not([data-solved])").wait_for()
        assert desk.locator(".entry").count() == left


# Names that are seen and overlap a cell, a place for a clue, or each other.
HIDING = """() => {
  const seen = (selector) => [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }));
  const overlaps = (name, other) => {
    const [one, two] = [name, other].map((shape) => shape.getBoundingClientRect());
    return name !== other && one.left + 1 < two.right && two.left + 1 < one.right
      && one.top + 1 < two.bottom && two.top + 1 < one.bottom;
  };
  const names = seen(".line-label");
  const others = [...names, ...seen("[role=gridcell]")];
  const hiding = names.filter((name) => others.some((other) => overlaps(name, other)));
  return hiding.map((name) => name.title);
}"""


@pytest.mark.parametrize("family", ["doppelblock", "nonogram", "slitherlink", "sudoku"])
def test_lines_have_their_names_where_nothing_else_is(
    desk: "Page", address: str, family: str
) -> None:
    open_puzzle(desk, address, family)
    assert desk.locator(".line-label").count() > 5
    assert desk.evaluate(HIDING) == []


def test_lines_that_a_sentence_speaks_of_are_marked(desk: "Page", address: str) -> None:
    open_puzzle(desk, address, "magic-snail")
    button(desk, "Hint").click()
    button(desk, "Tell me why").click()
    told = desk.locator(".card .lines").inner_text()
    used = [name.get_attribute("title") for name in desk.locator(".is-used").all()]
    lines = re.findall(r"(?:row|column) \d", told.lower())
    assert lines and {*used} == {*lines}


def test_a_cube_is_turned_by_the_mouse_to_the_end(page: "Page", address: str) -> None:
    puzzle = open_puzzle(page, address, "turn-12")
    for face, turn in puzzle.values.items():
        cell(page, face).click(position={"x": 12, "y": 12})
        page.get_by_role("group", name=face, exact=True).wait_for()
        digits = int(caracol.parse(puzzle.text).shape[0])
        on = int(turn) <= digits / 2
        for _ in range(int(turn) if on else digits - int(turn)):
            button(page, "Anticlockwise" if on else "Clockwise").click()
    expect_solved(page)


def test_a_cube_is_turned_by_touch_to_the_end(phone: "BrowserContext", address: str) -> None:
    page = phone.new_page()
    puzzle = open_puzzle(page, address, "turn-12")
    digits = int(caracol.parse(puzzle.text).shape[0])
    for face, turn in puzzle.values.items():
        on = int(turn) if int(turn) <= digits / 2 else int(turn) - digits
        touch(page, around(page, face, -2 * math.pi * on / digits))
    expect_solved(page)


def around(page: "Page", face: str, angle: float) -> list[tuple[float, float]]:
    """Points along the ring of a face, from its side, as far as an angle."""
    ring = page.locator(f"{BOARD} [data-ring={face}]")
    ring.scroll_into_view_if_needed()
    box = ring.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    radius = box["width"] / 2 * 0.9
    # A little further than where the last digit is reached.
    steps = max(2, math.ceil(abs(angle) / 0.3))
    whole = angle + math.copysign(0.05, angle)
    angles = (0.4 + whole * i / steps for i in range(steps + 1))
    return [(x + radius * math.cos(one), y + radius * math.sin(one)) for one in angles]


def test_a_cube_is_looked_at_from_elsewhere_by_touch(phone: "BrowserContext", address: str) -> None:
    page = phone.new_page()
    open_puzzle(page, address, "turn-12")
    cube = page.locator(".cube")
    before = cube.get_attribute("style")
    space = page.locator(".space").bounding_box()
    assert space
    x, y = space["x"] + 10, space["y"] + 10
    touch(page, [(x, y), (x + 50, y + 10), (x + 100, y + 20)])
    assert cube.get_attribute("style") != before


def test_a_cube_is_looked_at_and_turned_by_mouse(page: "Page", address: str) -> None:
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
    first, *rest = around(page, "top", math.pi / 2)
    page.mouse.move(*first)
    page.mouse.down()
    for point in rest:
        page.mouse.move(*point)
    page.mouse.up()
    page.get_by_role("gridcell", name=re.compile("^top's turn, (?!empty)")).wait_for()
    assert page.locator(".faces .turn").count() == 1


def test_pairs_that_sum_to_twelve_are_lit_on_cube_and_net(page: "Page", address: str) -> None:
    puzzle = open_puzzle(page, address, "turn-12")
    for name, value in puzzle.values.items():
        type_value(page, name, puzzle.keys[value])
    page.get_by_text("12 of 12 pairs are right").wait_for()
    assert page.locator(".cube .sum.is-right").count() == 24
    assert page.locator(f"{BOARD} .sum.is-right").count() == 24
    page.get_by_role("radio", name="Net").click()
    page.locator(".cube").wait_for(state="detached")
