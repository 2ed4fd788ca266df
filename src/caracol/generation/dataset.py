"""Data sets for learning: records in parts for training, validation and test, and a card.

The solution of a puzzle decides to which part it goes, by the digest of what all boards that look
alike share. So no board is in two parts, in whatever guise; the same board goes to the same part
in every data set; and puzzles added later leave those before them where they are.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import accumulate, chain
from pathlib import Path
from typing import NamedTuple

from .. import registry
from ..explanations.grade import Level
from ..extras import need
from ..files import file_error, unfinished, write_whole
from ..formats import header, parse
from ..kinds import Is
from ..puzzle import Clue, ParseError, Puzzle, UsageError, Values
from . import tables
from .clues import look
from .duplicates import Seen
from .record import Record


class Shares(NamedTuple):
    """How much of all boards goes to each part, in parts of their sum."""

    train: int = 80
    validation: int = 10
    test: int = 10


PARTS = Shares._fields


NOT_GRADED = "not graded"
CARD = """# Logic puzzles with one solution

Made by caracol. Each record has `puzzle` and `solution` as text, `clues` (how many), `made_by` (the
command that makes it again), and where asked for, `level`, `grade` and `certificate`, a proof of
uniqueness that `caracol verify` checks. That each solution keeps all rules and clues was checked
when this data set was written.

{parts}

The solution of a puzzle decides its part ({shares} for train, validation, test), by a digest
that is the same for all boards that look alike: turned, mirrored, or with values exchanged where
that keeps the rules. So no board is in two parts, in whatever guise. Puzzles that came up again
were left out: {repeated}.

{headers}
"""


@dataclass(slots=True)
class Part:
    """What goes to a part."""

    file: Path
    puzzles: int = 0
    boards: Seen = field(default_factory=Seen)
    levels: Counter[str] = field(default_factory=Counter)
    clues: Counter[int] = field(default_factory=Counter)

    def add(self, record: Record, board: str) -> None:
        self.puzzles += 1
        self.boards.add(board)
        self.levels[record.graded.level.value if record.graded else NOT_GRADED] += 1
        self.clues[record.clues] += 1


@dataclass(slots=True)
class Contents:
    """The parts of a data set, all puzzles by their headers, and how many came up again."""

    parts: dict[str, Part]
    headers: Counter[str] = field(default_factory=Counter)
    repeated: int = 0


def write_dataset(
    files: Iterable[Path],
    folder: Path,
    shares: Shares,
    *,
    parquet: bool = False,
    advance: Callable[[], object] = lambda: None,
) -> Contents:
    """A directory with a file for each part and a card; it appears when all of it is there."""
    if folder.exists():
        raise UsageError(f"{folder}: already exists")
    if parquet:
        need("parquet", "pyarrow")
    try:
        with unfinished(folder) as there:
            there.mkdir()
            contents = Contents({name: Part(there / f"{name}.jsonl") for name in PARTS})
            _distribute(files, contents, shares, advance)
            if parquet:
                for part in contents.parts.values():
                    _make_parquet(part.file)
            write_whole(there / "README.md", card(contents, shares, parquet=parquet))
    except OSError as error:
        raise file_error(folder, error) from None
    return contents


def part_of(board: str, shares: Shares) -> str:
    """The part where a board goes, and all boards that look alike, as `board_key` tells them."""
    digest = int.from_bytes(blake2b(board.encode(), digest_size=8).digest())
    place = digest * sum(shares) >> 64
    return next(name for name, end in zip(PARTS, accumulate(shares), strict=True) if place < end)


def board_key(puzzle: Puzzle, values: Values) -> str:
    """What a solved board shares with those that look alike."""
    given = tuple(Clue(cell, str(value)) for cell, value in values.items())
    return f"{puzzle.family} {look(Puzzle(puzzle.family, puzzle.shape, given))}"


def _distribute(
    files: Iterable[Path], contents: Contents, shares: Shares, advance: Callable[[], object]
) -> None:
    puzzles = Seen()
    with ExitStack() as stack:
        streams = {
            name: stack.enter_context(part.file.open("w", encoding="utf-8", newline="\n"))
            for name, part in contents.parts.items()
        }
        for record in chain.from_iterable(map(_checked, files)):
            advance()
            if not puzzles.add(record.puzzle):
                contents.repeated += 1
                continue
            puzzle = parse(record.puzzle)
            board = board_key(puzzle, _values(record.solution))
            name = part_of(board, shares)
            streams[name].write(tables.as_line(record))
            contents.parts[name].add(record, board)
            contents.headers[header(puzzle.family, puzzle.shape)] += 1


def _checked(path: Path) -> Iterator[Record]:
    """The records of a file; the solution of each must keep all rules and clues."""
    for number, record in enumerate(tables.read(path), start=1):
        try:
            puzzle, values = parse(record.puzzle), _values(record.solution)
        except ParseError as error:
            raise UsageError(f"{path}: record {number}: {error}") from None
        model = registry.model(puzzle.family, puzzle.shape)
        clues = (rule.constraint for rule in registry.clues(puzzle))
        is_full = values.keys() == model.cells.keys()
        if not is_full or not model.keeps(values) or not all(one.holds(values) for one in clues):
            raise UsageError(f"{path}: record {number}: the solution does not solve the puzzle")
        yield record


def _values(solution: str) -> Values:
    """What the cells of a solved board hold."""
    given = (rule.constraint for rule in registry.clues(parse(solution)))
    return {one.cell: one.value for one in given if isinstance(one, Is)}


def _make_parquet(lines: Path) -> None:
    with lines.open(encoding="utf-8") as stream:
        tables.write_parquet(stream, lines.with_suffix(".parquet"))
    lines.unlink()


def card(contents: Contents, shares: Shares, *, parquet: bool) -> str:
    """What a data set holds and how it was split, in Markdown."""
    ending = "parquet" if parquet else "jsonl"
    levels = [level.value for level in Level]
    rows = [("part", "puzzles", "boards", "clues", *levels, NOT_GRADED)]
    for name, part in contents.parts.items():
        clues = f"{min(part.clues)} to {max(part.clues)}" if part.clues else "none"
        counts = [part.levels[level] for level in (*levels, NOT_GRADED)]
        sizes = (part.puzzles, len(part.boards))
        rows.append((f"{name}.{ending}", *(f"{n:,}" for n in sizes), clues, *map(str, counts)))
    headers = [
        ("puzzles", "header"),
        *((f"{n:,}", f"`{it}`") for it, n in contents.headers.items()),
    ]
    return CARD.format(
        parts=_table(rows),
        headers=_table(headers),
        shares=" : ".join(map(str, shares)),
        repeated=f"{contents.repeated:,}",
    )


def _table(rows: Sequence[tuple[str, ...]]) -> str:
    head, *rest = ("| " + " | ".join(row) + " |" for row in rows)
    return "\n".join([head, "|" + " --- |" * len(rows[0]), *rest])
