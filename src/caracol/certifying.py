"""The command that certifies: certificates, and clauses and proofs as files of their own."""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from . import certificates
from .explaining import Manner, as_json, explained
from .files import write_whole
from .puzzle import Puzzle, UsageError
from .solve import solutions


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to write, and where; without a file, certificates go to standard output."""

    file: Path | None = None
    walk: bool = False
    witnesses: bool = True
    dimacs: Path | None = None
    drat: Path | None = None
    seconds: float | None = None


def run(puzzles: Sequence[Puzzle], wanted: Wanted) -> None:
    """Certify all puzzles; files appear whole or not at all."""
    if (wanted.dimacs or wanted.drat) and len(puzzles) != 1:
        raise UsageError(f"--dimacs and --drat take one puzzle, found {len(puzzles)}")
    for file in (wanted.file, wanted.dimacs, wanted.drat):
        if file and not file.parent.is_dir():
            raise UsageError(f"{file}: there is no such directory")
    lines = []
    for puzzle in puzzles:
        certificate = _certificate(puzzle, wanted)
        lines.append(json.dumps(certificate, ensure_ascii=False) + "\n")
        if not wanted.file:
            sys.stdout.write(lines[-1])
    if wanted.file:
        write_whole(wanted.file, "".join(lines))
    if wanted.dimacs:
        solution = next(iter(solutions(puzzles[0], 1)), None)
        write_whole(wanted.dimacs, certificates.dimacs(puzzles[0], solution))
    if wanted.drat:
        write_whole(wanted.drat, str(certificate["proof"]))


def _certificate(puzzle: Puzzle, wanted: Wanted) -> dict[str, object]:
    certificate = certificates.certify(puzzle, witnesses=wanted.witnesses, seconds=wanted.seconds)
    if wanted.walk:
        told = explained(puzzle, {}, Manner(seconds=wanted.seconds))
        certificate["walk"] = as_json(told, "en")
    return certificate
