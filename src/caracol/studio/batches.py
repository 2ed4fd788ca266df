"""Puzzles made by the dozen, and the book of them."""

import base64
from collections.abc import Iterator, Sequence

from ..books import book as books
from ..deadline import Deadline
from ..formats import show
from ..generation.order import Made, parse_order
from ..generation.production import produce, with_kinds_for_level
from ..puzzle import NoSolution, OutOfTime, UsageError, check_number
from .asked import Batch, Bound
from .survey import Part, end

MOST = 60
# Seconds for one of them.
FOR_EACH = 60.0


def batch(words: Batch, deadline: Deadline) -> Iterator[Part]:
    """Puzzles as they are made, then a book of all of them, or of those made in time."""
    check_number("a count", words.count, 1)
    if words.count > MOST:
        raise UsageError(f"expected a count of at most {MOST}, found {words.count}")
    made: list[Made] = []
    try:
        for one in _made(words, deadline):
            made.append(one)
            yield _told(one, len(made), words.count)
            if len(made) == words.count:
                break
    except OutOfTime:
        pass
    if not made:
        raise NoSolution(
            f"no puzzle {words.family} {words.size} {words.level}".rstrip() + " was found"
        )
    texts = "".join(show(one.puzzle) for one in made)
    entries = [*books.entries([one.puzzle for one in made], texts, "the book")]
    told = {"type": "application/pdf", "data": printed(entries, words, Deadline(FOR_EACH))}
    yield Part("book", told)
    yield end(late=len(made) < words.count)


def _made(words: Batch, deadline: Deadline) -> Iterator[Made]:
    order = parse_order(
        words.family, words.size, seed=words.seed or 0, level=words.level, seconds=FOR_EACH
    )
    for draw in produce(with_kinds_for_level(order)):
        deadline.check()
        if draw:
            yield draw


def _told(made: Made, number: int, count: int) -> Part:
    told: dict[str, object] = {"made": number, "count": count, "puzzle": show(made.puzzle)}
    if made.graded:
        told["level"] = made.graded.level.value
    return Part("puzzle", told, final=False)


def printed(entries: Sequence[books.Entry], words: Batch | Bound, deadline: Deadline) -> str:
    """A book with solutions, as PDF in base64."""
    layout = books.Layout(
        words.title, words.per_page, words.paper, words.language, seconds=deadline.left()
    )
    return base64.b64encode(books.book(entries, layout)).decode("ascii")
