"""The studio as files: what is written, what is refused, and that answers come in time."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import caracol
from browsers import installed
from caracol import UsageError, forget, registry
from caracol.studio.questions import ask
from caracol.studio.static import here, packages, registries, site
from statics import DOWNLOADS, downloads
from test_time_limits import HOSTILE

MNO = registry.family("mno").example
BLANK = str(ask("blank", {"family": "skyscrapers", "size": "9"})["puzzle"])


def names(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))


@pytest.mark.slow
def test_the_same_downloads_give_the_same_files_in_place_of_those_before(tmp_path: Path) -> None:
    downloads()
    folder = tmp_path / "site"
    folder.mkdir()
    built = site.build(folder, DOWNLOADS)
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    (folder / "page" / "older.js").touch()
    assert site.build(folder, DOWNLOADS) == built
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    assert names(tmp_path)[0] == "site" and not [*tmp_path.glob(".*")]
    assert 5e6 < built.bytes < 10e6
    page = (folder / "index.html").read_text()
    assert "wasm-unsafe-eval" in page and "unsafe-inline" not in page and "/page/" not in page
    with zipfile.ZipFile(next(folder.glob("python-*/packages.zip"))) as packed:
        inside = packed.namelist()
    assert "caracol/studio/questions.py" in inside and "six.py" in inside
    assert not [name for name in inside if name.startswith(("caracol/lab", "caracol/cli"))]
    assert {Path(name).suffix for name in inside if name.startswith("caracol/")} == {".py"}


def test_what_others_keep_in_a_directory_stays(tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.touch()
    with pytest.raises(UsageError, match="has files that are not of the studio"):
        site.build(tmp_path, DOWNLOADS)
    with pytest.raises(UsageError, match="expected a directory, found a file"):
        site.build(mine, DOWNLOADS)
    with pytest.raises(UsageError, match="no such directory"):
        site.build(tmp_path / "not" / "there", DOWNLOADS)
    assert names(tmp_path) == ["mine.txt"]


def test_whoever_has_no_npm_is_told_what_it_is_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        UsageError, match=f"expected npm, which fetches Pyodide {registries.PYODIDE}"
    ):
        site.build(tmp_path / "site")
    assert names(tmp_path) == []


def test_no_connection_is_told_and_leaves_nothing(tmp_path: Path) -> None:
    """Both programs are asked to look where nobody is."""
    nowhere = "http://127.0.0.1:9/"
    off = {
        **{
            f"npm_config_{name}": value
            for name, value in (("registry", nowhere), ("fetch_retries", "0"))
        },
        **{f"PIP_{name}": value for name, value in (("INDEX_URL", nowhere), ("RETRIES", "0"))},
        "PIP_CONFIG_FILE": os.devnull,
    }
    asked = (
        "from pathlib import Path; from caracol.studio.static.registries import {0}; {0}(Path('.'))"
    )
    for what, told in (("pyodide", "expected npm"), ("wheels", "expected pip to fetch python-sat")):
        done = subprocess.run(
            [sys.executable, "-c", asked.format(what)],
            cwd=tmp_path,
            env=os.environ | off,
            capture_output=True,
            text=True,
            check=False,
        )
        assert told in done.stderr.splitlines()[-1]
    assert not [name for name in names(tmp_path) if name.endswith((".tgz", ".whl"))]


def test_what_is_no_package_is_told(tmp_path: Path) -> None:
    (tmp_path / "pyodide-314.tgz").write_bytes(b"half of it")
    with pytest.raises(UsageError, match=r"pyodide-314\.tgz: expected a package of npm"):
        site.build(tmp_path / "site", tmp_path)
    wheel = tmp_path / f"python_sat-1-{registries.PLATFORM}.whl"
    wheel.write_bytes(b"half of it")
    with pytest.raises(UsageError, match="expected a wheel"):
        dict(registries.unpacked(wheel))
    assert not (tmp_path / "site").exists()


def test_plug_ins_come_along_if_they_are_python_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = installed(tmp_path)
    entries = next(folder.glob("*.dist-info/entry_points.txt"))
    entries.write_text(f"{entries.read_text()}\nfast = fast:FAMILY\nneedy = needy:FAMILY\n")
    record = registry.family("mno").__class__.__name__
    for name in ("fast", "needy"):
        (folder / name).mkdir()
        text = "from dataclasses import replace\nfrom caracol import family\n"
        text += f"FAMILY = replace(family('mno'), name={name!r})  # a {record}\n"
        (folder / name / "__init__.py").write_text(text)
    (folder / "fast" / "inside.so").touch()
    monkeypatch.syspath_prepend(folder)
    forget()
    try:
        found = packages.plug_ins()
        assert found.left_out == {"fast": "expected Python alone, found fast/inside.so"}
        assert {"needy/__init__.py", "caracol_examples/kropki.py"} <= found.files.keys()
        assert any(name.endswith(".dist-info/entry_points.txt") for name in found.files)
        metadata = next(folder.glob("*.dist-info/METADATA"))
        metadata.write_text(
            f"{metadata.read_text()}Requires-Dist: numpy>=2\nRequires-Dist: caracol\n"
        )
        assert packages.plug_ins().left_out["kropki"] == "needs the package numpy"
    finally:
        monkeypatch.undo()
        forget()


def test_questions_are_answered_as_text() -> None:
    fields = {"puzzle": MNO, "number": 3}
    assert json.loads(here.answer("live", json.dumps(fields))) == ask("live", fields)
    assert json.loads(here.answer("live", "{}"))["error"].startswith("expected")
    told = [json.loads(part) for part in here.parts("survey", json.dumps(fields))]
    assert told[-1]["about"] == "end" and len(told) > 3
    assert [*map(json.loads, here.parts("survey", "{}"))][-1]["error"]
    limits = json.loads(here.limits())
    assert limits["check"]["pace"] == "quick" and limits["survey"]["seconds"] == 31


# As in a browser: nothing rings, no thread starts, nothing is compiled.
BARE = """
import json, signal, sys, threading, time
del signal.setitimer
from caracol import family
from caracol.puzzle import OutOfTime
from caracol.studio.questions import ask
threading.stack_size(2**46)  # more than there is
try:
    threading.Thread(target=print).start()
except RuntimeError:
    pass
else:
    sys.exit("a thread has started")
for question, puzzle in json.loads(sys.argv[1]):
    start = time.monotonic()
    try:
        ask(question, {"puzzle": puzzle}, 1.0)
        if question != "alike":  # which may be lucky
            sys.exit(f"{question} was answered after {time.monotonic() - start} seconds")
    except OutOfTime:
        pass
    assert time.monotonic() - start < 2, (question, time.monotonic() - start)
print(ask("complete", {"puzzle": "mno 5\\n" + 5 * ".....\\n", "seed": 1}, 60)["fewest"])
"""


@pytest.mark.slow
def test_limits_hold_without_alarms_threads_and_compiled_parts() -> None:
    hard = HOSTILE["hard sums"]
    questions = ("check", "hint", "grade", "redundant", "complete", "trim", "alike")
    asked = [*((question, hard) for question in questions), ("alike", BLANK)]
    told = subprocess.run(
        [sys.executable, "-c", BARE, json.dumps(asked)],
        env=os.environ | {"CARACOL_PURE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (told.stdout, told.stderr) == ("True\n", "")
    assert caracol.is_unique(caracol.parse(MNO))
