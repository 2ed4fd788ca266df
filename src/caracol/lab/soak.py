"""A studio for an hour: what people ask of it at a constant rate, and what it holds meanwhile.

Checks of boards that fill, counts while somebody sets a puzzle, hints, fresh puzzles; questions
that take long and are left; nonsense. Memory, handles and latency are looked at every minute, and
must be in the last quarter what they were in the first.
"""

import argparse
import asyncio
import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import NamedTuple

from .. import registry
from ..extras import need
from ..formats import parse, show, size
from ..generation.production import generate
from ..puzzle import ParseError
from ..solve import solutions
from . import experiment, processes
from .load import MORE_HANDLES, MORE_MEGABYTES, Studio, studio
from .samples import SEED
from .tables import Row, Section

MINUTES, RATE = 2.0, 4.0
# Seconds between two looks, and until all workers have started and know every family.
LOOK, WARMING = 60.0, 30.0
# Seconds that an answer is waited for, and until a question that takes long is left.
PATIENCE, LEFT = 60.0, 0.5
# How many questions of a hundred are of each kind, and what may come back.
SHARES = {"check": 45, "live": 20, "hint": 8, "fresh": 5, "board": 7, "left": 5, "nonsense": 10}
FINE: Mapping[str, tuple[str, ...]] = {
    "nonsense": ("400", "404", "413", "415"),
    "fresh": ("200", "429"),
    "left": ("200", "429", "waits"),
}
# Those whose latency somebody feels.
QUICK = ("check", "live", "board")
# How much more all workers together may hold: they keep what they have built, up to a bound.
MORE_OF_WORKERS = 300.0
HEADINGS = (
    *("asked", "failed", "median ms", "99 in 100", "MB of the server", "MB of the workers"),
    *("handles", "processes"),
)
NONSENSE = (
    *(b"", b"{", b"[]", b'{"puzzle": 3}', b'{"puzzle": "mno 999999999\\n"}', b"\xff\xfe"),
    *(b"0" * 70_000, b'{"puzzle": "mno 5\\n", "day": 1}', 9_000 * b"["),
)


def add_options(parser: argparse.ArgumentParser) -> None:
    for name, usual, unit, what in (
        ("--minutes", MINUTES, "M", "how many minutes"),
        ("--rate", RATE, "R", "questions a second"),
    ):
        what += " (default: %(default)g)"
        parser.add_argument(name, type=experiment.positive, default=usual, metavar=unit, help=what)


class Question(NamedTuple):
    """A request, and its kind."""

    kind: str
    sent: bytes


@dataclass(slots=True)
class Minute:
    """What came back in a minute, and what the studio held at its end."""

    milliseconds: list[float] = field(default_factory=list)
    outcomes: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    held: tuple[float, ...] = ()

    def figures(self) -> tuple[float, ...]:
        ranked = sorted(self.milliseconds) or [0.0]
        worst = ranked[min(int(0.99 * len(ranked)), len(ranked) - 1)]
        times = (median(ranked), worst)
        return (self.outcomes.total(), self.failed.total(), *times, *self.held)


def measure(options: argparse.Namespace) -> Iterator[Section]:
    need("lab", "httpx", "starlette", "uvicorn", "pebble")
    asked = questions(random.Random(SEED))
    count = max(1, round(options.minutes))
    minutes: list[Minute] = []
    with studio() as one, asyncio.Runner() as runner:
        runner.run(_minute(one, asked, options.rate, WARMING))
        try:
            for _ in experiment.progress(range(count), "minutes"):
                minute = runner.run(_minute(one, asked, options.rate, LOOK))
                minutes.append(minute)
        finally:
            rows = tuple(_row(i, minute) for i, minute in enumerate(minutes, start=1))
            failed = sum((minute.failed for minute in minutes), Counter[str]())
            notes = tuple(f"{n:,} {what}" for what, n in failed.most_common())
            yield Section("minute by minute", rows=rows, headings=HEADINGS, notes=notes)
            rows = tuple(_drift([minute.figures() for minute in minutes]))
            headings = ("first quarter", "last quarter")
            yield Section("from the first to the last", counts="more", rows=rows, headings=headings)


main = experiment.Experiment("soak", __doc__, 600, measure, add_options)


