"""Certificates made without caracol's own prover, and a slow and plain way to check them."""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from typing import Any

from pysat.solvers import Glucose4

from caracol import formats
from caracol.certificates import writing as certificates
from caracol.certificates.verify import (
    FAMILIES,
    DoesNotHold,
    Encoding,
    PuzzleText,
    exactly_one,
    verify,
)
from caracol.puzzle import Value
from samples import samples

SAMPLES = {
    sample.name: (formats.show(sample.puzzle), formats.show(sample.puzzle, sample.solution))
    for sample in samples()
    if sample.puzzle.family in FAMILIES  # whose rules verify.py knows
}


def formula(puzzle: PuzzleText, solution: Sequence[int] = ()) -> list[list[int]]:
    """All clauses; with the facts of a solution also that some cell differs."""
    differs = [[-fact for fact in solution]] if solution else []
    model = puzzle.model()
    encoding = Encoding(model.cells)
    cells = (exactly_one([*held.values()]) for held in encoding.x.values())
    rules = map(encoding.clauses, (*model.rules, *model.clues.values()))
    return [*map(list, chain(*cells, *rules)), *differs]


def variables(puzzle: PuzzleText) -> dict[str, dict[Value, int]]:
    """By cell and value."""
    return Encoding(puzzle.model().cells).x


def clues(puzzle: PuzzleText) -> dict[str, str]:
    """What stands at each place, if anything does."""
    return {place: word for place, word in (puzzle.entries | puzzle.sums).items() if word != "."}


def facts(text: str | None, puzzle: PuzzleText) -> list[int]:
    """Those of a solved board, none if there is none."""
    if text is None:
        return []
    held = PuzzleText(text).entries
    return [cell[held[place]] for place, cell in variables(puzzle).items()]


def solutions(puzzle: PuzzleText, solution: Sequence[int] = ()) -> Iterable[list[int]]:
    """The facts of all solutions, or of all but one."""
    with Glucose4(bootstrap_with=formula(puzzle, solution)) as solver:
        for model in solver.enum_models():
            cells = model[: len(puzzle.entries) * len(puzzle.marks)]
            yield [fact for fact in cells if fact > 0]


def show(puzzle: PuzzleText, solution: Sequence[int]) -> str:
    """A solved board as text, without the sums of a Trid."""
    marks = puzzle.marks
    held = [marks[(fact - 1) % len(marks)] for fact in solution]
    header = " ".join(puzzle.header)
    if puzzle.rings:
        turned = zip(puzzle.rings.items(), held, strict=True)
        return "\n".join([header, *(" ".join((*face, turn)) for face, turn in turned)])
    if puzzle.header[0] == "trid":
        rows = [held[i * (i + 1) // 2 : (i + 1) * (i + 2) // 2] for i in range(puzzle.side)]
        lines = [" ".join(row) + "\n" + ". " * (2 * len(row) - 1) for row in rows]
        return "\n".join([header, *lines]).rstrip(". \n")
    lines = ["".join(held[i : i + puzzle.side]) for i in range(0, len(held), puzzle.side)]
    return "\n".join([header, *lines])


@cache
def proof(puzzle: str, answer: str | None, solver: Any = Glucose4) -> str:  # noqa: ANN401
    board = PuzzleText(puzzle)
    clauses = formula(board, facts(answer, board))
    if [] in clauses:
        return "0\n"
    with solver(bootstrap_with=clauses, with_proof=True) as found:
        assert not found.solve()
        lemmas = [line for line in found.get_proof() if line[0] != "d"]
    return "".join(f"{line.strip()}\n" for line in lemmas if line.strip() != "0") + "0\n"


@cache
def case_by_case(puzzle: str) -> str:
    """A proof whose neighbouring lines have much in common."""
    return str(certificates.certify(formats.parse(puzzle), witnesses=False)["proof"])


def certify(puzzle: str, answer: str | None = None) -> dict[str, object]:
    made: dict[str, object] = {"certificate": "caracol 2", "puzzle": puzzle}
    made["claim"] = "unique" if answer else "unsolvable"
    made["proof"] = proof(puzzle, answer)
    return made | ({"solution": answer} if answer else {})


def witnesses(puzzle: str, answer: str) -> dict[str, str]:
    """For each clue another solution without it, if there is one."""
    board = PuzzleText(puzzle)
    solution, found = facts(answer, board), {}
    for place in clues(board):
        other = next(iter(solutions(without(board, place), solution)), None)
        if other is not None:
            found[place] = show(board, other)
    return found


def without(board: PuzzleText, place: str) -> PuzzleText:
    return with_clues(board, {name: word for name, word in clues(board).items() if name != place})


def with_clues(board: PuzzleText, clues: dict[str, str]) -> PuzzleText:
    other = PuzzleText.__new__(PuzzleText)
    other.__dict__ |= board.__dict__
    other.entries = {place: clues.get(place, ".") for place in board.entries}
    other.sums = {place: clues.get(place, ".") for place in board.sums}
    return other


def follows(clauses: list[set[int]], lemma: set[int]) -> bool:
    """The slow and plain way: go through all clauses until nothing more is forced."""
    false = set(lemma)
    while True:
        true = {-i for i in false}
        left = [clause - false for clause in clauses if clause.isdisjoint(true)]
        if set() in left or not false.isdisjoint(true):
            return True
        forced = {i for clause in left if len(clause) == 1 for i in clause}
        if not forced:
            return False
        false |= {-i for i in forced}


def refutes(puzzle: str, answer: str | None, lines: list[list[int]]) -> bool:
    board = PuzzleText(puzzle)
    known = [set(clause) for clause in formula(board, facts(answer, board))]
    count = max(map(max, known))
    for line in lines:
        if any(abs(i) > count or i == 0 for i in line) or not follows(known, set(line)):
            return False
        known.append(set(line))
    return bool(lines) and not lines[-1] and all(lines[:-1])


def refusal(certificate: str | dict[str, object]) -> str:
    """Why it does not hold, nothing if it does."""
    try:
        verify(certificate)
    except DoesNotHold as error:
        return str(error)
    return ""


def lines_of(text: str) -> list[list[int]]:
    return [[int(word) for word in line.split()[:-1]] for line in text.splitlines()]


def text_of(lines: list[list[int]]) -> str:
    return "".join("".join(f"{i} " for i in line) + "0\n" for line in lines)


@cache
def all_witnesses(puzzle: str, answer: str) -> tuple[tuple[str, str], ...]:
    return tuple(witnesses(puzzle, answer).items())


def example() -> dict[str, object]:
    puzzle, answer = SAMPLES["magic-snail/report-000"]
    return certify(puzzle, answer) | {"witnesses": dict(all_witnesses(puzzle, answer))}
