"""What hangs together and what is one loop: cuts, and counts that are known."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from caracol.boards.grid import Grid
from caracol.deadline import NEVER
from caracol.engines import sat
from caracol.engines.ganak import Counting
from caracol.kinds import Connected, Constraint, Forbid, Lazy, Loop
from caracol.model import Model, Rule
from caracol.phrases import say
from tiny import CASES, KINDS, Tiny, all_boards, tried

LAZY = {name: tiny for name, tiny in CASES.items() if hasattr(tiny.constraint, "cuts")}


def check_cuts(tiny: Tiny) -> None:
    """A board has cuts if and only if it is no good; it breaks them, and no good board does."""
    constraint, good = tiny.constraint, tried(tiny)
    assert isinstance(constraint, Connected | Loop)
    for board in all_boards(tiny):
        cuts = [*constraint.cuts(dict(board))]
        assert bool(cuts) == (board not in good)
        for cut in cuts:
            for other in (board, *good):
                kept = any(((cell, value) in other) is holds for cell, value, holds in cut)
                assert kept == (other is not board)


@pytest.mark.parametrize("tiny", LAZY.values(), ids=LAZY)
def test_cuts_are_broken_by_what_is_wrong_and_by_nothing_right(tiny: Tiny) -> None:
    check_cuts(tiny)


@pytest.mark.parametrize("kind", ["connected", "loop"])
@settings(max_examples=50)
@given(data=st.data())
def test_so_are_those_of_any_graph(kind: str, data: st.DataObject) -> None:
    check_cuts(data.draw(KINDS[kind]))


def found_and_counted(model: Model) -> tuple[int, int]:
    """The number of boards lazily, one by one, and by the static form, all at once."""
    with Counting(model, (), NEVER) as counting:
        return sum(1 for _ in sat.run(model, (), NEVER).boards), counting.result()


def rules(*constraints: Constraint) -> tuple[Rule, ...]:
    return tuple(Rule(say("it is so"), constraint) for constraint in constraints)


@pytest.mark.parametrize(("side", "shadings"), [(1, 1), (2, 5), (3, 39), (4, 562)])
def test_shadings_are_counted_both_ways(side: int, shadings: int) -> None:
    grid = Grid(side, side, ("X", "-"))
    apart = [Forbid(pair, frozenset({("X", "X")})) for pair in grid.neighbours]
    together = Connected(grid.cells, ("-",), grid.neighbours)
    if side == 1:
        apart = [Forbid(grid.cells, frozenset({("X",)}))]
    model = Model(grid.domains, rules(together, *apart))
    assert found_and_counted(model) == (shadings, shadings)


@pytest.mark.parametrize(("side", "loops"), [(1, 1), (2, 13), (3, 213)])
def test_loops_are_counted_both_ways(side: int, loops: int) -> None:
    """With none there are as many and one more."""
    corners = Grid(side + 1, side + 1, ())
    edges = tuple(f"{one}-{other}" for one, other in corners.neighbours)
    constraints: list[Constraint] = [Loop(edges, corners.neighbours, "on")]
    for corner in corners.cells:
        at = tuple(
            edge for edge, ends in zip(edges, corners.neighbours, strict=True) if corner in ends
        )
        wrong = (k for k in range(2 ** len(at)) if k.bit_count() not in (0, 2))
        held = (tuple("on" if k >> i & 1 else "off" for i in range(len(at))) for k in wrong)
        constraints.append(Forbid(at, frozenset(held)))
    model = Model(dict.fromkeys(edges, ("on", "off")), rules(*constraints))
    assert found_and_counted(model) == (loops + 1, loops + 1)


def test_a_partly_filled_board_is_broken_once_cells_are_cut_off() -> None:
    row = Connected((*"abcd",), ("x",), tuple(pairwise("abcd")))
    assert row.holds({"a": "x", "d": "x"})
    assert row.holds({"a": "x", "b": "y", "c": "y"})
    assert not row.holds({"a": "x", "c": "y", "d": "x"})


def test_a_partly_filled_board_is_broken_once_a_loop_is_closed_too_early() -> None:
    ends = (("1", "2"), ("2", "3"), ("3", "1"), ("3", "4"))
    loop = Loop((*"abcd",), ends, "x")
    assert loop.holds({"a": "x", "b": "x", "c": "x"})
    assert loop.holds({"a": "x", "b": "x", "d": "x"})
    assert not loop.holds({"a": "x", "b": "x", "c": "x", "d": "x"})


def test_both_kinds_are_lazy() -> None:
    kinds: list[Lazy] = [Connected((), (), ()), Loop((), (), "x")]
    assert not any([*kind.cuts({})] for kind in kinds)
