"""Records that leave the program come back as they were."""

import json
from itertools import islice

import pytest

import caracol
from caracol import UsageError
from caracol.certificates.certificate import Certificate
from caracol.explanations.explanation import Explanation, Grading, explanation, grading
from caracol.generation.order import Distinct, Order, parse_order
from caracol.generation.production import produce
from caracol.generation.record import Record, record
from caracol.generation.targets import band
from caracol.records import Fields
from commands import MANY, UNIQUE

EASY = "magic-snail 3 AB\n.A.\nA..\n...\n"
CLASHING = "magic-snail 3 AB\nA.A\n...\n...\n"
PUZZLES = {"unique": UNIQUE, "easy": EASY, "many": MANY, "none": CLASHING}


def as_read(fields: Fields) -> dict[str, object]:
    """What somebody reads who gets the fields as JSON."""
    read: dict[str, object] = json.loads(json.dumps(fields))
    assert list(read) == list(fields)
    return read


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("name", PUZZLES)
def test_explanations_come_back(name: str, language: str) -> None:
    found = explanation(caracol.parse(PUZZLES[name]), language=language)
    fields = as_read(found.to_json())
    assert Explanation.from_json(fields) == found and found.to_json() == fields


@pytest.mark.parametrize("name", PUZZLES)
def test_gradings_come_back(name: str) -> None:
    found = grading(caracol.parse(PUZZLES[name]))
    assert Grading.from_json(as_read(found.to_json())) == found


@pytest.mark.parametrize("text", [UNIQUE, EASY, CLASHING])
def test_certificates_come_back(text: str) -> None:
    fields = caracol.certify(caracol.parse(text)) | {"seed": 3}
    certificate = Certificate.from_json(as_read(fields))
    assert list(certificate.to_json().items()) == list(fields.items())
    assert Certificate.from_json(certificate.to_json()) == certificate


ORDERS = [
    Order("mno", "5", seed=4),
    Order("mno", "5", certify_every=1),
    Order("magic-snail", "4 AB", fewest=True),
    Order("mno", "5", level=band("..hard")),
    Order("turn-12", "12", certify_every=1),
]


@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_generated_records_come_back(order: Order) -> None:
    for made in islice((made for made in produce(order) if made), 2):
        found = record(order, made)
        fields = as_read(found.to_json())
        assert Record.from_json(fields) == found
        assert caracol.parse(found.puzzle) == made.puzzle


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"serial": "1"}, "expected a whole number in the field 'serial', found '1'"),
        ({"seed": True}, "expected a whole number in the field 'seed', found True"),
        ({"level": "fiendish"}, "expected a level, one of easy, .*found 'fiendish'"),
        ({"level": "easy", "grade": {"hardest": 1}}, "expected a whole number in the field 'sum'"),
        ({"certificate": []}, "expected an object in the field 'certificate'"),
        ({"certificate": {}}, "expected a string in the field 'certificate', found nothing"),
    ],
)
def test_wrong_records_are_refused(change: Fields, reason: str) -> None:
    (made,) = islice(produce(ORDERS[0]), 1)
    assert made
    with pytest.raises(UsageError, match=reason):
        Record.from_json({**record(ORDERS[0], made).to_json(), **change})


def test_verdicts_say_what_is_known_as_json() -> None:
    verdict = caracol.verdict(caracol.parse(MANY), limit=1)
    fields = verdict.to_json()
    assert list(fields) == ["family", "status", "solutions", "seconds", "statistics"]
    assert (fields["family"], fields["status"]) == ("magic-snail", "many")
    assert fields["solutions"] == [caracol.show(verdict.puzzle, verdict.solutions[0])]


def test_an_order_is_parsed_once_into_what_it_means() -> None:
    order = parse_order(
        "trid", " 5  1..5 ", symmetry="none", level="easy..hard", distinct="symmetry"
    )
    assert (order.size, order.shape, order.symmetry) == ("5 1..5", (5, 1, 5), None)
    assert order.level == band("easy..hard") and order.distinct is Distinct.SYMMETRY
    assert parse_order("mno", "5", symmetry="rotate").symmetry == "rotate"


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ({"size": "0"}, "mno 0: expected the length of a side"),
        ({"level": "fiendish"}, "expected a level"),
        ({"distinct": "colour"}, "expected a way to find duplicates, one of puzzle, symmetry"),
        ({"symmetry": "spiral"}, "expected a symmetry, one of none, rotate"),
        ({"clues": ("stars",)}, "expected a kind of clue"),
        ({"fewest": True, "level": "easy"}, "--fewest cannot be used with --level"),
        ({"size": "60", "certify_every": 1}, "too large to certify"),
    ],
)
def test_no_order_can_be_made_of_what_makes_no_sense(words: dict[str, object], reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        parse_order(**{"family": "mno", "size": "5", **words})  # type: ignore[arg-type]  # mixed
