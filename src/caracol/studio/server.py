"""All HTTP: the page, its files, and questions put to worker processes."""

import asyncio
import json
import logging
import mimetypes
import socket
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from .. import registry
from ..generation.targets import band
from ..puzzle import PuzzleError
from ..records import Fields
from . import asked, pools
from .connections import Connection
from .guard import Guard, refusal
from .openapi import document
from .pools import Busy, NoAnswer, Outcome, Pools, Refused
from .questions import EVERY, QUESTIONS, STREAMS, Pace
from .stock import OF_EACH, Stock, first_days, first_kinds

LONGEST_BODY = 64 * 1024
LONGEST_HEADERS = 16 * 1024
# How long requests under way may go on when the studio is closed.
CLOSING_SECONDS = 1
MOST_CONNECTIONS = 256

# What the page is made of. Windows lets other programs say what files are, and browsers run no
# module of the wrong type.
TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Options:
    """Where to listen, and who does the work."""

    host: str = "127.0.0.1"
    port: int = 8642
    workers: int = 2  # of each pace
    quick: pools.Terms = pools.QUICK
    slow: pools.Terms = pools.SLOW
    ahead: int = OF_EACH  # how many puzzles of a kind are made ahead
    patience: int = 10  # seconds for headers to arrive, for a body, for the next request
    page: Path = field(default_factory=lambda: Path(str(files(__package__))) / "page")


def serve(options: Options, ready: Callable[[str], None]) -> None:
    """Serve until somebody interrupts; `ready` is told the address once there is somebody there."""
    listening = _listening(options)
    port = listening.getsockname()[1]
    host = f"[{options.host}]" if ":" in options.host else options.host
    config = uvicorn.Config(
        application(options),
        http=Connection,
        ws="none",
        lifespan="on",
        log_config=None,
        log_level="error",  # what others send us is no news
        access_log=False,
        server_header=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=options.patience,
        timeout_graceful_shutdown=CLOSING_SECONDS,
        h11_max_incomplete_event_size=LONGEST_HEADERS,
    )
    server = uvicorn.Server(config)
    # That requests under way are ended is no error once that was asked for.
    logging.getLogger("uvicorn.error").addFilter(lambda _: not server.should_exit)
    asyncio.run(_serve(server, listening, lambda: ready(f"http://{host}:{port}/")))


def _listening(options: Options) -> socket.socket:
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    listening = socket.create_server((options.host, options.port), family=family)
    # Otherwise the second packet of a response waits 40 ms until the first is acknowledged.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
    return listening


