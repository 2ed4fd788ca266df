"""What all experiments share: figures are printed and saved, also those of a run cut short."""

import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from caracol.cli import commands as cli
from caracol.cli import console
from caracol.lab import EXPERIMENTS, experiment, tables
from caracol.lab.tables import Picture, Row, Section, growing, race_rows
from caracol.lab.timing import usage
from caracol.puzzle import UsageError

Capture = pytest.CaptureFixture[str]

FIRST = Section("snails", "a second", "earlier", (Row("5 ABC", (3.0, 1.0, 2.0), "9"),))
SECOND = Section(
    "map",
    "",
    "",
    (Row("5", (1, None), series="few", shown=("one", "none")),),
    ("2", "3"),
    Picture("heat", log=True),
    ("A note.",),
)


def run_experiment(sections: Iterator[Section], *arguments: str) -> int:
    return experiment.Experiment("test", "A test.", 60, lambda _: sections, seeds=(7,))(arguments)


def written(path: Path) -> tables.Run:
    return tables.read(path)


def test_figures_are_printed_and_saved(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "run.json"
    assert run_experiment(iter((FIRST, SECOND)), "--json", str(path)) == 0
    found = written(path)
    assert found.sections == (FIRST, SECOND)
    assert (found.experiment, found.ended, found.seeds) == ("test", "complete", (7,))
    assert found.arguments == ()
    printed = capsys.readouterr().out
    assert ["5", "ABC", "2.000", "1.000", "3.000", "9"] in map(str.split, printed.splitlines())
    assert ["5", "one", "none"] in map(str.split, printed.splitlines())
    assert "A note." in printed


def test_a_run_knows_its_machine_and_versions(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    run_experiment(iter(()), "--json", str(path))
    fields = json.loads(path.read_text("utf-8"))
    assert {"platform", "processor", "cores", "memory", "load"} == {*fields["machine"]}
    assert {"python", "caracol", "python-sat"} <= {*fields["versions"]}


def interrupted() -> Iterator[Section]:
    yield FIRST
    os.kill(os.getpid(), signal.SIGINT)
    time.sleep(60)
    yield SECOND


def test_an_interrupted_run_keeps_what_is_done(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "run.json"
    assert run_experiment(interrupted(), "--json", str(path)) == console.INTERRUPTED
    assert (written(path).sections, written(path).ended) == ((FIRST,), "broken off")
    shown = capsys.readouterr()
    assert "5 ABC" in shown.out and shown.err == "caracol: interrupted\n"


def sleeping() -> Iterator[Section]:
    yield FIRST
    time.sleep(60)
    yield SECOND


def test_a_run_ends_when_its_time_is_up(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    start = time.monotonic()
    status = run_experiment(sleeping(), "--json", str(path), "--seconds", "0.2")
    assert status == console.OUT_OF_TIME and time.monotonic() - start < 10
    assert (written(path).sections, written(path).ended) == ((FIRST,), "out of time")
    assert written(path).arguments == ("--seconds", "0.2")


def slow_rows() -> Iterator[Row]:
    yield FIRST.rows[0]
    time.sleep(60)


def test_rows_are_kept_as_they_come(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    sections = growing(Section("rows"), slow_rows())
    run_experiment(sections, "--json", str(path), "--seconds", "0.2")
    assert written(path).sections == (Section("rows", "", "", FIRST.rows),)


@pytest.mark.slow
def test_programs_end_with_the_run_that_started_them(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    command = ("/bin/sh", "-c", f"sleep 2; touch {mark}")
    with pytest.raises(experiment.TimeIsUp), experiment.alarm(0.3):
        usage(command, 60)
    time.sleep(2.2)
    assert not mark.exists()


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_experiment_has_the_shared_options(name: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        cli.main(["lab", name, "--help"])
    printed = capsys.readouterr().out
    assert f"caracol lab {name}" in printed and {"--seconds", "--json", "--plot"} <= {
        *printed.split()
    }


def test_a_missing_directory_is_reported_before_the_run(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no such directory"):
        run_experiment(iter((FIRST,)), "--json", str(tmp_path / "none" / "run.json"))


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"sections": 3}', "null"])
def test_what_is_no_run_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "run.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match="expected a run"):
        tables.read(path)


@pytest.mark.parametrize("word", ["0", "-1", "nan", "inf", "long"])
def test_seconds_must_be_greater_than_0(word: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as ended:
        run_experiment(iter(()), "--seconds", word)
    assert ended.value.code == 2 and "greater than 0" in capsys.readouterr().err


def test_a_race_is_ratios_to_the_first_contestant() -> None:
    rounds: list[dict[str, float | str]] = [
        {"us": 0.001, "them": 0.01, "late": "> 60 s", "slow": 5.0, "gone": "absent: pip install"},
        {"us": 0.002, "them": 0.01},
    ]
    us, them, late, slow, gone = race_rows(rounds, {"them": ">= 8x"}, lambda it: 1000 * it)
    assert us == Row("us", (1, 2))
    assert them == Row("them", (10, 10), "7.5x", ">= 8x", False)
    assert (late.figures, late.found) == ((), "> 60 s")
    assert (slow.figures, slow.found) == ((5000,), "5,000x")
    assert (gone.figures, gone.found) == ((), "absent")
