"""Puzzles with exactly one solution from which no clue can be left out.

All clues of a random board are reduced to an irreducible part that leaves it unique: by deletion,
where a list of all boards, or a solver's core, says which clues to keep. The result is proved
again, unique and irreducible, by an independent solver, or by a certificate that anyone can check.

Puzzles come in batches, each made by fresh solvers from its own number, so the same seed gives the
same puzzles however many workers share the work, and no solver slows down with age.
"""

import random
from collections.abc import Collection, Generator, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from itertools import count as count_from

from .. import registry
from ..certificates.certificate import Certificate
from ..certificates.writing import certify
from ..deadline import Deadline, within
from ..engines.sat.solvers import SecondSolver
from ..explanations.closing import Sight
from ..explanations.grade import Level
from ..puzzle import OutOfTime, Puzzle, Solution, check_number
from ..solve import Search
from .clues import look
from .duplicates import Seen
from .order import NONE, Attempt, Distinct, Made, Order, parse_order
from .reduction import ClueSolver
from .setter import Setter, clue_groups, wanted_clues
from .targets import Band, Fitting, Graded, grade_within

# On how many boards the usual kinds of clues are tried before others are given for a level.
TRIED_BOARDS = 5
# After that many attempts without a puzzle not seen before there are taken to be no more.
MOST_STALE = 2000
# Puzzles of a level take longer to look for.
MOST_STALE_LEVELS = 30


