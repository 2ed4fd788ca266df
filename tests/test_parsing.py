"""What is no puzzle is refused, with place and reason; what is one is read however it looks."""

from contextlib import suppress
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caracol import ParseError, PuzzleError, parse, parse_all
from samples import samples

CUBE = "turn-12 4\ntop 3456\nbottom 3456\nfront 3456\nback 3456\nleft 3456\nright 3456\n"
HUGE = str(10**12)


class Wrong(NamedTuple):
    """A text, where it goes wrong, and words of what was expected and found there."""

    text: str
    line: int
    column: int
    expected: str
    found: str


WRONG = {
    "empty text": Wrong("", 1, 1, "a puzzle", "no text"),
    "only blanks": Wrong("\n \t\n\r\n", 1, 1, "a puzzle", "no text"),
    "only comments": Wrong("# mno 5\n  # so\n", 1, 1, "a puzzle", "no text"),
    "unknown family": Wrong("\n  sudoku 9\n", 2, 3, "magic-snail, mno, trid, turn-12", "'sudoku'"),
    "family in capitals": Wrong("MNO 5\n", 1, 1, "magic-snail, mno, trid", "'MNO'"),
    "NUL byte": Wrong("mno 2\n..\n.\0\n", 3, 2, "text", "a NUL byte"),
    "snail without key": Wrong("magic-snail 5\n", 1, 13, "'magic-snail N KEY'", "'5'"),
    "snail with more": Wrong("magic-snail 5 A B\n", 1, 17, "'magic-snail N KEY'", "'B'"),
    "mno without size": Wrong("mno\n...\n", 1, 1, "'mno N'", "'mno'"),
    "mno with more": Wrong("mno 3 MNO\n", 1, 7, "'mno N'", "'MNO'"),
    "trid without range": Wrong("trid 3\n", 1, 6, "'trid N LO..HI'", "'3'"),
    "cube without size": Wrong("turn-12\ntop 3456\n", 1, 1, "'turn-12 N'", "'turn-12'"),
    "snail size no number": Wrong("magic-snail n A\n", 1, 13, "1 to 999", "'n'"),
    "snail size zero": Wrong("magic-snail 0 A\n", 1, 13, "1 to 999", "'0'"),
    "snail size negative": Wrong("magic-snail -3 A\n", 1, 13, "1 to 999", "'-3'"),
    "snail size huge": Wrong(f"magic-snail {HUGE} A\n", 1, 13, "length of a side", HUGE),
    "mno size no number": Wrong("mno 3x\n", 1, 5, "1 to 999", "'3x'"),
    "mno size zero": Wrong("mno 0\n", 1, 5, "1 to 999", "'0'"),
    "mno size negative": Wrong("mno -1\n", 1, 5, "1 to 999", "'-1'"),
    "mno size huge": Wrong(f"mno {HUGE}\n", 1, 5, "length of a side", HUGE),
    "trid size no number": Wrong("trid 1..3 3\n", 1, 6, "1 to 999", "'1..3'"),
    "trid size zero": Wrong("trid 0 1..3\n", 1, 6, "1 to 999", "'0'"),
    "trid size negative": Wrong("trid -2 1..3\n", 1, 6, "1 to 999", "'-2'"),
    "trid size huge": Wrong(f"trid {HUGE} 1..3\n", 1, 6, "number of circles", HUGE),
    "cube size no number": Wrong("turn-12 four\n", 1, 9, "a multiple of 4", "'four'"),
    "cube size zero": Wrong("turn-12 0\n", 1, 9, "a multiple of 4", "'0'"),
    "cube size negative": Wrong("turn-12 -4\n", 1, 9, "a multiple of 4", "'-4'"),
    "cube size huge": Wrong(f"turn-12 {HUGE}\n", 1, 9, "digits of a ring", HUGE),
    "cube size odd": Wrong("turn-12 6\n", 1, 9, "a multiple of 4", "'6'"),
    "key repeats": Wrong("magic-snail 4 ABCA\n", 1, 18, "different letters or digits", "'A'"),
    "key with a dash": Wrong("magic-snail 4 A-B\n", 1, 16, "letters or digits", "'-'"),
    "key with a dot": Wrong("magic-snail 4 .\n", 1, 15, "letters or digits", "'.'"),
    "key too long": Wrong("magic-snail 2 ABC\n", 1, 15, "at most 2", "'ABC'"),
    "snail row too short": Wrong("magic-snail 2 A\n .\n..\n", 2, 3, "2 cells in row 1", "1"),
    "snail row too long": Wrong("magic-snail 2 A\n..\n...\n", 3, 4, "2 cells in row 2", "3"),
    "snail row missing": Wrong("magic-snail 2 A\n..\n\n", 4, 1, "row 2 of 2", "end of the text"),
    "not in the key": Wrong("magic-snail 2 ab\n..\n. A\n", 3, 3, "'-', 'a', 'b' or '.'", "'A'"),
    "mno row too short": Wrong("mno 3\n...\n. .\n...\n", 3, 4, "3 cells in row 2", "2"),
    "mno row too long": Wrong("mno 2\n..-\n..\n", 2, 4, "2 cells in row 1", "3"),
    "mno row missing": Wrong("mno 2\n..\n", 3, 1, "row 2 of 2", "end of the text"),
    "mno row missing, no line end": Wrong("mno 2\n..", 2, 3, "row 2 of 2", "end of the text"),
    "mno letter unknown": Wrong("mno 2\n.P\n..\n", 2, 2, "'-', '*', 'M', 'N', 'O' or '.'", "'P'"),
    "range upside down": Wrong("trid 3 5..1\n", 1, 8, "LO not above HI", "'5..1'"),
    "range with one dot": Wrong("trid 3 1.5\n", 1, 8, "LO..HI", "'1.5'"),
    "range without end": Wrong("trid 3 1..\n", 1, 8, "LO..HI", "'1..'"),
    "range of letters": Wrong("trid 3 a..b\n", 1, 8, "LO..HI", "'a..b'"),
    "circle above the range": Wrong("trid 1 1..3\n 4\n", 2, 2, "a value 1..3", "'4'"),
    "circle below the range": Wrong("trid 1 -1..3\n-2\n", 2, 1, "a value -1..3", "'-2'"),
    "circle no number": Wrong("trid 1 1..3\nA\n", 2, 1, "a value 1..3", "'A'"),
    "sum no number": Wrong("trid 2 1..3\n.\n 7+\n. .\n", 3, 2, "a sum", "'7+'"),
    "too few circles": Wrong("trid 2 1..3\n.\n.\n .\n", 4, 3, "2 circles in row 2", "1"),
    "too many circles": Wrong("trid 1 1..3\n. .\n", 2, 4, "1 circle in row 1", "2"),
    "too many sums": Wrong("trid 2 1..3\n.\n. 6\n. .\n", 3, 4, "1 triangle below row 1", "2"),
    "trid row missing": Wrong("trid 2 1..3\n.\n.\n", 4, 1, "row 2 of 2", "end of the text"),
    "trid sums missing": Wrong("trid 2 1..3\n.\n", 3, 1, "below row 1", "end of the text"),
    "digit too small": Wrong(CUBE.replace("back 3", "back 2"), 5, 6, "from 3 to 9", "'2'"),
    "digit is a letter": Wrong(CUBE.replace("top 34", "top 3x"), 2, 6, "from 3 to 9", "'x'"),
    "ring too short": Wrong(CUBE.replace("back 3", "back "), 5, 1, "4 digits", "3"),
    "one cell only": Wrong("mno 1\n..\n", 2, 3, "1 cell in row 1", "2"),
    "ring too long": Wrong(CUBE.replace("back 3", "back 33"), 5, 6, "4 digits", "5"),
    "ring missing": Wrong(CUBE.replace("back 3456", "back"), 5, 1, "4 digits", "0"),
    "face twice": Wrong(CUBE.replace("left", "top"), 6, 1, "one of left, right", "'top'"),
    "face unknown": Wrong(CUBE.replace("left", "west"), 6, 1, "one of left, right", "'west'"),
    "face missing": Wrong(CUBE.replace("right 3456\n", ""), 7, 1, "right", "end of the text"),
    "turn too large": Wrong(CUBE.replace("left 3456", "left 3456 4"), 6, 11, "0 to 3", "'4'"),
    "turn negative": Wrong(CUBE.replace("left 3456", "left 3456 -1"), 6, 11, "0 to 3", "'-1'"),
    "turn no number": Wrong(CUBE.replace("left 3456", "left 3456 ?"), 6, 11, "0 to 3", "'?'"),
    "two turns": Wrong(
        CUBE.replace("left 3456", "left 3456 1 2"), 6, 13, "the end of the line", "'2'"
    ),
    "bare ring odd": Wrong("34567\n" * 6, 1, 1, "multiple of 4", "'34567'"),
    "bare ring too short": Wrong("3456\n345\n", 2, 1, "4 digits", "3"),
    "bare ring too long": Wrong("3456\n34567\n", 2, 1, "4 digits", "5"),
    "bare digit too small": Wrong("3456\n3416\n", 2, 3, "from 3 to 9", "'1'"),
    "bare ring missing": Wrong("3456\n" * 5, 6, 1, "line 6 of 6", "end of the text"),
    "text after the end": Wrong("mno 1\n.\n.\n", 3, 1, "nothing after the end", "'.'"),
    "indented text after the end": Wrong("mno 1\n.\n  x\n", 3, 3, "nothing after the end", "'x'"),
    "second puzzle": Wrong("mno 1\n.\nmno 1\n.\n", 3, 1, "nothing after the end", "mno"),
    "seventh bare ring": Wrong("3456\n" * 7, 7, 1, "nothing after the end", "'3456'"),
}


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_what_is_no_puzzle_is_refused_with_place_and_reason(wrong: Wrong) -> None:
    with pytest.raises(ParseError) as caught:
        parse(wrong.text)
    error = caught.value
    expected, _, found = error.reason.partition(", found ")
    assert (error.line, error.column) == (wrong.line, wrong.column)
    assert expected.startswith("expected ")
    assert wrong.expected in expected
    assert wrong.found in found
    assert str(error) == f"line {error.line}, column {error.column}: {error.reason}"


