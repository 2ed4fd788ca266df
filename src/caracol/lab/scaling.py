"""Time and memory by size: what solving, proving, making and explaining cost as boards grow.

Every measurement is a process of its own. Times exclude starting the interpreter and its imports;
memory is the peak of the process. Curves end at the size that takes longer than its share of the
seconds; exponents are fitted to the larger half of a curve, where constant costs matter least.
"""

import argparse
import math
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from statistics import median
from typing import NamedTuple

from ..deadline import Deadline, in_time
from ..explanations.walk import Walk
from ..formats import shape
from ..generation.order import Order
from ..puzzle import OutOfTime, Puzzle, UsageError
from ..registry import family
from ..solve import Search, is_unique
from . import experiment
from .fit import larger_half, power_law
from .machine import resident_megabytes
from .samples import SEED, cube, made
from .tables import NOTHING, Picture, Row, Section, growing, milliseconds
from .timing import for_seconds, timed_cold

# More memory than that of a process that does nothing is not noise from here on.
LEAST_MEGABYTES = 1.0
SIZE, TIME, PEAK = "size", "ms", "MB"
# Puzzles of one size; the most rounds, and the seconds after which none is started.
PUZZLES, ROUNDS, ENOUGH = 3, 9, 0.5


def _construct(puzzle: Puzzle) -> None:
    search = Search(puzzle)
    assert next(iter(search), None) and search.statistics.method == "constructed"


# What they are called, and what they do with a puzzle or an order.
TASKS: dict[str, tuple[str, Callable[..., object]]] = {
    "solve": ("solve an empty board", lambda puzzle: next(iter(Search(puzzle, engine="sat")))),
    "construct": ("construct an empty board", _construct),
    "prove": ("prove unique", is_unique),
    "generate": ("generate", lambda order: list(islice(made(order), PUZZLES))),
    "hint": ("first hint", lambda puzzle: next(Walk(puzzle))),
    "nothing": ("do nothing", lambda _: None),
}


class Curve(NamedTuple):
    """A task on puzzles of growing size; `size` writes the header for a side."""

    family: str
    task: str
    size: str
    sides: tuple[int, ...]

    @property
    def title(self) -> str:
        return TASKS[self.task][0]

    def __str__(self) -> str:
        return f"{family(self.family).title}: {self.title}"

    def written(self, side: int) -> str:
        return self.size.format(side=side, wide=math.ceil(1.5 * side))

    def row(self, point: "Point", figure: float | None) -> Row:
        name = f"{self.title}, {self.written(point.side)}"
        shown = () if figure else (str(point.side), experiment.LATE)
        return Row(name, (point.side, figure), series=self.title, shown=shown)


CLUED = (5, 6, 7, 8, 9, 10, 12, 14, 16)
RINGS = (24, 36, 48, 60, 72, 100, 140)
CURVES = (
    Curve("magic-snail", "solve", "{side} ABC", (5, 7, 10, 14, 20, 28, 40, 56)),
    Curve("magic-snail", "prove", "{side} ABC", CLUED),
    Curve("magic-snail", "generate", "{side} ABC", CLUED),
    Curve("magic-snail", "hint", "{side} ABC", CLUED),
    Curve("mno", "solve", "{side}", (5, 7, 10, 14, 20, 28, 40, 56, 80, 112)),
    Curve("mno", "prove", "{side}", (*CLUED, 20, 24)),
    Curve("mno", "generate", "{side}", (*CLUED, 20, 24)),
    Curve("mno", "hint", "{side}", CLUED),
    Curve("trid", "solve", "{side} 1..{wide}", (5, 7, 10, 14, 20, 28, 40)),
    Curve("trid", "construct", "{side} 1..{wide}", (50, 70, 100, 140, 200, 280)),
    Curve("trid", "prove", "{side} 1..{side}", CLUED[:6]),
    Curve("trid", "generate", "{side} 1..{side}", CLUED[:6]),
    Curve("trid", "hint", "{side} 1..{side}", CLUED[:4]),
    Curve("turn-12", "solve", "{side}", (24, 48, 72, 100, 200, 400, 800)),
    Curve("turn-12", "prove", "{side}", RINGS),
    Curve("turn-12", "generate", "{side}", RINGS),
    Curve("turn-12", "hint", "{side}", (16, 24, 32, 40)),
)
FAMILIES = list(dict.fromkeys(curve.family for curve in CURVES))


class Point(NamedTuple):
    side: int
    milliseconds: float | None  # none where it ran out of time
    megabytes: float | None


def add_options(parser: argparse.ArgumentParser) -> None:
    some = f"out of {', '.join(FAMILIES)} (default: all)"
    name = experiment.one_of("a family", FAMILIES)
    parser.add_argument("families", nargs="*", type=name, metavar="FAMILY", help=some)
    parser.add_argument("--largest", type=experiment.whole, metavar="N", help="the largest size")


