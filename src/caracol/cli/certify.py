"""The command that certifies: certificates, and clauses and proofs as files of their own."""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ..certificates import verify
from ..certificates import writing as certificates
from ..deadline import Deadline, in_time
from ..files import write_whole
from ..formats import show
from ..puzzle import OutOfTime, Puzzle, UsageError
from .explain import Manner, as_json, explained


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to write, and where; without a file, certificates go to standard output."""

    file: Path | None = None
    walk: bool = False
    witnesses: bool = True
    dimacs: Path | None = None
    drat: Path | None = None
    seconds: float | None = None


class Certified(NamedTuple):
    """A certificate as a line, its proof, and the clauses that it refutes, where wanted."""

    line: str
    proof: str
    dimacs: str


def run(puzzles: Sequence[Puzzle], wanted: Wanted) -> None:
    """Certify all puzzles; files appear whole or not at all."""
    if (wanted.dimacs or wanted.drat) and len(puzzles) != 1:
        raise UsageError(f"--dimacs and --drat expect one puzzle, found {len(puzzles)}")
    for file in (wanted.file, wanted.dimacs, wanted.drat):
        if file and not file.parent.is_dir():
            raise UsageError(f"{file}: no such directory")
    lines = []
    for puzzle in puzzles:
        certified = _in_time(puzzle, wanted)
        lines.append(certified.line)
        if not wanted.file:
            sys.stdout.write(certified.line)
    if wanted.file:
        write_whole(wanted.file, "".join(lines))
    if wanted.dimacs:
        write_whole(wanted.dimacs, certified.dimacs)
    if wanted.drat:
        write_whole(wanted.drat, certified.proof)


def _in_time(puzzle: Puzzle, wanted: Wanted) -> Certified:
    header = show(puzzle).partition("\n")[0]
    certificates.check_size(puzzle.family, puzzle.shape, header)
    if wanted.seconds is None:
        return _certified(puzzle, wanted)
    try:
        return in_time(partial(_certified, puzzle, wanted), wanted.seconds)
    except OutOfTime:
        raise OutOfTime(f"{header}: out of time after {wanted.seconds:g} s") from None


def _certified(puzzle: Puzzle, wanted: Wanted) -> Certified:
    deadline = Deadline(wanted.seconds)
    certificate = certificates.certify(puzzle, witnesses=wanted.witnesses, seconds=deadline.left())
    if wanted.walk:
        told = explained(puzzle, {}, Manner(seconds=deadline.left()))
        certificate["walk"] = as_json(told, "en")
    line = json.dumps(certificate, ensure_ascii=False) + "\n"
    try:
        verify.check_size(line)
    except verify.TooLarge as error:
        raise UsageError(f"cannot certify: the certificate would be {error}") from None
    dimacs = ""
    if wanted.dimacs:
        solution = certificates.stated_solution(puzzle, certificate)
        dimacs = certificates.dimacs(puzzle, solution)
    return Certified(line, str(certificate["proof"]), dimacs)
