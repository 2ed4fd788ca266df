"""Time limits that do not depend on what the work is doing when they end."""

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
