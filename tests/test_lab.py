"""The lab: peers that set puzzles set good ones, and figures are checked and drawn."""

import argparse
import json
import random
import xml.etree.ElementTree as ET
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path

import pytest

from caracol import certify, generate, is_unique
from caracol.certificates.writing import clauses
from caracol.explanations.walk import grade
from caracol.formats import parse
from caracol.generation.order import Order
from caracol.lab import charts, explanations, rates, scaling, soundness, tampering
from caracol.lab.contestants import TWICE, UNPRUNED, find, make, reply
from caracol.lab.samples import SEED, snails
from caracol.lab.tables import Picture, Row, Section
from caracol.puzzle import Puzzle
from caracol.registry import families
from caracol.solve import check, solutions
from snails import make as make_snails

SECTION = Section(
    "Snails by size: some", "a second", "earlier", (Row("5 ABC", (3.0, 1.0, 2.0), "9"),)
)
(MNO,) = (kind for kind in explanations.KINDS if kind.name == "MNO 5")


@pytest.mark.parametrize("tool", ["clingo", "CP-SAT", TWICE])
@pytest.mark.parametrize(
    ("family", "size"), [("magic-snail", "5 ABC"), ("mno", "5"), ("trid", "5 1..5")]
)
def test_peers_leave_unique_and_irreducible_puzzles(tool: str, family: str, size: str) -> None:
    order = Order(family, size, seed=7)
    made = reply(tool, partial(make, order=order, count=1, seconds=60))
    assert not isinstance(made, str)
    (puzzle,) = made.answers
    assert isinstance(puzzle, Puzzle)
    found = check(puzzle)
    assert found.unique and found.irreducible


@pytest.mark.parametrize("key", ["AB", "ABC"])
def test_all_ways_to_use_cp_sat_find_as_many_boards(key: str) -> None:
    puzzle = Puzzle("magic-snail", (5, key))
    for tool in ("CP-SAT", TWICE, UNPRUNED):
        found = reply(tool, partial(find, puzzles=[puzzle], limit=5))
        assert not isinstance(found, str) and found.answers == [5]


def test_the_snails_of_the_speed_benchmark_can_be_made_again() -> None:
    assert list(islice(make_snails(SEED), 5)) == snails()[:5]


def test_a_run_is_drawn_in_one_file(tmp_path: Path) -> None:
    rows = (
        Row("leftmost", (0.5, None, None), shown=("0.500", "> 10 s", "–")),
        Row("first_fail", (0, 30.0, 2.0), shown=("0", "30.0", "2.000")),
    )
    tiles = Section("tiles", "ms", "", rows, ("step", "enum", "bisect"), Picture("heat", log=True))
    raced = (Row("caracol", (1.0, 2.0)), Row("clingo", (), "absent"))
    bars = Section("a race", "ms", "ratio", raced, (), Picture("bars", log=True))
    charts.write(tmp_path / "pictures.svg", [tiles, bars, SECTION])
    texts = [*ET.fromstring((tmp_path / "pictures.svg").read_text("utf-8")).itertext()]
    assert {"tiles, ms", "> 10 s", "first_fail", "a race, ms", "clingo"} <= {*texts}
    assert SECTION.title not in texts


def test_long_runs_report_their_memory(capsys: pytest.CaptureFixture[str]) -> None:
    assert rates.main(["--long", "20"]) == 0
    assert "20 puzzles" in capsys.readouterr().out


def test_the_grade_does_not_depend_on_the_order() -> None:
    for puzzle in MNO.puzzles(3):
        rng = random.Random(7)
        found = {soundness.hardest(puzzle, rng) for _ in range(4)}
        assert found == {grade(puzzle).hardest}


def test_trids_that_are_not_pared_down_stay_unique() -> None:
    (kind,) = (kind for kind in explanations.KINDS if kind.more_sums)
    for puzzle in kind.puzzles(3):
        assert len(puzzle.clues) in range(9, 13) and is_unique(puzzle)


@pytest.mark.parametrize(("family", "size"), [("mno", "4"), ("trid", "4 1..5"), ("turn-12", "16")])
def test_cpmpy_finds_reasons_of_the_same_cost(family: str, size: str) -> None:
    pytest.importorskip("cpmpy")
    reasons = import_module("caracol.lab.reasons")
    puzzles = list(generate(family, size, count=1, seed=7))
    questions = list(reasons.sample(puzzles, 2, random.Random(7)))
    for row in reasons.duel(family, size, questions, seconds=10).rows:
        facts, given_up, _, _, cut_off, compared, unequal, _, _ = row.figures
        assert (facts, given_up, cut_off, compared, unequal) == (2, 0, 0, 2, 0)


