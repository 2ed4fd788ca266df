"""The direct encoding and the one made for speed mean the same: the same boards."""

import random
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Minisat22

import caracol
from caracol import Clue, Puzzle, registry
from caracol.deadline import Deadline
from caracol.direct import clauses, one_value
from caracol.engines import sat
from caracol.engines.sat import clauses as written
from caracol.engines.sat import encoder as encode
from caracol.engines.sat import lines as encode_lines
from caracol.explanations.walk import rules_in_pieces
from caracol.model import Model, Rule
from caracol.registry import clues
from tiny import CASES, KINDS, Boards, Tiny, all_boards, as_boards, tried

every_case = pytest.mark.parametrize("tiny", CASES.values(), ids=CASES)
every_kind = pytest.mark.parametrize("kind", KINDS)


def direct_boards(model: Model, demanded: tuple[Rule, ...] = ()) -> Boards:
    """Every board, found by a plain solver that knows the direct encoding and nothing else."""
    facts = [(cell, value) for cell, values in model.cells.items() for value in values]
    number = {fact: i for i, fact in enumerate(facts, start=1)}
    direct = (clauses(rule.constraint, model.cells) for rule in (*model.rules, *demanded))
    with Minisat22() as solver:
        for clause in chain(one_value(model.cells), *direct):
            solver.add_clause([number[c, v] if holds else -number[c, v] for c, v, holds in clause])
        found = solver.enum_models()
        return as_boards(dict(facts[i - 1] for i in model if i > 0) for model in found)


def encoded_boards(model: Model, *demanded: Rule) -> Boards:
    return as_boards(sat.run(model, demanded, Deadline()).boards)


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


@pytest.mark.parametrize("puzzle", PUZZLES, ids=str)
def test_puzzles_have_the_boards_that_their_rules_tell(puzzle: Puzzle) -> None:
    model, rules = registry.model(puzzle.family, puzzle.shape), clues(puzzle)
    found = as_boards(solution.values for solution in caracol.solutions(puzzle))
    assert found == direct_boards(model, rules)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=str)
@pytest.mark.usefixtures("tight")
def test_long_encodings_have_the_boards_that_their_rules_tell(puzzle: Puzzle) -> None:
    model, rules = registry.model(puzzle.family, puzzle.shape), clues(puzzle)
    assert encoded_boards(model, *rules) == direct_boards(model, rules)


@pytest.mark.parametrize("puzzle", PUZZLES, ids=str)
def test_rules_in_small_pieces_have_the_boards_of_the_model(puzzle: Puzzle) -> None:
    model = registry.model(puzzle.family, puzzle.shape)
    pieces = Model(model.cells, rules_in_pieces(Puzzle(puzzle.family, puzzle.shape)))
    assert direct_boards(pieces) == direct_boards(model)


@pytest.fixture
def tight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Encode the smallest boards as the largest ones are, with helpers and deferred clauses."""
    monkeypatch.setattr(written, "PAIRWISE", 2)
    monkeypatch.setattr(encode, "WRITTEN_OUT", 0)
    monkeypatch.setattr(encode_lines, "LONG_LINE", 0)


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
