"""What is wanted of a run: family, size, clues, level; and what comes of it."""

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

from .. import formats, registry
from ..caches import kept
from ..certificates.writing import check_size
from ..puzzle import (
    Puzzle,
    Shape,
    Solution,
    UsageError,
    expected_one,
)
from .targets import Band, Graded, band

# How many puzzles a batch draws: enough to pay for two encodings, few enough to spread and to stop.
LARGEST_BATCH, SLOW_BATCH = 200, 5
# The larger the board, the smaller the batch: that many facts (cells times values) in all.
FACTS_PER_BATCH = 40_000
# How puzzles are distinguished: as they stand, or turned and mirrored as the rules allow.
DISTINCT = ("puzzle", "symmetry")
# Larger boards (cells times values) would fill the memory before they filled the page.
MOST_FACTS = 1_000_000
# Up to that many facts certificates come unasked: they add a half to the time of most shapes, or
# half a millisecond where that is more. Beyond, proofs grow faster than that time.
CERTIFIED_FACTS = 450


@dataclass(frozen=True, slots=True)
class Order:
    """What is wanted. `clues` are kinds; none means the family's usual ones."""

    family: str
    size: str
    seed: int = 0
    clues: tuple[str, ...] = ()
    symmetry: str = "none"
    fewest: bool = False
    seconds: float | None = None  # for each puzzle, its proof and certificate included
    distinct: str = "puzzle"
    level: str = ""  # or a band of levels
    certify: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", " ".join(self.size.split()))

    @property
    def band(self) -> Band | None:
        return band(self.level) if self.level else None

    @property
    def shape(self) -> Shape:
        return formats.shape(self.family, self.size)

    @property
    def batch(self) -> int:
        """How many draws make a batch."""
        if self.fewest:
            return 1  # so that the time that one takes has no influence on the next
        if self.level or registry.family(self.family).compose:
            return SLOW_BATCH
        return max(SLOW_BATCH, min(LARGEST_BATCH, FACTS_PER_BATCH // facts(self)))

    @property
    def words(self) -> tuple[str, ...]:
        """The command that makes the same puzzles again."""
        # Elsewhere time decides how many puzzles there are, but not which.
        limited = self.fewest and self.seconds is not None
        options = (
            ("--clues", ",".join(self.clues)) if self.clues else (),
            ("--symmetry", self.symmetry) if self.symmetry != "none" else (),
            ("--fewest",) if self.fewest else (),
            ("--seconds", f"{self.seconds:.9g}") if limited else (),
            ("--level", str(self.band)) if self.level else (),
            ("--distinct", self.distinct) if self.distinct != "puzzle" else (),
        )
        size = self.size.split()
        command = ("caracol", "generate", self.family, *size, "--seed", str(self.seed))
        return (*command, *chain.from_iterable(options))

    def __str__(self) -> str:
        """The command, quoted where a shell needs it."""
        return shlex.join(self.words)


@dataclass(frozen=True, slots=True)
class Made:
    """A puzzle, its solution, and which draw of the order it was.

    `at_least` is how many clues any unique puzzle of this solution needs, `graded` how hard it is,
    where that was asked, and the certificate.
    """

    serial: int
    puzzle: Puzzle
    solution: Solution
    at_least: int | None = None
    graded: Graded | None = None
    certificate: Mapping[str, object] | None = None


# What a draw comes to: None where no puzzle of the wanted kind was found for the board.
Draw = Made | None


def check(order: Order) -> None:
    """Refuse what cannot be made, or not certified."""
    if order.certify:
        check_size(order.family, order.shape, _header(order))
    _check_choices(order)


def _check_choices(order: Order) -> None:
    family = registry.family(order.family)
    setting = family.setting
    kinds, symmetries = (setting.kinds, setting.symmetries) if setting else ((), {})
    for kind in order.clues:
        if kind not in kinds:
            if not kinds:
                raise UsageError(f"{family.title} has no kinds of clues to choose; found {kind!r}")
            raise UsageError(expected_one("a kind of clue", kinds, kind))
    if order.symmetry != "none" and order.symmetry not in symmetries:
        raise UsageError(expected_one("a symmetry", ["none", *symmetries], order.symmetry))
    if order.distinct not in DISTINCT:
        raise UsageError(expected_one("a way to find duplicates", DISTINCT, order.distinct))
    if order.fewest and order.symmetry != "none":
        raise UsageError("--fewest cannot be used with --symmetry")
    if order.fewest and order.band:
        raise UsageError("--fewest cannot be used with --level")
    if order.fewest and not setting:
        raise UsageError(f"{family.title} has no clues, so --fewest cannot be used")
    if setting and facts(order) > MOST_FACTS:
        raise UsageError(f"{order.family} {order.size} is too large to generate puzzles")


def facts(order: Order) -> int:
    """How many values all cells of a board have to choose from."""
    return sum(map(len, registry.model(order.family, order.shape).cells.values()))


@kept(8)
def comes_certified(order: Order) -> bool:
    """Whether certificates are cheap enough to come with every record."""
    try:
        check_size(order.family, order.shape, _header(order))
    except UsageError:
        return False
    # What is composed takes much longer to make than to certify.
    return bool(registry.family(order.family).compose) or facts(order) <= CERTIFIED_FACTS


def _header(order: Order) -> str:
    """The header line of its puzzles."""
    if registry.family(order.family).compose:
        return " ".join([order.family, *map(str, order.shape)])
    return formats.show(Puzzle(order.family, order.shape)).partition("\n")[0]


def is_proved_by_certificate(order: Order) -> bool:
    """Whether its certificate proves that no single clue of a puzzle can be left out."""
    return order.certify and order.symmetry == "none" and not order.level
