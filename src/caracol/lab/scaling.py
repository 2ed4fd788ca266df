"""Time and memory by size: what solving, proving, making and explaining cost as boards grow.

Every measurement is a process of its own. Times exclude starting the interpreter and its imports;
memory is the peak of the process. Curves end at the size that takes longer than its share of the
seconds; exponents are fitted to the larger half of a curve, where constant costs show least.
"""

import argparse
import math
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ..deadline import Deadline
from ..formats import show
from ..generation.order import Order
from ..puzzle import OutOfTime, Puzzle, UsageError
from ..registry import family
from . import experiment, giants
from .fit import larger_half, power_law
from .report import NOTHING, Picture, Row, Section
from .samples import SEED
from .task import prepared
from .timing import run

# Memory is told from noise where it exceeds that of a process that does nothing by so much.
LEAST_MEGABYTES = 1.0
SIZE, TIME, PEAK = "size", "ms", "MB"
# How the tasks are called.
TITLES = {
    "solve": "solve an empty board",
    "construct": "construct an empty board",
    "prove": "prove unique",
    "generate": "generate",
    "hint": "first hint",
}


class Curve(NamedTuple):
    """A task on puzzles of growing size; `size` writes the header for a side."""

    family: str
    task: str
    size: str
    sides: tuple[int, ...]

    def written(self, side: int) -> str:
        return self.size.format(side=side, wide=math.ceil(1.5 * side))

    def __str__(self) -> str:
        return f"{family(self.family).title}: {TITLES[self.task]}"

    def row(self, point: "Point", figure: float | None, shown: tuple[str, ...] = ()) -> Row:
        name = f"{TITLES[self.task]}, {self.written(point.side)}"
        return Row(name, (point.side, figure), series=TITLES[self.task], shown=shown)


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


class Point(NamedTuple):
    side: int
    milliseconds: float | None  # none where it ran out of time
    megabytes: float | None


def add_options(parser: experiment.Parser) -> None:
    parser.add_argument("families", nargs="*", metavar="FAMILY", help="all, unless named")
    parser.number("--largest", "no larger sizes than this")


def chosen(names: Sequence[str], largest: float) -> list[Curve]:
    """The curves of these families, or of all, as far as a size."""
    known = list(dict.fromkeys(curve.family for curve in CURVES))
    for name in names:
        if name not in known:
            raise UsageError(f"expected families, out of {', '.join(known)}; found {name!r}")
    cut = [
        curve._replace(sides=tuple(side for side in curve.sides if side <= largest))
        for curve in CURVES
        if curve.family in (names or known)
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
    idle = idle_megabytes()
    found: dict[Curve, list[Point]] = {}
    for name in dict.fromkeys(curve.family for curve in curves):
        mine = [curve for curve in curves if curve.family == name]
        yield from experiment.growing(_section(name, TIME), _rows(mine, curves, end, found))
        rows = (
            curve.row(point, point.megabytes)
            for curve in mine
            for point in found[curve]
            if point.megabytes
        )
        yield from experiment.growing(_section(name, PEAK), rows)
    yield exponents(found, idle)


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
            shown = () if point.milliseconds else (str(point.side), experiment.LATE)
            yield curve.row(point, point.milliseconds, shown)


def points(curve: Curve, seconds: float) -> Iterator[Point]:
    """One for each size that can be measured in the time, and the first that cannot."""
    deadline = Deadline(seconds)
    with tempfile.TemporaryDirectory() as folder:
        for side in curve.sides:
            try:
                text = _prepared(curve, side, deadline)
                point = _measured(curve.task, side, text, Path(folder), deadline)
            except OutOfTime:
                point = Point(side, None, None)
            yield point
            if point.milliseconds is None:
                return


def _prepared(curve: Curve, side: int, deadline: Deadline) -> str:
    """What the task is to work on, as text."""
    order = Order(curve.family, curve.written(side), SEED, seconds=deadline.left())
    if curve.task in ("prove", "hint", "generate"):
        return prepared(curve.task, order)
    if curve.family == "turn-12":
        return show(giants.cube(side))
    return show(Puzzle(curve.family, order.shape))


def _measured(task: str, side: int, text: str, folder: Path, deadline: Deadline) -> Point:
    source, target = folder / "in.txt", folder / "out.txt"
    source.write_text(text, encoding="utf-8")
    words = (sys.executable, "-m", "caracol.lab.task", task, str(source), str(target))
    finished = run(words, max(1, math.ceil(deadline.left() or 1)))
    if finished.status < 0:
        raise OutOfTime("out of time")
    assert finished.status == 0, f"{task} of size {side} failed"
    return Point(side, 1000 * float(target.read_text("utf-8")), finished.megabytes)


def idle_megabytes() -> float:
    """What a process needs that does nothing, but could."""
    (idle,) = points(Curve("mno", "nothing", "{side}", (3,)), 60)
    return idle.megabytes or 0


def exponents(found: dict[Curve, list[Point]], idle: float) -> Section:
    """How fast each curve rises."""
    rows = []
    for curve, points in found.items():
        times = [(point.side, point.milliseconds) for point in points if point.milliseconds]
        peaks = [(point.side, point.megabytes - idle) for point in points if point.megabytes]
        laws = (
            power_law(larger_half(times)),
            power_law(larger_half([peak for peak in peaks if peak[1] > LEAST_MEGABYTES])),
        )
        told = tuple(f"{law.exponent:.2f} ± {law.error:.2f}" if law else NOTHING for law in laws)
        figures = tuple(law.exponent if law else None for law in laws)
        largest = max((side for side, _ in times), default=None)
        shown = (*told, str(largest or NOTHING))
        rows.append(Row(str(curve), (*figures, largest), shown=shown))
    headings = ("time", "memory", "largest size")
    notes = (
        "Least squares on logarithms over the larger half of the sizes, three at least; ± is the"
        " standard error. Costs need not follow a power law: where the error is large they do not.",
        f"Memory is what exceeds the {idle:.0f} MB of a process that does nothing.",
    )
    title = "exponents: how cost grows with the side N, or the N digits of a ring"
    return Section(title, rows=tuple(rows), headings=headings, notes=notes)
