"""What is kept between calls: each cache is bounded, safe from threads, emptied by `forget`."""

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
        remembering = lru_cache(maxsize=most)(function)
        _CLEAR.append(remembering.cache_clear)
        return remembering  # type: ignore[return-value]  # it is called like the function

    return keep


def forget() -> None:
    """Empty all caches: solvers, models, tables of boards, formulas."""
    for clear in _CLEAR:
        clear()


# Solvers must go before the library that they are made of does.
atexit.register(forget)
