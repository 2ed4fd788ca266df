"""The studio under load: players who check at a constant rate, beside others who ask for what takes
long, and beside floods of requests that mean no good."""

import argparse
import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .. import registry
from ..extras import need
from ..formats import show
from ..generation.production import generate
from . import experiment, processes
from .processes import wait_for
from .samples import SEED
from .tables import Row, Section, table

if TYPE_CHECKING:
    from . import clients

# Checks a second, and for how many seconds; then beside each flood.
RATE, SECONDS, FULL_SECONDS = 100.0, 5.0, 60.0
FLOOD_RATE, FLOOD_SECONDS, FULL_FLOOD_SECONDS = 25.0, 3.0, 15.0
# Seconds until all workers have started and know every family.
WARMING = 5.0
# Milliseconds within which all but one check in a hundred are to be answered; beside a flood, the
# server is to answer at all.
WANTED, WANTED_IN_FLOODS = 150.0, 1000.0
# How much more the server may hold afterwards: megabytes, and handles such as connections.
MORE_MEGABYTES, MORE_HANDLES = 25.0, 4
# Seconds after which nothing is left of a flood.
SETTLING = 15.0
# It has 14,262,696 boards.
MILLIONS = "mno 7\n" + 7 * ".......\n"
TIMES = ("checks", "failed", "median", "99 in 100", "slowest")


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--full", action="store_true", help="a minute of checks, and longer floods")


def measure(options: argparse.Namespace) -> Iterator[Section]:
    need("lab", "httpx", "starlette", "uvicorn", "pebble")
    seconds = FULL_SECONDS if options.full else SECONDS
    flood_seconds = FULL_FLOOD_SECONDS if options.full else FLOOD_SECONDS
    hard = show(next(generate("trid", "7 1..7", seed=SEED)))
    with studio() as one:
        asyncio.run(_checked(one, WARMING, RATE))
        before = one.use()
        yield from rates(one, hard, seconds)
        yield from floods(one, hard, flood_seconds)
        yield from afterwards(one, before, seconds)
        yield from killed(one, hard)


main = experiment.Experiment("studio", __doc__, 600, measure, add_options)


@dataclass(frozen=True, slots=True)
class Use:
    """What a studio holds."""

    megabytes: float  # of the server itself
    handles: int
    processes: int


@dataclass(frozen=True, slots=True)
class Studio:
    """A studio in a process of its own."""

    address: str
    pid: int

    def use(self) -> Use:
        return Use(
            processes.megabytes(self.pid), processes.handles(self.pid), 1 + len(self.workers())
        )

    def workers(self) -> list[int]:
        return processes.children(self.pid)


@contextmanager
def studio(port: str = "0") -> Iterator[Studio]:
    """A studio as anybody starts it."""
    words = [sys.executable, "-m", "caracol", "studio", "--no-open", "--port", port]
    with subprocess.Popen(words, stderr=subprocess.PIPE, encoding="utf-8") as process:
        try:
            assert process.stderr
            told = process.stderr.readline().split()
            yield Studio(next(word for word in told if word.startswith("http")), process.pid)
        finally:
            process.send_signal(signal.SIGINT)


async def _checked(one: Studio, seconds: float, rate: float) -> "clients.Checks":
    from . import clients  # httpx takes long to import

    return await clients.checks(one.address, rate, seconds, clients.boards())


@table(Section("checks at a constant rate", "ms", "99 in 100", headings=TIMES))
def rates(one: Studio, hard: str, seconds: float) -> Iterator[Row]:
    yield _row(f"{RATE:g} a second, alone", asyncio.run(_checked(one, seconds, RATE)), WANTED)
    name = f"{RATE:g} a second, beside a hard explanation and a count of millions"
    yield _row(name, asyncio.run(_beside(one, hard, seconds)), WANTED)


async def _beside(one: Studio, hard: str, seconds: float) -> "clients.Checks":
    """Checks while one client asks for the hardest explanation, and another counts."""
    from . import clients

    asking = [
        asyncio.create_task(clients.over_and_over(one.address, question, {"puzzle": puzzle}))
        for question, puzzle in (("explain", hard), ("survey", MILLIONS))
    ]
    try:
        return await _checked(one, seconds, RATE)
    finally:
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)


