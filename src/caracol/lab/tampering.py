"""Certificates changed at random: one bit, one literal, one line, one swap.

A change that verify.py accepts must have left the meaning as it was (the same boards, and the same
clauses in the same order), or another certificate that is right all the same, as where two lines of
a proof may change places. The latter is decided by other means than verify.py's: caracol reads the
boards, its rules' own `holds` judges them, and MiniSat propagates verify.py's clauses.
"""

import json
import random
from collections.abc import Mapping
from typing import Any

from pysat.solvers import Minisat22

from .. import formats, registry
from ..certificates import verify
from ..certificates.writing import clauses
from ..puzzle import Clue, Puzzle, PuzzleError, Solution

OUTCOMES = ("refused", "same meaning", "right as well", "wrong")


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


def _other_board(fields: dict[str, Any], rng: random.Random) -> str:
    """Two characters of the puzzle, the solution or a witness exchanged."""
    holder = rng.choice([fields, fields, fields.get("witnesses") or fields])
    name = rng.choice([*holder] if holder is not fields else ["puzzle", "solution"])
    characters = list(holder[name])
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
    given = dict(board.clues)
    model = registry.model(puzzle.family, puzzle.shape)
    values = {
        cell: next(value for value in held if str(value) == given[cell])
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
