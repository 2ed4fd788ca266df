"""Tiny models, at least one for every kind of constraint, and their boards by trying them all."""

from collections.abc import Iterable
from functools import cache
from itertools import product
from typing import NamedTuple

from hypothesis import strategies as st

from caracol.kinds import (
    DONE,
    Automaton,
    Constraint,
    Count,
    Differ,
    Forbid,
    Is,
    Regular,
    Stands,
    Sum,
    Together,
    Where,
)
from caracol.kinds.automata import goes_on, repeats, starts_with
from caracol.model import Model, Rule
from caracol.phrases import say
from caracol.puzzle import Cell, Value, Values

Boards = frozenset[frozenset[tuple[Cell, Value]]]
Domain = tuple[Value, ...]


class Tiny(NamedTuple):
    """Some cells and a constraint on them; hashable, so that its boards are tried only once."""

    cells: tuple[tuple[Cell, Domain], ...]
    constraint: Constraint

    @property
    def rule(self) -> Rule:
        return Rule(say("it is so"), self.constraint)

    def model(self, *rules: Rule) -> Model:
        return Model(dict(self.cells), rules)


def as_boards(boards: Iterable[Values]) -> Boards:
    """Boards that can be compared, after a look whether one was told twice."""
    told = [frozenset(board.items()) for board in boards]
    assert len(set(told)) == len(told), "a board was told twice"
    return frozenset(told)


def all_boards(tiny: Tiny) -> Boards:
    names, domains = zip(*tiny.cells, strict=True)
    return as_boards(dict(zip(names, values, strict=True)) for values in product(*domains))


@cache
def tried(tiny: Tiny) -> Boards:
    return frozenset(board for board in all_boards(tiny) if tiny.constraint.holds(dict(board)))


def _uniform(cells: str, values: Iterable[Value]) -> tuple[tuple[Cell, Domain], ...]:
    return tuple((cell, tuple(values)) for cell in cells)


# Of three numbers: the shapes that automata can have.
AUTOMATA = {
    "never less": Automaton(
        ({1: 0, 2: 1, 3: 2}, {2: 1, 3: 2}, {3: 2}),
        frozenset({0, 1, 2}),
    ),
    "an even number of 2": Automaton(({1: 0, 2: 1, 3: 0}, {1: 1, 2: 0, 3: 1}), frozenset({0})),
    "done at the first 3": Automaton(({1: 0, 2: 1, 3: DONE}, {1: 0, 3: DONE}), frozenset({1})),
    "done or nothing": Automaton(({1: 0, 2: 1}, {1: 0, 3: DONE})),
    "accepts all": Automaton(({1: 0, 2: 0, 3: 0},), frozenset({0})),
    "accepts nothing": Automaton(({1: 0, 2: 0},)),
    "all but the empty path": Automaton(({1: DONE, 2: DONE, 3: DONE},)),
    "dead ends": Automaton(({1: 1, 2: 2}, {3: 3}, {1: 2, 2: 2, 3: 2}, {1: 0}), frozenset({0, 3})),
    "no move": Automaton(({},), frozenset({0})),
}


