"""What happens to commands when something goes wrong around them, at random moments.

They are killed, their disk is full or cannot be written, memory is short, the clock jumps, others
that they need die. Whatever happens: files are whole or absent, what was begun can be finished to
the same bytes, and what went wrong is told in a line.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ..extras import need
from ..puzzle import UsageError
from . import experiment
from .load import asked, studio
from .processes import (
    CARACOL,
    STARTING,
    Cluster,
    Process,
    children,
    cluster,
    start,
    wait_for,
)
from .samples import SEED
from .surroundings import DAY, CannotBeTried, disk, fill, jumping_clock, limit
from .tables import Row, Section, growing

ROUNDS = 3
# Seconds after which a command hangs, and within which those that die are killed.
HANGS, BUSY = 120.0, 1.5
# Puzzles of a run that is disturbed, a few seconds of work; and of one on a cluster, which are made
# two hundred at a time.
MANY, MORE = 200, 600
PUZZLE = "mno 5\n.....\n..O..\n.O*..\n..*..\nO....\n"

Words = Sequence[str]
# Something that goes wrong, in an empty folder: what is wrong afterwards, or nothing.
Fault = Callable[[random.Random, Path], str]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a command ended, and what it said."""

    status: int
    told: str

    @property
    def is_clear(self) -> bool:
        """Whether it says in one line what went wrong."""
        return self.status == 2 and self.told.startswith("caracol: ") and self.told.count("\n") == 1


