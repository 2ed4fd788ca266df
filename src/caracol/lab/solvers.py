"""Finite-domain solvers as processes of their own: started, stopped in time, and understood."""

import re
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from ..exports import written
from ..exports.source import Source, Wishes, rows
from ..puzzle import Value, Values
from .timing import Output, execute

# Each program, and the Debian package that has it.
PACKAGES = {"minizinc": "minizinc", "swipl": "swi-prolog-nox", "qqwing": "qqwing"}
# MiniZinc limits the time of the search; it may take these seconds more to flatten the model.
FLATTENING = 60.0

SOLUTION, COMPLETE, NONE = "----------", "==========", "=====UNSATISFIABLE====="
UNKNOWN = "=====UNKNOWN====="
# The status of a search that a solver does not offer, and of one that was stopped.
ABSENT, LATE = "absent", "out of time"


class Invalid(ValueError):
    """Output that is no board."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a run: boards, whether those are all, and what was counted."""

    status: str  # found, none, out of time, or what went wrong
    boards: tuple[Values, ...] = ()
    counted: dict[str, float] = field(default_factory=dict)
    complete: bool = False  # there are no other boards

    @property
    def ended(self) -> bool:
        return self.status in ("found", "none")

    @property
    def failed(self) -> bool:
        return not self.ended and self.status not in (ABSENT, LATE)


def missing(program: str) -> str:
    """How to install a program that is not there; nothing if it is."""
    return "" if shutil.which(program) else f"apt-get install {PACKAGES[program]}"


@cache
def offers(solver: str) -> bool:
    """Whether MiniZinc knows a solver of that name."""
    return solver in execute(["minizinc", "--solvers"], 10).text.lower()


def boards(lines: Sequence[str], source: Source) -> Iterator[Values]:
    """The boards that an exported model has printed."""
    written = [line for line in lines if line.strip()]
    layout = list(rows(source.cells))
    for start in range(0, len(written), len(layout)):
        here = written[start : start + len(layout)]
        if len(here) < len(layout):
            raise Invalid(f"a board that ends after {len(here)} of {len(layout)} lines")
        board: dict[str, int | str] = {}
        for (name, cells), line in zip(layout, here, strict=True):
            board |= _row(name, cells, line, source)
        broken = next((r for r in source.all_rules if not r.constraint.holds(board)), None)
        if broken:
            raise Invalid(f"a board that breaks a rule: {broken.sentence}")
        yield board


def _row(name: str, cells: Sequence[str], line: str, source: Source) -> Iterator[tuple[str, Value]]:
    words = line.split()
    if name and words[0] == name:
        words = words[1:]
    if len(words) != len(cells):
        raise Invalid(f"expected {len(cells)} values, found {line[:40]!r}")
    for cell, word in zip(cells, words, strict=True):
        value = {str(value): value for value in source.cells[cell]}.get(word)
        if value is None:
            raise Invalid(f"expected a value of {cell}, found {word[:40]!r}")
        yield cell, value


def minizinc(
    source: Source,
    seconds: float,
    limit: int = 1,
    solver: str = "gecode",
    search: tuple[str, ...] = (),
) -> Outcome:
    """Some boards, by one of the solvers of MiniZinc; a limit of 0 stands for all."""
    time_limit = ("--solver-time-limit", f"{seconds * 1000:.0f}")
    number = ("-n", str(limit)) if limit else ("-a",)
    words = ["minizinc", "--solver", solver, "--statistics", *time_limit, *number]
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder, "model.mzn")
        model.write_text(written(source, "mzn", Wishes(search)), encoding="utf-8")
        return understood(execute([*words, str(model)], seconds + FLATTENING), source)


# What swipl is to do with an exported program; it prints boards and figures as MiniZinc does.
MEASURE = """
measure(Options, Limit) :-
    get_time(Start), statistics(inferences, I0),
    ( board(Cells) -> Posted = true ; Posted = false ),
    get_time(Middle), statistics(inferences, I1),
    aggregate_all(count, ( Posted, limit(Limit, labeling(Options, Cells)), show(Cells),
                           format("----------~n") ), Found),
    get_time(End), statistics(inferences, I2),
    ( Found == 0 -> format("=====UNSATISFIABLE=====~n") ; true ),
    Post is Middle - Start, Label is End - Middle, Labeling is I2 - I1,
    forall(member(Name = Value, [post = Post, label = Label, inferences = Labeling]),
           format("%%%stat: ~w=~w~n", [Name, Value])).
"""


def prolog(source: Source, seconds: float, limit: int = 1, search: tuple[str, ...] = ()) -> Outcome:
    """Some boards, by SWI-Prolog with its library clpfd; a limit of 0 stands for all."""
    goal = f"measure([{', '.join(search)}], {limit or 'inf'})"
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "program.pl")
        program.write_text(written(source, "prolog", Wishes()) + MEASURE, encoding="utf-8")
        words = ["swipl", "-q", "-g", goal, "-t", "halt", str(program)]
        return understood(execute(words, seconds), source)


def understood(printed: Output, source: Source) -> Outcome:
    """What a solver has found, or what went wrong, by what it printed."""
    figures = re.findall(r"^%%%(?:mzn-)?stat: (\w+)=([\d.e+-]+)$", printed.text, re.M)
    counted = {name: float(number) for name, number in figures}
    lines = [line for line in printed.text.splitlines() if not line.startswith("%")]
    marks = {line for line in lines if re.fullmatch(r"[=-]{5,}\w*[=-]*", line)}
    if printed.stopped or UNKNOWN in marks or "Time limit exceeded" in printed.text:
        return Outcome(LATE, (), counted)
    if printed.status:
        return Outcome(_crash(printed))
    try:
        found = tuple(boards([line for line in lines if line not in marks], source))
    except Invalid as error:
        return Outcome(f"invalid: {error}")
    if (SOLUTION if found else NONE) not in marks:
        return Outcome("invalid: neither a board nor that there is none")
    complete = not found or COMPLETE in marks
    return Outcome("found" if found else "none", found, counted, complete)


def _crash(printed: Output) -> str:
    lines = [line for line in printed.errors.splitlines() if line.strip()]
    reason = next((line for line in lines if "rror" in line), lines[-1] if lines else "no reason")
    return f"crashed, status {printed.status}: {reason.strip()[:80]}"
