"""The cheapest reason for one fact, from caracol and from CPMpy.

Caracol starts from nothing with each fact: its time includes writing the clauses of all that is
open and loading them. CPMpy is given what helps it: its expressions are built once for a puzzle,
before the clock starts, and its OR-Tools may use every core. What the ratio would be with the
building, as for caracol, is shown beside it. They take turns every ten facts: right after the other
one has filled the machine's caches, an answer in a millisecond takes up to half as long again, one
in a tenth of a second does not.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import Any, NamedTuple

import cpmpy
from cpmpy.tools.explain import optimal_mus, smus

from ..deadline import Deadline, within
from ..engines import heed_ctrl_c
from ..explanations.reasons import ReasonSearch
from ..explanations.thoughts import thoughts
from ..explanations.walk import Walk, rule_cost
from ..kinds import Constraint, Count, Domains, Together
from ..model import Rule
from ..puzzle import Cell, Fact, OutOfTime, Puzzle, Value, Values
from ..registry import family
from ..solve import solutions
from .tables import Row, Section, fold, meets, milliseconds
from .timing import in_turns, timed

Expression = Any  # CPMpy builds its expressions by operators that carry no types
Literals = dict[Cell, dict[Value, Expression]]

# Facts that one explains before it is the other's turn.
TURN = 10
HEADINGS = (
    *("facts", "given up", "ours", "theirs", "cut off", "compared", "unequal", "total", "built"),
)


class Peer(NamedTuple):
    """A function of CPMpy with a solver behind it, and how many times as long it is to take."""

    function: str
    solver: str
    metric: str
    wanted: str = ""


PEERS = (
    Peer("optimal_mus", "ortools", "price", ">= 50x"),
    Peer("smus", "ortools", "rules", ">= 25x"),
    Peer("optimal_mus", "pysat", "price"),
    Peer("smus", "pysat", "rules"),
)


@dataclass(frozen=True, slots=True)
class Board:
    """A puzzle as both know it."""

    domains: Domains
    rules: list[Rule]
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
        calls = {
            "ours": [partial(ours, question, peer.metric, seconds) for question in questions],
            "theirs": [partial(theirs, question, peer, seconds) for question in questions],
        }
        answers = ([answer for answer, _ in its] for its in in_turns(calls, TURN).values())
        rows.append(compared(peer, list(zip(*answers, strict=True))))
    title = f"{family(name).title} {size}: the cheapest reason for one fact"
    unit = f"ms, medians; cut off after {seconds:g} s"
    return Section(title, unit, "median ratio", tuple(rows), HEADINGS)


def compared(peer: Peer, pairs: list[tuple[Answer, Answer]]) -> Row:
    """Times only of facts for which caracol has proved its reason: to give up fast wins nothing."""
    name = f"{peer.function}, {peer.solver}"
    proved = [(mine, other) for mine, other in pairs if mine.cost is not None]
    if not proved:
        return Row(name, (len(pairs), len(pairs)))
    costs = [(mine.cost, other.cost) for mine, other in proved if other.cost is not None]
    unequal = sum(mine != other for mine, other in costs)
    mine, other = ([answer.seconds for answer in its] for its in zip(*proved, strict=True))
    ratio = median(b / a for a, b in zip(mine, other, strict=True))
    figures = (
        len(pairs),
        len(pairs) - len(proved),
        milliseconds(median(mine)),
        milliseconds(median(other)),
        len(proved) - len(costs),
        len(costs),
        unequal,
        sum(other) / sum(mine),
        median((b.seconds + b.building) / a.seconds for a, b in proved),
    )
    met = meets(None if unequal else ratio, peer.wanted)
    return Row(name, figures, fold(ratio), peer.wanted, met)


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
    domains, rules = Walk(puzzle).domains, list(thoughts(puzzle))

    def build() -> tuple[Literals, list[Expression]]:
        literals = {
            cell: {value: cpmpy.boolvar(name=f"{cell}={value}") for value in values}
            for cell, values in domains.items()
        }
        return literals, [_expression(rule, literals, domains) for rule in rules]

    (literals, soft), building = timed(build)
    return Board(domains, rules, next(solutions(puzzle)).values, literals, soft, building)


def _expression(rule: Rule, literals: Literals, domains: Domains) -> Expression:
    """A rule; one that is too long to write out at once is the same as its pieces."""
    if rule.constraint.direct(domains) is not None:
        return _constraint(rule.constraint, literals, domains)
    assert rule.pieces, "the pieces that rules are told in are small"
    pieces = (_constraint(piece.constraint, literals, domains) for piece in rule.pieces())
    return cpmpy.all(pieces)


def _constraint(constraint: Constraint, literals: Literals, domains: Domains) -> Expression:
    if isinstance(constraint, Together):
        return cpmpy.all(_constraint(part, literals, domains) for part in constraint.parts)
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
    """CPMpy takes no time limit for these; it is stopped when a call of its solver returns."""
    board, left, fact = question
    literals, costs = board.literals, board.costs(peer.metric)
    hard = [cpmpy.sum(list(held.values())) == 1 for held in literals.values()]
    hard += [
        ~literals[cell][value]
        for cell, values in board.domains.items()
        for value in values
        if value not in left[cell]
    ]
    hard += [literals[fact.cell][fact.value]]

    def call() -> list[Expression] | None:
        try:
            with within(seconds):
                if peer.function == "smus":
                    return list(smus(board.soft, hard, solver=peer.solver))
                return list(optimal_mus(board.soft, hard, costs, solver=peer.solver))
        except OutOfTime:
            return None
        finally:
            heed_ctrl_c()

    found, spent = timed(call)
    cost = {id(one): each for one, each in zip(board.soft, costs, strict=True)}
    total = None if found is None else sum(cost[id(one)] for one in found)
    return Answer(total, spent, board.building)
