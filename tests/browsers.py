"""The studio's server, and a browser on its page."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LOUD = "NO BROWSER TESTS: they need Debian's chromium and the package playwright"

try:
    from playwright.sync_api import (
        Browser,
        BrowserContext,
        ConsoleMessage,
        Page,
        Request,
        sync_playwright,
    )
except ImportError:
    CHROMIUM = Path("/nowhere")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not CHROMIUM.exists():
        terminalreporter.write_line(LOUD, red=True, bold=True)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where the studio listens."""
    command = [sys.executable, "-m", "caracol", "studio", "--port", "0", "--no-open"]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env=os.environ | {"COLUMNS": "200"}
    ) as server:
        assert server.stderr
        line = server.stderr.readline()
        found = re.search(r"http://\S+", line)
        assert found, line
        yield found[0]
        server.terminate()


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    if not CHROMIUM.exists():
        pytest.skip(LOUD)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def context(browser: "Browser", address: str) -> "Iterator[BrowserContext]":
    """A browser without a past; it fails the test if an error or a request goes astray."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en-GB")
    yield from watched(context, address)


@pytest.fixture
def phone(browser: "Browser", address: str) -> "Iterator[BrowserContext]":
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, has_touch=True, locale="en-GB"
    )
    yield from watched(context, address)


def watched(context: "BrowserContext", address: str) -> "Iterator[BrowserContext]":
    context.set_default_timeout(10_000)
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


@pytest.fixture
def daily(page: "Page", address: str) -> "Page":
    """The page as it opens."""
    page.goto(address)
    page.locator("[role=grid]").wait_for()
    return page
