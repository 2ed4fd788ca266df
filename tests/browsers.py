"""The studio's server, with the plug-in of the examples installed, and a browser on its page."""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from caracol_examples import doppelblock, kropki

import caracol
from caracol import registry

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# What is looked for comes in a blink; on a busy machine, so many milliseconds later.
PATIENCE = 30_000
PHONE: "ViewportSize" = {"width": 390, "height": 844}
SOURCES = Path(caracol.__file__).parent.parent
PLUG_IN = Path(__file__).parents[1] / "examples" / "plug-in"
LOUD = "NO BROWSER TESTS: they need Debian's chromium and the package playwright"

try:
    from playwright.sync_api import (
        Browser,
        BrowserContext,
        ConsoleMessage,
        Page,
        Request,
        ViewportSize,
        sync_playwright,
    )
except ImportError:
    CHROMIUM = Path("/nowhere")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not CHROMIUM.exists():
        terminalreporter.write_line(LOUD, red=True, bold=True)


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the studio listens."""
    command = [sys.executable, "-m", "caracol", "studio", "--port", "0", "--no-open"]
    paths = SOURCES, PLUG_IN / "src", installed(tmp_path_factory.mktemp("installed"))
    here = {"COLUMNS": "200", "PYTHONPATH": os.pathsep.join(map(str, paths))}
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env=os.environ | here
    ) as server:
        assert server.stderr
        line = server.stderr.readline()
        found = re.search(r"http://\S+", line)
        assert found, line
        yield found[0]
        server.terminate()


def installed(folder: Path) -> Path:
    """What pip would write for the plug-in, without asking the network for a build system."""
    project = tomllib.loads((PLUG_IN / "pyproject.toml").read_text())["project"]
    name, version = project["name"], project["version"]
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    families = project["entry-points"]["caracol.families"]
    lines = ("[caracol.families]", *(f"{key} = {record}" for key, record in families.items()))
    (info / "entry_points.txt").write_text("\n".join(lines))
    return folder


@pytest.fixture
def plug_ins(request: pytest.FixtureRequest) -> None:
    """The families of the plug-in, for the test that looks over the shoulder."""
    request.getfixturevalue("only_here")
    registry.add(doppelblock.FAMILY)
    registry.add(kropki.FAMILY)


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    if not CHROMIUM.exists():
        pytest.skip(LOUD)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


def started(browser: "Browser", folder: Path) -> "BrowserContext":
    """A browser that keeps in a folder what people leave there."""
    return browser.browser_type.launch_persistent_context(
        folder, executable_path=CHROMIUM, args=FLAGS, locale="en-GB"
    )


@pytest.fixture
def context(browser: "Browser", address: str) -> "Iterator[BrowserContext]":
    """A browser without a past; it fails the test if an error or a request goes astray."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    yield from watched(context, address)


@pytest.fixture
def phone(browser: "Browser", address: str) -> "Iterator[BrowserContext]":
    context = browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB")
    yield from watched(context, address)


def watched(context: "BrowserContext", address: str) -> "Iterator[BrowserContext]":
    context.set_default_timeout(PATIENCE)
    astray: list[str] = []

    def said(line: "ConsoleMessage") -> None:
        if line.type == "error":
            astray.append(line.text)

    def asked(request: "Request") -> None:
        if not request.url.startswith((address, "blob:", "data:")):
            astray.append(request.url)

    def opened(page: "Page") -> None:
        page.on("pageerror", lambda error: astray.append(str(error)))
        page.on("console", said)

    context.on("page", opened)
    context.on("request", asked)
    yield context
    context.close()
    assert astray == []


@pytest.fixture
def page(context: "BrowserContext") -> "Page":
    return context.new_page()


@pytest.fixture(scope="module")
def _desk(browser: "Browser", address: str) -> "Iterator[Page]":
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    for watching in watched(context, address):
        yield watching.new_page()


@pytest.fixture(scope="module")
def _hand(browser: "Browser", address: str) -> "Iterator[Page]":
    context = browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB")
    for watching in watched(context, address):
        yield watching.new_page()


@pytest.fixture
def desk(_desk: "Page") -> "Page":
    """A page that stays open from test to test, to save time; nothing is kept there."""
    return forgetful(_desk)


@pytest.fixture
def hand(_hand: "Page") -> "Page":
    """The same on a phone."""
    return forgetful(_hand)


def forgetful(page: "Page") -> "Page":
    if page.url.startswith("http"):
        page.evaluate("localStorage.clear(); sessionStorage.clear()")
    return page


@pytest.fixture
def daily(page: "Page", address: str) -> "Page":
    """The page as it opens."""
    page.goto(address)
    page.locator("[role=grid]").wait_for()
    return page
