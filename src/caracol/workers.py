"""Doing numbered pieces of work here, in processes, or on a cluster, and getting them in order."""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import Any, TypeVar

from .puzzle import UsageError

Result = TypeVar("Result")

# Pieces handed out per worker ahead of the one that is waited for.
AHEAD = 3
# How often processes that were killed from outside are replaced before giving up.
MOST_REPLACEMENTS = 20
CONNECT_SECONDS = 10


def in_order(
    work: Callable[[int], Result], first: int, *, jobs: int = 1, cluster: str = ""
) -> Iterator[Result]:
    """work(first), work(first + 1), … without end, whoever does them."""
    replacements = 0
    while True:
        executor, workers = _executor(jobs, cluster)
        try:
            for result in _results(executor, work, first, workers * AHEAD if workers > 1 else 1):
                yield result
                first += 1
        except BrokenProcessPool:
            replacements += 1
            if replacements > MOST_REPLACEMENTS:
                raise UsageError("the worker processes keep dying") from None
        finally:
            _stop(executor)


def _results(
    executor: Executor, work: Callable[[int], Result], first: int, ahead: int
) -> Iterator[Result]:
    waiting: deque[Future[Result]] = deque()
    number = first
    while True:
        while len(waiting) < ahead:
            waiting.append(executor.submit(work, number))
            number += 1
        yield waiting.popleft().result()


def _stop(executor: Executor) -> None:
    """What nobody waits for any more need not be finished.

    A worker may be stopped while it sends a result. Whoever receives it waits for the rest until
    nobody can send any: not this process either, which would else not end.
    """
    processes = dict(getattr(executor, "_processes", None) or {})
    results = getattr(executor, "_result_queue", None)
    executor.shutdown(wait=False)
    for process in processes.values():
        process.terminate()
    if results:
        results._writer.close()


def _executor(jobs: int, cluster: str) -> tuple[Executor, int]:
    """Something that takes work, and how many workers it has."""
    if cluster:
        return _dask(cluster)
    if jobs > 1:
        # A fresh interpreter per worker: a copy of this one would share open solvers.
        return ProcessPoolExecutor(jobs, get_context("spawn"), _follow_parent), jobs
    return _Here(), 1


def _follow_parent() -> None:
    """In a worker: Ctrl-C is for the parent to act on, and without a parent there is no work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent, "workers have a parent"

    def end_with_it() -> None:
        wait([parent.sentinel])
        os._exit(1)

    Thread(target=end_with_it, daemon=True).start()


def _dask(address: str) -> tuple[Executor, int]:
    try:
        from distributed import Client
        from distributed.comm.addressing import get_address_host_port
    except ImportError:
        raise UsageError("--cluster needs the packages dask and distributed") from None
    try:
        get_address_host_port(address)  # a client that cannot even try is slow to give up
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise UsageError(f"expected a Dask scheduler at {address}, found none: {error}") from None
    workers = sum(client.ncores().values())
    # A worker that is killed is no fault of the work: somebody else does it.
    executor: Executor = client.get_executor(retries=MOST_REPLACEMENTS)
    return executor, max(workers, 1)


class _Here(Executor):
    """Does the work at once, in this very process."""

    def submit(
        self,
        fn: Callable[..., Result],
        /,
        *args: Any,  # noqa: ANN401 as Executor has it
        **kwargs: Any,  # noqa: ANN401
    ) -> Future[Result]:
        future: Future[Result] = Future()
        future.set_result(fn(*args, **kwargs))
        return future
