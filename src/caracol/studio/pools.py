"""Worker processes that answer questions, and can be stopped: a pool for each pace.

A question waits here until a worker is free, so that one that nobody waits for any more costs
nothing. A worker is stopped when its question has run out of time or memory, or when whoever asked
a slow question has left; one with a quick question ends it in order, and keeps its solvers warm.
"""

import asyncio
import json
import os
import time
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from concurrent.futures import TimeoutError as TookTooLong
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.context import SpawnContext, SpawnProcess

from pebble import ProcessExpired, ProcessPool

from ..caches import forget
from ..deadline import ctrl_c_held_back
from ..generation.workers import follow_parent
from ..puzzle import OutOfTime, PuzzleError
from ..records import Fields
from .questions import EVERY, GRACE, Pace, ask, ask_on

MEGABYTE = 2**20
# How often work is handed to another worker because one was found dead.
TRIES = 3
# Seconds to wait for a worker.
LONGEST_WAIT = 60.0
# Seconds for a worker to come to the next part of an answer that nobody waits for any more; one
# that does keeps its solvers warm.
PARTING = 0.3


@dataclass(frozen=True, slots=True)
class Terms:
    """On which terms the workers of a pool work."""

    workers: int
    waiting: int  # how many questions may wait
    retry_after: int  # seconds, for those that may not
    nice: int = 0
    megabytes: int = 1024  # that a worker may use, its libraries included
    lets_finish: bool = False  # a question that nobody waits for any more


QUICK = Terms(workers=2, waiting=100, retry_after=1, lets_finish=True)
SLOW = Terms(workers=2, waiting=16, retry_after=5, nice=10)
# One worker for work that takes minutes; it starts when somebody asks for such.
LONG = Terms(workers=1, waiting=4, retry_after=60, nice=12)
# One worker that makes puzzles ahead, when nobody else wants the processor.
AHEAD = Terms(workers=1, waiting=1, retry_after=5, nice=19)


class Busy(Exception):
    """Too many questions are waiting."""

    def __init__(self, retry_after: int) -> None:
        super().__init__("too many questions at once; try again soon")
        self.retry_after = retry_after


class NoAnswer(Exception):
    """No answer within the limits of time and memory."""


@dataclass(frozen=True, slots=True)
class Refused:
    """What is wrong with a question."""

    reason: str
    is_late: bool = False


Outcome = bytes | Refused
NO_MORE = b""  # after the last part of an answer


class _Process(SpawnProcess):
    """A worker's process, which never hears Ctrl-C, not even before it is ready."""

    def start(self) -> None:
        with ctrl_c_held_back():
            super().start()


class _Processes(SpawnContext):
    """How pebble starts processes: anew, as copies of this one would share its sockets."""

    Process = _Process


class _Worker:
    """A process that does one thing at a time; a new one takes the place of one that died.

    Each has a pebble pool of its own: processes of one pool share a pipe, and one that is killed
    while it reads from there takes the others with it.
    """

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._pool = self._hired()

    def _hired(self) -> ProcessPool:
        return ProcessPool(
            1,
            initializer=_prepare,
            initargs=(self._terms.nice, self._terms.megabytes * MEGABYTE),
            context=_Processes(),
        )

    def start(
        self, work: Callable[..., Outcome], words: tuple[object, ...] = (), seconds: float = 60
    ) -> "asyncio.Future[Outcome]":
        """Begin the work, which is stopped when its seconds are over."""
        if not self._pool.active:
            self.stop()
            self.join()
            self._pool = self._hired()
        future = asyncio.wrap_future(self._pool.schedule(work, words, timeout=seconds))
        future.add_done_callback(_seen)
        return future

    def stop(self) -> None:
        """Stop, whatever it does."""
        self._pool.stop()

    def join(self) -> None:
        """Wait until it has stopped."""
        self._pool.join()


