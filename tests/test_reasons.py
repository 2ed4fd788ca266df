"""The search for the cheapest reasons: what it proves and what it must not claim."""

from contextlib import ExitStack
from itertools import pairwise, product

import pytest

from caracol import formats, registry
from caracol.deadline import Deadline
from caracol.explanations.counterexamples import Counterexamples
from caracol.explanations.entailment import Entailment
from caracol.explanations.reasons import MOST_RULES, Reason, ReasonSearch
from caracol.explanations.thoughts import thoughts, without_blanks
from caracol.explanations.walk import Walk, rule_cost, rules_in_pieces
from caracol.kinds import Constraint, Count, Differ, Domains, Regular, Stands, Sum, Where
from caracol.kinds.automata import goes_on, starts_with
from caracol.puzzle import Fact, OutOfTime


def the_only_way(cheap: int, dear: int, seconds: float = 60) -> Reason:
    """A chain of cells, each unlike the one before; the first rules are cheap, the last dear."""
    cells = [f"c{i}" for i in range(cheap + dear + 1)]
    pairs = list(pairwise(cells))
    rules: list[Constraint] = [Differ(pair) for pair in pairs[:cheap]]
    rules += [Sum(pair, 1) for pair in pairs[cheap:]]
    board = {cell: i % 2 for i, cell in enumerate(cells)}
    costs, deadline = [10] * cheap + [12] * dear, Deadline(seconds)
    search = ReasonSearch(dict.fromkeys(cells, (0, 1)), rules, costs, board, deadline)
    search.rule_out([search.number(Fact(cells[0], 1))])
    search.set_targets([search.number(Fact(cells[-1], 1 - board[cells[-1]]))])
    return search.cheapest()


def test_a_reason_is_proved_cheapest_where_all_cheaper_ones_were_looked_for() -> None:
    found = the_only_way(cheap=MOST_RULES - 2, dear=2)
    assert found.cost == 10 * MOST_RULES + 4 and found.proved


def test_beyond_what_is_looked_for_a_reason_comes_with_a_bound_that_holds() -> None:
    found = the_only_way(cheap=MOST_RULES - 4, dear=5)
    assert found.cost == 320 and 310 < found.at_least <= 320


