"""Minimal clues of a board: irreducible by deletion with core refinement, or the fewest there are.

Both ask a solver for a second board, one that keeps some clues and is not the board itself.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from math import inf
from typing import Any

from .. import registry
from ..deadline import Deadline
from ..engines import Assignment, paths, sat
from ..engines.sat.deletion import deletion
from ..engines.sat.hitman import SmallestHittingSets
from ..engines.sat.session import Session
from ..engines.sat.solvers import Undecided
from ..kinds import Constraint
from ..model import Rule
from ..puzzle import Clue, OutOfTime, Shape
from .targets import Group, Groups

# For each group of clues a second board that keeps all the others, where one is known.
SecondBoards = dict[Group, Assignment]
# Asks for a second board that keeps some groups, within a number of conflicts if one is given.
Ask = Callable[..., Assignment | None]
# The conflicts that a question about a clue may take before others are asked first. Most take
# fewer; the others become easier as clues are left out: Trid 16 takes a quarter of the time.
FIRST_LIMIT = 50


class ClueSolver:
    """A solver that is asked about the clues of one board after another."""

    def __init__(
        self,
        family: str,
        shape: Shape,
        solver: Callable[[], Any],  # Any: pysat has no types
        fixed: Group = (),  # clues that are always given
    ) -> None:
        self._family = family
        self._shape = shape
        self._fixed = fixed
        self._solver = solver
        self._session: Session | None = None  # until there is something to ask
        # Selectors of the clues so far.
        self._selectors: dict[Clue, int] = {}

    def session(self, deadline: Deadline) -> Session:
        if self._session is None:
            model = registry.model(self._family, self._shape)
            self._session = Session(model, deadline, self._solver)
        return self._session

    def second(self, board: Assignment, groups: Groups, deadline: Deadline) -> Assignment | None:
        """Another board that keeps these clues, if there is one."""
        model = registry.model(self._family, self._shape)
        clues = [clue for group in (self._fixed, *groups) for clue in group]
        if paths.has_paths(model, map(self._rule, clues)):
            rules = [*map(self._rule, clues)]
            # Not by what is compiled, which left out the clues: this is to be a second opinion.
            constraints = [rule.constraint for rule in (*model.rules, *rules)]
            left = paths.narrowed_plainly(model, constraints, deadline)
            return sat.second(left, model, rules, board, deadline, self._solver)
        with self._second_boards(board, groups, deadline) as ask:
            return ask(groups)

    def irreducible(
        self, board: Assignment, groups: Groups, deadline: Deadline, most: float = inf
    ) -> SecondBoards | None:
        """An irreducible part of the groups that leaves the board unique, by deletion.

        Each group is left out unless there is then a second board, which is returned with it;
        otherwise the groups still open are refined to the solver's core. None where all groups
        together are not enough. Hard questions wait for the easy ones; Undecided is raised where
        they may take more conflicts than `most`.
        """
        with self._second_boards(board, groups, deadline) as ask:
            if ask(groups):
                return None
            remaining = self._core(groups)
            needed: SecondBoards = {}
            limit, spent = FIRST_LIMIT, 0
            while remaining:
                if spent + limit * len(remaining) > most and limit > FIRST_LIMIT:
                    raise Undecided
                remaining = self._delete(remaining, needed, partial(ask, conflicts=limit))
                spent += limit * len(remaining)
                limit *= 2
            return needed

    def deleted(
        self, board: Assignment, groups: Groups, deadline: Deadline, _most: float = inf
    ) -> SecondBoards | None:
        """The same without cores: a group is left out, from the last to the first, if the rest is
        enough. Which are left depends on nothing but their order."""
        with self._second_boards(board, groups, deadline) as ask:
            if ask(groups):
                return None
            remaining, needed = list(groups), SecondBoards()
            while remaining:
                group = remaining.pop()
                second = ask([*needed, *remaining])
                if second:
                    needed[group] = second
            return needed

    def _delete(self, remaining: Groups, needed: SecondBoards, ask: Ask) -> Groups:
        """Try to leave out each remaining group, and add the needed ones; those left undecided."""
        before = [*needed]

        def core(group: Group, rest: Groups) -> Groups | None:
            second = ask([*before, *rest])
            if second is None:
                return self._core(rest)
            needed[group] = second
            return None

        *_, last = deletion(remaining, core)
        return last.rest[::-1]

    def fewest(
        self, board: Assignment, groups: Groups, best: Groups, deadline: Deadline
    ) -> tuple[Groups, int]:
        """The fewest groups that leave no second board, and a lower bound on their number.

        By implicit hitting sets: the groups that a second board breaks are a correction set, one
        of which must be given; a smallest hitting set leaves one more second board, or it is the
        answer.
        """
        at_least = 0
        with self._second_boards(board, groups, deadline) as ask, SmallestHittingSets() as sets:
            try:
                while True:
                    chosen = [groups[i] for i in sets.smallest(deadline)]
                    at_least = len(chosen)
                    if at_least == len(best):
                        return best, at_least
                    second = ask(chosen)
                    if second is None:
                        return chosen, at_least
                    sets.add(self._correction_set(second, groups, ask))
            except OutOfTime:
                return best, at_least

    def _correction_set(self, board: Assignment, groups: Groups, ask: Ask) -> list[int]:
        """The groups that some second board breaks, minimal, grown from the one found."""
        kept: Groups = []
        broken: list[int] = []
        for i, group in enumerate(groups):
            if not self.keeps(board, group):
                later = [other for other in groups[i + 1 :] if self.keeps(board, other)]
                grown = ask([*kept, group, *later])
                if grown is None:
                    broken.append(i)
                    continue
                board = grown
            kept.append(group)
        return broken

    def keeps(self, board: Assignment, group: Group) -> bool:
        """Whether a board keeps the clues, asked of their rules themselves."""
        return all(constraint.holds(board) for constraint in self.constraints(group))

    def constraints(self, group: Group) -> list[Constraint]:
        return [self._rule(clue).constraint for clue in group]

    def _rule(self, clue: Clue) -> Rule:
        return registry.rule(self._family, self._shape, clue)

    @contextmanager
    def _second_boards(
        self, board: Assignment, groups: Groups, deadline: Deadline
    ) -> Iterator[Ask]:
        """How to ask for boards other than this one that keep some groups, while it lasts."""
        session = self.session(deadline)
        clues = [clue for group in (self._fixed, *groups) for clue in group]
        self._encode(session, clues, deadline)
        session.activate(self._assumptions(groups))
        guard = session.block(session.facts(board))

        def ask(kept: Iterable[Group], conflicts: int | None = None) -> Assignment | None:
            assumptions = self._assumptions(kept)
            session.activate(assumptions)
            facts = session.ask([guard, *assumptions], deadline, conflicts)
            return None if facts is None else session.board(facts)

        try:
            yield ask
        finally:
            session.retire(guard)

    def _encode(self, session: Session, clues: list[Clue], deadline: Deadline) -> None:
        new = [clue for clue in clues if clue not in self._selectors]
        if new:
            selectors = session.assumptions(map(self._rule, new), deadline)
            self._selectors.update(zip(new, selectors, strict=True))

    def _core(self, groups: Groups) -> Groups:
        """Those of the groups in the solver's core, after it found no second board."""
        assert self._session, "a question was asked"
        core = set(self._session.core())
        return [group for group in groups if not core.isdisjoint(map(self._selectors.get, group))]

    def _assumptions(self, groups: Iterable[Group]) -> list[int]:
        return [self._selectors[clue] for group in (self._fixed, *groups) for clue in group]
