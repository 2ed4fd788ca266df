"""The commands that write certificates, with clauses and proofs if wanted, and check them."""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ..certificates import verify as checker
from ..certificates import writing as certificates
from ..certificates.certificate import Certificate
from ..deadline import Deadline, in_time
from ..explanations.explanation import explanation
from ..files import check_directory, write_whole
from ..generation.record import check
from ..puzzle import OutOfTime, Puzzle, PuzzleError, UsageError
from .console import BAD_INPUT, DONE, OUT_OF_TIME, header, place, warn
from .inputs import Read, read_all


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


def certify(options: argparse.Namespace) -> int:
    wanted = Wanted(
        options.output,
        walk=options.walk,
        witnesses=not options.no_witnesses,
        dimacs=options.dimacs,
        drat=options.drat,
        seconds=options.seconds,
    )
    return _write(read_all(options.files), wanted)


def verify(options: argparse.Namespace) -> int:
    return checker.main(options.files, check)


def _write(reads: Sequence[Read], wanted: Wanted) -> int:
    """Certify all puzzles; files appear whole, or not at all if a puzzle cannot be certified."""
    if (wanted.dimacs or wanted.drat) and len(reads) != 1:
        raise UsageError(f"--dimacs and --drat expect one puzzle, found {len(reads)}")
    for file in (wanted.file, wanted.dimacs, wanted.drat):
        if file:
            check_directory(file)
    worst, found = _certify_all(reads, wanted)
    if worst != DONE:
        return worst
    if wanted.file:
        write_whole(wanted.file, "".join(certified.line for certified in found))
    if wanted.dimacs:
        write_whole(wanted.dimacs, found[0].dimacs)
    if wanted.drat:
        write_whole(wanted.drat, found[0].proof)
    return DONE


def _certify_all(reads: Sequence[Read], wanted: Wanted) -> tuple[int, list[Certified]]:
    """The worst exit status and the certificates; puzzles that have none are named."""
    worst, found = DONE, []
    for read in reads:
        try:
            found.append(_in_time(read.puzzle, wanted))
        except PuzzleError as error:
            warn(f"{place(read)}: {error}")
            worst = max(worst, OUT_OF_TIME if isinstance(error, OutOfTime) else BAD_INPUT)
        else:
            if not wanted.file:
                sys.stdout.write(found[-1].line)
    return worst, found


def _in_time(puzzle: Puzzle, wanted: Wanted) -> Certified:
    certificates.check_size(puzzle.family, puzzle.shape, header(puzzle))
    if wanted.seconds is None:
        return _certified(puzzle, wanted)
    try:
        return in_time(partial(_certified, puzzle, wanted), wanted.seconds)
    except OutOfTime:
        raise OutOfTime(f"{header(puzzle)}: out of time after {wanted.seconds:g} s") from None


def _certified(puzzle: Puzzle, wanted: Wanted) -> Certified:
    deadline = Deadline(wanted.seconds)
    fields = certificates.certify(puzzle, witnesses=wanted.witnesses, seconds=deadline.left())
    certificate = Certificate.from_json(fields)
    if wanted.walk:
        walk = explanation(puzzle, seconds=deadline.left()).to_json()
        certificate = replace(certificate, more={**certificate.more, "walk": walk})
    line = json.dumps(certificate.to_json(), ensure_ascii=False) + "\n"
    try:
        checker.check_size(line)
    except checker.TooLarge as error:
        raise UsageError(f"cannot certify: the certificate would be {error}") from None
    dimacs = ""
    if wanted.dimacs:
        solution = certificates.stated_solution(puzzle, fields)
        dimacs = certificates.dimacs(puzzle, solution)
    return Certified(line, certificate.proof, dimacs)
