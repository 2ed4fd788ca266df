"""Time limits that do not depend on what the work is doing when they end."""

import random
import signal
import time
import weakref

import pytest

from caracol.deadline import within
from caracol.puzzle import OutOfTime


class SlowToGo:
    def __del__(self) -> None:
        busy(0.4)


class Gone:
    def __init__(self) -> None:
        weakref.finalize(self, busy, 0.4)


def busy(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def delete_and_go_on(kind: type[SlowToGo] | type[Gone]) -> None:
    with within(0.01):
        thing = kind()
        del thing
        busy(5)
        pytest.fail("the time limit was lost")


@pytest.mark.parametrize("kind", [SlowToGo, Gone])
def test_an_alarm_waits_until_an_object_is_deleted(kind: type[SlowToGo] | type[Gone]) -> None:
    """Raised inside `__del__` or a callback, an exception would be printed and lost."""
    with pytest.raises(OutOfTime):
        delete_and_go_on(kind)


def test_an_alarm_that_rings_on_the_way_out_rings_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("caracol.deadline.LATER", 0.0)
    seconds, rng, late = 0.0005, random.Random(1), list[OutOfTime]()
    for _ in range(3000):
        end = time.monotonic() + seconds + rng.uniform(-3e-5, 3e-5)
        try:
            with within(seconds):
                while time.monotonic() < end:
                    pass
        except OutOfTime as error:
            late = [error]  # which keeps all that was under way
        assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
        assert signal.getsignal(signal.SIGALRM) is signal.SIG_DFL
    assert late
