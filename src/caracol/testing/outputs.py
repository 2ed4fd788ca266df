"""Laws of what leaves caracol, certificates and models for other tools; and of time limits."""

import json
import time
from collections.abc import Callable
from contextlib import suppress

from .. import formats
from ..certificates.verify import DoesNotHold, verify
from ..certificates.writing import certify
from ..explanations.walk import grade
from ..exports import FORMATS, export
from ..generation.production import generate
from ..puzzle import OutOfTime, Puzzle
from ..solve import check, count, verdict
from .subject import Broken, Subject

# A question with hardly any time must be over by then: a slow machine also stops slowly.
AT_ONCE, SLACK = 0.05, 1.5


def certificates_hold_and_forged_ones_do_not(subject: Subject) -> Broken:
    for puzzle in (*subject.puzzles, *subject.generated):
        certificate = certify(puzzle)
        try:
            verify(json.dumps(certificate))
        except DoesNotHold as reason:
            yield f"{reason}:\n{formats.show(puzzle)}"
        with suppress(ValueError):
            verify(certificate | {"claim": "unsolvable"})
            yield f"proved to be unsolvable:\n{formats.show(puzzle)}"


def exports_are_written(subject: Subject) -> Broken:
    for puzzle in subject.puzzles:
        for to in FORMATS:
            text = export(puzzle, to)
            if not text.endswith("\n"):
                yield f"expected whole lines for {to}, found {text[-40:]!r}"
            if to == "cpmpy":
                compile(text, "exported", "exec")


def time_limits_are_kept(subject: Subject) -> Broken:
    name, empty = subject.family.name, Puzzle(subject.family.name, subject.example.shape)
    size = formats.size(name, subject.example.shape)
    questions: dict[str, Callable[[], object]] = {
        "solve": lambda: verdict(empty, limit=None, seconds=AT_ONCE),
        "count": lambda: count(empty, seconds=AT_ONCE),
        "check": lambda: check(subject.example, seconds=AT_ONCE),
        "grade": lambda: grade(subject.example, seconds=AT_ONCE),
        "generate": lambda: [*generate(name, size, count=1, seconds=AT_ONCE)],
    }
    for question, ask in questions.items():
        start = time.monotonic()
        with suppress(OutOfTime):
            ask()
        taken = time.monotonic() - start
        if taken > AT_ONCE + SLACK:
            yield f"{question} took {taken:.1f} s, not {AT_ONCE} s"


LAWS = (certificates_hold_and_forged_ones_do_not, exports_are_written, time_limits_are_kept)
