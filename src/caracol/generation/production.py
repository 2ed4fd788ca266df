"""Puzzles with exactly one solution from which no clue can be left out.

All clues of a random board are reduced to an irreducible part that leaves it unique: by deletion,
where a list of all boards, or a solver's core, says which clues to keep. The result is proved
again, unique and irreducible, by an independent solver, or by a certificate that anyone can check.

Puzzles come in batches, each made by fresh solvers from its own number, so the same seed gives the
same puzzles however many workers share the work, and no solver slows down with age.
"""

import random
import shlex
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from itertools import count as count_from
from math import inf

from .. import formats, registry
from ..caches import kept
from ..certificates.writing import certify, check_header
from ..deadline import NEVER, Deadline, within
from ..engines import Board
from ..engines.sat.solvers import MainSolver, SecondSolver, Undecided
from ..explanations.walk import Level
from ..family import Setting
from ..model import Is
from ..puzzle import (
    Clue,
    OutOfTime,
    Puzzle,
    Shape,
    Solution,
    UsageError,
    check_number,
    expected_one,
)
from .duplicates import Seen
from .reduction import ClueSolver, SecondBoards
from .sampler import Sample, Sampler
from .targets import SWAPS, Band, Fitting, Graded, Groups, band
from .workers import in_order

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
# The boards of the first draws are searched: listing all of a shape, or learning that they are too
# many, takes as long as making fifty puzzles.
SEARCHED = 20
# Of its time per puzzle, the share that --fewest may search for; the rest is for the proof.
SEARCH_SHARE = 0.8
# On how many boards the usual kinds of clues are tried before others are given for a level.
TRIED_BOARDS = 5
# From that many facts on, the weak clues are left out first. With a random choice of clues, Trid 12
# takes ten times as long to prove, Trid 15 more than a minute.
LARGE = 500
# How far from the order of strength clues may be left out, strengths being between 0 and 3.
NOISE = 0.1
# From that many facts on, the board with the strongest clues is taken out of a few.
VERY_LARGE = 1000
BOARDS_TO_CHOOSE_FROM = 8
# A board is given up when the hard questions about its clues may take more conflicts. They do for
# about half of the Trids of 20 circles a side, and some would take a minute.
MOST_CONFLICTS = 30_000
# Each time that many boards were given up, twice as many conflicts are allowed.
TRIES = 8
# After that many draws without a puzzle not seen before there are taken to be no more.
MOST_STALE = 2000
# Puzzles of a level take longer to look for.
MOST_STALE_LEVELS = 30


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


def generate(
    family: str,
    size: str,
    *,
    count: int | None = None,
    seed: int = 0,
    clues: tuple[str, ...] = (),
    symmetry: str = "none",
    fewest: bool = False,
    seconds: float | None = None,
    distinct: str = "puzzle",
    level: str = "",
    jobs: int = 1,
    cluster: str = "",
) -> Iterator[Puzzle]:
    """Unique, irreducible puzzles, endlessly unless a count is given; no two alike.

    A puzzle that takes more than the given seconds is out of time, and so are all after it; with
    `fewest` the best that was found by then is taken.

    >>> from caracol import is_unique
    >>> puzzle, = generate("magic-snail", "5 ABC", count=1, seed=7)
    >>> is_unique(puzzle)
    True
    """
    check_number("a count", count, 0)
    check_number("jobs", jobs, 1)
    order = Order(family, size, seed, clues, symmetry, fewest, seconds, distinct, level)
    check(order)
    order = with_kinds_for_level(order)
    draws = produce(order, jobs=jobs, cluster=cluster)
    return islice((made.puzzle for made in draws if made), count)