def test_puzzles_before_a_mistake_are_read() -> None:
    found = parse_all("mno 1\n.\n" + CUBE + "mno\n")
    assert [next(found), next(found)] == [parse("mno 1\n."), parse(CUBE)]
    with pytest.raises(ParseError):
        next(found)


def test_long_words_are_cut_in_messages() -> None:
    with pytest.raises(ParseError) as caught:
        parse("x" * 1000)
    assert len(str(caught.value)) < 200


SNAIL = "magic-snail 3 AB\nA..\n..-\n.B.\n"
TRID = "trid 3 1..4\n.\n7\n. 3\n. 8 .\n. . 2\n"

SAME = {
    "comments": (SNAIL, "# one\nmagic-snail 3 AB # two\nA..#B\n\n#\n..-\n.B.\n# three"),
    "blank lines": (SNAIL, "\n\nmagic-snail 3 AB\n\nA..\n \n..-\n\t\n.B.\n\n"),
    "indentation": (SNAIL, "  magic-snail 3 AB\n    A..\n ..-  \n  .B."),
    "CRLF": (SNAIL, SNAIL.replace("\n", "\r\n")),
    "cells apart": (SNAIL, "magic-snail 3 AB\nA . .\n .. -\n. B  .\n"),
    "tabs": (SNAIL, "magic-snail\t3\tAB\nA\t.\t.\n\t..-\n.B.\t\n"),
    "leading zeros": (SNAIL, SNAIL.replace("3", "003")),
    "trid indented": (TRID, "trid 3 1..4\n    .\n    7\n  .   3\n  . 8 .\n.   .   2\n"),
    "trid together": (TRID, "trid 3 1..4\n.\n7\n.3\n.8.\n..2\n"),
    "trid with CRLF and tabs": (TRID, TRID.replace("\n", "\r\n").replace(" ", "\t")),
    "cube aligned": (CUBE, CUBE.replace("top ", "top    ").replace("right ", "right  ")),
    "cube with digits apart": (CUBE, CUBE.replace("3456", "3 45 6")),
    "cube in another order": (CUBE, "\n".join(sorted(CUBE.splitlines(), reverse=True))),
    "bare cube": (CUBE, "3456\n" * 6),
    "bare cube with comments": (CUBE, "# toy\n" + "\n  3456 # ring\r\n" * 6),
}


