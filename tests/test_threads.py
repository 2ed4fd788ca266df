"""The library may be asked from many threads at once."""

import subprocess
import sys

import pytest

import caracol
import threads


@pytest.mark.slow
@pytest.mark.parametrize("family", threads.SHAPES)
def test_eight_threads_get_the_answers_that_one_gets(family: str) -> None:
    size, _ = threads.SHAPES[family]
    texts = [caracol.show(puzzle).strip() for puzzle in caracol.generate(family, size, count=2)]
    command = [sys.executable, str(threads.__file__), family, "\n\n".join(texts)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr, done.stderr