async def _serve(
    server: uvicorn.Server, listening: socket.socket, ready: Callable[[], None]
) -> None:
    serving = asyncio.create_task(server.serve([listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        ready()
    await serving


def application(options: Options) -> ASGIApp:
    """The studio as an ASGI application."""
    know_types()
    studio = _Studio(options)
    described = document(version("caracol"))

    async def openapi(_request: Request) -> Response:
        return JSONResponse(described)

    async def page(_request: Request) -> Response:
        index = options.page / "index.html"
        return FileResponse(index) if index.is_file() else refusal(404, "there is no page here")

    routed = Starlette(
        routes=[
            Route("/", page),
            Route("/openapi.json", openapi),
            Route("/api/{question}", studio.answer, methods=["POST"]),
            Mount("/page", StaticFiles(directory=options.page, check_dir=False)),
        ],
        exception_handlers={HTTPException: _told, Exception: _broken},
        lifespan=studio.open,
    )
    routed.router.redirect_slashes = False
    return Guard(routed, options.host)  # around all, errors included


def know_types() -> None:
    for ending, kind in TYPES.items():
        mimetypes.add_type(kind, ending)


async def _told(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    response = refusal(error.status_code, error.detail.lower())
    response.headers.update(error.headers or {})
    return response


async def _broken(_request: Request, _error: Exception) -> Response:
    return refusal(500, "something went wrong in the studio")


class _Studio:
    """Workers and stock, and how requests come to them."""

    def __init__(self, options: Options) -> None:
        self._options = options

    @asynccontextmanager
    async def open(self, _app: Starlette) -> AsyncIterator[None]:
        options = self._options
        self._stock = Stock(options.ahead)
        self._pools = Pools(
            replace(options.quick, workers=options.workers),
            replace(options.slow, workers=options.workers),
        )
        self._pools.start()
        if options.ahead:
            self._stock.want(first_kinds(registry.families()))
            self._stock.want_days(first_days(registry.families()))
        filling = asyncio.create_task(self._stock.fill(self._pools.ahead))
        try:
            yield
        finally:
            filling.cancel()
            with suppress(asyncio.CancelledError):
                await filling
            self._pools.stop()

    async def answer(self, request: Request) -> Response:
        """Read a question, have it answered, unless whoever asked leaves."""
        name = request.path_params["question"]
        if name not in EVERY:
            return refusal(404, f"expected a question, one of {', '.join(EVERY)}")
        try:
            fields = await _fields(request, self._options.patience)
            if name in STREAMS:
                return await self._stream(request, name, fields)
            made = await _while_there(request, self._answer(name, fields))
        except _Refusal as refused:
            return refusal(refused.status, str(refused))
        except Busy as busy:
            return refusal(429, str(busy), busy.retry_after)
        except NoAnswer as none:
            return refusal(503, str(none))
        except ClientDisconnect:
            return Response(status_code=499)  # which nobody reads
        if isinstance(made, Refused):
            return _refused(made)
        return Response(made, media_type="application/json", headers={"Cache-Control": "no-store"})

    async def _stream(self, request: Request, name: str, fields: Fields) -> Response:
        """An answer part by part; whoever leaves ends it."""
        parts = self._pools[STREAMS[name].pace].answers(name, fields)
        first = await _while_there(request, anext(parts))
        if isinstance(first, Refused):
            await parts.aclose()
            return _refused(first)
        return StreamingResponse(
            _lines(first, parts),
            media_type="application/x-ndjson",
            headers={"Cache-Control": "no-store"},
        )

    async def _answer(self, name: str, fields: Fields) -> Outcome:
        try:
            words = asked.read(QUESTIONS[name].asked, fields)
            if isinstance(words, asked.Fresh) and words.level:
                band(words.level)  # which refuses what is no level
        except PuzzleError as error:
            return Refused(str(error))
        pool, stock = self._pools[QUESTIONS[name].pace], self._stock
        if isinstance(words, asked.Fresh | asked.Daily) and words.family in registry.families():
            stock.visit(words.family)
        match words:
            case asked.Fresh(seed=None):
                return await stock.fresh(words, self._pools[Pace.QUICK], pool)
            case asked.Daily():
                made = stock.day(words) or await pool.answer(name, fields)
                if isinstance(made, bytes):
                    stock.keep_day(words, made)
                return made
        made = await pool.answer(name, fields)
        return stock.offered(made) if name == "families" and isinstance(made, bytes) else made


def _refused(question: Refused) -> Response:
    return refusal(503 if question.is_late else 400, question.reason)


async def _lines(first: bytes, parts: AsyncGenerator[Outcome, None]) -> AsyncIterator[bytes]:
    """The parts of an answer, a line each."""
    async with aclosing(parts):
        yield first + b"\n"
        try:
            async for part in parts:
                if isinstance(part, Refused):
                    yield _error(part.reason)
                    return
                yield part + b"\n"
        except NoAnswer as none:
            yield _error(str(none))


def _error(reason: str) -> bytes:
    return json.dumps({"error": reason}).encode() + b"\n"


class _Refusal(Exception):
    """A request that is no question."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


async def _fields(request: Request, patience: float) -> Fields:
    """The JSON object in the body of a request."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise _Refusal(415, f"expected the content type application/json, found {kind[:100]!r}")
    try:
        async with asyncio.timeout(patience):
            body = await _body(request)
    except TimeoutError:
        raise _Refusal(408, "the question took too long to arrive") from None
    try:
        fields = json.loads(body)
    except (ValueError, RecursionError):
        raise _Refusal(400, "expected a JSON object, found no JSON") from None
    if not isinstance(fields, dict):
        raise _Refusal(400, f"expected a JSON object, found {type(fields).__name__}")
    return fields


async def _body(request: Request) -> bytes:
    too_long = _Refusal(413, f"expected at most {LONGEST_BODY} bytes")
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length[:20]) > LONGEST_BODY:
        raise too_long
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LONGEST_BODY:
            raise too_long
    return body


async def _while_there(request: Request, work: Awaitable[Result]) -> Result:
    """What the work comes to; it is cancelled when the client leaves."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ClientDisconnect
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