@pytest.mark.parametrize(("plain", "dressed"), SAME.values(), ids=SAME)
def test_looks_do_not_matter(plain: str, dressed: str) -> None:
    assert parse(dressed) == parse(plain)
    assert list(parse_all(dressed)) == [parse(plain)]


def test_turns_apart_from_their_digits_are_turns() -> None:
    given = parse(CUBE.replace("back 3456", "back 34 56 2"))
    assert given.clues == (("back", "2"),)


def test_rows_that_look_like_headers_are_rows() -> None:
    text = "magic-snail 3 mno\nmno\n...\nmno\nmno 1\n.\n"
    snail, mno = parse_all(text)
    assert [clue.value for clue in snail.clues] == [*"mnomno"]
    assert mno.shape == (1,)


def test_a_text_may_hold_puzzles_of_all_families() -> None:
    texts = [sample.text for sample in samples()]
    assert list(parse_all("\n# next\n".join(texts))) == [parse(text) for text in texts]


PIECES = st.one_of(
    st.sampled_from(["", " ", "\n", "\t", "\r\n", "#", "\0", ".", "..", "-", "*", "0", "9", "mno"]),
    st.text(max_size=3),
)
EDITS = st.lists(st.tuples(st.floats(0, 1), st.integers(0, 2), PIECES), min_size=1, max_size=5)
TEXTS = [wrong.text for wrong in WRONG.values()] + [sample.text for sample in samples()]


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    read_or_refuse(text)


