"""Doing numbered pieces of work here, in processes, or on a cluster, and getting them in order.

Each process has a pipe of its own. One that is killed, whatever it was doing, closes its pipe by
that, its piece of work is done by another, and nobody waits for the rest of what it was sending.
"""

import logging
import os
import signal
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from threading import Thread
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from ..deadline import ctrl_c_held_back
from ..extras import need
from ..puzzle import UsageError

if TYPE_CHECKING:
    from distributed import Client, Future

Result = TypeVar("Result")
Work = Callable[[int], Result]

# Pieces handed out per worker ahead of the one that is waited for.
AHEAD = 3
# How many workers may die one after the other, with nothing done between, before giving up.
MOST_DEATHS = 20
CONNECT_SECONDS = 10
# How long a cluster may be without any worker.
LONELY_SECONDS = 15


def in_order(
    work: Work[Result], first: int, *, jobs: int = 1, cluster: str = ""
) -> Iterator[Result]:
    """work(first), work(first + 1), … without end, whoever does them."""
    if cluster:
        return _on_cluster(work, first, cluster)
    if jobs > 1:
        return Crew(work, first, jobs).results()
    return map(work, count(first))


class Outcome(NamedTuple, Generic[Result]):
    """What a piece of work came to."""

    results: tuple[Result, ...] = ()  # one, unless there was an error
    error: Exception | None = None


@dataclass(slots=True)
class Worker:
    """A process, and which piece it works on, if any."""

    process: SpawnProcess
    connection: Connection
    piece: int | None = None

    def hand(self, piece: int) -> None:
        self.piece = piece
        self.send(piece)

    def send(self, message: object) -> None:
        with suppress(OSError):  # it is dead, as its connection says when the result is due
            self.connection.send(message)

    def stop(self) -> None:
        """What nobody waits for any more need not be finished."""
        self.connection.close()
        self.process.kill()
        self.process.join()


class Crew(Generic[Result]):
    """Workers who share the pieces from the first on; those who die are replaced."""

    def __init__(self, work: Work[Result], first: int, jobs: int) -> None:
        self._work = work
        self._first = first  # the piece to deliver next
        self._following = first  # the piece to hand out next
        self._lost: list[int] = []  # pieces whose worker died: a heap
        self._done: dict[int, Outcome[Result]] = {}
        self._deaths = 0  # since the last result
        self._workers = [_started(work) for _ in range(jobs)]

    def results(self) -> Iterator[Result]:
        try:
            while True:
                self._hand_out()
                while self._first not in self._done:
                    self._receive()
                    self._hand_out()
                outcome = self._done.pop(self._first)
                if outcome.error:
                    raise outcome.error
                self._first += 1
                yield from outcome.results
        finally:
            for worker in self._workers:
                worker.stop()

    def _hand_out(self) -> None:
        last = self._first + len(self._workers) * AHEAD
        for worker in self._workers:
            if worker.piece is None and self._lost:
                worker.hand(heappop(self._lost))
            elif worker.piece is None and self._following < last:
                worker.hand(self._following)
                self._following += 1

    def _receive(self) -> None:
        """Wait until somebody is done or dead."""
        ready = wait([worker.connection for worker in self._workers])
        for i, worker in enumerate(self._workers):
            if worker.connection not in ready:
                continue
            try:
                outcome: Outcome[Result] = worker.connection.recv()
            except (EOFError, OSError):
                self._workers[i] = self._replaced(worker)
            else:
                assert worker.piece is not None, "only workers at work report"
                self._done[worker.piece] = outcome
                worker.piece, self._deaths = None, 0

    def _replaced(self, dead: Worker) -> Worker:
        if dead.piece is not None:
            heappush(self._lost, dead.piece)
        dead.stop()
        self._deaths += 1
        if self._deaths > MOST_DEATHS:
            raise UsageError("worker processes keep crashing")
        return _started(self._work)


def _started(work: Work[Result]) -> Worker:
    # A fresh interpreter per worker: a copy of this one would share open solvers.
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs,), daemon=True)
    with ctrl_c_held_back():
        process.start()
    theirs.close()  # only the worker can write there: when it dies, the pipe ends
    worker = Worker(process, ours)
    worker.send(work)
    return worker


def _serve(connection: Connection) -> None:
    """In a worker: take the work, then do one piece after the other until nobody wants more."""
    follow_parent()
    with suppress(EOFError, OSError):
        work = connection.recv()
        while True:
            connection.send(_outcome(work, connection.recv()))


def _outcome(work: Work[Result], piece: int) -> Outcome[Result]:
    try:
        return Outcome((work(piece),))
    except Exception as error:
        error.add_note("".join(traceback.format_exception(error)))
        return Outcome(error=error)


def follow_parent() -> None:
    """In a worker: Ctrl-C is for the parent to act on, and without a parent there is no work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent, "workers have a parent"

    def end_with_it() -> None:
        wait([parent.sentinel])
        os._exit(1)

    Thread(target=end_with_it, daemon=True).start()


def _on_cluster(work: Work[Result], first: int, address: str) -> Iterator[Result]:
    client = _client(address)
    ahead = AHEAD * max(1, sum(client.ncores().values()))
    waiting: deque[Future[Result]] = deque()
    try:
        for piece in count(first):
            # A worker that is killed is no fault of the work: somebody else does it.
            waiting.append(client.submit(work, piece, pure=False, retries=MOST_DEATHS))
            if len(waiting) >= ahead:
                yield _fetched(client, waiting.popleft(), address)
    finally:
        client.close(timeout=1)


def _fetched(client: "Client", future: "Future[Result]", address: str) -> Result:
    """The result, unless the scheduler or all workers go away meanwhile."""
    from distributed import KilledWorker
    from distributed.comm.core import CommClosedError

    end = time.monotonic() + LONELY_SECONDS
    while True:
        try:
            return future.result(timeout=1)
        except TimeoutError:
            if client.status == "running" and client.scheduler_info()["workers"]:
                end = time.monotonic() + LONELY_SECONDS
            elif time.monotonic() > end:
                raise UsageError(f"the Dask cluster at {address} has no workers left") from None
        except (CancelledError, CommClosedError, KilledWorker) as error:
            message = f"the Dask cluster at {address} was lost: {type(error).__name__}"
            raise UsageError(message) from None


def _client(address: str) -> "Client":
    need("cluster", "dask", "distributed")
    from distributed import Client
    from distributed.comm.addressing import get_address_host_port

    # Whatever matters of what it logs is in an exception too.
    for name in logging.root.manager.loggerDict:
        if name.partition(".")[0] in ("distributed", "tornado", "asyncio"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        get_address_host_port(address)  # a client that cannot even try is slow to give up
        return Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise UsageError(f"expected a Dask scheduler at {address}, found none: {error}") from None
