"""What is kept between calls: each cache is bounded, safe from threads, emptied by `forget`.

There is no other cache: what else outlives a call belongs to an object of the caller.
"""

import atexit
from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
Result = TypeVar("Result")

_CLEAR: list[Callable[[], None]] = []


def kept(most: int) -> Callable[[Callable[P, Result]], Callable[P, Result]]:
    """Keep the results of a function for at most this many different arguments."""

    def keep(function: Callable[P, Result]) -> Callable[P, Result]:
        cached = lru_cache(maxsize=most)(function)
        _CLEAR.append(cached.cache_clear)
        return cached  # type: ignore[return-value]  # it is called like the function

    return keep


def forget() -> None:
    """Empty all caches: solvers, models, tables of boards, formulas."""
    for clear in [*_CLEAR]:  # another thread may just load a module
        clear()


# Solvers must go before the library that they are made of does.
atexit.register(forget)
