"""The parts of caracol that are compiled C: breaking.c and cases.c, in one library."""

import ctypes
from array import array
from collections.abc import Iterable
from pathlib import Path

NAME = "libcaracol.so"  # on every system: what it is called is all the same to them

OUT_OF_MEMORY = -2  # as in compiled.h


def _loaded() -> ctypes.CDLL:
    path = Path(__file__).with_name(NAME)
    if not path.exists():
        raise ImportError(f"{path.name} was not built: install caracol with pip")
    library = ctypes.CDLL(str(path))
    library.breaking_start.restype = library.cases_start.restype = ctypes.c_void_p
    return library


LIBRARY = _loaded()


def started(address: int | None) -> ctypes.c_void_p:
    """What the library made."""
    if not address:
        raise MemoryError
    return ctypes.c_void_p(address)


def checked(result: int) -> int:
    if result == OUT_OF_MEMORY:
        raise MemoryError
    return result


def integers(numbers: Iterable[int]) -> ctypes.Array[ctypes.c_int]:
    held = array("i", numbers)
    return (ctypes.c_int * len(held)).from_buffer(held)


def ended(lists: Iterable[Iterable[int]]) -> ctypes.Array[ctypes.c_int]:
    """Numbers of many lists, with a nought behind each list."""
    numbers: list[int] = []
    for one in lists:
        numbers += one
        numbers.append(0)
    return integers(numbers)
