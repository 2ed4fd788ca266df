"""A census of the boards of a puzzle: how many there are, and how many hold each fact.

Boards are counted up to a limit. Beyond it, counts of facts are lower bounds, and two more things
are known of each: whether any board holds it, and whether more than one does.
"""

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ...deadline import Deadline
from ...model import Model, Rule
from ...puzzle import Cell, OutOfTime, Value
from . import borrowed
from .session import Session

# Seconds between two censuses of one that grows.
PAUSE = 0.1


@dataclass(frozen=True, slots=True)
class Census:
    """How many boards there are, and for each value of each cell how many of them hold it."""

    boards: int
    more: bool  # than those counted
    facts: Mapping[Cell, Mapping[Value, int]]
    sure: bool = True  # whether it is known which facts no board holds, or just one
    growing: bool = False  # whether there is more to come


def census(model: Model, clues: tuple[Rule, ...], limit: int, deadline: Deadline) -> Census:
    """The boards that keep the clues, as far as there is time."""
    *_, last = censuses(model, clues, limit, deadline)
    return last


def censuses(
    model: Model, clues: tuple[Rule, ...], limit: int, deadline: Deadline
) -> Iterator[Census]:
    """The census as it grows, every now and then, and at last as `census` has it."""
    counted: Counter[int] = Counter()
    with borrowed(model, deadline) as session:
        literals = {
            session.fact(cell, value): (cell, value)
            for cell, values in model.cells.items()
            for value in values
        }
        assumptions = session.assumptions(clues, deadline)
        session.activate(assumptions)
        boards, more, sure = 0, True, False
        search = _Boards(session, assumptions, deadline)
        told = time.monotonic()
        try:
            for board in search.every():
                counted.update(board)
                if boards == limit:
                    break
                boards += 1
                if time.monotonic() > told + PAUSE:
                    yield Census(boards, True, _facts(model, literals, counted), False, True)
                    told = time.monotonic()
            else:
                more, sure = False, True
            if more:
                _look_for_rare(search, [*literals], counted)
                sure = True
        except OutOfTime:
            pass
        finally:
            search.close()
    yield Census(boards, more, _facts(model, literals, counted), sure)


def _facts(
    model: Model, literals: Mapping[int, tuple[Cell, Value]], counted: "Counter[int]"
) -> Mapping[Cell, Mapping[Value, int]]:
    facts: dict[Cell, dict[Value, int]] = {cell: {} for cell in model.cells}
    for literal, (cell, value) in literals.items():
        if counted[literal]:
            facts[cell][value] = counted[literal]
    return facts


class _Boards:
    """Boards that were not found before."""

    def __init__(self, session: Session, assumptions: list[int], deadline: Deadline) -> None:
        self._session, self._assumptions, self._deadline = session, assumptions, deadline
        self._given = frozenset(assumptions)
        self._guard = 0

    def every(self) -> Iterator[list[int]]:
        while board := self.another():
            yield board

    def another(self, *facts: int) -> list[int] | None:
        """A board not found before that holds these facts, as the facts that it holds."""
        guard = [self._guard] if self._guard else []
        found = self._session.ask([*guard, *self._assumptions, *facts], self._deadline)
        if found:
            open_facts = [fact for fact in found if fact not in self._given]
            self._guard = self._session.block(open_facts, self._guard)
        return found

    def close(self) -> None:
        self._session.retire(self._guard)


def _look_for_rare(search: _Boards, facts: list[int], counted: "Counter[int]") -> None:
    """Look for a second board that holds each fact, and before that for a first."""
    for fact in facts:
        while counted[fact] < 2:
            board = search.another(fact)
            if board is None:
                break
            counted.update(board)
