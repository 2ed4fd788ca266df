"""Caracol beside what a user would pick instead: solve, prove unique, generate, explain.

All work on the same puzzles, one after the other on the same core, and take turns, so that a busy
machine slows all alike. Each is a process of its own: one that crashes or hangs is a row that says
so. Imports and the start of programs are not counted.
"""

import argparse
import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from itertools import product
from types import TracebackType
from typing import Any

from ..formats import parse, show
from ..puzzle import Puzzle
from ..registry import family
from ..solve import check
from . import experiment, explaining
from .contestants import COLD, CONTESTANTS, FLOOR, START, US
from .report import Picture, Row, Section, fold
from .samples import SEED, puzzles
from .timing import Times

ROUNDS = 5
# Time limit of a turn (a few puzzles); contestants slower than SLOW get only one turn.
TURN, SLOW = 60.0, 4.0
# A tool takes less to say that its time was up.
GRACE = 5.0
SIZES = {"magic-snail": "7 ABC", "mno": "7", "trid": "6 1..6", "turn-12": "24"}
PUZZLES = 5
# Of those that leave out clues, fewer: some take seconds for each.
MADE = 2
# Facts explained by CPMpy too, of each family, and seconds for each.
FACTS, FACT_SECONDS = 10, 2.0
# How many times as long as the bare solver caracol may take.
MOST = 2
LIMITS = {"solve": 1, "prove unique": 2}


def add_options(parser: experiment.Parser) -> None:
    parser.seconds("--turn", "give up on a tool whose turn takes longer", TURN)
    told = f"one of {', '.join(SIZES)}; may be given several times (default: all)"
    parser.add_argument("--family", action="append", choices=SIZES, metavar="FAMILY", help=told)


def measure(options: argparse.Namespace) -> Iterator[Section]:
    names, turn = options.family or list(SIZES), options.turn
    with ExitStack() as stack:
        tools = {name: stack.enter_context(Process(name)) for name in CONTESTANTS}
        for (task, limit), name in product(LIMITS.items(), names):
            request = _finding(puzzles(name, SIZES[name], PUZZLES), limit, turn)
            yield from duel(name, task, tools, request)
        makers = {tool: tools[tool] for tool in tools if tool not in (COLD, FLOOR)}
        for name in names:
            if family(name).setting:
                yield from duel(name, "generate", makers, _making(name, turn))
    yield from explaining.duels(names, FACTS, FACT_SECONDS)


main = experiment.Experiment("peers", __doc__, 1800, measure, add_options)


Request = Mapping[str, Any]  # Any: what JSON holds


def _finding(puzzles: Sequence[Puzzle], limit: int, turn: float) -> Request:
    texts = [show(puzzle) for puzzle in puzzles]
    return {"task": "find", "puzzles": texts, "limit": limit, "seconds": turn}


def _making(name: str, turn: float) -> Request:
    order = {"family": name, "size": SIZES[name], "seed": SEED, "count": MADE}
    return {"task": "make", "seconds": turn, **order}


@dataclass(slots=True)
class Entry:
    """A tool in one race: what its rounds took, in seconds a puzzle, or what went wrong."""

    rounds: list[float] = field(default_factory=list)
    trouble: str = ""
    slow: bool = False  # it has had its only turn


def duel(
    name: str, task: str, tools: Mapping[str, "Process"], request: Request
) -> Iterator[Section]:
    """All tools in turns."""
    entries = {tool: Entry() for tool in tools}
    title = f"{family(name).title} {SIZES[name]}: {task}"

    def rounds() -> Iterator[None]:
        for _ in experiment.progress(range(ROUNDS), title):
            for tool, entry in entries.items():
                if not (entry.trouble or entry.slow):
                    take_turn(entry, tools[tool], request)
            yield

    return experiment.kept(
        rounds(), lambda: [section(title, entries)] if entries[US].rounds else []
    )


def take_turn(entry: Entry, process: "Process", request: Request) -> None:
    process.start()  # importing takes no part of its turn
    start = time.perf_counter()
    told = answered(process, request)
    if isinstance(told, str):
        entry.trouble = told
    else:
        entry.rounds.append(told / request.get("count", PUZZLES))
    entry.slow = time.perf_counter() - start > SLOW


