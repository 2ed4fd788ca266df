"""Clients of a studio: players who check at a constant rate, and those who mean no good."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

import httpx

from .. import registry
from ..formats import parse
from ..solve import solutions

# How many clients of one kind come at once, and how many connections are held open.
AT_ONCE, HELD = 16, 300
ASKED = (
    "POST /api/{} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    "Content-Type: application/json\r\n"
)
HUNG_UP, WAITING, REFUSED = "hung up", "waits", "no connection"

Outcomes = Counter[str]
Flood = Callable[[str, float, random.Random], Coroutine[object, object, Outcomes]]


@dataclass(frozen=True, slots=True)
class Checks:
    """How long checks took, in milliseconds from when they were due, and what came back."""

    milliseconds: tuple[float, ...]
    outcomes: Outcomes

    @property
    def failed(self) -> int:
        return self.outcomes.total() - self.outcomes["200"]

    def percentile(self, share: float) -> float:
        """The time within which that share of the checks is answered."""
        ranked = sorted(self.milliseconds)
        return ranked[min(int(share * len(ranked)), len(ranked) - 1)]


def boards() -> list[bytes]:
    """What players ask: a check of a board with a few entries, one of them wrong."""
    return [*map(_board, registry.families())]


def _board(name: str) -> bytes:
    text = registry.family(name).example
    puzzle = parse(text)
    (solution,) = solutions(puzzle)
    given = {clue.place for clue in puzzle.clues}
    cells = registry.model(name, puzzle.shape).cells
    open_cells = [cell for cell in cells if cell not in given][:3]
    entries = {cell: solution[cell] for cell in open_cells}
    entries[open_cells[0]] = next(v for v in cells[open_cells[0]] if v != solution[open_cells[0]])
    return json.dumps({"puzzle": text, "entries": entries}).encode()


async def checks(address: str, rate: float, seconds: float, asked: Sequence[bytes]) -> Checks:
    """Ask at a constant rate, whatever becomes of the answers.

    A check that is sent late counts from when it was due: a server that stalls for a second makes
    a hundred checks late, and not one.
    """
    loop = asyncio.get_running_loop()
    taken: list[float] = []
    outcomes: Outcomes = Counter()
    requests = [request("check", body) for body in asked]

    async def check(i: int, due: float) -> None:
        outcome = await exchange(address, requests[i % len(requests)], 60)
        taken.append(1000 * (loop.time() - due))
        outcomes[outcome] += 1

    start = loop.time()
    async with asyncio.TaskGroup() as group:
        for i in range(max(1, round(rate * seconds))):
            due = start + i / rate
            await asyncio.sleep(due - loop.time())
            group.create_task(check(i, due))
    return Checks(tuple(taken), outcomes)


def request(question: str, body: bytes) -> bytes:
    """A question as HTTP has it: libraries for clients take longer than the server does."""
    return ASKED.format(question).encode() + b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


async def over_and_over(address: str, question: str, fields: object) -> None:
    """Ask the same again and again, until this is cancelled."""
    async with httpx.AsyncClient(timeout=60) as client:
        while True:
            with suppress(httpx.HTTPError):
                await client.post(f"{address}api/{question}", json=fields)


Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Coroutine[object, object, bytes]]


async def _status(address: str, talk: Talk, seconds: float) -> str:
    """The status in the line that a talk ends with, or that there is none."""
    where = urlsplit(address)
    try:
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
    except OSError:
        return REFUSED
    try:
        async with asyncio.timeout(seconds):
            line = await talk(reader, writer)
        return line.split()[1].decode() if line else HUNG_UP
    except TimeoutError:
        return WAITING
    except OSError:
        return HUNG_UP
    finally:
        writer.close()


async def exchange(address: str, sent: bytes, seconds: float) -> str:
    """The status of what comes back, or that nothing does."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(sent)
        line = await reader.readline()
        with suppress(OSError):  # it need not take all that we send
            await reader.read()
        return line

    return await _status(address, talk, seconds)


async def _crowd(client: Callable[[], Coroutine[object, object, str]], seconds: float) -> Outcomes:
    """What becomes of clients who come one after the other, some at a time."""
    outcomes: Outcomes = Counter()
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds

    async def one_after_the_other() -> None:
        while loop.time() < end:
            outcomes[await client()] += 1

    await asyncio.gather(*(one_after_the_other() for _ in range(AT_ONCE)))
    return outcomes


async def oversized(address: str, seconds: float, rng: random.Random) -> Outcomes:
    """Bodies and headers of a megabyte, whose length is told or is not."""
    much = 1_000_000 * b"x"
    head = ASKED.format("live").encode()
    kinds = (
        head + b"Content-Length: 1000000\r\n\r\n" + much,
        head + b"Transfer-Encoding: chunked\r\n\r\nf4240\r\n" + much,
        head + b"X: " + much,
    )
    return await _crowd(lambda: exchange(address, rng.choice(kinds), 10), seconds)


async def malformed(address: str, seconds: float, rng: random.Random) -> Outcomes:
    """What is no HTTP, no JSON, no question, no puzzle."""

    def nonsense() -> bytes:
        body = rng.choice(
            (
                rng.randbytes(100),
                20_000 * b"[",
                b'{"puzzle": 3}',
                b'{"puzzle": "mno 5"}',
                b'{"puzzle": "mno 99999\\n"}',
                json.dumps({"puzzle": "trid 9 1..9\n" + 9_000 * "9 "}).encode(),
            )
        )
        whole = request(rng.choice(("check", "live", "survey", "none")), body)
        return rng.choice((whole, whole, rng.randbytes(200) + b"\r\n\r\n"))

    return await _crowd(lambda: exchange(address, nonsense(), 10), seconds)


async def _held(address: str, start: bytes, seconds: float) -> Outcomes:
    """What becomes of many connections at once that send a byte a second."""

    async def trickle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bytes:
        writer.write(start)
        while not reader.at_eof():
            writer.write(b"a")
            with suppress(TimeoutError):
                async with asyncio.timeout(1):
                    return await reader.readline()
        return b""

    return Counter(await asyncio.gather(*(_status(address, trickle, seconds) for _ in range(HELD))))


async def slow_headers(address: str, seconds: float, _rng: random.Random) -> Outcomes:
    """Headers that never end."""
    return await _held(address, ASKED.format("check").encode() + b"X: ", seconds)


async def slow_bodies(address: str, seconds: float, _rng: random.Random) -> Outcomes:
    """Bodies that never end."""
    head = ASKED.format("check").encode() + b"Content-Length: 60000\r\n\r\n"
    return await _held(address, head, seconds)


def unfinished(hard: str) -> Flood:
    """Questions that take longer than anybody waits, by clients who leave."""
    whole = request("explain", json.dumps({"puzzle": hard}).encode())

    async def flood(address: str, seconds: float, rng: random.Random) -> Outcomes:
        return await _crowd(lambda: exchange(address, whole, rng.random()), seconds)

    return flood