def run(words: Words, folder: Path, before: Callable[[], None] | None = None) -> Ended:
    """Run a command to its end, in a folder."""
    done = subprocess.run(
        [*CARACOL, *words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=HANGS,
        check=False,
        preexec_fn=before,
    )
    return Ended(done.returncode, done.stderr)


def killed(words: Words, folder: Path, seconds: float) -> bool:
    """Kill a command after some time, without a warning; whether it was at work still.

    Its workers must end with it.
    """
    running = start([*CARACOL, *words], is_quiet=True, folder=folder)
    time.sleep(seconds)
    workers = children(running.pid)
    running.kill()
    status = running.wait()
    if not wait_for(lambda: not any(map(is_running, workers)), STARTING):
        raise UsageError(f"{words[0]} leaves processes behind")
    return status == -signal.SIGKILL


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _generate(name: str, *more: str, count: int = MANY) -> Words:
    return ("generate", "mno", "6", "--count", str(count), "-o", name, *more)


def killed_and_resumed(name: str, *more: str) -> Fault:
    """A run that is killed twice and resumed makes the same file as one that is not disturbed."""

    def fault(rng: random.Random, folder: Path) -> str:
        whole, file = folder / f"whole{Path(name).suffix}", folder / name
        run(_generate(whole.name), folder)
        killed(_generate(name, *more), folder, rng.uniform(0, BUSY))
        if not file.exists() or file.suffix != ".parquet":
            killed(_generate(name, *more, "--resume"), folder, rng.uniform(0, BUSY))
        if not file.exists() or file.suffix != ".parquet":
            ended = run(_generate(name, *more, "--resume"), folder)
            if ended.status:
                return f"--resume: status {ended.status}: {ended.told}"
        return "" if file.read_bytes() == whole.read_bytes() else "the resumed file differs"

    return fault


# What writes a file that is whole or absent, and that file.
WRITING: dict[str, tuple[Words, str]] = {
    "certify": (("certify", "puzzle.txt", "-o", "proof.json"), "proof.json"),
    "book": (("book", "puzzle.txt", "-o", "book.pdf"), "book.pdf"),
    "draw": (("draw", "puzzle.txt", "-o", "board.svg"), "board.svg"),
    "export": (("export", "puzzle.txt", "--to", "dimacs", "-o", "puzzle.cnf"), "puzzle.cnf"),
    "dataset": (("dataset", "pool.jsonl", "-o", "data"), "data"),
    "lab": (("lab", "reports", "--seconds", "1", "--json", "run.json"), "run.json"),
}


def killed_while_writing(rng: random.Random, folder: Path) -> str:
    """A command that is killed leaves a whole file or none, and can be run again."""
    words, file = WRITING[rng.choice([*WRITING])]
    prepare(folder)
    killed(words, folder, rng.uniform(0, BUSY))
    return halves(folder, file) or rerun(words, folder, file)


def prepare(folder: Path) -> None:
    """What the commands of WRITING read."""
    (folder / "puzzle.txt").write_text(PUZZLE, "utf-8")
    made = run(("generate", "mno", "4", "--count", "5", "-o", "pool.jsonl"), folder)
    assert made.status == 0, made.told


def halves(folder: Path, file: str) -> str:
    """What is there and not whole."""
    path = folder / file
    return f"{file} is not whole" if path.exists() and not is_whole(path) else ""


def rerun(words: Words, folder: Path, file: str) -> str:
    """What is wrong when a command is run again, undisturbed."""
    if file == "data" and (folder / file).exists():
        return ""  # which is never written over
    ended = run(words, folder)
    if ended.status not in (experiment.DONE, experiment.OUT_OF_TIME):
        return f"{words[0]} again: status {ended.status}: {ended.told}"
    return "" if is_whole(folder / file) else f"{file} is not there after all"


def is_whole(path: Path) -> bool:
    """Whether a file, or a data set, ends as it should."""
    if path.is_dir():
        return (path / "README.md").exists()
    if not path.exists():
        return False
    raw = path.read_bytes().rstrip()
    match path.suffix:
        case ".json":
            return raw[:1] == b"{" and raw[-1:] == b"}" and bool(json.loads(raw))
        case ".pdf":
            return raw[:4] == b"%PDF" and raw[-5:] == b"%%EOF"
        case ".svg":
            return raw[:4] == b"<svg" and raw[-6:] == b"</svg>"
        case _:
            lines = [line for line in raw.splitlines() if not line.startswith(b"c")]
            heading, *clauses = lines or [b""]
            return (
                heading.startswith(b"p cnf")
                and len(clauses) == int(heading.split()[-1])
                and all(clause.split()[-1] == b"0" for clause in clauses)
            )


def full_disk_and_a_file(rng: random.Random, folder: Path) -> str:
    """Where a file does not fit, a line says so, and nothing of it is there."""
    words, file = WRITING[rng.choice([*WRITING])]
    with disk(folder, "4m") as where:
        prepare(where)
        ballast = fill(where, rng.randrange(2) * 4096)
        ended = run(words, where)
        trouble = halves(where, file)
        if not ended.is_clear and not (where / file).exists():
            trouble = f"{words[0]}: status {ended.status}: {ended.told}"
        ballast.unlink()
        return trouble or rerun(words, where, file)


def full_disk_and_a_run(rng: random.Random, folder: Path) -> str:
    """A run that fills the disk keeps whole records, and goes on to the same bytes."""
    with disk(folder, "4m") as where:
        run(_generate("whole.jsonl"), where)
        ballast = fill(where, rng.randrange(4096, 100_000))
        ended = run(_generate("pool.jsonl"), where)
        if not ended.is_clear or "no space left" not in ended.told:
            return f"status {ended.status}: {ended.told}"
        ballast.unlink()
        run(_generate("pool.jsonl", "--resume"), where)
        return differs(where / "pool.jsonl", where / "whole.jsonl")


def limited_file(rng: random.Random, folder: Path) -> str:
    """The same where a file may not grow beyond a limit."""
    most = rng.randrange(2000, 60_000)
    ended = run(_generate("pool.jsonl"), folder, partial(limit, "RLIMIT_FSIZE", most))
    if not ended.is_clear or "file too large" not in ended.told:
        return f"status {ended.status}: {ended.told}"
    run(_generate("pool.jsonl", "--resume"), folder)
    run(_generate("whole.jsonl"), folder)
    return differs(folder / "pool.jsonl", folder / "whole.jsonl")


def differs(one: Path, other: Path) -> str:
    return "" if one.read_bytes() == other.read_bytes() else f"{one.name} is not {other.name}"


def read_only(rng: random.Random, folder: Path) -> str:
    """On a disk that cannot be written, a line says so, and what is there stays as it is."""
    words, file = WRITING[rng.choice([*WRITING])]
    with disk(folder, "4m") as where:
        prepare(where)
        before = {path.name: path.read_bytes() for path in where.iterdir()}
        subprocess.run(("mount", "-o", "remount,ro", str(where)), check=True)
        for tried in (words, _generate("more.jsonl"), _generate("pool.jsonl", "--resume")):
            ended = run(tried, where)
            if not ended.is_clear or "read-only" not in ended.told:
                return f"{tried[0]}: status {ended.status}: {ended.told}"
        after = {path.name: path.read_bytes() for path in where.iterdir()}
    return "" if before == after else f"{file}: the disk has changed"


def short_of_memory(rng: random.Random, folder: Path) -> str:
    """With less memory than it takes, a command says so and leaves no half of a file."""
    prepare(folder)
    words, file = rng.choice(
        [
            (("solve", "puzzle.txt"), ""),
            (("explain", "puzzle.txt"), ""),
            (("count", "puzzle.txt"), ""),
            (("generate", "mno", "6", "-o", "one.json"), ""),
            *(WRITING[name] for name in ("certify", "draw", "export")),
        ]
    )
    most = rng.randrange(50, 130) * 2**20
    ended = run(words, folder, partial(limit, "RLIMIT_AS", most))
    is_told = ended.is_clear and "memory" in ended.told
    if ended.status and not is_told:
        return f"{words[0]} in {most >> 20} MB: status {ended.status}: {ended.told[-300:]}"
    return halves(folder, file) if file else ""


def clock_jumps(_: random.Random, folder: Path) -> str:
    """The clock has no influence on what is made, and none on time limits."""
    run(_generate("whole.jsonl"), folder)
    hard = folder / "hard.txt"
    hard.write_text("magic-snail 24 ABCDEFGHIJKLM\n" + 24 * (24 * "." + "\n"), "utf-8")
    with jumping_clock(folder, (0, DAY, -DAY, 365 * DAY, -3600)):
        made = run(_generate("pool.jsonl", "--jobs", "2", "--seconds", "60"), folder)
        late = run(("solve", "hard.txt", "--seconds", "1"), folder)
    if made.status or late.status != experiment.OUT_OF_TIME:
        return f"status {made.status} and {late.status}: {made.told} {late.told}"
    return differs(folder / "pool.jsonl", folder / "whole.jsonl")


def clock_of_studio_jumps(rng: random.Random, folder: Path) -> str:
    """A studio answers after a jump as before."""
    with jumping_clock(folder, (rng.choice((DAY, -DAY, 3600)),)) as when:
        when.unlink()
        with studio() as one:
            before = [asked(one, name, PUZZLE)[0] for name in ("check", "board")]
            when.touch()
            after = [asked(one, name, PUZZLE)[0] for name in ("check", "board", "check")]
    return "" if {*before, *after} == {"200"} else f"before {before}, after {after}"


def studio_worker_killed(rng: random.Random, _: Path) -> str:
    """A question whose worker is killed fails alone; all that come after it are answered."""
    with studio() as one:
        for _round in range(3):
            asked(one, "check", PUZZLE)
            os.kill(rng.choice(one.workers()), signal.SIGKILL)
            told = [asked(one, name, PUZZLE)[0] for name in ("check", "hint", "check")]
            if told != ["200"] * 3:
                return f"after a worker was killed: {told}"
    return ""


def studio_killed(rng: random.Random, _: Path) -> str:
    """No worker outlives a server that is killed; another one serves at the same address."""
    with studio() as one:
        asked(one, "check", PUZZLE)
        workers, port = one.workers(), one.address.rstrip("/").rpartition(":")[2]
        time.sleep(rng.uniform(0, 1))
        os.kill(one.pid, signal.SIGKILL)
    if not wait_for(lambda: not any(map(is_running, workers)), STARTING):
        return "workers go on without their server"
    with studio(port) as again:
        told, _seconds = asked(again, "check", PUZZLE)
    return "" if told == "200" else f"the second server: {told}"


def cluster_workers_killed(rng: random.Random, folder: Path) -> str:
    """All workers die, another comes: the same file."""
    run(_generate("whole.jsonl", count=MORE), folder)
    with cluster(folder, 2) as dask, on_cluster(dask, folder) as running:
        _some_records(folder, rng)
        for worker in dask.workers:
            worker.kill()
        dask.another_worker()
        status = running.wait(HANGS)
    return f"status {status}" if status else differs(folder / "pool.jsonl", folder / "whole.jsonl")


def cluster_scheduler_killed(rng: random.Random, folder: Path) -> str:
    """The scheduler dies: a line says so; it comes back, and the run goes on to the same file."""
    run(_generate("whole.jsonl", count=MORE), folder)
    with cluster(folder, 1) as dask:
        with on_cluster(dask, folder) as running:
            _some_records(folder, rng)
            dask.scheduler.kill()
            status = running.wait(HANGS)
        if status != 2:
            return f"without a scheduler: status {status}"
        dask.another_scheduler()
        dask.another_worker()
        words = _generate("pool.jsonl", "--resume", "--cluster", dask.address, count=MORE)
        ended = run(words, folder)
    return ended.told or differs(folder / "pool.jsonl", folder / "whole.jsonl")


@contextmanager
def on_cluster(dask: Cluster, folder: Path) -> Iterator[Process]:
    words = (*CARACOL, *_generate("pool.jsonl", "--cluster", dask.address, count=MORE))
    running = start(words, is_quiet=True, folder=folder)
    try:
        yield running
    finally:
        running.kill()
        running.wait()


def _some_records(folder: Path, rng: random.Random) -> None:
    pool, least = folder / "pool.jsonl", rng.randrange(1, 100_000)
    wait_for(lambda: pool.exists() and pool.stat().st_size >= least, STARTING)


FAULTS: dict[str, Fault] = {
    "generate: killed twice, resumed": killed_and_resumed("pool.jsonl"),
    "generate, text: the same": killed_and_resumed("pool.txt"),
    "generate, Parquet: the same": killed_and_resumed("pool.parquet"),
    "generate with workers: the same": killed_and_resumed("pool.jsonl", "--jobs", "2"),
    "what writes a file: killed": killed_while_writing,
    "what writes a file: full disk": full_disk_and_a_file,
    "generate: full disk": full_disk_and_a_run,
    "generate: files that may not grow": limited_file,
    "what writes a file: read-only disk": read_only,
    "any command: short of memory": short_of_memory,
    "time limits: the clock jumps": clock_jumps,
    "studio: the clock jumps": clock_of_studio_jumps,
    "studio: workers killed": studio_worker_killed,
    "studio: killed, started again": studio_killed,
    "cluster: all workers killed, one comes": cluster_workers_killed,
    "cluster: scheduler killed, comes back": cluster_scheduler_killed,
}


def add_options(parser: argparse.ArgumentParser) -> None:
    rounds = "how often each fault is tried (default: %(default)s)"
    parser.add_argument("--rounds", type=experiment.whole, default=ROUNDS, metavar="N", help=rounds)


def measure(options: argparse.Namespace) -> Iterator[Section]:
    need("dev", "httpx", "starlette", "uvicorn", "pebble", "distributed", "pyarrow")
    section = Section("faults", headings=("tried", "seconds each"), counts="went wrong")
    yield from growing(section, (_row(name, options.rounds) for name in FAULTS))


main = experiment.Experiment("faults", __doc__, 1800, measure, add_options)


def _row(name: str, rounds: int) -> Row:
    start, troubles = time.perf_counter(), list[str]()
    for i in range(rounds):
        try:
            troubles.append(tried(name, i))
        except CannotBeTried as why:
            return Row(f"{name} ({why})", (0, 0.0))
    wrong = [trouble for trouble in troubles if trouble]
    for trouble in wrong:
        sys.stderr.write(f"{name}: {trouble}\n")
    figures = (rounds, (time.perf_counter() - start) / rounds)
    return Row(name, figures, f"{len(wrong)}", "<= 0", not wrong)


def tried(name: str, number: int) -> str:
    """What goes wrong when a fault is tried, the same each time for each number."""
    with tempfile.TemporaryDirectory() as folder:
        return FAULTS[name](random.Random(f"{SEED} {name} {number}"), Path(folder))