def generate(
    family: str,
    size: str,
    *,
    count: int | None = None,
    seed: int = 0,
    clues: tuple[str, ...] = (),
    symmetry: str = NONE,
    fewest: bool = False,
    seconds: float | None = None,
    distinct: str = Distinct.PUZZLE.value,
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
    order = parse_order(
        family,
        size,
        seed=seed,
        clues=clues,
        symmetry=symmetry,
        fewest=fewest,
        seconds=seconds,
        distinct=distinct,
        level=level,
    )
    order = with_kinds_for_level(order)
    attempts = produce(order, jobs=jobs, cluster=cluster)
    return islice((made.puzzle for made in attempts if made), count)


def produce(
    order: Order,
    *,
    after: int = -1,
    seen: Seen | None = None,
    jobs: int = 1,
    cluster: str = "",
) -> Generator[Attempt, None, None]:
    """Puzzles not seen before, and None for boards without one, after the given serial."""
    known, stale = Seen() if seen is None else seen, 0
    for serial, made in _attempts(order, (after + 1) // order.batch, jobs, cluster):
        if serial <= after:
            continue
        is_new = made is not None and known.add(key(order, made.puzzle))
        stale = 0 if is_new else stale + 1
        if is_new or not made:
            yield made
        if stale == (MOST_STALE_LEVELS if order.level else MOST_STALE):
            return


def remade(order: Order, serial: int) -> Attempt:
    """The puzzle of that attempt alone."""
    maker = _Maker(order)
    if not registry.family(order.family).shortcuts.compose:
        # What solvers were asked before has an influence on what they find.
        for before in range(serial - serial % order.batch, serial):
            maker.attempt(before)
    return maker.attempt(serial, certify=order.certifies(serial))


def _attempts(order: Order, first: int, jobs: int, cluster: str) -> Iterator[tuple[int, Attempt]]:
    """All attempts in order with their serials: one by one if made here, else a batch at a time."""
    if jobs == 1 and not cluster:
        yield from chain.from_iterable(map(partial(attempts, order), count_from(first)))
        return
    from .workers import in_order  # what processes take is loaded where there are some

    for done, late in in_order(partial(batch, order), first, jobs=jobs, cluster=cluster):
        yield from done
        if late:
            raise late


def with_kinds_for_level(order: Order) -> Order:
    """The order, with all kinds of clues where the usual ones leave every board too hard.

    That is tried with all clues of the usual kinds on a few boards, the same ones each time.
    """
    setting = registry.family(order.family).setting
    if not order.level or order.clues or not setting or set(setting.usual) == set(setting.kinds):
        return order
    low_enough = Band(Level.EASY, order.level.high)
    with within(order.seconds) as deadline:
        setter, sight = Setter(order), Sight(order.family, order.shape)
        for serial in range(TRIED_BOARDS):
            board = setter.sampler.sample(_rng(order, serial), deadline, searched=True).board
            wanted = wanted_clues(order, setter.shape, Solution(board))
            fitting = Fitting(setter.puzzle_of, board, low_enough, sight, deadline)
            clues = clue_groups(order, setter.shape, wanted)
            is_unique = setter.reducer.second(board, clues, deadline) is None
            if is_unique and fitting.level(clues) in low_enough:
                return order
    return replace(order, clues=(*setting.kinds,))


def key(order: Order, puzzle: Puzzle) -> str:
    """What no two puzzles of the order may share."""
    has_copies = registry.family(order.family).setting is not None
    if order.distinct is Distinct.SYMMETRY and has_copies:
        return look(puzzle)
    return repr((puzzle.shape, *chain(*puzzle.clues)))


def batch(order: Order, number: int) -> tuple[list[tuple[int, Attempt]], OutOfTime | None]:
    """The attempts of a batch up to one that is out of time, if any is."""
    done: list[tuple[int, Attempt]] = []
    try:
        for made in attempts(order, number):
            done.append(made)  # noqa: PERF402 what came before the exception counts
    except OutOfTime as late:
        return done, late
    return done, None


def attempts(order: Order, number: int) -> Iterator[tuple[int, Attempt]]:
    """The attempts of a batch; they depend on nothing but the order and the number."""
    maker = _Maker(order)
    certified: set[Puzzle] = set()
    for serial in range(number * order.batch, (number + 1) * order.batch):
        # What comes up again is dropped anyway: on small boards that is most of it.
        made = maker.attempt(serial, certify=order.certifies(serial), dropped=certified)
        if made:
            certified.add(made.puzzle)
        yield serial, made


class _Maker:
    """Makes attempts one after the other, each within the time that a puzzle has."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._setter: Setter | None = None

    def attempt(
        self, serial: int, *, certify: bool = False, dropped: Collection[Puzzle] = ()
    ) -> Attempt:
        """With its grade and certificate, if they are wanted and the puzzle will not be dropped."""
        with within(self._order.seconds) as deadline:
            made = self._uncertified(serial, deadline)
            if made and self._order.is_graded and made.puzzle not in dropped:
                made = _graded(self._order, made, deadline)
            if made and certify and made.puzzle not in dropped:
                return _certified(self._order, made, deadline)
            return made

    def _uncertified(self, serial: int, deadline: Deadline) -> Attempt:
        order, rng = self._order, _rng(self._order, serial)
        compose = registry.family(order.family).shortcuts.compose
        if compose:
            board = registry.board(order.family, order.shape)
            while True:
                puzzle, solution = compose(board, rng, deadline.check)
                mended = _mended(puzzle, solution, rng, deadline)
                if mended:
                    return _composed(order, Made(serial, mended, solution), deadline)
        self._setter = self._setter or Setter(order)
        return self._setter.make(serial, rng, deadline)


def _mended(
    puzzle: Puzzle, solution: Solution, rng: random.Random, deadline: Deadline
) -> Puzzle | None:
    """The puzzle with its solution alone, changed as long as there are others."""
    mend, others = registry.family(puzzle.family).shortcuts.mend, list[Solution]()
    while mend:
        found = islice(Search(puzzle, seconds=deadline.left()), 2)
        other = next((one for one in found if one != solution), None)
        if not other:
            break
        others.append(other)
        changed = mend(registry.board(puzzle.family, puzzle.shape), solution, others, rng)
        if not changed:
            return None
        puzzle = changed
    return puzzle


def _rng(order: Order, serial: int) -> random.Random:
    return random.Random(f"{order.seed} {order.family} {order.size} {serial}")


def _certified(order: Order, made: Made, deadline: Deadline) -> Made:
    """With its certificate, which proves what the other solver proves elsewhere."""
    fields = certify(made.puzzle, solution=made.solution, seconds=deadline.left())
    certificate = Certificate.from_json(fields | {"seed": order.seed})
    is_irreducible = certificate.witnesses is not None
    is_needed = order.is_proved_by_certificate(made.serial)
    assert is_irreducible or not is_needed, f"reducible: {made.puzzle}"
    return replace(made, certificate=certificate)


def _graded(order: Order, made: Made, deadline: Deadline) -> Made:
    """With its grade, if its level was wanted."""
    if not order.level or not made.graded:
        return made
    grade = grade_within(made.puzzle, order.level, deadline)
    return replace(made, graded=made.graded._replace(grade=grade))


def _composed(order: Order, made: Made, deadline: Deadline) -> Attempt:
    """The puzzle, proved by an independent solver, unless it is not of the level wanted."""
    if order.level:
        sight = Sight(order.family, made.puzzle.shape)
        board = dict(made.solution.values)
        level = Fitting(lambda _: made.puzzle, board, order.level, sight, deadline).level([])
        if level not in order.level:
            return None
        made = replace(made, graded=Graded(level))
    if order.certifies(made.serial):
        return made
    prover = ClueSolver(order.family, made.puzzle.shape, SecondSolver)
    second = prover.second(dict(made.solution.values), [], deadline)
    assert second is None, f"not unique after all: {made.puzzle}"
    return made
