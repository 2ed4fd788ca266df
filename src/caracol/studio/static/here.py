"""In a worker of a browser: questions and answers as text, for who has no objects of Python."""

import json
from collections.abc import Callable, Iterator

from ...puzzle import PuzzleError
from ..questions import EVERY, GRACE, STREAMS, ask, ask_on

# How much longer Python takes in a browser to come to the same.
SLOWNESS = 3


def limits() -> str:
    """After how many seconds whoever answers a question is to be stopped, and which are quick."""
    return json.dumps(
        {
            name: {"seconds": _seconds(name) + GRACE, "pace": question.pace.value}
            for name, question in EVERY.items()
        }
    )


def answer(name: str, fields: str, seconds: float | None = None) -> str:
    """One answer, or `{"error": …}`."""
    return _told(lambda: ask(name, json.loads(fields), seconds or _seconds(name)))


def parts(name: str, fields: str) -> Iterator[str]:
    """The parts of an answer; the last may be an error."""
    telling = ask_on(name, json.loads(fields))
    while True:
        part = _told(lambda: next(telling, {}))
        if part == "{}":
            return
        yield part


def _seconds(name: str) -> float:
    seconds = EVERY[name].seconds
    return seconds if name in STREAMS else SLOWNESS * seconds


def _told(work: Callable[[], dict[str, object]]) -> str:
    try:
        return json.dumps(work())
    except PuzzleError as error:
        return json.dumps({"error": str(error)})
