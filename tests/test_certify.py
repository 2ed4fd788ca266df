"""Certificates hold, say what is so, and come with puzzles; verify.py is told nothing else."""

import json
import re
from pathlib import Path

import pytest

import caracol
from caracol import ManySolutions, Solution, UsageError
from caracol.certificates import proofs
from caracol.certificates import writing as certificates
from caracol.certificates.verify import FAMILIES
from caracol.certificates.writing import dimacs
from caracol.cli.commands import main
from caracol.formats import parse, show
from caracol.generation.order import Order
from caracol.registry import families
from samples import Sample, samples

SIZES = [("magic-snail", "5 ABC"), ("mno", "5"), ("trid", "4 1..5"), ("turn-12", "24")]


@pytest.mark.parametrize("sample", samples(), ids=str)
def test_samples_are_certified(sample: Sample) -> None:
    certificate = caracol.certify(sample.puzzle)
    assert certificate["claim"] == "unique"
    solution = certificate["solution"]
    if sample.puzzle.family in FAMILIES:  # whose rules verify.py knows
        assert parse(str(solution)) == parse(show(sample.puzzle, sample.solution))
    else:
        assert solution == sample.solution.values
    caracol.verify(certificate)
    irreducible = caracol.check(sample.puzzle).irreducible
    assert ("witnesses" in certificate) == irreducible


@pytest.mark.parametrize(("family", "size"), SIZES)
def test_generated_puzzles_are_certified(family: str, size: str) -> None:
    for puzzle in caracol.generate(family, size, count=5, seed=4):
        assert caracol.verify(caracol.certify(puzzle)).endswith("unique and irreducible")


@pytest.mark.parametrize(
    "text",
    ["magic-snail 4 ABC\n" + "....\n" * 4, "mno 2\n" + "..\n" * 2, "mno 4\nMM..\n" + "....\n" * 3],
)
def test_unsolvable_puzzles_are_certified(text: str) -> None:
    certificate = caracol.certify(parse(text))
    assert certificate["claim"] == "unsolvable"
    assert caracol.verify(certificate).endswith("unsolvable")


def test_many_solutions_have_no_certificate() -> None:
    with pytest.raises(ManySolutions):
        caracol.certify(parse("mno 4\n" + "....\n" * 4))


def test_what_has_a_second_solution_is_not_certified() -> None:
    """Puzzles with certificates are proved by nothing else."""
    puzzle = parse("mno 4\n" + "....\n" * 4)
    with pytest.raises(AssertionError, match="no solution can be refuted"):
        caracol.certify(puzzle, solution=next(iter(caracol.solutions(puzzle))))


def test_what_is_too_much_to_look_ahead_is_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = parse(families()["trid"].example)
    ahead = caracol.certify(puzzle)
    monkeypatch.setattr(proofs, "MOST_FACTS", 100)
    learned = caracol.certify(puzzle)
    assert ahead["proof"] != learned["proof"]
    caracol.verify(learned)


def test_a_proof_that_does_not_hold_is_not_attached(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = parse(families()["trid"].example)
    right = proofs.refutation

    def wrong(*asked: object) -> list[list[int]]:
        return right(*asked)[1:]  # type: ignore[arg-type]

    monkeypatch.setattr(certificates, "refutation", wrong)
    with pytest.raises(AssertionError, match="does not hold"):
        caracol.certify(puzzle)


def test_a_board_that_does_not_hold_is_not_attached() -> None:
    puzzle = parse("mno 5\n.....\n..O..\n.O*..\n..*..\nO....\n")
    solution = next(iter(caracol.solutions(puzzle)))
    board = parse("mno 5\n**--O\n**-O-\n-O*-*\nO-**-\n--O**\n")
    other = Solution(dict(board.clues))
    with pytest.raises(AssertionError, match="expected to break"):
        caracol.certify(puzzle, solution=other)
    wrong = Solution(dict.fromkeys(solution.values, "-") | dict(puzzle.clues))
    with pytest.raises(AssertionError, match="breaks a rule"):
        caracol.certify(puzzle, solution=wrong)


def test_a_proof_that_the_checker_would_not_read_is_too_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(proofs, "MOST_FACTS", 100)
    monkeypatch.setattr(proofs, "MOST_BYTES", 0)
    with pytest.raises(UsageError, match="too large to certify"):
        caracol.certify(parse(families()["trid"].example))


@pytest.mark.parametrize(("family", "size"), SIZES)
def test_a_certificate_depends_on_the_puzzle_alone(family: str, size: str) -> None:
    puzzles = [*caracol.generate(family, size, count=4, seed=7)]
    before = [caracol.certify(puzzle) for puzzle in puzzles]
    for puzzle in puzzles:
        for clue in puzzle.clues:
            assert [*caracol.solutions(puzzle.without(clue), 5)]
    assert [caracol.certify(puzzle) for puzzle in reversed(puzzles)] == before[::-1]


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ["magic-snail", "6", "ABC", "--count", "30"],
        ["trid", "5", "1..5", "--count", "30"],
        ["mno", "5", "--count", "3", "--level", "easy"],
        ["mno", "5", "--count", "3", "--symmetry", "rotate"],
    ],
    ids=" ".join,
)
def test_generated_puzzles_have_the_certificates_that_certify_gives(
    words: list[str], tmp_path: Path
) -> None:
    alone, shared = tmp_path / "alone.jsonl", tmp_path / "shared.jsonl"
    assert main(["generate", *words, "--certify", "-o", str(alone)]) == 0
    half = [*words, "--certify", "--jobs", "2", "-o", str(shared)]
    half[half.index("--count") + 1] = "2"
    assert main(["generate", *half]) == 0
    again = [*words, "--certify", "--jobs", "2", "-o", str(shared), "--resume"]
    assert main(["generate", *again]) == 0
    assert shared.read_bytes() == alone.read_bytes()
    for line in alone.read_text().splitlines():
        record = json.loads(line)
        assert record["certificate"] == caracol.certify(parse(record["puzzle"])) | {"seed": 0}


