"""The stand-alone checker reads puzzles as caracol does."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import caracol
from caracol.certificates.verify import DoesNotHold, PuzzleText, TooLarge
from caracol.puzzle import PuzzleError
from refuting import SAMPLES, clues

MARK = "\ufeff"
# Spaces and line ends of all kinds, NUL, and digits, letters and signs that look like others.
ODD = [
    *" \t\r\n\v\f\0#.,;+-_*\x1c\x1f\x85\xa0\xad\u1680\u200b\u2028\u2029\u3000\ufeff\ud800",
    *"0123456789\u0661\uff11\uff0b\u2212\xb2\u216b\uff21AaMNO\xdf\u0130",
]
SIZES = [
    *("0", "1", "2", "3", "4", "5", "6", "8", "999", "1000", "2000", "99996", "100000", "9" * 9),
    *("-1", "-0", "+3", "03", "3.0", "3_0", "1e1", "\uff13", "\u0663", "\xb3", "0x3", "", "."),
    *("A", "AB", "ABC", "AA", "Aa", "12", "A-", "\xb2\xb3", "\uff21B", "\xdf", "a\u0301", "#"),
    *("1..3", "1..4", "3..1", "1..1", "-3..0", "-0..3", "1...3", "..3", "1..", "1..2..3", "1-3"),
    *("0..999999", "-999999..999999", "1..1000000", "+1..3", "01..3", "1..\uff13", "1..3."),
]
TEXTS = sorted(text for pair in SAMPLES.values() for text in pair)


def reads(text: str) -> PuzzleText | None:
    try:
        return PuzzleText(text)
    except DoesNotHold:
        return None


def written(text: str) -> str | None:
    """How caracol writes the puzzle that it reads, if it is one."""
    try:
        return caracol.show(caracol.parse(text))
    except PuzzleError:
        return None


def spelling(text: str) -> list[str]:
    """The lines of a text, their spaces aside."""
    header, *lines = text.removeprefix(MARK).rstrip().split("\n")
    space = "" if header.split()[:1] in (["mno"], ["magic-snail"]) else " "
    return [" ".join(header.split()), *(space.join(line.split()) for line in lines)]


def agree(text: str) -> bool:
    """Whether both take a text for a puzzle, and for the same; if caracol would write it so."""
    try:
        read, told = reads(text), written(text)
    except TooLarge:
        return True
    if read is None:
        return told is None or spelling(told) != spelling(text)
    return (
        told is not None
        and spelling(told) == spelling(text)
        and clues(read) == clues(PuzzleText(told))
    )


@pytest.mark.parametrize("text", TEXTS)
def test_both_read_the_samples(text: str) -> None:
    assert reads(text)
    assert agree(text)
    assert reads(MARK + text)
    assert not reads(MARK + MARK + text)


@given(
    family=st.sampled_from(["magic-snail", "mno", "trid", "turn-12", "Mno", "mno\u2028", "sudoku"]),
    words=st.lists(st.sampled_from(SIZES), max_size=3),
    rows=st.lists(st.text(st.sampled_from([*".. -A1369", *ODD]), max_size=6), max_size=7),
)
@settings(deadline=None, max_examples=1500)
@example("magic-snail", ["2", "ABC"], ["..", ".."])
@example("mno", ["1\x85"], ["."])
@example("trid", ["2", "1..3"], [".", "9999999", ". ."])
@example("trid", ["2", "1..3"], [".", "10000000", ". ."])
def test_both_take_the_same_headers(family: str, words: list[str], rows: list[str]) -> None:
    assert agree("\n".join([" ".join([family, *words]), *rows]))


@given(data=st.data())
@settings(deadline=None, max_examples=1000)
def test_both_take_the_same_changed_texts(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(TEXTS))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(text)))
        end = start + data.draw(st.integers(0, 2))
        text = text[:start] + data.draw(st.text(st.sampled_from(ODD), max_size=2)) + text[end:]
    assert agree(text), text
