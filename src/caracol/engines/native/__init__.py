"""The parts of caracol that are also written in C, if they were built: hitting sets, case splits,
exact covers, paths read by automata.

Everything works without them, only slower: each has its twin in Python, which gives the same
answers. CARACOL_PURE=1 in the environment asks for the twins.
"""

import ctypes
import os
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path

PATH = Path(__file__).with_name("libcaracol.so")  # on every system: ctypes takes any name

TOO_LONG, OUT_OF_MEMORY, BAD_NUMBER = -1, -2, -3  # as in native.h

_INT, _LONG, _ADDRESS = ctypes.c_int, ctypes.c_int64, ctypes.c_void_p
_FUNCTIONS: dict[str, tuple[object, list[object]]] = {
    "hitting_set": (_INT, [_INT, *[_ADDRESS] * 3, _INT, _ADDRESS, _INT, _INT, *[_ADDRESS] * 3]),
    "cases_start": (_INT, [_INT, _INT, _ADDRESS, _INT, _ADDRESS, _ADDRESS]),
    "cases_forget": (None, [_ADDRESS]),
    "cases_refute": (_INT, [_ADDRESS, _INT, _ADDRESS, _LONG]),
    "cases_find": (_INT, [_ADDRESS, _INT, _ADDRESS, _LONG]),
    "cases_result": (_INT, [_ADDRESS, _ADDRESS]),
    "covers_start": (_INT, [_INT, _INT, _ADDRESS, _ADDRESS]),
    "covers_forget": (None, [_ADDRESS]),
    "covers_reduce": (_INT, [_ADDRESS, _INT, _ADDRESS, _INT, _ADDRESS, _LONG]),
    "covers_result": (_INT, [_ADDRESS, _ADDRESS]),
    "paths_start": (_INT, [_INT, _INT, _ADDRESS, _INT, _ADDRESS, _ADDRESS]),
    "paths_forget": (None, [_ADDRESS]),
    "paths_narrow": (_INT, [_ADDRESS, _ADDRESS]),
    "paths_reduce": (_INT, [_ADDRESS, _ADDRESS, _INT, _ADDRESS, _LONG]),
    "paths_result": (_INT, [_ADDRESS, _ADDRESS]),
}


def load(path: Path) -> ctypes.CDLL | None:
    """The library, if it is there and was built from these sources, as far as its names tell."""
    if not path.exists():
        return None
    try:
        library = ctypes.CDLL(str(path))
    except OSError:  # built for another system, as on disks that several share
        return None
    if not all(hasattr(library, name) for name in _FUNCTIONS):
        return None
    for name, (result, arguments) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


LIBRARY = None if os.environ.get("CARACOL_PURE") == "1" else load(PATH)


def checked(result: int) -> int:
    if result == OUT_OF_MEMORY:
        raise MemoryError
    if result == BAD_NUMBER:
        raise ValueError("expected literals of the formula's variables")
    return result


def terminated(lists: Iterable[Sequence[int]]) -> "array[int]":
    """Numbers of many lists, each list followed by a zero."""
    numbers: list[int] = []
    for one in lists:
        if 0 in one:
            raise ValueError("expected literals, found 0")
        numbers += one
        numbers.append(0)
    return array("i", numbers)


def address(numbers: "array[int]") -> int:
    """Where numbers stand, as long as the array lives and does not grow."""
    return numbers.buffer_info()[0]
