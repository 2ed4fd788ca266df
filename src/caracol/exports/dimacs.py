"""DIMACS: clauses for any SAT solver, the fast ones with helper variables or plain ones."""

from collections.abc import Iterator, Sequence
from itertools import chain, islice

from .. import direct
from ..engines.sat.encoder import Encoder
from ..model import Rule
from .source import MOST_LINES, Source, Wishes, bounded, comment, fact_numbers

FAST = (
    "Clauses made for speed; variables beyond the cells' are helpers, which follow from the cells."
)
PLAIN = "Clauses over the cells alone, without helper variables."

Clauses = list[Sequence[int]]


def text(source: Source, wishes: Wishes) -> str:
    top, groups = plain(source) if wishes.plain else fast(source)
    numbers = fact_numbers(source.cells)
    body = "".join(
        comment("c", sentence) + "".join(_line(clause) for clause in clauses)
        for sentence, clauses in groups
    )
    count = sum(len(clauses) for _, clauses in groups)
    parts = [
        comment("c", f"{source.printed}\n\n{PLAIN if wishes.plain else FAST}"),
        comment("c", "Each variable says that a cell holds a value:"),
        "".join(f"c {number} {cell}={value}\n" for (cell, value), number in numbers.items()),
        # How model counters are told which variables count.
        f"c p show {' '.join(map(str, numbers.values()))} 0\n",
        f"p cnf {top} {count}\n{body}",
    ]
    return "".join(parts)


def _line(clause: Sequence[int]) -> str:
    return " ".join(map(str, (*clause, 0))) + "\n"


Groups = list[tuple[str, Clauses]]


def fast(source: Source) -> tuple[int, Groups]:
    """The number of variables, and clauses by what they say."""
    encoder = Encoder(source.cells)

    def written() -> Iterator[tuple[str, Clauses]]:
        yield "every cell holds one value", _taken(encoder)
        for rule in source.all_rules:
            encoder.add(rule.constraint)
            for literal in list(encoder.deferred):
                encoder.write(literal)
            yield str(rule.sentence), _taken(encoder)

    groups = bounded(written())
    return encoder.top, groups


def _taken(encoder: Encoder) -> Clauses:
    taken, encoder.clauses = encoder.clauses, []
    return taken


def plain(source: Source) -> tuple[int, Groups]:
    """The same, from the rules as people tell them."""
    numbers = fact_numbers(source.cells)

    def numbered(clauses: Iterator[direct.Clause]) -> Clauses:
        return [
            [numbers[cell, value] * (1 if holds else -1) for cell, value, holds in clause]
            for clause in islice(clauses, MOST_LINES + 1)
        ]

    def of(rule: Rule) -> Clauses:
        return numbered(direct.clauses(rule.constraint, source.cells))

    groups = chain(
        [("every cell holds one value", numbered(direct.one_value(source.cells)))],
        ((str(rule.sentence), of(rule)) for rule in source.all_rules),
    )
    return len(numbers), bounded(groups)
