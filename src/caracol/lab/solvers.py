"""Finite-domain solvers as processes of their own: started, stopped in time, and understood."""

import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from ..exports.source import Source, rows
from ..puzzle import UsageError, Value, Values
from .timing import Output, execute, timed

# Each program, and the Debian package that has it.
PACKAGES = {"minizinc": "minizinc", "swipl": "swi-prolog-nox"}
# A solver that does not end by its own limit is stopped from outside, later by these seconds.
GRACE = 2.0

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


def need(program: str) -> None:
    if missing(program):
        raise UsageError(f"{program} is not installed: {missing(program)}")


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
    model: Path, source: Source, seconds: float, limit: int = 1, solver: str = "gecode"
) -> Outcome:
    """Some boards, by one of the solvers of MiniZinc; a limit of 0 stands for all."""
    need("minizinc")
    time_limit = ("--time-limit", f"{seconds * 1000:.0f}")
    number = ("-n", str(limit)) if limit else ("-a",)
    words = ["minizinc", "--solver", solver, "--statistics", *time_limit, *number, str(model)]
    return understood_minizinc(execute(words, seconds + GRACE), source)


def understood_minizinc(printed: Output, source: Source) -> Outcome:
    if printed.stopped:
        return Outcome(LATE)
    lines = [line for line in printed.text.splitlines() if not line.startswith("%")]
    counted = _counted(printed)
    marks = {line for line in lines if re.fullmatch(r"[=-]{5,}\w*[=-]*", line)}
    if UNKNOWN in marks or "Time limit exceeded" in printed.text:
        return Outcome(LATE, (), counted)
    if printed.status:
        return Outcome(_crash(printed))
    outcome = _found([line for line in lines if line not in marks], source, counted)
    if outcome.status == "found" and SOLUTION in marks:
        return replace(outcome, complete=COMPLETE in marks)
    if outcome.status in ("found", "none") and NONE not in marks:
        return Outcome("invalid: neither a board nor that there is none")
    return outcome


def _counted(printed: Output) -> dict[str, float]:
    """The figures, each on a line of its own."""
    figures = re.findall(r"^%%%(?:mzn-)?stat: (\w+)=([\d.e+-]+)$", printed.text, re.M)
    return {name: float(number) for name, number in figures}


def _found(lines: Sequence[str], source: Source, counted: dict[str, float]) -> Outcome:
    """The boards of the lines, or that there are none."""
    try:
        found = tuple(boards(lines, source))
    except Invalid as error:
        return Outcome(f"invalid: {error}")
    return Outcome("found" if found else "none", found, counted, complete=not found)


@dataclass(frozen=True, slots=True)
class Flat:
    """A model that MiniZinc has flattened for Gecode, once for many searches."""

    constraints: str
    output: Path  # says how boards are printed
    seconds: float


# What a model is flattened with, to be replaced by each search.
ANY_SEARCH = ("input_order", "indomain_min")


def flatten(model: Path, seconds: float) -> Flat | str:
    """The model in FlatZinc, or why there is none."""
    need("minizinc")
    flat, output = model.with_suffix(".fzn"), model.with_suffix(".ozn")
    words = ["minizinc", "-c", "--solver", "gecode", "--fzn", str(flat), "--ozn", str(output)]
    printed, spent = timed(lambda: execute([*words, str(model)], seconds))
    if printed.stopped:
        return "out of time while flattening"
    if printed.status or not (flat.is_file() and output.is_file()):
        return _crash(printed)
    return Flat(flat.read_text("utf-8"), output, spent)


def gecode(flat: Flat, source: Source, search: tuple[str, str], seconds: float) -> Outcome:
    """The first board that Gecode finds by this search."""
    file = flat.output.with_suffix(".search.fzn")
    any_search, this_search = ",".join(ANY_SEARCH), ",".join(search)
    assert any_search in flat.constraints, "the search is part of the model"
    file.write_text(flat.constraints.replace(any_search, this_search), encoding="utf-8")
    words = ["fzn-gecode", "-s", "-time", f"{seconds * 1000:.0f}", str(file)]
    printed = execute(words, seconds + GRACE)
    if printed.stopped or printed.status:
        return understood_minizinc(printed, source)
    if "unsupported annotation" in printed.errors:
        return Outcome(ABSENT)
    # Gecode names variables and numbers; MiniZinc makes a board of them.
    words = ["minizinc", "--ozn-file", str(flat.output)]
    return understood_minizinc(execute(words, GRACE, printed.text), source)


def _crash(printed: Output) -> str:
    lines = [line for line in printed.errors.splitlines() if line.strip()]
    reason = next((line for line in lines if "rror" in line), lines[-1] if lines else "no reason")
    return f"crashed, status {printed.status}: {reason.strip()[:80]}"


# What swipl is to do with an exported program; the figures come on lines of their own.
MEASURE = """
measure(Options, Limit) :-
    get_time(Start), statistics(inferences, I0),
    ( board(Cells) -> Posted = true ; Posted = false ),
    get_time(Middle), statistics(inferences, I1),
    ( Posted == false -> true
    ; forall(limit(Limit, labeling(Options, Cells)), show(Cells)) ),
    get_time(End), statistics(inferences, I2),
    Post is Middle - Start, Label is End - Middle,
    Posting is I1 - I0, Labeling is I2 - I1,
    forall(member(Name = Value, [post = Post, label = Label,
                                 postInferences = Posting, inferences = Labeling]),
           format("%%%stat: ~w=~w~n", [Name, Value])).
"""


def prolog(
    program: Path, source: Source, options: Sequence[str], seconds: float, limit: int = 1
) -> Outcome:
    """Some boards, by SWI-Prolog with its library clpfd; a limit of 0 stands for all."""
    need("swipl")
    measure = program.with_name("measure.pl")
    measure.write_text(MEASURE, encoding="utf-8")
    goal = f"measure([{', '.join(options)}], {limit or 'inf'})"
    words = ["swipl", "-q", "-g", goal, "-t", "halt", str(program), str(measure)]
    return understood_prolog(execute(words, seconds), source)


def understood_prolog(printed: Output, source: Source) -> Outcome:
    if printed.stopped:
        return Outcome(LATE)
    counted = _counted(printed)
    if printed.status or not counted:
        return Outcome(_crash(printed) if printed.status else "invalid: no figures")
    lines = [line for line in printed.text.splitlines() if not line.startswith("%")]
    return _found(lines, source, counted)
