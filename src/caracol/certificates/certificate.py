"""A certificate as a record: a puzzle, what is claimed of its solutions, and the proof."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..puzzle import Value
from ..records import Fields, optional, required

# The fields that every certificate may have, in the order in which they are written.
KNOWN = ("certificate", "puzzle", "claim", "solution", "proof", "witnesses", "version")

# As text, or cell by cell.
StatedBoard = str | Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Certificate:
    """That a puzzle has one solution, or none, with a proof; docs/certificates.md has the format.

    `witnesses` are by the place of each clue a board that breaks this clue alone: no clue can be
    left out. Boards are texts, or, where `more` states the model, the value of each cell. `more`
    are further fields, such as the seed.
    """

    format: str
    puzzle: str
    claim: str
    proof: str
    version: str
    solution: StatedBoard | None = None
    witnesses: Mapping[str, StatedBoard] | None = None
    more: Fields = field(default_factory=dict)

    def to_json(self) -> dict[str, object]:
        fields = {
            "certificate": self.format,
            "puzzle": self.puzzle,
            "claim": self.claim,
            "solution": self.solution,
            "proof": self.proof,
            "witnesses": None if self.witnesses is None else dict(self.witnesses),
            "version": self.version,
        }
        return {name: value for name, value in fields.items() if value is not None} | {**self.more}

    @classmethod
    def from_json(cls, fields: Fields) -> "Certificate":
        return cls(
            required(fields, "certificate", str),
            required(fields, "puzzle", str),
            required(fields, "claim", str),
            required(fields, "proof", str),
            required(fields, "version", str),
            optional(fields, "solution", dict)
            if "cells" in fields
            else optional(fields, "solution", str),
            optional(fields, "witnesses", dict),
            {name: value for name, value in fields.items() if name not in KNOWN},
        )
