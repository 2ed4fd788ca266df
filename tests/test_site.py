"""The site of the documentation: made without a warning, whole, and alone in the world."""

import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from urllib.parse import unquote, urlsplit

import pytest

import caracol
from browsers import watched
from caracol import kinds
from caracol.cli.commands import COMMANDS

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

DOCS = Path(__file__).parent.parent / "docs"
pytestmark = pytest.mark.slow
# What loads something as soon as a page is seen.
LOADING = {"script", "link", "img", "iframe", "source", "video", "audio", "object", "embed"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("documentation") / "site"
    command: list[str | Path] = [sys.executable, DOCS / "make_site.py", place]
    told = subprocess.run(command, capture_output=True, text=True)
    assert told.returncode == 0, told.stdout + told.stderr
    return place


class Links(HTMLParser):
    """The anchors of a page, and what it links to or loads."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[tuple[str, str]] = []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("id", "name") and value:
                self.anchors.add(value)
            if name in ("href", "src", "data") and value and not value.startswith("data:"):
                self.links.append((tag, value))


def broken(site: Path) -> Iterator[str]:
    """Links that lead nowhere, and what would be loaded from elsewhere."""
    pages = {page: Links(page) for page in site.rglob("*.html") if page.name != "404.html"}
    for page, found in pages.items():
        for tag, link in found.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if tag in LOADING:
                    yield f"{page.name} loads {link}"
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            known = pages[target].anchors if target in pages else set()
            anchor = unquote(parts.fragment)
            if not target.is_file():
                yield f"{page.name} leads to {link}, which is no file"
            elif anchor not in {"", "only-light", "only-dark", "__skip", *known}:
                yield f"{page.name} leads to {link}, which has no such place"


def test_every_page_and_picture_that_is_linked_is_there(site: Path) -> None:
    assert list(broken(site)) == []
    assert {f"{page.stem}.html" for page in DOCS.glob("*.md")} <= {
        page.name for page in site.glob("*.html")
    }
    for css in site.rglob("*.css"):
        assert not re.search(r"(url\(|@import )['\"]?(https?:)?//", css.read_text()), css
    # The reference has all that is public, and what each says of itself.
    reference = Links(site / "reference" / "caracol.html").anchors
    named = {name: "registry.family" if name == "family" else name for name in caracol.__all__}
    assert {f"caracol.{name}" for name in named.values()} <= reference
    told = Links(site / "reference" / "kinds.html").anchors
    assert {f"caracol.kinds.{name}" for name in kinds.__all__ if name not in LEFT_OUT} <= told
    assert {*COMMANDS} <= Links(site / "reference" / "commands.html").anchors


# Names of values and of types: no kinds of constraints.
LEFT_OUT = {"DONE", "Clause", "Domains", "Where"}


# Some of each sort: long tables, many pictures, docstrings, results of code.
SAMPLE = ("index", "techniques", "lab", "notebook", "reference/caracol")


@pytest.mark.browser
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_the_site_works_from_files_alone(
    site: Path, browser: "Browser", scheme: Literal["light", "dark"], width: int
) -> None:
    """Wide or on a phone, light or dark: nothing is asked of any host, and search finds."""
    size: ViewportSize = {"width": width, "height": 800}
    for context in watched(browser.new_context(color_scheme=scheme, viewport=size), "file:"):
        page = context.new_page()
        for name in SAMPLE:
            page.goto((site / f"{name}.html").as_uri())
            assert list(wrong(page, scheme)) == [], name
        page.keyboard.press("Control+k")
        page.keyboard.type("swordfish")
        page.locator("a[href*='techniques.html?h=swordfish']").first.wait_for()


def wrong(page: "Page", scheme: str) -> Iterator[str]:
    """What is wrong to the eye."""
    wide, window = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    if wide > window:
        yield f"{wide} pixels wide in a window of {window}"
    seen = page.evaluate(f"{SEEN}.map(image => image.getAttribute('src'))")
    other = "dark" if scheme == "light" else "light"
    yield from (src for src in seen if src.endswith(f"#only-{other}"))
    page.wait_for_function("[...document.images].every(image => image.complete)")
    yield from page.evaluate(f"{SEEN}.filter(image => !image.naturalWidth).map(image => image.src)")


SEEN = "[...document.images].filter(image => image.checkVisibility())"
