"""What a player does on the page, for tests."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import caracol
from caracol.puzzle import Value
from caracol.studio.questions import ask

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

BOARD = "[role=grid]"
MIDDLES = """() => Object.fromEntries(
  [...document.querySelectorAll("[role=gridcell], .choice[data-value]")].map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    const name = one.dataset.cell ?? `=${one.dataset.value}`;
    return [name, [left + width / 2, top + height / 2]];
  }))"""
SOLVED = f"{BOARD}[data-solved]"


@dataclass(frozen=True, slots=True)
class Solved:
    """A puzzle on the page, its open cells with their values, and the keys of these."""

    text: str
    values: dict[str, Value]
    keys: dict[Value, str]
    blank: object  # the value of cells that may be left as they are

    @property
    def taps(self) -> dict[str, int]:
        """How often to tap each cell, where that is enough: each can hold two values."""
        order = sorted(self.keys, key=lambda value: value == self.blank)
        return {
            cell: order.index(value) + 1
            for cell, value in self.values.items()
            if len(order) == 2 and value != self.blank
        }


def open_puzzle(page: "Page", address: str, family: str) -> Solved:
    """The example of a family, by a link."""
    example = caracol.family(family).example
    return open_text(page, address, example)


def open_text(page: "Page", address: str, text: str) -> Solved:
    lines = (line.rstrip().replace(" ", "_") for line in text.rstrip().split("\n"))
    page.goto(f"{address}#1&{'/'.join(lines)}")
    page.locator(f"{BOARD}[data-puzzle^='{text.splitlines()[0]}\\a ']").wait_for()
    return solved(page)


def solved(page: "Page") -> Solved:
    text = page.locator(BOARD).get_attribute("data-puzzle")
    assert text
    puzzle = caracol.parse(text)
    solution = next(iter(caracol.solutions(puzzle)))
    given = {clue.place for clue in puzzle.clues}
    board = ask("board", {"puzzle": text})
    values = board["values"]
    assert isinstance(values, list | tuple)
    keys = {choice["value"]: choice["key"] for choice in values}
    open_values = {cell: value for cell, value in solution.values.items() if cell not in given}
    return Solved(text, open_values, keys, board["blank"])


def expect_solved(page: "Page") -> None:
    page.locator(SOLVED).wait_for()
    page.get_by_role("heading", name="Solved!").wait_for()


def cell(page: "Page", name: str) -> "Locator":
    return page.locator(f"{BOARD} [data-cell='{name}']")


def type_value(page: "Page", name: str, keys: str) -> None:
    cell(page, name).focus()
    for key in keys:
        page.keyboard.press(key)


def middles(page: "Page") -> dict[str, tuple[float, float]]:
    """Where cells and values are on the screen, by names and values, found all at once."""
    found = page.evaluate(MIDDLES)
    assert isinstance(found, dict)
    return found


def choose(page: "Page", value: Value) -> "Locator":
    """The button of a value."""
    return page.locator(f".choice[data-value='{value}']")


def button(page: "Page", name: str) -> "Locator":
    return page.get_by_role("button", name=re.compile(f"^{re.escape(name)}$"))


def held(page: "Page", question: str) -> "list[Route]":
    """Where questions of one kind are kept that do not reach the server."""
    routes: list[Route] = []
    page.route(f"**/api/{question}", lambda route: routes.append(route))
    return routes


def touch(page: "Page", points: list[tuple[float, float]]) -> None:
    """A finger that is put down, moved from point to point, and lifted."""
    fingers = page.context.new_cdp_session(page)
    kinds = ["touchStart", *["touchMove"] * (len(points) - 1)]
    for kind, (x, y) in zip(kinds, points, strict=True):
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    fingers.detach()
