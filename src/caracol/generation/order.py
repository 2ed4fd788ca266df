"""What is wanted of a run: family, size, clues, level; and what comes of it."""

import shlex
from dataclasses import dataclass, field
from enum import Enum
from itertools import chain

from .. import formats, registry
from ..certificates.certificate import Certificate
from ..certificates.writing import check_size
from ..puzzle import ParseError, Puzzle, Shape, Solution, UsageError, expected_one
from ..records import choice
from .clues import symmetries
from .targets import Band, Graded, band

# How many attempts a batch has: enough to pay for two encodings, few enough to spread and to stop.
LARGEST_BATCH, SLOW_BATCH = 200, 5
# The larger the board, the smaller the batch: that many facts (cells times values) in all.
FACTS_PER_BATCH = 40_000
# Larger boards (cells times values) would fill the memory before they filled the page.
MOST_FACTS = 1_000_000
# Up to that many facts certificates come unasked: they add a half to the time of most shapes, or
# half a millisecond where that is more. Beyond, proofs grow faster than that time.
CERTIFIED_FACTS = 450
# The word for no symmetry.
NONE = "none"


class Distinct(Enum):
    """How puzzles differ: as they stand, or however they are turned and mirrored."""

    PUZZLE = "puzzle"
    SYMMETRY = "symmetry"


