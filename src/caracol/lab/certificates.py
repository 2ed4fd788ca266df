"""What certificates cost, how large they are, and whether tampering with one goes unnoticed.

Every puzzle is made, certified, and verified by verify.py alone, in a process of its own that sees
nothing of caracol. Then certificates are changed at random, as `tampering` describes.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import NamedTuple

from .. import registry
from ..certificates import verify
from ..generation.order import Order
from ..generation.setter import SEARCHED
from . import experiment
from .samples import SEED, made
from .tables import Row, Section, growing, meets, milliseconds
from .tampering import OUTCOMES, outcome, tampered
from .timing import usage

SHAPES = (
    *("magic-snail 5 ABC", "magic-snail 7 ABC", "mno 5", "mno 7"),
    *("trid 5 1..5", "trid 7 1..7", "turn-12 24", "turn-12 72"),
)
# Puzzles made before the clock starts: what is built only once counts for neither.
BUILT = SEARCHED + 10
# Targets: bytes of a certificate without witnesses, milliseconds to check it, and by what part of
# its own time certifying slows generating down.
LARGEST, LONGEST, MOST_MORE = "<= 20000", "<= 200", "<= 0.5"
STARTS = 5


def add_options(parser: argparse.ArgumentParser) -> None:
    for name, what, usual in (("--puzzles", "of each shape", 20), ("--tamperings", "in all", 500)):
        what += " (default: %(default)s)"
        parser.add_argument(name, type=experiment.whole, default=usual, metavar="N", help=what)
    shape = "can be given several times (default: all)"
    parser.add_argument("--shape", action="append", choices=SHAPES, help=shape)


def measure(options: argparse.Namespace) -> Iterator[Section]:
    samples = [sample(shape, options.puzzles) for shape in options.shape or SHAPES]
    yield from growing(Section("size without witnesses", "bytes"), map(_size, samples))
    title = "generating without and with certificates, processor time"
    section = Section(title, "ms a puzzle", "more", headings=("without", "with"))
    yield from growing(section, map(_slowdown, samples))
    section = Section("verify.py on the longest proof, processor time", "ms")
    yield from growing(section, map(_longest, samples))
    headings = ("certificates", "ms each")
    section = Section("verified by verify.py alone", "processor time", headings=headings)
    yield from growing(section, map(_verified, samples))
    section = Section("tampering", "certificates", headings=("changes", *OUTCOMES))
    yield from growing(section, [_tampered(samples, options.tamperings)])


main = experiment.Experiment("certificates", __doc__, 900, measure, add_options)


class Sample(NamedTuple):
    """Certificates of puzzles of one shape, and what a puzzle took without and with one."""

    name: str
    certificates: list[Mapping[str, object]]
    without: float  # seconds of processor time
    with_: float


def sample(shape: str, puzzles: int) -> Sample:
    family, size = shape.split(" ", 1)
    order = Order(family, size, SEED)
    plain, certified = made(order), made(replace(order, certify_every=1))
    for _ in range(BUILT):
        next(plain, None), next(certified, None)
    certificates: list[Mapping[str, object]] = []
    without, with_ = 0.0, 0.0
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


def _size(sample: Sample) -> Row:
    bare = ({**certificate, "witnesses": None} for certificate in sample.certificates)
    sizes = tuple(float(len(json.dumps(fields))) for fields in bare)
    return Row(sample.name, sizes, "", LARGEST, meets(max(sizes), LARGEST))


def _slowdown(sample: Sample) -> Row:
    figures = (milliseconds(sample.without), milliseconds(sample.with_))
    more = sample.with_ / sample.without - 1
    return Row(sample.name, figures, f"{more:+.0%}", "<= +50%", meets(more, MOST_MORE))


def _longest(sample: Sample) -> Row:
    """Whole processes, from the start of the interpreter."""
    longest = max(sample.certificates, key=lambda fields: len(str(fields["proof"])))
    alone = [verified_alone([longest]) for _ in range(STARTS)]
    assert all(holds for holds, _ in alone)
    times = tuple(milliseconds(seconds) for _, seconds in alone)
    return Row(sample.name, times, "", LONGEST, meets(median(times), LONGEST))


def _verified(sample: Sample) -> Row:
    holds, seconds = verified_alone(sample.certificates)
    count = len(sample.certificates)
    figures = (count, milliseconds(seconds) / count)
    return Row(sample.name, figures, "yes" if holds else "no", "all hold", holds)


def verified_alone(certificates: Sequence[Mapping[str, object]]) -> tuple[bool, float]:
    """Whether verify.py accepts them all in a process that sees nothing of caracol, and its time.

    The time is the processor's, in seconds: what else runs on the machine does not count.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "certificates.jsonl")
        lines = (json.dumps(fields) + "\n" for fields in certificates)
        path.write_text("".join(lines), encoding="utf-8")
        done = usage((sys.executable, "-I", verify.__file__, str(path)), 600)
    return done.status == 0, done.processor


def _tampered(samples: Sequence[Sample], tamperings: int) -> Row:
    rng, found = random.Random(SEED), Counter[str]()
    for _ in range(tamperings):
        original = rng.choice(rng.choice(samples).certificates)
        found[outcome(original, tampered(json.dumps(original), rng))] += 1
    figures = (tamperings, *(found[heading] for heading in OUTCOMES))
    return Row("random changes", figures, "", "0 wrong", found["wrong"] == 0)
