"""clingo: each puzzle is an answer set program of its own, as its users would write it."""

import clingo

from .snail import EMPTY, Snail, run, spiral

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


def is_unique(snail: Snail) -> bool:
    """Solve a Magic Snail and look for a second solution."""
    control = clingo.Control(["--models=2", "--warn=none"])
    control.add("base", [], SNAIL + "".join(snail_facts(snail)))
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        return sum(1 for _ in models) == 1


def snail_facts(snail: Snail) -> list[str]:
    side, key, given = snail
    facts = [f"#const n={side}. #const k={len(key)}. line(0..n-1). letter(0..k-1)."]
    for at, (i, j) in enumerate(spiral(side)):
        facts.append(f"cell({at},{i},{j}).")
        value = given.get((i, j))
        if value:
            told = f"empty({at})." if value == EMPTY else f"holds({at},{key.index(value)})."
            facts.append(told)
    return facts


if __name__ == "__main__":
    run(is_unique)
