"""Whatever goes wrong: files whole or absent, the same bytes in the end, one line."""

import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from caracol.lab import faults


@pytest.mark.slow
@pytest.mark.parametrize("name", faults.FAULTS)
def test_a_fault_does_no_harm(name: str) -> None:
    try:
        assert faults.tried(name, 0) == ""
    except faults.CannotBeTried as why:
        pytest.skip(str(why))


def test_half_a_file_is_noticed(tmp_path: Path) -> None:
    faults.prepare(tmp_path)
    for words, file in (faults.WRITING[name] for name in ("certify", "draw", "export")):
        path = tmp_path / file
        assert faults.rerun(words, tmp_path, file) == "" and faults.halves(tmp_path, file) == ""
        path.write_bytes(path.read_bytes()[:-10])
        assert faults.halves(tmp_path, file) == f"{file} is not whole"


def test_what_goes_wrong_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {"well": lambda *_: "", "badly": lambda *_: "the file differs"}
    monkeypatch.setattr(faults, "FAULTS", wrong)
    (section,) = faults.measure(Namespace(rounds=2))
    assert [(row.found, row.met) for row in section.rows] == [("0", True), ("2", False)]


def test_the_clock_jumps_in_what_is_started(tmp_path: Path) -> None:
    program = "import time; print(max(abs(time.time() - time.time()) for _ in range(9)) > 3000)"
    with faults.jumping_clock(tmp_path):
        words = [sys.executable, "-c", program]
        told = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert told == "True\n"


def test_no_module_measures_time_by_the_clock_of_the_day() -> None:
    package = Path(faults.__file__).parent.parent
    texts = {path.name: path.read_text("utf-8") for path in package.rglob("*.py")}
    assert [name for name, text in texts.items() if "time.time()" in text] == ["faults.py"]
