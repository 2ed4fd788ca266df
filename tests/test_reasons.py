"""The search for the cheapest reasons: what it proves and what it must not claim."""

from itertools import pairwise

from caracol.engines import NEVER, Deadline
from caracol.engines.reasons import MOST_RULES, Reason, Reasons
from caracol.model import Constraint, Differ, Sum
from caracol.puzzle import Fact


def the_only_way(cheap: int, dear: int, deadline: Deadline = NEVER) -> Reason:
    """A chain of cells, each unlike the one before; the first rules are cheap, the last dear."""
    cells = [f"c{i}" for i in range(cheap + dear + 1)]
    pairs = list(pairwise(cells))
    rules: list[Constraint] = [Differ(pair) for pair in pairs[:cheap]]
    rules += [Sum(pair, 1) for pair in pairs[cheap:]]
    board = {cell: i % 2 for i, cell in enumerate(cells)}
    search = Reasons(dict.fromkeys(cells, (0, 1)), rules, [10] * cheap + [12] * dear, board)
    search.rule_out([search.number(Fact(cells[0], 1))])
    search.aim_at([search.number(Fact(cells[-1], 1 - board[cells[-1]]))])
    return search.cheapest(deadline)


def test_a_reason_is_proved_cheapest_where_all_cheaper_ones_were_looked_for() -> None:
    found = the_only_way(cheap=MOST_RULES - 2, dear=2)
    assert found.price == 10 * MOST_RULES + 4 and found.proved


def test_a_reason_is_not_called_proved_where_more_rules_could_be_cheaper() -> None:
    found = the_only_way(cheap=MOST_RULES - 4, dear=5)
    assert found.price > 10 * len(found.rules) > 10 * MOST_RULES and not found.proved


def test_the_clock_is_looked_at_however_easy_each_question_is() -> None:
    found = the_only_way(cheap=4, dear=4, deadline=Deadline(1e-9))
    assert len(found.rules) == 8 and not found.proved
