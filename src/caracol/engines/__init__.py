"""Engines translate a model for a solver, nothing more; this is what they have in common.

Enter at `engine`. `sat` is the default: an incremental SAT solver (MiniSat) under assumptions.
`cpsat` and `cpmpy` ask OR-Tools and whatever CPMpy knows; `search` is plain depth-first search by
the rules' own checks, the oracle of the tests. `ganak` counts models for `caracol count`. `native`
holds the compiled parts. To add an engine: a module with `engine`, and a line in `NEEDS`.
"""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol

from ..caches import kept
from ..deadline import Deadline
from ..extras import need
from ..model import Model, Rule
from ..puzzle import Cell, UsageError, Value, expected_one

DEFAULT = "sat"
# The package each engine needs.
NEEDS = {"sat": "pysat", "cpsat": "ortools", "cpmpy": "cpmpy", "search": ""}

Assignment = dict[Cell, Value]


class TooLong(Exception):
    """What is compiled needs more tries than are allowed, or cannot tell at all."""


class NotUnique(Exception):
    """All clues together leave a second board."""


@dataclass(slots=True)
class Statistics:
    """What one run took. What an engine does not count stays None."""

    engine: str  # "none" where a family joined tables
    method: str = "searched"  # or "constructed", "joined" or "read"
    build_seconds: float = 0.0
    solve_seconds: float = 0.0
    variables: int | None = None
    clauses: int | None = None
    constraints: int | None = None
    decisions: int | None = None
    propagations: int | None = None
    conflicts: int | None = None
    restarts: int | None = None

    def counted(self) -> dict[str, str | float | int]:
        """Only what is known, rounded to what was measured."""
        fields = {name: getattr(self, name) for name in self.__slots__}
        return {
            name: round(value, 6) if isinstance(value, float) else value
            for name, value in fields.items()
            if value is not None
        }

    def add(self, **counts: int) -> None:
        for name, count in counts.items():
            setattr(self, name, (getattr(self, name) or 0) + count)


@dataclass(frozen=True, slots=True)
class Run:
    """The boards of a puzzle as they are found, and what finding them has taken so far."""

    boards: Iterator[Assignment]
    statistics: Statistics


def heed_ctrl_c() -> None:
    """Let Python handle Ctrl-C again: OR-Tools leaves it to the system after each solve."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.getsignal(signal.SIGINT))


class Engine(Protocol):
    """Finds all boards of a model under clues, each once."""

    def __call__(self, model: Model, clues: tuple[Rule, ...], deadline: Deadline) -> Run: ...


def timed(boards: Iterator[Assignment], statistics: Statistics) -> Iterator[Assignment]:
    """The same boards, with the time to find them added to the statistics."""
    while True:
        start = time.perf_counter()
        try:
            board = next(boards, None)
        finally:
            statistics.solve_seconds += time.perf_counter() - start
        if board is None:
            return
        yield board


@contextmanager
def building(statistics: Statistics) -> Iterator[None]:
    """Count the time meanwhile as building the model, which `timed` takes for solving."""
    start = time.perf_counter()
    yield
    statistics.build_seconds = time.perf_counter() - start
    statistics.solve_seconds -= statistics.build_seconds


@kept(16)
def engine(name: str) -> Engine:
    """The engine of that name; a colon picks a solver behind it, as in `cpmpy:z3`."""
    base, _, solver = name.partition(":")
    if base not in NEEDS or (solver and base != "cpmpy"):
        raise UsageError(expected_one("an engine", NEEDS, name))
    if NEEDS[base]:
        need("engines", NEEDS[base])
    try:
        module = import_module(f"{__name__}.{base}")
    except ImportError as error:  # its libraries may not fit into memory
        raise UsageError(f"engine {base} cannot be loaded: {error}") from None
    found: Callable[[str], Engine] = module.engine
    return found(solver)
