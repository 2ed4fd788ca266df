"""What rules say alone: exactly what all their boards share, whatever is ruled out before."""

import random

import pytest

from caracol.explanations.alone import Alone
from tiny import CASES, Tiny, tried


@pytest.mark.parametrize("tiny", CASES.values(), ids=CASES)
def test_a_rule_says_what_all_its_boards_share(tiny: Tiny) -> None:
    boards = sorted(tried(tiny), key=lambda board: sorted(map(str, board)))
    for seed in range(4 if boards else 0):
        rng = random.Random(seed)
        solution = rng.choice(boards)
        known = Alone(dict(tiny.cells), [tiny.constraint])
        if known.beyond:
            return  # left to a solver
        wrong = [fact for fact, place in enumerate(known.places) if fact and place not in solution]
        known.targets = sum(1 << fact for fact in wrong)
        left, pristine = set(known.places[1:]), known.copy()
        for fact in rng.sample(wrong, len(wrong)):
            held = {place for board in boards if board <= left for place in board}
            shared = sum(1 << i for i in wrong if known.places[i] in left - held)
            assert known.said().get(0, 0) == shared
            known.rule_out(fact)
            left.discard(known.places[fact])
        assert pristine.said() == Alone.said(_with_targets(tiny, pristine.targets))


def _with_targets(tiny: Tiny, targets: int) -> Alone:
    found = Alone(dict(tiny.cells), [tiny.constraint])
    found.targets = targets
    return found


def test_only_rules_with_very_many_boards_are_left_to_a_solver() -> None:
    left = {
        type(tiny.constraint).__name__
        for tiny in CASES.values()
        if Alone(dict(tiny.cells), [tiny.constraint]).beyond
    }
    assert left <= {"Connected", "Loop", "Regular", "Together", "Differ"}