def _cases() -> dict[str, Tiny]:
    """Cases at the limits of the encodings, which chance would hardly find."""
    three, mixed = _uniform("abc", "xyz"), (("a", ("x", "y")), ("b", ("y",)), ("c", ("x", "z")))
    cases = {"is": Tiny(three, Is("b", "y"))}
    for low, high in (
        (0, 0),
        (0, 1),
        (1, 1),
        (0, 2),
        (1, 3),
        (2, 2),
        (3, 3),
        (4, 4),
        (5, 6),
        (0, 9),
    ):
        cases[f"count {low} to {high}"] = Tiny(three, Count(("a", "b", "c"), ("x",), low, high))
    cases |= {
        "count two values": Tiny(three, Count(("a", "b", "c"), ("x", "z"), 1, 2)),
        "count where not all can": Tiny(mixed, Count(("a", "b", "c"), ("x",), 2, 2)),
        "count some of many": Tiny(
            _uniform("abcdefghij", "xy"), Count((*"abcdefghij",), ("x",), 4, 5)
        ),
        "count one of many": Tiny(
            _uniform("abcdefghijklm", "xy"), Count((*"abcdefghijklm",), ("x",), 1, 1)
        ),
        "differ as many values as cells": Tiny(three, Differ(("a", "b", "c"))),
        "differ too few values": Tiny(_uniform("abc", "xy"), Differ(("a", "b", "c"))),
        "differ mixed": Tiny(mixed, Differ(("a", "b", "c"))),
    }
    for n in range(1, 6):
        cells, names = _uniform("abcde"[:n], range(4)), tuple("abcde"[:n])
        weights = ((5, 3, 3, 5), (1, 2, 1, 2), (-2, 0, 2, 0), (7, 7, 7, 7), (0, 1, 2, 3))[:n]
        cases[f"sum of {n}"] = Tiny(cells, Sum(names, n + 1))
        cases[f"sum of {n} weights"] = Tiny(cells, Sum(names, (5, 6, 4, 11, 13)[n - 1], weights))
        cases[f"sum of {n} out of reach"] = Tiny(cells, Sum(names, 100))
    cases |= {
        "sum of negative numbers": Tiny(_uniform("abc", (-2, -1, 0, 3)), Sum((*"abc",), -1)),
        "sum with cells twice": Tiny(_uniform("abc", (-1, 0, 1, 2)), Sum((*"abaca",), 4)),
        "sum with cells twice, weights": Tiny(
            _uniform("ab", range(3)), Sum((*"abb",), 1, ((0, -3, 2), (4, 0, 1), (-2, 1, 0)))
        ),
        "sum of 2 with a cell twice": Tiny(_uniform("ab", range(4)), Sum((*"aa",), 4)),
        "sum of many": Tiny(_uniform("abcdefg", range(3)), Sum((*"abcdefg",), 12)),
        "sum among words": Tiny(
            (*_uniform("ab", (1, 2, 3)), ("c", ("X", "Y"))), Sum(("a", "b"), 4)
        ),
        "forbid": Tiny(three, Forbid((*"abc",), frozenset({(*"xyz",), (*"xxx",), (*"zyx",)}))),
        "forbid what cannot be": Tiny(mixed, Forbid((*"ab",), frozenset({(*"zz",), (*"yy",)}))),
        "forbid all": Tiny(_uniform("a", "x"), Forbid(("a",), frozenset({("x",)}))),
    }
    for n in range(1, 4):
        key = tuple("XYZ"[:n])
        for string in ("abc", "abcdef"):
            path, letters = (*string,), _uniform(string, ("-", *key))
            for name, automaton in {
                "repeats": repeats(key, "-"),
                "starts with": starts_with(key[-1], "-"),
                "goes on": goes_on(key, "-"),
            }.items():
                cases[f"{name} {n} in {len(path)}"] = Tiny(letters, Regular(path, automaton))
    for name, automaton in AUTOMATA.items():
        cases[name] = Tiny(_uniform("abcd", (1, 2, 3)), Regular((*"abcd",), automaton))
    cases["no path"] = Tiny(three, Regular((), AUTOMATA["all but the empty path"]))
    cases["path with a cell twice"] = Tiny(
        _uniform("abc", (1, 2, 3)), Regular((*"abcab",), AUTOMATA["never less"])
    )
    cases["path of mixed cells"] = Tiny(
        mixed, Regular((*"abc",), Automaton(({"x": 1, "y": 0}, {"y": 1, "z": 0}), frozenset({0})))
    )
    for where, string in product(Where, ("abc", "abcdef")):
        line = _uniform(string, "-*M")
        cases[f"stands {where.name} of {len(string)}"] = Tiny(
            line, Stands((*string,), "M", "*", where)
        )
    four = _uniform("abcd", "-*M")
    two = Count((*"abcd",), ("*",), 2, 2)
    midway = Stands((*"abcd",), "M", "*", Where.MIDWAY)
    cases["stands together with a count"] = Tiny(four, Together((midway, two)))
    cases["sum together with differ"] = Tiny(
        _uniform("abc", range(1, 6)), Together((Sum((*"abc",), 8), Differ((*"abc",))))
    )
    return cases


