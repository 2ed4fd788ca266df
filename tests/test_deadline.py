"""Time limits that do not depend on what the work is doing when they end."""

import time

import pytest

from caracol.deadline import within
from caracol.puzzle import OutOfTime


class SlowToGo:
    def __del__(self) -> None:
        busy(0.4)


def busy(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def delete_and_go_on() -> None:
    with within(0.01):
        thing = SlowToGo()
        del thing
        busy(5)
        pytest.fail("the time limit was lost")


def test_an_alarm_waits_until_an_object_is_deleted() -> None:
    """Raised inside `__del__`, an exception would be printed and lost."""
    with pytest.raises(OutOfTime):
        delete_and_go_on()