def test_giving_up_fast_wins_nothing_against_cpmpy() -> None:
    pytest.importorskip("cpmpy")
    reasons = import_module("caracol.lab.reasons")
    proved = (reasons.Answer(20, 0.1), reasons.Answer(20, 0.2))
    given_up = (reasons.Answer(None, 0.001), reasons.Answer(140, 1.0))
    row = reasons.compared(reasons.PEERS[0], [proved, given_up, given_up])
    assert row.figures[:2] == (3, 2) and row.found == "2x"


def test_a_lemma_that_is_always_true_does_no_harm() -> None:
    formula = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
    assert tampering.refutes(formula, [[3, -3], [1], []])
    assert not tampering.refutes(formula[:3], [[3, -3], [1], []])
    assert not tampering.refutes(formula, [[3], []])


def test_walks_are_timed_and_checked() -> None:
    row, steps = explanations.walk(MNO, MNO.puzzles(1), 60)
    assert row.figures[:3] == (1, 1, len(steps))
    (section,) = explanations.checks({MNO: steps})
    (checked,) = section.rows
    assert (checked.figures[0], checked.found, checked.met) == (len(steps), "0", True)


def test_a_false_certificate_that_goes_unnoticed_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    example = families()["trid"].example
    original = certify(parse(example))
    first, *rest = str(original["proof"]).splitlines(keepends=True)
    witnesses = original["witnesses"]
    assert isinstance(witnesses, dict)

    def changed(**fields: object) -> str:
        return json.dumps(original | fields, indent=1)

    wrong = {
        "too short": changed(proof="0\n"),
        "unsolved": changed(solution=original["puzzle"]),
        "no witness": changed(witnesses=dict.fromkeys(witnesses, original["solution"])),
        "another puzzle": changed(puzzle=example.replace("10", "9")),
    }
    assert {tampering.outcome(original, text) for text in wrong.values()} == {"refused"}
    monkeypatch.setattr(tampering, "accepts", lambda _: True)
    assert {tampering.outcome(original, text) for text in wrong.values()} == {"wrong"}
    assert tampering.outcome(original, changed()) == "same meaning"
    twice = changed(proof="".join([first, first, *rest]))
    assert tampering.outcome(original, twice) == "right as well"


def contradicts(formula: list[set[int]], false: set[int]) -> bool:
    """Unit propagation by the book: through all clauses until nothing more is forced."""
    while True:
        left = [clause - false for clause in formula if not any(-i in false for i in clause)]
        if set() in left or any(-i in false for i in false):
            return True
        forced = {-i for clause in left if len(clause) == 1 for i in clause}
        if not forced:
            return False
        false = false | forced


def refutes(formula: list[list[int]], lemmas: list[list[int]]) -> bool:
    known = [{*clause} for clause in formula]
    for lemma in lemmas:
        if not contradicts(known, {*lemma}):
            return False
        known.append({*lemma})
    return not lemmas[-1]


@pytest.mark.slow
def test_proofs_are_judged_as_by_the_book() -> None:
    puzzle, rng = parse(families()["mno"].example), random.Random(5)
    formula = [*clauses(puzzle, next(iter(solutions(puzzle))))]
    lines = str(certify(puzzle, witnesses=False)["proof"]).splitlines()
    proof = [[int(word) for word in line.split()[:-1]] for line in lines]
    assert tampering.refutes(formula, proof) and refutes(formula, proof)
    found = set()
    for _ in range(20):
        lemmas, one, other = [*proof], rng.randrange(len(proof)), rng.randrange(len(proof) - 1)
        lemmas[one] = [rng.choice((1, -1)) * literal for literal in lemmas[one]]
        lemmas[other], lemmas[other - 1] = lemmas[other - 1], lemmas[other]
        found.add(tampering.refutes(formula, lemmas))
        assert tampering.refutes(formula, lemmas) == refutes(formula, lemmas)
    assert found == {True, False}


def test_without_names_all_families_are_measured() -> None:
    parser = argparse.ArgumentParser()
    scaling.add_options(parser)
    assert parser.parse_args([]).families == []
    assert parser.parse_args(["mno", "trid"]).families == ["mno", "trid"]
    with pytest.raises(SystemExit):
        parser.parse_args(["mnoo"])
