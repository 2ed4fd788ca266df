"""The cheapest reason for one fact, from caracol and from CPMpy, with a clock beside both.

Caracol starts from nothing with each fact: its clock includes writing the clauses of all that is
open and loading them. CPMpy is given what helps it: its expressions are built once for a puzzle,
before the clock starts, and its OR-Tools may use every core. What the ratio would be with the
building, as for caracol, is shown beside it. They take turns every ten facts: right after the other
one has filled the machine's caches, an answer in a millisecond takes up to half as long again, one
in a tenth of a second does not.
"""

import random
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from typing import Any, NamedTuple

import cpmpy
from cpmpy.tools.explain import optimal_mus, smus

from ..deadline import Deadline
from ..engines import heed_ctrl_c
from ..explanations.reasons import ReasonSearch
from ..explanations.walk import Walk, rule_cost, rules_in_pieces
from ..model import Constraint, Count, Domains, Rule
from ..puzzle import Cell, Fact, OutOfTime, Puzzle, Value, Values
from ..registry import family
from ..solve import solutions
from .report import Row, Section, fold
from .timing import timed

Expression = Any  # CPMpy builds its expressions by operators that carry no types
Literals = dict[Cell, dict[Value, Expression]]

# So many facts are put to one before they are put to the other.
TURN = 10

TIMES = ("ours", "theirs", "cut off")
HEADINGS = ("facts", "given up", *TIMES, "compared", "unequal", "total", "built")


@dataclass(frozen=True, slots=True)
class Peer:
    """A function of CPMpy with a solver behind it, and how many times as long it is to take."""

    function: str
    solver: str
    metric: str
    wanted: int | None = None

    def __str__(self) -> str:
        return f"{self.function}, {self.solver}"


PEERS = (
    Peer("optimal_mus", "ortools", "price", 50),
    Peer("smus", "ortools", "rules", 25),
    Peer("optimal_mus", "pysat", "price"),
    Peer("smus", "pysat", "rules"),
)


@dataclass(frozen=True, slots=True)
class Board:
    """A puzzle as both know it."""

    domains: Domains
    rules: tuple[Rule, ...]
    solution: Values
    literals: Literals
    soft: list[Expression]
    building: float  # seconds for CPMpy's expressions

    def costs(self, metric: str) -> list[int]:
        return [rule_cost(rule, metric) for rule in self.rules]


class Question(NamedTuple):
    """Why can this fact, open where these values are left, not be?"""

    board: Board
    left: Domains
    fact: Fact


class Answer(NamedTuple):
    """What the reason costs, None when time was up, and how long that and the building took."""

    cost: int | None
    seconds: float
    building: float = 0.0


def duel(name: str, size: str, questions: Sequence[Question], seconds: float) -> Section:
    """Caracol and CPMpy in turns."""
    rows = []
    for peer in PEERS:
        pairs: list[tuple[Answer, Answer]] = []
        for first in range(0, len(questions), TURN):
            turn = questions[first : first + TURN]
            mine = [ours(question, peer.metric, seconds) for question in turn]
            pairs += zip(mine, [theirs(question, peer, seconds) for question in turn], strict=True)
        rows.append(_row(peer, pairs))
    title = f"{family(name).title} {size}: the cheapest reason for one fact"
    unit = f"ms, medians; cut off after {seconds:g} s"
    return Section(title, unit, "median ratio", tuple(rows), HEADINGS)


def _row(peer: Peer, pairs: list[tuple[Answer, Answer]]) -> Row:
    """Times only of facts for which caracol has proved its reason: to give up fast wins nothing."""
    proved = [(mine, other) for mine, other in pairs if mine.cost is not None]
    if not proved:
        return Row(str(peer), (len(pairs), len(pairs)))
    costs = [(mine.cost, other.cost) for mine, other in proved if other.cost is not None]
    unequal = sum(mine != other for mine, other in costs)
    ratio = median(other.seconds / mine.seconds for mine, other in proved)
    figures = (
        len(pairs),
        len(pairs) - len(proved),
        1000 * median(mine.seconds for mine, _ in proved),
        1000 * median(other.seconds for _, other in proved),
        len(proved) - len(costs),
        len(costs),
        unequal,
        sum(other.seconds for _, other in proved) / sum(mine.seconds for mine, _ in proved),
        median((other.seconds + other.building) / mine.seconds for mine, other in proved),
    )
    wanted = f">= {peer.wanted}x" if peer.wanted else ""
    met = ratio >= peer.wanted and not unequal if peer.wanted else None
    return Row(str(peer), figures, fold(ratio), wanted, met)