@dataclass(frozen=True, slots=True)
class Order:
    """What is wanted, checked: there is no order of what cannot be made.

    `clues` are kinds; none means the family's usual ones.
    """

    family: str
    size: str
    seed: int = 0
    clues: tuple[str, ...] = ()
    symmetry: str | None = None  # one of the family's
    fewest: bool = False
    seconds: float | None = None  # for each puzzle, its proof and certificate included
    distinct: Distinct = Distinct.PUZZLE
    level: Band | None = None
    certify_every: int = 0  # the serials that get a certificate: its multiples; none if it is 0
    is_graded: bool = False  # whether puzzles of a level get their grade, too, as records have it
    shape: Shape = field(init=False)
    is_cheap_to_certify: bool = field(init=False)
    """Whether certificates come with every record unless they are declined."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", " ".join(self.size.split()))
        object.__setattr__(self, "shape", _shape(self.family, self.size))
        if self.certify_every:
            check_size(self.family, self.shape, self.header)
        _check_clues(self)
        _check_fewest(self)
        _check_level(self)
        object.__setattr__(self, "is_cheap_to_certify", _is_cheap_to_certify(self))

    @property
    def facts(self) -> int:
        """How many values all cells of a board have to choose from."""
        return sum(map(len, registry.model(self.family, self.shape).cells.values()))

    @property
    def header(self) -> str:
        """The header line of its puzzles."""
        return formats.header(self.family, self.shape)

    def certifies(self, serial: int) -> bool:
        """Whether the puzzle of that serial gets a certificate."""
        return self.certify_every > 0 and serial % self.certify_every == 0

    def is_proved_by_certificate(self, serial: int) -> bool:
        """Whether its certificate proves that no single clue of a puzzle can be left out."""
        return self.certifies(serial) and not self.symmetry and not self.level

    @property
    def batch(self) -> int:
        """How many attempts make a batch."""
        if self.fewest:
            return 1  # so that the time that one takes has no influence on the next
        if self.level or registry.family(self.family).shortcuts.compose:
            return SLOW_BATCH
        return max(SLOW_BATCH, min(LARGEST_BATCH, FACTS_PER_BATCH // self.facts))

    @property
    def words(self) -> tuple[str, ...]:
        """The command that makes the same puzzles again."""
        # Elsewhere time decides how many puzzles there are, but not which.
        limited = self.fewest and self.seconds is not None
        options = (
            ("--clues", ",".join(self.clues)) if self.clues else (),
            ("--symmetry", self.symmetry) if self.symmetry else (),
            ("--fewest",) if self.fewest else (),
            ("--seconds", f"{self.seconds:.9g}") if limited else (),
            ("--level", str(self.level)) if self.level else (),
            ("--distinct", self.distinct.value) if self.distinct is not Distinct.PUZZLE else (),
        )
        size = self.size.split()
        command = ("caracol", "generate", self.family, *size, "--seed", str(self.seed))
        return (*command, *chain.from_iterable(options))

    def __str__(self) -> str:
        """The command, quoted where a shell needs it."""
        return shlex.join(self.words)


def parse_order(
    family: str,
    size: str,
    *,
    seed: int = 0,
    clues: tuple[str, ...] = (),
    symmetry: str = NONE,
    fewest: bool = False,
    seconds: float | None = None,
    distinct: str = Distinct.PUZZLE.value,
    level: str = "",
    certify_every: int = 0,
) -> Order:
    """An order from the words of a command or a call."""
    return Order(
        family,
        size,
        seed,
        clues,
        None if symmetry == NONE else symmetry,
        fewest,
        seconds,
        choice("a way to find duplicates", Distinct, distinct),
        band(level) if level else None,
        certify_every,
    )


def _shape(family: str, size: str) -> Shape:
    registry.family(family)
    try:
        return formats.shape(family, size)
    except ParseError as error:
        raise UsageError(f"{family} {size}: {error.reason}") from None


def _check_clues(order: Order) -> None:
    family = registry.family(order.family)
    setting = family.setting
    kinds = (*setting.kinds,) if setting else ()
    for kind in order.clues:
        if kind not in kinds:
            if not kinds:
                raise UsageError(f"{family.title} has no kinds of clues to choose; found {kind!r}")
            raise UsageError(expected_one("a kind of clue", kinds, kind))
    if setting and order.facts > MOST_FACTS:
        raise UsageError(f"{order.family} {order.size} is too large to generate puzzles")
    if order.symmetry:
        known = symmetries(order.family, order.shape)
        if not known:
            raise UsageError(f"{family.title} has no clues, so --symmetry cannot be used")
        if order.symmetry not in known:
            raise UsageError(expected_one("a symmetry", [NONE, *known], order.symmetry))


def _check_fewest(order: Order) -> None:
    family = registry.family(order.family)
    if order.fewest and order.symmetry:
        raise UsageError("--fewest cannot be used with --symmetry")
    if order.fewest and order.level:
        raise UsageError("--fewest cannot be used with --level")
    if order.fewest and not family.setting:
        raise UsageError(f"{family.title} has no clues, so --fewest cannot be used")
    most = family.setting.most_for_fewest if family.setting else None
    if order.fewest and most and order.facts > most:
        raise UsageError(
            f"{order.family} {order.size} is too large to find the fewest clues of a board"
        )


def _check_level(order: Order) -> None:
    family = registry.family(order.family)
    lacking = family.lacking(registry.board(order.family, order.shape)) if order.level else {}
    if order.level and all(level.value in lacking for level in order.level.levels):
        reason = lacking[order.level.low.value]
        raise UsageError(f"{family.title} {order.size} has no {order.level} puzzles: {reason}")


def _is_cheap_to_certify(order: Order) -> bool:
    # What is composed takes much longer to make than to certify.
    if not registry.family(order.family).shortcuts.compose and order.facts > CERTIFIED_FACTS:
        return False
    try:
        check_size(order.family, order.shape, order.header)
    except UsageError:
        return False
    return True


@dataclass(frozen=True, slots=True)
class Made:
    """A puzzle, its solution, and which attempt of the run it was.

    `at_least` is how many clues any unique puzzle of this solution needs, `graded` how hard it is,
    where that was asked, and the certificate.
    """

    serial: int
    puzzle: Puzzle
    solution: Solution
    at_least: int | None = None
    graded: Graded | None = None
    certificate: Certificate | None = None


# What an attempt comes to: None where no puzzle of the wanted kind was found for the board.
Attempt = Made | None
