"""The studio under load: a short run of the experiment, in which nothing may fail."""

import json
from collections import Counter
from pathlib import Path

import pytest

from caracol.lab import load
from caracol.lab.clients import Checks, boards
from caracol.lab.tables import read
from caracol.studio.questions import ask


def test_percentiles_are_of_what_was_measured() -> None:
    checks = Checks(tuple(map(float, range(100, 0, -1))), Counter({"200": 99, "503": 1}))
    assert (checks.percentile(0.5), checks.percentile(0.99), checks.failed) == (51, 100, 1)


def test_players_ask_about_boards_with_a_wrong_entry() -> None:
    for body in boards():
        assert len(ask("check", json.loads(body))["wrong"]) == 1  # type: ignore[arg-type]  # JSON


@pytest.mark.slow
def test_floods_do_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "SECONDS", 1.0)
    monkeypatch.setattr(load, "RATE", 20.0)
    monkeypatch.setattr(load, "WARMING", 1.0)
    monkeypatch.setattr(load, "FLOOD_SECONDS", 1.0)
    monkeypatch.setattr(load, "FLOOD_RATE", 5.0)
    path = tmp_path / "run.json"
    assert load.main(["--json", str(path)]) == 0
    rates, floods, after, held, killed = read(path).sections
    for row in (*rates.rows, *floods.rows, *after.rows):
        checks, failed, *_ = row.figures
        assert checks and failed == 0, row
    assert len(floods.rows) == 5
    assert [row.met for row in held.rows] == [True, True, None]
    assert [row.met for row in killed.rows] == [True, True, True], killed.rows