def produce(
    order: Order,
    *,
    after: int = -1,
    seen: Iterable[Puzzle] = (),
    jobs: int = 1,
    cluster: str = "",
) -> Generator[Draw, None, None]:
    """Puzzles not seen before, and None for boards without one, after the given serial."""
    check(order)
    known = Seen()
    for puzzle in seen:
        known.add(_text(key(order, puzzle)))
    stale = 0
    for serial, made in _draws(order, (after + 1) // order.batch, jobs, cluster):
        if serial <= after:
            continue
        is_new = made is not None and known.add(_text(key(order, made.puzzle)))
        stale = 0 if is_new else stale + 1
        if is_new or not made:
            yield made
        if stale == (MOST_STALE_LEVELS if order.level else MOST_STALE):
            return


def remade(order: Order, serial: int) -> Draw:
    """The puzzle of that draw alone."""
    check(order)
    maker = _Maker(order)
    if not registry.family(order.family).compose:
        # What solvers were asked before has an influence on what they find.
        for before in range(serial - serial % order.batch, serial):
            maker.draw(before)
    return maker.draw(serial, certify=order.certify)


def _draws(order: Order, first: int, jobs: int, cluster: str) -> Iterator[tuple[int, Draw]]:
    """All draws in order with their serials: one by one if made here, else a batch at a time."""
    if jobs == 1 and not cluster:
        yield from chain.from_iterable(map(partial(draws, order), count_from(first)))
    for done, late in in_order(partial(batch, order), first, jobs=jobs, cluster=cluster):
        yield from done
        if late:
            raise late


def check(order: Order) -> None:
    """Refuse what cannot be made, or not certified."""
    if order.certify:
        check_header(_header(order))
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


def with_kinds_for_level(order: Order) -> Order:
    """The order, with all kinds of clues where the usual ones leave every board too hard.

    That is tried with all clues of the usual kinds on a few boards, the same ones each time.
    """
    setting = registry.family(order.family).setting
    if not order.band or order.clues or not setting or set(setting.usual) == set(setting.kinds):
        return order
    low_enough = Band(Level.EASY, order.band.high)
    with within(order.seconds) as deadline:
        setter = Setter(order)
        for serial in range(TRIED_BOARDS):
            board = setter.sampler.sample(_rng(order, serial), deadline, searched=True).board
            wanted = wanted_clues(setting, order, setter.shape, Solution(board))
            fitting = Fitting(setter.puzzle_of, order.band, deadline)
            clues = clue_groups(setting, order, setter.shape, wanted)
            if fitting.graded(clues).level in low_enough:
                return order
    return replace(order, clues=setting.kinds)


def facts(order: Order) -> int:
    """How many values all cells of a board have to choose from."""
    return sum(map(len, registry.model(order.family, order.shape).cells.values()))


@kept(8)
def comes_certified(order: Order) -> bool:
    """Whether certificates are cheap enough to come with every record."""
    try:
        check_header(_header(order))
    except UsageError:
        return False
    # What is composed takes much longer to make than to certify.
    return bool(registry.family(order.family).compose) or facts(order) <= CERTIFIED_FACTS


def _header(order: Order) -> str:
    """The header line of its puzzles."""
    if registry.family(order.family).compose:
        return " ".join([order.family, *map(str, order.shape)])
    return formats.show(Puzzle(order.family, order.shape)).partition("\n")[0]


def key(order: Order, puzzle: Puzzle) -> Puzzle:
    """What no two puzzles of the order may share."""
    setting = registry.family(order.family).setting
    if order.distinct == "puzzle" or not setting:
        return puzzle
    return min(setting.copies(puzzle), key=lambda copy: copy.clues)


def _text(puzzle: Puzzle) -> str:
    """All that distinguishes a puzzle from others of its family."""
    return repr((puzzle.shape, *chain(*puzzle.clues)))


def batch(order: Order, number: int) -> tuple[list[tuple[int, Draw]], OutOfTime | None]:
    """The draws of a batch up to one that is out of time, if any is."""
    done: list[tuple[int, Draw]] = []
    try:
        for made in draws(order, number):
            done.append(made)  # noqa: PERF402 what came before the exception counts
    except OutOfTime as late:
        return done, late
    return done, None


def draws(order: Order, number: int) -> Iterator[tuple[int, Draw]]:
    """The draws of a batch; they depend on nothing but the order and the number."""
    maker = _Maker(order)
    certified: set[Puzzle] = set()
    for serial in range(number * order.batch, (number + 1) * order.batch):
        # What comes up again is dropped anyway: on small boards that is most of it.
        made = maker.draw(serial, certify=order.certify, dropped=certified)
        if made:
            certified.add(made.puzzle)
        yield serial, made


class _Maker:
    """Makes draws one after the other, each within the time that a puzzle has."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._setter: Setter | None = None

    def draw(self, serial: int, *, certify: bool = False, dropped: Collection[Puzzle] = ()) -> Draw:
        """The draw, with its certificate if that is wanted and the puzzle will not be dropped."""
        with within(self._order.seconds) as deadline:
            made = self._uncertified(serial, deadline)
            if made and certify and made.puzzle not in dropped:
                return _certified(self._order, made, deadline)
            return made

    def _uncertified(self, serial: int, deadline: Deadline) -> Draw:
        order, rng = self._order, _rng(self._order, serial)
        compose = registry.family(order.family).compose
        if compose:
            puzzle, solution = compose(order.shape, rng, deadline.left)
            return _composed(order, Made(serial, puzzle, solution), deadline)
        self._setter = self._setter or Setter(order)
        return self._setter.make(serial, rng, deadline)


def _rng(order: Order, serial: int) -> random.Random:
    return random.Random(f"{order.seed} {order.family} {order.size} {serial}")


def _certified(order: Order, made: Made, deadline: Deadline) -> Made:
    """With its certificate, which proves what the other solver proves elsewhere."""
    certificate = certify(made.puzzle, solution=made.solution, seconds=deadline.left())
    is_irreducible = "witnesses" in certificate
    assert is_irreducible or not _is_proved_by_certificate(order), f"reducible: {made.puzzle}"
    return replace(made, certificate=certificate | {"seed": order.seed})


def _is_proved_by_certificate(order: Order) -> bool:
    """Whether its certificate proves that no single clue of a puzzle can be left out."""
    return order.certify and order.symmetry == "none" and not order.level


def _composed(order: Order, made: Made, deadline: Deadline) -> Draw:
    """The puzzle, proved by an independent solver, unless it is not of the level wanted."""
    if order.band:
        graded = Fitting(lambda _: made.puzzle, order.band, deadline).graded([])
        if graded.level not in order.band:
            return None
        made = replace(made, graded=graded)
    if order.certify:
        return made
    prover = ClueSolver(order.family, made.puzzle.shape, SecondSolver)
    second = prover.second(dict(made.solution.values), [], deadline)
    assert second is None, f"not unique after all: {made.puzzle}"
    return made


class Setter:
    """Sets the puzzles of an order: one solver or a list reduces, another solver proves again."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.shape = order.shape
        self.model = registry.model(order.family, self.shape)
        setting = registry.family(order.family).setting
        assert setting, "only families with clues have setters"
        self.setting = setting
        self.prover = ClueSolver(order.family, self.shape, SecondSolver)
        self.prefers_strong = setting.strength is not None and facts(order) >= LARGE
        self._renew()

    def _renew(self) -> None:
        """Start with a fresh solver to find boards and reduce their clues."""
        self.reducer = ClueSolver(self.order.family, self.shape, MainSolver)
        self.sampler = Sampler(self.order.family, self.shape, self.reducer)

    def make(self, serial: int, rng: random.Random, deadline: Deadline = NEVER) -> Draw:
        """A puzzle of a random board, or None where none of the wanted kind is unique."""
        for given_up in count_from():
            most = MOST_CONFLICTS << given_up // TRIES
            sample = self._sample(rng, deadline, searched=serial < SEARCHED)
            solution = Solution(sample.board)
            wanted = wanted_clues(self.setting, self.order, self.shape, solution)
            groups = clue_groups(self.setting, self.order, self.shape, wanted)
            self._shuffle(groups, rng)
            with suppress(Undecided):
                second_boards = sample.irreducible(groups, deadline, most)
                break
        if second_boards is None:
            return None
        if self.order.band:
            return self._of_level(serial, sample, wanted, rng, deadline)
        at_least = None
        if self.order.fewest:
            best = list(second_boards)
            search = deadline.part(SEARCH_SHARE)
            kept, at_least = self.reducer.fewest(sample.board, groups, best, search)
            if kept is not best:
                # Second boards known so far prove nothing about other groups.
                second_boards = {group: {} for group in kept}
        puzzle = self.puzzle_of(list(second_boards))
        if not _is_proved_by_certificate(self.order):
            self._prove(puzzle, sample, second_boards, deadline)
        return Made(serial, puzzle, solution, at_least)

    def _shuffle(self, groups: Groups, rng: random.Random) -> None:
        """In random order; on large boards the strong clues come first, and are left out last."""
        rng.shuffle(groups)
        if self.prefers_strong:
            weights = {group: self._strength(group) + NOISE * rng.random() for group in groups}
            groups.sort(key=weights.__getitem__, reverse=True)

    def _sample(self, rng: random.Random, deadline: Deadline, *, searched: bool) -> Sample:
        """A random board; very large ones are the best of a few."""
        if not (self.prefers_strong and facts(self.order) >= VERY_LARGE):
            return self.sampler.sample(rng, deadline, searched=searched)
        samples = [self._fresh_sample(rng, deadline) for _ in range(BOARDS_TO_CHOOSE_FROM)]

        def strength(sample: Sample) -> float:
            clues = wanted_clues(self.setting, self.order, self.shape, Solution(sample.board))
            return self._strength(clues.values())

        return self._turned(max(samples, key=strength).board, rng)

    def _turned(self, board: Board, rng: random.Random) -> Sample:
        """A random symmetric copy: a fresh solver fills all boards from the same end."""
        facts = [
            clue
            for _, clue in self.setting.all_clues(self.shape, Solution(board))
            if clue.place in board
        ]
        copies = [*self.setting.copies(Puzzle(self.order.family, self.shape, tuple(facts)))]
        constraints = self.reducer.constraints(rng.choice(copies).clues)
        turned = {one.cell: one.value for one in constraints if isinstance(one, Is)}
        assert self.model.keeps(turned), "a symmetric copy of a board is a board"
        return Sample(turned, partial(self.reducer.irreducible, turned), from_list=False)

    def _fresh_sample(self, rng: random.Random, deadline: Deadline) -> Sample:
        """The first board of a solver: equal values stand closer on it, so that sums say more."""
        self._renew()
        return self.sampler.sample(rng, deadline, searched=True)

    def _strength(self, clues: Iterable[Clue]) -> float:
        assert self.setting.strength, "only where strong clues are preferred"
        return sum(self.setting.strength(self.shape, clue) for clue in clues)

    def _of_level(
        self,
        serial: int,
        sample: Sample,
        wanted: dict[str, Clue],
        rng: random.Random,
        deadline: Deadline,
    ) -> Draw:
        """A puzzle of the level wanted; no clue can go without making it harder than that."""
        band = self.order.band
        assert band, "a level is wanted"
        fitting = Fitting(self.puzzle_of, band, deadline)
        groups = clue_groups(self.setting, self.order, self.shape, wanted)
        for _ in range(SWAPS):
            rng.shuffle(groups)
            kept = list(sample.irreducible(groups, deadline, inf) or ())
            graded = fitting.graded(kept)
            if graded.level not in Band(Level.EASY, band.high):
                spare = [group for group in groups if group not in kept]
                kept, graded = fitting.eased(kept, spare, rng)
                if graded.level not in Band(Level.EASY, band.high):
                    return None  # not even with all clues
            if graded.level in band:
                puzzle = self.puzzle_of(kept)
                self._prove_unique(puzzle, sample, kept, deadline)
                return Made(serial, puzzle, Solution(sample.board), graded=graded)
        return None

    def puzzle_of(self, groups: Groups) -> Puzzle:
        """The puzzle of these clues."""
        clues = tuple(clue for group in groups for clue in group)
        return Puzzle(self.order.family, self.shape, clues)

    def _prove(
        self, puzzle: Puzzle, sample: Sample, second_boards: SecondBoards, deadline: Deadline
    ) -> None:
        """Unique by the other solver, and irreducible; a failure here is a bug.

        The second board without a group is checked by the rules themselves; where none is known,
        the other solver looks for one.
        """
        groups = list(second_boards)
        self._prove_unique(puzzle, sample, groups, deadline)
        constraints = [self.prover.constraints(group) for group in groups]
        for i, known in enumerate(second_boards.values()):
            rest = groups[:i] + groups[i + 1 :]
            second = known or self.prover.second(sample.board, rest, deadline)
            assert second and self.model.keeps(second), f"reducible after all: {puzzle}"
            kept = [all(one.holds(second) for one in group) for group in constraints]
            assert kept == [j != i for j in range(len(groups))], f"reducible after all: {puzzle}"

    def _prove_unique(
        self, puzzle: Puzzle, sample: Sample, groups: Groups, deadline: Deadline
    ) -> None:
        """By the other solver, unless the certificate proves it."""
        if self.order.certify:
            return
        second = self.prover.second(sample.board, groups, deadline)
        assert second is None, f"not unique after all: {puzzle}"


def wanted_clues(
    setting: Setting, order: Order, shape: Shape, solution: Solution
) -> dict[str, Clue]:
    """The clues of the wanted kinds, by their place."""
    kinds = order.clues or setting.usual
    return {clue.place: clue for kind, clue in setting.all_clues(shape, solution) if kind in kinds}


def clue_groups(setting: Setting, order: Order, shape: Shape, clues: dict[str, Clue]) -> Groups:
    """The clues in groups: those that symmetry maps to each other together."""
    if order.symmetry == "none":
        return [(clue,) for clue in clues.values()]
    partner = setting.symmetries[order.symmetry]
    groups: Groups = []
    for place in clues:
        other = partner(shape, place)
        if other in clues and place <= other:
            groups.append(tuple(clues[name] for name in dict.fromkeys((place, other))))
    return groups
