"""Generated puzzles as records: what a line of a file holds."""

import shlex
from dataclasses import dataclass

from ..certificates import verify
from ..certificates.certificate import Certificate
from ..explanations.grade import Grade, Level
from ..formats import parse, show
from ..puzzle import Solution
from ..records import Fields, choice, optional, required
from .order import Made, Order
from .targets import Graded


@dataclass(frozen=True, slots=True)
class Record:
    """A puzzle and its solution as text, how it was made, and what is known of it."""

    family: str
    puzzle: str
    solution: str
    clues: int
    seed: int
    serial: int
    made_by: str  # the command that makes this record again
    at_least: int | None = None  # the clues that any unique puzzle of this solution needs
    graded: Graded | None = None
    certificate: Certificate | None = None

    def to_json(self) -> dict[str, object]:
        fields: dict[str, object] = {
            "family": self.family,
            "puzzle": self.puzzle,
            "solution": self.solution,
            "clues": self.clues,
            "seed": self.seed,
            "serial": self.serial,
            "made_by": self.made_by,
        }
        if self.at_least is not None:
            fields |= {"at_least": self.at_least, "fewest": self.at_least == self.clues}
        if self.graded:
            grade = self.graded.grade
            fields |= {"level": self.graded.level.value, "grade": grade and grade.to_json()}
        if self.certificate:
            fields["certificate"] = self.certificate.to_json()
        return fields

    @classmethod
    def from_json(cls, fields: Fields) -> "Record":
        certificate = optional(fields, "certificate", dict)
        return cls(
            required(fields, "family", str),
            required(fields, "puzzle", str),
            required(fields, "solution", str),
            required(fields, "clues", int),
            required(fields, "seed", int),
            required(fields, "serial", int),
            required(fields, "made_by", str),
            optional(fields, "at_least", int),
            _graded(fields),
            None if certificate is None else Certificate.from_json(certificate),
        )


def _graded(fields: Fields) -> Graded | None:
    if "level" not in fields:
        return None
    grade = optional(fields, "grade", dict)
    level = choice("a level", Level, fields["level"])
    return Graded(level, None if grade is None else Grade.from_json(grade))


def record(order: Order, made: Made) -> Record:
    return Record(
        made.puzzle.family,
        show(made.puzzle),
        show(made.puzzle, made.solution),
        len(made.puzzle.clues),
        order.seed,
        made.serial,
        made_by(order, made.serial, as_json=True),
        made.at_least,
        made.graded,
        made.certificate,
    )


def made_by(order: Order, serial: int, *, as_json: bool) -> str:
    """The command that prints the puzzle again, or its record, byte for byte."""
    words = [*order.words, "--serial", str(serial)]
    if as_json:
        words.append("--json")
        if order.certify_every > 1:
            words += ["--certify-every", str(order.certify_every)]
        elif bool(order.certify_every) != order.is_cheap_to_certify:
            words.append("--certify" if order.certify_every else "--no-certify")
    return shlex.join(words)


def check(text: str) -> str:
    """What is proved by a certificate, or by the one in a record, which must be about the same."""
    fields = verify.decoded(text)
    if not isinstance(fields, dict) or not isinstance(fields.get("certificate"), dict):
        return verify.check(text)
    inside = fields["certificate"]
    proved = verify.verify(inside)
    stated = {"puzzle": inside["puzzle"], "solution": inside.get("solution")}
    if isinstance(stated["solution"], dict):  # cell by cell, where the certificate states its model
        stated["solution"] = show(parse(inside["puzzle"]), Solution(stated["solution"]))
    for name, text in stated.items():
        if fields.get(name) != text:
            raise verify.DoesNotHold(f"the {name} differs from that of the certificate")
    unchecked = fields.keys() - {"puzzle", "solution", "certificate"}
    return proved + verify.besides(unchecked | verify.UNCHECKED & inside.keys())
