"""Other systems, as far as this one can play them: without what only some systems have."""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from release.installed import EXTRAS, Environment, Try, troubles

from caracol import files
from caracol.cli import characters
from caracol.cli.commands import main
from caracol.deadline import NEVER
from caracol.engines import native
from caracol.generation.order import parse_order
from caracol.generation.pool import Pool
from caracol.studio import making, pools, server

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "caracol"
# What Windows lacks, and one signal that it has; the threads behind time limits need it.
WINDOWS = """
import os, signal, sys
for module in ("resource", "fcntl", "termios", "tty", "pwd", "grp"):
    sys.modules[module] = None
signal.SIGBREAK = signal.SIGUSR2
for module, names in (
    (signal, "SIGALRM SIGUSR1 setitimer alarm pthread_sigmask pthread_kill"),
    (os, "O_TMPFILE fork nice killpg setsid getloadavg sched_setaffinity sched_getaffinity wait4"),
):
    for name in names.split():
        delattr(module, name)
"""
TRIES = (
    Try("caracol solve puzzle.txt --seconds 60", "The only solution."),
    Try("caracol count empty.txt --seconds 1", "out of time"),
    Try("caracol generate mno 5 --count 3 --jobs 2 -o pool.jsonl", makes="pool.jsonl"),
    Try("caracol generate mno 4 -o pool.parquet", makes="pool.parquet", extra="parquet"),
    Try("caracol dataset pool.jsonl -o data", makes="data/train.jsonl"),
    Try("caracol certify puzzle.txt --seconds 60 -o c.json", makes="c.json"),
    Try("caracol draw puzzle.txt -o board.png", makes="board.png", extra="print"),
    Try("caracol lab speed", "caracol: experiments need a system such as Linux or macOS"),
)


@pytest.fixture
def windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Environment:
    """This environment, where every process lacks all that."""
    folder = tmp_path / "windows"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(WINDOWS)
    monkeypatch.setattr(
        Environment, "variables", property(lambda _: os.environ | {"PYTHONPATH": str(folder)})
    )
    return Environment(Path(sys.prefix), EXTRAS)


