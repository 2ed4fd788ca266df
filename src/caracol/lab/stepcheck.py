"""Checks the steps of an explanation, sharing nothing with what found them but the rules' `holds`.

A rule alone is filled in cell by cell, going back as soon as it is broken; values for which that
fails are struck out. A path is read by its automaton from both ends instead, and where a rule
counts, so does the checker. Rules meet only in the cells they share: when each of those has one
value and every rule can still be filled in, there is a board that keeps them all.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from ..deadline import NEVER, Deadline
from ..explanations.step import Step
from ..explanations.told import Told
from ..kinds import Constraint, Count, Domains, Regular
from ..kinds.automata import DEAD
from ..model import Rule
from ..puzzle import Cell, Fact, Value

Left = dict[Cell, tuple[Value, ...]]


def faults(domains: Domains, step: Step, deadline: Deadline = NEVER) -> Iterator[str]:
    """What is wrong with a step: what does not follow, and what it could do without."""
    rules, reads, derives = step.because, step.reads, step.derives
    for fact in derives:
        if not follow(domains, rules, reads, [fact], deadline):
            yield f"it does not follow that {_words(fact)}"
            return
    for i, rule in enumerate(rules):
        if follow(domains, (*rules[:i], *rules[i + 1 :]), reads, derives, deadline):
            yield f"not needed: {rule.sentence}"
    for cell in step.cells_read:
        fewer = [fact for fact in reads if fact.cell != cell]
        if follow(domains, rules, fewer, derives, deadline):
            yield f"not needed: {cell}"


def unknown(left: Domains, step: Step | Told) -> Iterator[str]:
    """What a step reads that is not known where these values are left."""
    for fact in step.reads:
        here = left[fact.cell]
        if fact.value in here if not fact.holds else here != (fact.value,):
            yield f"not known: {_words(fact)}"


def told_faults(
    domains: Domains, left: Domains, told: Told, deadline: Deadline = NEVER
) -> Iterator[str]:
    """What is wrong with a told step, where these values are left before it.

    Each part must be right and read only what the told step reads or an earlier part derives; and
    what the parts say together must be what the told step says.
    """
    yield from unknown(left, told)
    known = after(domains, told.reads)
    for part in told.parts:
        yield from unknown(known, part)
        yield from faults(domains, part, deadline)
        known = after(known, part.derives)
    if after(left, told.derives) != after(left, (f for part in told.parts for f in part.derives)):
        yield "it does not say what its parts say"
    if {*told.because} != {rule for part in told.parts for rule in part.because}:
        yield "it does not have the rules of its parts"
    if after(left, told.derives) != told.left:
        yield "other candidates are left than it says"


def _words(fact: Fact) -> str:
    return f"{fact.cell} is {'' if fact.holds else 'not '}{fact.value}"


def follow(
    domains: Domains,
    rules: Iterable[Rule],
    reads: Iterable[Fact],
    derives: Collection[Fact],
    deadline: Deadline = NEVER,
) -> bool:
    """Whether the facts read and the rules leave no board where something derived fails."""
    constraints = [rule.constraint for rule in rules]
    if not all(constraint.holds({}) for constraint in constraints):
        return True  # whatever the cells hold
    cells = {cell for constraint in constraints for cell in constraint.cells}
    cells |= {fact.cell for fact in derives}
    left = after({cell: domains[cell] for cell in cells}, reads)
    struck = _struck(left, constraints, cells)
    if struck is None:
        return True
    failing = (
        (fact.cell, after(struck, [fact._replace(holds=not fact.holds)])) for fact in derives
    )
    return not any(_has_board(left, constraints, cell, deadline) for cell, left in failing)


def after(left: Domains, facts: Iterable[Fact]) -> Left:
    """The values still possible when these facts are known too; other cells are left aside."""
    kept = dict(left)
    for cell, value, holds in facts:
        if cell in kept:
            kept[cell] = tuple(other for other in kept[cell] if (other == value) == holds)
    return kept


def _has_board(
    left: Domains, constraints: Collection[Constraint], changed: Cell, deadline: Deadline
) -> bool:
    """Whether all constraints can be kept with the values left, of which those of one cell are
    fewer than when each constraint was last looked at."""
    deadline.check()
    struck = _struck(left, constraints, {changed})
    if struck is None:
        return False
    meeting = Counter(cell for constraint in constraints for cell in set(constraint.cells))
    shared = [cell for cell in meeting if meeting[cell] > 1 and len(struck[cell]) > 1]
    if not shared:
        return True
    # Few values and many rules first: there the search ends soonest.
    cell = min(shared, key=lambda cell: len(struck[cell]) / meeting[cell])
    tried = (struck | {cell: (value,)} for value in struck[cell])
    return any(_has_board(left, constraints, cell, deadline) for left in tried)


def _struck(left: Domains, constraints: Collection[Constraint], changed: set[Cell]) -> Left | None:
    """The values that no constraint alone forbids; None where a cell has none."""
    kept = dict(left)
    waiting = [constraint for constraint in constraints if changed & set(constraint.cells)]
    while waiting and all(kept.values()):
        constraint = waiting.pop()
        fewer = _possible(constraint, kept)
        changed = {cell for cell, values in fewer.items() if len(values) < len(kept[cell])}
        kept |= fewer
        waiting += (
            other
            for other in constraints
            if changed & set(other.cells) and other is not constraint and other not in waiting
        )
    return kept if all(kept.values()) else None


def _possible(constraint: Constraint, left: Domains) -> Left:
    """The values of the constraint's cells with which it can be filled in to the end."""
    if isinstance(constraint, Regular) and len({*constraint.path}) == len(constraint.path):
        return _read(constraint, left)
    if isinstance(constraint, Count) and len({*constraint.cells}) == len(constraint.cells):
        return _counted(constraint, left)
    tried = {cell: [*left[cell]] for cell in constraint.cells}
    seen: dict[Cell, set[Value]] = {cell: set() for cell in tried}
    for cell, values in tried.items():
        for value in values:
            if value not in seen[cell]:
                filled = _filled(constraint, tried | {cell: [value]}, seen)
                for other, held in (filled or {}).items():
                    seen[other].add(held)
    return {cell: tuple(v for v in left[cell] if v in seen[cell]) for cell in tried}


