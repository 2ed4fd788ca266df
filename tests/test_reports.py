"""The reports' figures, and what becomes of them."""

import random
from itertools import permutations
from pathlib import Path

import pytest

from caracol import count, formats, registry
from caracol.generation.order import Order
from caracol.lab import reports
from caracol.lab.reports import MNOS, SNAILS, TRIDS, Published
from caracol.puzzle import Puzzle, UsageError
from caracol.solve import verdict


@pytest.mark.parametrize("line", [*SNAILS, *TRIDS, *MNOS], ids=str)
def test_published_shapes_are_shapes(line: Published) -> None:
    if line.family == "trid":
        size = "{} {}..{}".format(*line.shape)
    else:
        size = " ".join(map(str, line.shape))
    assert formats.shape(line.family, size) == line.shape
    assert line.report in reports.AUTHORS


def test_the_reports_tables_are_complete() -> None:
    assert (len(SNAILS), len(TRIDS), len(MNOS)) == (15 + 6, 3, 6)


def test_a_small_table_is_run_again() -> None:
    lines = [line for line in SNAILS if line.shape in ((5, "ABC"), (5, "ABCD"))]
    (section,) = reports.compared("snails", lines)
    found = {(row.series, row.name): (row.figures[0], row.found, row.met) for row in section.rows}
    assert found["004", "5/4"] == (200, "no board exists", None)
    assert found["000", "5/3"][0] == 320 and found["004", "5/3"][0] == 160
    assert all(ratio.endswith("x") for key, (_, ratio, _) in found.items() if key[1] == "5/3")


def test_report_004_solves_what_has_no_solution() -> None:
    none, weaker = reports.four_letters().rows
    assert (none.figures, weaker.figures) == ((0,), (22,))


def test_boards_out_of_turn_are_counted_right() -> None:
    """By trying every set of five cells, one a line, on each board."""
    empty = Puzzle("magic-snail", (5, "ABC"))
    boards = [formats.show(empty, one).split()[3:] for one in verdict(empty, limit=None).solutions]
    found = sum(
        all(board[i][j] == "-" for i, j in enumerate(places))
        for board in boards
        for places in permutations(range(5))
    )
    assert found == reports.out_of_turn() == 22


def test_printed_boards_are_checked() -> None:
    assert {row.found for section in reports.printed_boards() for row in section.rows} == {
        "keeps all rules"
    }


def test_a_wrong_board_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {"000": reports.BOARDS["000, figure 2"].replace("-A-BC", "A--BC")}
    monkeypatch.setattr(reports, "BOARDS", wrong)
    (section,) = reports.printed_boards()
    (row,) = section.rows
    assert row.found == "breaks a rule"


def test_cubes_are_counted() -> None:
    cube = Order("turn-12", "24")
    made = registry.family("turn-12").shortcuts.compose
    assert made
    puzzle, _ = made(registry.board("turn-12", cube.shape), random.Random(7), lambda: None)
    (section,) = reports.solved_cubes({"ours": puzzle})
    (row,) = section.rows
    assert (row.figures[0], row.found) == (count(puzzle), "unique") == (1, "unique")


def test_cubes_of_other_families_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="expected cubes"):
        reports.main(["--cubes", "examples/mno.txt"])
    with pytest.raises(UsageError, match="no such file"):
        reports.main(["--cubes", f"{tmp_path}/none.txt"])
