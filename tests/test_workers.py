"""Work in processes: it comes in order, and can be left at any moment."""

import subprocess
import sys
from pathlib import Path

LEFT_EARLY = """
from functools import partial
from operator import mul

from caracol.workers import in_order

if __name__ == "__main__":
    for _ in range(6):
        results = in_order(partial(mul, "x" * 3_000_000), 1, jobs=2)
        assert len(next(results)) == 3_000_000
        results.close()
    print("left")
"""


def test_workers_left_while_they_send_do_not_keep_the_program_from_ending(
    tmp_path: Path,
) -> None:
    program = tmp_path / "left_early.py"
    program.write_text(LEFT_EARLY)
    done = subprocess.run(
        [sys.executable, str(program)], capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stdout) == (0, "left\n")
