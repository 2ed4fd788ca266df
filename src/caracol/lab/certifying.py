"""What certificates cost, how large they are, and whether tampering with one goes unnoticed.

Every puzzle is made, certified, and verified by verify.py alone, in a process of its own that sees
nothing of caracol. Then certificates are changed at random. A change that verify.py accepts must
have left a true certificate: that is decided here by other means, the rules' own `holds` and a
plain propagation over the clauses that caracol writes.
"""

import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from .. import contract
from ..certificates import certify, clauses
from ..puzzle import Puzzle, PuzzleError, Solution, check_number
from ..setter import Order, produce
from ..standalone import verify
from . import experiment
from .report import Row, Section

SEED = 12
SECONDS = 900.0
SHAPES = (
    ("magic-snail", "5 ABC"),
    ("magic-snail", "7 ABC"),
    ("mno", "5"),
    ("mno", "7"),
    ("trid", "5 1..5"),
    ("trid", "7 1..7"),
    ("turn-12", "24"),
    ("turn-12", "72"),
)
# So large may a certificate without witnesses be, in bytes; so long may its check take, in seconds.
LARGEST, LONGEST = 20_000, 0.2
# By so much of its own time may certifying slow generating down.
MOST_MORE = 0.5
STARTS = 5


def main(arguments: list[str]) -> int:
    parser = experiment.options("certificates", __doc__, SECONDS)
    parser.add_argument("--puzzles", type=int, default=20, help="of each shape (default: 20)")
    parser.add_argument("--tamperings", type=int, default=500, help="in all (default: 500)")
    options = parser.parse_args(arguments)
    check_number("puzzles", options.puzzles, 1)
    check_number("tamperings", options.tamperings, 1)
    sections = measure(options.puzzles, options.tamperings)
    return experiment.run("certificates", arguments, options, sections, seeds=(SEED,))


class Sample(NamedTuple):
    """Certificates of puzzles of one shape, and what making both took, in seconds a puzzle."""

    name: str
    certificates: list[dict[str, object]]
    generating: float
    certifying: float


def measure(puzzles: int, tamperings: int) -> Iterator[Section]:
    samples = [_sample(Order(name, size, SEED), puzzles) for name, size in SHAPES]
    yield _sizes(samples)
    yield _costs(samples)
    yield _times(samples)
    yield _verified(samples)
    yield _tampered(samples, tamperings)


def _sample(order: Order, puzzles: int) -> Sample:
    start = time.perf_counter()
    made = [draw for draw in islice(filter(None, produce(order)), puzzles) if draw]
    half = time.perf_counter()
    certificates = [certify(draw.puzzle, solution=draw.solution) for draw in made]
    end = time.perf_counter()
    name = f"{contract.family(order.family).title} {order.size}"
    return Sample(name, certificates, (half - start) / len(made), (end - half) / len(made))


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
            (sample.generating * 1000, sample.certifying * 1000),
            f"+{sample.certifying / sample.generating:.0%}",
            f"<= +{MOST_MORE:.0%}",
            sample.certifying <= MOST_MORE * sample.generating,
        )
        for sample in samples
    )
    headings = ("generating", "certifying")
    return Section("cost, witnesses included", "ms a puzzle", "more", rows, headings)