CASES = _cases()


@st.composite
def _mixed(draw: st.DrawFn, values: Iterable[Value]) -> tuple[tuple[Cell, Domain], ...]:
    """Up to four cells, each with some of the values."""
    domain = st.lists(st.sampled_from([*values]), min_size=1, unique=True).map(tuple)
    return tuple((cell, draw(domain)) for cell in "abcd"[: draw(st.integers(1, 4))])


def _names(cells: tuple[tuple[Cell, Domain], ...]) -> tuple[Cell, ...]:
    return tuple(cell for cell, _ in cells)


@st.composite
def _is(draw: st.DrawFn) -> Tiny:
    cells = draw(_mixed("xyz"))
    cell, values = draw(st.sampled_from(cells))
    return Tiny(cells, Is(cell, draw(st.sampled_from(values))))


@st.composite
def _count(draw: st.DrawFn) -> Tiny:
    cells = draw(_mixed("xyz"))
    values = draw(st.lists(st.sampled_from("xyz"), min_size=1, unique=True))
    low, more = draw(st.integers(0, len(cells) + 1)), draw(st.integers(0, 3))
    return Tiny(cells, Count(_names(cells), tuple(values), low, low + more))


@st.composite
def _differ(draw: st.DrawFn) -> Tiny:
    cells = draw(_mixed("wxyz"))
    return Tiny(cells, Differ(_names(cells)))


@st.composite
def _sum(draw: st.DrawFn) -> Tiny:
    cells = draw(_mixed(range(4)))
    weight = st.integers(-3, 3)
    weights = tuple(draw(st.tuples(weight, weight, weight, weight)) for _ in cells)
    total = draw(st.integers(-4, 8))
    return Tiny(cells, Sum(_names(cells), total, draw(st.sampled_from([(), weights]))))


@st.composite
def _long_sum(draw: st.DrawFn) -> Tiny:
    """Cells may stand in it more than once."""
    cells = draw(_mixed(range(-2, 3)))
    names = draw(st.lists(st.sampled_from(_names(cells)), min_size=1, max_size=6))
    return Tiny(cells, Sum(tuple(names), draw(st.integers(-5, 5))))


@st.composite
def _order(draw: st.DrawFn) -> Tiny:
    key = draw(st.sampled_from([("X",), ("X", "Y"), ("Y", "X", "Z")]))
    cells = _uniform("abcde"[: draw(st.integers(1, 5))], ("-", *key))
    orders = [repeats(key, "-"), starts_with(key[-1], "-"), goes_on(key, "-")]
    return Tiny(cells, Regular(_names(cells), draw(st.sampled_from(orders))))


@st.composite
def _regular(draw: st.DrawFn) -> Tiny:
    """Any automaton of up to four states."""
    cells, states = draw(_mixed("xyz")), draw(st.integers(1, 4))
    targets = st.integers(DONE, states - 1)
    values: st.SearchStrategy[Value] = st.sampled_from("xyz")
    moves = [draw(st.dictionaries(values, targets)) for _ in range(states)]
    accepting = draw(st.frozensets(st.integers(0, states - 1)))
    return Tiny(cells, Regular(_names(cells), Automaton(tuple(moves), accepting)))


@st.composite
def _forbid(draw: st.DrawFn) -> Tiny:
    cells = draw(_mixed("xyz"))
    values = st.tuples(*[st.sampled_from("xyz") for _ in cells])
    return Tiny(cells, Forbid(_names(cells), draw(st.frozensets(values, max_size=6))))


@st.composite
def _stands(draw: st.DrawFn) -> Tiny:
    cells = _uniform("abcdefg"[: draw(st.integers(1, 6))], "-*M")
    return Tiny(cells, Stands(_names(cells), "M", "*", draw(st.sampled_from(Where))))


KINDS: dict[str, st.SearchStrategy[Tiny]] = {
    "is": _is(),
    "count": _count(),
    "differ": _differ(),
    "sum": _sum(),
    "long sum": _long_sum(),
    "order": _order(),
    "regular": _regular(),
    "forbid": _forbid(),
    "stands": _stands(),
}
