"""Inputs that are almost right: clean errors wherever caracol reads something, and puzzles of which
every engine must say the same."""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import islice
from pathlib import Path

from .. import registry
from ..engines import NEEDS
from ..files import write_whole
from ..formats import show
from . import experiment
from .agreement import COMPARED, Comparison, almost_right, compare
from .inputs import READERS, fuzzed
from .samples import SEED
from .tables import Row, Section, filled

# Inputs and puzzles of a short run.
INPUTS, PUZZLES = 20_000, 260
# In how many turns all are made, so that a run cut short has some of each.
TURNS = 20
# How many inputs of a hundred each reader gets: those that are quick to read get more.
SHARES = {
    "puzzles": 29,
    "boards": 20,
    "other formats": 22,
    "certificates": 5,
    "records": 21,
    "questions": 3,
}
# The longest text that joins the corpus, and the most texts of a reader.
KEPT, MOST_KEPT = 2000, 200

# Texts by their reader and outcome.
Corpus = dict[str, dict[str, str]]


def add_options(parser: argparse.ArgumentParser) -> None:
    for name, usual, what in (
        ("--inputs", INPUTS, "inputs of all readers"),
        ("--puzzles", PUZZLES, "puzzles of all families, on every engine"),
        ("--seed", SEED, "random seed"),
    ):
        what += " (default: %(default)s)"
        parser.add_argument(name, type=_count, default=usual, metavar="N", help=what)
    kept = "inputs to begin with; those with another outcome are added"
    parser.add_argument("--corpus", type=Path, metavar="FILE.jsonl", help=kept)


def _count(word: str) -> int:
    if not word.isdecimal():
        raise argparse.ArgumentTypeError(f"expected a whole number, found {word!r}")
    return int(word)


def measure(options: argparse.Namespace) -> Iterator[Section]:
    corpus = read_corpus(options.corpus) if options.corpus else {}
    if options.inputs:
        try:
            yield from inputs(options.inputs, options.seed, corpus)
        finally:
            if options.corpus:
                write_corpus(options.corpus, corpus)
    if options.puzzles:
        yield from puzzles(options.puzzles, options.seed)


main = experiment.Experiment("fuzzing", __doc__, 900, measure, add_options)


@dataclass(slots=True)
class Reading:
    """What became of the inputs of a reader."""

    outcomes: Counter[str] = field(default_factory=Counter)
    unclean: list[str] = field(default_factory=list)
    seconds: float = 0.0
    slowest: float = 0.0


def inputs(count: int, seed: int, corpus: Corpus) -> Iterator[Section]:
    """Inputs of all readers in turns."""
    readings = {name: Reading() for name in READERS}
    sources = {
        name: fuzzed(name, random.Random(f"{seed} {name}"), [*corpus.get(name, {}).values()])
        for name in READERS
    }

    def turn(_: int) -> None:
        for name, source in sources.items():
            share = max(1, count * SHARES[name] // 100 // TURNS)
            _read(readings[name], islice(source, share), corpus.setdefault(name, {}))

    section = Section("inputs that are almost right", headings=HEADINGS, counts="unclean")
    turns = map(turn, experiment.progress(range(TURNS), "inputs"))
    return filled(section, turns, lambda _: map(_reading_row, readings.items()))


HEADINGS = ("inputs", "read", "kinds of outcome", "a second", "slowest s")


def _read(
    reading: Reading, source: Iterable[tuple[str, str, bool]], corpus: dict[str, str]
) -> None:
    start = before = time.process_time()
    for text, outcome, is_new in source:
        now = time.process_time()
        reading.slowest, before = max(reading.slowest, now - before), now
        reading.outcomes[outcome] += 1
        if outcome.startswith("!"):
            reading.unclean.append(text)
        if is_new and outcome not in corpus and len(text) <= KEPT and len(corpus) < MOST_KEPT:
            corpus[outcome] = text
    reading.seconds += time.process_time() - start


def _reading_row(named: tuple[str, Reading]) -> Row:
    name, reading = named
    total, unclean = reading.outcomes.total(), len(reading.unclean)
    if reading.unclean:
        sys.stderr.write(f"{name}: {min(reading.unclean, key=len)!r}\n")
    rate = total / reading.seconds if reading.seconds else 0.0
    figures = (total, reading.outcomes["read"], len(reading.outcomes), rate, reading.slowest)
    shown = (f"{total:,}", f"{figures[1]:,}", str(figures[2]), f"{rate:,.0f}", f"{figures[4]:.2f}")
    return Row(name, figures, f"{unclean}", "<= 0", not unclean, shown=shown)


def read_corpus(path: Path) -> Corpus:
    """The texts of a file, an object a line with reader, outcome and text."""
    corpus: Corpus = {}
    if path.exists():
        for line in path.read_text("utf-8").splitlines():
            one = json.loads(line)
            corpus.setdefault(one["reader"], {})[one["outcome"]] = one["text"]
    return corpus


def write_corpus(path: Path, corpus: Corpus) -> None:
    lines = (
        json.dumps({"reader": reader, "outcome": outcome, "text": text})
        for reader, texts in sorted(corpus.items())
        for outcome, text in sorted(texts.items())
    )
    write_whole(path, "".join(f"{line}\n" for line in lines))


@dataclass(slots=True)
class Judged:
    """What engines say of the puzzles of a family."""

    solutions: Counter[int | None] = field(default_factory=Counter)
    certified: int = 0
    late: int = 0
    doubts: list[str] = field(default_factory=list)


def puzzles(count: int, seed: int) -> Iterator[Section]:
    """Puzzles of all families in turns, on every engine that is installed."""
    engines = [name for name, package in NEEDS.items() if not package or find_spec(package)]
    judged = {name: Judged() for name in registry.names()}
    sources = {name: almost_right(name, random.Random(f"{seed} {name}")) for name in judged}
    each = max(1, count // len(judged))

    def turn(i: int) -> None:
        share = each * (i + 1) // TURNS - each * i // TURNS
        for name, source in sources.items():
            for puzzle in islice(source, share):
                _judge(judged[name], compare(puzzle, engines), show(puzzle))

    section = Section(
        f"puzzles that are almost right, on {', '.join(engines)}",
        headings=("puzzles", "no solution", "one", "two", "more", "certificates", "out of time"),
        counts="disagreements",
    )
    turns = map(turn, experiment.progress(range(TURNS), "puzzles"))
    return filled(section, turns, lambda _: map(_judged_row, judged.items()))


def _judge(judged: Judged, found: Comparison, text: str) -> None:
    judged.solutions[found.solutions] += 1
    judged.certified += found.is_certified
    judged.late += len(found.late)
    if found.doubt:
        judged.doubts.append(text)
        sys.stderr.write(f"{found.doubt}\n{text}\n")


def _judged_row(named: tuple[str, Judged]) -> Row:
    name, judged = named
    counts = (judged.solutions[number] for number in range(COMPARED + 1))
    figures = (judged.solutions.total(), *counts, judged.certified, judged.late)
    doubts = len(judged.doubts)
    return Row(name, figures, f"{doubts}", "<= 0", not doubts)
