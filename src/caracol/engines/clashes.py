"""The fewest rules that cannot all be kept."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from pysat.solvers import Minisat22

from ..model import Constraint, Domains
from ..puzzle import OutOfTime
from . import Deadline
from .encode import Encoder
from .hitting import Hitting


class Clash(NamedTuple):
    """Rules, by number, that cannot all be kept, and whether no fewer clash."""

    rules: tuple[int, ...]
    proved: bool


def smallest_clash(domains: Domains, rules: Sequence[Constraint], deadline: Deadline) -> Clash:
    """The fewest of the rules that cannot all be kept; all together they cannot.

    Every board breaks some rules, and one of them must be among those that clash.
    """
    encoder = Encoder(domains)
    switches = [encoder.switch(rule) for rule in rules]
    with Minisat22(bootstrap_with=encoder.clauses) as solver, Hitting() as hitting:
        try:
            while True:
                chosen = hitting.smallest()
                if not solver.solve(assumptions=[switches[i] for i in chosen]):
                    return Clash(tuple(sorted(chosen)), True)
                deadline.left()
                hitting.add(_correction(solver, switches))
        except OutOfTime:
            return Clash(_irreducible(solver, switches), False)


def _correction(solver: Any, switches: list[int]) -> list[int]:  # noqa: ANN401 pysat has no types
    """Rules that some board breaks, as few as can be, starting from the solver's board."""
    model = set(solver.get_model())
    kept = {switch for switch in switches if switch in model}
    lost = []
    for i, switch in enumerate(switches):
        if switch not in model and solver.solve(assumptions=[*kept, switch]):
            model = set(solver.get_model())
        if switch in model:  # perhaps by chance only now, and not for long unless it is asked for
            kept.add(switch)
        else:
            lost.append(i)
    return lost


def _irreducible(solver: Any, switches: list[int]) -> tuple[int, ...]:  # noqa: ANN401 pysat has no types
    kept = list(range(len(switches)))
    for i in range(len(switches)):
        rest = [j for j in kept if j != i]
        if i in kept and not solver.solve(assumptions=[switches[j] for j in rest]):
            core = set(solver.get_core() or ())
            kept = [j for j in rest if switches[j] in core]
    return tuple(kept)