def _counted(count: Count, left: Domains) -> Left:
    """The same of a count: there is room for one more, or one less is still enough."""
    counted = {*count.values}
    sure = {cell for cell in count.cells if counted.issuperset(left[cell])}
    able = {cell for cell in count.cells if not counted.isdisjoint(left[cell])}
    if len(sure) > count.high or len(able) < count.low:
        return dict.fromkeys(count.cells, ())
    possible: Left = {}
    for cell in count.cells:
        may = cell in sure or len(sure) < count.high
        need_not = cell not in able or len(able) > count.low
        possible[cell] = tuple(v for v in left[cell] if (may if v in counted else need_not))
    return possible


def _read(path: Regular, left: Domains) -> Left:
    """The same of a path: values that lead from where it may come from to where it may go on."""
    automaton, cells = path.automaton, path.path
    before = [{0}]
    for cell in cells:
        before.append({automaton.move(s, v) for s in before[-1] for v in left[cell]} - {DEAD})
    after = {state for state in before[-1] if automaton.accepts(state)}
    possible: Left = {}
    for cell, states in zip(reversed(cells), reversed(before[:-1]), strict=True):
        fitting = {(s, v) for s in states for v in left[cell] if automaton.move(s, v) in after}
        values = {value for _, value in fitting}
        possible[cell] = tuple(value for value in left[cell] if value in values)
        after = {state for state, _ in fitting}
    return possible


def _filled(
    constraint: Constraint, tried: Mapping[Cell, list[Value]], seen: Mapping[Cell, set[Value]]
) -> dict[Cell, Value] | None:
    """A way to fill in the constraint's cells, along them; values not seen yet come first."""
    cells = constraint.cells
    board: dict[Cell, Value] = {
        cell: values[0] for cell, values in tried.items() if len(values) == 1
    }
    if not constraint.holds(board):
        return None
    open_cells = [cell for cell in cells if cell not in board]

    def fill(depth: int) -> bool:
        if depth == len(open_cells):
            return True
        cell = open_cells[depth]
        for value in sorted(tried[cell], key=lambda value: value in seen[cell]):
            board[cell] = value
            if constraint.holds(board) and fill(depth + 1):
                return True
        del board[cell]
        return False

    return board if fill(0) else None
