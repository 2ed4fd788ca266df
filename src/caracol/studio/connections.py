"""Connections that do not wait for ever: whoever sends nothing keeps nobody else out."""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

# How many may be connected without a request that we work on.
MOST_IDLE = 128


class Connection(H11Protocol):
    """Hangs up on whoever does not get to the end of the headers, which uvicorn waits for, and on
    whoever has kept us waiting longest where too many do."""

    _timer: asyncio.TimerHandle | None = None
    _since = 0.0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._since = self.loop.time()
        self._wait()
        idle = [one for one in self.connections if isinstance(one, Connection) and one.is_idle]
        if len(idle) > MOST_IDLE:
            min(idle, key=lambda one: one._since).transport.close()

    @property
    def is_idle(self) -> bool:
        """Whether it is the other side's turn: there is no whole request to answer."""
        is_asked = self._is_answering() and not self.cycle.more_body
        return not is_asked and not self.transport.is_closing()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._is_answering():
            self._stop_waiting()
        elif self._timer is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _wait(self) -> None:
        self._timer = self.loop.call_later(self.timeout_keep_alive, self._give_up)

    def _stop_waiting(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        self._timer = None
        if not self._is_answering():
            self.transport.close()
