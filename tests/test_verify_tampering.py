"""Certificates that somebody has changed, and files made to harm the stand-alone checker."""

import json
import re
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import caracol
from caracol.certificates import verify as checker
from caracol.cli.commands import main
from refuting import SAMPLES, all_witnesses, case_by_case, certify, example, refusal

PAGE = Path(__file__).parents[1] / "docs" / "certificates.md"
[STATED] = re.findall("```json\n(.*?)```", PAGE.read_text(), re.DOTALL)
# One of the four families, and one that states its model.
EXAMPLES: dict[str, dict[str, object]] = {"caracol 2": example(), "caracol 3": json.loads(STATED)}
FIELDS = [(kind, field) for kind, whole in EXAMPLES.items() for field in whole]
OTHER_TYPES: list[object] = [None, True, False, 0, 1, -1.5, 10**30, "", [], {}, ["0\n"], {"": ""}]
HOSTILE = {
    "nested lists": b'{"walk": ' + b"[" * 500_000,
    "nested objects": b'{"walk": ' + b'{"a":' * 500_000,
    "nested in a row": b'{"walk": [' + b"[[[[]]]]," * 100_000 + b"0]}",
    "huge number": b'{"seed": ' + b"9" * 5_000_000 + b"}",
    "huge fraction": b'{"seed": 0.' + b"9" * 5_000_000 + b"}",
    "huge exponent": b'{"seed": 1e' + b"9" * 5_000_000 + b"}",
    "many lists": b'{"walk": [' + b"[]," * 5_000_000 + b"0]}",
    "many fields": b"{" + b'"":"",' * 150_000 + b'"":""}',
    "many braces": b"{\n" * 1_000_000,
    "no text": bytes(range(256)) * 10_000,
    "noughts": b"\0" * 5_000_000,
    "surrogates": b'{"puzzle": "' + b"\\ud800" * 100_000 + b'"}',
    "other line ends": '{"puzzle": "\u2028\x85"}\u2028{}'.encode(),
}


def accepts(text: str) -> bool:
    try:
        checker.verify(text)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("kind", EXAMPLES)
def test_fields_may_stand_in_any_order(kind: str) -> None:
    fields = [*EXAMPLES[kind].items()]
    for i in range(len(fields)):
        assert accepts(json.dumps(dict(fields[i:] + fields[:i])))
        assert accepts(json.dumps(dict(fields[i::-1] + fields[:i:-1])))


@pytest.mark.parametrize(("kind", "field"), FIELDS)
def test_no_field_may_be_there_twice(kind: str, field: str) -> None:
    whole = EXAMPLES[kind]
    twice = json.dumps(whole)[:-1] + f", {json.dumps(field)}: {json.dumps(whole[field])}}}"
    assert not accepts(twice)


@pytest.mark.parametrize(("kind", "field"), FIELDS)
@pytest.mark.parametrize("value", OTHER_TYPES, ids=repr)
def test_no_field_may_be_of_another_type(kind: str, field: str, value: object) -> None:
    whole = EXAMPLES[kind]
    assert not accepts(json.dumps(whole | {field: value}))
    assert not accepts(json.dumps(whole | {field: [whole[field]]}))


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity", "nan", "1e", "01", "+1", "'1'"])
def test_what_is_no_json_is_refused_where_nothing_is_checked(word: str) -> None:
    assert not accepts(json.dumps(example())[:-1] + f', "seed": {word}}}')


@pytest.mark.parametrize("name", ["magic-snail/report-000", "mno/report-003", "trid/two-digits"])
def test_each_witness_is_good_for_its_own_clue_only(name: str) -> None:
    puzzle, answer = SAMPLES[name]
    whole, seen = certify(puzzle, answer), dict(all_witnesses(puzzle, answer))
    for one, other in permutations(seen, 2):
        assert "the witness of" in refusal(whole | {"witnesses": seen | {one: seen[other]}})
    for place in seen:
        fewer = {name: text for name, text in seen.items() if name != place}
        assert "a witness for each clue" in refusal(whole | {"witnesses": fewer})
        assert "a witness for each clue" in refusal(whole | {"witnesses": seen | {"r0c0": answer}})
        assert "the solution" in refusal(whole | {"solution": seen[place]})


