"""clingo: each puzzle is an answer set program of its own, as its users would write it."""

import clingo

from ...families.magic_snail import size
from ...families._grid import cell, spiral
from ...puzzle import Puzzle

SNAIL = """
1 { holds(P, X) : letter(X) } 1 :- filled(P).
{ filled(P) : cell(P, R, C) }.
:- row(R), letter(X), not 1 { holds(P, X) : cell(P, R, C) } 1.
:- row(C), letter(X), not 1 { holds(P, X) : cell(P, R, C) } 1.
turn(0, 0).
turn(P + 1, X) :- cell(P, _, _), turn(P, X), not filled(P).
turn(P + 1, (X + 1) \\ k) :- turn(P, X), filled(P), P < n * n.
:- holds(P, X), not turn(P, X).
#show holds/2.
"""


def is_unique(puzzle: Puzzle) -> bool:
    """Solve a Magic Snail and look for a second solution."""
    side, key = size(puzzle.shape)
    control = clingo.Control(["--models=2", f"-c n={side}", f"-c k={len(key)}", "--warn=none"])
    place = {cell(i, j): at for at, (i, j) in enumerate(spiral(side))}
    told = [f"row(0..{side - 1}). letter(0..{len(key) - 1})."]
    told += [f"cell({at},{i},{j})." for at, (i, j) in enumerate(spiral(side))]
    for where, value in puzzle.clues:
        at = place[where]
        told.append(
            f":- filled({at})." if value == "-" else f":- not holds({at},{key.index(value)})."
        )
    control.add("base", [], SNAIL + "\n".join(told))
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        return sum(1 for _ in models) == 1
