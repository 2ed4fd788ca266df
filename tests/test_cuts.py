"""Cuts in certificates: verify.py checks each by what its rule means, and boards likewise."""

import json
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.formula import CNF
from pysat.solvers import Minisat22

import caracol
from caracol.certificates import verify
from caracol.certificates.statement import statement
from caracol.certificates.writing import dimacs
from caracol.kinds import Connected, Loop
from samples import samples
from test_lazy_kinds import LAZY
from tiny import KINDS, Tiny, all_boards, tried

SAMPLES = {s.name: s for s in samples() if s.name.startswith(("hitori", "slitherlink"))}
WITH_CUTS = "slitherlink/seven"


def certified(name: str) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(json.dumps(caracol.certify(SAMPLES[name].puzzle)))
    return made


def cuts(certificate: dict[str, Any]) -> list[list[int]]:
    [found] = [rule[-1] for rule in certificate["rules"] if rule[0] in verify.MEANINGS]
    assert isinstance(found, list)
    return found


def meaning(tiny: Tiny) -> tuple[Any, ...]:
    match tiny.constraint:
        case Connected(cells, values, neighbours):
            return verify.are_apart, cells, values, neighbours
        case Loop(cells, ends, value):
            return verify.close_early, cells, ends, value
    raise AssertionError


def means_the_same(tiny: Tiny) -> None:
    breaks, *parts = meaning(tiny)
    for board in all_boards(tiny):
        assert breaks({cell: [value] for cell, value in board}, *parts) == (
            board not in tried(tiny)
        )


@pytest.mark.parametrize("tiny", LAZY.values(), ids=LAZY)
def test_boards_are_held_against_the_same_meaning(tiny: Tiny) -> None:
    means_the_same(tiny)


@pytest.mark.parametrize("kind", ["connected", "loop"])
@settings(max_examples=100)
@given(data=st.data())
def test_no_clause_passes_for_a_cut_that_a_good_board_breaks(
    kind: str, data: st.DataObject
) -> None:
    tiny = data.draw(KINDS[kind])
    means_the_same(tiny)
    encoding = verify.Encoding({cell: [*values] for cell, values in tiny.cells})
    variables = st.integers(1, encoding.top)
    clause = data.draw(st.lists(variables | variables.map(lambda it: -it), unique=True))
    breaks, *parts = meaning(tiny)
    try:
        left = encoding.left(clause)
    except ValueError:  # it is true on every board
        return
    if breaks(left, *parts):
        for board in tried(tiny):
            held = {encoding.x[cell][value] for cell, value in board}
            assert any((abs(it) in held) == (it > 0) for it in clause)


@pytest.mark.parametrize("name", SAMPLES)
def test_certificates_with_cuts_hold(name: str) -> None:
    assert "unique" in verify.verify(certified(name))


def test_without_its_cuts_a_proof_does_not_hold() -> None:
    made = certified(WITH_CUTS)
    assert cuts(made)
    cuts(made).clear()
    with pytest.raises(verify.DoesNotHold, match="does not follow"):
        verify.verify(made)


def test_a_cut_that_says_more_does_not_hold() -> None:
    made = certified(WITH_CUTS)
    for i, cut in enumerate(cuts(made)):
        forged = deepcopy(made)
        cuts(forged)[i] = cut[1:]
        with pytest.raises(verify.DoesNotHold, match="a cut does not follow"):
            verify.verify(forged)


@pytest.mark.parametrize("cut", [[], [0], ["1"], [1, -1], [10**6], [True], 1, None])
def test_what_is_no_cut_is_refused(cut: object) -> None:
    made = certified(WITH_CUTS)
    found: list[Any] = cuts(made)
    found.append(cut)
    with pytest.raises(verify.DoesNotHold):
        verify.verify(made)


CUT_OFF = "hitori 3\n123\n231\n312\n---\n--X\n-X-\n"
TWO_LOOPS = """slitherlink 3 1
...
+-+x+-+
| | | |
+-+x+-+
"""


@pytest.mark.parametrize("text", [CUT_OFF, TWO_LOOPS])
def test_a_board_that_breaks_nothing_but_a_lazy_rule_is_no_solution(text: str) -> None:
    filled = caracol.parse(text)
    stated = statement(caracol.Puzzle(filled.family, filled.shape), {})
    certificate = {
        **stated,
        "certificate": "caracol 3",
        "puzzle": text,
        "claim": "unique",
        "proof": "0\n",
        "solution": dict(filled.clues),
    }
    with pytest.raises(verify.DoesNotHold, match="the solution: breaks a rule"):
        verify.verify(certificate)
    rules = stated["rules"]
    assert isinstance(rules, list)
    certificate["rules"] = [rule for rule in rules if rule[0] not in verify.MEANINGS]
    with pytest.raises(verify.DoesNotHold, match="the proof"):
        verify.verify(certificate)


def test_clues_cannot_be_lazy() -> None:
    made = certified(WITH_CUTS)
    [rule] = [rule for rule in made["rules"] if rule[0] in verify.MEANINGS]
    made["clues"]["it"] = rule
    del made["witnesses"]
    with pytest.raises(verify.DoesNotHold, match="expected no clue"):
        verify.verify(made)


def test_dimacs_has_the_cuts_too() -> None:
    sample = SAMPLES[WITH_CUTS]
    formula = CNF(from_string=dimacs(sample.puzzle, sample.solution))
    with Minisat22(bootstrap_with=formula.clauses) as solver:
        assert not solver.solve()