@pytest.mark.slow
def test_commands_work_without_what_windows_lacks(windows: Environment, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_text("sudoku 9\n" + ".........\n" * 9)
    assert list(troubles(windows, tmp_path, TRIES)) == []
    lines = (tmp_path / "pool.jsonl").read_text().splitlines()
    assert len(lines) == 3 and all(json.loads(line)["family"] == "mno" for line in lines)


@pytest.mark.slow
def test_a_thread_rings_where_there_is_no_alarm(windows: Environment, tmp_path: Path) -> None:
    """Also work that does not look at the clock ends, and what comes later is not disturbed."""
    program = (
        "import time; from caracol.deadline import within; from caracol.puzzle import OutOfTime\n"
        "for _ in range(2):\n"
        "    try:\n"
        "        with within(0.2):\n"
        "            while True: sum(range(100))\n"
        "    except OutOfTime: print('late')\n"
        "with within(0.1): pass\n"
        "time.sleep(0.5); print('quiet')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env=windows.variables,
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.stdout, done.stderr) == ("late\nlate\nquiet\n", "")


def test_a_library_of_another_system_is_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "libcaracol.so"
    assert native.load(other) is None
    other.write_bytes(b"MZ\x90\0")
    assert native.load(other) is None


def test_files_are_opened_as_they_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where the system knows text files and others, none of ours is text to it."""
    flag, opened = os.O_NOATIME, []
    really = os.open

    def spy(path: str, flags: int, mode: int = 0o777) -> int:
        opened.append(flags)
        return really(path, flags, mode)

    monkeypatch.setattr("caracol.files.BINARY", flag)
    monkeypatch.setattr("caracol.generation.pool.BINARY", flag)
    monkeypatch.setattr("caracol.files._nameless", lambda _: None)
    monkeypatch.setattr(os, "open", spy)
    files.write_whole(tmp_path / "whole", b"1\n")
    files.write_whole(Path(os.devnull), b"1\n")
    order = parse_order("mno", "4", seed=1)
    pool = Pool(tmp_path / "pool.jsonl", order, lines_of_json=True)
    pool.start()
    pool.close()
    assert len(opened) == 3 and all(flags & flag for flags in opened)


def run(words: str, encoding: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "caracol", *words.split()],
        env=os.environ | {"PYTHONIOENCODING": encoding},
        capture_output=True,
        encoding=encoding,
        cwd=ROOT,
        check=False,
    )


@pytest.mark.slow
def test_consoles_that_know_few_characters_get_others(tmp_path: Path) -> None:
    board = run("solve examples/magic-snail.txt", "ascii")
    assert (board.returncode, board.stderr) == (0, "")
    assert board.stdout.startswith("--------------------+\n      A       B   C |\n+------")
    drawn = run("solve examples/magic-snail.txt", "cp437").stdout
    assert drawn.startswith("-───────────────────┐\n"), "what there is is used"
    told = run("explain examples/mno.txt --all --language pt", "ascii").stdout
    assert re.search(r"^Passo \d+: ultimo lugar$", told, re.MULTILINE)
    accents = run("explain examples/mno.txt --all --language pt", "cp1252").stdout
    assert re.search(r"^Passo \d+: último lugar$", accents, re.MULTILINE)
    (tmp_path / "wrong.txt").write_bytes("mno 2\n.é\n..\n".encode())
    wrong = run(f"solve {tmp_path}/wrong.txt", "ascii")
    assert wrong.returncode == 2 and "found 'e'" in wrong.stderr


@pytest.mark.slow
def test_json_says_the_same_on_every_console() -> None:
    words = "explain examples/mno.txt --json --language pt"
    everywhere = [json.loads(run(words, encoding).stdout) for encoding in ("utf-8", "ascii")]
    assert everywhere[0] == everywhere[1] and "ó" in str(everywhere[0])


@pytest.mark.parametrize("text", ["é → 𝄞 │", "\ud800"])
def test_escapes_of_json_are_read_again(text: str) -> None:
    line = json.dumps(text, ensure_ascii=False).encode("ascii", characters.IN_JSON)
    assert json.loads(line) == text


def test_plain_characters_keep_boards_in_shape() -> None:
    for character, plain in characters.PLAIN.items():
        assert plain.isascii() and (len(plain) == 1 or character == "…")
    assert "╔é漢".encode("ascii", characters.FOR_PEOPLE) == b"?e?"


def test_lines_end_alike_in_files_and_pipes(monkeypatch: pytest.MonkeyPatch) -> None:
    raw = io.BytesIO()
    written = io.TextIOWrapper(raw, encoding="utf-8", newline="\r\n")  # as on Windows
    monkeypatch.setattr(sys, "stdout", written)
    assert main(["count", str(ROOT / "examples" / "mno.txt")]) == 0
    written.flush()
    assert raw.getvalue() == b"1\n"


Edit = Callable[[str], bytes]
EDITORS: dict[str, Edit] = {
    "lines of Windows": lambda text: text.replace("\n", "\r\n").encode(),
    "a mark": lambda text: text.encode("utf-8-sig"),
    "redirected by an older shell": lambda text: text.replace("\n", "\r\n").encode("utf-16"),
    "the other way round": lambda text: ("\ufeff" + text).encode("utf-16-be"),
}


@pytest.mark.parametrize("edited", EDITORS.values(), ids=EDITORS)
def test_files_of_other_systems_are_read(
    edited: Edit, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "puzzles.txt"
    for example in sorted((ROOT / "examples").glob("*.txt")):
        file.write_bytes(edited(example.read_text("utf-8")))
        assert main(["check", str(file)]) == 0, example
    capsys.readouterr()
    file.write_bytes(b"\xff\xfem")
    assert main(["check", str(file)]) == 2
    assert "expected UTF-16" in capsys.readouterr().err


def test_addresses_and_lines_of_sudokus_may_end_as_on_windows(tmp_path: Path) -> None:
    for name, text in (("a.sdm", "." * 81 + "\r\n"), ("a.sdk", ("." * 9 + "\r\n") * 9)):
        file = tmp_path / name
        file.write_bytes(text.encode())
        assert main(["convert", str(file), "--to", "puzzlink"]) == 0


def test_types_of_files_are_those_of_browsers() -> None:
    """Windows asks its registry, where other programs have written what they like."""
    import mimetypes

    mimetypes.add_type("text/plain", ".js")
    try:
        server.know_types()
        assert mimetypes.guess_type("main.js") == ("text/javascript", None)
    finally:
        server.know_types()


def test_a_limit_of_memory_that_the_system_refuses_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Refusing(ModuleType):
        RLIMIT_AS = 9

        @staticmethod
        def setrlimit(*_: object) -> None:
            raise ValueError("current limit exceeds maximum limit")

    monkeypatch.setitem(sys.modules, "resource", Refusing("resource"))
    pools.limit_memory(2**30)
    monkeypatch.setitem(sys.modules, "resource", None)
    pools.limit_memory(2**30)


def test_text_is_never_read_or_written_in_an_encoding_of_the_system() -> None:
    words = ["ruff", "check", "--isolated", "--preview", "--select", "PLW1514", "src", "release"]
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_the_day_is_that_of_the_reader() -> None:
    """The date of a daily puzzle is asked for, and never that of the machine that makes it."""
    source = Path(making.__file__).read_text("utf-8")
    assert "today()" not in source and "now()" not in source
    days = {
        show.puzzle
        for date in ("2026-02-28", "20260228", "2026-W09-6")
        for show in [making.daily("mno", "", date, "1", NEVER)]
    }
    assert len(days) == 1


def test_every_process_is_started_afresh() -> None:
    """Copies of a process with solvers and threads go wrong, and only some systems make them."""
    started = re.compile(
        r"get_context\((.*?)\)|\b(ProcessPoolExecutor|os\.fork\(|set_start_method)"
    )
    found = {
        (str(file.relative_to(SOURCE)), match[1] or match[2])
        for file in SOURCE.rglob("*.py")
        for match in started.finditer(file.read_text("utf-8"))
    }
    others = {one for one in found if one[1] != '"spawn"'}
    # A command is measured by whoever waits for it; nothing of ours runs in that copy.
    assert others == {("lab/launch.py", "os.fork(")} and len(found) > 3
