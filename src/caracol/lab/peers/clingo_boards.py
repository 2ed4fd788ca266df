"""clingo: how many boards, up to a limit? A program of its own for each puzzle."""

import clingo

from .clingo import SNAIL, snail_facts
from .clingo_second import MNO, TRID, mno_facts, trid_facts
from .cube import CONTACTS, FACES, TOTAL, Cube
from .mno import Mno
from .snail import Snail
from .trid import Trid

CUBE = """
{ turn(F, R) : place(R) } = 1 :- face(F).
shows(F, S, D) :- turn(F, R), digit(F, S, R, D).
:- touch(F, S, G, T), shows(F, S, D), not shows(G, T, total - D).
#show turn/2.
"""


def snail(puzzle: Snail, limit: int) -> int:
    return _count(SNAIL, snail_facts(puzzle), limit)


def mno(puzzle: Mno, limit: int) -> int:
    return _count(MNO, mno_facts(puzzle), limit)


def trid(puzzle: Trid, limit: int) -> int:
    return _count(TRID, trid_facts(puzzle), limit)


def cube(puzzle: Cube, limit: int) -> int:
    facts = [f"#const total={TOTAL}. place(0..{puzzle.length - 1})."]
    facts += [f"face({face})." for face in FACES]
    facts += [
        f"digit({face},{side},{turn},{puzzle.digit(face, side, turn)})."
        for face in FACES
        for side in range(4)
        for turn in range(puzzle.length)
    ]
    facts += [f"touch({face},{side},{other},{at})." for face, side, other, at in CONTACTS]
    return _count(CUBE, facts, limit)


def _count(program: str, facts: list[str], limit: int) -> int:
    control = clingo.Control([f"--models={limit}", "--warn=none"])
    control.add("base", [], program + "".join(facts))
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        return sum(1 for _ in models)