def answered(process: "Process", request: Request) -> float | str:
    """The seconds that a tool took, or what went wrong; its answers are checked."""
    reply = process.ask(request)
    if isinstance(reply, str):
        return reply
    if request["task"] == "find":
        wrong = reply["answers"] != [1] * len(request["puzzles"])
    else:
        found = [check(parse(text)) for text in reply["answers"]]
        wrong = not all(one.unique and one.irreducible for one in found)
    return "wrong answers" if wrong else float(reply["seconds"])


def section(title: str, entries: Mapping[str, Entry]) -> Section:
    rows = tuple(_row(tool, entry, entries) for tool, entry in entries.items())
    troubles = {tool: entry.trouble for tool, entry in entries.items() if ":" in entry.trouble}
    notes = tuple(f"{tool}: {trouble}" for tool, trouble in troubles.items())
    unit, picture = "ms per puzzle, ratio to caracol", Picture("bars", log=True)
    return Section(title, unit, "ratio", rows, (), picture, notes)


def _row(tool: str, entry: Entry, entries: Mapping[str, Entry]) -> Row:
    times = Times(tuple(entry.rounds))
    if not entry.rounds:
        return Row(tool, (), entry.trouble.partition(":")[0] or "no turn")
    ratio = "" if tool == US else fold(times.over(Times(tuple(entries[US].rounds))))
    if tool in (US, COLD) and FLOOR in entries and entries[FLOOR].rounds:
        met = times.over(Times(tuple(entries[FLOOR].rounds))) <= MOST
        return Row(tool, times.milliseconds, ratio, f"<= {MOST}x bare", met)
    return Row(tool, times.milliseconds, ratio)


class Process:
    """A tool in a process of its own, started when it is asked and not running."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._process: subprocess.Popen[str] | None = None
        # Whatever files the tool leaves, also when it is killed, go with this folder.
        self._folder = tempfile.TemporaryDirectory()
        self._absent = ""

    def __enter__(self) -> "Process":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()
        self._folder.cleanup()

    def ask(self, request: Request) -> dict[str, Any] | str:
        """The reply, or why there is none."""
        self.start()
        if self._absent:
            return self._absent
        assert self._process and self._process.stdin
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            return self._crash()
        return self._reply(request["seconds"])

    def start(self) -> None:
        """Have it running, unless it is running or cannot."""
        if self._process is None and not self._absent:
            greeting = self._greeting()
            self._absent = greeting if isinstance(greeting, str) else ""
            if self._absent:
                self._end()

    def _greeting(self) -> dict[str, Any] | str:
        core = max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0
        self._process = subprocess.Popen(
            [sys.executable, "-m", "caracol.lab.contestants", self._name, str(core)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
            env=os.environ | {"TMPDIR": self._folder.name},
        )
        return self._reply(START)

    def _reply(self, seconds: float) -> dict[str, Any] | str:
        assert self._process and self._process.stdout
        with selectors.DefaultSelector() as selector:
            selector.register(self._process.stdout, selectors.EVENT_READ)
            if not selector.select(seconds + GRACE):
                self._end()
                return f"> {seconds:g} s"
        line = self._process.stdout.readline()
        if not line:
            return self._crash()
        try:
            reply: dict[str, Any] = json.loads(line)
        except ValueError:
            self._end()
            return "rubbish"
        if "absent" in reply:
            return f"absent: {reply['absent']}"
        if "late" in reply:
            return f"> {seconds:g} s"
        return str(reply["failed"]) if "failed" in reply else reply

    def _crash(self) -> str:
        assert self._process
        status = self._process.wait(GRACE)
        self._end()
        return f"crashed, status {status}"

    def _end(self) -> None:
        if self._process is None:
            return
        process, self._process = self._process, None
        for sent in (signal.SIGTERM, signal.SIGKILL):
            if process.poll() is None:
                os.killpg(process.pid, sent)
                try:
                    process.wait(GRACE)
                except subprocess.TimeoutExpired:
                    continue
        for stream in (process.stdin, process.stdout):
            with suppress(BrokenPipeError):  # what it was told and has not read
                if stream:
                    stream.close()
