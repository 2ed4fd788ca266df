"""Real processes that experiments watch and disturb: caracol, a Dask cluster, what they hold."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

CARACOL = (sys.executable, "-m", "caracol")
DASK = (sys.executable, "-m", "distributed.cli.dask_")
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
# A worker's profile of the last hour takes some hundred megabytes.
UNPROFILED = "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED=False"
# Seconds for a cluster to be there.
STARTING = 60.0

Process = subprocess.Popen[bytes]


def megabytes(pid: int) -> float:
    """The resident memory of a process; none if it has ended."""
    with suppress(OSError, StopIteration):
        lines = Path(f"/proc/{pid}/status").read_text("utf-8").splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) / 1024
    return 0.0


def processor_seconds(pid: int) -> float:
    """What a process has taken of the processor so far."""
    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS
    return 0.0


def handles(pid: int) -> int:
    """How many files and connections a process has open."""
    return len(os.listdir(f"/proc/{pid}/fd"))


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found: list[int] = []
    with suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            with suppress(OSError):  # it may have ended
                found += map(int, Path(thread, "children").read_text("utf-8").split())
    return found


@dataclass(slots=True)
class Cluster:
    """A Dask cluster of processes on this machine."""

    folder: Path
    scheduler: Process
    workers: list[Process]
    address: str

    def another_worker(self) -> None:
        self.workers.append(_worker(self.folder))

    def another_scheduler(self) -> None:
        """At the same address, once the one before is dead."""
        self.scheduler.wait(STARTING)
        port = self.address.rpartition(":")[2]
        self.scheduler = _scheduler(self.folder, port)


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[Cluster]:
    """Scheduler and workers, each a process; all end with the context."""
    scheduler = _scheduler(folder, "0")
    one = Cluster(folder, scheduler, [], "")
    try:
        file = _file(folder)
        wait_for(lambda: bool(file.exists() and file.read_text("utf-8")), STARTING)
        one.address = json.loads(file.read_text("utf-8"))["address"]
        one.workers = [_worker(folder) for _ in range(workers)]
        yield one
    finally:
        for process in (*one.workers, one.scheduler):
            process.kill()
            process.wait()


def _file(folder: Path) -> Path:
    return folder / "scheduler.json"


def _scheduler(folder: Path, port: str) -> Process:
    return _dask("scheduler", folder, "--port", port)


def _worker(folder: Path) -> Process:
    where = ("--local-directory", str(folder))
    return _dask("worker", folder, "--nthreads", "1", "--no-nanny", *where)


def _dask(what: str, folder: Path, *options: str) -> Process:
    common = ("--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(_file(folder)))
    *words, module = DASK
    command = ("env", UNPROFILED, *words, module + what, *common, *options)
    return start(command, is_quiet=True)


def start(words: Sequence[str], *, is_quiet: bool = False, folder: Path | None = None) -> Process:
    """A process that says what goes wrong, if it is not to be quiet.

    It hears Ctrl-C, even where this one ignores it.
    """
    silent, errors = subprocess.DEVNULL, subprocess.DEVNULL if is_quiet else None
    return subprocess.Popen(
        words, stdin=silent, stdout=silent, stderr=errors, cwd=folder, preexec_fn=_hear_ctrl_c
    )


def _hear_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def wait_for(is_true: Callable[[], bool], seconds: float, pause: float = 0.05) -> bool:
    """Wait until something is true, but no longer than that; whether it is."""
    end = time.monotonic() + seconds
    while not (there := is_true()) and time.monotonic() < end:
        time.sleep(pause)
    return there
