"""What every kind says of itself agrees: its check, its direct clauses, what it is lowered to."""

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pysat.solvers import Minisat22

import caracol
from caracol import Clue, Puzzle
from caracol.deadline import NEVER
from caracol.engines import Statistics
from caracol.engines.sat import encoder as encode
from caracol.engines.sat.session import Session
from caracol.explanations.walk import rules_in_pieces
from caracol.kinds import Clause, Constraint, Count, Differ, Domains, Forbid, Regular, Sum, stands
from caracol.kinds.automata import repeats
from caracol.model import Model, Rule
from caracol.phrases import say
from caracol.puzzle import Fact
from caracol.registry import clues, model
from tiny import CASES, KINDS, Boards, Tiny, all_boards, as_boards, tried

every_case = pytest.mark.parametrize("tiny", CASES.values(), ids=CASES)
every_kind = pytest.mark.parametrize("kind", KINDS)


def one_value(domains: Domains) -> Iterator[Clause]:
    for cell, values in domains.items():
        yield tuple(Fact(cell, value) for value in values)
        for one, other in combinations(values, 2):
            yield Fact(cell, one, False), Fact(cell, other, False)


def direct_clauses(rule: Rule, domains: Domains) -> Iterator[Clause]:
    found = rule.constraint.direct(domains)
    assert found is not None, "on boards as small as these, there are few clauses"
    return found


def direct_boards(model: Model, demanded: tuple[Rule, ...] = ()) -> Boards:
    """Every board, found by a plain solver that knows the direct encoding and nothing else."""
    facts = [(cell, value) for cell, values in model.cells.items() for value in values]
    number = {fact: i for i, fact in enumerate(facts, start=1)}
    direct = (direct_clauses(rule, model.cells) for rule in (*model.rules, *demanded))
    with Minisat22() as solver:
        for clause in chain(one_value(model.cells), *direct):
            solver.add_clause([number[c, v] if holds else -number[c, v] for c, v, holds in clause])
        found = solver.enum_models()
        return as_boards(dict(facts[i - 1] for i in model if i > 0) for model in found)


def encoded_boards(model: Model, *demanded: Rule) -> Boards:
    """Asked of a solver that holds all clauses, also where `sat` reads automata first."""
    session = Session(model, NEVER)
    assumptions = session.assumptions(demanded, NEVER)
    return as_boards(session.boards(assumptions, NEVER, Statistics("sat")))


def cube(length: int, seed: int) -> Puzzle:
    """Rings with so many sixes that a few turns fit."""
    rng = random.Random(seed)
    rings = ["".join(rng.choices("567", (1, 4, 1), k=length)) for _ in range(6)]
    return Puzzle("turn-12", (length, *rings))


PUZZLES = [
    Puzzle("magic-snail", (3, "AB")),
    Puzzle("magic-snail", (4, "AB")),
    Puzzle("magic-snail", (5, "ABC")),
    Puzzle("magic-snail", (4, "A")),
    Puzzle("magic-snail", (4, "ABC")),
    Puzzle("magic-snail", (4, "AB"), (Clue("r1c1", "-"), Clue("r3c2", "B"))),
    *(Puzzle("mno", (side,)) for side in range(1, 6)),
    Puzzle("mno", (5,), (Clue("r1c1", "O"), Clue("r2c2", "-"), Clue("r3c2", "*"))),
    Puzzle("trid", (3, 1, 3)),
    Puzzle("trid", (3, 1, 4)),
    Puzzle("trid", (3, 1, 4), (Clue("t1.1", "7"), Clue("t2.2", "8"))),
    Puzzle("trid", (4, 1, 4)),
    Puzzle("trid", (4, 1, 5)),
    Puzzle("trid", (4, 1, 5), (Clue("t1.1", "9"), Clue("t2.2", "8"), Clue("r4c1", "2"))),
    Puzzle("trid", (3, -2, 2), (Clue("t2.1", "-1"),)),
    *(cube(4, seed) for seed in range(5)),
    *(cube(8, seed) for seed in range(2)),
]


def boards_of_the_pieces(puzzle: Puzzle) -> Boards:
    """What the direct encoding has: of a whole snail it would be far too long."""
    cells = model(puzzle.family, puzzle.shape).cells
    return direct_boards(Model(cells, rules_in_pieces(puzzle)), clues(puzzle))


@pytest.mark.parametrize("puzzle", PUZZLES, ids=str)
def test_puzzles_have_the_boards_that_their_rules_allow(puzzle: Puzzle) -> None:
    found = as_boards(solution.values for solution in caracol.solutions(puzzle))
    assert found == boards_of_the_pieces(puzzle)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=str)