def test_after_enough_work_a_reason_is_given_with_what_any_costs_at_least(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("caracol.explanations.reasons.MOST_WORK", 1)
    found = the_only_way(cheap=4, dear=4)
    assert len(found.rules) == 8 and not found.proved and 20 <= found.at_least < 88


def test_the_clock_is_looked_at_however_easy_each_question_is() -> None:
    with pytest.raises(OutOfTime):
        the_only_way(cheap=4, dear=4, seconds=1e-9)


EXAMPLES = [record.example for record in registry.families().values()]


@pytest.mark.slow
@pytest.mark.parametrize("text", EXAMPLES, ids=registry.families())
@pytest.mark.parametrize("smallest_pieces", [True, False])
def test_what_is_known_from_the_start_is_as_good_as_ruled_out(
    text: str, smallest_pieces: bool
) -> None:
    puzzle = formats.parse(text)
    walk = Walk(puzzle)
    states: list[Domains] = [dict(walk.left), *(dict(walk.left) for _ in walk)]
    solution = {cell: values[0] for cell, values in states[-1].items()}
    rules, domains = rules_in_pieces(puzzle), walk.domains
    if not smallest_pieces:  # nor the rules that cells are not blank
        states, domains = [*map(without_blanks, states)], without_blanks(domains)
        clues = [rule for rule in registry.clues(puzzle) if rule in rules]
        rules = (*registry.model(puzzle.family, puzzle.shape).rules, *clues)
    constraints = [rule.constraint for rule in rules]
    costs = [rule_cost(rule, "price") for rule in rules]
    for left in states[5:-1:9]:
        found = []
        for start in (left, domains):
            search = ReasonSearch(start, constraints, costs, solution)
            gone = [Fact(cell, v) for cell in left for v in start[cell] if v not in left[cell]]
            wrong = [Fact(cell, v) for cell in left for v in left[cell] if v != solution[cell]]
            search.rule_out(map(search.number, gone))
            search.set_targets(map(search.number, wrong))
            found.append(search.cheapest())
        assert found[0].proved and found[1].proved
        assert found[0].cost == found[1].cost


@pytest.mark.slow
@pytest.mark.parametrize("text", EXAMPLES, ids=registry.families())
def test_guesses_make_no_step_dearer_or_cheaper(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = formats.parse(text)
    dearest = max(step.cost for step in Walk(puzzle))
    monkeypatch.setattr("caracol.explanations.reasons.FEW_RULES", 0)
    monkeypatch.setattr("caracol.explanations.reasons.MANY_NODES", 1)
    monkeypatch.setattr("caracol.explanations.hitting_sets.FEW_NODES", 0)
    assert max(step.cost for step in Walk(puzzle)) == dearest


@pytest.mark.parametrize("name", ["futoshiki", "magic-snail", "mno"])
def test_all_rules_that_alone_say_something_are_found(name: str) -> None:
    puzzle = formats.parse(registry.family(name).example)
    rules = [rule.constraint for rule in thoughts(puzzle)]
    walk = Walk(puzzle)
    left, domains = dict(walk.left), walk.domains
    with ExitStack() as opened:
        alone = [opened.enter_context(Entailment(domains, [rule])) for rule in rules]
        for step in walk:
            saying = [
                any(
                    rule_says.implies(_gone(rule, domains, left), Fact(cell, value, False))
                    for cell in rule.cells
                    for value in left[cell]
                    if len(left[cell]) > 1
                )
                for rule, rule_says in zip(rules, alone, strict=True)
            ]
            assert step.choices == max(1, sum(saying))
            assert (len(step.because) == 1) is any(saying)
            left = dict(step.left)


def _gone(rule: Constraint, domains: Domains, left: Domains) -> list[Fact]:
    """What is known of the cells of a rule."""
    return [
        Fact(cell, value, False)
        for cell in rule.cells
        for value in domains[cell]
        if value not in left[cell]
    ]


def test_a_few_pieces_of_a_rule_are_enough_to_rule_something_out() -> None:
    puzzle = formats.parse("magic-snail 3 AB\n.A.\nA..\n...")
    domains = registry.model(puzzle.family, puzzle.shape).cells
    pieces = [rule.constraint for rule in rules_in_pieces(puzzle)]
    known = [Fact("r1c2", "A")]
    with Entailment(domains, [], pieces=pieces) as entailment:
        found = [pieces[i] for i in entailment.pieces_against(known, Fact("r1c3", "A"))]
        assert not entailment.implies(known, Fact("r1c3", "A", False))  # without any pieces
    assert 0 < len(found) < len(pieces)
    with Entailment(domains, found) as entailment:
        assert entailment.implies(known, Fact("r1c3", "A", False))


LINE = ("a", "b", "c", "d")
TOLD: dict[str, Constraint] = {
    "count": Count(LINE, (1, 2), 1, 2),
    "sum": Sum(LINE, 4),
    "weights": Sum(LINE, 2, ((0, 1, 0), (1, 1, 0), (0, 0, 1), (0, 0, 1))),
    "differ": Differ(LINE),
    "first": Regular(LINE, starts_with(1, 0)),
    "next": Regular(LINE, goes_on((1, 2), 0)),
    "outside": Stands(LINE, 1, 2, Where.OUTSIDE),
    "midway": Stands(LINE, 1, 2, Where.MIDWAY),
    "between": Stands(LINE, 1, 2, Where.BETWEEN),
}


@pytest.mark.parametrize("rule", TOLD.values(), ids=TOLD)
def test_a_rule_is_kept_where_it_tells_nothing_from_the_solution(rule: Constraint) -> None:
    domains: Domains = dict.fromkeys(LINE, (0, 1, 2))
    every = [dict(zip(LINE, values, strict=True)) for values in product((0, 1, 2), repeat=4)]
    for solution in (board for board in every if rule.holds(board)):
        boards = Counterexamples(domains, [rule], solution)
        for board in every:
            wrong = [cell for cell in LINE if board[cell] != solution[cell]]
            touched = any(
                boards.distinguishing(boards.numbers[cell][board[cell]]) for cell in wrong
            )
            assert touched or rule.holds(board)
