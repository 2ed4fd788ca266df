"""The second opinion accepts good boards and refuses all that differ from them in one place."""

from collections.abc import Iterator

import pytest

from checker import is_mno_line, is_solution
from classics import CHECKS
from samples import Sample, samples

PRINTED = samples()


def one_word_changed(sample: Sample) -> Iterator[str]:
    """The answer with one cell, circle or turn changed to what another one holds."""
    header, *lines = sample.answer.splitlines()
    grid = header.startswith(("magic-snail", "mno", *CHECKS))
    rows = [list(line) if grid else line.split() for line in lines]
    trid = header.startswith("trid")
    open_rows = rows[::2] if trid else rows
    first = 2 if header.startswith("turn-12") else 0  # names and rings are no answers
    entries = [(row, j) for row in open_rows for j in range(first, len(row))]
    values = {row[j] for row, j in entries}
    for row, j in entries:
        kept = row[j]
        for value in values - {kept}:
            row[j] = value
            yield "\n".join([header, *("".join(row) if grid else " ".join(row) for row in rows)])
        row[j] = kept


@pytest.mark.parametrize("sample", PRINTED, ids=str)
def test_good_answers_are_accepted(sample: Sample) -> None:
    assert is_solution(sample.text, sample.answer)


@pytest.mark.parametrize("sample", PRINTED, ids=str)
def test_answers_with_one_change_are_refused(sample: Sample) -> None:
    assert not any(is_solution(sample.text, changed) for changed in one_word_changed(sample))


@pytest.mark.parametrize("sample", PRINTED, ids=str)
def test_puzzles_are_no_answers_of_themselves(sample: Sample) -> None:
    assert not is_solution(sample.text, sample.text)


@pytest.mark.parametrize(
    ("clues", "board"),
    [
        ("magic-snail 2 AB\nB.\n..", "magic-snail 2 AB\nAB\nBA"),
        ("magic-snail 2 AB\n-.\n..", "magic-snail 2 AB\nAB\nBA"),
        ("magic-snail 2 BA\n..\n..", "magic-snail 2 AB\nAB\nBA"),
        ("mno 3\n-..\n...\n...", "mno 3\nO**\n*M*\n**O"),
        ("trid 1 1..2\n1", "trid 1 1..2\n2"),
        ("trid 1 1..1\n.", "trid 1 1..2\n2"),
        ("trid 2 1..3\n1\n7\n. .", "trid 2 1..3\n1\n.\n2 3"),
    ],
)
def test_boards_that_keep_the_rules_but_not_the_clues_are_refused(clues: str, board: str) -> None:
    assert is_solution(board, board)
    assert not is_solution(clues, board)


def test_sums_must_be_true() -> None:
    assert is_solution("trid 2 1..3\n.\n6\n. .", "trid 2 1..3\n1\n6\n2 3")
    assert not is_solution("trid 2 1..4\n.\n7\n. .", "trid 2 1..4\n1\n7\n2 3")


@pytest.mark.parametrize("line", ["*-M-*", "*N--*", "*--N*", "O*--*", "**--O"])
def test_true_letters_are_accepted(line: str) -> None:
    assert is_mno_line(line)


@pytest.mark.parametrize(
    "line", ["*M--*", "M*--*", "*-N-*", "N*--*", "*O--*", "*-O-*", "*-*--", "*-O**", "*--*?"]
)
def test_false_letters_are_refused(line: str) -> None:
    assert not is_mno_line(line)
