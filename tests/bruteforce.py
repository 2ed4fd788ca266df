"""Every board of a small puzzle, tried one by one, and what rules say by what they leave of them.

Sets of boards are numbers, one bit a board: what several rules leave is an `&`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

from caracol.kinds import Constraint, Count, Differ, Domains
from caracol.model import Rule
from caracol.puzzle import Fact


def price(rule: Rule) -> int:
    usual = 8 if isinstance(rule.constraint, Count | Differ) else 12
    return usual if rule.own_cost is None else rule.own_cost


@dataclass(frozen=True, slots=True)
class Tried:
    """All boards of some domains: where each fact holds, and where each rule does."""

    everywhere: int
    holding: dict[Fact, int]
    keeping: tuple[int, ...]

    def left_by(self, rules: Iterable[int], boards: int) -> int:
        for rule in rules:
            boards &= self.keeping[rule]
        return boards

    def says_more(self, rules: Iterable[int], domains: Domains) -> bool:
        """Whether the rules rule out any of the values that the cells can still have."""
        known = self.within(domains)
        left = self.left_by(rules, known)
        facts = (Fact(cell, value) for cell, values in domains.items() for value in values)
        return any(not self.holding[fact] & left for fact in facts)

    def within(self, domains: Domains) -> int:
        boards = self.everywhere
        for cell, values in domains.items():
            fitting = 0
            for value in values:
                fitting |= self.holding[Fact(cell, value)]
            boards &= fitting
        return boards


def tried(domains: Domains, rules: Sequence[Constraint]) -> Tried:
    cells = list(domains)
    boards = [dict(zip(cells, values, strict=True)) for values in product(*domains.values())]
    assert len(boards) <= 300_000, "small puzzles only"
    facts = [Fact(cell, value) for cell, values in domains.items() for value in values]
    return Tried(
        (1 << len(boards)) - 1,
        {fact: _bits(board[fact.cell] == fact.value for board in boards) for fact in facts},
        tuple(_bits(rule.holds(board) for board in boards) for rule in rules),
    )


def _bits(claims: Iterable[bool]) -> int:
    return int("".join("1" if claim else "0" for claim in claims)[::-1], 2)
