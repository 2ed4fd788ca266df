"""clingo: each question is an answer set program of its own, as its users would write it."""

from collections.abc import Iterator
from math import isqrt

import clingo

from . import puzzles
from .puzzles import DOT, EMPTY, Board, Classic, Cube, Known, Mno, Place, Snail, Trid, Unknown

# Stepping by holds(P, X) is more than twice as fast as by turn(P, X), filled(P). That no cell holds
# two letters follows from the turns; saying so only makes grounding longer.
SNAIL = """
{ holds(P, X) : cell(P, R, C) } = 1 :- line(R), letter(X).
{ holds(P, X) : cell(P, R, C) } = 1 :- line(C), letter(X).
filled(P) :- holds(P, X).
turn(0, 0).
turn(P + 1, (X + 1) \\ k) :- holds(P, X).
turn(P + 1, X) :- turn(P, X), not filled(P), P < n * n.
:- holds(P, X), not turn(P, X).
:- empty(P), filled(P).
#show holds/2.
"""

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

# Of the well-known families this one alone.
SUDOKU = """
{ holds((R, C), V) : line(V) } = 1 :- line(R), line(C).
:- holds((R, C), V), holds((R, D), V), C < D.
:- holds((R, C), V), holds((Q, C), V), R < Q.
:- holds((R, C), V), holds((Q, D), V), (R, C) < (Q, D),
   (R - 1) / h = (Q - 1) / h, (C - 1) / w = (D - 1) / w.
"""

CUBE = """
{ turn(F, R) : place(R) } = 1 :- face(F).
shows(F, S, D) :- turn(F, R), digit(F, S, R, D).
:- touch(F, S, G, T), shows(F, S, D), not shows(G, T, total - D).
#show turn/2.
"""


def count(puzzle: Known, limit: int) -> int:
    return _models(program(puzzle), limit)


def has_second(puzzle: Known, board: Board) -> bool:
    """The board is forbidden by a constraint, so that the first answer set decides."""
    return _models(f"{program(puzzle)}:- {', '.join(_atoms(puzzle, board))}.", 1) == 1


def _models(text: str, limit: int) -> int:
    control = clingo.Control([f"--models={limit}", "--warn=none"])
    control.add("base", [], text)
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        return sum(1 for _ in models)


def program(puzzle: Known) -> str:
    match puzzle:
        case Snail():
            rules, facts = SNAIL, _snail_facts(puzzle)
        case Mno():
            rules, facts = MNO, _mno_facts(puzzle)
        case Trid():
            rules, facts = TRID, _trid_facts(puzzle)
        case Cube():
            rules, facts = CUBE, _cube_facts(puzzle)
        case Classic("sudoku"):
            rules, facts = SUDOKU, _sudoku_facts(puzzle)
        case Classic(name):
            raise Unknown(f"does not know {name}")
    return rules + "".join(facts)


def _atoms(puzzle: Known, board: Board) -> Iterator[str]:
    """What holds on a board."""
    match puzzle:
        case Snail():
            at = {place: i for i, place in enumerate(puzzle.path())}
            for place, letter in board.items():
                if letter != EMPTY:
                    yield f"holds({at[place]},{puzzle.key.index(letter)})"
        case Mno():
            for place, value in board.items():
                if value != EMPTY:
                    yield _mno_atom(place, value)
        case Classic():
            for (i, j), value in board.items():
                yield f"holds(({i + 1},{j + 1}),{value})"
        case _:
            for place, value in board.items():
                yield f"holds({place},{value})"


def _snail_facts(snail: Snail) -> Iterator[str]:
    side, key, given = snail
    yield f"#const n={side}. #const k={len(key)}. line(0..n-1). letter(0..k-1)."
    for at, (i, j) in enumerate(snail.path()):
        yield f"cell({at},{i},{j})."
        value = given.get((i, j))
        if value:
            yield f"empty({at})." if value == EMPTY else f"holds({at},{key.index(value)})."


def _mno_facts(puzzle: Mno) -> Iterator[str]:
    yield f'line(0..{puzzle.side - 1}). kind("M";"N";"O").'
    yield from (f"{_mno_atom(place, value)}." for place, value in puzzle.given.items())


def _mno_atom(place: Place, value: str) -> str:
    i, j = place
    return f"dot({i},{j})" if value == DOT else f'letter({i},{j},"{value}")'


def _sudoku_facts(puzzle: Classic) -> Iterator[str]:
    side = puzzle.width
    high = max(n for n in range(1, isqrt(side) + 1) if side % n == 0)
    yield f"#const h={high}. #const w={side // high}. line(1..{side})."
    yield from (f"{atom}." for atom in _atoms(puzzle, puzzle.given))


def _trid_facts(puzzle: Trid) -> Iterator[str]:
    yield f"value({puzzle.low}..{puzzle.high})."
    yield from (f"circle({place})." for place in puzzle.circles())
    for i, line in enumerate(puzzle.lines()):
        yield f"line({i})."
        yield from (f"on({i},{place})." for place in line)
    for (one, two, three), total in puzzle.sums():
        yield f"triangle({one},{two},{three},{total})."


def _cube_facts(cube: Cube) -> Iterator[str]:
    yield f"#const total={puzzles.TOTAL}. place(0..{cube.length - 1})."
    for face in puzzles.FACES:
        yield f"face({face})."
        for side in range(4):
            for turn in range(cube.length):
                yield f"digit({face},{side},{turn},{cube.digit(face, side, turn)})."
    yield from (f"touch({f},{side},{g},{at})." for f, side, g, at in puzzles.CONTACTS)
