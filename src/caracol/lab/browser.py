"""The studio without a server: what a browser loads, and how soon and how fast it answers."""

import argparse
import gzip
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from .. import registry
from ..extras import need
from ..puzzle import UsageError
from ..records import Fields
from ..studio.making import usual_sizes
from ..studio.questions import ask
from ..studio.static.site import build
from . import experiment
from .samples import SEED
from .tables import Row, Section, table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROUNDS = 3
# What people put up with: megabytes, and seconds until there is a puzzle.
MEGABYTES, FIRST_PUZZLE = 10.0, 10.0
# Milliseconds after which a page is taken not to come.
PATIENCE = 120_000
# Root has no sandbox; the rest would ask the network.
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
QUESTIONS = ("fresh", "hint", "live")
ASKED = """async ([question, fields]) => {
  const { ask } = await import(new URL("page/ask.js", document.baseURI));
  const start = performance.now();
  const answer = await ask(question, fields, "lab");
  return [(performance.now() - start) / 1000, answer];
}"""


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--downloads", type=Path, metavar="DIR", help="as for caracol studio")


def measure(options: argparse.Namespace) -> Iterator[Section]:
    need("dev", "playwright")
    chromium = shutil.which("chromium")
    if chromium is None:
        raise UsageError("expected chromium, which is not installed")
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        build(site, options.downloads)
        yield from sizes(site)
        with served(site) as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
            yield from starts(browser, address)
            yield from families(browser, address)
            browser.close()


main = experiment.Experiment("browser", __doc__, 600, measure, add_options)


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


SIZES_NOTE = "As they are; the last figure is what is sent by a server that compresses with gzip."


@table(Section("what a browser loads", "kB", "", headings=("sent", "by gzip"), notes=(SIZES_NOTE,)))
def sizes(site: Path) -> Iterator[Row]:
    parts = {"the page": [site / "index.html", *(site / "page").iterdir()]}
    parts |= {path.name: [path] for path in sorted(site.glob("python-*/*"))}
    all_sent = all_packed = 0.0
    for name, paths in parts.items():
        raw = [path.read_bytes() for path in paths]
        sent = sum(map(len, raw)) / 1000
        packed = sum(min(len(one), len(gzip.compress(one, 6))) for one in raw) / 1000
        all_sent, all_packed = all_sent + sent, all_packed + packed
        yield Row(name, (sent, packed), shown=(f"{sent:,.0f}", f"{packed:,.0f}"))
    yield Row(
        "all",
        (all_sent, all_packed),
        f"{all_sent / 1000:.1f} MB",
        f"<= {MEGABYTES:g} MB",
        all_sent <= 1000 * MEGABYTES,
        shown=(f"{all_sent:,.0f}", f"{all_packed:,.0f}"),
    )


STARTS_NOTE = (
    "From a server on the same machine; each first visit with a browser that keeps nothing."
)


@table(Section("until it is of use", "s", "median", notes=(STARTS_NOTE,)))
def starts(browser: "Browser", address: str) -> Iterator[Row]:
    rounds = [_start(browser, address) for _ in experiment.progress(range(ROUNDS), "starts")]
    for name in rounds[0]:
        figures = tuple(one[name] for one in rounds)
        found = median(figures)
        wanted = FIRST_PUZZLE if name == "the daily puzzle" else None
        yield Row(
            name,
            figures,
            f"{found:.1f} s",
            f"<= {wanted:g} s" if wanted else "",
            found <= wanted if wanted else None,
        )


def _start(browser: "Browser", address: str) -> dict[str, float]:
    """Seconds until each can be seen."""
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    processors = _processor_seconds(browser)
    seen = _seen(page, address)
    seen["processor seconds until then"] = _processor_seconds(browser) - processors
    again = _seen(page, address)
    context.close()
    return seen | {f"{name}, second visit": seconds for name, seconds in again.items()}


def _processor_seconds(browser: "Browser") -> float:
    """What all of its processes have worked: that depends little on who else is at work here."""
    session = browser.new_browser_cdp_session()
    told = session.send("SystemInfo.getProcessInfo")
    session.detach()
    return float(sum(process["cpuTime"] for process in told["processInfo"]))


def _seen(page: "Page", address: str) -> dict[str, float]:
    start = time.perf_counter()
    page.goto(address, wait_until="commit")
    seen = {}
    for name, what in (
        ("where the board will stand", ".is-loading, [role=grid]"),
        ("the first answer (all families)", "nav select"),
        ("the daily puzzle", "[role=grid]"),
    ):
        page.locator(what).first.wait_for()
        seen[name] = time.perf_counter() - start
    return seen


FAMILIES_NOTE = (
    "The first puzzle of a family, the first hint, and how many solutions it has, each in a worker"
    " that has not seen the family before; the ratio is to the same questions in Python here."
)
HEADINGS = tuple(f"{name}{where}" for where in ("", " here") for name in QUESTIONS)


@table(Section("each family", "s", "ratio", headings=HEADINGS, notes=(FAMILIES_NOTE,)))
def families(browser: "Browser", address: str) -> Iterator[Row]:
    page = browser.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(address)
    page.locator("[role=grid]").wait_for()
    for family in experiment.progress([*registry.families()], "families"):
        there: list[float] = []
        here: list[float] = []
        fields: Fields = {"family": family, "size": usual_sizes(family)[0], "seed": SEED}
        for question in QUESTIONS:
            seconds, answer = _asked(page, question, fields)
            there.append(seconds)
            start = time.perf_counter()
            ask(question, fields)
            here.append(time.perf_counter() - start)
            if question == "fresh":
                fields = {"puzzle": answer["puzzle"]}
        shown = tuple(f"{seconds:.2f}" for seconds in (*there, *here))
        yield Row(family, (*there, *here), f"{sum(there) / sum(here):.1f}x", shown=shown)


def _asked(page: "Page", question: str, fields: Fields) -> tuple[float, dict[str, Any]]:
    # Any: JSON has no types
    seconds, answer = page.evaluate(ASKED, [question, fields])
    return seconds, answer
