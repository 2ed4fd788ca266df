"""The stand-alone checker: what holds is accepted, what does not is refused with its reason."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from copy import copy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Cadical153, Glucose4

from caracol import certificates, contract
from caracol.puzzle import Puzzle, Solution
from caracol.standalone import verify as checker
from caracol.standalone.verify import Board, DoesNotHold, Propagation, verify
from samples import samples

SOURCE = Path(checker.__file__)


SAMPLES = {
    sample.name: (contract.show(sample.puzzle), contract.show(sample.puzzle, sample.solution))
    for sample in samples()
}
# Small enough for the slow way, each with lemmas in its proof.
SMALL = ("magic-snail/report-000", "mno/report-003", "trid/sums", "trid/two-digits")
UNSOLVABLE = {
    "no such snail": "magic-snail 4 ABC\n....\n....\n....\n....",
    "key too long": "magic-snail 2 ABC\n..\n..",
    "one cell": "mno 1\n.",
    "four cells": "mno 2\n..\n..",
    "clashing dots": "mno 4\n***.\n....\n....\n....",
    "clashing letters": "magic-snail 3 AB\nA.A\n...\n...",
    "no such triangle": "trid 4 1..4\n.\n.\n. .\n. . .\n. . .\n. . . . .\n. . . .",
    "impossible sum": "trid 2 1..3\n.\n99\n. .",
    "negative sum": "trid 2 0..3\n.\n-1\n. .",
    "too narrow": "trid 2 1..2\n.\n.\n. .",
    "no digits fit": "turn-12 4\n" + "".join(f"{face} 3333\n" for face in checker.FACES),
}
COUNTS = {
    "magic-snail 3 AB\n...\n...\n...": 3,
    "magic-snail 4 AB\n....\n....\n....\n....": 27,
    "magic-snail 5 ABC\n" + ".....\n" * 5: 9,
    "magic-snail 5 AB\n" + ".....\n" * 5: 357,
    "mno 3\n...\n...\n...": 2,
    "mno 4\n....\n....\n....\n....": 24,
    "mno 5\n" + ".....\n" * 5: 784,
    "trid 3 1..3\n.\n.\n. .\n. . .\n. . .": 6,
    contract.show(Puzzle("trid", (5, 1, 5))): 480,
    SAMPLES["turn-12/report-001-toy"][0]: 1,
}


def formula(puzzle: Board, solution: Sequence[int] = ()) -> list[list[int]]:
    """All clauses; with the facts of a solution also that some cell differs."""
    differs = [[-fact for fact in solution]] if solution else []
    return [*puzzle.rules(), *puzzle.given(), *differs]


def facts(text: str | None, puzzle: Board) -> list[int]:
    """Those of a solved board, none if there is none."""
    if text is None:
        return []
    held = Board(text).clues
    return [cell[held[place]] for place, cell in puzzle.x.items()]


def solutions(puzzle: Board, solution: Sequence[int] = ()) -> Iterable[list[int]]:
    """The facts of all solutions, or of all but one."""
    with Glucose4(bootstrap_with=formula(puzzle, solution)) as solver:
        for model in solver.enum_models():
            cells = model[: len(puzzle.x) * len(puzzle.marks)]
            yield [fact for fact in cells if fact > 0]


def show(puzzle: Board, solution: Sequence[int]) -> str:
    """A solved board as text, without the sums of a Trid."""
    held = [puzzle.marks[(fact - 1) % len(puzzle.marks)] for fact in solution]
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
    board = Board(puzzle)
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
    return str(certificates.certify(contract.parse(puzzle), witnesses=False)["proof"])


def certify(puzzle: str, answer: str | None = None) -> dict[str, object]:
    made: dict[str, object] = {"certificate": "caracol 2", "puzzle": puzzle}
    made["claim"] = "unique" if answer else "unsolvable"
    made["proof"] = proof(puzzle, answer)
    return made | ({"solution": answer} if answer else {})


def witnesses(puzzle: str, answer: str) -> dict[str, str]:
    """For each clue another solution without it, if there is one."""
    board = Board(puzzle)
    solution, found = facts(answer, board), {}
    for place in board.clues:
        other = next(iter(solutions(without(board, place), solution)), None)
        if other is not None:
            found[place] = show(board, other)
    return found


def without(board: Board, place: str) -> Board:
    return with_clues(board, {name: word for name, word in board.clues.items() if name != place})


def with_clues(board: Board, clues: dict[str, str]) -> Board:
    other = copy(board)
    other.clues = clues
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
    board = Board(puzzle)
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


def test_json_text_is_a_certificate_as_well() -> None:
    certificate = certificates.certify(contract.parse(SAMPLES["mno/report-003"][0]))
    assert verify(json.dumps(certificate)) == verify(certificate)
    with pytest.raises(ValueError, match="caracol 2"):
        verify("[]")


@pytest.mark.parametrize("name", SAMPLES)
def test_certificates_of_the_samples_hold(name: str) -> None:
    puzzle, answer = SAMPLES[name]
    made, header = certify(puzzle, answer), puzzle.splitlines()[0]
    assert verify(made | {"version": "1", "seed": 7, "walk": [{}]}) == f"{header}: unique"
    complete = made | {"witnesses": witnesses(puzzle, answer)}
    assert verify(complete) == f"{header}: unique, and no clue to spare"


def test_proofs_of_another_solver_hold() -> None:
    puzzle, answer = SAMPLES["trid/sums"]
    verify(certify(puzzle, answer) | {"proof": proof(puzzle, answer, Cadical153)})


@pytest.mark.parametrize("name", UNSOLVABLE)
def test_unsolvable_puzzles_are_proved_so(name: str) -> None:
    assert verify(certify(UNSOLVABLE[name])).endswith(": unsolvable")


@pytest.mark.parametrize("puzzle", COUNTS)
def test_clauses_have_as_many_solutions_as_are_known(puzzle: str) -> None:
    board = Board(puzzle)
    found = list(solutions(board))
    assert len(found) == COUNTS[puzzle]
    known = Propagation([*board.rules()])
    assert all(checker.solved(show(board, each), board, known, []) == each for each in found)


@given(data=st.data())
@settings(deadline=None, max_examples=300)
def test_rules_and_clauses_say_the_same(data: st.DataObject) -> None:
    puzzle, answer = SAMPLES[data.draw(st.sampled_from(sorted(SAMPLES)))]
    # The rules as caracol's own models tell them, the clauses as verify.py does.
    told, board = contract.parse(puzzle), Board(puzzle)
    model, cells = contract.model(told.family, told.shape), [*board.x]
    held = [Board(answer).clues[place] for place in cells]
    for cell in data.draw(st.lists(st.integers(0, len(held) - 1), max_size=3)):
        other = data.draw(st.integers(0, len(held) - 1))
        held[cell], held[other] = held[other], data.draw(st.sampled_from([held[cell], held[other]]))
    clues = dict(zip(cells, held, strict=True))
    values = {place: model.cells[place][board.marks.index(it)] for place, it in clues.items()}
    kept = not model.broken(values, ())
    assert kept == bool(list(solutions(with_clues(board, clues))))
    text = contract.show(Puzzle(told.family, told.shape), Solution(values))
    assert kept == ("breaks a rule" not in refusal(certify(puzzle, answer) | {"solution": text}))


@given(data=st.data())
@settings(deadline=None, max_examples=150)
def test_a_changed_proof_holds_only_if_the_slow_way_agrees(data: st.DataObject) -> None:
    puzzle, answer = SAMPLES[data.draw(st.sampled_from(SMALL))]
    lines = lines_of(data.draw(st.sampled_from([proof(puzzle, answer), case_by_case(puzzle)])))
    most = max((abs(i) for line in lines for i in line), default=1)
    literal = st.integers(1, most).flatmap(lambda i: st.sampled_from([i, -i]))
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, max(len(lines) - 1, 0)))
        line = lines[place] if lines else []
        spot = data.draw(st.integers(0, max(len(line) - 1, 0)))
        other = data.draw(st.integers(0, max(len(lines) - 1, 0)))
        changes = ["flip", "set", "cut", "drop", "swap", "insert", "split", "stop"]
        match data.draw(st.sampled_from(changes)):
            case "flip":
                lines[place : place + 1] = [
                    [*line[:spot], *[-i for i in line[spot : spot + 1]], *line[spot + 1 :]]
                ]
            case "set":
                lines[place : place + 1] = [[*line[:spot], data.draw(literal), *line[spot + 1 :]]]
            case "cut":
                lines[place : place + 1] = [[*line[:spot], *line[spot + 1 :]]]
            case "drop":
                del lines[place : place + 1]
            case "swap" if lines:
                lines[place], lines[other] = lines[other], lines[place]
            case "insert":
                lines.insert(place, data.draw(st.lists(literal, min_size=1, max_size=4)))
            case "split":  # a line of the same case, or of one within it
                others = line[: data.draw(st.sampled_from([len(line) - 1, len(line)]))]
                lines.insert(place, [*others, *data.draw(st.lists(literal, max_size=2))])
            case "stop":
                lines = [*lines[:place], []]
    reason = refusal(certify(puzzle, answer) | {"proof": text_of(lines)})
    assert refutes(puzzle, answer, lines) == (not reason), reason


@given(data=st.data())
@settings(deadline=None, max_examples=200)
def test_a_changed_solution_does_not_hold(data: st.DataObject) -> None:
    puzzle, answer = SAMPLES[data.draw(st.sampled_from(sorted(SAMPLES)))]
    made = certify(puzzle, answer)
    place = data.draw(st.integers(0, len(answer) - 1))
    mark = data.draw(st.sampled_from(sorted(set(answer)) + list("0A#.-*M9\n")))
    changed = answer[:place] + mark + answer[place + 1 :]
    if not refusal(made | {"solution": changed}):
        assert facts(changed, Board(puzzle)) == facts(answer, Board(puzzle))


@given(data=st.data())
@settings(deadline=None, max_examples=100)
def test_a_changed_witness_is_another_witness_or_none(data: st.DataObject) -> None:
    puzzle, answer = SAMPLES[data.draw(st.sampled_from(["mno/report-003", "trid/two-digits"]))]
    board, found = Board(puzzle), dict(all_witnesses(puzzle, answer))
    place = data.draw(st.sampled_from(sorted(found)))
    other = facts(found[place], board)
    cell = data.draw(st.integers(0, len(other) - 1))
    other[cell] = data.draw(st.sampled_from([*[*board.x.values()][cell].values()]))
    kept = other in list(solutions(without(board, place))) and other not in list(solutions(board))
    made = certify(puzzle, answer) | {"witnesses": found | {place: show(board, other)}}
    assert (not refusal(made)) == kept


@cache
def all_witnesses(puzzle: str, answer: str) -> tuple[tuple[str, str], ...]:
    return tuple(witnesses(puzzle, answer).items())


def example() -> dict[str, object]:
    puzzle, answer = SAMPLES["magic-snail/report-000"]
    return certify(puzzle, answer) | {"witnesses": dict(all_witnesses(puzzle, answer))}


def test_a_proof_is_good_for_its_own_claim_only() -> None:
    unique = certify(*SAMPLES["magic-snail/empties"])
    assert "does not follow" in refusal(unique | {"proof": proof(*SAMPLES["mno/dots"])})
    claim = {name: text for name, text in unique.items() if name != "solution"}
    assert "does not follow" in refusal(claim | {"claim": "unsolvable"})
    two_boards = {"puzzle": "mno 3\n...\n...\n...", "claim": "unsolvable", "proof": "0\n"}
    assert "does not follow" in refusal(claim | two_boards)


def test_a_line_with_both_literals_of_a_variable_follows() -> None:
    puzzle, answer = SAMPLES["trid/sums"]
    lines = [[variable, -variable] for variable in range(1, 76)] + lines_of(proof(puzzle, answer))
    assert refutes(puzzle, answer, lines)
    verify(certify(puzzle, answer) | {"proof": text_of(lines)})


def test_the_solution_is_no_witness() -> None:
    made, (puzzle, answer) = example(), SAMPLES["magic-snail/report-000"]
    places = [place for place, _ in all_witnesses(puzzle, answer)]
    reason = refusal(made | {"witnesses": dict.fromkeys(places, answer)})
    assert (
        reason == f"the witness of {places[0]}: expected to break the clues {places[:1]}, breaks []"
    )


def test_letters_out_of_turn_break_a_rule() -> None:
    puzzle, right, wrong = (f"magic-snail 2 AB\n{rows}" for rows in ("A.\n..", "AB\nBA", "BA\nAB"))
    assert facts(right, Board(puzzle)) in list(solutions(Board(puzzle)))
    assert "breaks a rule" in refusal(certify(puzzle, right) | {"solution": wrong})


def test_a_solution_states_no_wrong_sum() -> None:
    puzzle, right = "trid 2 1..3\n1\n.\n2 .", "trid 2 1..3\n1\n6\n2 3"
    made = certify(puzzle, right)
    assert verify(made) == verify(made | {"solution": right.replace("6", ".")})
    for wrong in ("5", "06", "x", "+6"):
        assert "breaks ['t1.1']" in refusal(made | {"solution": right.replace("6", wrong)})


def test_a_witness_states_no_wrong_sum() -> None:
    boards = {"r1c1": "3 . 2 1", "t1.1": "1 . 2 4", "r2c1": "1 . 3 2"}
    seen = {place: "trid 2 1..4\n{}\n{}\n{} {}".format(*it.split()) for place, it in boards.items()}
    made = certify("trid 2 1..4\n1\n6\n2 .", "trid 2 1..4\n1\n6\n2 3")
    right, wrong = (seen | {"t1.1": seen["t1.1"].replace(".\n", it)} for it in ("7\n", "6\n"))
    assert verify(made | {"witnesses": seen}) == verify(made | {"witnesses": right})
    reason = "expected to break the clues ['t1.1'], breaks ['t1.1', 't1.1']"
    assert refusal(made | {"witnesses": wrong}) == f"the witness of t1.1: {reason}"


def test_a_cube_is_solved_with_its_own_digits() -> None:
    puzzle, answer = SAMPLES["turn-12/report-001-toy"]
    header, top, *lines = answer.splitlines()
    _, ring, turn = top.split()
    turned = "\n".join([header, f"top {ring[1:] + ring[0]} {int(turn) - 1}", *lines])
    assert "of another puzzle" in refusal(certify(puzzle, answer) | {"solution": turned})


CUBE = "turn-12 4\n" + "".join(f"{face} 3456\n" for face in checker.FACES[:-1])
NOT_HOLDING: dict[str, tuple[dict[str, object], str]] = {
    "no line": ({"proof": ""}, "the last alone"),
    "no newline": ({"proof": "1 0\n0"}, "the last alone"),
    "no end": ({"proof": "1 0\n"}, "the last alone"),
    "two ends": ({"proof": "0\n0\n"}, "the last alone"),
    "zero inside": ({"proof": "1 0 2 0\n0\n"}, "the proof: expected a clause a line"),
    "no zero": ({"proof": "1 2\n0\n"}, "the proof: expected a clause a line"),
    "two spaces": ({"proof": "1  0\n0\n"}, "the proof: expected a clause a line"),
    "plus": ({"proof": "+1 0\n0\n"}, "the proof: expected a clause a line"),
    "leading zero": ({"proof": "01 0\n0\n"}, "the proof: expected a clause a line"),
    "minus zero": ({"proof": "-0 0\n0\n"}, "the proof: expected a clause a line"),
    "other digits": ({"proof": "\u0661 0\n0\n"}, "the proof: expected a clause a line"),
    "carriage return": ({"proof": "1 0\r\n0\n"}, "the proof: expected a clause a line"),
    "deletion": ({"proof": "d 1 0\n0\n"}, "the proof: expected a clause a line"),
    "huge": ({"proof": "9" * 5000 + " 0\n0\n"}, "the proof: expected a clause a line"),
    "unknown variable": ({"proof": "1 179 0\n0\n"}, "unknown variable"),
    "negative unknown variable": ({"proof": "-179 0\n0\n"}, "unknown variable"),
    "one long line": ({"proof": "1 " * 99_999}, "the proof: expected a clause a line"),
    "surrogate": ({"proof": "\ud800 0\n0\n"}, "a clause a line"),
    "empty puzzle": ({"puzzle": ""}, "the puzzle: expected the header"),
    "unknown family": ({"puzzle": "sudoku 9"}, "the puzzle: expected the header"),
    "bare cube": ({"puzzle": "3456\n" * 6}, "the puzzle: expected the header"),
    "no such size": ({"puzzle": "mno 0"}, "expected a number"),
    "surrogate in the puzzle": ({"puzzle": "mno \udcff"}, "expected a number"),
    "key twice": ({"puzzle": "magic-snail 2 AA\n..\n.."}, "expected the header"),
    "key of signs": ({"puzzle": "magic-snail 2 -\n..\n.."}, "expected the header"),
    "a row too many": ({"puzzle": "mno 2\n..\n..\n.."}, "expected 2 rows"),
    "two puzzles": ({"puzzle": "mno 1\n.\nmno 1\n."}, "expected 1 rows"),
    "no mark": ({"puzzle": "mno 2\n..\n.X"}, "found 'X'"),
    "no range": ({"puzzle": "trid 2 1-3\n.\n.\n.."}, "expected the header"),
    "range backwards": ({"puzzle": "trid 1 3..1\n."}, "expected a number from 3"),
    "no value": ({"puzzle": "trid 1 1..3\n4"}, "one of ['1', '2', '3'], found '4'"),
    "too few triangles": ({"puzzle": "trid 3 1..4\n.\n.\n. .\n. .\n. . ."}, "rows of 1, 3 "),
    "dots at numbers": ({"puzzle": "trid 3 1..4\n.\n7\n. .\n. 8.\n. . ."}, "rows of 1, 3 "),
    "circles together": ({"puzzle": "trid 2 1..3\n.\n.\n.."}, "rows of 1, 2 "),
    "turn of no number": ({"puzzle": CUBE + "right 3456 x"}, "expected the faces"),
    "turn too far": ({"puzzle": CUBE + "right 3456 4"}, "'2', '3'], found '4'"),
    "two turns": ({"puzzle": CUBE + "right 3456 1 1"}, "expected the faces"),
    "a digit too many": ({"puzzle": CUBE + "right 34567"}, "expected the faces"),
    "no such digit": ({"puzzle": CUBE + "right 3452"}, "expected the faces"),
    "a face twice": ({"puzzle": CUBE + "left 3456"}, "expected the faces"),
    "no sum": ({"puzzle": "trid 2 1..3\n.\nx\n. ."}, "expected a number"),
    "not four sides": ({"puzzle": "turn-12 6"}, "expected the header"),
    "faces missing": ({"puzzle": "turn-12 4\ntop 3456"}, "expected the faces"),
    "empty solution": ({"solution": ""}, "the solution: expected the header"),
    "unsolved solution": ({"solution": SAMPLES["magic-snail/report-000"][0]}, "unknown cells"),
    "another solution": ({"solution": SAMPLES["magic-snail/empties"][1]}, "of another puzzle"),
    "broken solution": ({"solution": "magic-snail 5 ABC\n" + "-----\n" * 5}, "breaks a rule"),
    "no witness": ({"witnesses": {}}, "a witness for each clue"),
    "no such witness": ({"witnesses": {"r9c9": "mno 1\n."}}, "a witness for each clue"),
    "giant size": ({"puzzle": "mno 999999999"}, "expected a number from 1 to 999"),
    "size of a thousand": ({"puzzle": "mno 1000"}, "expected a number from 1 to 999"),
    "giant board": ({"puzzle": "mno 99\n" + (("." * 99) + "\n") * 99}, "too large"),
    "giant range": ({"puzzle": "trid 1 1..999999\n."}, "expected a number from 1 to 999"),
    "giant triangle": ({"puzzle": contract.show(Puzzle("trid", (99, 1, 999)))}, "too large"),
    "giant key": (
        {"puzzle": "magic-snail 1 " + "".join(map(chr, range(0x4E00, 0x9000))) + "\n."},
        "too large",
    ),
}
NO_CERTIFICATE: dict[str, str] = {
    "nothing": "",
    "blank": " \n ",
    "no JSON": "mno 3",
    "cut off": '{"certificate": "caracol 2"',
    "array": "[]",
    "null": "null",
    "number": "1",
    "not a number": '{"certificate": NaN}',
    "infinite": '{"certificate": -Infinity}',
    "huge number": '{"certificate": ' + "9" * 9999 + "}",
    "twice": '{"certificate": "caracol 2", "certificate": "caracol 2"}',
    "twice inside": '{"walk": {"a": 1, "a": 1}}',
    "nested": '{"walk": ' + "[" * 200_000 + "]" * 200_000 + "}",
    "control character": '{"certificate": "\n"}',
}
NO_FIELDS: dict[str, dict[str, object]] = {
    "unknown field": {"puzle": ""},
    "another kind": {"certificate": "caracol 1"},
    "another claim": {"claim": "solvable"},
    "solution of none": {"claim": "unsolvable"},
    "puzzle of no text": {"puzzle": 5},
    "claim of no text": {"claim": ["unique"]},
    "proof of no text": {"proof": ["0"]},
    "solution of no text": {"solution": None},
    "witnesses of no object": {"witnesses": ["mno"]},
    "witnesses of nothing": {"witnesses": None},
    "witness of no text": {"witnesses": {"r1c1": 1}},
}


@pytest.mark.parametrize("name", NOT_HOLDING)
def test_what_does_not_hold_is_refused_with_its_reason(name: str) -> None:
    change, reason = NOT_HOLDING[name]
    told = refusal(example() | change)
    assert reason in told
    assert told == refusal(json.dumps(example() | change))


@pytest.mark.parametrize("name", NO_CERTIFICATE)
def test_what_is_no_certificate_is_none(name: str, tmp_path: Path) -> None:
    path = tmp_path / "it.json"
    path.write_text(NO_CERTIFICATE[name])
    [(status, told)] = checker.judged(str(path), verify)
    assert status == 2
    assert told.startswith(f"{path}:1: no certificate: ")


@pytest.mark.parametrize("name", NO_FIELDS)
def test_other_fields_are_no_certificate(name: str) -> None:
    with pytest.raises(ValueError, match=r"expected|unknown") as refused:
        verify(example() | NO_FIELDS[name])
    assert not isinstance(refused.value, DoesNotHold)


@pytest.mark.parametrize("field", ["certificate", "puzzle", "claim", "proof", "solution"])
def test_no_field_may_be_missing(field: str) -> None:
    with pytest.raises(ValueError, match=r"expected|missing"):
        verify({name: text for name, text in example().items() if name != field})


def test_boards_are_spelt_as_caracol_writes_them() -> None:
    assert Board("mno 2\n* .\n\t. M").clues == Board("mno 2\n*.\n.M\n").clues
    assert Board("trid 2 -1..3\n  -1\n .\n. 3").clues == {"r1c1": "-1", "r2c2": "3"}
    for text in ("mno 1 # one\n.", "mno 1\n\n.", "\nmno 1\n.", "mno 01\n.", "trid 1 +1..2\n."):
        with pytest.raises(DoesNotHold):
            Board(text)


def run(folder: Path, *words: str, given: bytes = b"") -> tuple[int, str]:
    """The checker as its own program, alone in a folder."""
    shutil.copy(SOURCE, folder / "verify.py")
    told = subprocess.run(
        [sys.executable, "-I", "verify.py", *words], cwd=folder, input=given, capture_output=True
    )
    assert told.stderr == b""
    return told.returncode, told.stdout.decode()


def test_it_runs_alone(tmp_path: Path) -> None:
    whole, good = json.dumps(example(), indent=1), json.dumps(example())
    bad = json.dumps(certify(*SAMPLES["turn-12/report-001-toy"]) | {"proof": "0\n"})
    (tmp_path / "whole.json").write_text(whole)
    (tmp_path / "lines.json").write_text(f"\n{good}\n\n{bad}\r\n{whole}\n{good}")
    told = "magic-snail 5 ABC: unique, and no clue to spare\n"
    assert run(tmp_path, "whole.json") == (0, f"whole.json:1: {told}")
    assert run(tmp_path, "-", given=good.encode()) == (0, f"-:1: {told}")
    status, lines = run(tmp_path, "lines.json", "whole.json")
    assert status == 1
    reason = "does not hold: the proof: the clause [] does not follow\n"
    expected = [f"lines.json:{i}: {it}" for i, it in enumerate((told, reason, told, told), 1)]
    assert lines == "".join([*expected, f"whole.json:1: {told}"])
    unsolvable = json.dumps(certify(UNSOLVABLE["no such snail"])).encode()
    assert run(tmp_path, "-", given=unsolvable) == (0, "-:1: magic-snail 4 ABC: unsolvable\n")


def test_files_that_are_none_have_status_2(tmp_path: Path) -> None:
    (tmp_path / "latin.json").write_bytes(b'{"certificate": "\xe9"}')
    (tmp_path / "deep.json").write_text(NO_CERTIFICATE["nested"])
    (tmp_path / "names.json").write_text(json.dumps(example() | {"\ud800": 1, "é": 2}))
    (tmp_path / "lines.json").write_text(f"{json.dumps(example())}\nmno 3\n")
    (tmp_path / "two.json").write_text(f"{json.dumps(example())} {json.dumps(example())}")
    with (tmp_path / "large.json").open("wb") as large:
        large.truncate(checker.MOST_BYTES + 1)
    assert run(tmp_path)[0] == 2
    for name in ("latin", "deep", "names", "lines", "two", "large", "absent"):
        status, told = run(tmp_path, f"{name}.json")
        assert status == 2
        assert ": no certificate: " in told
    assert run(tmp_path, ".")[0] == run(tmp_path, "-")[0] == 2


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")
def test_a_full_disk_is_no_success(tmp_path: Path) -> None:
    (tmp_path / "it.json").write_text(json.dumps(example()))
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-I", str(SOURCE), "it.json"]
        told = subprocess.run(command, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE)
    assert (told.returncode, told.stderr) == (2, b"")
