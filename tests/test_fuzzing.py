"""Inputs that are almost right give clean errors, and all engines say the same of them."""

import json
import random
from argparse import Namespace
from itertools import islice
from pathlib import Path

import pytest

from caracol import registry, show
from caracol.lab import fuzzing
from caracol.lab.agreement import almost_right, compare
from caracol.lab.inputs import READERS, fuzzed, outcome

SLOW = {"certificates": 200, "questions": 200}
CORPUS = Path(__file__).parent / "corpus" / "inputs.jsonl"


@pytest.mark.parametrize("reader", READERS)
def test_readers_raise_their_own_errors_alone(reader: str) -> None:
    found = [*islice(fuzzed(reader, random.Random(5)), SLOW.get(reader, 1500))]
    assert [(what, text) for text, what, _ in found if what.startswith("!")] == []
    assert sum(is_new for _, _, is_new in found) > 10


@pytest.mark.parametrize("reader", READERS)
def test_inputs_that_were_met_before_give_clean_errors(reader: str) -> None:
    texts = fuzzing.read_corpus(CORPUS)[reader].values()
    assert len(texts) > 5
    unclean = {text: what for text in texts if (what := outcome(READERS[reader], text))[0] == "!"}
    assert unclean == {}


@pytest.mark.parametrize("family", registry.names())
def test_engines_and_certificates_agree_on_almost_right_puzzles(family: str) -> None:
    for puzzle in islice(almost_right(family, random.Random(7)), 12):
        found = compare(puzzle, ("sat", "search"))
        assert found.doubt == "", show(puzzle)
        assert found.is_certified == (found.solutions in (0, 1)) or found.late


def test_what_goes_wrong_is_noticed() -> None:
    assert outcome(lambda _: 1 / 0, "").startswith("! ZeroDivisionError")
    assert outcome(int, "many") == "ValueError: invalid literal for int() with base _: _"


def test_a_run_counts_all_and_keeps_its_corpus(tmp_path: Path) -> None:
    corpus = tmp_path / "corpus.jsonl"
    options = Namespace(inputs=100, puzzles=13, seed=3, corpus=corpus, guided=0)
    inputs, puzzles = fuzzing.measure(options)
    assert {row.name: row.figures[0] for row in inputs.rows}["records"] == 20
    assert [row.found for row in inputs.rows] == ["0"] * len(READERS)
    assert {row.name for row in puzzles.rows} == {*registry.names()}
    assert all(row.figures[0] == 1 and row.met for row in puzzles.rows)
    kept = [json.loads(line) for line in corpus.read_text().splitlines()]
    assert {one["reader"] for one in kept} == {*READERS}
    again = fuzzing.read_corpus(corpus)
    assert sum(map(len, again.values())) == len(kept)
