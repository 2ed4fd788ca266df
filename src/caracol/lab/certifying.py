"""What certificates cost, how large they are, and whether tampering with one goes unnoticed.

Every puzzle is made, certified, and verified by verify.py alone, in a process of its own that sees
nothing of caracol. Then certificates are changed at random: one bit, one literal, one line, one
swap. A change that verify.py accepts must have left the meaning as it was (the same boards, and the
same clauses in the same order), or another certificate that is right all the same, as where two
lines of a proof may change places. The latter is decided by other means than verify.py's: caracol
reads the boards, its rules' own `holds` judges them, and MiniSat propagates the clauses that
caracol writes.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from pysat.solvers import Minisat22

from .. import formats, registry
from ..certificates import verify
from ..certificates.writing import clauses
from ..generation.order import Order
from ..generation.setter import SEARCHED
from ..puzzle import Clue, Puzzle, PuzzleError, Solution
from . import experiment
from .report import Row, Section
from .samples import SEED, made

SHAPES = (
    "magic-snail 5 ABC",
    "magic-snail 7 ABC",
    "mno 5",
    "mno 7",
    "trid 5 1..5",
    "trid 7 1..7",
    "turn-12 24",
    "turn-12 72",
)
# What is built but once counts for neither, a list of boards among it.
BUILT = SEARCHED + 10
# Targets: bytes of a certificate without witnesses, and seconds to check it.
LARGEST, LONGEST = 20_000, 0.2
# By so much of its own time may certifying slow generating down.
MOST_MORE = 0.5
STARTS = 5
OUTCOMES = ("refused", "same meaning", "right as well", "wrong")


def add_options(parser: experiment.Parser) -> None:
    parser.number("--puzzles", "of each shape", 20)
    told = "may be given again (default: all)"
    parser.add_argument("--shape", action="append", choices=SHAPES, help=told)
    parser.number("--tamperings", "in all", 500)


def measure(options: argparse.Namespace) -> Iterator[Section]:
    samples = [_sample(shape, options.puzzles) for shape in options.shape or SHAPES]
    yield _sizes(samples)
    yield _costs(samples)
    yield _times(samples)
    yield _verified(samples)
    yield _tampered(samples, options.tamperings)


main = experiment.Experiment("certificates", __doc__, 900, measure, add_options)


class Sample(NamedTuple):
    """Certificates of puzzles of one shape, and what a puzzle took without and with one."""

    name: str
    certificates: list[Mapping[str, object]]
    without: float  # seconds of processor time
    with_: float


def _sample(shape: str, puzzles: int) -> Sample:
    family, size = shape.split(" ", 1)
    order = Order(family, size, SEED)
    plain, certified = made(order), made(replace(order, certify=True))
    for _ in range(BUILT):
        next(plain, None), next(certified, None)
    certificates: list[Mapping[str, object]] = []
    without = with_ = 0.0
    for _ in range(puzzles):
        start = time.process_time()
        next(plain, None)
        half = time.process_time()
        one = next(certified, None)
        if not one:
            break  # there are no more of this shape
        without, with_ = without + half - start, with_ + time.process_time() - half
        certificates.append(one.certificate.to_json() if one.certificate else {})
    name, count = f"{registry.family(family).title} {size}", len(certificates)
    return Sample(name, certificates, without / count, with_ / count)


def _sizes(samples: Sequence[Sample]) -> Section:
    rows = []
    for sample in samples:
        bare = [{**certificate, "witnesses": None} for certificate in sample.certificates]
        sizes = tuple(float(len(json.dumps(fields))) for fields in bare)
        rows.append(Row(sample.name, sizes, "", f"<= {LARGEST}", max(sizes) <= LARGEST))
    return Section("size without witnesses", "bytes", "", tuple(rows))


def _costs(samples: Sequence[Sample]) -> Section:
    rows = tuple(
        Row(
            sample.name,
            (sample.without * 1000, sample.with_ * 1000),
            f"{sample.with_ / sample.without - 1:+.0%}",
            f"<= +{MOST_MORE:.0%}",
            sample.with_ <= (1 + MOST_MORE) * sample.without,
        )
        for sample in samples
    )
    headings = ("without", "with")
    title = "generating without and with certificates, processor time"
    return Section(title, "ms a puzzle", "more", rows, headings)


def _times(samples: Sequence[Sample]) -> Section:
    """Whole processes, from the start of the interpreter."""
    rows = []
    for sample in samples:
        longest = max(sample.certificates, key=lambda fields: len(str(fields["proof"])))
        alone = [_alone([longest]) for _ in range(STARTS)]
        assert all(holds for holds, _ in alone)
        times = [seconds for _, seconds in alone]
        met = median(times) <= LONGEST
        figures = tuple(1000 * seconds for seconds in times)
        rows.append(Row(sample.name, figures, "", f"<= {1000 * LONGEST:.0f}", met))
    return Section("verify.py on the longest proof, processor time", "ms", "", tuple(rows))


def _verified(samples: Sequence[Sample]) -> Section:
    rows = []
    for sample in samples:
        holds, seconds = _alone(sample.certificates)
        count = len(sample.certificates)
        figures = (count, 1000 * seconds / count)
        rows.append(Row(sample.name, figures, "yes" if holds else "no", "all hold", holds))
    headings = ("certificates", "ms each")
    return Section("verified by verify.py alone", "processor time", "", tuple(rows), headings)


def _alone(certificates: Sequence[Mapping[str, object]]) -> tuple[bool, float]:
    """Whether verify.py accepts them all in a process that sees nothing of caracol, and its time.

    The time is the processor's, in seconds: what else runs on the machine does not count.
    """
    from resource import RUSAGE_CHILDREN, getrusage  # not on Windows

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "certificates.jsonl")
        lines = (json.dumps(fields) + "\n" for fields in certificates)
        path.write_text("".join(lines), encoding="utf-8")
        command = [sys.executable, "-I", verify.__file__, str(path)]
        before = getrusage(RUSAGE_CHILDREN)
        done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
        after = getrusage(RUSAGE_CHILDREN)
    return done.returncode == 0, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _tampered(samples: Sequence[Sample], tamperings: int) -> Section:
    rng = random.Random(SEED)
    found: Counter[str] = Counter()
    for _ in range(tamperings):
        original = rng.choice(rng.choice(samples).certificates)
        found[outcome(original, tampered(json.dumps(original), rng))] += 1
    figures = (tamperings, *(found[heading] for heading in OUTCOMES))
    row = Row("random changes", figures, "", "0 wrong", found["wrong"] == 0)
    return Section("tampering", "certificates", "", (row,), ("changes", *OUTCOMES))


def outcome(original: Mapping[str, object], changed: str) -> str:
    """What became of a changed certificate, one of OUTCOMES."""
    if not accepts(changed):
        return "refused"
    try:
        if meaning(json.loads(changed)) == meaning(original):
            return "same meaning"
    except PuzzleError:  # verify.py must not read what caracol cannot
        return "wrong"
    return "right as well" if is_true(changed) else "wrong"


def tampered(text: str, rng: random.Random) -> str:
    """One bit, one literal, one line or one swap."""
    fields = json.loads(text)
    lines = fields["proof"].splitlines()
    at = rng.randrange(len(lines))
    match rng.randrange(5):
        case 0:
            raw = bytearray(text.encode())
            raw[rng.randrange(len(raw))] ^= 1 << rng.randrange(8)
            return raw.decode("utf-8", "replace")
        case 1:
            words = lines[at].split()
            words[rng.randrange(len(words))] = str(rng.choice((-1, 1)) * rng.randrange(1, 100))
            lines[at] = " ".join(words)
        case 2:
            del lines[at]
        case 3:
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        case _:
            return _other_board(fields, rng)
    fields["proof"] = "".join(f"{line}\n" for line in lines)
    return json.dumps(fields)


def _other_board(fields: dict[str, object], rng: random.Random) -> str:
    """Two characters of the puzzle, the solution or a witness exchanged."""
    where = rng.choice(["puzzle", "solution", *["witnesses"] * bool(fields.get("witnesses"))])
    holder, name = fields, where
    if where == "witnesses":
        witnesses = fields["witnesses"]
        assert isinstance(witnesses, dict)
        holder, name = witnesses, rng.choice(list(witnesses))
    characters = list(str(holder[name]))
    one, other = rng.randrange(len(characters)), rng.randrange(len(characters))
    characters[one], characters[other] = characters[other], characters[one]
    holder[name] = "".join(characters)
    return json.dumps(fields)


def accepts(text: str) -> bool:
    try:
        verify.verify(text)
    except ValueError:  # no certificate, or it does not hold
        return False
    return True


def meaning(fields: Mapping[str, Any]) -> tuple[object, ...]:
    """What a certificate says, however it is spelt."""
    witnesses = fields.get("witnesses")
    return (
        formats.parse(fields["puzzle"]),
        fields["claim"],
        "solution" in fields and formats.parse(fields["solution"]),
        witnesses and {place: formats.parse(text) for place, text in witnesses.items()},
        _lemmas(fields["proof"]),
    )


def _lemmas(proof: str) -> list[list[int]]:
    return [[int(word) for word in line.split()[:-1]] for line in proof.splitlines()]


def is_true(text: str) -> bool:
    """Whether what a certificate says is so, by other means than verify.py's."""
    fields = json.loads(text)
    try:
        puzzle = formats.parse(fields["puzzle"])
        solution = _board(fields["solution"], puzzle) if fields["claim"] == "unique" else None
        if not all(_gives_up(clue, puzzle, fields) for clue in puzzle.clues):
            return False
    except (PuzzleError, KeyError, StopIteration):
        return False
    return refutes([*clauses(puzzle, solution)], _lemmas(fields["proof"]))


