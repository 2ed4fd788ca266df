"""Exact counting of boards by ganak, projected on the cells, in a process that can be stopped."""

import subprocess
import sys

from ..model import Model, Rule
from ..puzzle import OutOfTime
from . import Deadline
from .encode import Encoder


def count(model: Model, clues: tuple[Rule, ...], deadline: Deadline) -> int:
    """The number of boards under the clues, whatever the helpers say."""
    encoder = Encoder(model.cells)
    for rule in (*model.rules, *clues):
        encoder.add(rule.constraint)
        deadline.left()
    for literal in list(encoder.deferred):
        encoder.write(literal)
    lines = [f"{encoder.facts} {encoder.top}"]
    lines += [" ".join(map(str, clause)) for clause in encoder.clauses]
    try:
        counted = subprocess.run(
            [sys.executable, "-m", __name__],
            input="\n".join(lines),
            capture_output=True,
            text=True,
            check=True,
            timeout=deadline.left(),
        )
    except subprocess.TimeoutExpired:
        raise OutOfTime("out of time") from None
    return int(counted.stdout.split()[-1])


def main() -> None:
    """Read the number of facts, of variables, and clauses; write the count."""
    import pyganak

    (facts, top), *clauses = ([int(word) for word in line.split()] for line in sys.stdin)
    if [] in clauses:
        counted = 0
    else:
        counter = pyganak.Counter()
        counter.new_vars(top)
        counter.add_clauses(clauses)
        counter.set_sampling_set(range(1, facts + 1))
        counted = counter.count()
    sys.stdout.write(f"{counted}\n")


if __name__ == "__main__":
    main()
