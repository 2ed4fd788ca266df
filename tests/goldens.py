"""Whole explanations as they were last approved; run this file to write them anew."""

from pathlib import Path

import caracol
from caracol.explanations.sentences import sentence
from caracol.explanations.techniques import technique
from caracol.explanations.walk import steps
from samples import samples

FOLDER = Path(__file__).parent / "golden"
LANGUAGES = ("en", "pt")
PUZZLES = ("magic-snail/report-000", "mno/report-003", "trid/circles", "turn-12/some-turns")


def puzzle(name: str) -> caracol.Puzzle:
    return next(sample.puzzle for sample in samples() if sample.name == name)


def golden(name: str, kind: str, language: str) -> Path:
    return FOLDER / f"{name.replace('/', '-')}.{kind}.{language}.txt"


def told(name: str, language: str) -> str:
    """Every told step, and the proof steps that it is made of by what they cost."""
    lines = []
    for step in caracol.told(puzzle(name)):
        costs = " ".join(str(part.cost) for part in step.parts)
        lines += [f"{technique(step).told(language)} ({costs})"]
        lines += [f"  {line}" for line in step.sentence(language).splitlines()]
    return "\n".join((*lines, ""))


def proved(name: str, language: str) -> str:
    """Every proof step."""
    lines = (
        f"{step.cost} {technique(step).told(language)}\n"
        f"  {sentence(puzzle(name), step, language)}\n"
        for step in steps(puzzle(name), seconds=None)
    )
    return "".join(lines)


KINDS = {"told": told, "proof": proved}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in PUZZLES:
        for kind, written in KINDS.items():
            for language in LANGUAGES:
                golden(name, kind, language).write_text(written(name, language))
