"""Laws of solutions: there is one, it keeps every rule, and whoever looks for it agrees."""

from collections.abc import Iterable
from dataclasses import replace
from importlib.util import find_spec
from itertools import islice

from .. import formats, registry
from ..deadline import NEVER
from ..engines import NEEDS, engine
from ..engines.sat.session import Session
from ..explanations.thoughts import thoughts
from ..explanations.walk import rules_in_pieces
from ..kinds import Together
from ..model import Model, Rule, in_pieces
from ..puzzle import OutOfTime, Puzzle
from ..solve import count, solutions
from .subject import CHANGED, Broken, Subject, changed

# For one question to a slow engine.
SECONDS = 0.5
# Of the direct encoding of an implied rule, the clauses that are proved.
MOST_CLAUSES = 2000


def puzzles_have_one_solution(subject: Subject) -> Broken:
    for puzzle, (text, answer) in zip(subject.puzzles, subject.texts, strict=True):
        found = [*solutions(puzzle, 2)]
        if len(found) != 1:
            yield f"expected one solution, found {'none' if not found else 'more'}:\n{text}"
        shown = formats.show(puzzle, found[0])
        if answer and formats.show(formats.parse(answer)) != shown:
            yield f"expected the solution\n{answer}found\n{shown}"


def a_solution_is_shown_as_a_fully_given_puzzle(subject: Subject) -> Broken:
    for puzzle, solution in subject.solved:
        text = formats.show(puzzle, solution)
        filled = formats.parse(text)
        given = dict(filled.clues)
        if not {*puzzle.clues} <= {*filled.clues} or not {*solution.values} <= {*given}:
            yield f"a clue or a cell is missing in\n{text}"
        if [*solutions(filled, 2)] != [solution]:
            yield f"not itself the only solution:\n{text}"


def solutions_keep_every_rule_and_one_change_breaks_one(subject: Subject) -> Broken:
    rng = subject.rng()
    for puzzle, solution in subject.solved:
        model, clues = registry.model(puzzle.family, puzzle.shape), registry.clues(puzzle)
        board = dict(solution.values)
        some = {cell: value for cell, value in board.items() if rng.random() < 0.5}
        for rule in (*model.rules, *clues):
            if not (rule.constraint.holds(board) and rule.constraint.holds(some)):
                yield f"a solution, or a part of one, does not keep '{rule.sentence}'"
        for other in changed(board, model.cells, rng, 1):
            if not model.broken(other, clues):
                yield f"a second board keeps every rule: {other}"
            if model.keeps(other) != (model.broken(other) is None):
                yield f"rules and lines of rules disagree about {other}"


def engines_agree(subject: Subject) -> Broken:
    installed = [name for name, needs in NEEDS.items() if not needs or find_spec(needs)]
    for puzzle, every in subject.loosened:
        for name in installed:
            try:
                found = [*solutions(puzzle, engine=name, seconds=SECONDS)]
            except OutOfTime:
                continue
            if len(found) != len(every) or any(one not in every for one in found):
                yield f"{name} finds {len(found)} boards, not {len(every)}:\n{formats.show(puzzle)}"


def counting_is_exact(subject: Subject) -> Broken:
    for puzzle, every in subject.loosened:
        found = count(puzzle)
        if found != len(every):
            yield f"counted {found} solutions, not {len(every)}:\n{formats.show(puzzle)}"


def pieces_of_rules_mean_the_same_as_the_rules(subject: Subject) -> Broken:
    rng, cells = subject.rng(), subject.model.cells
    board = dict(subject.solved[0][1].values)
    for rule in (*subject.model.rules, *registry.clues(subject.example)):
        pieces = [*rule.pieces()] if rule.pieces else []
        if not pieces:
            continue
        boards = [*changed(board, cells, rng, 3)]
        for some in ([rule], pieces):
            run = engine("sat")(Model(cells, tuple(some)), (), NEVER)
            boards += islice(run.boards, CHANGED)
        for one in boards:
            if rule.constraint.holds(one) != all(piece.constraint.holds(one) for piece in pieces):
                yield f"'{rule.sentence}' and its pieces disagree about {one}"
    for puzzle, every in subject.loosened:
        whole = Model(registry.model(puzzle.family, puzzle.shape).cells, rules_in_pieces(puzzle))
        found = [*engine("sat")(whole, registry.clues(puzzle), NEVER).boards]
        if len(found) != len(every):
            yield f"the pieces have {len(found)} boards, not {len(every)}:\n{formats.show(puzzle)}"


def what_people_read_as_one_thought_follows_from_the_rules(subject: Subject) -> Broken:
    for puzzle in (subject.example, *subject.generated[:1]):
        own = thoughts(replace(puzzle, clues=()))
        yield from _unfounded(puzzle, (), own)
        for clue in puzzle.clues:
            alone = replace(puzzle, clues=(clue,))
            yield from _unfounded(alone, registry.clues(alone), thoughts(alone)[len(own) :])
    for puzzle, every in subject.loosened[-1:]:
        whole = Model(registry.model(puzzle.family, puzzle.shape).cells, thoughts(puzzle))
        found = [*engine("sat")(whole, registry.clues(puzzle), NEVER).boards]
        if len(found) != len(every):
            yield f"thoughts have {len(found)} boards, not {len(every)}:\n{formats.show(puzzle)}"


def _unfounded(puzzle: Puzzle, clues: tuple[Rule, ...], implied: Iterable[Rule]) -> Broken:
    """Implied rules that some board breaks although it keeps all rules and these clues."""
    model = registry.model(puzzle.family, puzzle.shape)
    session = Session(model, NEVER)
    assumed = session.assumptions(clues, NEVER)
    stated = {rule.constraint for rule in (*in_pieces(model.rules), *model.rules, *clues)}
    for rule in implied:
        whole = rule.constraint
        parts = whole.parts if isinstance(whole, Together) else (whole,)
        for part in parts:
            direct = () if part in stated else part.direct(model.cells) or ()
            for clause in islice(direct, MOST_CLAUSES):
                against = [
                    session.fact(cell, value) * (-1 if holds else 1)
                    for cell, value, holds in clause
                ]
                if session.possible([*assumed, *against]):
                    yield f"'{rule.sentence}' does not follow from the rules"


LAWS = (
    puzzles_have_one_solution,
    a_solution_is_shown_as_a_fully_given_puzzle,
    solutions_keep_every_rule_and_one_change_breaks_one,
    engines_agree,
    counting_is_exact,
    pieces_of_rules_mean_the_same_as_the_rules,
    what_people_read_as_one_thought_follows_from_the_rules,
)
