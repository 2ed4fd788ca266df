"""What automata leave of the values of cells: neither too much nor too little, in both ways."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

import caracol
from caracol.engines import paths
from caracol.kinds import DONE, Automaton, Constraint, Domains, Is, Regular
from caracol.model import Model, Rule
from caracol.phrases import say
from caracol.puzzle import Value, Values

VALUES: tuple[Value, ...] = (0, 1, "x")


@st.composite
def automata(draw: st.DrawFn) -> Automaton:
    """A few states; a value may lead nowhere, or to the end of all reading."""
    states = draw(st.integers(1, 4))
    moves = st.dictionaries(st.sampled_from(VALUES), st.integers(DONE, states - 1))
    ends = st.frozensets(st.integers(0, states - 1))
    return Automaton(tuple(draw(moves) for _ in range(states)), draw(ends))


@st.composite
def demands(draw: st.DrawFn) -> tuple[Domains, list[Constraint]]:
    cells = "abcd"[: draw(st.integers(1, 4))]
    held = st.sets(st.sampled_from(VALUES), min_size=1)
    domains = {cell: tuple(sorted(draw(held), key=str)) for cell in cells}
    path = st.lists(st.sampled_from(cells), max_size=5).map(tuple)
    paths_or_facts = st.one_of(
        st.builds(Regular, path, automata()),
        st.builds(Regular, path, automata()),
        st.builds(Is, st.sampled_from(cells), st.sampled_from(VALUES)),
    )
    return domains, draw(st.lists(paths_or_facts, min_size=1, max_size=3))


def boards(domains: Domains, constraints: list[Constraint]) -> list[Values]:
    every = (dict(zip(domains, values, strict=True)) for values in product(*domains.values()))
    return [board for board in every if all(one.holds(board) for one in constraints)]


@settings(max_examples=300)
@given(demands())
def test_no_board_is_lost_and_python_leaves_the_same(
    drawn: tuple[Domains, list[Constraint]],
) -> None:
    domains, constraints = drawn
    rules = tuple(Rule(say("it is so"), one) for one in constraints)
    left = paths.narrowed(Model(domains, ()), rules)
    assert paths.narrowed_plainly(Model(domains, ()), constraints) == left
    right = boards(domains, constraints)
    assert left is not None or not right
    for board in right:
        assert left
        assert all(board[cell] in values for cell, values in left.items())
    if left and all(len(values) == 1 for values in left.values()):
        assert [paths.only_board(left)] == right


@settings(max_examples=200)
@given(demands())
def test_of_one_path_only_values_on_boards_are_left(
    drawn: tuple[Domains, list[Constraint]],
) -> None:
    domains, (one, *_) = drawn
    if len({*one.cells}) < len(one.cells):
        return
    right = boards(domains, [one])
    left = paths.narrowed_plainly(Model(domains, ()), [one])
    assert (left is None) == (not right)
    for cell, values in (left or {}).items():
        assert {*values} == {board[cell] for board in right}


def test_what_is_read_needs_no_solver_and_the_rest_is_asked() -> None:
    read = caracol.parse("nonogram 3 3\n1 1\n3\n1\n2\n2\n2\n")
    found = caracol.verdict(read)
    assert found.status == "unique"
    assert found.statistics.method == "read"
    assert found.statistics.clauses is None
    asked = caracol.parse("nonogram 2 2\n1\n1\n1\n1\n")
    found = caracol.verdict(asked)
    assert (found.status, len(found.solutions)) == ("many", 2)
    assert found.statistics.method == "searched"
    assert found.statistics.clauses
    assert caracol.count(asked) == 2
