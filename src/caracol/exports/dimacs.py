"""DIMACS: clauses for any SAT solver, the fast ones with helper variables, or direct ones."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from ..engines.sat.encoder import encoder
from ..kinds import Clause
from ..kinds.lowering import Linear, Part, lowering
from ..model import Rule, in_pieces
from ..puzzle import Cell, UsageError, Value
from .source import MOST_LINES, Source, Wishes, bounded, comment, fact_lines, lowered_rules

FAST = (
    "Clauses made for speed; variables beyond the cells' are helpers, which follow from the cells."
)
DIRECT = "Clauses over the cells alone, without helper variables."

Groups = list[tuple[str, list[Sequence[int]]]]


def text(source: Source, wishes: Wishes) -> str:
    top, groups = direct(source) if wishes.direct else fast(source)
    out = lowering(source.cells)
    count = sum(len(clauses) for _, clauses in groups)
    parts = [
        comment("c", f"{source.printed}\n\n{DIRECT if wishes.direct else FAST}"),
        comment("c", "Each variable says that a cell holds a value:"),
        fact_lines("c ", out),
        # How model counters learn which variables count.
        f"c p show {' '.join(map(str, range(1, len(out.facts) + 1)))} 0\n",
        f"p cnf {top} {count}\n",
        *(comment("c", sentence) + "".join(map(_line, clauses)) for sentence, clauses in groups),
    ]
    return "".join(parts)


def _line(clause: Sequence[int]) -> str:
    return " ".join(map(str, (*clause, 0))) + "\n"


def fast(source: Source) -> tuple[int, Groups]:
    """The number of variables, and clauses by what they say."""
    out = encoder(source.cells)
    groups = bounded(
        (sentence, [*map(_clause, parts)]) for sentence, parts in lowered_rules(source, out)
    )
    return out.top, groups


def _clause(part: Part) -> Sequence[int]:
    assert not isinstance(part, Linear), "the encoder writes sums out"
    return part


def direct(source: Source) -> tuple[int, Groups]:
    """The same over the cells alone; from the rules in pieces, where these have some."""
    literals = lowering(source.cells).literals
    facts = sum(map(len, literals.values()))

    def numbered() -> Iterator[tuple[str, list[Sequence[int]]]]:
        yield "every cell holds one value", [*_one_value(literals)]
        for rule in in_pieces(source.all_rules):
            clauses = islice(_direct(rule, source), MOST_LINES + 1)
            yield (
                str(rule.sentence),
                [
                    [literals[cell][value] * (1 if holds else -1) for cell, value, holds in clause]
                    for clause in clauses
                ],
            )

    return facts, bounded(numbered())


def _one_value(literals: dict[Cell, dict[Value, int]]) -> Iterator[Sequence[int]]:
    for held in literals.values():
        yield [*held.values()]
        yield from ([-one, -other] for one, other in combinations(held.values(), 2))


def _direct(rule: Rule, source: Source) -> Iterator[Clause]:
    clauses = rule.constraint.direct(source.cells)
    if clauses is None:
        raise UsageError(f"too many clauses without helper variables: {rule.sentence}")
    return clauses
