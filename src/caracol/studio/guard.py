"""What every request goes through: those from elsewhere are refused, and headers are strict."""

import asyncio
from ipaddress import ip_address

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .policy import policy

HEADERS = {
    "Content-Security-Policy": policy({"frame-ancestors": "'none'"}),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
# A request that nothing happens to for longer, most likely because nobody reads the answer, is
# ended.
LONGEST_PAUSE = 120.0


class Guard:
    """Checks requests and sets headers around an application."""

    def __init__(self, app: ASGIApp, host: str) -> None:
        self._app, self._host = app, host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("Cache-Control", "no-cache")
            await send(message)
            pause.reschedule(asyncio.get_running_loop().time() + LONGEST_PAUSE)

        refused = self._refused(Headers(scope=scope))
        async with asyncio.timeout(LONGEST_PAUSE) as pause:
            await (refused or self._app)(scope, receive, send_with_headers)

    def _refused(self, headers: Headers) -> JSONResponse | None:
        host = headers.get("host", "")
        if not is_ours(host, self._host):
            return refusal(421, f"expected a request to {self._host}, found one to {host[:100]!r}")
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != host:
            return refusal(403, "expected a request from our own page")
        return None


def is_ours(header: str, host: str) -> bool:
    """Whether a Host header names us: by an address, which no other site's name leads to here, as
    this machine itself, or by the name that we were told to listen at.

    >>> is_ours("127.0.0.1:8642", "127.0.0.1"), is_ours("[::1]:8642", "127.0.0.1")
    (True, True)
    >>> is_ours("puzzles.example:8642", "127.0.0.1")
    False
    """
    name, _, port = header.rpartition(":") if not header.endswith("]") else (header, "", "")
    if not name:
        name, port = header, ""
    if port and not port.isdecimal():
        return False
    if name.lower() in ("localhost", host.lower()):
        return True
    try:
        ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return False
    return True


def refusal(status: int, reason: str, retry_after: int | None = None) -> JSONResponse:
    """An error as every error is told."""
    headers = {"Cache-Control": "no-store"}
    if retry_after is not None:
        headers["Retry-After"] = str(retry_after)
    return JSONResponse({"error": reason}, status, headers)
