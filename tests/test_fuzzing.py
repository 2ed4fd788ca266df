"""Inputs that are almost right give clean errors, and all engines say the same of them."""

import random
from itertools import islice

import pytest

from caracol import registry, show
from caracol.lab.fuzzing import READERS, almost_right, disagreement, fuzzed, outcome


@pytest.mark.parametrize("reader", READERS)
def test_readers_raise_their_own_errors_alone(reader: str) -> None:
    found = [*islice(fuzzed(reader, random.Random(5)), 1500)]
    assert [(what, text) for text, what, _ in found if what.startswith("!")] == []
    assert sum(is_new for _, _, is_new in found) > 10


@pytest.mark.parametrize("family", registry.names())
def test_engines_and_certificates_agree_on_almost_right_puzzles(family: str) -> None:
    for puzzle in islice(almost_right(family, random.Random(7)), 12):
        assert disagreement(puzzle, ("sat", "search")) == "", show(puzzle)


def test_what_goes_wrong_is_noticed() -> None:
    assert outcome(lambda _: 1 / 0, "").startswith("! ZeroDivisionError")
    assert outcome(int, "many") == "ValueError: invalid literal for int() with base _: _"