def sample(puzzles: Sequence[Puzzle], count: int, rng: random.Random) -> Iterator[Question]:
    """Facts open at some moment of a walk, each from another moment where there are enough."""
    states = []
    for puzzle in puzzles:
        board, walk = prepared(puzzle), Walk(puzzle)
        lefts = [dict(walk.left), *(dict(walk.left) for _ in walk)]
        states += [(board, left) for left in lefts[:-1]]
    rng.shuffle(states)
    for i in range(count):
        board, left = states[i % len(states)]
        facts = [Fact(cell, value) for cell in left for value in left[cell]]
        facts = [fact for fact in facts if board.solution[fact.cell] != fact.value]
        yield Question(board, left, rng.choice(facts))


def prepared(puzzle: Puzzle) -> Board:
    domains = Walk(puzzle).domains
    start = time.perf_counter()
    literals = {
        cell: {value: cpmpy.boolvar(name=f"{cell}={value}") for value in values}
        for cell, values in domains.items()
    }
    rules = rules_in_pieces(puzzle)
    soft = [_expression(rule.constraint, literals, domains) for rule in rules]
    building = time.perf_counter() - start
    return Board(domains, rules, next(solutions(puzzle)).values, literals, soft, building)


def _expression(constraint: Constraint, literals: Literals, domains: Domains) -> Expression:
    if isinstance(constraint, Count):
        hits = cpmpy.sum(
            literals[cell][value]
            for cell in constraint.cells
            for value in constraint.values
            if value in literals[cell]
        )
        if constraint.low == constraint.high:
            return hits == constraint.low
        return (hits >= constraint.low) & (hits <= constraint.high)
    clauses = constraint.direct(domains)
    assert clauses is not None, "the pieces that rules are told in are small"
    # As clauses even where it is a sum: pysat takes no others, and OR-Tools is faster with them.
    return cpmpy.all(
        cpmpy.any(
            literals[cell][value] if holds else ~literals[cell][value]
            for cell, value, holds in clause
        )
        for clause in clauses
    )


def ours(question: Question, metric: str, seconds: float) -> Answer:
    board, left, fact = question

    def call() -> int | None:
        costs, deadline = board.costs(metric), Deadline(seconds)
        constraints = [rule.constraint for rule in board.rules]
        search = ReasonSearch(left, constraints, costs, board.solution, deadline)
        search.set_targets([search.number(fact)])
        try:
            found = search.cheapest()
        except OutOfTime:
            return None
        return found.cost if found.proved else None

    return Answer(*timed(call))


def theirs(question: Question, peer: Peer, seconds: float) -> Answer:
    board, left, fact = question
    literals, costs = board.literals, board.costs(peer.metric)
    hard = [cpmpy.sum(list(held.values())) == 1 for held in literals.values()]
    hard += [~literals[gone.cell][gone.value] for gone in _gone(board, left)]
    hard += [literals[fact.cell][fact.value]]
    cost = {id(one): each for one, each in zip(board.soft, costs, strict=True)}

    def call() -> list[Expression] | None:
        try:
            with _alarm(seconds):
                if peer.function == "smus":
                    return list(smus(board.soft, hard, solver=peer.solver))
                return list(optimal_mus(board.soft, hard, costs, solver=peer.solver))
        except OutOfTime:
            return None

    found, spent = timed(call)
    total = None if found is None else sum(cost[id(one)] for one in found)
    return Answer(total, spent, board.building)


def _gone(board: Board, left: Domains) -> Iterator[Fact]:
    """What is known: values that a cell cannot have."""
    for cell, values in board.domains.items():
        for value in values:
            if value not in left[cell]:
                yield Fact(cell, value)


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """OutOfTime after the given seconds, and again and again should somebody swallow it.

    CPMpy takes no time limit for these; it is stopped when a call of its solver returns.
    """

    def stop(*_: object) -> None:
        raise OutOfTime("the time is up")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.5)
    try:
        yield
    finally:
        heed_ctrl_c()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
