"""Many puzzles on a Dask cluster of processes: rate, memory, an interruption, and what comes of it.

Magic Snails, no two alike, every tenth with a certificate, made once in one process and then, many
more, on a cluster of this machine, to a Parquet file. That run is interrupted halfway by Ctrl-C and
resumed. Of its records the first are compared with those of the one process.
"""

import argparse
import json
import signal
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from operator import eq
from pathlib import Path

from ..certificates.verify import verify
from ..extras import need
from ..generation import tables
from ..generation.duplicates import Seen
from . import experiment
from .processes import CARACOL, Cluster, Process, cluster, megabytes, processor_seconds, start
from .samples import SEED
from .tables import Row, Section, growing

# Small snails of which there are some millions of puzzles.
ORDER = ("generate", "magic-snail", "7", "AB", "--seed", str(SEED))
CERTIFIED = 10
PUZZLES, WORKERS = 4000, 2
# Which share of the puzzles one process makes, and how many certificates are verified.
ALONE, VERIFIED = 50, 500
# How often memory is looked at, and how many rows tell of it.
PAUSE, LOOKS = 1.0, 10
# How many megabytes more each process may hold at the end than after the first tenth.
MORE_MEGABYTES = 100.0


def add_options(parser: argparse.ArgumentParser) -> None:
    for name, usual, what in (
        ("--puzzles", PUZZLES, "puzzles made on the cluster"),
        ("--workers", WORKERS, "worker processes of the cluster"),
    ):
        what += " (default: %(default)s)"
        parser.add_argument(name, type=experiment.whole, default=usual, metavar="N", help=what)
    kept = "keep the puzzles there; a run that was cut short goes on from its own"
    parser.add_argument("--keep", type=Path, metavar="FILE.parquet", help=kept)


def measure(options: argparse.Namespace) -> Iterator[Section]:
    need("cluster", "distributed")
    need("parquet", "pyarrow")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        alone, pool = folder / "alone.jsonl", options.keep or folder / "pool.parquet"
        few = max(1000, options.puzzles // ALONE)
        one = Watched("one process", few)
        one.watch([start(_words(alone, few))], Growth(alone))
        one.is_done = True
        with cluster(folder, options.workers) as dask:
            many = Watched(f"a cluster of {options.workers} workers", options.puzzles)
            try:
                yield from _on_cluster(many, dask, pool)
            finally:
                yield from growing(RATES, (one.rate(), many.rate()))
        yield from growing(FILE, _file(pool, alone, options.puzzles))


main = experiment.Experiment("scale", __doc__, 900, measure, add_options)

RATES = Section(
    "puzzles, no two alike", headings=("puzzles", "seconds", "a second", "processor ms")
)
FILE = Section("the file", headings=("found",), counts="out of")


def _words(pool: Path, count: int, *more: str) -> Sequence[str]:
    certify = ("--certify-every", str(CERTIFIED))
    return (*CARACOL, *ORDER, "--count", str(count), *certify, "-o", str(pool), *more)


class Growth:
    """How many records a growing file has, counted as they come."""

    def __init__(self, path: Path) -> None:
        self._path, self._read, self.count = path, 0, 0

    def look(self) -> int:
        if self._path.exists():
            with self._path.open("rb") as file:
                file.seek(self._read)
                while some := file.read(2**20):
                    self._read += len(some)
                    self.count += some.count(b"\n")
        return self.count


@dataclass(slots=True)
class Watched:
    """Processes at work, and what they hold meanwhile."""

    name: str
    wanted: int
    before: int = 0  # puzzles of an earlier run
    looks: list[tuple[int, list[float]]] = field(default_factory=list)  # puzzles, megabytes each
    seconds: float = 0.0
    processor: float = 0.0
    is_done: bool = False

    def watch(self, processes: Sequence[Process], file: Growth, until: int | None = None) -> None:
        """Until the first process ends, or until the file has that many records."""
        start, spent = time.monotonic(), {p.pid: processor_seconds(p.pid) for p in processes}
        latest = dict(spent)
        try:
            while processes[0].poll() is None and (until is None or file.look() < until):
                self.looks.append((file.look(), [megabytes(p.pid) for p in processes]))
                latest |= {p.pid: processor_seconds(p.pid) or latest[p.pid] for p in processes}
                time.sleep(PAUSE)
        finally:
            self.seconds += time.monotonic() - start
            self.processor += sum(latest[pid] - spent[pid] for pid in spent)

    def rate(self) -> Row:
        done = self.wanted if self.is_done else max(count for count, _ in self.looks)
        made = max(1, done - self.before)
        each = 1000 * self.processor / made
        return Row(self.name, (made, self.seconds, made / self.seconds, each))


def _on_cluster(many: Watched, dask: Cluster, pool: Path) -> Iterator[Section]:
    """Half of the puzzles that are not there already, Ctrl-C, and the rest."""
    words = ("--cluster", dask.address, "--resume")
    file = Growth(pool.with_name(pool.name + ".part"))
    others = (dask.scheduler, *dask.workers)
    many.before = file.look()
    running = start(_words(pool, many.wanted, *words))
    try:
        many.watch([running, *others], file, until=(many.before + many.wanted) // 2)
        running.send_signal(signal.SIGINT)
        status = running.wait()
        kept = file.look()
        running = start(_words(pool, many.wanted, *words))
        many.watch([running, *others], file)
        many.is_done = running.wait() == 0
    finally:
        yield from growing(MEMORY, _memory(many))
        running.kill()
    rows = (
        Row("Ctrl-C", (kept,), f"{status}", "130", status == 130),
        Row("resumed", (many.wanted,), f"{running.wait()}", "0", many.is_done),
    )
    yield Section("an interruption", counts="status", rows=rows, headings=("puzzles",))


MEMORY = Section(
    "megabytes while puzzles are made",
    headings=("generate", "scheduler", "largest worker"),
    counts="more",
)


def _memory(many: Watched) -> Iterator[Row]:
    """A row a tenth of the puzzles."""
    looks = [(count, (own, dask, max(workers))) for count, (own, dask, *workers) in many.looks]
    tenth: tuple[float, float, float] | None = None
    for i in range(1, LOOKS + 1):
        share = many.before + (many.wanted - many.before) * i // LOOKS
        reached = (look for look in looks if look[0] >= share)
        count, held = next(reached, looks[-1])
        tenth = tenth or held
        more = max(now - then for now, then in zip(held, tenth, strict=True))
        found, wanted = f"{more:+.0f}", f"<= {MORE_MEGABYTES:g}"
        yield Row(f"{count:,} puzzles", held, found, wanted, more <= MORE_MEGABYTES)
        if count == looks[-1][0]:
            return


def _file(pool: Path, alone: Path, wanted: int) -> Iterator[Row]:
    """What is in it, judged record by record."""
    seen, count, certified, verified = Seen(), 0, 0, 0
    for record in tables.read(pool):
        count += 1
        seen.add(record.puzzle)
        if record.certificate:
            certified += 1
            if certified % max(1, wanted // CERTIFIED // VERIFIED) == 0:
                verify(json.dumps(record.certificate.to_json()))
                verified += 1
    few = sum(1 for _ in tables.read(alone))
    same = sum(map(eq, tables.read(alone), tables.read(pool)))
    for name, found, expected in (
        ("records", count, wanted),
        ("different puzzles", len(seen), wanted),
        ("with a certificate", certified, 0),
        ("certificates verified", verified, 0),
        ("equal to those of one process", same, few),
    ):
        all_of = f"{expected:,}" if expected else ""
        yield Row(name, (found,), all_of, all_of and "all", found == expected if expected else None)