@given(st.lists(st.sampled_from(TEXTS), max_size=3), EDITS)
def test_damaged_puzzles_are_read_or_refused(
    texts: list[str], edits: list[tuple[float, int, str]]
) -> None:
    text = "\n".join(texts)
    for place, removed, piece in edits:
        start = int(place * len(text))
        text = text[:start] + piece + text[start + removed :]
    read_or_refuse(text)


def read_or_refuse(text: str) -> None:
    with suppress(PuzzleError):
        list(parse_all(text))


RINGS = [
    "356735869637537564374649",
    "343574954363596738547975",
    "353748635975458485676439",
    "349576573795398457964379",
    "357863653739359498735895",
    "348765738453874583769785",
]
LISTS = [f"[{','.join(ring)}]" for ring in RINGS]


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(RINGS),
        " ".join(RINGS),
        "\n".join(" ".join(ring[i : i + 4] for i in range(0, 24, 4)) for ring in RINGS),
        f"[{','.join(LISTS)}].",
        f"[{', '.join(LISTS)}]".replace(",", ", "),
        "[" + ",\n ".join(LISTS) + "]\n",
    ],
)
def test_a_cube_is_read_as_reports_print_it(text: str) -> None:
    assert parse(text).shape == (24, *RINGS)
    assert len(list(parse_all(f"{text}\nmno 1\n."))) == 2


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            " ".join(RINGS).replace("356", "126"),
            "column 1: expected a digit from 3 to 9, found '1'",
        ),
        (f"[{','.join(LISTS)}]".replace("3,5,6", "3,5,1"), "a digit from 3 to 9, found '1'"),
        ("[[3,4,5],[3,4,5],[3,4,5],[3,4,5],[3,4,5],[3,4,5]]", "a multiple of 4"),
        ("[[3,4],[5,6]]", "expected a header"),
        ("[" * 9999, "expected a header"),
        ("magicsnail 5 ABC", "did you mean magic-snail?"),
        ("turn12 24", "did you mean turn-12?"),
    ],
)
def test_what_is_almost_a_puzzle_is_told_what_it_lacks(text: str, reason: str) -> None:
    with pytest.raises(ParseError) as refused:
        parse(text)
    assert reason in str(refused.value)
