"""The stand-alone checker: what holds is accepted, what does not is refused."""

import json
from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Cadical153

from caracol import formats, registry
from caracol.certificates import case_split
from caracol.certificates import verify as checker
from caracol.certificates import writing as certificates
from caracol.certificates.propagation import Checker
from caracol.certificates.verify import Formula, PuzzleText, verify
from caracol.puzzle import Puzzle, Solution
from refuting import (
    SAMPLES,
    all_witnesses,
    case_by_case,
    certify,
    example,
    facts,
    formula,
    lines_of,
    proof,
    refusal,
    refutes,
    show,
    solutions,
    text_of,
    variables,
    with_clues,
    without,
    witnesses,
)

# Small enough for the slow way, each with lemmas in its proof.
SMALL = ("magic-snail/report-000", "mno/report-003", "trid/sums", "trid/two-digits")
UNSOLVABLE = {
    "no such snail": "magic-snail 4 ABC\n....\n....\n....\n....",
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
    formats.show(Puzzle("trid", (5, 1, 5))): 480,
    SAMPLES["turn-12/report-001-toy"][0]: 1,
}


def test_json_text_is_a_certificate_as_well() -> None:
    certificate = certificates.certify(formats.parse(SAMPLES["mno/report-003"][0]))
    assert verify(json.dumps(certificate)) == verify(certificate)
    with pytest.raises(ValueError, match="caracol 2"):
        verify("[]")


@pytest.mark.parametrize("name", SAMPLES)
def test_certificates_of_the_samples_hold(name: str) -> None:
    puzzle, answer = SAMPLES[name]
    made, header = certify(puzzle, answer), puzzle.splitlines()[0]
    assert verify(made | {"version": "1", "seed": 7, "walk": [{}]}) == f"{header}: unique"
    complete = made | {"witnesses": witnesses(puzzle, answer)}
    assert verify(complete) == f"{header}: unique and irreducible"


def test_proofs_of_another_solver_hold() -> None:
    puzzle, answer = SAMPLES["trid/sums"]
    verify(certify(puzzle, answer) | {"proof": proof(puzzle, answer, Cadical153)})


@pytest.mark.parametrize("name", UNSOLVABLE)
def test_unsolvable_puzzles_are_proved_so(name: str) -> None:
    assert verify(certify(UNSOLVABLE[name])).endswith(": unsolvable")


@pytest.mark.parametrize("puzzle", COUNTS)
def test_clauses_have_as_many_solutions_as_are_known(puzzle: str) -> None:
    board = PuzzleText(puzzle)
    found = list(solutions(board))
    assert len(found) == COUNTS[puzzle]
    for each in found:
        Formula(board.model()).check_board(board.filled(show(board, each)), gives_up=[])


@given(data=st.data())
@settings(deadline=None, max_examples=300)
def test_rules_and_clauses_say_the_same(data: st.DataObject) -> None:
    puzzle, answer = SAMPLES[data.draw(st.sampled_from(sorted(SAMPLES)))]
    # The rules as caracol's own models tell them, the clauses as verify.py does.
    told, board = formats.parse(puzzle), PuzzleText(puzzle)
    model, cells = registry.model(told.family, told.shape), [*board.entries]
    held = [PuzzleText(answer).entries[place] for place in cells]
    for cell in data.draw(st.lists(st.integers(0, len(held) - 1), max_size=3)):
        other = data.draw(st.integers(0, len(held) - 1))
        held[cell], held[other] = held[other], data.draw(st.sampled_from([held[cell], held[other]]))
    clues = dict(zip(cells, held, strict=True))
    values = {
        cell: value
        for cell, held in model.cells.items()
        for value in held
        if str(value) == clues[cell]
    }
    kept = not model.broken(values, ())
    assert kept == bool(list(solutions(with_clues(board, clues))))
    text = formats.show(Puzzle(told.family, told.shape), Solution(values))
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
    board = PuzzleText(puzzle)
    clauses = formula(board, facts(answer, board))
    top = max(map(abs, chain(*clauses)))
    assert Checker(case_split.Formula(clauses, top, ())).refutes([], lines) == (not reason)


@given(data=st.data())
@settings(deadline=None, max_examples=200)
def test_a_changed_solution_does_not_hold(data: st.DataObject) -> None:
    puzzle, answer = SAMPLES[data.draw(st.sampled_from(sorted(SAMPLES)))]
    made = certify(puzzle, answer)
    place = data.draw(st.integers(0, len(answer) - 1))
    mark = data.draw(st.sampled_from(sorted(set(answer)) + list("0A#.-*M9\n")))
    changed = answer[:place] + mark + answer[place + 1 :]
    if not refusal(made | {"solution": changed}):
        assert facts(changed, PuzzleText(puzzle)) == facts(answer, PuzzleText(puzzle))


@given(data=st.data())
@settings(deadline=None, max_examples=100)
def test_a_changed_witness_is_another_witness_or_none(data: st.DataObject) -> None:
    puzzle, answer = SAMPLES[data.draw(st.sampled_from(["mno/report-003", "trid/two-digits"]))]
    board, found = PuzzleText(puzzle), dict(all_witnesses(puzzle, answer))
    place = data.draw(st.sampled_from(sorted(found)))
    other = facts(found[place], board)
    cell = data.draw(st.integers(0, len(other) - 1))
    other[cell] = data.draw(st.sampled_from([*[*variables(board).values()][cell].values()]))
    kept = other in list(solutions(without(board, place))) and other not in list(solutions(board))
    made = certify(puzzle, answer) | {"witnesses": found | {place: show(board, other)}}
    assert (not refusal(made)) == kept


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
    assert facts(right, PuzzleText(puzzle)) in list(solutions(PuzzleText(puzzle)))
    assert "breaks a rule" in refusal(certify(puzzle, right) | {"solution": wrong})


def test_a_solution_states_no_wrong_sum() -> None:
    puzzle, right = "trid 2 1..3\n1\n.\n2 .", "trid 2 1..3\n1\n6\n2 3"
    made = certify(puzzle, right)
    assert verify(made) == verify(made | {"solution": right.replace("6", ".")})
    assert "states a wrong sum at t1.1" in refusal(made | {"solution": right.replace("6", "5")})
    for wrong in ("06", "x", "+6"):
        assert "expected a number" in refusal(made | {"solution": right.replace("6", wrong)})


def test_a_witness_states_no_wrong_sum() -> None:
    boards = {"r1c1": "3 . 2 1", "t1.1": "1 . 2 4", "r2c1": "1 . 3 2"}
    seen = {place: "trid 2 1..4\n{}\n{}\n{} {}".format(*it.split()) for place, it in boards.items()}
    made = certify("trid 2 1..4\n1\n6\n2 .", "trid 2 1..4\n1\n6\n2 3")
    right, wrong = (seen | {"t1.1": seen["t1.1"].replace(".\n", it)} for it in ("7\n", "6\n"))
    assert verify(made | {"witnesses": seen}) == verify(made | {"witnesses": right})
    reason = "the witness of t1.1: states a wrong sum at t1.1"
    assert refusal(made | {"witnesses": wrong}) == reason


def test_a_cube_is_solved_with_its_own_digits() -> None:
    puzzle, answer = SAMPLES["turn-12/report-001-toy"]
    header, top, *lines = answer.splitlines()
    _, ring, turn = top.split()
    turned = "\n".join([header, f"top {ring[1:] + ring[0]} {int(turn) - 1}", *lines])
    assert "expected the same puzzle with every cell filled in" in refusal(
        certify(puzzle, answer) | {"solution": turned}
    )