@pytest.mark.usefixtures("tight")
def test_long_encodings_have_the_boards_that_their_rules_allow(puzzle: Puzzle) -> None:
    shared = model(puzzle.family, puzzle.shape)
    assert encoded_boards(shared, *clues(puzzle)) == boards_of_the_pieces(puzzle)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_the_order_of_rules_makes_no_difference(puzzle: Puzzle, seed: int) -> None:
    shared = model(puzzle.family, puzzle.shape)
    rules = [*shared.rules, *clues(puzzle)]
    expected = encoded_boards(shared, *clues(puzzle))
    assert encoded_boards(Model(shared.cells, tuple(rules[::-1]))) == expected
    random.Random(seed).shuffle(rules)
    assert encoded_boards(Model(shared.cells, tuple(rules))) == expected


@pytest.fixture
def tight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Encode the smallest boards as the largest ones are, with helpers and deferred clauses."""
    monkeypatch.setattr(encode, "PAIRWISE", 2)
    monkeypatch.setattr(encode, "WRITTEN_OUT", 0)
    monkeypatch.setattr(stands, "LONG_LINE", 0)


@every_case
def test_direct_clauses_say_what_holds_checks(tiny: Tiny) -> None:
    assert direct_boards(tiny.model(tiny.rule)) == tried(tiny)


@every_case
def test_encodings_say_what_holds_checks(tiny: Tiny) -> None:
    demand_as_rule_and_as_clue(tiny)


@every_case
@pytest.mark.usefixtures("tight")
def test_long_encodings_say_what_holds_checks(tiny: Tiny) -> None:
    demand_as_rule_and_as_clue(tiny)


def demand_as_rule_and_as_clue(tiny: Tiny) -> None:
    assert encoded_boards(tiny.model(tiny.rule)) == tried(tiny)
    free = tiny.model()
    assert encoded_boards(free, tiny.rule) == tried(tiny)
    assert encoded_boards(free) == all_boards(tiny), "a clue is gone with its puzzle"
    assert encoded_boards(free, tiny.rule) == tried(tiny)


@every_kind
@given(data=st.data())
def test_any_constraint_means_the_same_to_all(kind: str, data: st.DataObject) -> None:
    tiny = data.draw(KINDS[kind])
    assert direct_boards(tiny.model(tiny.rule)) == tried(tiny)
    demand_as_rule_and_as_clue(tiny)


@pytest.mark.parametrize("name", [name for name, tiny in CASES.items() if len(tiny.cells) <= 6])
def test_no_part_of_a_good_board_is_broken(name: str) -> None:
    holds = CASES[name].constraint.holds
    for board in tried(CASES[name]):
        for size in range(len(board)):
            assert all(holds(dict(part)) for part in combinations(board, size))


@every_kind
@settings(max_examples=50)
@given(data=st.data())
def test_what_can_be_completed_is_not_broken(kind: str, data: st.DataObject) -> None:
    tiny = data.draw(KINDS[kind].filter(tried))
    board = dict(data.draw(st.sampled_from(sorted(tried(tiny), key=sorted))))
    left = data.draw(st.sets(st.sampled_from(sorted(board))))
    assert tiny.constraint.holds({cell: board[cell] for cell in left})


def propagated(clauses: Iterable[Sequence[int]], assumed: Iterable[int]) -> set[int] | None:
    """What follows by unit propagation; None if that is a contradiction."""
    true, left = {*assumed}, [*clauses]
    while True:
        left = [clause for clause in left if true.isdisjoint(clause)]
        open_literals = [[it for it in clause if -it not in true] for clause in left]
        if [] in open_literals or any(-it in true for it in true):
            return None
        units = {literals[0] for literals in open_literals if len({*literals}) == 1}
        if not units:
            return true
        true |= units


def check_that_helpers_are_definitions(tiny: Tiny) -> None:
    """Whatever the cells hold, unit propagation gives each helper one value, and contradicts
    nothing: all the more the board that breaks the constraint. Then the selector tells which."""
    out = encode.encoder(dict(tiny.cells))
    selector = out.selector(tiny.constraint)
    out.write([*out.deferred])
    for board in all_boards(tiny):
        held = [out.literals[cell][value] for cell, value in board]
        true = propagated(out.clauses, held)
        assert true is not None
        assert {*map(abs, true)} | {selector} == {*range(1, out.top + 1)}
        demanded = propagated(out.clauses, [*held, selector])
        assert (demanded is not None) == (board in tried(tiny))


@every_case
def test_helpers_are_definitions(tiny: Tiny) -> None:
    check_that_helpers_are_definitions(tiny)


@every_kind
@settings(max_examples=50)
@given(data=st.data())
def test_helpers_of_any_constraint_are_definitions(kind: str, data: st.DataObject) -> None:
    check_that_helpers_are_definitions(data.draw(KINDS[kind]))


@every_case
def test_values_that_are_not_told_apart_can_be_exchanged(tiny: Tiny) -> None:
    boards = tried(tiny)
    for cell, values in tiny.cells:
        for one, other in combinations(values, 2):
            about = cell in tiny.constraint.cells
            if about and not tiny.constraint.distinguishes(cell, one, other):
                with_one = {board - {(cell, one)} for board in boards if (cell, one) in board}
                with_other = {board - {(cell, other)} for board in boards if (cell, other) in board}
                assert with_one == with_other


@every_case
def test_moved_to_other_cells_it_says_the_same_of_them(tiny: Tiny) -> None:
    to = {cell: f"other {cell}" for cell, _ in tiny.cells}
    moved = tiny.constraint.moved(to)
    assert moved.cells == tuple(to[cell] for cell in tiny.constraint.cells)
    back = {other: cell for cell, other in to.items()}
    assert moved.moved(back) == tiny.constraint and hash(moved.moved(back)) == hash(tiny.constraint)
    for board in all_boards(tiny):
        assert moved.holds({to[cell]: value for cell, value in board}) == (board in tried(tiny))


@pytest.mark.parametrize("kind", ["is", "count", "sum"])
@settings(max_examples=100)
@given(data=st.data())
def test_where_it_is_plain_propagation_finds_all_that_it_says_of_values(
    kind: str, data: st.DataObject
) -> None:
    tiny = data.draw(KINDS[kind].filter(lambda tiny: tiny.constraint.is_plain))
    left = {
        cell: data.draw(st.sets(st.sampled_from(values), min_size=1)) for cell, values in tiny.cells
    }
    facts = [(cell, value) for cell, values in tiny.cells for value in values]
    number = {fact: i for i, fact in enumerate(facts, start=1)}
    gone = [-number[cell, value] for cell, value in facts if value not in left[cell]]
    domains = dict(tiny.cells)
    written = chain(one_value(domains), direct_clauses(tiny.rule, domains))
    true = propagated(
        (
            [number[c, v] if holds else -number[c, v] for c, v, holds in clause]
            for clause in written
        ),
        gone,
    )
    fitting = [board for board in tried(tiny) if all(value in left[cell] for cell, value in board)]
    if fitting:
        never = {-i for fact, i in number.items() if not any(fact in board for board in fitting)}
        assert true is not None and never <= true


@st.composite
def several(draw: st.DrawFn) -> tuple[dict[str, tuple[int, ...]], list[Constraint]]:
    """Constraints of several kinds about the same cells, which may stand in one more than once."""
    cells = tuple("abcd"[: draw(st.integers(2, 4))])
    some_cells = st.lists(st.sampled_from(cells), min_size=1, max_size=4).map(tuple)
    values = (1, 2, 3)
    tables = st.lists(st.tuples(*[st.sampled_from(values)] * 2), max_size=5).map(frozenset)
    kind = st.one_of(
        st.builds(Differ, st.permutations(cells).map(tuple)),
        st.builds(Count, st.permutations(cells).map(tuple), st.just((1,)), st.just(1), st.just(1)),
        st.builds(Sum, some_cells, st.integers(2, 9)),
        st.builds(Forbid, st.tuples(*[st.sampled_from(cells)] * 2), tables),
        st.builds(Regular, some_cells, st.just(repeats((1, 2), 3))),
    )
    others = draw(st.lists(kind, min_size=1, max_size=3))
    return dict.fromkeys(cells, values), [Differ(cells[:3]), *others]


@settings(max_examples=300)
@example((dict.fromkeys("ab", (1, 2, 3)), [Differ(("a", "b")), Sum(("a", "a", "b"), 5)]))
@given(several())
def test_constraints_mean_the_same_together(
    drawn: tuple[dict[str, tuple[int, ...]], list[Constraint]],
) -> None:
    domains, constraints = drawn
    boards = (dict(zip(domains, values, strict=True)) for values in product(*domains.values()))
    right = as_boards(board for board in boards if all(one.holds(board) for one in constraints))
    first, *others = (Rule(say("it is so"), constraint) for constraint in constraints)
    assert encoded_boards(Model(domains, (first, *others))) == right
    assert encoded_boards(Model(domains, (first,)), *others) == right


@given(several(), st.data())
def test_what_any_constraint_does_not_distinguish_can_be_exchanged(
    drawn: tuple[dict[str, tuple[int, ...]], list[Constraint]], data: st.DataObject
) -> None:
    domains, constraints = drawn
    constraint = data.draw(st.sampled_from(constraints))
    cell = data.draw(st.sampled_from(sorted({*constraint.cells})))
    for one, other in combinations(domains[cell], 2):
        if not constraint.distinguishes(cell, one, other):
            for values in product(*domains.values()):
                board = dict(zip(domains, values, strict=True))
                assert constraint.holds({**board, cell: one}) == constraint.holds(
                    {**board, cell: other}
                )