class Pool:
    """Workers who answer one question at a time each."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self.workers = [_Worker(terms) for _ in range(terms.workers)]
        self._idle = [*self.workers]  # who worked last comes last, and is warm
        self._free = asyncio.Semaphore(terms.workers)
        self._waiting = 0
        self._is_open = True

    def start(self) -> None:
        """Start the workers before anybody asks."""
        for worker in self.workers:
            worker.start(_nothing)

    async def answer(self, name: str, fields: Fields, seconds: float | None = None) -> Outcome:
        """The answer as JSON, or why there is none, in the question's own time or in less."""
        seconds = seconds or EVERY[name].seconds
        with _told():
            return await self._run(_answer, (name, fields, seconds), seconds + GRACE)

    async def answers(self, name: str, fields: Fields) -> AsyncGenerator[Outcome, None]:
        """The parts of an answer as they come; one worker is busy with it up to the end."""
        worker = await self._alive()
        end = time.monotonic() + EVERY[name].seconds + GRACE
        future = worker.start(_begin, (name, fields), end - time.monotonic())
        try:
            with _told():
                while (part := await asyncio.shield(future)) != NO_MORE:
                    yield part
                    future = worker.start(_go_on, (), max(end - time.monotonic(), GRACE))
        finally:
            self._part(worker, future)

    async def _alive(self) -> _Worker:
        """A worker, free, that is found to answer."""
        for _ in range(TRIES):
            await self._turn()
            worker = self._idle.pop()
            future = worker.start(_nothing)
            try:
                await asyncio.shield(future)
                return worker
            except BrokenProcessPool:
                self._done(worker, future)
            except asyncio.CancelledError:
                self._part(worker, future)
                raise
        raise NoAnswer("workers keep dying; try again")

    def _part(self, worker: _Worker, future: "asyncio.Future[Outcome]") -> None:
        """Let a worker go on with other work, whatever is still under way."""
        stop = asyncio.get_running_loop().call_later(PARTING, future.cancel)

        def ended(future: "asyncio.Future[Outcome]") -> None:
            stop.cancel()
            self._done(worker, future)

        if future.done():
            ended(future)
        else:
            future.add_done_callback(ended)

    async def _run(
        self, work: Callable[..., Outcome], words: tuple[object, ...], seconds: float
    ) -> Outcome:
        for _ in range(TRIES):
            await self._turn()
            worker = self._idle.pop()
            future = worker.start(work, words, seconds)
            future.add_done_callback(partial(self._done, worker))
            try:
                return await (asyncio.shield(future) if self._terms.lets_finish else future)
            except BrokenProcessPool:
                continue  # it had died before it got the work
        raise NoAnswer("workers keep dying; try again")

    async def _turn(self) -> None:
        """Wait until a worker is free, if not too many do, and not for too long."""
        if self._free.locked() and self._waiting >= self._terms.waiting:
            raise Busy(self._terms.retry_after)
        self._waiting += 1
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                await self._free.acquire()
        except TimeoutError:
            raise Busy(self._terms.retry_after) from None
        finally:
            self._waiting -= 1

    def _done(self, worker: _Worker, future: "asyncio.Future[Outcome]") -> None:
        if future.cancelled() and self._is_open:
            # It is stopped now. What it were given before it is back would be taken by the one
            # that takes its place, even if that is cancelled too, and stop that one as well.
            future = worker.start(_nothing)
            future.add_done_callback(partial(self._done, worker))
            return
        self._idle.append(worker)
        self._free.release()

    def stop(self) -> None:
        """Stop all workers, whatever they do."""
        self._is_open = False
        for worker in self.workers:
            worker.stop()


class Pools:
    """A pool for each pace, and one to make puzzles ahead."""

    def __init__(self, quick: Terms, slow: Terms) -> None:
        self._by_pace = {Pace.QUICK: Pool(quick), Pace.SLOW: Pool(slow), Pace.LONG: Pool(LONG)}
        self.ahead = Pool(AHEAD)

    def __getitem__(self, pace: Pace) -> Pool:
        return self._by_pace[pace]

    def start(self) -> None:
        for pace in (Pace.QUICK, Pace.SLOW):
            self._by_pace[pace].start()

    def stop(self) -> None:
        pools = (*self._by_pace.values(), self.ahead)
        for pool in pools:
            pool.stop()
        for worker in (worker for pool in pools for worker in pool.workers):
            worker.join()


def _seen(future: "asyncio.Future[Outcome]") -> None:
    """What became of it is no news, even if nobody waits for it any more."""
    if not future.cancelled():
        future.exception()


def _prepare(nice: int, most_bytes: int) -> None:
    """In a worker, before its first question."""
    follow_parent()
    if hasattr(os, "nice"):  # not on Windows
        os.nice(nice)
    limit_memory(most_bytes)


def limit_memory(most_bytes: int) -> None:
    """Let this process have no more memory than that, where the system can see to it."""
    try:
        import resource
    except ImportError:
        return  # not on Windows
    with suppress(ValueError):  # macOS has the limit, and refuses every value
        resource.setrlimit(resource.RLIMIT_AS, (most_bytes, most_bytes))


@contextmanager
def _told() -> Iterator[None]:
    """What happens to workers, in words."""
    try:
        yield
    except TookTooLong:
        raise NoAnswer("out of time") from None
    except (ProcessExpired, BrokenProcessPool):
        raise NoAnswer("the worker was stopped; try again") from None
    except MemoryError:
        raise NoAnswer("out of memory") from None


def _nothing() -> Outcome:
    """What a worker does to be ready."""
    return b""


def _answer(name: str, fields: Fields, seconds: float) -> Outcome:
    """In a worker."""
    _drop()
    return _outcome(lambda: ask(name, fields, seconds))


# In a worker: the answer that it has told some parts of.
_UNDER_WAY: list[Generator[dict[str, object], None, None]] = []


def _begin(name: str, fields: Fields) -> Outcome:
    """In a worker: the first part of an answer."""
    _drop()
    _UNDER_WAY.append(ask_on(name, fields))
    return _go_on()


def _go_on() -> Outcome:
    """In a worker: the next part."""
    return _outcome(lambda: next(_UNDER_WAY[-1], None))


def _drop() -> None:
    """In a worker: nobody wants more of an answer."""
    while _UNDER_WAY:
        _UNDER_WAY.pop().close()


def _outcome(work: Callable[[], dict[str, object] | None]) -> Outcome:
    """What the work comes to. Errors come back as plain data: they need not survive the way."""
    try:
        made = work()
        return NO_MORE if made is None else json.dumps(made).encode()
    except PuzzleError as error:
        return Refused(str(error), isinstance(error, OutOfTime))
    except MemoryError:
        forget()
        raise