def questions(rng: random.Random) -> Iterator[Question]:
    """Endless questions, mixed."""
    from .clients import request

    texts = [family.example for family in registry.families().values()]
    solved = {text: next(iter(solutions(parse(text)))) for text in texts}
    hard = show(next(generate("trid", "7 1..7", seed=SEED)))
    while True:
        (kind,) = rng.choices([*SHARES], [*SHARES.values()])
        text = rng.choice(texts)
        puzzle = parse(text)
        name, fields = kind, dict[str, object]({"puzzle": text})
        match kind:
            case "check" | "hint":
                given = {clue.place for clue in puzzle.clues}
                cells = [cell for cell in solved[text].values if cell not in given]
                some = rng.sample(cells, rng.randrange(len(cells)) if cells else 0)
                fields["entries"] = {cell: solved[text][cell] for cell in some}
            case "live":
                fields["puzzle"] = _with_less(text, rng)
            case "fresh":
                fields = {"family": puzzle.family, "size": size(puzzle.family, puzzle.shape)}
            case "left":
                name, fields = rng.choice(("explain", "survey", "grade")), {"puzzle": hard}
            case "nonsense":
                name = rng.choice(("check", "live", "survey", "none"))
                yield Question(kind, request(name, rng.choice(NONSENSE)))
                continue
        yield Question(kind, request(name, json.dumps(fields).encode()))


def _with_less(text: str, rng: random.Random) -> str:
    """A puzzle without some of its clues, where these are characters."""
    header, end, body = text.partition("\n")
    changed = header + end + body.replace(rng.choice("ABC123MNO*"), ".")
    try:
        parse(changed)
    except ParseError:
        return text
    return changed


async def _minute(one: Studio, asked: Iterator[Question], rate: float, seconds: float) -> Minute:
    """Ask at a constant rate for some seconds, whatever becomes of the answers."""
    from .clients import exchange

    loop, minute = asyncio.get_running_loop(), Minute()

    async def ask(question: Question, due: float) -> None:
        await asyncio.sleep(due - loop.time())
        patience = LEFT if question.kind == "left" else PATIENCE
        outcome = await exchange(one.address, question.sent, patience)
        minute.outcomes[outcome] += 1
        if outcome not in FINE.get(question.kind, ("200",)):
            minute.failed[f"{question.kind}: {outcome}"] += 1
        if question.kind in QUICK:
            minute.milliseconds.append(1000 * (loop.time() - due))

    start = loop.time()
    async with asyncio.TaskGroup() as group:
        for i in range(round(rate * seconds)):
            group.create_task(ask(next(asked), start + i / rate))
            await asyncio.sleep(start + i / rate - loop.time())
    workers = one.workers()
    use = one.use()
    held = sum(map(processes.megabytes, workers))
    minute.held = (use.megabytes, held, use.handles, use.processes)
    return minute


def _row(number: int, minute: Minute) -> Row:
    figures = minute.figures()
    formats = ("{:,.0f}", "{:.0f}", "{:.1f}", "{:.0f}", "{:.1f}", "{:.0f}", "{:.0f}", "{:.0f}")
    shown = tuple(form.format(figure) for form, figure in zip(formats, figures, strict=True))
    return Row(str(number), figures, shown=shown)


def _drift(minutes: Sequence[Sequence[float]]) -> Iterator[Row]:
    """What is held in the last quarter of the minutes, compared with the first."""
    quarter = max(1, len(minutes) // 4)
    for name, most in (
        ("MB of the server", MORE_MEGABYTES),
        ("MB of the workers", MORE_OF_WORKERS),
        ("handles", float(MORE_HANDLES)),
        ("median ms", None),
        ("99 in 100", None),
    ):
        column = [minute[HEADINGS.index(name)] for minute in minutes]
        if column:
            first, last = median(column[:quarter]), median(column[-quarter:])
            wanted, met = ("", None) if most is None else (f"<= +{most:g}", last - first <= most)
            yield Row(name, (first, last), f"{last - first:+.1f}", wanted, met)
    failed = sum(minute[HEADINGS.index("failed")] for minute in minutes)
    asked = sum(minute[HEADINGS.index("asked")] for minute in minutes)
    yield Row("failed, of all asked", (asked,), f"{failed:.0f}", "<= 0", not failed)
