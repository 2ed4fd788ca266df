"""The kernel: a few general kinds of constraints, each in a module that says all about it.

A kind is a frozen record that names its cells and can

- check a board (`holds`): this defines what it means; every solution is checked by it, and it
  shares no code with any encoding;
- lower itself to clauses and linear sums (`lower`, see `lowering`): all that engines, exports,
  explanations and certificates need to handle it;
- say which values count alike for it (`distinguishes`), and itself of other cells (`moved`);
- say itself in clauses over facts alone where these are few (`direct`), for explanations in words
  and as a yardstick for `lower`, and whether unit propagation on these finds all (`is_plain`);
- say what it costs to think of (`cost`) and what it is about (`topic`).

`Is` gives a cell its value; `Count`, `Differ` and `Sum` count and add; `Regular` reads a path with
a finite automaton (Pesant 2004), which covers orders, views, runs and sums between marks;
`automata` has those for orders, `unfolding` and `suffixes` are the two ways to lower one. `Forbid`
lists what some cells must not hold together; `Stands` places a value among two others; `Together`
makes one thought of several constraints.
`Stands` is the one special kind: as forbidden combinations it would take n³/6 clauses a line, and
with automata in its place an MNO of 7 takes five times as long to solve (1.66 ms instead of 0.32),
a step of an explanation twice as long (MNO 6: 3.6 ms instead of 1.7).

To add a kind, write a record with these methods, here or in a package of your own; engines that
know a better way to say it may match on it.
"""

from .automata import DONE, Automaton
from .constraint import Clause, Constraint, Domains
from .count import Count
from .differ import Differ
from .forbid import Forbid
from .regular import Regular
from .stands import Stands, Where
from .sum import Sum
from .together import Together
from .value import Is

__all__ = [
    "DONE",
    "Automaton",
    "Clause",
    "Constraint",
    "Count",
    "Differ",
    "Domains",
    "Forbid",
    "Is",
    "Regular",
    "Stands",
    "Sum",
    "Together",
    "Where",
]
