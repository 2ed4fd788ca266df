"""Constraints as clauses alone: what the kinds lower themselves to, linear sums written out.

Short and with helper variables, made for speed. "At most one" of many literals is a product of two
smaller ones (Chen 2010), other counts are sequential counters (Sinz 2005), and sums are added up
cell by cell.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from math import comb, isqrt
from operator import neg

from ...kinds.constraint import Domains
from ...kinds.lowering import Literals, Lowering

# Beyond that many literals, helper variables make "at most one" much shorter than all pairs do. Up
# to here all pairs are better: a Sudoku of 25 takes 1 s instead of 6.
PAIRWISE = 25
# Up to that many clauses, counting is written out without helper variables.
WRITTEN_OUT = 64
# More values of the same weight share a helper variable that says that one of them holds.
LONG = 40

# By weight, a literal that says that a cell has it.
Term = Mapping[int, int]


def encoder(domains: Domains, tick: Callable[[], object] = lambda: None) -> Lowering:
    """Where constraints become clauses; it has those that say that cells hold one value each."""
    out = Lowering(domains, _InClauses(), tick)
    out.one_value(tick)
    return out


class _InClauses:
    """Linear sums are written out."""

    def counted(self, out: Lowering, groups: Iterable[Literals]) -> Literals:
        return [out.one_of(literals) for literals in groups]

    def count(self, out: Lowering, literals: Literals, low: int, high: int) -> None:
        if low == high == 1 and len(literals) <= PAIRWISE:  # almost always, and worth its own line
            out.claim_all([literals, *combinations(map(neg, literals), 2)])
        elif low > len(literals):
            out.claim([])
        elif high == 1 and low <= 1:
            if low:
                out.claim(literals)
            _at_most_one(out, literals)
        elif comb(len(literals), high + 1) + comb(len(literals), max(low - 1, 0)) <= WRITTEN_OUT:
            out.claim_all(combinations(literals, len(literals) - low + 1))
            out.claim_all(combinations(map(neg, literals), high + 1))
        else:
            _counter(out, literals, low, high)

    def total(
        self, out: Lowering, groups: Sequence[Mapping[int, int]], total: int, distinct: bool
    ) -> None:
        match groups:
            case [one, other]:
                _pair(out, one, other, total)
                return
        terms = [_by_weight(out, group) for group in groups]
        while len(terms) > 3:
            terms, distinct = [_partial_sums(out, terms[0], terms[1]), *terms[2:]], False
        match terms:
            case [third, one, other]:  # deriving one from the two others is enough, and faster
                _third_fits(out, third, one, other, total, distinct)
            case [only]:
                _one_of(out, only, {total})
            case []:
                out.claim_all([[]] if total else [])


def _at_most_one(out: Lowering, literals: Literals) -> None:
    """All pairs, or for many literals a grid in which one row and one column may be used."""
    if len(literals) <= PAIRWISE:
        out.claim_all(combinations(map(neg, literals), 2))
        return
    width = isqrt(len(literals) - 1) + 1
    columns = [out.any_of(literals[i::width]) for i in range(width)]
    rows = [out.any_of(literals[i : i + width]) for i in range(0, len(literals), width)]
    _at_most_one(out, columns)
    _at_most_one(out, rows)


def _counter(out: Lowering, literals: Literals, low: int, high: int) -> None:
    """Level by level: of the literals up to each, at least one holds, at least two, …"""
    if not high:
        out.claim_all([[-literal] for literal in literals])
        return
    level = out.any_so_far(literals)
    for already in range(1, high + 1):
        if already == low:
            out.claim([level[-1]])
        if already == high:
            break
        before, level = level, literals[:0]
        so_far = 0
        for literal, reached in zip(literals[already:], before, strict=False):
            helper = out.new()
            out.define((helper, -literal, -reached))
            if so_far:
                out.define((helper, -so_far), (-helper, so_far, literal))
                out.define((-helper, so_far, reached))
            else:
                out.define((-helper, literal), (-helper, reached))
            so_far = helper
            level.append(helper)
    out.claim_all(
        [[-literal, -reached] for literal, reached in zip(literals[high:], level, strict=False)]
    )


def _pair(out: Lowering, one: Mapping[int, int], other: Mapping[int, int], total: int) -> None:
    """With each literal of one group, one of the other's literals whose weight is the rest."""
    for held, left in ((one, other), (other, one)):
        fitting: dict[int, Literals] = {}
        for literal, weight in left.items():
            fitting.setdefault(weight, []).append(literal)
        for weight, literals in fitting.items():
            if len(literals) > LONG:
                fitting[weight] = [out.any_of(literals)]
        out.claim_all(
            [(-literal, *fitting.get(total - weight, ())) for literal, weight in held.items()]
        )


def _by_weight(out: Lowering, group: Mapping[int, int]) -> Term:
    """For each weight of a group, a literal that says that one of its literals holds."""
    literals: dict[int, Literals] = {}
    for literal, weight in group.items():
        literals.setdefault(weight, []).append(literal)
    return {
        weight: some[0] if len(some) == 1 else out.one_of(some) for weight, some in literals.items()
    }


def _partial_sums(out: Lowering, one: Term, other: Term) -> Term:
    """Define for each sum of two weights a literal that says that it is this."""
    sums = {total: out.new() for total in sorted({a + b for a in one for b in other})}
    out.define(*((-one[a], -other[b], sums[a + b]) for a in one for b in other))
    unless, out.unless = out.unless, ()
    _at_most_one(out, [*sums.values()])
    out.unless = unless
    return sums


def _third_fits(
    out: Lowering, third: Term, one: Term, other: Term, total: int, distinct: bool
) -> None:
    """Whatever the weights of the two others, the third has the rest."""
    fitting: list[tuple[int, int, int]] = []
    clauses: list[Sequence[int]] = []
    for a, holds_a in one.items():
        for b, holds_b in other.items():
            if distinct and a == b:
                continue
            rest = total - a - b
            if rest in third and not (distinct and rest in (a, b)):
                fitting.append((rest, a, b))
                clauses.append((-holds_a, -holds_b, third[rest]))
            else:
                clauses.append((-holds_a, -holds_b))
    _one_of(out, third, {rest for rest, _, _ in fitting})
    _one_of(out, one, {a for _, a, _ in fitting})
    _one_of(out, other, {b for _, _, b in fitting})
    out.claim_all(clauses)


def _one_of(out: Lowering, term: Term, weights: set[int]) -> None:
    out.claim_all([[-literal] for weight, literal in term.items() if weight not in weights])