def test_certificates_and_proofs_on_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text(families()["mno"].example)
    certificate, cnf, drat = (tmp_path / name for name in ("c.json", "c.cnf", "c.drat"))
    written = ["-o", str(certificate), "--dimacs", str(cnf), "--drat", str(drat), "--walk"]
    assert main(["certify", str(puzzle), *written]) == 0
    assert main(["verify", str(certificate)]) == 0
    assert "mno 5: unique and irreducible" in capsys.readouterr().out
    fields = json.loads(certificate.read_text())
    assert fields["walk"]["steps"]
    assert drat.read_text() == fields["proof"]
    header, *lines = cnf.read_text().splitlines()
    assert header == f"p cnf 125 {len(lines)}"
    told = parse(puzzle.read_text())
    assert cnf.read_text() == dimacs(told, next(iter(caracol.solutions(told))))
    fields["solution"] = fields["puzzle"]
    certificate.write_text(json.dumps(fields))
    assert main(["verify", str(certificate)]) == 1
    certificate.write_text("{}")
    assert main(["verify", str(certificate)]) == 2
    certificate.write_bytes(b"\xe9")
    assert main(["verify", str(certificate)]) == 2
    assert "not a certificate: 'utf-8'" in capsys.readouterr().out


def test_generated_records_carry_certificates(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pool = tmp_path / "pool.jsonl"
    assert main(["generate", "mno", "5", "--count", "3", "-o", str(pool)]) == 0
    assert main(["verify", str(pool)]) == 0
    assert capsys.readouterr().out.count("unique and irreducible") == 3
    assert main(["generate", "mno", "5", "--certify"]) == 2
    assert main(["generate", "mno", "5", "--certify", "-o", str(tmp_path / "pool.txt")]) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pool.jsonl"]


@pytest.mark.parametrize("field", ["puzzle", "solution"])
def test_a_record_must_be_about_what_its_certificate_proves(
    field: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", "mno", "5", "--seed", "1", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    (tmp_path / "record.json").write_text(json.dumps(record | {field: "mno 5\n"}))
    assert main(["verify", str(tmp_path / "record.json")]) == 1
    assert f"the {field} differs from that of the certificate" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "is_certified"),
    [
        (["mno", "5"], True),
        (["mno", "5", "--no-certify"], False),
        (["turn-12", "8"], True),
        (["mno", "10"], False),
        (["mno", "10", "--certify"], True),
    ],
)
def test_records_of_small_boards_are_certified_unless_said_otherwise(
    words: list[str], is_certified: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", *words, "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert ("certificate" in record) == is_certified
    assert not is_certified or caracol.verify(record["certificate"])


@pytest.mark.parametrize(
    ("family", "size", "is_certified"),
    [
        ("turn-12", "320", True),
        ("turn-12", "0320", True),
        ("turn-12", "324", False),
        ("turn-12", "99996", False),
        ("mno", "05", True),
        ("trid", "2 1..900", False),
    ],
)
def test_no_certificate_comes_that_the_checker_would_not_check(
    family: str, size: str, is_certified: bool
) -> None:
    assert Order(family, size).is_cheap_to_certify == is_certified


def test_larger_sizes_have_no_certificates() -> None:
    with pytest.raises(UsageError, match="mno 38: too large to certify"):
        caracol.certify(caracol.Puzzle("mno", (38,)))


@pytest.mark.slow
def test_a_cube_too_large_to_check_comes_without_certificate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["generate", "turn-12", "400", "--json"]) == 0
    assert "certificate" not in json.loads(capsys.readouterr().out)
    assert main(["generate", "turn-12", "400", "--json", "--certify"]) == 2
    assert "turn-12 400: too large to certify" in capsys.readouterr().err
    assert main(["generate", "turn-12", "320", "-o", str(tmp_path / "pool.jsonl")]) == 0
    assert main(["verify", str(tmp_path / "pool.jsonl")]) == 0
    assert re.search("turn-12 320: unique.*not checked.* seed", capsys.readouterr().out)


def test_two_puzzles_have_no_common_dimacs_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzles = tmp_path / "puzzles.txt"
    puzzles.write_text(families()["mno"].example * 2)
    assert main(["certify", str(puzzles), "--dimacs", str(tmp_path / "c.cnf")]) == 2
    assert "expect one puzzle, found 2" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["puzzles.txt"]
