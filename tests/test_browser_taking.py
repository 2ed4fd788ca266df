"""What is taken away from the page: files, and what is printed."""

import json
import struct
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pypdf
import pytest

import caracol
from player import BOARD, button, open_puzzle, open_text, type_value

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

MNO = "mno 5\n.....\n..O..\n.O*..\n..*..\nO....\n"


def taken(page: "Page", name: str) -> Path:
    button(page, "Share").click()
    with page.expect_download() as download:
        page.get_by_role("dialog").get_by_role("button", name=name, exact=True).click()
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="hidden")
    file = Path(download.value.path())
    return file.rename(file.with_name(download.value.suggested_filename))


def test_files_are_what_is_on_the_board(page: "Page", address: str) -> None:
    open_text(page, address, MNO)
    type_value(page, "r1c1", ".")
    text = taken(page, "Text")
    assert (text.name, text.read_text()) == ("mno-5.txt", MNO)
    record = taken(page, "JSON")
    assert record.name == "mno-5.json"
    assert json.loads(record.read_text()) == {"puzzle": MNO, "entries": {"r1c1": "*"}}
    svg = taken(page, "SVG")
    puzzle = caracol.parse(MNO)
    entered = caracol.svg(puzzle, caracol.Solution({"r1c1": "*"}))
    assert (svg.name, svg.read_text()) == ("mno-5.svg", entered)
    assert ElementTree.parse(svg).getroot().tag.endswith("svg")
    png = taken(page, "PNG")
    start, width, height = struct.unpack(">16sII", png.read_bytes()[:24])
    assert (png.name, start[:8]) == ("mno-5.png", b"\x89PNG\r\n\x1a\n")
    assert width == height > 100
    pdf = taken(page, "PDF")
    assert pdf.name == "mno-5.pdf"
    assert "O" in pypdf.PdfReader(pdf).pages[0].extract_text()


@pytest.mark.parametrize("family", ["mno", "turn-12"])
def test_only_the_title_and_the_board_are_printed(page: "Page", address: str, family: str) -> None:
    puzzle = open_puzzle(page, address, family)
    button(page, "Hint").click()
    page.locator(".is-target").first.wait_for()
    page.emulate_media(media="print", color_scheme="dark")
    seen = page.locator("h1:visible, .origin:visible, [role=grid]:visible")
    assert seen.count() == 3
    assert (
        page.locator(":is(button, select, input, .side, .clock, .space, .card):visible").count()
        == 0
    )
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == "rgb(255, 255, 255)"
    [paper] = pypdf.PdfReader(BytesIO(page.pdf(format="A4"))).pages
    words = paper.extract_text()
    assert caracol.family(family).title in words
    assert caracol.family(family).rules[:30] not in words
    assert page.locator(BOARD).get_attribute("data-puzzle") == puzzle.text