def chosen(names: Sequence[str], largest: float) -> list[Curve]:
    """The curves of these families, or of all, as far as a size."""
    cut = [
        curve._replace(sides=tuple(side for side in curve.sides if side <= largest))
        for curve in CURVES
        if curve.family in (names or FAMILIES)
    ]
    if not any(curve.sides for curve in cut):
        raise UsageError(f"there is nothing to measure up to the size {largest}")
    return [curve for curve in cut if curve.sides]


def measure(options: argparse.Namespace) -> Iterator[Section]:
    curves = chosen(options.families, options.largest or math.inf)
    return measured(curves, options.seconds)


main = experiment.Experiment("scaling", __doc__, 300, measure, add_options)


def measured(curves: Sequence[Curve], seconds: float) -> Iterator[Section]:
    """Time and memory of each family, and all exponents."""
    # A tenth is kept for what is not measured: puzzles being prepared, a last process to end.
    end = time.monotonic() + 0.9 * seconds
    (idle,) = points(Curve("mno", "nothing", "{side}", (3,)), 60)
    found: dict[Curve, list[Point]] = {}
    for name in dict.fromkeys(curve.family for curve in curves):
        mine = [curve for curve in curves if curve.family == name]
        yield from growing(_section(name, TIME), _rows(mine, curves, end, found))
        peaks = ((curve, point) for curve in mine for point in found[curve] if point.megabytes)
        rows = (curve.row(point, point.megabytes) for curve, point in peaks)
        yield from growing(_section(name, PEAK), rows)
    yield exponents(found, idle.megabytes or 0)


def _section(name: str, figure: str) -> Section:
    title = f"{family(name).title}: {'time' if figure == TIME else 'memory'} by size"
    picture = Picture("loglog", SIZE, figure)
    return Section(title, "one puzzle", headings=(SIZE, figure), picture=picture)


def _rows(
    mine: Sequence[Curve], every: Sequence[Curve], end: float, found: dict[Curve, list[Point]]
) -> Iterator[Row]:
    for curve in experiment.progress(mine, mine[0].family):
        # What a curve does not use is shared among those after it.
        share = max(1.0, (end - time.monotonic()) / (len(every) - len(found)))
        found[curve] = []
        for point in points(curve, share):
            found[curve].append(point)
            yield curve.row(point, point.milliseconds)


def points(curve: Curve, seconds: float) -> Iterator[Point]:
    """One for each size that can be measured in the time, and the first that cannot."""
    deadline = Deadline(seconds)
    for side in curve.sides:
        try:
            task = partial(cost, curve.task, _things(curve, side, deadline))
            spent, megabytes = in_time(task, deadline.left() or seconds)
        except OutOfTime:
            yield Point(side, None, None)
            return
        yield Point(side, milliseconds(spent), megabytes)


def _things(curve: Curve, side: int, deadline: Deadline) -> list[Puzzle] | list[Order]:
    """What the task is to be done with."""
    name, size = curve.family, curve.written(side)
    if curve.task in ("prove", "hint", "generate"):
        order = Order(name, size, SEED, seconds=deadline.left())
        generating = curve.task == "generate"
        return [order] if generating else [one.puzzle for one in islice(made(order), PUZZLES)]
    return [cube(side) if name == "turn-12" else Puzzle(name, shape(name, size))]


def cost(task: str, things: Sequence[object]) -> tuple[float, float]:
    """The seconds that one puzzle takes with empty caches, and the megabytes of this process."""
    puzzles = PUZZLES if task == "generate" else len(things)
    calls = [partial(TASKS[task][1], thing) for thing in things]
    rounds = (sum(timed_cold(call)[1] for call in calls) for _ in range(ROUNDS))
    return median(for_seconds(rounds, ENOUGH)[0]) / puzzles, resident_megabytes("VmHWM")


def exponents(found: dict[Curve, list[Point]], idle: float) -> Section:
    """How fast each curve rises."""
    rows = []
    for curve, points in found.items():
        times = [(point.side, point.milliseconds) for point in points if point.milliseconds]
        peaks = [(point.side, point.megabytes - idle) for point in points if point.megabytes]
        peaks = [peak for peak in peaks if peak[1] > LEAST_MEGABYTES]
        laws = [power_law(larger_half(curve)) for curve in (times, peaks)]
        texts = (f"{law.exponent:.2f} ± {law.error:.2f}" if law else NOTHING for law in laws)
        figures = (law.exponent if law else None for law in laws)
        largest = max((side for side, _ in times), default=None)
        shown = (*texts, str(largest or NOTHING))
        rows.append(Row(str(curve), (*figures, largest), shown=shown))
    headings = ("time", "memory", "largest size")
    notes = (
        "Least squares on logarithms over the larger half of the sizes, three at least; ± is the"
        " standard error. Costs need not follow a power law: where the error is large they do not.",
        f"Memory is what exceeds the {idle:.0f} MB of a process that does nothing.",
    )
    title = "exponents: how cost grows with the side N, or the N digits of a ring"
    return Section(title, rows=tuple(rows), headings=headings, notes=notes)
