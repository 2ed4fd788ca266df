"""Exact counting of boards by ganak, projected on the cells, in a process of its own."""

import subprocess
import sys
import tempfile

from ..deadline import Deadline
from ..model import Model, Rule
from ..puzzle import OutOfTime, UsageError
from .sat.encoder import encoder


class Counting:
    """Counts the boards under the clues, projected on the cells, while it lasts."""

    def __init__(self, model: Model, clues: tuple[Rule, ...], deadline: Deadline) -> None:
        self._deadline = deadline
        with tempfile.TemporaryFile("w+", encoding="ascii") as question:
            question.write(_question(model, clues, deadline))
            question.seek(0)
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__],
                stdin=question,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,  # that it has failed is told here
                encoding="ascii",
            )

    def __enter__(self) -> "Counting":
        return self

    def __exit__(self, *_: object) -> None:
        with self._process:  # closes its streams and waits
            self._process.kill()

    @property
    def is_done(self) -> bool:
        return self._process.poll() is not None

    def result(self) -> int:
        """The number of boards, once it is known."""
        try:
            counted, _ = self._process.communicate(timeout=self._deadline.left())
        except subprocess.TimeoutExpired:
            raise OutOfTime("out of time") from None
        if self._process.returncode:
            raise UsageError("the counting process was ended: too little memory, or killed")
        return int(counted.split()[-1])


def _question(model: Model, clues: tuple[Rule, ...], deadline: Deadline) -> str:
    """The number of facts, of variables, and clauses."""
    out = encoder(model.cells, deadline.check)
    for rule in (*model.rules, *clues):
        rule.constraint.lower(out)
        deadline.check()
    out.write([*out.deferred])
    lines = [f"{len(out.facts)} {out.top}"]
    return "\n".join([*lines, *(" ".join(map(str, clause)) for clause in out.clauses)])


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
