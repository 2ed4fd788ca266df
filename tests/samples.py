"""The printed samples: puzzles of every family, each with its single answer."""

from dataclasses import dataclass
from pathlib import Path

import caracol
from caracol import registry

FOLDER = Path(__file__).with_suffix("")


@dataclass(frozen=True, slots=True)
class Sample:
    """A puzzle and its answer, as texts."""

    name: str
    text: str
    answer: str

    def __str__(self) -> str:
        return self.name

    @property
    def puzzle(self) -> caracol.Puzzle:
        return caracol.parse(self.text)

    @property
    def solution(self) -> caracol.Solution:
        """The answer's values, of the type that its family's cells hold."""
        given = caracol.parse(self.answer)
        cells = registry.model(given.family, given.shape).cells
        told = dict(given.clues)
        return caracol.Solution(
            {
                cell: next(v for v in values if str(v) == told[cell])
                for cell, values in cells.items()
            }
        )


def samples() -> tuple[Sample, ...]:
    """Every `samples/<family>/<name>.txt` with the `<name>.answer.txt` beside it."""
    answers = sorted(FOLDER.glob("*/*.answer.txt"))
    puzzles = [path.with_name(path.name.replace(".answer", "")) for path in answers]
    return tuple(
        Sample(f"{puzzle.parent.name}/{puzzle.stem}", puzzle.read_text(), answer.read_text())
        for puzzle, answer in zip(puzzles, answers, strict=True)
    )
