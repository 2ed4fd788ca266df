"""A solver that is asked about clues: is there a second board, which clues can go, how few do."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from math import inf
from typing import Any

from .. import registry
from ..deadline import Deadline
from ..engines import Board
from ..engines.sat.hitman import Hitting
from ..engines.sat.session import Session
from ..engines.sat.solvers import Undecided
from ..model import Constraint, Rule
from ..puzzle import Clue, OutOfTime, Shape
from .targets import Group, Groups

# For each group of clues a second board that appears without it, where one is known.
Witnesses = dict[Group, Board]
# Asks for a board that keeps some groups, with so many conflicts at most if a number is given.
Ask = Callable[..., Board | None]
# So many conflicts a question about a clue may take before others are asked first. Most take fewer;
# the others become easier as clues go: Trid 16 takes a quarter of the time.
FIRST_PATIENCE = 50


class Examiner:
    """Asks a solver of some make about the clues of one board after the other."""

    def __init__(
        self,
        family: str,
        shape: Shape,
        solver: Callable[[], Any],  # Any: pysat has no types
    ) -> None:
        self._family = family
        self._shape = shape
        self._solver = solver
        self._sessions: list[Session] = []  # one, once there is something to ask
        # What each clue met so far is to the session.
        self._literals: dict[Clue, int] = {}

    def session(self, deadline: Deadline) -> Session:
        if not self._sessions:
            model = registry.model(self._family, self._shape)
            self._sessions.append(Session(model, deadline, self._solver))
        return self._sessions[0]

    def second(self, board: Board, groups: Groups, deadline: Deadline) -> Board | None:
        """Another board that keeps these clues, if there is one."""
        with self._without(board, groups, deadline) as ask:
            return ask(groups)

    def irreducible(
        self, board: Board, groups: Groups, deadline: Deadline, most: float = inf
    ) -> Witnesses | None:
        """The groups that remain when every one that can go has gone, the solver saying which.

        With each, another board that keeps all the rest; None where all groups are not enough.
        Hard questions wait for the easy ones; Undecided where they may take more conflicts.
        """
        with self._without(board, groups, deadline) as ask:
            if ask(groups):
                return None
            candidates = self._blamed(groups)
            needed: Witnesses = {}
            patience, spent = FIRST_PATIENCE, 0
            while candidates:
                if spent + patience * len(candidates) > most and patience > FIRST_PATIENCE:
                    raise Undecided
                candidates = self._sifted(candidates, needed, partial(ask, conflicts=patience))
                spent += patience * len(candidates)
                patience *= 2
            return needed

    def _sifted(self, candidates: Groups, needed: Witnesses, ask: Ask) -> Groups:
        """Tell groups that are needed from those that can go; the ones left undecided."""
        undecided: Groups = []
        while candidates:
            group = candidates.pop()
            try:
                witness = ask([*needed, *undecided, *candidates])
            except Undecided:
                undecided.append(group)
                continue
            if witness:
                needed[group] = witness
            else:
                candidates, undecided = self._blamed(candidates), self._blamed(undecided)
        return undecided[::-1]

    def fewest(
        self, board: Board, groups: Groups, best: Groups, deadline: Deadline
    ) -> tuple[Groups, int]:
        """The fewest groups that leave no second board, and how many are needed at least.

        Every other board breaks some groups, one of which must be given: a smallest set that meets
        all of those is too small, or it is the answer.
        """
        at_least = 0
        with self._without(board, groups, deadline) as ask, Hitting() as hitting:
            try:
                while True:
                    chosen = [groups[i] for i in hitting.smallest(deadline)]
                    at_least = len(chosen)
                    if at_least == len(best):
                        return best, at_least
                    other = ask(chosen)
                    if other is None:
                        return chosen, at_least
                    hitting.add(self._broken(other, groups, ask))
            except OutOfTime:
                return best, at_least

    def _broken(self, board: Board, groups: Groups, ask: Ask) -> list[int]:
        """Groups that some other board breaks, as few as can be, starting from the one found."""
        kept: Groups = []
        broken: list[int] = []
        for i, group in enumerate(groups):
            if not self.keeps(board, group):
                later = [other for other in groups[i + 1 :] if self.keeps(board, other)]
                mended = ask([*kept, group, *later])
                if mended is None:
                    broken.append(i)
                    continue
                board = mended
            kept.append(group)
        return broken

    def keeps(self, board: Board, group: Group) -> bool:
        """Whether a board keeps the clues, asked of their rules themselves."""
        return all(constraint.holds(board) for constraint in self.constraints(group))

    def constraints(self, group: Group) -> list[Constraint]:
        return [self._rule(clue).constraint for clue in group]

    def _rule(self, clue: Clue) -> Rule:
        return registry.rule(self._family, self._shape, clue)

    @contextmanager
    def _without(self, board: Board, groups: Groups, deadline: Deadline) -> Iterator[Ask]:
        """How to ask, while it lasts, for other boards than this one that keep some groups."""
        session = self.session(deadline)
        self._learn(session, [clue for group in groups for clue in group], deadline)
        session.attend(self._assumed(groups))
        guard = session.block(session.facts(board))

        def ask(kept: Iterable[Group], conflicts: int | None = None) -> Board | None:
            assumed = self._assumed(kept)
            session.attend(assumed)
            facts = session.ask([guard, *assumed], deadline, conflicts)
            return None if facts is None else session.board(facts)

        try:
            yield ask
        finally:
            session.retire(guard)

    def _learn(self, session: Session, clues: list[Clue], deadline: Deadline) -> None:
        fresh = [clue for clue in clues if clue not in self._literals]
        if fresh:
            literals = session.assumptions(map(self._rule, fresh), deadline)
            self._literals.update(zip(fresh, literals, strict=True))

    def _blamed(self, groups: Groups) -> Groups:
        """The groups that the solver needed to find no other board."""
        core = set(self._sessions[0].core())
        return [group for group in groups if not core.isdisjoint(map(self._literals.get, group))]

    def _assumed(self, groups: Iterable[Group]) -> list[int]:
        return [self._literals[clue] for group in groups for clue in group]
