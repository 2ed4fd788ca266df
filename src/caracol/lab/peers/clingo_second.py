"""clingo: is there another board than this one? A program of its own each time.

The board is forbidden by a constraint, so that the first answer set decides.
"""

from collections.abc import Iterable

import clingo

from . import mno, trid
from .clingo import SNAIL, snail_facts
from .mno import Mno
from .snail import EMPTY, Place, Snail, spiral
from .trid import Trid

MNO = """
{ dot(R, C) : line(C) } = 2 :- line(R).
{ dot(R, C) : line(R) } = 2 :- line(C).
{ letter(R, C, X) : line(C), kind(X) } = 1 :- line(R).
{ letter(R, C, X) : line(R), kind(X) } = 1 :- line(C).
:- dot(R, C), letter(R, C, X).
:- letter(R, C, "M"), dot(R, D), not dot(R, 2 * C - D).
:- letter(R, C, "M"), dot(D, C), not dot(2 * R - D, C).
:- letter(R, C, "N"), dot(R, D), dot(R, 2 * C - D), D < C.
:- letter(R, C, "N"), dot(D, C), dot(2 * R - D, C), D < R.
:- letter(R, C, "N"), not dot(R, D) : line(D), D < C.
:- letter(R, C, "N"), not dot(R, D) : line(D), D > C.
:- letter(R, C, "N"), not dot(D, C) : line(D), D < R.
:- letter(R, C, "N"), not dot(D, C) : line(D), D > R.
:- letter(R, C, "O"), dot(R, D), dot(R, E), D < C, C < E.
:- letter(R, C, "O"), dot(D, C), dot(E, C), D < R, R < E.
"""

# Faster than a #sum aggregate, and than naming the value of each corner from the other two.
TRID = """
{ holds(C, V) : value(V) } = 1 :- circle(C).
{ holds(C, V) : on(L, C) } 1 :- line(L), value(V).
:- triangle(A, B, C, T), holds(A, X), holds(B, Y), not holds(C, T - X - Y).
"""


def snail_has_second(snail: Snail, board: dict[Place, str]) -> bool:
    at = {place: i for i, place in enumerate(spiral(snail.side))}
    held = (
        f"holds({at[place]},{snail.key.index(letter)})"
        for place, letter in board.items()
        if letter != EMPTY
    )
    return _is_satisfiable(SNAIL, [*snail_facts(snail), _not_all(held)])


def mno_has_second(puzzle: Mno, board: dict[Place, str]) -> bool:
    held = (_mno_atom(place, told) for place, told in board.items() if told != mno.EMPTY)
    return _is_satisfiable(MNO, [*mno_facts(puzzle), _not_all(held)])


def mno_facts(puzzle: Mno) -> list[str]:
    given = (f"{_mno_atom(place, told)}." for place, told in puzzle.given.items())
    return [f'line(0..{puzzle.side - 1}). kind("M";"N";"O").', *given]


def _mno_atom(place: Place, told: str) -> str:
    i, j = place
    return f"dot({i},{j})" if told == mno.DOT else f'letter({i},{j},"{told}")'


def trid_has_second(puzzle: Trid, board: dict[Place, int]) -> bool:
    held = (f"holds({place},{value})" for place, value in board.items())
    return _is_satisfiable(TRID, [*trid_facts(puzzle), _not_all(held)])


def trid_facts(puzzle: Trid) -> list[str]:
    facts = [f"value({puzzle.low}..{puzzle.high})."]
    facts += [f"circle({place})." for place in trid.circles(puzzle.side)]
    for i, line in enumerate(trid.lines(puzzle.side)):
        facts += [f"line({i}).", *(f"on({i},{place})." for place in line)]
    for triangle, total in puzzle.given.items():
        one, two, three = trid.corners(triangle)
        facts.append(f"triangle({one},{two},{three},{total}).")
    return facts


def _not_all(atoms: Iterable[str]) -> str:
    return f":- {', '.join(atoms)}."


def _is_satisfiable(program: str, facts: list[str]) -> bool:
    control = clingo.Control(["--models=1", "--warn=none"])
    control.add("base", [], program + "".join(facts))
    control.ground([("base", [])])
    return bool(control.solve().satisfiable)
