"""The lab: peers that set puzzles set good ones, and figures are told, written and drawn."""

import json
from importlib import import_module
from pathlib import Path

import pytest

from caracol.lab import plot, rates, report
from caracol.lab.removing import removal
from caracol.lab.report import Row, Section
from caracol.setter import Order, produce
from caracol.solve import check

SECTION = Section("Snails by size: some", "a second", "earlier", (Row("5 ABC", (3, 1, 2), "9"),))


@pytest.mark.parametrize("tool", ["clingo_second", "cpsat_second"])
@pytest.mark.parametrize(
    ("family", "size"), [("magic-snail", "5 ABC"), ("mno", "5"), ("trid", "5 1..5")]
)
def test_peers_leave_unique_and_irreducible_puzzles(tool: str, family: str, size: str) -> None:
    peer = import_module(f"caracol.lab.peers.{tool}")
    order = Order(family, size, seed=7)
    made = next(made for made in produce(order) if made)
    found = check(removal(peer, order, made)())
    assert found.unique and found.irreducible


def test_figures_are_told_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sections = report.tell([SECTION])
    report.write(tmp_path / "figures.json", sections)
    written = json.loads((tmp_path / "figures.json").read_text("utf-8"))
    assert written["sections"][0]["rows"][0]["figures"] == [3, 1, 2]
    assert capsys.readouterr().out.split()[-5:] == ["ABC", "2.000", "1.000", "3.000", "9"]


def test_rates_are_drawn_as_svg_and_png(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    plot.write(tmp_path / "rates.svg", [SECTION])
    assert (tmp_path / "rates.svg").read_text("utf-8").startswith("<?xml")
    assert (tmp_path / "rates.png").read_bytes().startswith(b"\x89PNG")


def test_long_runs_tell_their_memory(capsys: pytest.CaptureFixture[str]) -> None:
    assert rates.main(["--long", "20"]) == 0
    assert "20 puzzles" in capsys.readouterr().out
