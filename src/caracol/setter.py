"""Making puzzles with exactly one solution and no clue to spare.

From a random board take all clues, and leave out what is not needed: the solver's own reasons for
"there is no second board" say which clues to keep. What is left is proved again, unique and
irreducible, by a solver of another make, or by a certificate that anyone can check.

Puzzles come in batches, each made by fresh solvers from its own number, so the same seed gives the
same puzzles however many workers share the work, and no solver ever grows old.
"""

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, partial
from itertools import chain, islice, product
from itertools import count as count_from

from . import contract
from .certificates import certify
from .contract import Setting
from .engines import NEVER, Board, Deadline, Statistics
from .engines.hitting import Hitting
from .engines.sat import OtherMake, Session
from .explain import Level
from .levels import SWAPS, Band, Fitting, Graded, Group, Groups, band
from .model import Count, Model, Rule
from .puzzle import Cell, Clue, OutOfTime, Puzzle, Shape, Solution, UsageError, Value, check_number
from .seen import Seen
from .solve import solutions
from .workers import in_order

# How many puzzles a batch draws: enough to pay for two encodings, few enough to spread and to stop.
LARGEST_BATCH, SLOW_BATCH = 200, 5
# The larger the board, the smaller the batch: so many facts (cells times values) in all.
FACTS_PER_BATCH = 40_000
# Shapes with up to so many boards have them all listed, and a board drawn fairly.
FEW_BOARDS = 1000
# Of so many cells the value of one is drawn before a board is searched. With half as many drawn,
# snails of 6 ABC come up less evenly (chi² per degree of freedom 10 instead of 5).
DRAWN = 4
# What puzzles can be told apart by: as they stand, or turned and mirrored as the rules allow.
DISTINCT = ("puzzle", "symmetry")
# Larger boards (cells times values) would fill the memory before they filled the page.
MOST_FACTS = 1_000_000
# Up to so many facts certificates come unasked: they add less than half to the time, on a Trid of 9
# two thirds. Beyond, proofs grow faster than the time of generating.
CERTIFIED_FACTS = 450
# On boards larger than this even a thousand are long in listing, and there are far more.
LISTED_FACTS = 2000
# After so many draws without a puzzle not seen before there are taken to be no more.
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
    seconds: float | None = None  # for each puzzle, and as long again to prove it
    distinct: str = "puzzle"
    level: str = ""  # or a band of levels
    certify: bool = False

    @property
    def band(self) -> Band | None:
        return band(self.level) if self.level else None

    @property
    def shape(self) -> Shape:
        return contract.shape(self.family, self.size)

    @property
    def batch(self) -> int:
        """How many draws make a batch."""
        if self.fewest or self.level or contract.family(self.family).compose:
            return SLOW_BATCH
        return max(SLOW_BATCH, min(LARGEST_BATCH, FACTS_PER_BATCH // facts(self)))

    def __str__(self) -> str:
        """The command that makes the same puzzles again."""
        told = f"caracol generate {self.family} {self.size} --seed {self.seed}"
        told += f" --clues {','.join(self.clues)}" if self.clues else ""
        told += f" --symmetry {self.symmetry}" if self.symmetry != "none" else ""
        told += " --fewest" if self.fewest else ""
        # Elsewhere time decides how many puzzles there are, but not which.
        told += f" --seconds {self.seconds:g}" if self.seconds is not None and self.fewest else ""
        told += f" --level {self.band}" if self.level else ""
        return told + (f" --distinct {self.distinct}" if self.distinct != "puzzle" else "")


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
    others: Mapping[str, Solution] | None = None  # for clues by place, boards that break them alone


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
    draws = produce(order, jobs=jobs, cluster=cluster)
    return islice((made.puzzle for made in draws if made), count)


def produce(
    order: Order,
    *,
    after: int = -1,
    seen: Iterable[Puzzle] = (),
    jobs: int = 1,
    cluster: str = "",
) -> Iterator[Draw]:
    """Puzzles not seen before and hopeless boards, from the draw after the given serial on."""
    check(order)
    known = Seen()
    for puzzle in seen:
        known.add(_told(key(order, puzzle)))
    stale = 0
    for made in _draws(order, (after + 1) // order.batch, jobs, cluster):
        if made and (made.serial <= after or not known.add(_told(key(order, made.puzzle)))):
            stale += made.serial > after
        else:
            stale = 0 if made else stale + 1
            yield made
        if stale == (MOST_STALE_LEVELS if order.level else MOST_STALE):
            return


def _draws(order: Order, first: int, jobs: int, cluster: str) -> Iterator[Draw]:
    """All draws in order: one by one if made here, else a batch at a time."""
    if jobs == 1 and not cluster:
        yield from chain.from_iterable(map(partial(draws, order), count_from(first)))
    for done, late in in_order(partial(batch, order), first, jobs=jobs, cluster=cluster):
        yield from done
        if late:
            raise late


def check(order: Order) -> None:
    """Refuse what cannot be made."""
    family, shape = contract.family(order.family), order.shape
    setting = family.setting
    kinds, symmetries = (setting.kinds, setting.symmetries) if setting else ((), {})
    for kind in order.clues:
        if kind not in kinds:
            told = ", ".join(kinds) or f"none: a {family.title} has no clues to choose"
            raise UsageError(f"expected kinds of clues, out of {told}; found {kind!r}")
    if order.symmetry != "none" and order.symmetry not in symmetries:
        told = ", ".join(["none", *symmetries])
        raise UsageError(f"expected a symmetry, one of {told}; found {order.symmetry!r}")
    if order.distinct not in DISTINCT:
        told = " or ".join(DISTINCT)
        raise UsageError(f"expected {told} to tell puzzles apart by, found {order.distinct!r}")
    if order.fewest and order.symmetry != "none":
        raise UsageError("--fewest counts single clues and does not go with --symmetry")
    if order.fewest and order.band:
        raise UsageError("--fewest leaves no choice of clues and does not go with --level")
    if order.fewest and not setting:
        raise UsageError(f"a {family.title} has no clues to make fewer")
    if setting and facts(order) > MOST_FACTS:
        raise UsageError(f"{order.family} {order.size} is too large a board to make puzzles of")
    if setting and not any(solutions(Puzzle(order.family, shape), 1, seconds=order.seconds)):
        raise UsageError(f"no board of the size {order.family} {order.size} exists")


def facts(order: Order) -> int:
    """How many values all cells of a board have to choose from."""
    return sum(map(len, contract.model(order.family, order.shape).cells.values()))


def comes_certified(order: Order) -> bool:
    """Whether certificates are cheap enough to come with every record."""
    if order.family not in contract.BUILT_IN:
        return False
    # What is composed takes much longer to make than to certify.
    return bool(contract.family(order.family).compose) or facts(order) <= CERTIFIED_FACTS


def key(order: Order, puzzle: Puzzle) -> Puzzle:
    """What puzzles must not share to be told apart."""
    setting = contract.family(order.family).setting
    if order.distinct == "puzzle" or not setting:
        return puzzle
    return min(setting.copies(puzzle), key=lambda copy: copy.clues)


def _told(puzzle: Puzzle) -> str:
    """All that tells a puzzle from others of its family."""
    return repr((puzzle.shape, *chain(*puzzle.clues)))


def batch(order: Order, number: int) -> tuple[list[Draw], OutOfTime | None]:
    """The draws of a batch up to one that is out of time, if any is."""
    done: list[Draw] = []
    try:
        for made in draws(order, number):
            done.append(made)  # noqa: PERF402 what came before the exception counts
    except OutOfTime as late:
        return done, late
    return done, None


def draws(order: Order, number: int) -> Iterator[Draw]:
    """The draws of a batch; they depend on nothing but the order and the number."""
    compose = contract.family(order.family).compose
    setter = None
    certified: set[Puzzle] = set()
    for serial in range(number * order.batch, (number + 1) * order.batch):
        rng = random.Random(f"{order.seed} {order.family} {order.size} {serial}")
        deadline = Deadline(order.seconds)
        if compose:
            puzzle, solution = compose(order.shape, rng, deadline.left)
            made = _composed(order, Made(serial, puzzle, solution), deadline)
        else:
            setter = setter or Setter(order, deadline)
            made = setter.make(serial, rng, deadline)
        # What comes up again is dropped anyway: on small boards that is most of it.
        if made and order.certify and made.puzzle not in certified:
            certified.add(made.puzzle)
            made = _certified(order, made)
        yield made


def _certified(order: Order, made: Made) -> Made:
    """With its certificate, which is the second proof that the puzzle is unique."""
    certificate = certify(
        made.puzzle, solution=made.solution, others=made.others, seconds=order.seconds
    )
    return replace(made, certificate=certificate | {"seed": order.seed}, others=None)


def _composed(order: Order, made: Made, deadline: Deadline) -> Draw:
    """The puzzle, proved by the other solver, unless it is not of the level wanted."""
    if order.band:
        graded = Fitting(lambda _: made.puzzle, order.band, deadline).graded([])
        if graded.level not in order.band:
            return None
        made = replace(made, graded=graded)
    if order.certify:
        return made
    deadline = Deadline(order.seconds)
    prover = Session(contract.model(order.family, made.puzzle.shape), deadline, OtherMake)
    literals = [prover.fact(cell, value) for cell, value in made.solution.values.items()]
    assert not prover.possible([prover.block(literals)], deadline)
    return made


# For each group of clues the facts of a second board that appears without it, where one is known.
Witnesses = dict[Group, list[int]]


class Setter:
    """Makes the puzzles of an order: one solver finds, another of a different make proves again."""

    def __init__(self, order: Order, deadline: Deadline = NEVER) -> None:
        self.order = order
        self.shape = order.shape
        self.model = contract.model(order.family, self.shape)
        self.finder = Session(self.model, deadline)
        self.family = contract.family(order.family)
        assert self.family.setting, "only families with clues have setters"
        self.setting = self.family.setting
        self._shares = shares(self.model)
        # What each clue met so far is to each solver.
        self._literals: dict[Session, dict[Clue, int]] = {}

    @cached_property
    def prover(self) -> Session:
        return Session(self.model, Deadline(self.order.seconds), OtherMake)

    def make(self, serial: int, rng: random.Random, deadline: Deadline = NEVER) -> Draw:
        """A puzzle of a random board, or None where none of the wanted kind is unique."""
        solution = Solution(self.board(rng, deadline))
        board = [self.finder.fact(cell, value) for cell, value in solution.values.items()]
        wanted = wanted_clues(self.setting, self.order, self.shape, solution)
        groups = clue_groups(self.setting, self.order, self.shape, wanted)
        rng.shuffle(groups)
        witnesses = self._irreducible(board, groups, deadline)
        if witnesses is None:
            return None
        if self.order.band:
            return self._fitted(serial, solution, board, wanted, rng, deadline)
        at_least = None
        if self.order.fewest:
            kept, at_least = self._fewest(board, groups, list(witnesses), deadline)
            # Other groups are left, so the second boards known so far bear witness to nothing.
            witnesses = {group: [] for group in kept}
        puzzle = self._dressed(wanted, list(witnesses))
        self._prove(puzzle, board, witnesses, Deadline(self.order.seconds))
        return Made(serial, puzzle, solution, at_least, others=self._others(witnesses))

    def _others(self, witnesses: Witnesses) -> Mapping[str, Solution] | None:
        """The second boards of single clues, where certificates want them."""
        if not self.order.certify:
            return None
        return {
            group[0].place: Solution(self.finder.board(facts))
            for group, facts in witnesses.items()
            if facts and len(group) == 1
        }

    def _fitted(
        self,
        serial: int,
        solution: Solution,
        board: list[int],
        wanted: dict[str, Clue],
        rng: random.Random,
        deadline: Deadline,
    ) -> Draw:
        """A puzzle of the level wanted; no clue can go without making it harder than that."""
        band = self.order.band
        assert band, "a level is wanted"
        fitting = Fitting(partial(self._dressed, wanted), band, deadline)
        groups = clue_groups(self.setting, self.order, self.shape, wanted)
        for _ in range(SWAPS):
            rng.shuffle(groups)
            kept = list(self._irreducible(board, groups, deadline) or ())
            graded = fitting.graded(kept)
            if graded.level not in Band(Level.EASY, band.high):
                spare = [group for group in groups if group not in kept]
                kept, graded = fitting.eased(kept, spare, rng)
                if graded.level not in Band(Level.EASY, band.high):
                    return None  # not even with all clues
            if graded.level in band:
                puzzle = self._dressed(wanted, kept)
                if not self.order.certify:
                    self._prove_unique(puzzle, board, kept, Deadline(self.order.seconds))
                return Made(serial, puzzle, solution, graded=graded)
        return None

    def _dressed(self, wanted: dict[str, Clue], groups: Groups) -> Puzzle:
        """The puzzle of these clues, in the order of the board."""
        clues = {clue for group in groups for clue in group}
        kept = tuple(clue for clue in wanted.values() if clue in clues)
        return Puzzle(self.order.family, self.shape, kept)

    def board(self, rng: random.Random, deadline: Deadline = NEVER) -> Board:
        few = few_boards(self.order.family, self.shape, deadline)
        return rng.choice(few) if few else self.searched_board(rng, deadline)

    def searched_board(self, rng: random.Random, deadline: Deadline = NEVER) -> Board:
        """A board with a few random values, less those that clash."""
        self.finder.attend([])
        cells = rng.sample(list(self.model.cells), max(2, len(self.model.cells) // DRAWN))
        wanted = [
            self.finder.fact(cell, *rng.choices(self.model.cells[cell], self._shares[cell]))
            for cell in cells
        ]
        while True:
            found = self.finder.ask(wanted, deadline)
            if found is not None:
                return self.finder.board(found)
            wanted.remove(rng.choice(self.finder.core()))

    def _irreducible(
        self, board: list[int], groups: Groups, deadline: Deadline
    ) -> Witnesses | None:
        """The groups that remain when every one that can go has gone, the solver saying which.

        With each, the facts of another board that keeps all the rest.
        """
        literals = self._literals_of(self.finder, groups, deadline)
        with _Blocked(self.finder, board) as guard:
            if self.finder.possible([guard, *_flat(literals, groups)], deadline):
                return None
            candidates = self._blamed(literals, groups)
            needed: Witnesses = {}
            while candidates:
                group = candidates.pop()
                rest = _flat(literals, needed) + _flat(literals, candidates)
                witness = self.finder.ask([guard, *rest], deadline)
                if witness:
                    needed[group] = witness
                else:
                    candidates = self._blamed(literals, candidates)
            return needed

    def _blamed(self, literals: dict[Clue, int], groups: Groups) -> Groups:
        core = set(self.finder.core())
        return [group for group in groups if not core.isdisjoint(map(literals.get, group))]

    def _fewest(
        self, board: list[int], groups: Groups, best: Groups, deadline: Deadline
    ) -> tuple[Groups, int]:
        """The fewest groups that leave no second board, and how many are needed at least.

        Every other board breaks some groups, one of which must be given: a smallest set that meets
        all of those is too small, or it is the answer.
        """
        literals = self._literals_of(self.finder, groups, deadline)
        at_least = 0
        with _Blocked(self.finder, board) as guard, Hitting() as hitting:
            try:
                while True:
                    chosen = [groups[i] for i in hitting.smallest()]
                    at_least = len(chosen)
                    if at_least == len(best):
                        return best, at_least
                    asked = [guard, *_flat(literals, chosen)]
                    other = self.finder.ask(asked, deadline)
                    if other is None:
                        return chosen, at_least
                    hitting.add(self._broken(guard, other, groups, literals, deadline))
            except OutOfTime:
                return best, at_least

    def _broken(
        self,
        guard: int,
        facts: list[int],
        groups: Groups,
        literals: dict[Clue, int],
        deadline: Deadline,
    ) -> list[int]:
        """Groups that some other board breaks, as few as can be, starting from the one found."""
        kept: Groups = []
        broken: list[int] = []
        board = self.finder.board(facts)
        for i, group in enumerate(groups):
            if not self._keeps(board, group):
                asked = [guard, *_flat(literals, [*kept, group])]
                later = [other for other in groups[i + 1 :] if self._keeps(board, other)]
                asked += _flat(literals, later)
                facts_too = self.finder.ask(asked, deadline)
                if facts_too is None:
                    broken.append(i)
                    continue
                board = self.finder.board(facts_too)
            kept.append(group)
        return broken

    def _keeps(self, board: Board, group: tuple[Clue, ...]) -> bool:
        return all(self._rule(clue).constraint.holds(board) for clue in group)

    def _rule(self, clue: Clue) -> Rule:
        return contract.rule(self.order.family, self.shape, clue)

    def _prove(
        self, puzzle: Puzzle, board: list[int], witnesses: Witnesses, deadline: Deadline
    ) -> None:
        """Unique by the other solver, and no group to spare; a failure here is a bug.

        The witness that a group is needed is held against the rules themselves; where there is
        none, the other solver looks for one.
        """
        groups = list(witnesses)
        if not self.order.certify:
            self._prove_unique(puzzle, board, groups, deadline)
        for i, witness in enumerate(witnesses.values()):
            rest = groups[:i] + groups[i + 1 :]
            other = self.finder.board(witness) if witness else self._second(board, rest, deadline)
            assert (
                other
                and self.model.keeps(other)
                and all(self._keeps(other, group) for group in rest)
                and not self._keeps(other, groups[i])
            ), f"reducible after all: {puzzle}"

    def _second(self, board: list[int], groups: Groups, deadline: Deadline) -> Board:
        """A second board that the other solver finds, or none."""
        literals = self._literals_of(self.prover, groups, deadline)
        with _Blocked(self.prover, board) as guard:
            found = self.prover.ask([guard, *_flat(literals, groups)], deadline)
            return self.prover.board(found or [])

    def _prove_unique(
        self, puzzle: Puzzle, board: list[int], groups: Groups, deadline: Deadline
    ) -> None:
        literals = self._literals_of(self.prover, groups, deadline)
        with _Blocked(self.prover, board) as guard:
            every = [guard, *_flat(literals, groups)]
            assert not self.prover.possible(every, deadline), f"not unique after all: {puzzle}"

    def _literals_of(self, session: Session, groups: Groups, deadline: Deadline) -> dict[Clue, int]:
        """The literals that, assumed in a session, demand these clues, and perhaps more.

        The session is asked about no others until the next call.
        """
        literals = self._literals.setdefault(session, {})
        fresh = [clue for group in groups for clue in group if clue not in literals]
        if fresh:
            asked = session.assumptions(map(self._rule, fresh), deadline)
            literals.update(zip(fresh, asked, strict=True))
        session.attend(_flat(literals, groups))
        return literals


def shares(model: Model) -> dict[Cell, list[float]]:
    """For each value of each cell about how often it is there, as far as rules count values."""
    counted: dict[Cell, dict[Value, float]] = {cell: {} for cell in model.cells}
    for rule in model.rules:
        match rule.constraint:
            case Count(cells, values, low, high) if low == high:
                for cell, value in product(cells, values):
                    counted[cell][value] = low / len(values) / len(cells)
    return {cell: _filled(counted[cell], values) for cell, values in model.cells.items()}


def _filled(counted: dict[Value, float], values: tuple[Value, ...]) -> list[float]:
    """The shares of all values: those not counted take what is left in equal parts."""
    rest = max(0.0, 1 - sum(counted.values())) / max(1, len(values) - len(counted))
    return [counted.get(value, rest) for value in values]


class _Blocked:
    """While it lasts, the session finds no board of the facts if the guard is assumed."""

    def __init__(self, session: Session, facts: list[int]) -> None:
        self._session = session
        self._guard = session.block(facts)

    def __enter__(self) -> int:
        return self._guard

    def __exit__(self, *_: object) -> None:
        self._session.retire(self._guard)


def _flat(literals: dict[Clue, int], groups: Iterable[Group]) -> list[int]:
    return [literals[clue] for group in groups for clue in group]


def wanted_clues(
    setting: Setting, order: Order, shape: Shape, solution: Solution
) -> dict[str, Clue]:
    """The clues of the wanted kinds, by their place."""
    kinds = order.clues or setting.usual
    return {clue.place: clue for kind, clue in setting.dress(shape, solution) if kind in kinds}


def clue_groups(setting: Setting, order: Order, shape: Shape, clues: dict[str, Clue]) -> Groups:
    """The clues, those that symmetry ties together in one group."""
    if order.symmetry == "none":
        return [(clue,) for clue in clues.values()]
    partner = setting.symmetries[order.symmetry]
    groups: Groups = []
    for place in clues:
        other = partner(shape, place)
        if other in clues and place <= other:
            groups.append(tuple(clues[name] for name in dict.fromkeys((place, other))))
    return groups


def few_boards(family: str, shape: Shape, deadline: Deadline = NEVER) -> tuple[Board, ...]:
    """All boards of a shape if they are few, else none."""
    slot = _few_slot(family, shape)
    if not slot:
        slot.append(_listed(contract.model(family, shape), deadline))
    return slot[0]


@lru_cache(maxsize=8)
def _few_slot(_family: str, _shape: Shape) -> list[tuple[Board, ...]]:
    """Where the few boards of a shape are kept once they are listed."""
    return []


def _listed(model: Model, deadline: Deadline) -> tuple[Board, ...]:
    if sum(map(len, model.cells.values())) > LISTED_FACTS:
        return ()
    # A session of its own: the order of boards must not depend on what was asked before.
    boards = Session(model, deadline).boards([], deadline, Statistics("sat"))
    found = tuple(islice(boards, FEW_BOARDS + 1))
    return found if len(found) <= FEW_BOARDS else ()
