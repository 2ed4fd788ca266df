"""What families share whose lines hold every number once."""

from collections.abc import Iterable, Iterator
from functools import partial

from ..boards.board import Line
from ..kinds import Count, Differ
from ..model import Rule
from ..phrases import say
from ..puzzle import Value

# Numbers are one character each: 1 to 9, then letters.
LARGEST = 35


def every_line_differs(
    lines: Iterable[Line], values: tuple[Value, ...], cost: int | None = None
) -> Iterator[Rule]:
    """The cost is that of seeing where one number must be."""
    for line in lines:
        yield Rule(
            say("the numbers in {line} all differ", line=line.name),
            Differ(line.cells),
            pieces=partial(number_by_number, line, values, cost),
        )


def number_by_number(
    line: Line, values: tuple[Value, ...], cost: int | None = None
) -> Iterator[Rule]:
    """A line of as many cells as there are numbers holds each of them."""
    full = len(line.cells) == len(values)
    sentence = "{line} holds exactly one {value}" if full else "{line} holds at most one {value}"
    for value in values:
        one = Count(line.cells, (value,), int(full), 1)
        yield Rule(say(sentence, line=line.name, value=value), one, cost)