def _row(name: str, checks: "clients.Checks", most: float) -> Row:
    worst = checks.percentile(0.99)
    figures = (
        len(checks.milliseconds),
        checks.failed,
        checks.percentile(0.5),
        worst,
        max(checks.milliseconds),
    )
    shown = (*(f"{n:,}" for n in figures[:2]), *(f"{n:.1f}" for n in figures[2:]))
    met = worst <= most and not checks.failed
    if checks.failed:
        others = (f"{n:,} {outcome}" for outcome, n in checks.outcomes.most_common())
        name += f" ({', '.join(others)})"
    return Row(name, figures, f"{worst:.0f} ms", f"<= {most:g} ms, none failed", met, shown=shown)


FLOODS_NOTE = "What became of the requests of the flood itself: their status, or that they ended."


@table(Section("checks beside floods", "ms", "99 in 100", headings=TIMES, notes=(FLOODS_NOTE,)))
def floods(one: Studio, hard: str, seconds: float) -> Iterator[Row]:
    from . import clients

    every: dict[str, clients.Flood] = {
        "oversized requests": clients.oversized,
        "malformed requests": clients.malformed,
        "headers that never end": clients.slow_headers,
        "bodies that never end": clients.slow_bodies,
        "questions that take long, and are left": clients.unfinished(hard),
    }
    for name, flood in every.items():
        checks, outcomes = asyncio.run(_flooded(one, flood, seconds))
        what = ", ".join(f"{n:,} {outcome}" for outcome, n in outcomes.most_common())
        yield _row(f"{name}: {what}", checks, WANTED_IN_FLOODS)


async def _flooded(
    one: Studio, flood: "clients.Flood", seconds: float
) -> "tuple[clients.Checks, clients.Outcomes]":
    flooding = flood(one.address, seconds, random.Random(SEED))
    checks, outcomes = await asyncio.gather(_checked(one, seconds, FLOOD_RATE), flooding)
    return checks, outcomes


def afterwards(one: Studio, before: Use, seconds: float) -> Iterator[Section]:
    """Whether the studio is as it was before."""
    wait_for(lambda: one.use().handles <= before.handles + MORE_HANDLES, SETTLING)
    after = one.use()
    yield Section(
        "after the floods: checks at a constant rate",
        "ms",
        "99 in 100",
        (_row(f"{RATE:g} a second, alone", asyncio.run(_checked(one, seconds, RATE)), WANTED),),
        TIMES,
    )
    rows = (
        Row(
            "megabytes of the server",
            (before.megabytes, after.megabytes),
            f"{after.megabytes - before.megabytes:+.1f}",
            f"<= +{MORE_MEGABYTES:g}",
            after.megabytes <= before.megabytes + MORE_MEGABYTES,
        ),
        Row(
            "handles of the server",
            (before.handles, after.handles),
            f"{after.handles - before.handles:+}",
            f"<= +{MORE_HANDLES}",
            after.handles <= before.handles + MORE_HANDLES,
        ),
        Row("processes", (before.processes, after.processes)),
    )
    yield Section("what the studio holds", "", "more", rows, ("before", "after"))


@table(Section("a worker killed in mid-request", "s", "answer", headings=("seconds",)))
def killed(one: Studio, hard: str) -> Iterator[Row]:
    with ThreadPoolExecutor(1) as threads:
        failing = threads.submit(asked, one, "explain", hard)
        told = _killed_in_the_middle(one, hard)
        answer, seconds = failing.result()
    yield Row("that request", (seconds,), answer, "503", answer.startswith("503"))
    yield Row("one whose answer has begun", (), told, "an error", told.startswith('{"error'))
    answer, seconds = asked(one, "hint", registry.family("mno").example)
    yield Row("the next", (seconds,), answer, "200", answer.startswith("200"))


def _killed_in_the_middle(one: Studio, hard: str) -> str:
    """Kill every worker while it tells us something; the last line that comes."""
    import httpx

    url, fields = f"{one.address}api/survey", {"puzzle": hard}
    with httpx.stream("POST", url, json=fields, timeout=60) as response:
        lines = response.iter_lines()
        last = next(lines)
        time.sleep(1)
        for pid in one.workers():
            with suppress(OSError):  # it may have ended
                os.kill(pid, signal.SIGKILL)
        for line in lines:
            last = line
    return last


def asked(one: Studio, question: str, puzzle: str) -> tuple[str, float]:
    """The answer's status, with the error if it is one, and the seconds that it took."""
    import httpx

    start = time.perf_counter()
    response = httpx.post(f"{one.address}api/{question}", json={"puzzle": puzzle}, timeout=60)
    told = response.json().get("error", "")
    return f"{response.status_code} {told}".strip(), time.perf_counter() - start