def _gives_up(clue: Clue, puzzle: Puzzle, fields: Mapping[str, Any]) -> bool:
    """Whether the witness of a clue, if there are witnesses, breaks that clue and no other."""
    if "witnesses" not in fields:
        return True
    other = _board(fields["witnesses"][clue.place], puzzle.without(clue))
    return not registry.rule(puzzle.family, puzzle.shape, clue).constraint.holds(other.values)


def _board(text: str, puzzle: Puzzle) -> Solution:
    """A full board that keeps the rules, the puzzle's clues, and the sums that it states."""
    board = formats.parse(text)
    if (board.family, board.shape) != (puzzle.family, puzzle.shape):
        raise KeyError("another puzzle")
    told = dict(board.clues)
    model = registry.model(puzzle.family, puzzle.shape)
    values = {
        cell: next(value for value in held if str(value) == told[cell])
        for cell, held in model.cells.items()
    }
    if model.broken(values, (*registry.clues(puzzle), *registry.clues(board))):
        raise KeyError("a rule is broken")
    return Solution(values)


def refutes(formula: list[list[int]], lemmas: list[list[int]]) -> bool:
    """Whether each lemma follows by unit propagation, and the last is empty."""
    with Minisat22(bootstrap_with=formula) as solver:
        for lemma in lemmas:
            is_open, _ = solver.propagate([-literal for literal in lemma])
            if is_open:
                return False
            if lemma:
                solver.add_clause(lemma)
    return bool(lemmas) and not lemmas[-1]
