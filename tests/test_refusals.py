"""What the stand-alone checker says of certificates that do not hold or are none."""

import json
from pathlib import Path

import pytest

from caracol import formats
from caracol.certificates import verify as checker
from caracol.certificates.verify import DoesNotHold, PuzzleText, verify
from caracol.puzzle import Puzzle
from refuting import SAMPLES, clues, example, refusal

FACES = checker.FACES
CUBE = "turn-12 4\n" + "".join(f"{face} 3456\n" for face in FACES[:-1])
NOT_HOLDING: dict[str, tuple[dict[str, object], str]] = {
    "no line": ({"proof": ""}, "only the last one empty"),
    "no newline": ({"proof": "1 0\n0"}, "only the last one empty"),
    "no end": ({"proof": "1 0\n"}, "only the last one empty"),
    "two ends": ({"proof": "0\n0\n"}, "only the last one empty"),
    "zero inside": ({"proof": "1 0 2 0\n0\n"}, "the proof: expected one clause per line"),
    "no zero": ({"proof": "1 2\n0\n"}, "the proof: expected one clause per line"),
    "two spaces": ({"proof": "1  0\n0\n"}, "the proof: expected one clause per line"),
    "plus": ({"proof": "+1 0\n0\n"}, "the proof: expected one clause per line"),
    "leading zero": ({"proof": "01 0\n0\n"}, "the proof: expected one clause per line"),
    "minus zero": ({"proof": "-0 0\n0\n"}, "the proof: expected one clause per line"),
    "other digits": ({"proof": "\u0661 0\n0\n"}, "the proof: expected one clause per line"),
    "carriage return": ({"proof": "1 0\r\n0\n"}, "the proof: expected one clause per line"),
    "deletion": ({"proof": "d 1 0\n0\n"}, "the proof: expected one clause per line"),
    "huge": ({"proof": "9" * 5000 + " 0\n0\n"}, "the proof: expected one clause per line"),
    "unknown variable": ({"proof": "1 179 0\n0\n"}, "one clause per line, of known variables"),
    "negative unknown variable": (
        {"proof": "-179 0\n0\n"},
        "one clause per line, of known variables",
    ),
    "one long line": ({"proof": "1 " * 99_999}, "the proof: expected one clause per line"),
    "surrogate": ({"proof": "\ud800 0\n0\n"}, "one clause per line"),
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
    "too few triangles": ({"puzzle": "trid 3 1..4\n.\n.\n. .\n. .\n. . ."}, "row 2 to end at t2.3"),
    "dots at numbers": ({"puzzle": "trid 3 1..4\n.\n7\n. .\n. 8.\n. . ."}, "row 2 to end at t2.3"),
    "circles together": ({"puzzle": "trid 2 1..3\n.\n.\n.."}, "row 2 to end at r2c2"),
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
    "unsolved solution": (
        {"solution": SAMPLES["magic-snail/report-000"][0]},
        "expected the same puzzle with every cell filled in",
    ),
    "another solution": (
        {"solution": SAMPLES["magic-snail/empties"][1]},
        "expected the same puzzle with every cell filled in",
    ),
    "broken solution": ({"solution": "magic-snail 5 ABC\n" + "-----\n" * 5}, "breaks a rule"),
    "no witness": ({"witnesses": {}}, "a witness for each clue"),
    "no such witness": ({"witnesses": {"r9c9": "mno 1\n."}}, "a witness for each clue"),
    "giant size": ({"puzzle": "mno 999999999"}, "expected a number from 1 to 999"),
    "size of a thousand": ({"puzzle": "mno 1000"}, "expected a number from 1 to 999"),
    "key too long": ({"puzzle": "magic-snail 2 ABC\n..\n.."}, "expected a number from 3 to 999"),
    "giant key": (
        {"puzzle": "magic-snail 1 " + "".join(map(chr, range(0x4E00, 0x9000))) + "\n."},
        "expected a number from 16896 to 999",
    ),
}
TOO_LARGE: dict[str, dict[str, object]] = {
    "giant board": {"puzzle": "mno 99\n" + (("." * 99) + "\n") * 99},
    "giant range": {"puzzle": "trid 1 1..999999\n."},
    "giant triangle": {"puzzle": formats.show(Puzzle("trid", (99, 1, 999)))},
    "giant ring": {"puzzle": "turn-12 2000\n" + "".join(f"{it} {'6' * 2000}\n" for it in FACES)},
    "giant text": {"puzzle": "mno 2" + "\n" * 2_000_000 + "..\n.."},
    "giant solution": {"solution": " " * 2_000_000},
    "giant walk": {"walk": [[]] * 1_000_000},
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


@pytest.mark.parametrize("name", TOO_LARGE)
def test_what_is_too_large_is_not_checked(name: str, tmp_path: Path) -> None:
    path = tmp_path / "it.jsonl"
    path.write_text(json.dumps(example() | TOO_LARGE[name]) + "\n" + json.dumps(example()))
    (status, told), (next_status, _) = checker.judged(str(path), checker.check)
    assert (status, next_status) == (2, 0)
    assert told.startswith(f"{path}:1: not checked: ")
    assert "too large" in told


@pytest.mark.parametrize("name", NO_CERTIFICATE)
def test_what_is_no_certificate_is_none(name: str, tmp_path: Path) -> None:
    path = tmp_path / "it.json"
    path.write_text(NO_CERTIFICATE[name])
    [(status, told)] = checker.judged(str(path), verify)
    assert status == 2
    assert told.startswith(f"{path}:1: not a certificate: ")


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
    assert clues(PuzzleText("mno 2\n* .\n\t. M")) == clues(PuzzleText("mno 2\n*.\n.M\n"))
    assert clues(PuzzleText("trid 2 -1..3\n  -1\n .\n. 3")) == {"r1c1": "-1", "r2c2": "3"}
    for text in ("mno 1 # one\n.", "mno 1\n\n.", "\nmno 1\n.", "mno 01\n.", "trid 1 +1..2\n."):
        with pytest.raises(DoesNotHold):
            PuzzleText(text)
