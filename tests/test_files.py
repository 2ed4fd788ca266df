"""Files appear whole or not at all, and nothing is left beside them."""

import resource
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from caracol import UsageError
from caracol.files import write_whole
from commands import UNIQUE


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture(params=[True, False], ids=["nameless", "named"])
def _either_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if not request.param:
        monkeypatch.setattr("caracol.files.OPEN_FILES", "/no/such/folder")


@pytest.mark.usefixtures("_either_way")
def test_a_file_replaces_the_one_before(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    for text in ("first", "second"):
        write_whole(path, text)
        assert path.read_text() == text
    assert names(tmp_path) == ["file.txt"]
    ordinary = tmp_path / "ordinary.txt"
    ordinary.touch()
    assert path.stat().st_mode == ordinary.stat().st_mode


@pytest.mark.usefixtures("_either_way")
def test_two_writers_do_not_collide(tmp_path: Path) -> None:
    path, texts = tmp_path / "file.txt", ["a" * 100_000, "b" * 100_000]

    def write(text: str) -> None:
        for _ in range(20):
            write_whole(path, text)

    writers = [threading.Thread(target=write, args=(text,)) for text in texts]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        assert not path.exists() or path.read_text() in texts
    assert names(tmp_path) == ["file.txt"]


FULL = """
import sys
from pathlib import Path

from caracol import UsageError, files

files.OPEN_FILES = sys.argv[2] or files.OPEN_FILES
try:
    files.write_whole(Path(sys.argv[1]), "x" * 5000)
except UsageError as error:
    print(error)
"""


@pytest.mark.parametrize("open_files", ["", "/no/such/folder"])
def test_a_full_disk_leaves_the_file_before_and_nothing_else(
    tmp_path: Path, open_files: str
) -> None:
    path = tmp_path / "file.txt"
    path.write_text("before")
    limit = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (1000, 1000))
    words = [sys.executable, "-c", FULL, str(path), open_files]
    done = subprocess.run(words, capture_output=True, text=True, preexec_fn=limit, check=True)
    assert done.stdout == f"{path}: file too large\n"
    assert path.read_text() == "before"
    assert names(tmp_path) == ["file.txt"]


def test_the_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    for path, reason in (
        (tmp_path / "no" / "file", "no such file or directory"),
        (tmp_path, "is a directory"),
        (Path("/dev/full"), "no space left on device"),
    ):
        with pytest.raises(UsageError, match=f"^{path}: {reason}$"):
            write_whole(path, "x")


def test_a_link_still_points_to_the_file(tmp_path: Path) -> None:
    path, link = tmp_path / "file.txt", tmp_path / "link.txt"
    path.write_text("before")
    link.symlink_to(path)
    write_whole(link, "after")
    assert link.is_symlink()
    assert path.read_text() == "after"


def test_an_export_can_go_down_a_pipe(tmp_path: Path) -> None:
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text(UNIQUE)
    words = [sys.executable, "-m", "caracol", "export", str(puzzle), "--to", "dimacs"]
    expected = subprocess.run(words, capture_output=True, check=True).stdout
    piped = subprocess.run([*words, "-o", "/dev/stdout"], capture_output=True, check=True).stdout
    assert piped == expected
    assert names(tmp_path) == ["puzzle.txt"]


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_an_experiment_that_is_stopped_leaves_no_folder(tmp_path: Path, number: int) -> None:
    words = [sys.executable, "-m", "caracol", "lab", "rates", "--seconds", "60"]
    environment = {"TMPDIR": str(tmp_path), "PYTHONPATH": ":".join(sys.path)}
    environment["MPLCONFIGDIR"] = str(tmp_path.parent)  # or matplotlib makes a folder of its own
    running = subprocess.Popen(
        words,
        env=environment,
        cwd=tmp_path.parent,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    end = time.monotonic() + 30
    while not names(tmp_path) and time.monotonic() < end:
        time.sleep(0.02)
    assert names(tmp_path)
    running.send_signal(number)
    assert running.wait(timeout=30) in (130, 143)
    assert names(tmp_path) == []