def _times(samples: Sequence[Sample]) -> Section:
    """Whole processes, from the start of the interpreter."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "certificate.json")
        for sample in samples:
            largest = max(sample.certificates, key=lambda fields: len(str(fields["proof"])))
            path.write_text(json.dumps(largest), encoding="utf-8")
            times = []
            for _ in range(STARTS):
                start = time.perf_counter()
                assert _alone(path) == 0
                times.append(time.perf_counter() - start)
            met = sorted(times)[STARTS // 2] <= LONGEST
            figures = tuple(1000 * seconds for seconds in times)
            rows.append(Row(sample.name, figures, "", f"<= {1000 * LONGEST:.0f}", met))
    return Section("verify.py on the longest proof, whole process", "ms", "", tuple(rows))


def _alone(path: Path) -> int:
    """verify.py in a process that sees nothing of caracol."""
    command = [sys.executable, "-I", verify.__file__, str(path)]
    return subprocess.run(command, cwd=path.parent, capture_output=True, check=False).returncode


def _verified(samples: Sequence[Sample]) -> Section:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "certificates.jsonl")
        for sample in samples:
            lines = (json.dumps(fields) + "\n" for fields in sample.certificates)
            path.write_text("".join(lines), encoding="utf-8")
            start = time.perf_counter()
            status = _alone(path)
            seconds = time.perf_counter() - start
            count = len(sample.certificates)
            told = "all hold" if status == 0 else "some do not hold"
            rows.append(Row(sample.name, (count, seconds), told, "all hold", status == 0))
    headings = ("certificates", "seconds")
    return Section("verified by verify.py alone", "certificates", "", tuple(rows), headings)


def _tampered(samples: Sequence[Sample], tamperings: int) -> Section:
    rng = random.Random(SEED)
    small = [sample for sample in samples if "7" not in sample.name]
    refused = unchanged = wrong = 0
    for _ in range(tamperings):
        original = rng.choice(rng.choice(small).certificates)
        changed = tampered(json.dumps(original), rng)
        accepted = accepts(changed)
        if not accepted:
            refused += 1
        elif is_true(changed):
            unchanged += 1
        else:
            wrong += 1
    row = Row(
        "random changes",
        (tamperings, refused, unchanged, wrong),
        "",
        "0 wrong",
        wrong == 0,
    )
    headings = ("changes", "refused", "still true", "wrong")
    return Section("tampering", "certificates", "", (row,), headings)


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
        return verify.verify(text).holds
    except verify.NoCertificate:
        return False


def is_true(text: str) -> bool:
    """Whether what a certificate says is so, by other means than verify.py's."""
    fields = json.loads(text)
    try:
        puzzle = contract.parse(fields["puzzle"])
        solution = None
        if fields["claim"] == "unique":
            solution = _board(fields["solution"], puzzle)
            for clue in puzzle.clues if "witnesses" in fields else ():
                other = _board(fields["witnesses"][clue.place], puzzle.without(clue))
                if contract.clues(Puzzle(puzzle.family, puzzle.shape, (clue,)))[0].constraint.holds(
                    other.values
                ):
                    return False
    except (PuzzleError, KeyError, StopIteration):
        return False
    lemmas = [[int(word) for word in line.split()[:-1]] for line in fields["proof"].splitlines()]
    return refutes(list(clauses(puzzle, solution)), lemmas)


def _board(text: str, puzzle: Puzzle) -> Solution:
    """A full board that keeps the rules and the puzzle's clues."""
    told = dict(contract.parse(text).clues)
    model = contract.model(puzzle.family, puzzle.shape)
    values = {
        cell: next(value for value in held if str(value) == told[cell])
        for cell, held in model.cells.items()
    }
    if model.broken(values, contract.clues(puzzle)):
        raise KeyError("a rule is broken")
    return Solution(values)


def refutes(formula: list[list[int]], lemmas: list[list[int]]) -> bool:
    """Whether each lemma follows by propagation, looking at every clause again and again."""
    known = [*formula]
    for lemma in lemmas:
        false = {*lemma}
        if not _contradicts(known, false):
            return False
        known.append(lemma)
    return bool(lemmas) and not lemmas[-1]


def _contradicts(formula: list[list[int]], false: set[int]) -> bool:
    if any(-literal in false for literal in false):
        return True  # a lemma that says a thing or its contrary cannot be wrong
    found = True
    while found:
        found = False
        for clause in formula:
            if any(-literal in false for literal in clause):
                continue
            left = {literal for literal in clause if literal not in false}
            if not left:
                return True
            if len(left) == 1:
                false |= {-literal for literal in left}
                found = True
    return False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
