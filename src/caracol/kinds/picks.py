"""Clauses that are alike at many places of a board, kept as picks out of a row of literals.

Picking a clause takes a third of the time of thinking about it.
"""

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter, neg

# Picks the literals of a clause out of a row.
Pick = Callable[[Sequence[int]], Sequence[int]]


def row(literals: Iterable[int]) -> list[int]:
    """The literals counted from 1; negative numbers pick their opposites.

    >>> row([7, 9])
    [0, 7, 9, -9, -7]
    """
    found = [0, *literals]
    return [*found, *map(neg, found[:0:-1])]


def picks(clauses: Iterable[Sequence[int]]) -> list[Pick]:
    """
    >>> one, two = picks([[1], [-1, 2]])
    >>> one(row([7, 9])), two(row([7, 9]))
    ((7, 7), (-7, 9))
    """
    # A single literal is picked twice, as itemgetter makes no clause of one.
    return [itemgetter(*clause, *(clause if len(clause) == 1 else ())) for clause in clauses]