def test_a_witness_of_a_stated_model_is_good_for_its_own_clue_only() -> None:
    whole: dict[str, object] = EXAMPLES["caracol 3"]
    [(name, witness)] = whole["witnesses"].items()  # type: ignore[attr-defined]
    solution = whole["solution"]
    assert "the witness of" in refusal(whole | {"witnesses": {name: solution}})
    assert "the solution" in refusal(whole | {"solution": witness})
    for other in ({}, {"r0c0": witness}, {name: witness, "r0c0": witness}):
        assert "a witness for each clue" in refusal(whole | {"witnesses": other})


@given(data=st.data())
@settings(deadline=None, max_examples=150)
def test_parts_of_two_certificates_make_none(data: st.DataObject) -> None:
    names = data.draw(st.permutations(["magic-snail/report-000", "mno/report-003", "mno/dots"]))
    wholes = [certify(*SAMPLES[name]) for name in names[:2]]
    mixed = {field: wholes[data.draw(st.integers(0, 1))][field] for field in wholes[0]}
    if not refusal(mixed):
        assert any(
            mixed["puzzle"] == it["puzzle"] and mixed["solution"] == it["solution"] for it in wholes
        )


@given(data=st.data())
@settings(deadline=None, max_examples=300)
def test_what_still_holds_after_a_change_is_so(data: st.DataObject) -> None:
    puzzle, answer = SAMPLES[data.draw(st.sampled_from(["mno/report-003", "trid/sums"]))]
    text = json.dumps(certify(puzzle, answer) | {"proof": case_by_case(puzzle)})
    start = data.draw(st.integers(0, len(text)))
    end = start + data.draw(st.integers(0, 3))
    text = text[:start] + data.draw(st.text('0123456789.-*MNO \\n{}[],:"', max_size=3)) + text[end:]
    if accepts(text):
        fields = json.loads(text)
        [solution] = caracol.solutions(changed := caracol.parse(fields["puzzle"]), 2)
        board = dict(caracol.parse(fields["solution"]).clues)
        assert {
            cell: str(value) for cell, value in solution.values.items()
        }.items() <= board.items()
        assert changed.family == fields["puzzle"].split()[0]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_end_with_a_line_and_status_2(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "it.json").write_bytes(HOSTILE[name])
    assert main(["verify", str(tmp_path / "it.json")]) == 2
    (line,) = capsys.readouterr().out.splitlines()
    assert len(line) < 600
    assert ": not a certificate: " in line or ": not checked: " in line


MEASURE = """
import resource, subprocess, sys
status = subprocess.run([sys.executable, "-I", *sys.argv[1:]]).returncode
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)
"""


@pytest.mark.slow
@pytest.mark.parametrize("is_one_line", [False, True])
def test_memory_is_at_most_ten_times_the_size_of_the_file(
    is_one_line: bool, tmp_path: Path
) -> None:
    puzzle, answer = SAMPLES["turn-12/report-001-72"]
    whole, literals = certify(puzzle, answer), [it for i in range(1, 433) for it in (i, -i)]
    lemma = "".join(f"{it} " for it in literals)  # it follows from nothing: it cannot be false
    proof = lemma * 6000 if is_one_line else f"{lemma}0\n" * 6000 + str(whole["proof"])
    path = tmp_path / "large.json"
    path.write_text(json.dumps(whole | {"proof": proof}))
    assert path.stat().st_size > 20_000_000
    told = subprocess.run(
        [sys.executable, "-c", MEASURE, checker.__file__, str(path)], capture_output=True, text=True
    )
    status, memory = map(int, told.stdout.splitlines()[-1].split())
    assert status == is_one_line
    assert memory < 10 * path.stat().st_size
